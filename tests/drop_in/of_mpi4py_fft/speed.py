"""What mpi4py-fft and weft take for the same calls, in turns in the same processes; each starts every other round.

    mpirun -np 2 python speed.py [CASE ...]

Prints for each case the median of either library and the ratio: the median over the rounds of theirs over ours. A time is that of the slowest process.
Arrays are given for input and output, unless the case says otherwise, and both libraries get the same numbers, and must come to the same ones.
"""

import sys
import time

import mpi4py_fft
import numpy as np
import weft.compat.mpi4py_fft
from mpi4py import MPI

comm = MPI.COMM_WORLD
LIBRARIES = (mpi4py_fft, weft.compat.mpi4py_fft)


def transforms(library, shape, rank=0, **keywords):
    """{what: (call, what it writes)} of a PFFT: forward and backward of `rank`-tensors, component by component."""
    fft = library.PFFT(comm, shape, **keywords)
    u, uh, back = (library.newDistArray(fft, forward, rank=rank) for forward in (False, True, False))
    u[...] = np.random.default_rng(comm.rank).standard_normal(u.shape)
    if keywords.get("padding"):  # of low modes only, so that the way back is exact
        fft.backward(fft.forward(u).copy(), u)
    parts = [(u, uh, back)] if rank == 0 else [(u[k], uh[k], back[k]) for k in range(len(shape))]

    def forward():
        for one, modes, _ in parts:
            fft.forward(one, modes)

    def backward():
        for _, modes, one in parts:
            fft.backward(modes, one)
    return {"forward": (forward, uh), "backward": (backward, back)}


def own_arrays(library, shape):
    """The same, with the transform's own arrays, as in the first example of mpi4py-fft's manual."""
    fft = library.PFFT(comm, shape)
    fft.forward.input_array[...] = np.random.default_rng(comm.rank).standard_normal(fft.forward.input_array.shape)
    return {"forward()": (fft.forward, fft.forward.output_array)}


def serial(library, shape, kinds):
    """Planned transforms of one process along each axis of an array, as shenfun makes them."""
    calls = {}
    for kind in kinds:
        for axis in range(len(shape)):
            u = library.fftw.aligned(shape, dtype="D" if kind == "fftn" else "d", fill=0)
            u[...] = np.random.default_rng(comm.rank).standard_normal(shape)
            plan = getattr(library.fftw, kind)(u, axes=(axis,))
            u[...] = np.random.default_rng(comm.rank).standard_normal(shape)  # planning may destroy it
            calls[f"{kind}, axis {axis} of {len(shape)}"] = plan, plan.output_array
    return calls


def transfers(library, shape, dtype="D"):
    """A redistribution between pencils, and back."""
    subcomm = library.pencil.Subcomm(comm, [1, 0, 1])
    first = library.pencil.Pencil(subcomm, shape, 0)
    second = first.pencil(1)
    move = first.transfer(second, dtype)
    a, b, c = np.zeros(first.subshape, dtype), np.zeros(second.subshape, dtype), np.zeros(first.subshape, dtype)
    a[...] = np.random.default_rng(comm.rank).standard_normal(a.shape)
    return {"transfer": (lambda: move.forward(a, b), b), "transfer back": (lambda: move.backward(b, c), c)}


def vectors(library, shape):
    """DistArray.redistribute of a vector field, to a given array."""
    a = library.DistArray((3, *shape), rank=1, alignment=2)
    a[...] = np.random.default_rng(comm.rank).standard_normal(a.shape)
    b = library.DistArray((3, *shape), subcomm=a.pencil.pencil(0).subcomm, rank=1, alignment=0)
    return {"redistribute": (lambda: a.redistribute(out=b), b)}


CASES = {
    "64": (60, lambda library: transforms(library, (64, 64, 64))),
    "128": (24, lambda library: transforms(library, (128, 128, 128))),
    "256": (8, lambda library: transforms(library, (256, 256, 256))),
    "complex": (24, lambda library: transforms(library, (128, 128, 128), dtype="D")),
    "single": (24, lambda library: transforms(library, (128, 128, 128), dtype="f")),
    "own-arrays": (24, lambda library: own_arrays(library, (128, 128, 128))),
    "padding": (24, lambda library: transforms(library, (64, 64, 64), padding=[1.5, 1.5, 1.5])),
    "collapse": (24, lambda library: transforms(library, (128, 128, 128), collapse=True)),
    "vector": (40, lambda library: transforms(library, (64, 64, 64), rank=1)),
    "serial": (40, lambda library: serial(library, (64, 64, 64), ("fftn", "rfftn", "dctn"))),
    "small": (200, lambda library: serial(library, (16, 8), ("fftn", "dctn"))),
    "transfer": (40, lambda library: transfers(library, (128, 128, 65))),
    "redistribute": (40, lambda library: vectors(library, (64, 64, 64))),
}


def measure(make, n_rounds):
    """(what, median seconds of both, ratio) of each call of a case."""
    made = [make(library) for library in LIBRARIES]
    names = list(made[0])
    seconds = np.zeros((n_rounds + 2, 2, len(names)))
    for r in range(n_rounds + 2):
        for k in (0, 1) if r % 2 else (1, 0):
            for i, name in enumerate(names):
                comm.Barrier()
                begin = time.perf_counter()
                made[k][name][0]()
                seconds[r, k, i] = time.perf_counter() - begin
    comm.Allreduce(MPI.IN_PLACE, seconds, MPI.MAX)
    for name in names:
        theirs, ours = (np.asarray(library[name][1]) for library in made)
        largest = comm.allreduce(float(np.abs(theirs).max()), MPI.MAX)
        assert np.abs(theirs - ours).max() < (1e-5 if theirs.dtype.char in "fF" else 1e-12) * max(largest, 1), name
    kept = seconds[2:]
    medians, ratios = np.median(kept, axis=0), np.median(kept[:, 0] / kept[:, 1], axis=0)
    return [(name, medians[0, i], medians[1, i], ratios[i]) for i, name in enumerate(names)]


def main():
    chosen = sys.argv[1:] or list(CASES)
    if set(chosen) - set(CASES):
        sys.exit(f"there is no case {', '.join(sorted(set(chosen) - set(CASES)))}; there are {', '.join(CASES)}")
    if comm.rank == 0:
        print(f"{comm.size} processes, {MPI.Get_library_version().splitlines()[0]}\n")
        print("| case | call | mpi4py-fft, ms | weft, ms | times as fast |\n|---|---|---|---|---|", flush=True)
    for case in chosen:
        n_rounds, make = CASES[case]
        for name, theirs, ours, ratio in measure(make, n_rounds):
            if comm.rank == 0:
                print(f"| {case} | {name} | {theirs * 1e3:.3g} | {ours * 1e3:.3g} | {ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()
