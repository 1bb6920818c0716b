"""HDF5 files through h5py, laid out as mpi4py-fft does: name/3D/step, name/2D/slice_4_slice/step."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from .... import errors
from ..refusals import check
from .file_base import FileBase, comm

__all__ = ("HDF5File",)


class HDF5File(FileBase):
    """An HDF5 file of distributed arrays. Needs h5py; on several processes one that was built with MPI.

    h5name: of the file. domain: as of FileBase. mode: "r", "w" or "a". kw: of h5py.File.
    """

    def __init__(self, h5name: Any, domain: Any = None, mode: str = "a", **kw: Any):
        super().__init__(h5name, domain)
        self._open(mode, **kw)
        self.close()

    def _open(self, mode: str, **kw: Any) -> None:
        h5py: Any = importlib.import_module("h5py")
        if h5py.get_config().mpi:
            kw = {"driver": "mpio", "comm": comm, **kw}
        elif comm.Get_size() > 1:
            raise errors.NotApplicableError(
                f"h5py was built without MPI, so that {comm.Get_size()} processes cannot write one file by it; build it with HDF5_MPI=ON, "
                "or use weft.write_hdf5")
        self.f = h5py.File(self.filename, mode, **kw)

    def open(self, mode: str = "r+") -> None:
        """Opens the file."""
        self._open(mode)

    @staticmethod
    def backend() -> str:
        """hdf5"""
        return "hdf5"

    def write(self, step: int, fields: Any, **kw: Any) -> None:
        """Writes fields as snapshot `step`; arguments as of FileBase.write()."""
        self.open()
        super().write(step, fields, **kw)
        self.close()

    def read(self, u: Any, name: str, **kw: Any) -> None:
        """Reads the field `name` of snapshot `step` (0) into a DistArray."""
        self.open("r")
        u[...] = self.f[f"{name}/{u.dimensions}D/{kw.get('step', 0)}"][u.local_slice()]
        self.close()

    def _check_domain(self, group: str, field: Any) -> None:
        if self.domain is None:
            self.domain = ((0, 2 * np.pi),) * field.dimensions
        check(len(self.domain) == field.dimensions, f"the domain has {len(self.domain)} axes, the field {field.dimensions}")
        node = self.f.require_group(group)
        for key, value in (("shape", field.pencil.shape), ("rank", field.rank)):
            if key not in node.attrs:
                node.attrs.create(key, value)
            check(np.array_equal(node.attrs[key], value), f"{group} has the {key} {node.attrs[key]} in the file, but the field has {value}")
        mesh = node.require_group("mesh" if isinstance(self.domain[0], np.ndarray) else "domain")
        for axis, along in enumerate(self.domain):
            data = np.squeeze(along) if isinstance(along, np.ndarray) else np.array([along[0], along[1]])
            mesh.require_dataset(f"x{axis}", shape=data.shape, dtype=data.dtype, data=data)

    def _write_group(self, name: str, u: Any, step: int, **kw: Any) -> None:
        group = self.f.require_group(f"{name}/{u.dimensions}D")
        group.require_dataset(str(step), shape=u.global_shape, dtype=u.dtype)[u.local_slice()] = np.asarray(u)

    def _write_slice_step(self, name: str, step: int, slices: Any, field: Any, **kw: Any) -> None:
        every = (slice(None),) * field.rank + tuple(slices)
        kept = [axis for axis, index in enumerate(every) if isinstance(index, slice)]
        local, inside = self._get_local_slices(every, field.local_slice())
        group = self.f.require_group(f"{name}/{len(kept) - field.rank}D/{self._get_slice_name(every[field.rank:])}")
        data = group.require_dataset(str(step), shape=tuple(field.global_shape[axis] for axis in kept), dtype=field.dtype)
        if inside:
            data[tuple(field.local_slice()[axis] for axis in kept)] = np.asarray(field)[tuple(local)]
