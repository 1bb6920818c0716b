"""Spectra and slices of arrays and files: the numbers against direct sums, the pictures as files that are complete."""

import json
import os
import sys
import tempfile

import numpy as np
import weft
from distributed import layouts
from mpi4py import MPI
from support import assert_raises_on_all, comm, rank, size, values
from weft_figures import field_figures

SHAPE = (8, 6, 10)


def direct_spectrum(fields, lengths, width):
    """By shells of |k|, from numpy.fft of the whole arrays."""
    n = fields[0].size
    k2 = 0
    for axis, (points, length) in enumerate(zip(fields[0].shape, lengths)):
        k = np.fft.fftfreq(points, 1 / points) * 2 * np.pi / length
        k2 = k2 + (k**2).reshape([-1 if a == axis else 1 for a in range(len(lengths))])
    shell = np.floor(np.sqrt(k2) / width + 0.5).astype(int)
    energy = np.zeros(shell.max() + 1)
    for field in fields:
        np.add.at(energy, shell, abs(np.fft.fftn(field)) ** 2 / n**2 / 2)
    return np.arange(len(energy)) * width, energy


def folder():
    return comm.bcast(tempfile.mkdtemp() if rank == 0 else None)


def arrays_of(whole):
    for layout in layouts(whole.shape):
        u = weft.zeros(layout, whole.dtype, comm, "F")
        u[...] = whole[u.slices]
        yield u


def test_spectra_are_direct_sums():
    for dtype in (float, complex, "f4"):
        whole = values(SHAPE, dtype)
        other = values(SHAPE, dtype, 2)
        tolerance = 1e-12 if dtype != "f4" else 1e-5
        for u, v in zip(arrays_of(whole), arrays_of(other)):
            k, energy = weft.look.spectrum(u)
            expected_k, expected = direct_spectrum([whole], (2 * np.pi,) * 3, 1)
            assert np.allclose(k, expected_k) and np.allclose(energy, expected, tolerance, 0)
        k, energy = weft.look.spectrum([u, v], lengths=(1, 2, 3), width=1.5)
        expected_k, expected = direct_spectrum([whole, other], (1, 2, 3), 1.5)
        assert np.allclose(k, expected_k) and np.allclose(energy, expected, tolerance, 1e-12 * expected.max())
    line = weft.fromfunction(lambda i: np.cos(2 * np.pi * 3 * i / 16), weft.Layout((16,), size, 0))
    k, energy = weft.look.spectrum(line)
    assert np.argmax(energy) == 3 and abs(energy[3] - 0.25) < 1e-12


def test_slices_are_numpys():
    whole = values(SHAPE, float)
    for u in arrays_of(whole):
        for axis, index, expected in ((0, 3, whole[3]), ("y", -1, whole[:, -1]), ("2", 0, whole[..., 0]), (-1, 9, whole[..., 9])):
            plane = weft.look.slice(u, axis, index)
            assert np.array_equal(plane, expected) if rank == 0 else plane is None
    square = weft.zeros(weft.Layout((4, 5), size, 0))
    square.global_[2, 3] = 7
    plane = weft.look.slice(square)
    assert plane is None or plane[2, 3] == 7 == plane.sum()
    line = weft.look.slice(square, axis="x", index=2)
    assert line is None or line.tolist() == [0, 0, 0, 7, 0]


def test_files_are_read_in_parts():
    place = folder()
    whole = values(SHAPE, float)
    for name, saved in (("a", whole), ("b", np.asfortranarray(whole)), ("c", whole.astype(">f4")),
                        ("d", (100 * whole).astype("i2"))):
        path = os.path.join(place, name + ".npy")
        if rank == 0:
            np.save(path, saved)
        comm.Barrier()
        k, energy = weft.look.spectrum(path)
        assert np.allclose(energy, direct_spectrum([saved.astype(float)], (2 * np.pi,) * 3, 1)[1], 1e-5, 0)
        plane = weft.look.slice(path, "z", 4)
        assert plane is None or np.array_equal(plane, saved[..., 4])


def test_hdf5_files_tell_units_names_and_lengths():
    path = os.path.join(folder(), "flow.h5")
    wholes = [values(SHAPE, float, seed) for seed in (1, 2)]
    words = {"lengths": [3.0, 2.0, 1.0], "length_units": "m", "axis_names": ["x", "y", "height"], "origin": [0, -1.0, 0]}
    with weft.Hdf5Writer(path, comm) as file:
        for name, whole in zip("uv", wholes):
            file.write(name, weft.scatter(whole if rank == 0 else None, weft.Layout(SHAPE, size, 1)), units="m/s",
                       attributes=words)
    for source, dataset, fields in ((path, "u", wholes[:1]), ([path], "/v", wholes[1:]), (path, ["u", "v"], wholes)):
        k, energy = weft.look.spectrum(source, dataset=dataset)
        expected_k, expected = direct_spectrum(fields, (3, 2, 1), 2 * np.pi / 3)
        assert np.allclose(k, expected_k) and np.allclose(energy, expected, 1e-12, 0)
    plane = weft.look.slice(path, "height", 4, dataset="v", plot=os.path.join(os.path.dirname(path), "a.svg"))
    assert plane is None or np.array_equal(plane, wholes[1][..., 4])
    if rank == 0:
        with open(os.path.join(os.path.dirname(path), "a.svg"), encoding="utf-8") as file:
            picture = file.read()
        for text in ("v at height = 0.4 m (index 4 of 10)", "x [m]", "y [m]", "v [m/s]"):
            assert f"<!-- {text} -->" in picture, text  # what matplotlib drew as paths
    assert_raises_on_all(weft.InvalidArgumentError, ["several datasets", "/u, /v"], lambda: weft.look.spectrum(path))
    assert_raises_on_all(weft.InvalidArgumentError, ["'q'", "/u, /v"], lambda: weft.look.spectrum(path, dataset="q"))


def test_pictures_are_files_that_are_complete():
    place = folder()
    u = weft.fromfunction(lambda i, j, k: np.sin(i) + 0 * (j + k), weft.Layout(SHAPE, size, 0))
    begins = {".png": b"\x89PNG", ".pdf": b"%PDF", ".svg": b"<?xml"}
    for ending, begin in begins.items():
        for call in (lambda: weft.look.spectrum(u, plot=path), lambda: weft.look.slice(u, "z", 1, lengths=1, plot=path)):
            path = os.path.join(place, "picture" + ending)
            call()
            if rank == 0:
                with open(path, "rb") as file:
                    assert file.read(len(begin)) == begin
                os.remove(path)
            comm.Barrier()
    # Fields that are hard to draw: constants, zeros, no number, complex, two points.
    nothing = u * 0
    holes = u.copy()
    holes.global_[3, 2, 1] = np.nan
    tiny = weft.zeros(weft.Layout((2, 2), size, 0))
    for field in (nothing, nothing + 3, holes, u + 1j, tiny):
        weft.look.slice(field, "x", 1, plot=path) if field.ndim == 3 else weft.look.slice(field, plot=path)
    weft.look.spectrum(nothing, plot=path)
    weft.look.spectrum(tiny, plot=path)
    assert comm.bcast(sorted(os.listdir(place)) if rank == 0 else None) == ["picture.svg"]
    assert "matplotlib.pyplot" not in sys.modules  # no display is looked for


def test_bad_arguments():
    place = folder()
    invalid, resource = weft.InvalidArgumentError, weft.ResourceError
    u = weft.zeros(weft.Layout(SHAPE, size, 0), comm=comm)
    small = weft.zeros(weft.Layout((8, 6), size, 0), comm=comm)
    text = os.path.join(place, "a.npy")
    if rank == 0:
        with open(text, "w") as file:
            file.write("no array")
    comm.Barrier()
    for kind, fragments, call in (
            (invalid, [".jpg", ".png"], lambda: weft.look.spectrum(u, plot="a.jpg")),
            (resource, ["cannot read /dev/zero", "not a regular file"], lambda: weft.look.spectrum("/dev/zero")),
            (resource, ["cannot write", "a.png"], lambda: weft.look.spectrum(u, plot=os.path.join(place, "no", "a.png"))),
            (resource, ["absent.npy"], lambda: weft.look.spectrum(os.path.join(place, "absent.npy"))),
            (invalid, [], lambda: weft.look.spectrum(text)),
            (invalid, ["type int"], lambda: weft.look.spectrum(3)),
            (invalid, ["empty list"], lambda: weft.look.spectrum([])),
            (invalid, ["one shape"], lambda: weft.look.spectrum([u, small])),
            (invalid, ["lengths", "3"], lambda: weft.look.spectrum(u, lengths=(1, 2))),
            (invalid, ["lengths"], lambda: weft.look.spectrum(u, lengths=-1)),
            (invalid, ["lengths"], lambda: weft.look.slice(u, 0, 0, lengths="x")),
            (invalid, ["width"], lambda: weft.look.spectrum(u, width=0)),
            (invalid, ["which plane", "x, y, z"], lambda: weft.look.slice(u)),
            (invalid, ["'q'"], lambda: weft.look.slice(u, "q")),
            (invalid, ["axis 3"], lambda: weft.look.slice(u, 3)),
            (invalid, ["index 10", "10 points"], lambda: weft.look.slice(u, "z", 10)),
            (invalid, ["2 names"], lambda: weft.look.slice(u, 0, 0, axis_names=("a", "b"))),
            (invalid, ["4 axes"], lambda: weft.look.slice(weft.zeros(weft.Layout((2, 2, 2, 2), size, 0)), 0))):
        assert_raises_on_all(kind, fragments, call)
    comm.Barrier()


def test_the_diverging_map_is_uniform_to_the_eye():
    lab = field_figures.diverging_lab(101)
    steps = np.linalg.norm(np.diff(lab, axis=0), axis=1)
    assert np.ptp(steps) < 1e-9 * steps.max()  # equal steps in CIELAB
    assert np.allclose(lab[:, 0], lab[::-1, 0]) and abs(lab[50, 1:]).max() < 1e-12  # equally light, white at zero
    rgb = field_figures.rgb_of_lab(lab)
    assert rgb.min() > 0 and rgb.max() < 1  # nothing is clipped
    # Known colours: white, and sRGB's red (CIE 15:2004 by way of IEC 61966-2-1).
    assert np.allclose(field_figures.rgb_of_lab([100, 0, 0]), 1, atol=2e-3)
    assert np.allclose(field_figures.rgb_of_lab([53.24, 80.09, 67.20]), (1, 0, 0), atol=5e-3)
    assert field_figures.colours_of(np.array([1.0, 2]))[0] == "viridis" and field_figures.colours_of(np.array([-1e-17, 2]))[0] == "viridis"
    colours, low, high = field_figures.colours_of(np.array([-1.0, 3]))
    assert colours.name == "weft-diverging" and (low, high) == (-3, 3)


def test_the_guide_is_drawn_only_where_it_fits():
    k = np.arange(1, 200.0)
    line = field_figures.guide(k, k ** (-5 / 3), 128)
    assert line is not None and abs(np.diff(np.log(line[1]))[0] / np.diff(np.log(line[0]))[0] + 5 / 3) < 1e-9
    for slope in (-1, -3, 0):
        assert field_figures.guide(k, k**slope, 128) is None
    assert field_figures.guide(k[:6], k[:6] ** (-5 / 3), 3) is None


def test_a_report_is_written_by_one_process():
    if rank == 0:
        where = tempfile.mkdtemp()
        row = {"shape": [8, 8, 8], "transform": "r2c", "precision": "double", "applies": True, "exchange": "none",
               "choice": "1 native", "pair": {"min": 1e-3, "median": 2e-3},
               "stages": {"forward": [{"name": "sweep 2,1", "seconds": 1e-3}], "backward": []}}
        report = {"command": "weft bench", "machine": {"host": "a", "processes": 1}, "versions": {}, "protocol": {},
                  "results": [row]}
        names = [os.path.join(where, name) for name in ("a.json", "b.json", "report.html")]
        for name, precision in zip(names, ("double", "single")):
            row["precision"] = precision
            with open(name, "w", encoding="utf-8") as file:
                json.dump(report, file)
        written = weft.report.write(names[:1], names[2], formats=("svg",))
        assert written == [names[2], os.path.join(where, "report-stages.svg")] and all(map(os.path.exists, written))
        weft.report.write(names[:2], names[2], only="precision=single")
        for error, bad, output in ((weft.InvalidArgumentError, names[:2], names[2]), (weft.InvalidArgumentError, [], names[2]),
                                   (weft.ResourceError, ["absent.json"], names[2]),
                                   (weft.ResourceError, names[:1], os.path.join(where, "no", "report.html"))):
            try:
                weft.report.write(bad, output)
            except error:
                continue
            raise AssertionError(f"{error.__name__} expected")
    comm.Barrier()
