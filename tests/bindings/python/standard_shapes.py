"""weft.array_api beside array-api-strict: reductions, sorting and searching, other shapes, transforms. All layouts, among them such
with fewer points than processes."""

import array_api_strict as strict
import numpy as np
import weft
from standard import DTYPES, FLOATS, both, check, compare, distributed, layouts, numbers, xp
from support import assert_raises_on_all, is_full, size

SHAPE = (4, 3, 2)
SOME = ("bool", "int8", "uint16", "int64", "float32", "complex128")


def cases(shape, dtypes=SOME, seed=0):
    """(dtype, array of the oracle, distributed array, what it is) of all layouts; in the fast tier all types in one of them, and the
    last type in the others."""
    for i, layout in enumerate(layouts(shape)):
        for dtype in dtypes if i == 0 or is_full else dtypes[-1:]:
            yield dtype, *both(numbers(shape, dtype, seed), layout, "F"), (dtype, layout)


def test_reductions():
    axes = (None, 0, 2, -2, (0, 1), (2, 0), (0, 1, 2), (), 3)
    for dtype, x, u, said in cases(SHAPE, DTYPES):
        for name in ("sum", "prod", "max", "min", "mean", "var", "std", "all", "any", "count_nonzero"):
            for axis in axes if dtype in SOME[-3:] else axes[:2]:
                for keepdims in (False, True):
                    compare((name, axis, keepdims, said), lambda: getattr(strict, name)(x, axis=axis, keepdims=keepdims),
                            lambda: getattr(xp, name)(u, axis=axis, keepdims=keepdims), tolerance=2e-6 if dtype == "float32" else None)
    x, u = both(numbers(SHAPE, "float64"))
    for name in ("var", "std"):
        for axis in (None, 1):
            check(getattr(xp, name)(u, axis=axis, correction=1), getattr(strict, name)(x, axis=axis, correction=1), name)
    x, u = both(numbers(SHAPE, "int16"))
    for name in ("sum", "prod"):
        for axis in (None, 1):
            check(getattr(xp, name)(u, axis=axis, dtype=xp.float32), getattr(strict, name)(x, axis=axis, dtype=strict.float32), name)
    for shape in ((1,), (7,), (2, 1)):
        for dtype, x, u, said in cases(shape, ("int32", "float64")):
            for name in ("sum", "prod", "max", "min", "all", "count_nonzero"):
                check(getattr(xp, name)(u, axis=0), getattr(strict, name)(x, axis=0), (name, said))


def test_reductions_of_arrays_without_axes():
    for dtype in DTYPES:
        x, u = both(numbers((), dtype))
        for name in ("sum", "prod", "max", "min", "mean", "var", "std", "all", "any", "count_nonzero", "argmax", "argmin"):
            compare((name, dtype), lambda: getattr(strict, name)(x), lambda: getattr(xp, name)(u))


def test_large_integers_and_nan():
    whole = np.full((5, 2), 2**62 + 1)
    check(xp.sum(distributed(whole)), np.sum(whole), "sums wrap around")
    check(xp.max(distributed(whole)), np.max(whole), "more digits than a float has")
    whole = numbers((5, 4), "float64")
    whole[3, 1] = whole[1, 2] = np.nan
    for layout in layouts(whole.shape):
        x, u = both(whole, layout)
        for name in ("max", "min", "argmax", "argmin", "sum", "any"):
            for axis in (None, 0, 1):
                check(getattr(xp, name)(u, axis=axis), getattr(strict, name)(x, axis=axis), (name, axis, layout))


def test_where_extremes_are():
    for dtype, x, u, said in cases(SHAPE, DTYPES):
        for name in ("argmax", "argmin"):
            for axis in (None, 0, -1, 3):
                for keepdims in (False, True):
                    compare((name, axis, said), lambda: getattr(strict, name)(x, axis=axis, keepdims=keepdims),
                            lambda: getattr(xp, name)(u, axis=axis, keepdims=keepdims))
    for dtype, x, u, said in cases((6,), ("int8", "float64")):
        check(xp.argmax(u, axis=0), strict.argmax(x, axis=0), said)


def test_along_one_axis():
    for dtype, x, u, said in cases(SHAPE, DTYPES):
        for axis in (0, 1, -1, None, 5):
            for options in ({}, {"include_initial": True}, {"dtype": "float64"}):
                mine, theirs = ({k: getattr(m, v) if k == "dtype" else v for k, v in options.items()} for m in (xp, strict))
                for name in ("cumulative_sum", "cumulative_prod"):
                    if axis != 5:
                        compare((name, axis, said), lambda: getattr(strict, name)(x, axis=axis, **theirs),
                                lambda: getattr(xp, name)(u, axis=axis, **mine), tolerance=2e-6 if dtype == "float32" else None)
            if axis is None:
                continue
            for descending in (False, True):
                for name in ("sort", "argsort"):
                    compare((name, axis, said), lambda: getattr(strict, name)(x, axis=axis, descending=descending),
                            lambda: getattr(xp, name)(u, axis=axis, descending=descending))
    for dtype, x, u, said in cases(SHAPE, ("int8", "float64", "bool")):
        for axis in (0, -1):
            for n in (0, 1):
                compare(("diff", axis, n, said), lambda: strict.diff(x, axis=axis, n=n), lambda: xp.diff(u, axis=axis, n=n))
        compare(("diff", said), lambda: strict.diff(x, axis=1, prepend=x, append=x), lambda: xp.diff(u, axis=1, prepend=u, append=u))
        compare(("flip", said), lambda: strict.flip(x), lambda: xp.flip(u))
        compare(("flip", said), lambda: strict.flip(x, axis=(0, 2)), lambda: xp.flip(u, axis=(0, 2)))
        assert xp.flip(u).layout == u.layout.with_ghosts(None)
    for dtype, x, u, said in cases((5,), ("int8", "float64")):
        check(xp.cumulative_sum(u), strict.cumulative_sum(x), said)
        check(xp.cumulative_sum(u, include_initial=True), strict.cumulative_sum(x, include_initial=True), said)
        check(xp.sort(u, descending=True), strict.sort(x, descending=True), said)
        check(xp.diff(u), strict.diff(x), said)


def test_taking_and_searching():
    places = numbers((5,), "int64", 4)
    for dtype, x, u, said in cases(SHAPE):
        for axis, n in ((0, 4), (1, 3), (-1, 2)):
            i, j = both(places % n - (places % 2) * n)
            check(xp.take(u, j, axis=axis), strict.take(x, i, axis=axis), ("take", said))
            shape = list(SHAPE)
            shape[axis] = 5
            for layout in layouts(tuple(shape)):
                i, j = both(numbers(shape, "int32", 5) % n, layout)
                check(xp.take_along_axis(u, j, axis=axis), strict.take_along_axis(x, i, axis=axis), ("take_along_axis", said))
    line, sought = np.sort(numbers((6,), "float64")), numbers((4, 3), "float64", 1)
    order = np.argsort(numbers((6,), "float64"))
    for (a, b), (c, d) in ((both(line), both(sought)), (both(line), both(sought[0, 0]))):
        for side in ("left", "right"):
            check(xp.searchsorted(b, d, side=side), strict.searchsorted(a, c, side=side), "searchsorted")
    a, b = both(numbers((6,), "float64"))
    i, j = both(order)
    check(xp.searchsorted(b, d, sorter=j), strict.searchsorted(a, c, sorter=i), "searchsorted")
    whole = numbers((5, 2), "int16")
    for invert in (False, True):
        check(xp.isin(distributed(whole), distributed(whole[:2]), invert=invert), np.isin(whole, whole[:2], invert=invert), "isin")
        check(xp.isin(distributed(whole), 2, invert=invert), np.isin(whole, 2, invert=invert), "isin")
    for dtype, x, u, said in cases((4, 3), ("int8", "float64", "complex64", "bool")):
        y, v = both(numbers((4, 3), dtype, 2))
        for axis in (-1, -2):
            if not any(u.layout.ghosts):
                compare(("vecdot", axis, said), lambda: strict.vecdot(x, y, axis=axis), lambda: xp.vecdot(u, v, axis=axis), tolerance=1e-5)


def test_axes_that_come_and_go():
    for dtype, x, u, said in cases(SHAPE):
        for axes in ((2, 0, 1), (0, 2, 1), (-1, 1, 0), (0, 1), (0, 0, 1)):
            compare(("permute_dims", axes, said), lambda: strict.permute_dims(x, axes), lambda: xp.permute_dims(u, axes))
        for before, after in ((0, 2), (-1, 0), ((0, 1), (1, 2)), ((0, 2), (2, 1))):
            check(xp.moveaxis(u, before, after), strict.moveaxis(x, before, after), ("moveaxis", said))
        check(xp.matrix_transpose(u), strict.matrix_transpose(x), said)
        assert u.size == 0 or np.shares_memory(xp.matrix_transpose(u), u)
        for axis in (0, 1, -1, (0, 2), 5):
            compare(("expand_dims", axis, said), lambda: strict.expand_dims(x, axis=axis), lambda: xp.expand_dims(u, axis=axis))
        for axis in (0, -1):
            for found, expected in zip(xp.unstack(u, axis=axis), strict.unstack(x, axis=axis)):
                check(found, expected, ("unstack", said))
        total = xp.sum(xp.permute_dims(u, (2, 0, 1))) if dtype != "bool" else None
        assert total is None or np.allclose(np.asarray(total), np.sum(np.from_dlpack(x)))
    for shape in ((1, 3, 1), (1, 1), (3, 1)):
        for dtype, x, u, said in cases(shape):
            for axis in (0, -1, (0, -1), (), 3):
                compare(("squeeze", axis, said), lambda: strict.squeeze(x, axis), lambda: xp.squeeze(u, axis))
    x, u = both(numbers((4,), "int32"))
    compare("unstack", lambda: strict.unstack(x), lambda: xp.unstack(u))
    x, u = both(numbers((), "int32"))
    compare("expand_dims", lambda: strict.expand_dims(x, axis=0), lambda: xp.expand_dims(u, axis=0))


def test_elements_at_other_places():
    for dtype, x, u, said in cases(SHAPE):
        for shape in ((24,), (2, 12), (-1, 3), (3, 2, 2, 2), (4, 3, 2), (5, 5), (-1, -1), (1, 24, 1)):
            compare(("reshape", shape, said), lambda: strict.reshape(x, shape), lambda: xp.reshape(u, shape))
        for shift, axis in ((1, 0), (-2, 1), ((1, 2), (0, 2)), (1, (0, 2)), (5, None), (0, 1)):
            compare(("roll", shift, axis, said), lambda: strict.roll(x, shift, axis=axis), lambda: xp.roll(u, shift, axis=axis))
        for repeats, axis in ((2, 0), (3, -1), (2, None)):
            compare(("repeat", said), lambda: strict.repeat(x, repeats, axis=axis), lambda: xp.repeat(u, repeats, axis=axis))
        i, j = both(np.array([1, 0, 3, 2]))
        compare(("repeat", said), lambda: strict.repeat(x, i, axis=0), lambda: xp.repeat(u, j, axis=0))
        for times in ((2, 1, 3), (2,), (2, 1, 1, 2)):
            compare(("tile", times, said), lambda: strict.tile(x, times), lambda: xp.tile(u, times))
    for second in SOME:
        y, v = both(numbers((2, 3, 2), second, 1))
        for dtype, x, u, said in cases(SHAPE):
            compare(("concat", second, said), lambda: strict.concat([x, y, x], axis=0), lambda: xp.concat([u, v, u], axis=0))
            compare(("concat", second, said), lambda: strict.concat([x, y], axis=1), lambda: xp.concat([u, v], axis=1))
            if dtype == second:
                compare(("concat", said), lambda: strict.concat([y, x], axis=None), lambda: xp.concat([v, u], axis=None))
                for axis in (0, 1, -1):
                    compare(("stack", said), lambda: strict.stack([x, x], axis=axis), lambda: xp.stack([u, u], axis=axis))
                compare(("stack", said), lambda: strict.stack([x, y]), lambda: xp.stack([u, v]))
    x, u = both(numbers((1, 1), "float64"))
    compare("reshape", lambda: strict.reshape(x, ()), lambda: xp.reshape(u, ()))


def test_broadcasting():
    for shape in ((3, 1), (1, 4), (4,), (1,), ()):
        for dtype in SOME:
            x, u = both(numbers(shape, dtype))
            for wanted in ((3, 4), (2, 3, 4), (3, 5)):
                compare(("broadcast_to", shape, wanted), lambda: strict.broadcast_to(x, wanted), lambda: xp.broadcast_to(u, wanted))
            for layout in layouts((3, 4)):
                y, v = both(numbers((3, 4), dtype, 1), layout)
                compare(("broadcast_arrays", shape), lambda: strict.broadcast_arrays(x, y), lambda: xp.broadcast_arrays(u, v))
                check(xp.equal(*xp.broadcast_arrays(u, v)), strict.equal(x, y), (shape, layout))
    assert xp.broadcast_shapes((3, 1), (4,)) == (3, 4)


def test_transforms():
    for shape, dtypes in (((6, 5, 4), FLOATS), ((3, 2), ("float64", "complex128")), ((9,), ("float32", "complex128"))):
        for dtype, x, u, said in cases(shape, dtypes):
            tolerance = 1e-5 if dtype in ("float32", "complex64") else 1e-13
            if np.asarray(x).size > 100 and size == 1 and dtype != "complex128":
                tolerance *= 4
            for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
                for options in ({"axis": 0, "norm": "ortho"}, {"n": 7, "norm": "forward"}, {"axis": -1, "n": 3}, {"axis": 5},
                                {"norm": "none"}):
                    compare((name, options, said), lambda: getattr(strict.fft, name)(x, **options),
                            lambda: getattr(xp.fft, name)(u, **options), tolerance=tolerance)
            for name in ("fftn", "ifftn", "rfftn", "irfftn"):
                for options in ({}, {"axes": (0,)}, {"axes": (-1, 0), "norm": "forward"} if len(shape) > 1 else {"norm": "ortho"},
                                {"s": (4,) * len(shape), "axes": tuple(range(len(shape)))}):
                    compare((name, options, said), lambda: getattr(strict.fft, name)(x, **options),
                            lambda: getattr(xp.fft, name)(u, **options), tolerance=tolerance)
            for name in ("fftshift", "ifftshift"):
                for axes in (None, 0, (0, -1) if len(shape) > 1 else (0,)):
                    compare((name, axes, said), lambda: getattr(strict.fft, name)(x, axes=axes), lambda: getattr(xp.fft, name)(u, axes=axes))
    for n in (1, 4, 7):
        for dtype in (None, "float32"):
            for name in ("fftfreq", "rfftfreq"):
                mine, theirs = ({} if dtype is None else {"dtype": getattr(m, dtype)} for m in (xp, strict))
                check(getattr(xp.fft, name)(n, d=0.5, **mine), getattr(strict.fft, name)(n, d=0.5, **theirs), name)


def test_a_program_that_knows_the_standard_alone():
    def filtered(x):
        namespace = x.__array_namespace__()
        modes = namespace.fft.fftn(namespace.astype(x - namespace.mean(x), namespace.complex128))
        size_of = namespace.abs(modes)
        kept = namespace.where(size_of > 0.25 * namespace.max(size_of), modes, 0.0)
        return namespace.std(namespace.real(namespace.fft.ifftn(kept)))

    x, u = both(numbers((6, 5, 4), "float64"))
    check(filtered(u), filtered(x), "filtered", 1e-12)


def test_bad_arguments_are_one_error_on_all():
    u = distributed(numbers(SHAPE, "float64"))
    bad = [(["axis 3"], lambda: xp.sum(u, axis=3)), (["twice"], lambda: xp.sum(u, axis=(0, 0))),
           (["needs an axis"], lambda: xp.cumulative_sum(u)), (["24", "(5, 5)"], lambda: xp.reshape(u, (5, 5))),
           (["copy=False"], lambda: xp.reshape(u, (24,), copy=False)), (["other lengths", "4"], lambda: xp.squeeze(u, 0)),
           (["shapes"], lambda: xp.stack([u, xp.sum(u, axis=0)])), (["at least one array"], lambda: xp.concat([])),
           (["broadcast"], lambda: xp.broadcast_to(u, (4, 4, 4))), (["from -9", "2 points"], lambda: xp.take(u, xp.asarray([-9]), axis=2)),
           (["times", "2 points"], lambda: xp.diff(u, n=2)), (["'both'"], lambda: xp.fft.rfft(u, norm="both")), (["complex"], lambda: xp.fft.fft(u)),
           (["lengths"], lambda: xp.fft.rfftn(u, s=(2, 3), axes=(0,))), (["at least 1"], lambda: xp.tile(u, (0,))),
           (["left"], lambda: xp.repeat(u, 0)), (["more than axis 0"], lambda: xp.take_along_axis(u, xp.ones((2, 2, 2), dtype=xp.int8), axis=0)),
           (["number of points"], lambda: xp.fft.fftfreq(0)), (["real"], lambda: xp.sort(xp.astype(u, xp.complex64)))]
    for fragments, call in bad:
        assert_raises_on_all(weft.InvalidArgumentError, fragments, call)
    for name in ("sum", "sort", "flip", "reshape"):
        assert_raises_on_all(weft.InvalidArgumentError, ["ndarray", "asarray"], lambda: getattr(xp, name)(np.ones(3), (3,)) if name == "reshape"
                             else getattr(xp, name)(np.ones(3)))
    assert float(xp.sum(xp.ones((3, 2)))) == 6
