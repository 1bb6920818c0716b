"""Plan.convolve from Python: products against whole arrays by NumPy, and errors that all processes share."""

import numpy as np
import weft
from support import assert_raises_on_all, rank, size, values

SHAPE = (8, 6, 10)
invalid = weft.InvalidArgumentError


def modes_of(plan, n):
    """n arrays of modes, and the global points that they come from."""
    points = [values(SHAPE, plan.points_dtype, seed) for seed in range(1, n + 1)]
    result = []
    for field in points:
        u = plan.points()
        u[...] = field[plan.points_slices]
        result.append(np.array(plan.forward(u)))
    return [_placed(plan, m) for m in result], points


def _placed(plan, block):
    uh = plan.modes()
    uh[...] = block
    return uh


def expect(plan, uh, points):
    """`uh` are the modes of the global array `points`."""
    right = np.fft.fftn(points) if np.iscomplexobj(points) else np.fft.rfftn(points)
    here = right[plan.modes_slices]
    tolerance = 1e-10 if right.dtype == np.complex128 and plan.modes_dtype == np.complex128 else 1e-3
    assert here.size == 0 or np.max(np.abs(uh - here)) < tolerance * np.max(np.abs(right))


def cross(block):
    u, w = block.inputs[:3], block.inputs[3:]
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        block.outputs[i][...] = u[j] * w[k] - u[k] * w[j]


def test_products_are_those_of_whole_arrays():
    for keys in ({}, {"transform": "c2c"}, {"precision": "single"}, {"threads": 2}, {"exchange": "p2p"}):
        with weft.Plan(SHAPE, n_fields=6, convolve=True, **keys) as plan:
            uh, u = modes_of(plan, 6)
            for function in (cross, "rotational"):
                result = plan.convolve(uh, 3, function)
                assert type(result) is list and len(result) == 3
                for i in range(3):
                    j, k = (i + 1) % 3, (i + 2) % 3
                    expect(plan, result[i], u[j] * u[3 + k] - u[k] * u[3 + j])


def test_outputs_may_be_inputs():
    with weft.Plan(SHAPE, n_fields=2, convolve=True) as plan:
        uh, u = modes_of(plan, 2)
        out = plan.convolve(uh, uh[:1], "flux", check=False)
        assert out[0] is uh[0]
        expect(plan, out[0], u[0] * u[1])


def test_blocks_say_where_they_are():
    with weft.Plan(SHAPE, n_fields=1, convolve=True, threads=2) as plan:
        uh, u = modes_of(plan, 1)
        seen = np.zeros(SHAPE, int)
        force = plan.points()
        force[...] = values(SHAPE, "float64", 9)[plan.points_slices]

        def look(block):
            assert block.inputs[0].shape == seen[block.slices].shape and block.thread in (0, 1)
            assert np.allclose(block.inputs[0], u[0][block.slices])
            assert not block.inputs[0].flags.writeable
            seen[block.slices] += 1
            block.outputs[0][...] = block.inputs[0] * force[block.local]

        [product] = plan.convolve(uh, 1, look)
        assert np.all(seen[plan.points_slices] == 1) and seen.sum() == np.asarray(force).size
        expect(plan, product, u[0] * values(SHAPE, "float64", 9))


def test_what_the_function_raises_reaches_all():
    with weft.Plan(SHAPE, n_fields=1, convolve=True) as plan:
        uh, _ = modes_of(plan, 1)

        def fail(block):
            if rank == size - 1:
                raise KeyError("lost")

        words = f"failed on process {size - 1}: KeyError: 'lost'"
        assert_raises_on_all(invalid, [words], lambda: plan.convolve(uh, 1, fail))
        try:
            plan.convolve(uh, 1, fail)
        except invalid as error:
            assert isinstance(error.__cause__, KeyError) == (rank == size - 1)
        kept = []
        assert_raises_on_all(invalid, ["it kept an array of a block"],
                             lambda: plan.convolve(uh, 1, lambda block: kept.append(block.inputs[0])))
        plan.convolve(uh, uh, lambda block: None)


def test_wrong_calls_are_errors_of_all():
    with weft.Plan(SHAPE, n_fields=2, convolve=True) as plan:
        uh, _ = modes_of(plan, 2)
        last = rank == size - 1
        wrong = np.zeros(3)
        assert_raises_on_all(invalid, ["shape"], lambda: plan.convolve([wrong] if last else uh[:1], 1, "flux"))
        assert_raises_on_all(invalid, ["'fluxx'"], lambda: plan.convolve(uh, 1, "fluxx" if last else "flux"))
        assert_raises_on_all(invalid, ["give a function"], lambda: plan.convolve(uh, 1, 3 if last else "flux"))
        assert_raises_on_all(invalid, ["list of arrays"], lambda: plan.convolve(uh[0] if last else uh, 1, "flux"))
        assert_raises_on_all(invalid, ["3 outputs"], lambda: plan.convolve(uh, 3, "flux"))
        assert_raises_on_all(invalid, ["takes 6 inputs"], lambda: plan.convolve(uh, 1, "rotational"))
        if size > 1:
            assert_raises_on_all(weft.MismatchError, ["inputs of convolve"],
                                 lambda: plan.convolve(uh[:1] if last else uh, 1, lambda block: None))
    with weft.Plan(SHAPE) as plan:
        assert_raises_on_all(invalid, ["convolve=yes"], lambda: plan.convolve([plan.modes()], 1, lambda block: None))


def test_names_of_products():
    assert weft.product_names() == ("rotational", "divergence", "skew", "flux")
