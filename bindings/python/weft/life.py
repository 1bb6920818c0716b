"""The life of what all processes make and close together: plans and halos."""

from __future__ import annotations

import sys
import warnings
from types import TracebackType
from typing import Optional, Type, TypeVar

T = TypeVar("T", bound="Life")


class Life:
    """What weft.Plan and weft.Halo inherit: the end by `with`, and a warning where close() was forgotten.

    Closing is collective, so the garbage collector does not do it for several processes, and an exception, which may be that
    of one process alone, does not either.
    """

    @property
    def closed(self) -> bool:
        """Was it closed, or never made?"""
        raise NotImplementedError

    @property
    def n_processes(self) -> int:
        """Processes of the communicator."""
        raise NotImplementedError

    def close(self) -> None:
        """Releases memory now. Collective. Again, it does nothing."""
        raise NotImplementedError

    def __enter__(self: T) -> T:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], value: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        if kind is None or self.n_processes == 1:
            self.close()

    def __del__(self) -> None:
        if not sys.is_finalizing() and not self.closed and self.n_processes > 1:
            warnings.warn(f"{self!r} was never closed; its memory is kept until the program ends. Close it on all "
                          "processes, or use `with`", ResourceWarning, source=self)
