"""Names for the types that signatures of the package share."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, List, Literal, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

if TYPE_CHECKING:
    from mpi4py.MPI import Comm as Comm
    from typing_extensions import TypeVar
    from typing_extensions import Unpack as Unpack

    from . import keywords
    from .arrays import Array

AnyArray = np.ndarray[Any, np.dtype[Any]]
Complaint = Optional[Tuple[int, str]]  # code and message of an error to be agreed on
Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
Name = Union[str, "os.PathLike[str]"]  # of a file that Python opens
Lengths = Union[float, Sequence[float], None]  # of a domain: of all axes, or one for each
Order = Union[Literal["C", "F"], Sequence[int], None]  # of axes in memory
Attributes = Mapping[str, Any]  # texts, numbers and lists of these by name

if TYPE_CHECKING:
    # What is given as `out` is what is returned; without it new arrays are.
    AnArray = TypeVar("AnArray", bound=AnyArray, default=Array)
    Arrays = TypeVar("Arrays", bound=Sequence[AnyArray], default=List[Array])

    class DatasetOptions(keywords.DatasetOptions, total=False):
        """How a dataset of an HDF5 file is written: the keywords of weft.Hdf5Writer.write."""

        units: Optional[str]
else:
    AnArray = Arrays = Comm = DatasetOptions = Unpack = Any
