"""What files of both formats share: which fields and slices a call writes, and under which names."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence, Tuple

import numpy as np

from .... import _library
from ..refusals import check

__all__ = ("FileBase",)

comm = _library.mpi().COMM_WORLD


class FileBase:
    """A file of distributed arrays, which is opened for each call. Making one, write() and read() are collective.

    filename: of the file. domain: for each axis (origin, length), or an array of coordinates; None: (0, 2 pi).
    """

    def __init__(self, filename: Any = None, domain: Any = None):
        self.f: Any = None
        self.filename = filename
        self.domain = domain

    def write(self, step: int, fields: Dict[str, Any], **kw: Any) -> None:
        """Writes fields as snapshot `step`.

        fields: lists of arrays, or of (array, global slice), by the name of their group.
        as_scalar=True: components of tensors as arrays of their own, name0, name1, ...
        """
        as_scalar = kw.get("as_scalar", False)
        for group, members in fields.items():
            check(isinstance(group, str) and isinstance(members, (tuple, list)),
                  f"the fields of {group!r} are {type(members).__name__}; give a list of arrays, or of (array, slices), by a name")
            for member in members:
                array, slices = member if isinstance(member, (tuple, list)) else (member, None)
                for index in np.ndindex(array.shape[:array.rank]) if as_scalar else [()]:
                    name = group + "".join(str(number) for number in index)
                    # a component of a vector by a number: arrays of shenfun, which are DistArrays, know no other
                    part = array if not index else array[index[0]] if len(index) == 1 else array[index]
                    self._check_domain(name, part)
                    if slices is None:
                        self._write_group(name, part, step, **kw)
                    else:
                        self._write_slice_step(name, step, slices, part, **kw)

    def read(self, u: Any, name: str, **kw: Any) -> None:
        """Reads the field `name` of snapshot `step` (0) into a DistArray."""
        raise NotImplementedError

    def open(self, mode: str = "r+") -> None:
        """Opens the file."""
        raise NotImplementedError

    def close(self) -> None:
        """Closes the file."""
        self.f.close()

    @staticmethod
    def backend() -> str:
        """The name of the format."""
        raise NotImplementedError

    def _check_domain(self, group: str, field: Any) -> None:
        raise NotImplementedError

    def _write_group(self, name: str, u: Any, step: int, **kw: Any) -> None:
        raise NotImplementedError

    def _write_slice_step(self, name: str, step: int, slices: Any, field: Any, **kw: Any) -> None:
        raise NotImplementedError

    @staticmethod
    def _get_slice_name(slices: Sequence[Any]) -> str:
        return "_".join("slice" if isinstance(index, slice) else str(index) for index in slices)

    @staticmethod
    def _get_local_slices(slices: Sequence[Any], s: Sequence[slice]) -> Tuple[List[Any], bool]:
        """Global indices as those of the block `s`, and whether all are in it."""
        inside, local = True, []
        for index, part in zip(slices, s):
            if not isinstance(index, slice):
                inside = inside and part.start <= index < part.stop
                index = index - part.start
            local.append(index)
        return local, inside
