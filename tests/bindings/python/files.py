"""Files, beside h5py and NumPy, which read and write the same files on one process."""

import os
import shutil
import tempfile
import traceback
import xml.etree.ElementTree as ET

import h5py
import numpy as np
import weft
from mpi4py import MPI
from support import assert_raises_on_all, comm, rank, size

invalid = weft.InvalidArgumentError
SHAPE = (7, 6, 5)


class Folder:
    """A folder of all processes, removed at the end."""

    def __enter__(self):
        self.path = comm.bcast(tempfile.mkdtemp() if rank == 0 else None)
        return lambda name: os.path.join(self.path, name)

    def __exit__(self, *_):
        comm.Barrier()
        if rank == 0:
            shutil.rmtree(self.path)


def whole(dtype):
    i, j, k = np.mgrid[: SHAPE[0], : SHAPE[1], : SHAPE[2]]
    u = 100 * i + 10 * j + k + (0.5 if np.dtype(dtype).kind == "f" else 1j * (i - k))
    return u.astype(dtype)


def blocks(dtype, axis=0, ghosts=0, order=None):
    layout = weft.Layout(SHAPE, size, axis, ghosts=ghosts) if ghosts else weft.Layout(SHAPE, size, axis)
    u = weft.zeros(layout, dtype, comm, order)
    mine = whole(dtype)[tuple(slice(*r) for r in u.distribution.box)]
    return weft.redistribute(weft.array(np.ascontiguousarray(mine), weft.Layout(SHAPE, size, axis), comm), out=u)


def on_first(check):
    """Runs a check on process 0; all raise what it raises."""
    comm.Barrier()
    problem = None
    if rank == 0:
        try:
            check()
        except Exception:  # noqa: BLE001: told to all
            problem = traceback.format_exc()
    problem = comm.bcast(problem)
    assert problem is None, problem


def test_h5py_reads_what_weft_writes():
    with Folder() as folder:
        for dtype in ("float32", "float64", "complex64", "complex128"):
            for options in ({}, {"compression": 4, "shuffle": True, "fletcher32": True}, {"chunks": (3, 2, 5)}):
                u = blocks(dtype, axis=1, order="F")
                weft.write_hdf5(folder("u.h5"), {"u": u, "flow/v": u}, attributes={"time": 0.25, "names": ["a", "ß"]},
                                units="m/s", **options)

                def check():
                    with h5py.File(folder("u.h5")) as file:
                        for name in ("u", "flow/v"):
                            data = file[name]
                            assert data.dtype == np.dtype(dtype) and data.shape == SHAPE
                            assert (data[...] == whole(dtype)).all()
                            assert data.attrs["units"] == "m/s"
                            assert data.compression == ("gzip" if "compression" in options else None)
                            assert data.fletcher32 == options.get("fletcher32", False)
                            assert data.shuffle == options.get("shuffle", False)
                            if "chunks" in options:
                                assert data.chunks == options["chunks"]
                        assert file.attrs["time"] == 0.25 and list(file.attrs["names"]) == ["a", "ß"]

                on_first(check)


def test_weft_reads_what_h5py_writes():
    with Folder() as folder:
        def write():
            with h5py.File(folder("u.h5"), "w") as file:
                for dtype in ("float32", ">f8", "complex64", ">c16", "int16", ">u4"):
                    kind = "float64" if np.dtype(dtype).kind in "iu" else dtype
                    file[f"plain/{dtype}"] = whole(kind).astype(dtype)
                    file.create_dataset(f"packed/{dtype}", data=whole(kind).astype(dtype), chunks=(2, 6, 3),
                                        compression="gzip", shuffle=True)
                file["sparse"] = np.zeros(SHAPE)
                file.create_dataset("never written", SHAPE, "f8", fillvalue=7.0)
                file["a text"] = "no numbers"
                file["scalar"] = 3.5
                file.attrs["time"], file.attrs["step"] = np.float32(0.5), np.int16(3)
                file.attrs["bytes"] = np.bytes_("fixed")
                file.attrs["list"] = np.arange(3)
                file.attrs["matrix"] = np.zeros((2, 2))
                file["plain/float32"].attrs["units"] = "m"

        on_first(write)
        reader = weft.Hdf5Reader(folder("u.h5"), comm)
        assert reader.attributes() == {"time": 0.5, "step": 3, "bytes": "fixed", "list": [0, 1, 2]}
        assert reader.attributes("plain/float32") == {"units": "m"}
        assert "/a text" not in reader.datasets() and "/scalar" in reader.datasets()
        for name in reader.datasets():
            if not name.startswith(("/plain", "/packed")):
                continue
            u = reader.read(name, like=weft.Layout(SHAPE, size, 2))
            kind = np.dtype(name.split("/")[-1])
            expected = whole("float64").astype(kind) if kind.kind in "iu" else whole(kind.newbyteorder("="))
            got = weft.gather(u, root=None)
            assert (got == expected).all(), name
        assert (weft.read_hdf5(folder("u.h5"), "never written", comm=comm) == 7).all()


def test_reading_into_arrays_with_ghost_cells_and_other_precision():
    with Folder() as folder:
        u = blocks("float64")
        weft.write_hdf5(folder("u.h5"), {"u": u})
        reader = weft.Hdf5Reader(folder("u.h5"), comm)
        out = weft.zeros(weft.Layout(SHAPE, size, 1), "float32", comm)
        assert_raises_on_all(invalid, ["double", "float", "convert"], lambda: reader.read("u", out=out))
        assert reader.read("u", out=out, convert=True) is out
        assert (weft.gather(out, root=None) == whole("float32")).all()
        assert_raises_on_all(invalid, ["no dataset /v", "/u"], lambda: reader.read("v"))
        wrong = weft.zeros(weft.Layout((5, 6, 7), size, 0), comm=comm)
        assert_raises_on_all(invalid, ["7x6x5", "5x6x7"], lambda: reader.read("u", out=wrong))


def test_npy_files_are_those_of_numpy():
    with Folder() as folder:
        for dtype in ("float32", "complex128"):
            u = blocks(dtype, axis=2)
            weft.write_npy(folder("u.npy"), u)

            def check():
                assert (np.load(folder("u.npy")) == whole(dtype)).all()
                np.save(folder("f.npy"), np.asfortranarray(whole(dtype)))

            on_first(check)
            for name in ("u.npy", "f.npy"):
                got = weft.read_npy(folder(name), like=weft.Layout(SHAPE, size, 1), comm=comm)
                assert got.dtype == np.dtype(dtype) and (weft.gather(got, root=None) == whole(dtype)).all()


def test_a_failed_with_leaves_the_old_file():
    with Folder() as folder:
        u = blocks("float64")
        weft.write_hdf5(folder("u.h5"), {"u": u}, attributes={"old": 1})
        try:
            with weft.Hdf5Writer(folder("u.h5"), comm) as file:
                file.write("v", u)
                raise RuntimeError("of the program")
        except RuntimeError:
            pass
        comm.Barrier()
        assert weft.Hdf5Reader(folder("u.h5"), comm).datasets() == ["/u"]
        assert len(os.listdir(os.path.dirname(folder("u.h5")))) == 1
        for options, words in (({"compression": 11}, "compression is '11'"), ({"precision": "half"}, "half"),
                               ({"attributes": {"a": {}}}, "attribute a"), ({"chunks": (2.5, 1)}, "chunks is '2.5x1'"),
                               ({"shuffel": True} if rank == size - 1 else {}, "dataset option 'shuffel' is unknown")):
            file = weft.Hdf5Writer(folder("w.h5"), comm)
            assert_raises_on_all(invalid, [words], lambda f=file, o=options: f.write("u", u, **o))
            file.__exit__(RuntimeError, None, None)


def data_items(element):
    for item in element.iter("DataItem"):
        if item.get("Format") in ("HDF", "Binary"):
            yield item


def check_xdmf(path, n_grids):
    """Each item's file, dataset, shape and precision are those that h5py sees."""
    root = ET.parse(path).getroot()
    assert root.tag == "Xdmf" and root.get("Version").startswith("3")
    grids = [g for g in root.iter("Grid") if g.get("GridType") == "Uniform"]
    assert len(grids) == n_grids
    for grid in grids:
        shape = tuple(int(n) for n in grid.find("Topology").get("Dimensions").split())
        for attribute in grid.findall("Attribute"):
            assert attribute.get("Center") == "Node"
            (item,) = data_items(attribute)
            dimensions = tuple(int(n) for n in item.get("Dimensions").split())
            name = attribute.get("Name")
            file = item.text.split(":")[0]
            with h5py.File(os.path.join(os.path.dirname(path), file)) as h5:
                if item.get("Format") == "HDF":
                    data = h5[item.text.split(":")[1]]
                    assert dimensions == shape == data.shape and data.dtype.itemsize == int(item.get("Precision"))
                else:  # one part of complex numbers
                    data = h5[name[:-2]]
                    assert data.shape == shape and dimensions == shape[:-1] + (2 * shape[-1],)
                    assert int(item.get("Seek")) == data.id.get_offset()
                    assert data.dtype.itemsize == 2 * int(item.get("Precision"))
                    raw = np.fromfile(h5.filename, f"<f{item.get('Precision')}", np.prod(dimensions), offset=int(item.get("Seek")))
                    begin = {"r": 0, "i": 1}[name[-1]]
                    part = {"r": data[...].real, "i": data[...].imag}[name[-1]]
                    assert (raw[begin::2].reshape(shape) == part).all()
    return grids


def test_series_goes_on_and_xdmf_fits_the_files():
    with Folder() as folder:
        u, w = blocks("float64"), blocks("complex64", axis=1)
        grid = weft.grid_attributes((7, 12, 20), origin=(1, 2, 3), axis_names="zyx", length_units="m")
        for start in (0, 2):
            series = weft.Series(folder("flow"), comm)
            assert [s.step for s in series.snapshots] == [10 * i for i in range(start)]
            for i in range(start, start + 2):
                series.append(0.1 * (i + 1), 10 * i, {"u": u + i, "part/w": w}, units="m/s", grid=grid)
        assert_raises_on_all(invalid, ["0.4", "not after"], lambda: series.append(0.4, 90, {"u": u}))
        assert_raises_on_all(invalid, ["step 30", "step 1"], lambda: series.append(0.9, 1, {"u": u}))
        assert_raises_on_all(invalid, ["4 snapshots"], lambda: series.open(9))
        assert (weft.gather(series.open(-1).read("u", like=u), root=None) == whole("float64") + 3).all()
        with Folder() as other:
            assert_raises_on_all(invalid, ["beside it"],
                                 lambda: weft.write_xdmf(other("f.xdmf"), folder("flow.000000.h5"), comm))
        weft.write_xdmf(folder("one.xdmf"), folder("flow.000001.h5"), comm)

        def check():
            (grid,) = check_xdmf(folder("one.xdmf"), 1)
            assert grid.find("Time").get("Value") == "0.2"
            numbers = [[float(x) for x in item.text.split()] for item in grid.find("Geometry")]
            assert numbers == [[1, 2, 3], [1, 2, 4]]  # slowest axis first, as the topology
            grids = check_xdmf(folder("flow.xdmf"), 4)
            assert [float(g.find("Time").get("Value")) for g in grids] == [0.1 * i for i in (1, 2, 3, 4)]

        on_first(check)


def parse_vti(path):
    """Extent, origin, spacing and arrays of an image with appended raw data."""
    text = open(path, "rb").read()
    begin = text.index(b'<AppendedData encoding="raw">')
    data = text[text.index(b"_", begin) + 1:]
    root = ET.fromstring(text[:begin] + b"</VTKFile>")
    image = root.find("ImageData")
    extent = [int(n) for n in image.get("WholeExtent").split()]
    shape = [extent[2 * a + 1] - extent[2 * a] + 1 for a in (2, 1, 0)]
    arrays = {}
    for array in image.iter("DataArray"):
        offset = int(array.get("offset"))
        n = int(np.frombuffer(data[offset:offset + 8], "<u8")[0])
        dtype = {"Float64": "<f8", "Float32": "<f4"}[array.get("type")]
        arrays[array.get("Name")] = np.frombuffer(data[offset + 8:offset + 8 + n], dtype).reshape(shape)
    return [float(x) for x in image.get("Origin").split()], [float(x) for x in image.get("Spacing").split()], arrays


def test_vtk_images_hold_the_plane():
    with Folder() as folder:
        for dtype in ("float64", "complex64"):
            for axis in range(3):
                u, index = blocks(dtype, axis=1, order=(2, 0, 1)), SHAPE[axis] - 2
                weft.write_vtk_slice(folder("u.vti"), u, axis, index, "u", weft.grid_attributes((7, 12, 20), (1, 2, 3)))

                def check():
                    origin, spacing, arrays = parse_vti(folder("u.vti"))
                    expected = np.take(whole(dtype), [index], axis)
                    first = [1.0, 2.0, 3.0]
                    first[axis] += index * [1.0, 2.0, 4.0][axis]
                    assert origin == first[::-1] and spacing == [4.0, 2.0, 1.0]
                    if dtype == "float64":
                        assert (arrays["u"] == expected).all() and len(arrays) == 1
                    else:
                        assert (arrays["u.r"] == expected.real).all() and (arrays["u.i"] == expected.imag).all()
                        assert np.allclose(arrays["u.magnitude"], abs(expected))

                on_first(check)
        assert_raises_on_all(invalid, ["no plane 7", "0 to 6"], lambda: weft.write_vtk_slice(folder("u.vti"), u, 0, 7))


def test_names_of_files_may_be_no_utf8():
    """Latin 1, as old folders have it: what os.listdir() says of it opens it, and errors tell it."""
    name = os.fsdecode(b"na\xefve")
    u = blocks("float64")
    with Folder() as path:
        for ending, write, read in ((".npy", lambda file: weft.write_npy(file, u), lambda file: weft.read_npy(file, like=u)),
                                    (".h5", lambda file: weft.write_hdf5(file, {"u": u}),
                                     lambda file: weft.read_hdf5(file, "u", like=u)),
                                    (".weft", lambda file: weft.write_checkpoint(file, {"u": u}),
                                     lambda file: weft.Checkpoint(file, comm).read("u", like=u))):
            for given in (path(name + ending), os.fsencode(path(name + ending))):
                write(given)
                assert np.array_equal(read(given), u)
            comm.Barrier()
            assert name + ending in os.listdir(path(""))
            assert_raises_on_all(weft.ResourceError, [f"{name}.absent{ending}"],
                                 lambda read=read, ending=ending: read(path(f"{name}.absent{ending}")))
        series = weft.Series(path(name), comm)
        series.append(0.0, 0, {"u": u})
        assert weft.Series(path(name), comm).snapshots[0].path == path(name + ".000000.h5")
