"""Sets the option of the story by text, shows its effect, and the error of a wrong value."""

from mpi4py import MPI

import weft

comm = MPI.COMM_WORLD
layout = weft.Layout((4,), comm.size, 0, ghosts=(1,))
with weft.Halo(layout, comm=comm, clear=False) as halo:
    u = halo.allocate()
    u[0] = 1
    halo.accumulate(u)
    if comm.rank == 0:
        print(f"a ghost cell is {u[0]:.0f}")
try:
    weft.Halo(layout, comm=comm, clear="maybe")
except weft.InvalidArgumentError as error:
    if comm.rank == 0:
        print(error)
