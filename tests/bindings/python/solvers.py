"""Solvers and coordinates: exact solutions, walls, what is refused."""

import numpy as np
import weft
from mpi4py import MPI
from support import REAL, assert_raises_here, assert_raises_on_all, comm, rank, size

wrong = weft.InvalidArgumentError


def largest(array):
    return comm.allreduce(float(np.max(np.abs(array), initial=0)), MPI.MAX)


def test_waves_are_solved_to_round_off():
    lengths = (1, 3, 2)
    for precision, tolerance in (("double", 1e-13), ("single", 2e-5)):
        with weft.Plan((7, 6, 8), kinds=("dct1", "dst1", "fourier"), precision=precision) as plan:
            solver = weft.Helmholtz(plan, lengths, shift=2)
            assert solver.lengths == lengths and solver.shift == 2 and solver.nbytes > 0
            x, y, z = plan.coordinates(lengths=lengths)
            assert x.dtype == REAL[precision]
            u = np.cos(2 * np.pi * x) * np.sin(np.pi * y / 3) * np.cos(2 * np.pi * z)
            f = plan.points()
            f[...] = -(np.pi**2 * (4 + 1 / 9 + 4) + 2) * u
            fh = plan.forward(f)
            kept = fh.copy()
            uh = solver.solve(fh)
            assert type(uh) is weft.Array and uh.layout == plan.modes_layout and (fh == kept).all()
            assert largest(plan.backward(uh) - u) < tolerance
            assert solver.solve(fh, out=fh) is fh and (fh == uh).all()


def test_walls_take_values_and_slopes():
    """u = (y^2 + 2 y) cos x: u + 2 du/dy at the upper wall, u at the lower one; alone with each process, and on all."""
    for communicator in (MPI.COMM_SELF, comm):
        layout = weft.Layout((9, 4), communicator.size, 1)
        with weft.Plan((9, 6), communicator, kinds=("chebyshev", "fourier"), modes=layout) as plan:
            solver = weft.Helmholtz(plan, (4, 2 * np.pi), 3, upper=(1, 2), lower="dirichlet")
            y, x = plan.coordinates(lengths=(4, 2 * np.pi))
            u = (y**2 + 2 * y) * np.cos(x)
            f = plan.points()
            f[...] = 2 * np.cos(x) - 4 * u
            upper, lower = solver.wall(), solver.wall()
            assert upper.shape == (1,) + plan.modes().shape[1:] and upper.dtype == np.complex128
            upper[:, (plan.wavenumbers(1) == 1)[0]] = (8 + 2 * 6) * 3  # cos x is half a mode of 6 points
            lower[:, (plan.wavenumbers(1) == 1)[0]] = 0
            assert largest(plan.backward(solver.solve(plan.forward(f), upper=upper, lower=lower)) - u) < 1e-13
            upper *= 2
            twice = solver.solve(plan.modes(), upper=upper) - 2 * solver.solve(plan.modes(), upper=upper / 2, lower=lower)
            assert largest(twice) < 1e-13


def test_slopes_at_both_walls_leave_the_mean_out():
    with weft.Plan((9, 6), kinds=("chebyshev-gauss", "fourier")) as plan:
        solver = weft.Helmholtz(plan, upper="neumann", lower="neumann")
        y, _ = plan.coordinates(lengths=2)
        f = plan.points()
        f[...] = 7 - 4 * y + 4 * y**3
        # u'' = 4 y^3 - 4 y, u' = (y^2 - 1)^2: no slope at the walls
        u = plan.backward(solver.solve(plan.forward(f)))
        assert largest(u - (y**5 / 5 - 2 * y**3 / 3 + y)) < 1e-14


def test_a_solver_may_outlive_its_plan():
    with weft.Plan((4, 6), transform="c2c") as plan:
        solver = weft.Helmholtz(plan)
        f = plan.modes()
        f[...] = 1
    assert np.isfinite(solver.solve(f)).all()


def test_coordinates_are_those_of_the_kinds():
    def x(kind, n, length):
        transform = "r2c" if kind == "fourier" else "r2r"
        with weft.Plan((n,), MPI.COMM_SELF, transform=transform, kinds=(kind,)) as plan:
            assert (plan.coordinates(0) == np.arange(n)).all()
            return plan.coordinates(0, length).tolist()

    assert x("fourier", 4, 8) == [0, 2, 4, 6]
    assert x("dct1", 3, 4) == [0, 2, 4]
    assert x("dst1", 3, 4) == [1, 2, 3]
    assert x("dst2", 2, 4) == [1, 3]
    assert x("chebyshev", 3, 4) == [2, 0, -2]


def test_bad_arguments_are_the_same_error_on_all_processes():
    with weft.Plan((6, 5)) as plan:
        def refuses(kind, fragments, *arguments, **keywords):
            assert_raises_on_all(kind, fragments, lambda: weft.Helmholtz(plan, *arguments, **keywords))

        refuses(wrong, ["3 lengths", "2 axes"], (1, 2, 3))
        refuses(wrong, ["0 lengths", "2 axes"], ())
        refuses(wrong, ["axis 1", "-2"], (1, -2))
        refuses(wrong, ["a length is 'long'"], "long")
        refuses(wrong, ["shift", "-1"], shift=-1)
        refuses(wrong, ["the shift is None"], shift=None)
        refuses(wrong, ["no axis is a Chebyshev axis"], upper="dirichlet")
        if size > 1:
            refuses(wrong, ["shift is 'one'"], shift=1 if rank == 0 else "one")
            refuses(weft.MismatchError, ["shift", "process 1"], shift=1 + min(rank, 1))
            refuses(weft.MismatchError, ["lengths", "process 1"], 1 + min(rank, 1))
        solver = weft.Helmholtz(plan)
        assert_raises_here(wrong, ["no axis", "walls"], solver.wall)
        assert_raises_here(wrong, ["dtype"], lambda: solver.solve(np.zeros(plan.modes().shape, "c8")))
        assert_raises_here(wrong, ["None"], lambda: solver.solve(None))
        assert_raises_here(wrong, ["other side"], lambda: solver.solve(plan.points()))
        assert_raises_here(wrong, ["length", "-1"], lambda: plan.coordinates(0, -1))
        read_only = plan.modes()
        read_only.flags.writeable = False
        assert_raises_here(wrong, ["read-only"], lambda: solver.solve(plan.modes(), out=read_only))
        assert_raises_here(wrong, ["no axis", "walls"], lambda: solver.solve(plan.modes(), upper=np.zeros(1)))
        assert_raises_here(wrong, ["give a weft.Plan"], lambda: weft.Helmholtz("plan"))
    assert_raises_on_all(wrong, ["closed"], lambda: weft.Helmholtz(plan))
    layout = weft.Layout((9, 4), size, 1)
    with weft.Plan((9, 6), kinds=("chebyshev", "fourier"), modes=layout) as plan:
        refuses(wrong, ["upper wall", "'free'"], upper="free")
        refuses(wrong, ["lower wall", "(1, 2, 3)"], lower=(1, 2, 3))
        refuses(wrong, ["no single solution"], upper=(1, -2))
        solver = weft.Helmholtz(plan)
        shape = plan.modes().shape
        if shape[1] > 0:
            assert_raises_here(wrong, ["upper wall", "shape", "solver.wall()"],
                               lambda: solver.solve(plan.modes(), upper=plan.modes()))
            f = plan.modes()
            assert_raises_here(wrong, ["upper wall", "overlaps"],
                               lambda: solver.solve(f, out=f, upper=f.ravel("K")[: shape[1]].reshape(1, -1)))
