"""Slices and assignments by global indices; arrays of unlike layouts; what arrays say of themselves."""

import itertools

import numpy as np
import weft
from distributed import layouts
from support import assert_raises_here, comm, index_values, rank, size, values

SHAPE = (6, 5, 4)
KEYS = [
    np.s_[:], np.s_[...], np.s_[2], np.s_[-1], np.s_[1:4], np.s_[::2], np.s_[1::3, 2:, ::-1][:2], np.s_[..., 1],
    np.s_[2:5, 3], np.s_[:, 1, 2], np.s_[4, :, 0], np.s_[3, 2], np.s_[5:, :, 1:3], np.s_[-3:-1, ..., ::3],
    np.s_[1:2, 2:3, 3:4], np.s_[0, 4, 1:], np.s_[:100, 1:5:3],
]


def arrays():
    whole = index_values(SHAPE)
    several = [*layouts(SHAPE), weft.Layout(SHAPE, size, 0, ghosts=(1, 1, 0))]
    if size in (4, 6):
        several.append(weft.Layout(SHAPE, (2, size // 2), (2, 0)))
        several.append(weft.Layout(SHAPE, (2, size // 2), (1, 1)))
    if size == 6:
        several.append(weft.Layout(SHAPE, (3, 2), (0, 1), {0: (0, 5, 1)}))
    for layout, order in itertools.product(several, (None, (1, 2, 0))):
        yield whole, weft.fromfunction(lambda i, j, k: (i * 5 + j) * 4 + k, layout, comm=comm, order=order)


def test_slices_are_those_of_the_whole_array():
    for whole, u in arrays():
        for key in KEYS:
            part, expected = u.global_[key], whole[key]
            assert type(part) is weft.Array and part.global_shape == expected.shape, key
            assert np.array_equal(part, expected[part.slices]), (key, u.layout)
            assert part.shape == part.layout.local_shape(rank) and part.comm is u.comm
            assert np.array_equal(weft.gather(part, None), expected), (key, u.layout)
            assert weft.sum(part) == expected.sum() and part.size == 0 or np.shares_memory(part, u) or not part.size
            assert (part * 2).layout == part.layout


def test_one_element_is_on_its_owner():
    for whole, u in arrays():
        for key in ((0, 0, 0), (5, 4, 3), (-2, 1, -1)):
            told = comm.allgather(u.global_[key])
            owners = [v for v in told if v is not None]
            assert owners == [whole[key]] and isinstance(told[told.index(owners[0])], float)


def test_assignment_by_global_indices():
    generator = np.random.default_rng(5)
    for whole, u in arrays():
        for key in (*KEYS, np.s_[2, 3, 1], np.s_[3:3], np.s_[4:2, 1]):
            shape = whole[key].shape
            for value in (7.5, generator.random(shape), generator.random(shape[-1:]) if shape else 1.0):
                v, expected = u.copy(), whole.copy()
                v.global_[key] = value
                expected[key] = value
                assert np.array_equal(v.owned, expected[v.slices]), (key, u.layout)
                ghosts = v.size - v.owned.size
                assert ghosts == 0 or np.array_equal(np.asarray(v)[0], np.asarray(u)[0])
        v = u.copy()
        v.global_[1:3] += 100
        v.global_[4] = v.global_[4] * 2  # an array of the slice's own layout
        expected = whole.copy()
        expected[1:3] += 100
        expected[4] *= 2
        assert np.array_equal(v.owned, expected[v.slices])


def test_keys_and_values_that_are_wrong():
    invalid = weft.InvalidArgumentError
    u = weft.zeros(weft.Layout(SHAPE, size, 0), comm=comm)
    for key, fragments in ((6, ["index 6", "6 points"]), (-7, ["-7"]), (np.s_[::-1], ["step -1", "positive"]),
                           ([0, 1], ["[0, 1]"]), (True, ["True"]), (np.s_[0, 0, 0, 0], ["4 indices"]), (None, ["None"]),
                           (np.s_[..., 0, ...], ["2 ellipses"]), (np.s_[3:3], ["nothing", "axis 0"]), (1.0, ["1.0"]),
                           (np.zeros(SHAPE, bool), ["whole numbers"])):
        assert_raises_here(invalid, fragments, lambda: u.global_[key])
    for value, fragments in ((np.zeros(7), ["(7,)", "(2, 5, 4)"]), (u.T, ["without a layout"]),
                             (u, ["(6, 5, 4)", "(2, 5, 4)"])):
        assert_raises_here(invalid, fragments, lambda: u.global_.__setitem__(np.s_[1:3], value))
    other = weft.zeros(weft.Layout((2, 5, 4), size, 0), comm=comm)
    if size > 1:
        assert_raises_here(invalid, ["weft.redistribute"], lambda: u.global_.__setitem__(np.s_[4:6], other))
    assert_raises_here(invalid, ["no layout"], lambda: u.T.global_)


def test_arrays_of_unlike_layouts_are_not_combined():
    invalid = weft.InvalidArgumentError
    a, b = weft.zeros(weft.Layout((6, 6), size, 0)), weft.zeros(weft.Layout((6, 6), size, 1))
    same = weft.zeros(weft.Layout((6, 6), (size, 1), (0, 1)))  # other words for the same blocks
    assert (a + same).layout == a.layout and (same * a).layout == same.layout
    calls = [lambda: a + b, lambda: np.add(a, b), lambda: np.add(a, 1, out=b), lambda: a.__iadd__(b), lambda: a > b,
             lambda: a.__setitem__(..., b), lambda: np.where(a > 0, a, b), lambda: np.add(a, 1, where=b > 0, out=a),
             lambda: np.hypot(1.0, np.maximum(a, b))]
    for call in calls:
        if size == 1:
            call()  # all blocks are the whole array
        else:
            assert_raises_here(invalid, ["different layouts", "weft.redistribute"], call)
    if size == 1:
        assert (a + b).layout == a.layout
    ghosts = weft.zeros(weft.Layout((6, 6), size, 0, ghosts=1))
    assert_raises_here(invalid, ["ghosts=(1, 1)"], lambda: a + ghosts)
    assert (a + ghosts.owned).layout == a.layout
    row = weft.zeros(weft.Layout((1, 6), size, 1))  # the columns of b, one row
    assert (b + row).shape == b.shape and (b + row).layout == b.layout
    if size > 1:
        assert_raises_here(invalid, ["different layouts"], lambda: a + row)


def test_functions_that_move_elements_lose_the_layout():
    u = weft.random_uniform(weft.Layout((6, 6), size, 0), 1)
    for other in (np.roll(u, 1), np.sort(u), np.cumsum(u, axis=0), u.cumsum(axis=1), u.cumprod(0), np.add.accumulate(u),
                  np.flip(u), np.rot90(u, 2), np.argsort(u), np.matmul(np.eye(u.shape[0]), u), np.diff(u, prepend=0)):
        assert getattr(other, "layout", None) is None, other
    for other in (np.clip(u, 0, 1), np.round(u), np.nan_to_num(u), np.zeros_like(u), np.where(u > 0.5, u, 0),
                  np.isclose(u, 0), np.real(u), np.full_like(u, 2), np.copy(u, subok=True), np.where(u > 0.5, 1, u)):
        assert other.layout == u.layout, other
    fortran = weft.random_uniform(weft.Layout((6, 6), size, 0), 1, order="F")
    chosen = np.where(fortran > 0.5, fortran, np.arange(6))
    assert chosen.strides == fortran.strides and chosen.layout == fortran.layout
    assert np.array_equal(chosen, np.where(np.asarray(fortran) > 0.5, np.asarray(fortran), np.arange(6)))


def test_functions_of_numpy_are_of_the_block():
    u = weft.random_uniform(weft.Layout((6, 5), size, 0), 1)
    assert float(np.sum(u)) == float(np.asarray(u).sum())
    assert np.transpose(u).layout is None and type(np.asarray(u)) is np.ndarray
    # The namespace of the standard is of the whole array; local arrays have NumPy's (from NumPy 2 on).
    assert u.__array_namespace__() is weft.array_api
    if hasattr(np.ndarray, "__array_namespace__"):
        assert u[1:].__array_namespace__() is np is u.T.__array_namespace__()


def test_arrays_in_words():
    layout = weft.Layout((6, 4), size, 0, ghosts=(1, 0))
    u = weft.fromfunction(lambda i, j: 10 * i + j, layout, comm=comm)
    for text in (repr(u), str(u), f"{u}"):
        for word in ("weft.Array (6, 4) of float64", repr(layout), f"process {rank} has"):
            assert word in text, text
        if u.size:
            (b, e), _ = u.box
            assert f"[{b}:{e}, 0:4]" in text and f"ghost cells [{b - 1}:{e + 1}, 0:4]" in text
        else:
            assert "nothing" in text
    long = repr(weft.zeros(weft.Layout((1000, 1000), size, 0)))
    assert len(long) < 400 and "..." in long
    assert repr(np.asarray(u)[1:]).replace("array(", "Array(") [:10] == repr(u[1:])[:10]
