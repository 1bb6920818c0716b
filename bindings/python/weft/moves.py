"""Plans that only move arrays between layouts."""

from __future__ import annotations

from typing import Any, Dict, Optional

from numpy.typing import DTypeLike

from . import arguments, errors
from .keywords import PlanOptions
from .layout import Layout
from .plan import Plan
from .types import Comm, Unpack


def redistribution(from_: Layout, to: Layout, comm: Optional[Comm] = None, dtype: DTypeLike = "float64", *, n_fields: int = 1,
                   **options: Unpack[PlanOptions]) -> Plan:
    """A plan that moves arrays from one layout to another without a transform. Collective over `comm`.

    from_, to: of the same shape, on as many processes as `comm` has. forward() moves from `from_` to `to`,
    backward() back; both sides are in C order in memory.
    dtype: float32, float64, complex64 or complex128.
    n_fields, options, errors: as weft.Plan.

    >>> rows, columns = weft.Layout((4, 6), 1, 0), weft.Layout((4, 6), 1, 1)
    >>> with weft.redistribution(rows, columns, MPI.COMM_SELF, "float32") as plan:
    ...     plan.forward(plan.points()).layout == columns
    True
    """
    plan = Plan.__new__(Plan)
    keys: Dict[str, Any] = {"transform": "none", "n_fields": n_fields}

    def make_problem() -> Any:
        for name, layout in (("from_", from_), ("to", to)):
            if not isinstance(layout, Layout):
                raise errors.InvalidArgumentError(f"{name} is {layout!r}; give a weft.Layout")
        keys["precision"], keys["real_elements"] = arguments.precision_of(dtype)
        return arguments.problem_of(from_.shape, keys, (from_, to))

    plan._open(comm, make_problem, options)
    return plan


Plan._redistribution = staticmethod(redistribution)  # type: ignore[attr-defined]  # for its scatter and gather
