"""forward and backward of a real PFFT by mpi4py-fft and by weft, in turns in the same processes; each starts every other round.

A time is that of the slowest process; the ratio is the median over the rounds of theirs over ours. Both get the same arrays and write to given ones.
"""

import time

import mpi4py_fft
import numpy as np
import weft.compat.mpi4py_fft
from mpi4py import MPI

comm = MPI.COMM_WORLD
lines = []
for n, n_rounds in ((64, 60), (128, 24), (256, 8)):
    made = []
    for library in (mpi4py_fft, weft.compat.mpi4py_fft):
        fft = library.PFFT(comm, (n, n, n), dtype=float)
        u, uh = library.newDistArray(fft, False), library.newDistArray(fft, True)
        u[...] = np.random.default_rng(comm.rank).standard_normal(u.shape)
        made.append((fft, u, uh, np.zeros_like(u)))
    seconds = np.zeros((n_rounds + 2, 2, 2))
    for r in range(n_rounds + 2):
        for k in (0, 1) if r % 2 else (1, 0):
            fft, u, uh, back = made[k]
            for direction, (call, source, target) in enumerate(((fft.forward, u, uh), (fft.backward, uh, back))):
                comm.Barrier()
                begin = time.perf_counter()
                call(source, target)
                seconds[r, k, direction] = comm.allreduce(time.perf_counter() - begin, MPI.MAX)
    assert np.allclose(made[0][2], made[1][2], atol=1e-12) and np.allclose(made[1][1], made[1][3])
    ratios = np.median(seconds[2:, 0] / seconds[2:, 1], axis=0)
    medians = np.median(seconds[2:], axis=0) * 1e3
    for direction, name in enumerate(("forward", "backward")):
        lines.append(f"{n}^3 {name}: mpi4py-fft {medians[0, direction]:.2f} ms, weft {medians[1, direction]:.2f} ms, ratio {ratios[direction]:.2f}")
    for fft, *_ in made:
        fft.destroy()
if comm.rank == 0:
    print("; ".join(lines))
