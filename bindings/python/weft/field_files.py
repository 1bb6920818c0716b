"""Fields in files as distributed arrays, with what the file says of them."""

import os

import numpy as np

from . import arguments, errors
from .creation import empty
from .layout import Layout
from .travel import agree_without_array


def slab(shape, n_processes: int) -> Layout:
    """Cut on the first axis."""
    return Layout(shape, n_processes, 0)


def open_field(path: str, dataset, comm) -> dict:
    """The array in a file, read by all processes together, and the fields of look._Field that the file tells.
    Collective over `comm`."""
    return _npy(path, dataset, comm)


def _npy(path: str, dataset, comm) -> dict:
    file, complaint = None, None
    try:
        if dataset is not None:
            raise errors.InvalidArgumentError(f"{path} is no HDF5 file, and a .npy file holds one array; leave out dataset")
        file = np.load(path, mmap_mode="r")
        if not isinstance(file, np.ndarray) or file.dtype.kind not in "biufc" or file.size == 0 or file.ndim == 0:
            raise errors.InvalidArgumentError(f"{path} holds no array of numbers with an axis")
        if file.dtype.itemsize > (16 if file.dtype.kind == "c" else 8):
            raise errors.InvalidArgumentError(f"{path} holds {file.dtype}; save it in double precision at most")
    except OSError as error:
        complaint = errors.ResourceError.code, f"{path} cannot be read: {error}"
    except (errors.Error, ValueError) as error:
        complaint = errors.complaint_of(error)
    agree_without_array(comm, complaint)
    u = empty(slab(file.shape, comm.Get_size()), _dtype_for(file.dtype), comm)
    np.asarray(u)[...] = file[u.slices]
    return {"name": os.path.splitext(os.path.basename(path))[0], "array": u}


def _dtype_for(dtype) -> str:
    """What holds every value: integers become float64, other byte orders that of the machine."""
    native = dtype.newbyteorder("=").name
    return native if native in arguments.DTYPES else "float64"
