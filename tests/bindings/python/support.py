"""What the tests share: the world, seeded global arrays, errors that all processes must raise."""

import os

import numpy as np
from mpi4py import MPI

import weft

comm = MPI.COMM_WORLD
rank, size = comm.Get_rank(), comm.Get_size()
is_full = os.environ.get("WEFT_TEST_FULL") == "1"

REAL = {"double": np.float64, "single": np.float32}
COMPLEX = {"double": np.complex128, "single": np.complex64}
TOLERANCE = {"double": 1e-13, "single": 1e-5}


def values(shape, dtype, seed=1):
    """The same random global array on every process."""
    generator = np.random.default_rng(seed)
    array = generator.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        array = array + 1j * generator.standard_normal(shape)
    return array.astype(dtype)


def index_values(shape, dtype=np.float64):
    """A global array in which every element says where it is."""
    return np.arange(int(np.prod(shape))).reshape(shape).astype(dtype)


def assert_close(actual, expected, precision="double"):
    """In relative l2, of the global norm."""
    error = comm.allreduce(float(np.sum(np.abs(np.asarray(actual) - expected) ** 2)))
    norm = comm.allreduce(float(np.sum(np.abs(expected) ** 2)))
    assert actual.shape == expected.shape, (actual.shape, expected.shape)
    assert error <= TOLERANCE[precision] ** 2 * max(norm, 1e-300), (error / max(norm, 1e-300)) ** 0.5


def error_on_all(call):
    """The class and message of the weft.Error that all processes raise, the same on all."""
    text = None
    try:
        call()
    except weft.Error as error:
        text = f"{type(error).__name__}: {error}"
    texts = comm.allgather(text)
    assert None not in texts, f"not raised on process {texts.index(None)}: {texts}"
    assert len(set(texts)) == 1, f"different errors: {texts}"
    return text


def assert_raises_on_all(kind, fragments, call):
    """All processes raise an error of exactly this class with the same message, which contains the fragments."""
    text = error_on_all(call)
    assert text.startswith(kind.__name__ + ":"), text
    for fragment in fragments:
        assert str(fragment) in text, f"{fragment!r} is not in {text!r}"


def assert_raises_here(kind, fragments, call):
    """This process raises it; what the others do is their business."""
    try:
        call()
    except kind as error:
        for fragment in fragments:
            assert str(fragment) in str(error), f"{fragment!r} is not in {error!s}"
        return
    raise AssertionError(f"{kind.__name__} was not raised")
