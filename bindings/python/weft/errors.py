"""One exception class for each code of the library. All processes of a collective call raise the same.

| class | who can repair it |
|---|---|
| InvalidArgumentError | the caller passed something that cannot be right (also a ValueError) |
| MismatchError | an argument that must be equal on all processes differs (also a ValueError) |
| NotApplicableError | right in itself, but not for this machine, shape or process count |
| ResourceError | memory, shared memory or a library is missing (also a MemoryError) |
| CommunicationError | MPI reported an error, or a process did not come in time |

>>> try:
...     weft.Plan((8, 8), transform="r2d")
... except weft.InvalidArgumentError as error:
...     print("r2c" in str(error), isinstance(error, ValueError), error.code)
True True 1
"""

from __future__ import annotations

from typing import Tuple

from . import _core


class Error(Exception):
    """An error of weft.

    Its code says who can repair it; its message has the reason, both values and the remedy. Every process of a
    collective call gets the same error, or none does.

    C++: class Error.
    `code` is the number of the C and C++ interfaces, 1 to 5.
    """

    code: int = 0


class InvalidArgumentError(Error, ValueError):
    """The caller passed something that cannot be right."""

    code = 1


class MismatchError(Error, ValueError):
    """An argument that must be equal on all processes differs."""

    code = 2


class NotApplicableError(Error):
    """Right in itself, but not for this machine, shape or process count."""

    code = 3


class ResourceError(Error, MemoryError):
    """Memory, shared memory or a library is missing."""

    code = 4


class CommunicationError(Error):
    """MPI reported an error, or a process did not come in time. The plan is of no use any more."""

    code = 5


_CLASSES = {c.code: c for c in (InvalidArgumentError, MismatchError, NotApplicableError, ResourceError,
                                CommunicationError)}
_core.set_error_classes(_CLASSES)


def complaint_of(error: BaseException) -> Tuple[int, str]:
    """An exception of local checks as (code, message), to be agreed on by a collective call."""
    if isinstance(error, Error):
        return error.code, str(error)
    if isinstance(error, MemoryError):
        return ResourceError.code, "there is no memory left for an array; use more processes"
    return InvalidArgumentError.code, str(error)
