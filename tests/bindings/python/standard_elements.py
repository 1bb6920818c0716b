"""weft.array_api beside array-api-strict: elementwise functions, types, new arrays, and which names there are."""

import os
import pathlib
import re

import array_api_strict as strict
import numpy as np
import weft
from standard import DTYPES, both, check, compare, distributed, layouts, numbers, xp
from support import assert_raises_here, assert_raises_on_all, comm, rank, size
from weft.array_api.elementwise import FUNCTIONS

SHAPE = (3, 2)
UNARY = ("abs acos acosh asin asinh atan atanh bitwise_invert ceil conj cos cosh exp expm1 floor imag isfinite isinf isnan log log10 "
         "log1p log2 logical_not negative positive real reciprocal round sign signbit sin sinh sqrt square tan tanh trunc").split()
BINARY = ("add atan2 bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor copysign divide equal floor_divide greater "
          "greater_equal hypot less less_equal logaddexp logical_and logical_or logical_xor maximum minimum multiply nextafter not_equal "
          "pow remainder subtract").split()
REAL = "atan2 copysign floor_divide greater greater_equal hypot less less_equal logaddexp maximum minimum nextafter remainder".split()
PAGE = pathlib.Path(os.environ.get("WEFT_SOURCE") or pathlib.Path(__file__).resolve().parents[3]) / "doc/arrays-python.md"


def test_every_name_is_tested_or_named_as_missing():
    assert set(UNARY + BINARY) == set(FUNCTIONS) | {"real", "imag", "sign"}
    others = {"Device", "ArrayAPIStrictFlags", "__version__"}
    standard = {name for name in [*strict.__all__, "linalg", "fft"] if name not in others and "strict_flags" not in name}
    absent = {name for name in standard if not hasattr(xp, name)}
    assert absent == set(weft.array_api.info.LEFT_OUT) and set(xp.__all__) == standard - absent == set(dir(xp))
    fft = {name for name in strict.fft.__all__}
    assert fft == set(xp.fft.__all__) and all(hasattr(xp.fft, name) for name in fft)
    # The list in words: `names`: reason.
    text = PAGE.read_text(encoding="utf-8")
    section = text[text.index("### Functions left out"):].split("\n#")[0]
    named = [name for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(absent), (named, absent)
    for name in absent:
        assert_raises_here(AttributeError, [name, "weft.gather"], lambda: getattr(xp, name))
    assert_raises_here(AttributeError, ["no_name", "2024.12"], lambda: xp.no_name)
    for name in xp.__all__:
        thing = getattr(xp, name)
        assert not callable(thing) or thing.__doc__, name


def test_elementwise_functions_of_one_array():
    for dtype in DTYPES:
        whole = numbers(SHAPE, dtype)
        for layout in layouts(SHAPE):
            x, u = both(whole, layout, "F")
            for name in UNARY:
                if compare((name, dtype), lambda: getattr(strict, name)(x), lambda: getattr(xp, name)(u)):
                    assert getattr(xp, name)(u).layout == layout, name
        x, u = both(whole[0, 0])
        for name in UNARY:
            compare((name, dtype, "without axes"), lambda: getattr(strict, name)(x), lambda: getattr(xp, name)(u))


def test_elementwise_functions_of_two_arrays():
    arrays = {dtype: both(np.abs(numbers(SHAPE, dtype, 1))) for dtype in DTYPES}
    small = {dtype: both(np.abs(numbers((), dtype, 2) if dtype != "bool" else np.True_)) for dtype in DTYPES}
    results = 0
    for name in BINARY[rank::size]:  # they are not collective
        ours, theirs = getattr(xp, name), getattr(strict, name)
        for first, (x, u) in arrays.items():
            for second in DTYPES:
                y, v = arrays[second]
                results += compare((name, first, second), lambda: theirs(x, y), lambda: ours(u, v))
                y, v = small[second]
                compare((name, first, second, "without axes"), lambda: theirs(x, y), lambda: ours(u, v))
            for scalar in (True, 2, 2.5, 1 + 2j, 300):
                if type(scalar) is complex and name in REAL:  # array-api-strict looks at the type of the array alone
                    assert_raises_here(weft.InvalidArgumentError, [first], lambda: ours(u, scalar))
                    continue
                compare((name, first, scalar), lambda: theirs(x, scalar), lambda: ours(u, scalar))
                compare((name, scalar, first), lambda: theirs(scalar, x), lambda: ours(scalar, u))
    assert comm.allreduce(results) > 500
    assert_raises_here(weft.InvalidArgumentError, ["two numbers"], lambda: xp.add(1, 2))


def test_where_and_clip():
    condition = numbers(SHAPE, "bool")
    c, w = both(condition)
    for first in DTYPES:
        x, u = both(numbers(SHAPE, first, 1))
        for second in DTYPES:
            y, v = both(numbers(SHAPE, second, 2))
            compare(("where", first, second), lambda: strict.where(c, x, y), lambda: xp.where(w, u, v))
        for scalar in (True, 2, 2.5, 1j):
            compare(("where", first, scalar), lambda: strict.where(c, x, scalar), lambda: xp.where(w, u, scalar))
        for low, high in ((-1, 2), (None, 1), (0, None), (None, None), (-0.5, 1.5)):
            compare(("clip", first, low, high), lambda: strict.clip(x, low, high), lambda: xp.clip(u, low, high))
        if np.dtype(first).kind in "iuf":
            low, high = both(np.zeros(SHAPE, first)), both(np.full(SHAPE, 2, first))
            check(xp.clip(u, low[1], high[1]), strict.clip(x, low[0], high[0]), ("clip", first))
            check(xp.clip(u, -(2**70), 2**70), x, "clip between numbers beyond all of the type")
    compare("where", lambda: strict.where(x, x, x), lambda: xp.where(u, u, u))


def test_arrays_that_broadcast():
    shape = (4, 3, 5)
    x, u = both(numbers(shape, "float64"))
    for other in ((4, 1, 5), (4, 3, 1), (4, 1, 1)):
        y, v = both(numbers(other, "float64", 1))
        for one in (xp.add(u, v), xp.add(v, u), u + v):
            check(one, strict.add(x, y), other)
            assert one.layout == u.layout
    y, v = both(numbers((4, 1, 5), "float64", 1))
    z, w = both(numbers((4, 3, 1), "float64", 2))
    check(xp.multiply(v, w), strict.multiply(y, z), "both are broadcast")
    y, v = both(numbers((3, 5), "float64", 1))
    if size > 1:  # of the same elements, other processes have other ones
        assert_raises_on_all(weft.InvalidArgumentError, ["different layouts", "weft.redistribute"], lambda: xp.add(u, v))
        row = distributed(numbers((1, 3, 5), "float64", 1))
        assert_raises_on_all(weft.InvalidArgumentError, ["different layouts", "weft.gather"], lambda: xp.add(u, row))
        assert_raises_on_all(weft.InvalidArgumentError, ["different layouts"], lambda: u + row)
    check(xp.add(*xp.broadcast_arrays(u, v)), strict.add(x, y), "together")


def test_types():
    for first in DTYPES:
        ours, theirs = getattr(xp, first), getattr(strict, first)
        assert ours == np.dtype(first)
        x, u = both(numbers(SHAPE, first))
        for second in DTYPES:
            mine, yours = getattr(xp, second), getattr(strict, second)
            assert xp.can_cast(ours, mine) == strict.can_cast(theirs, yours) == xp.can_cast(u, mine)
            try:
                expected = strict.result_type(theirs, yours)
            except TypeError:
                assert_raises_here(weft.InvalidArgumentError, ["astype"], lambda: xp.result_type(ours, mine))
            else:
                assert xp.result_type(ours, mine) == np.dtype(str(expected).split(".")[-1]) == xp.result_type(u, mine)
            compare(("astype", first, second), lambda: strict.astype(x, yours), lambda: xp.astype(u, mine))
        for kind in ("bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric"):
            assert xp.isdtype(ours, kind) == strict.isdtype(theirs, kind) and xp.isdtype(ours, (kind, ours))
        if first in DTYPES[1:9]:
            a, b = xp.iinfo(ours), strict.iinfo(theirs)
            assert (a.bits, a.max, a.min, a.dtype) == (b.bits, b.max, b.min, ours)
        elif first != "bool":
            a, b = xp.finfo(u), strict.finfo(x)
            assert (a.bits, a.eps, a.max, a.min, a.smallest_normal) == (b.bits, b.eps, b.max, b.min, b.smallest_normal)
            assert str(a.dtype) == str(b.dtype).split(".")[-1]
    assert xp.result_type(xp.float32, 1, 2.0) == xp.float32 and xp.result_type(xp.float32, 1j) == xp.complex64
    assert xp.astype(u, u.dtype, copy=False) is u and xp.astype(u, u.dtype) is not u
    bad = [(["kind", "'real'"], lambda: xp.isdtype(xp.int8, "real")), (["'f2'", "float32"], lambda: xp.astype(u, "f2")),
           (["no array"], lambda: xp.result_type(1)), (["'gpu'"], lambda: xp.astype(u, xp.complex128, device="gpu")),
           (["'int3'"], lambda: xp.iinfo("int3")), (["float64", "int8"], lambda: xp.iinfo(xp.float64)),
           (["True", "float64"], lambda: xp.result_type(xp.float64, True))]
    for fragments, call in bad:
        assert_raises_here(weft.InvalidArgumentError, fragments, call)


def test_what_the_namespace_tells():
    u = weft.zeros(weft.Layout((4, 3), size, 0))
    assert u.__array_namespace__() is xp is u.__array_namespace__(api_version="2023.12") and xp.__array_api_version__ == "2024.12"
    assert_raises_here(weft.InvalidArgumentError, ["'1999.1'", "2024.12"], lambda: u.__array_namespace__(api_version="1999.1"))
    info, theirs = xp.__array_namespace_info__(), strict.__array_namespace_info__()
    assert info.default_device() == "cpu" and info.devices() == ["cpu"]
    assert not info.capabilities()["data-dependent shapes"] and not info.capabilities()["boolean indexing"]
    for kind in (None, "bool", "integral", "real floating", ("numeric", "bool")):
        assert set(info.dtypes(kind=kind)) == set(theirs.dtypes(kind=kind)), kind
    assert {key: str(value) for key, value in info.default_dtypes().items()} == {
        key: str(value).split(".")[-1] for key, value in theirs.default_dtypes().items()}
    assert (xp.pi, xp.e, xp.inf, xp.newaxis) == (strict.pi, strict.e, strict.inf, None) and xp.nan != xp.nan
    assert xp.add(weft.zeros(weft.Layout((7,) * info.capabilities()["max dimensions"], size, 0)), 0).ndim == 6


def test_new_arrays():
    for dtype in (None, *DTYPES):
        ours = {} if dtype is None else {"dtype": getattr(xp, dtype)}
        theirs = {} if dtype is None else {"dtype": getattr(strict, dtype)}
        for shape in ((3,), (5, 2), (2, 3, 4), (), 4):
            for name in ("zeros", "ones"):
                check(getattr(xp, name)(shape, **ours), getattr(strict, name)(shape, **theirs), (name, shape, dtype))
            found = xp.empty(shape, **ours)
            assert found.dtype == (dtype or "float64")
            assert (found.global_shape or ()) == ((shape,) if isinstance(shape, int) else shape)
        for value in (True, 2, 1.5, 1j):
            if dtype is None or strict.isdtype(theirs["dtype"], {bool: "bool", int: "numeric", float: ("real floating", "complex floating"),
                                                                 complex: "complex floating"}[type(value)]):
                check(xp.full((4, 2), value, **ours), strict.full((4, 2), value, **theirs), (value, dtype))
        if dtype != "bool":
            compare(("arange", dtype), lambda: strict.arange(7, **theirs), lambda: xp.arange(7, **ours))
            check(xp.arange(3, 9, 2, **ours), strict.arange(3, 9, 2, **theirs), ("arange", dtype))
        check(xp.eye(4, 3, k=1, **ours), strict.eye(4, 3, k=1, **theirs), ("eye", dtype))
    check(xp.arange(0.5, 2.0, 0.1), strict.arange(0.5, 2.0, 0.1), "arange")
    for endpoint in (True, False):
        check(xp.linspace(-1, 2, 7, endpoint=endpoint), strict.linspace(-1, 2, 7, endpoint=endpoint), "linspace", 1e-15)
    for layout in layouts((4, 3)):
        x, u = both(numbers((4, 3), "float32"), layout)
        for name in ("zeros_like", "ones_like"):
            check(getattr(xp, name)(u), getattr(strict, name)(x), name)
        check(xp.full_like(u, 3, dtype=xp.int16), strict.full_like(x, 3, dtype=strict.int16), "full_like")
        assert xp.empty_like(u).layout == layout and xp.zeros(layout, dtype=xp.int8).layout == layout
        for k in (-1, 0, 2):
            check(xp.tril(u, k=k), strict.tril(x, k=k), ("tril", k))
            check(xp.triu(u, k=k), strict.triu(x, k=k), ("triu", k))
    for kinds in (("float64", "float64"), ("int8", "int8", "int8")):
        pairs = [both(numbers((n + 2,), kind)) for n, kind in enumerate(kinds)]
        for indexing in ("xy", "ij"):
            compare(("meshgrid", indexing), lambda: strict.meshgrid(*[x for x, _ in pairs], indexing=indexing),
                    lambda: xp.meshgrid(*[u for _, u in pairs], indexing=indexing))


def test_arrays_of_what_every_process_has():
    whole = numbers((5, 3), "int32")
    check(xp.asarray(whole), strict.asarray(whole), "asarray")
    check(xp.asarray(whole.tolist()), strict.asarray(whole.tolist()), "asarray")
    check(xp.asarray(whole, dtype=xp.float32), strict.asarray(whole, dtype=strict.float32), "asarray")
    check(xp.asarray(2.5), strict.asarray(2.5), "asarray")
    check(xp.from_dlpack(strict.asarray(whole)), whole, "from_dlpack")
    u = xp.asarray(whole)
    assert xp.asarray(u) is u and xp.from_dlpack(u) is u and not np.shares_memory(xp.asarray(u, copy=True), u) or u.size == 0
    half = comm.Split(rank % 2)
    v = xp.ones((4, 3), comm=half)
    assert v.layout.n_processes == half.size and float(xp.sum(v)) == 12
    half.Free()
    assert float(xp.max(xp.add(v, v))) == 2  # the array has communicators of its own
    on_all = [(["every axis"], lambda: xp.zeros((0, 3))), (["'f2'"], lambda: xp.zeros(3, dtype="f2")),
              (["one number"], lambda: xp.full(3, [1, 2])), (["no numbers"], lambda: xp.arange(3, 1)),
              (["copy"], lambda: xp.asarray(whole, copy=False)), (["'gpu'"], lambda: xp.zeros(3, device="gpu"))]
    for fragments, call in on_all:
        assert_raises_on_all(weft.InvalidArgumentError, fragments, call)
    for wrong, fragments in ((whole, ["ndarray", "asarray"]), ([1], ["list"]), (u[1:], ["without a layout"]),
                             (u.astype("f2"), ["float16", "astype"])):
        assert_raises_here(weft.InvalidArgumentError, fragments, lambda: xp.abs(wrong))
        assert_raises_here(weft.InvalidArgumentError, fragments, lambda: xp.sum(wrong))
