"""weft.compat.mpi4py_fft against numpy.fft of the global array, and against index-valued data."""

import functools
import importlib.util
import itertools
import os
import shutil
import tempfile
from xml.etree import ElementTree

import numpy as np
import weft
from mpi4py import MPI
from support import assert_close, assert_raises_on_all, comm, is_full, rank, size, values
from transforms import matrix
from weft.compat import mpi4py_fft
from weft.compat.mpi4py_fft import DistArray, HDF5File, PFFT, fftw, generate_xdmf, newDistArray
from weft.compat.mpi4py_fft.libfft import FFT
from weft.compat.mpi4py_fft.mpifft import PlannedTransform, Transform
from weft.compat.mpi4py_fft.pencil import Pencil, Subcomm

SHAPES = [(9, 8), (8, 7, 6), (4, 5, 6, 7)]


def modes_of(points, groups):
    """numpy's modes, divided by the number of points; the last axis of the last group is halved if the points are real."""
    axes = [axis for group in groups for axis in group]
    transform = np.fft.fftn if np.iscomplexobj(points) else np.fft.rfftn
    return transform(points, axes=axes, norm="forward")


def check(shape, dtype, groups, is_planned=True, expected=None, **keywords):
    """A PFFT in all ways of calling it."""
    points = values(shape, dtype)
    expected = modes_of(points, groups) if expected is None else expected
    precision = "single" if np.dtype(dtype).char in "fF" else "double"
    fft = PFFT(keywords.pop("comm", comm), shape, axes=groups, dtype=dtype, **keywords)
    assert isinstance(fft.forward, PlannedTransform) == is_planned
    assert fft.global_shape(True) == expected.shape and fft.global_shape() == shape
    u, uh = newDistArray(fft, False), newDistArray(fft, True)
    assert u.dtype == fft.dtype() and uh.dtype == fft.dtype(True) and u.shape == fft.shape(False) and uh.shape == fft.shape()
    assert u.local_slice() == fft.local_slice(False) and uh.local_slice() == fft.local_slice()
    u[...] = points[u.local_slice()]
    wanted = expected[uh.local_slice()]
    assert fft.forward(u, uh) is uh
    assert_close(uh, wanted, precision)
    assert np.array_equal(u, points[u.local_slice()]) or not is_planned
    assert_close(fft.backward(uh.copy()), points[u.local_slice()], precision)          # to the transform's own array
    fft.forward.input_array[...] = points[u.local_slice()]
    assert fft.forward() is fft.forward.output_array
    assert_close(fft.forward.output_array, wanted, precision)
    n_points = np.prod([shape[axis] for group in groups for axis in group]) if expected.dtype.kind == "c" else None
    if n_points and not keywords.get("transforms"):
        assert_close(fft.forward(points[u.local_slice()], normalize=False), wanted * n_points, precision)
        assert_close(fft.backward(wanted, normalize=True), points[u.local_slice()] / n_points, precision)
    strided = np.zeros((*uh.shape, 2), uh.dtype)[..., 0]
    assert fft.forward(np.asfortranarray(u), strided) is strided                        # arrays that do not fit are copied
    assert_close(strided, wanted, precision)
    assert len(fft.xfftn) == len(fft.axes) == len(fft.transfer) + 1                     # the steps, for who asks for them
    steps = Transform([step.forward for step in fft.xfftn], [move.forward for move in fft.transfer], fft.pencil)
    assert_close(steps(points[u.local_slice()]), wanted, precision)
    fft.destroy()


def test_shapes_axes_and_dtypes():
    for shape, dtype in itertools.product(SHAPES, "dDfF"):
        n = len(shape)
        orders = [[(axis,) for axis in range(n)], [(axis,) for axis in reversed(range(n))], [(0,), tuple(range(1, n))], [(1,), (0,)], [(n - 1,)]]
        for groups in orders if is_full or dtype in "dF" else orders[:1]:
            check(shape, dtype, groups)


def test_grids_slabs_and_subcomms():
    shape, groups = (8, 7, 6), [(0,), (1,), (2,)]
    for keywords in ({"grid": (-1,)}, {"grid": (1, -1)}, {"grid": (0, 0)}, {"slab": True}, {"slab": 1}, {"collapse": True}, {"threads": 2}):
        check(shape, "d", groups, **keywords)
    check(shape, "d", groups, comm=Subcomm(comm, [0, 0, 1]))
    cart = comm.Create_cart(MPI.Compute_dims(size, [0, 0, 1]))
    check(shape, "D", groups, comm=Subcomm(cart))
    cart.Free()
    half = comm.Split(rank % 2, rank)
    check(shape, "d", groups, comm=half)
    half.Free()


def along(points, kind, axes, norm="backward"):
    """A cosine or sine transform by its definition."""
    for axis in axes:
        points = np.moveaxis(np.tensordot(matrix(kind, points.shape[axis], True, norm), points, (1, axis)), 0, axis)
    return points


def test_cosine_and_sine_transforms():
    shape = (6, 5, 8)
    for kind, one, back in itertools.product((1, 2, 3, 4), ("dct", "dst"), (False, True)):
        pair = tuple(functools.partial(getattr(fftw, f"{name}{one}n"), type=kind) for name in ("", "i"))
        points = values(shape, "d")
        if back:                                                                        # all axes: real modes
            expected = along(points, f"{one}{kind}", (0, 1, 2), "forward")
            check(shape, "d", [(0,), (1,), (2,)], expected=expected, transforms={(axis,): pair for axis in range(3)})
        else:
            expected = modes_of(along(points, f"{one}{kind}", (1, 2), "forward"), [(0,)])
            check(shape, "d", [(0,), (1, 2)], expected=expected, transforms={(1, 2): pair}, grid=(-1,))


def test_other_backends_and_functions_go_step_by_step():
    check((8, 7, 6), "d", [(0,), (1,), (2,)], is_planned=False, backend="numpy")
    check((8, 7, 6), "D", [(0,), (1, 2)], is_planned=False, backend="numpy", grid=(-1,))
    own = (lambda *a, **k: fftw.rfftn(*a, **k), lambda *a, **k: fftw.irfftn(*a, **k))
    check((8, 7, 6), "d", [(0,), (1,), (2,)], is_planned=False, transforms={(2,): own})


def test_padding_is_that_of_mpi4py_fft():
    """Steps and plan agree, for all parities of the lengths, and products of low modes are exact."""
    for shape, dtype in itertools.product([(8, 9, 10), (10, 11, 12), (7, 8)], "dD"):
        fft = PFFT(comm, shape, dtype=dtype, padding=[1.5] * len(shape))
        assert isinstance(fft.forward, PlannedTransform)
        assert fft.global_shape() == tuple(n * 3 // 2 for n in shape)
        points = values(fft.global_shape(), dtype)
        u = np.ascontiguousarray(points[fft.local_slice(False)])
        uh = fft.forward(u).copy()
        steps = [Transform([getattr(step, way) for step in fft.xfftn[::order]], [getattr(move, way) for move in fft.transfer[::order]],
                           fft.pencil[::order]) for way, order in (("forward", 1), ("backward", -1))]
        assert_close(uh, steps[0](u), "double")
        whole = modes_of(points, [range(len(shape))])
        low = tuple(np.arange(min(s.start, 3), min(s.stop, 3)) for s in fft.local_slice())
        assert_close(uh[np.ix_(*(k - s.start for k, s in zip(low, fft.local_slice())))], whole[np.ix_(*low)], "double")
        back = fft.backward(uh).copy()
        assert_close(back, steps[1](uh), "double")
        assert_close(fft.forward(back), uh, "double")
        fft.destroy()


def index_values(array):
    """Of each element its number in the whole array."""
    numbers = np.arange(np.prod(array.global_shape), dtype=array.dtype).reshape(array.global_shape)
    return numbers[array.local_slice()]


def test_distributed_arrays_move():
    for shape, tensor, dtype in itertools.product(SHAPES, (0, 1, 2), ("d", "f", "D", "i8", "i4")):
        a = DistArray((2,) * tensor + shape, dtype=dtype, rank=tensor, alignment=0)
        a[...] = index_values(a)
        for axis in (*range(1, len(shape)), 0):
            b = a.redistribute(axis)
            assert b.alignment == axis and np.array_equal(b, index_values(b)), (shape, tensor, dtype, axis)
        c = np.zeros_like(a.redistribute(1))
        assert a.redistribute(0, out=c) is c if size == 1 else a.redistribute(out=c) is c
        assert np.array_equal(c, index_values(c))
        assert a.redistribute(0) is a


def test_distributed_arrays_are_numpy_arrays():
    a = DistArray((3, 8, 6), val=2, rank=1)
    assert isinstance(a[1], DistArray) and a[1].rank == 0 and a[:2].rank == 1 and type(a[1, 0]) is np.ndarray
    assert type(a.v) is np.ndarray and a.v.base is a and a.pencil.shape == (8, 6) and a.global_shape == (3, 8, 6)
    assert DistArray((8,), val=1).sum() == 8 and a.subcomm[0] == MPI.COMM_SELF and np.prod(a.commsizes) == size
    a[...] = index_values(a)
    part = a.get((1, slice(None), 2))
    assert part is None if rank else np.array_equal(part, np.arange(3 * 8 * 6.).reshape(3, 8, 6)[1, :, 2])
    fft = PFFT(comm, darray=a[0])
    assert fft.global_shape() == (8, 6) and fft.forward.input_pencil.subshape == a[0].shape
    vector = newDistArray(fft, True, rank=1, view=True)
    assert type(vector) is np.ndarray and vector.base.rank == 1 and vector.shape[0] == 2
    fft.destroy()


def test_pencils_and_transfers():
    subcomm = Subcomm(comm, [0, 1, 0])
    first = Pencil(subcomm, (7, 5, 6), 1)
    second = first.pencil(0)
    move = first.transfer(second, "D")
    whole = np.arange(7 * 5 * 6).reshape(7, 5, 6) * (1 + 2j)
    at = [tuple(slice(s, s + n) for s, n in zip(p.substart, p.subshape)) for p in (first, second)]
    a, b = np.ascontiguousarray(whole[at[0]]), np.zeros(second.subshape, "D")
    move.forward(a, b)
    assert np.array_equal(b, whole[at[1]])
    a[...] = 0
    move.backward(b, a)
    assert np.array_equal(a, whole[at[0]])
    move.destroy()
    subcomm.destroy()
    foreign = first.__class__([comm.Dup(), MPI.COMM_SELF], (6, 5), 1)                   # communicators of no Subcomm
    move = foreign.transfer(foreign.pencil(0), "d")
    a, b = np.full(foreign.subshape, rank, float), np.zeros(foreign.pencil(0).subshape)
    move.forward(a, b)
    assert np.array_equal(b[:, :1].ravel(), np.repeat(np.arange(size), [len(part) for part in np.array_split(np.arange(6), size)])) or b.size == 0
    move.destroy()
    foreign.subcomm[0].Free()


def test_serial_transforms():
    u = values((4, 6, 5), "d")
    for axes in ((0,), (2, 0), (0, 1, 2)):
        there = fftw.rfftn(fftw.aligned(u.shape), axes=axes)
        assert_close(there(u), np.fft.rfftn(u, axes=axes), "double")
        back = fftw.irfftn(there.output_array, s=np.take(u.shape, axes), axes=axes)
        assert_close(back(normalize=True), u, "double")
        both = FFT(u.shape, axes)
        assert_close(both.backward(both.forward(u)), u, "double")
    assert fftw.get_fftw_lib("g") is None and fftw.inverse[fftw.dctn] is fftw.idctn and fftw.flag_dict["FFTW_PATIENT"] == 32
    z = u + 1j
    assert_close(fftw.ifftn(z.copy(), axes=(1,))(z), np.fft.ifft(z, axis=1, norm="forward"), "double")
    mixed = fftw.get_planned_FFT(u.copy(), u.copy(), (1, 2), [fftw.FFTW_REDFT10, fftw.FFTW_RODFT00])
    assert_close(mixed(u), along(along(u, "dct2", (1,)), "dst1", (2,)), "double")
    modes = np.fft.fft(u, axis=1)
    hartley = fftw.get_planned_FFT(u.copy(), u.copy(), (1, 2), [fftw.FFTW_DHT, fftw.FFTW_REDFT10])
    assert_close(hartley(u), along(modes.real - modes.imag, "dct2", (2,)), "double")
    there = fftw.get_planned_FFT(u.copy(), u.copy(), (1,), fftw.FFTW_R2HC)
    assert_close(there(u), np.concatenate((modes.real[:, :4], modes.imag[:, 2:0:-1]), axis=1), "double")
    back = fftw.get_planned_FFT(u.copy(), u.copy(), (1,), fftw.FFTW_HC2R)
    assert_close(back(there.output_array), 6 * u, "double")


def test_hdf5_files():
    if importlib.util.find_spec("h5py") is None:
        return
    import h5py

    folder = comm.bcast(tempfile.mkdtemp() if rank == 0 else None)
    name = os.path.join(folder, "fields.h5")
    if size > 1 and not h5py.get_config().mpi:
        assert_raises_on_all(weft.NotApplicableError, ["h5py was built without MPI", "weft.write_hdf5"], lambda: HDF5File(name, mode="w"))
    else:
        fft = PFFT(comm, (8, 6, 5))
        u, v = newDistArray(fft, False), newDistArray(fft, False, rank=1)
        u[...], v[...] = index_values(u), index_values(v)
        file = HDF5File(name, domain=((0, 1), (0, 2), (0, 3)), mode="w")
        for step in (0, 1):
            file.write(step, {"u": [u, (u, [slice(None), 4, slice(None)])], "v": [v]})
        file.write(0, {"w": [v]}, as_scalar=True)
        assert_raises_on_all(weft.InvalidArgumentError, ["give a list of arrays"], lambda: file.write(2, {"u": u}))
        for name_of, array in (("u", u), ("v", v), ("w2", v[2])):
            back = array.copy()
            back[...] = 0
            back.read(name, name_of, step=0)
            assert np.array_equal(back, array), name_of
        comm.Barrier()
        if rank == 0:
            with h5py.File(name) as written:
                whole = np.arange(8. * 6 * 5).reshape(8, 6, 5)
                assert np.array_equal(written["u/3D/1"], whole) and np.array_equal(written["u/2D/slice_4_slice/1"], whole[:, 4])
                assert written["v/3D/0"].shape == (3, 8, 6, 5) and written["u"].attrs["rank"] == 0
            generate_xdmf(name)
            for end, dimensions in (("", "8 6 5"), ("_slice_4_slice", "8 1 5")):
                grids = ElementTree.parse(name.replace(".h5", f"{end}.xdmf")).findall("Domain/Grid/Grid")
                assert len(grids) == 2 and all(grid.find("Topology").get("Dimensions") == dimensions for grid in grids)
                [item] = grids[1].findall("Attribute/DataItem")
                path = item.text.strip().partition(":")[2]
                with h5py.File(name) as written:
                    assert " ".join(map(str, written[path].shape)) == dimensions.replace(" 1 ", " ") and item.get("Precision") == "8"
        fft.destroy()
    comm.Barrier()
    if rank == 0:
        shutil.rmtree(folder)


def test_errors_are_sentences():
    wrong = weft.InvalidArgumentError
    assert_raises_on_all(wrong, ["axis 3 does not exist"], lambda: PFFT(comm, (8, 6), axes=(0, 3)))
    assert_raises_on_all(wrong, ["does not fit", size], lambda: Subcomm(comm, [size + 1, 1]))
    assert_raises_on_all(weft.NotApplicableError, ["long double", "float64"], lambda: PFFT(comm, (8, 6), dtype="g"))
    assert_raises_on_all(wrong, ["padding has 1 numbers for 2 axes"], lambda: PFFT(comm, (8, 6), padding=[1.5]))
    assert_raises_on_all(wrong, ["no backend 'fast'"], lambda: PFFT(comm, (8, 6), backend="fast"))
    assert_raises_on_all(wrong, ["give shape or darray"], lambda: PFFT(comm))
    assert_raises_on_all(wrong, ["unknown keywords ['effort']"], lambda: PFFT(comm, (8, 6), effort=1))
    fft, subcomm = PFFT(comm, (8, 6)), Subcomm(comm)
    move = Pencil(subcomm, (8, 6)).transfer(Pencil(subcomm, (8, 6)).pencil(0), "d")
    u, uh = newDistArray(fft, False), newDistArray(fft, True)
    bad = np.zeros((2, 7)) if rank == size - 1 else u
    for call in (lambda: fft.forward(bad, uh), lambda: fft.backward(uh, bad), lambda: move.forward(bad, bad)):
        assert_raises_on_all(wrong, [], call)
    assert_raises_on_all(wrong, ["float32", "float64"], lambda: move.forward(u.astype("f"), u))
    fft.destroy()
    subcomm.destroy()


def test_install_answers_imports():
    mpi4py_fft.install("mpi4py_fft_by_weft")
    from mpi4py_fft_by_weft import PFFT as same
    from mpi4py_fft_by_weft.fftw.utilities import FFTW_MEASURE
    from mpi4py_fft_by_weft.pencil import Subcomm as same_subcomm

    assert same is PFFT and same_subcomm is Subcomm and FFTW_MEASURE == 0
