"""Array.to_xarray: values, names, coordinates and units, of the whole array and of blocks; files of netCDF."""

import importlib.util
import os
import shutil
import tempfile
import unittest.mock

import numpy as np
import weft
import xarray
from support import assert_raises_here, assert_raises_on_all, comm, is_full, rank, size, values


def array(shape, dtype=float, **keywords):
    whole = values(shape, float).astype(dtype)
    u = weft.zeros(weft.Layout(shape, size, 0, **keywords)).astype(dtype)
    u.owned[...] = whole[u.slices]
    return whole, u


def test_whole_arrays_and_blocks():
    for dtype in (float, "complex64", bool, "int32"):
        for shape, names in (((5,), "x"), ((5, 4), "xy"), ((2, 4, 3), "xyz"), ((2, 3, 2, 2), [f"axis_{i}" for i in range(4)])):
            whole, u = array(shape, dtype, ghosts=1)
            for root in (0, size - 1, None):
                found = u.to_xarray(root=root)
                if root not in (None, rank):
                    assert found is None
                    continue
                assert type(found) is xarray.DataArray and found.dims == tuple(names) and found.dtype == dtype
                assert np.array_equal(found.values, whole) and found.name is None and found.attrs == {}
                assert all(found[name].values.tolist() == list(range(n)) for name, n in zip(names, shape))
            block = u.to_xarray(local=True)
            assert np.array_equal(block.values, whole[u.slices]) and (u.size == 0 or np.shares_memory(block.values, u))
            assert [block[name].values.tolist() for name in names] == [list(range(*ends)) for ends in u.box]
    blocks = comm.allgather(array((6, 4))[1].to_xarray(local=True))
    together = xarray.combine_by_coords([block.to_dataset(name="u") for block in blocks if block.size])
    assert np.array_equal(together.u.values, array((6, 4))[0])


def test_coordinates_and_wavenumbers_of_plans():
    lengths = (2.0, 3.0, 1.0)
    for keywords in ({}, {"axes": (1, 2)}, {"transform": "c2c", "grid": (1, size)}):
        with weft.Plan((6, 5, 4), **keywords) as plan:
            u = plan.points()
            places = [np.arange(n) * (length / n) for n, length in zip((6, 5, 4), lengths)]
            for coords in (plan.coordinates(lengths=lengths), list(places), dict(zip("xyz", places)), {"y": places[1]}):
                found = u.to_xarray(coords, "m/s", coordinate_units=("m", "m", "km"), name="u", attributes={"run": 7}, root=None)
                assert found.name == "u" and found.attrs == {"run": 7, "units": "m/s"}
                for name, numbers, units in zip("xyz", places, ("m", "m", "km")):
                    if isinstance(coords, dict) and name not in coords:
                        assert name not in found.coords
                    else:
                        assert np.allclose(found[name].values, numbers, 0, 1e-15) and found[name].attrs == {"units": units}
            k = plan.wavenumbers(lengths=lengths)
            modes = plan.modes().to_xarray(dict(zip(("kx", "ky", "kz"), k)), coordinate_units="1/m", root=None)
            assert modes.dims == ("kx", "ky", "kz") and modes.shape == plan.modes_shape
            n = plan.modes_shape[2]
            expected = [np.fft.fftfreq(6, 1 / 6), np.fft.fftfreq(5, 1 / 5), np.fft.fftfreq(4, 1 / 4) if n == 4 else np.arange(3)]
            for axis, (name, length) in enumerate(zip(modes.dims, lengths)):
                if axis not in plan.transformed_axes:
                    assert name not in modes.coords
                else:
                    assert np.allclose(modes[name].values, 2 * np.pi / length * expected[axis]) and modes[name].units == "1/m"
            block = plan.modes().to_xarray(plan.wavenumbers(), local=True)
            assert block.shape == plan.modes().shape


def test_grids_as_files_have_them():
    whole, u = array((4, 6))
    grid = weft.grid_attributes((2, 3), origin=(1, 0), axis_names=("y", "x"), length_units="cm")
    for found in (u.to_xarray(grid=grid, units="K", root=None), u.to_xarray(grid=grid, units="K", local=True)):
        wanted = found.isel() if found.shape == u.shape and size > 1 else found
        assert wanted.dims == ("y", "x") and wanted.units == "K" and wanted.y.units == wanted.x.units == "cm"
    found = u.to_xarray(grid=grid, root=None)
    assert found.y.values.tolist() == [1, 1.5, 2, 2.5] and found.x.values.tolist() == [0, 0.5, 1, 1.5, 2, 2.5]
    assert u.to_xarray(grid=grid, coordinate_units="m", root=None).x.units == "m"
    assert float(found.sel(y=1.6, x=0.4, method="nearest")) == whole[1, 1]
    # What weft writes, another library reads with the same labels.
    folder = comm.bcast(tempfile.mkdtemp() if rank == 0 else None)
    try:
        path = os.path.join(folder, "u.h5")
        weft.write_hdf5(path, {"u": u}, grid=grid, units="K")
        reader = weft.Hdf5Reader(path)
        said = reader.info("u").attributes
        again = reader.read("u").to_xarray(grid=said, units=said["units"], root=None)
        assert again.identical(u.to_xarray(grid=grid, units="K", root=None))
    finally:
        comm.Barrier()
        if rank == 0:
            shutil.rmtree(folder)


def test_files_of_netcdf():
    engine = next((name for name in ("h5netcdf", "netCDF4", "scipy") if importlib.util.find_spec(name)), None)
    whole, u = array((4, 6), "float32")
    found = u.to_xarray(grid=weft.grid_attributes((2, 3), length_units="m"), units="m/s", name="u")
    if rank == 0 and engine is not None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "u.nc")
            found.to_dataset().to_netcdf(path, engine=engine.lower() if engine != "netCDF4" else "netcdf4")
            with xarray.open_dataset(path, engine=engine.lower() if engine != "netCDF4" else "netcdf4") as again:
                assert again.u.identical(found) and again.u.units == "m/s" and again.x.units == "m"
                assert again.u.dtype == np.float32 and np.array_equal(again.u.values, whole)


def test_bad_arguments():
    _, u = array((4, 6))
    local = u[1:]
    bad = [(["axes are x, y", "'z'"], dict(coords={"z": [1]})), (["4 real numbers"], dict(coords=([1, 2, 3] * 9, None))),
           (["each of the 2 axes"], dict(coords=([1],))), (["type str"], dict(coords="xy")), (["that differ"], dict(grid={"axis_names": "xx"})),
           (["lengths [1.0]"], dict(grid={"lengths": [1]})), (["3 axes"], dict(coordinate_units=("m", "m", "m"))),
           (["root", str(size)], dict(root=size))]
    for fragments, keywords in bad:
        assert_raises_on_all(weft.InvalidArgumentError, fragments, lambda: u.to_xarray(**keywords))
        for odd in range(size if is_full else 1):
            assert_raises_on_all(weft.InvalidArgumentError, fragments, lambda: u.to_xarray(**(keywords if rank == odd else {})))
        if "root" not in keywords:
            assert_raises_here(weft.InvalidArgumentError, fragments, lambda: u.to_xarray(local=True, **keywords))
    assert_raises_here(weft.InvalidArgumentError, ["no layout"], lambda: local.to_xarray())
    with unittest.mock.patch("importlib.util.find_spec", lambda name: None):
        assert_raises_on_all(weft.ResourceError, ["no xarray", "pip install xarray"], lambda: u.to_xarray())
        assert_raises_here(weft.ResourceError, ["no xarray"], lambda: u.to_xarray(local=True))
    if size > 1:
        assert_raises_on_all(weft.MismatchError, ["root"], lambda: u.to_xarray(root=rank % 2))
