"""An exception on one process ends the job: the others would wait for it for ever.

Only under weft-run, which sets WEFT_RUN=1, and only where nobody else has put a hook of his own (IPython,
Jupyter, debuggers). A job of one process ends by itself.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from types import TracebackType
from typing import TYPE_CHECKING, Optional, Type

from . import _library

if TYPE_CHECKING:
    from mpi4py.MPI import Comm

# Launchers that end the job drop what they have not passed on yet (MPICH's does).
_SECONDS_TO_TELL = 0.3


def _world() -> Optional[Comm]:
    """The world, if it has more than one process and MPI is running."""
    MPI = _library.mpi()
    if not MPI.Is_initialized() or MPI.Is_finalized() or MPI.COMM_WORLD.Get_size() == 1:
        return None
    return MPI.COMM_WORLD


def _end_job(kind: Type[BaseException], value: BaseException, trace: Optional[TracebackType]) -> None:
    world = _world()
    if world is None:
        sys.__excepthook__(kind, value, trace)
        return
    # One write, so that the lines of several processes do not mix.
    prefix = f"process {world.Get_rank()} of {world.Get_size()}: "
    text = "".join(traceback.format_exception(kind, value, trace))
    sys.stdout.flush()
    sys.stderr.write("".join(prefix + line + "\n" for line in text.splitlines()))
    sys.stderr.flush()
    time.sleep(_SECONDS_TO_TELL)
    world.Abort(130 if issubclass(kind, KeyboardInterrupt) else 1)


def _end_job_from_thread(arguments: threading.ExceptHookArgs) -> None:
    if arguments.exc_type is SystemExit:
        return
    error = arguments.exc_value if arguments.exc_value is not None else arguments.exc_type()
    _end_job(arguments.exc_type, error, arguments.exc_traceback)


def install() -> None:
    """Puts the hooks in their places. Not collective."""
    if os.environ.get("WEFT_RUN") != "1" or hasattr(sys, "ps1"):
        return
    if sys.excepthook is sys.__excepthook__:
        sys.excepthook = _end_job
    if threading.excepthook is threading.__excepthook__:
        threading.excepthook = _end_job_from_thread
