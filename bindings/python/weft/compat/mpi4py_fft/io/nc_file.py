"""NetCDF files through netCDF4, laid out as mpi4py-fft does: variables name(time, x, y, z), name_slice_4_slice(time, x, z)."""

from __future__ import annotations

import importlib
import os
from typing import Any, List

import numpy as np

from ..refusals import check
from .file_base import FileBase, comm

__all__ = ("NCFile",)


def _dataset(*arguments: Any, **keywords: Any) -> Any:
    return importlib.import_module("netCDF4").Dataset(*arguments, **keywords)


class NCFile(FileBase):
    """A NetCDF file of distributed arrays, with one counter of snapshots. Needs netCDF4, built with MPI.

    ncname: of the file. domain: as of FileBase. mode: "r", "w" or "a". clobber: may "w" replace a file? kw: of netCDF4.Dataset.
    """

    def __init__(self, ncname: Any, domain: Any = None, mode: str = "a", clobber: bool = True, **kw: Any):
        super().__init__(ncname, domain)
        if mode == "a" and not os.path.exists(ncname):
            mode = "w"
        self.f = _dataset(ncname, mode=mode, clobber=clobber, parallel=True, comm=comm, **kw)
        self.dims: List[str] = []
        if "time" not in self.f.variables:
            self.f.createDimension("time", None)
            self.f.createVariable("time", float, ("time",))
        self.close()

    def open(self, mode: str = "r+") -> None:
        """Opens the file."""
        self.f = _dataset(self.filename, mode=mode, parallel=True, comm=comm)

    @staticmethod
    def backend() -> str:
        """netcdf4"""
        return "netcdf4"

    def write(self, step: int, fields: Any, **kw: Any) -> None:
        """Writes fields as the snapshot of time `step`; arguments as of FileBase.write()."""
        self.open()
        times = self.f.variables["time"]
        times.set_collective(True)
        known = np.asarray(times[:])
        place = int(np.argmax(known == step)) if step in known else int(times.size)
        if place == times.size:
            times[place] = step
        super().write(place, fields, **kw)
        self.close()

    def read(self, u: Any, name: str, **kw: Any) -> None:
        """Reads the field `name` of snapshot `step` (0) into a DistArray."""
        self.open("r")
        u[...] = self.f[name][(kw.get("step", 0), *u.local_slice())]
        self.close()

    def _check_domain(self, group: str, field: Any) -> None:
        lengths = field.global_shape[field.rank:]
        domain = [(0, 2 * np.pi)] * field.dimensions if self.domain is None else self.domain
        check(len(domain) == field.dimensions, f"the domain has {len(domain)} axes, the field {field.dimensions}")
        self.domain = [np.linspace(along[0], along[1], n) if len(along) == 2 and n != 2 else along for along, n in zip(domain, lengths)]
        self.dims = ["time", *"ijk"[:field.rank], *"xyzrst"[:field.dimensions]]
        values = [np.arange(field.dimensions)] * field.rank + list(self.domain)
        for name, numbers in zip(self.dims[1:], values):
            if name not in self.f.variables:
                self.f.createDimension(name, len(numbers))
                self.f.createVariable(name, float, (name,))[:] = numbers
        self.f.sync()

    def _variable(self, name: str, dtype: Any, dims: List[str]) -> Any:
        check(name not in self.dims, f"{name} is the name of an axis in the file; give the field another one")
        found = self.f.variables.get(name)
        found = self.f.createVariable(name, dtype, dims) if found is None else found
        found.set_collective(True)
        return found

    def _write_group(self, name: str, u: Any, step: int, **kw: Any) -> None:
        self._variable(name, u.dtype, self.dims)[(step, *u.local_slice())] = np.asarray(u)
        self.f.sync()

    def _write_slice_step(self, name: str, step: int, slices: Any, field: Any, **kw: Any) -> None:
        every = (slice(None),) * field.rank + tuple(slices)
        kept = [axis for axis, index in enumerate(every) if isinstance(index, slice)]
        local, inside = self._get_local_slices(every, field.local_slice())
        data = self._variable(f"{name}_{self._get_slice_name(every[field.rank:])}", field.dtype, ["time", *(self.dims[axis + 1] for axis in kept)])
        data[step] = 0  # all processes make it
        data.set_collective(False)
        if inside:
            data[(int(step), *(field.local_slice()[axis] for axis in kept))] = np.asarray(field)[tuple(local)]
        data.set_collective(True)
        self.f.sync()
