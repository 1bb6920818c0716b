"""Transforms of arrays in far memory (../memory_space.patch), which ends a program that looks at it, beside the same ones on the
host: equal bits. What works on the host alone refuses in one sentence."""

import numpy as np
import weft
from mpi4py import MPI


def refused(call, words):
    try:
        call()
    except weft.Error as error:
        assert words in str(error), error
        return str(error)
    raise AssertionError(f"not refused: {words}")


def check(transform):
    shape = (12, 10, 9)
    with weft.Plan(shape, transform=transform, exchange="p2p") as here, \
            weft.Plan(shape, transform=transform, exchange="p2p", space="far") as far:
        assert (here.space, far.space) == ("host", "far")
        u, v = here.points(), far.points()
        u[...] = np.random.default_rng(here.rank).random(u.shape)
        far.copy_from_host(v, u)
        uh, vh = here.forward(u), far.forward(v)
        assert np.array_equal(far.copy_to_host(vh), uh) and (uh.size == 0 or np.abs(uh).max() > 1e-3)
        here.backward(uh, out=u)
        far.backward(vh, out=v)
        assert np.array_equal(far.copy_to_host(v), u)
        refused(lambda: far.forward(u, out=vh), "space=far")
        refused(lambda: weft.Spectral(far), "host memory only")


def say(line):
    if MPI.COMM_WORLD.rank == 0:
        print(line)


for kind in ("r2c", "c2c"):
    check(kind)
    say(f"{kind} in space=far has the bits of space=host")
say(refused(lambda: weft.Plan((8, 8), space="far", in_place=True), "in_place=yes works on host memory only"))
say(refused(lambda: weft.Plan((8, 8), space="moon"), "host, far"))
