"""Steps of shenfun's channel solver, timed: what lab/peers/channel_shenfun.py starts with the interpreter that has shenfun.

    mpirun -n 2 python lab/peers/shenfun_steps.py '{"solver": FOLDER, "start": FILE, ...}'

Begins with the velocities of a snapshot of `weft run` and makes the calls that KMM.solve makes in a step, and no others:
no plots, files, checks or sums. Steps of the warm-up, in which numba compiles, are not told. The last line of the output
is a JSON object: seconds of each step (of the slowest process), versions, and how far the flow is from the snapshot that
weft has of the same step, as a part of what has changed since the beginning.

Axes are (y, x, z) of weft, components (v, u, w): a reflection, under which the equations stay as they are.
"""

import importlib.metadata
import json
import platform
import sys
import time
import types

import beside
import numpy as np

COMPONENTS = "vuw"


def read_on(y, path):
    """The velocities of a snapshot as (component, y, x, z), with the polynomials that they are in y taken at other points."""
    import h5py
    with h5py.File(path) as file:
        at = file["u"].attrs["coordinates_0"]
        values = [np.moveaxis(np.asarray(file[name]), 1, 2) for name in COMPONENTS]  # from (y, z, x)
    chebyshev = np.polynomial.chebyshev
    to_y = chebyshev.chebvander(y, len(at) - 1) @ np.linalg.inv(chebyshev.chebvander(at, len(at) - 1))
    return np.array([np.tensordot(to_y, value, 1) for value in values])


def without_files(module):
    """A solver opens its files when it is made; nothing is written here, and HDF5 need not be parallel."""
    module.ShenfunFile = module.Checkpoint = lambda *args, **kwargs: types.SimpleNamespace()


def make_solver(case):
    import shenfun
    if not hasattr(np, "asscalar"):  # NumPy has dropped it, the numba mode of shenfun 4.3.0 calls it
        np.asscalar = lambda array: array.item()
    shenfun.config["optimization"]["mode"] = case["optimization"]
    sys.path.insert(0, case["solver"])
    import ChannelFlow
    without_files(ChannelFlow)
    nx, ny, nz = case["points"]
    return ChannelFlow.KMM(N=(ny, nx, nz), domain=((-1, 1), (0, case["length_x"]), (0, case["length_z"])),
                           nu=case["viscosity"], dt=case["step"], conv=case["convection"], dpdy=-1,
                           padding_factor=(1, 1, 1), timestepper=case["scheme"],
                           modplot=-1, moderror=-1)


def local(solver, path):
    """Velocities of a snapshot at the points of this process."""
    y = np.ravel(solver.TD.mesh()[0])
    return read_on(y, path)[(slice(None), *solver.ub[0].local_slice())]


def start(solver, path):
    solver.ub[:] = local(solver, path)
    u = solver.ub.forward(solver.u_)
    u.mask_nyquist(solver.mask)
    solver.g_[:] = 1j * solver.K[1] * u[2] - 1j * solver.K[2] * u[1]


def step(solver):
    """As KMM.solve has it."""
    for stage in range(solver.PDE.steps()):
        solver.prepare_step(stage)
        for equation in solver.pdes.values():
            equation.compute_rhs(stage)
        for equation in solver.pdes.values():
            equation.solve_step(stage)
        solver.compute_vw(stage)


def versions():
    from mpi4py import MPI
    of = {name: importlib.metadata.version(name) for name in ("shenfun", "mpi4py-fft", "mpi4py", "numpy", "numba", "scipy")}
    return {**of, "python": platform.python_version(), "mpi": MPI.Get_library_version().split(",")[0]}


def main():
    case = json.loads(sys.argv[1])
    from mpi4py import MPI
    comm = MPI.COMM_WORLD
    beside.check_processes(comm, case["processes"])
    solver = make_solver(case)
    start(solver, case["start"])
    solver.assemble()
    seconds = []
    for _ in range(case["warm_up"] + case["steps"]):
        comm.Barrier()
        begin = time.perf_counter()
        step(solver)
        seconds.append(comm.allreduce(time.perf_counter() - begin, MPI.MAX))
    is_after = local(solver, case["after"])
    is_now = np.array(solver.u_.backward(solver.ub))
    squares = [comm.allreduce(float(np.sum(difference**2)))
               for difference in (is_now - is_after, is_after - local(solver, case["start"]))]
    if comm.Get_rank() == 0:
        print(json.dumps({"seconds": seconds[case["warm_up"]:], "stages": solver.PDE.steps(), "versions": versions(),
                          "difference": float(np.sqrt(squares[0] / squares[1]))}))


if __name__ == "__main__":
    main()
