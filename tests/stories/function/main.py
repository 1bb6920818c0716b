"""Calls the function of the story on an array of 8 elements, with its default, and with a wrong argument."""

from mpi4py import MPI

import weft

comm = MPI.COMM_WORLD
u = weft.fromfunction(lambda i: 2.0 * (i - 4), weft.Layout((8,), comm.size, 0), comm=comm)
first, again = weft.clip(u, 3), weft.clip(u, 3)
least, most = weft.minimum(u), weft.maximum(u)
third = weft.clip(u)
try:
    weft.clip(u, 0)
except weft.InvalidArgumentError as error:
    if comm.rank == 0:
        print(f"clipped {first}, then {again}")
        print(f"between {least:.0f} and {most:.0f}")
        print(f"clipped {third}")
        print(error)
