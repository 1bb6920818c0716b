"""XDMF files beside HDF5 files of HDF5File, for ParaView and VisIt: one for whole arrays, one for each kind of slice."""

from __future__ import annotations

import importlib
from typing import Any, Dict, List, NamedTuple, Tuple

from ..refusals import check

__all__ = ("generate_xdmf",)

_FILE = """<?xml version="1.0" encoding="utf-8"?>
<Xdmf xmlns:xi="http://www.w3.org/2001/XInclude" Version="2.1">
  <Domain>
    <Grid Name="Structured Grid" GridType="Collection" CollectionType="Temporal">
      <Time TimeType="List"><DataItem Format="XML" Dimensions="{count}"> {times} </DataItem></Time>
{grids}
    </Grid>
  </Domain>
</Xdmf>
"""


class _Data(NamedTuple):
    """A dataset: u/2D/slice_4_slice/7 is of the group u, kind "slice_4_slice" ("whole" for u/3D/7), step 7."""

    path: str
    group: str
    kind: str
    step: int


def _datasets(file: Any) -> List[_Data]:
    """Those of scalars with two or three axes."""
    h5py: Any = importlib.import_module("h5py")

    found: List[_Data] = []

    def visit(path: str, node: Any) -> None:
        names = path.split("/")
        if isinstance(node, h5py.Dataset) and len(names) > 2 and names[1] in ("2D", "3D") and file[names[0]].attrs["rank"] == 0:
            found.append(_Data(path, names[0], names[2] if len(names) == 4 else "whole", int(names[-1])))

    file.visititems(visit)
    return found


def _item(text: Any, dimensions: Any, form: str = "XML", precision: int = 8) -> str:
    return f'<DataItem Format="{form}" NumberType="Float" Precision="{precision}" Dimensions="{dimensions}"> {text} </DataItem>'


class _Place:
    """Where the data of one kind lie: the lengths and axes of what is drawn, and the mesh as XDMF."""

    def __init__(self, file: Any, filename: str, data: _Data, is_periodic: Tuple[bool, ...], order: str):
        self.filename, self.group = filename, file[data.group]
        self.lengths = [int(n) for n in file[data.path].shape]
        indices = data.kind.split("_") if data.kind != "whole" else ["slice"] * len(self.lengths)
        self.axes = [axis for axis, index in enumerate(indices) if index == "slice"]
        self.at: Dict[int, int] = {}
        if len(indices) == 3 and len(self.lengths) == 2:  # a plane in space
            [axis] = [axis for axis, index in enumerate(indices) if index != "slice"]
            self.at[axis] = int(indices[axis])
            self.axes.insert(axis, axis)
            self.lengths.insert(axis, 1)
        self.is_periodic, self.order = is_periodic, order
        self.dimensions = " ".join(str(n) for n in ([1] if len(self.lengths) == 2 else []) + self.lengths)
        precision = file[data.path].dtype.itemsize
        self.precision = 4 if precision == 4 else 8
        self.mesh = self._uniform() if "domain" in self.group else self._coordinates()

    def _uniform(self) -> str:
        origins, steps = [], []
        for axis, length in zip(self.axes, self.lengths):
            origin, extent = self.group[f"domain/x{axis}"][:]
            n = int(self.group.attrs["shape"][axis]) if axis in self.at else length
            step = extent / max(1, n - (not self.is_periodic[axis]))
            origins.append(origin + step * self.at.get(axis, 0))
            steps.append(step)
        if len(self.lengths) == 2 and self.order == "visit":
            origins, steps = origins[::-1], steps[::-1]
        name = "ORIGIN_DXDYDZ" if len(self.lengths) == 3 else "ORIGIN_DXDY"
        items = "".join(_item(" ".join(f"{number}" for number in numbers), len(self.lengths)) for numbers in (origins, steps))
        return f'<Topology Dimensions="{self.dimensions}" Type="3DCoRectMesh"/><Geometry Type="{name}">{items}</Geometry>'

    def _coordinates(self) -> str:
        items = []
        for axis, length in zip(self.axes, self.lengths):
            name = f"mesh/x{axis}"
            items.append(_item(self.group[name][self.at[axis]], 1) if axis in self.at else
                         _item(f"{self.filename}:{self.group.name}/{name}", length, "HDF", self.group[name].dtype.itemsize))
        if len(items) == 2:
            items = [*(items if self.order == "visit" else items[::-1]), _item(0, 1)]
        else:
            items = items[::-1]
        return f'<Topology Dimensions="{self.dimensions}" Type="3DRectMesh"/><Geometry Type="VXVYVZ">{"".join(items)}</Geometry>'

    def attribute(self, data: _Data) -> str:
        """The values of one dataset on this mesh."""
        item = _item(f"{self.filename}:/{data.path}", self.dimensions, "HDF", self.precision)
        return f'<Attribute Name="{data.group}" Center="Node">{item}</Attribute>'


def generate_xdmf(h5filename: str, periodic: Any = True, order: str = "paraview") -> None:
    """Writes NAME.xdmf for whole arrays and NAME_slice_4_slice.xdmf for slices of NAME.h5. One process calls it.

    periodic: does a domain given as (origin, length) end one step after its last point? True, False, or one for each axis.
    order: "paraview" or "visit", which want the axes of planes in opposite order.
    """
    h5py: Any = importlib.import_module("h5py")

    check(order.lower() in ("paraview", "visit"), f"order is {order!r}; give 'paraview' or 'visit'")
    is_periodic = (bool(periodic),) * 5 if isinstance(periodic, bool) else tuple(bool(one) for one in periodic)
    with h5py.File(h5filename, "r") as file:
        found = _datasets(file)
        for kind in sorted({data.kind for data in found}):
            steps: Dict[int, List[_Data]] = {}
            for data in found:
                if data.kind == kind:
                    check(file[data.path].dtype.kind != "c", f"{data.path} is complex; XDMF has real numbers only")
                    steps.setdefault(data.step, []).append(data)
            grids = []
            for step in sorted(steps):
                place = _Place(file, h5filename, steps[step][0], is_periodic, order.lower())
                grids.append(f'      <Grid GridType="Uniform">{place.mesh}{"".join(place.attribute(data) for data in steps[step])}</Grid>')
            ending = "" if kind == "whole" else f"_{kind}"
            with open(f"{h5filename.removesuffix('.h5')}{ending}.xdmf", "w", encoding="utf-8") as xdmf:
                xdmf.write(_FILE.format(count=len(steps), times=" ".join(str(step) for step in sorted(steps)), grids="\n".join(grids)))
