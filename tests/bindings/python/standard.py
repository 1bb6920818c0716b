"""What tests of weft.array_api share: arrays of array-api-strict, which says what is right, and distributed arrays beside them."""

import array_api_strict as strict
import numpy as np
import weft
from support import comm, rank, size

xp = weft.array_api
DTYPES = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "complex64",
          "complex128")
FLOATS = DTYPES[9:]
strict.set_array_api_strict_flags(api_version="2024.12")


def layouts(shape):
    """Slabs, other slabs, all data on the last process, pencils, ghost cells; most with fewer points than processes."""
    yield weft.Layout(shape, size, 0)
    yield weft.Layout(shape, size, len(shape) - 1, ghosts=1)
    yield weft.Layout(shape, size, 0, {0: [0] * (size - 1) + [shape[0]]})
    if len(shape) > 1 and size % 2 == 0:
        yield weft.Layout(shape, (2, size // 2), (1, 0))


def numbers(shape, dtype, seed=0):
    """Small numbers with equal ones among them, of both signs where there are such."""
    generator = np.random.default_rng([seed, *shape])
    dtype = np.dtype(dtype)
    if dtype.kind in "biu":
        low, high = {"b": (0, 2), "u": (0, 7), "i": (-5, 6)}[dtype.kind]
        return generator.integers(low, high, shape).astype(dtype)
    found = np.round(generator.normal(size=shape), 1)
    return (found + 1j * np.round(generator.normal(size=shape), 1) if dtype.kind == "c" else found).astype(dtype)


def distributed(whole, layout=None, order=None):
    """The distributed array of a whole one."""
    if whole.ndim == 0:
        return xp.asarray(whole)
    layout = weft.Layout(whole.shape, size, 0) if layout is None else layout
    u = weft.zeros(layout, float, comm, order).astype(whole.dtype)
    u.owned[...] = whole[u.slices]
    return u


def both(whole, layout=None, order=None):
    return strict.asarray(whole), distributed(whole, layout, order)


def plain(expected):
    return np.from_dlpack(expected)


def check(found, expected, said, tolerance=None):
    """Is a distributed array what the oracle says: type, shape, elements (within a few units in the last place)?"""
    expected = plain(expected) if isinstance(expected, type(strict.zeros(1))) else np.asarray(expected)
    assert type(found) is weft.Array, (said, type(found))
    assert found.dtype == expected.dtype, (said, found.dtype, expected.dtype)
    if expected.ndim == 0:
        assert found.ndim == 0, (said, found)
        mine, part = np.asarray(found), expected
    else:
        assert found.layout is not None and found.global_shape == expected.shape, (said, found.layout, expected.shape)
        assert found.shape == found.layout.memory_shape(rank), (said, found.shape, found.layout)
        mine, part = np.asarray(found.owned), expected[found.slices]
    if tolerance is None and expected.dtype.kind in "fc":
        tolerance = 8 * np.finfo(expected.dtype).eps
    if tolerance:
        assert np.allclose(mine, part, tolerance, tolerance, equal_nan=True), (said, mine, part)
    else:
        assert np.array_equal(mine, part), (said, mine, part)


def compare(said, of_oracle, of_weft, **options):
    """Both give the same, or both refuse: ours in words. Returns whether there was a result."""
    try:
        with np.errstate(all="ignore"):
            expected = of_oracle()
    except (TypeError, ValueError, OverflowError, IndexError, AttributeError):
        try:
            refused = of_weft()
        except weft.InvalidArgumentError as error:
            assert len(str(error)) > 20, (said, str(error))
            return False
        raise AssertionError((said, "was not refused", refused)) from None
    with np.errstate(all="ignore"):
        found = of_weft()
    if isinstance(expected, (list, tuple)):
        assert isinstance(found, (list, tuple)) and len(found) == len(expected), said
        for one, other in zip(found, expected):
            check(one, other, said, **options)
    else:
        check(found, expected, said, **options)
    return True
