"""Plans that only move arrays between layouts."""

from . import arguments, errors
from .layout import Layout
from .plan import Plan


def redistribution(from_: Layout, to: Layout, comm=None, dtype="float64", **options) -> Plan:
    """A plan that moves arrays from one layout to another without a transform. Collective over `comm`.

    from_, to: of the same shape, on as many processes as `comm` has. forward() moves from `from_` to `to`,
    backward() back; both sides are in C order in memory.
    dtype: float32, float64, complex64 or complex128.
    options, errors: as weft.Plan, n_fields included.

    >>> rows, columns = weft.Layout((4, 6), 1, 0), weft.Layout((4, 6), 1, 1)
    >>> with weft.redistribution(rows, columns, MPI.COMM_SELF, "float32") as plan:
    ...     plan.forward(plan.points()).layout == columns
    True
    """
    plan = Plan.__new__(Plan)
    keys = {"transform": "none", "n_fields": options.pop("n_fields", 1)}

    def make_problem():
        for name, layout in (("from_", from_), ("to", to)):
            if not isinstance(layout, Layout):
                raise errors.InvalidArgumentError(f"{name} is {layout!r}; give a weft.Layout")
        keys["precision"], keys["real_elements"] = arguments.precision_of(dtype)
        return arguments.problem_of(from_.shape, keys, (from_, to))

    plan._open(comm, make_problem, options)
    return plan


Plan._redistribution = staticmethod(redistribution)  # for its scatter and gather
