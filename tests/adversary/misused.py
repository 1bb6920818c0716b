"""The job of one situation of misuse: all processes but one make a call, and that one does something else.

    misused.py FOLDER CALL DEED [EXCHANGE]

DEED is what the process `WEFT_MISUSE_BY` does: the name of another call, "other arguments", or one of DEEDS. Each process
writes after how many seconds and how its call ended to FOLDER/ended.RANK; who has nothing more to do waits until all have.
"""

import os
import pathlib
import signal
import sys
import time

import weft
from calls import CALLS, State, call_named
from mpi4py import MPI

comm = MPI.COMM_WORLD
folder, name, deed = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
exchange = sys.argv[4] if len(sys.argv) > 4 else "auto"
own = comm.Dup()
state = State(own, str(folder), exchange)
call = call_named(name)
if call.of not in ("spare plan", "spare halo", "series"):
    call.call(state)  # right, once
deviates = comm.rank == int(os.environ["WEFT_MISUSE_BY"]) % comm.size
own.Barrier()
start = time.monotonic()
(folder / f"began.{comm.rank}").touch()


def ended(what):
    (folder / f"ended.{comm.rank}.new").write_text(f"{time.monotonic() - start:.1f} {what}")
    (folder / f"ended.{comm.rank}.new").rename(folder / f"ended.{comm.rank}")


def stays_away():
    time.sleep(600)


def raises():
    raise RuntimeError("this process has had enough")


DEEDS = {
    "stays away": stays_away,
    "raises": raises,
    "exits": lambda: sys.exit(0),
    "exits with 3": lambda: sys.exit(3),
    "ends at once": lambda: os._exit(0),
    "ends at once with 7": lambda: os._exit(7),
    "is killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "runs out of memory": lambda: b"x" * (1 << 62),
    "is interrupted": lambda: os.kill(os.getpid(), signal.SIGINT),
    "comes late": lambda: (time.sleep(1), call.call(state)),
    "calls it twice": lambda: (call.call(state), call.call(state)),
    "frees the communicator": lambda: (own.Free(), call.call(state)),
}
what = call.call
if deviates:
    what = {"other arguments": call.other}.get(deed) or next((c.call for c in CALLS if c.name == deed), None)
    if what is None:
        def what(_):
            return DEEDS[deed]()
try:
    what(state)
    ended("returned")
except weft.Error as error:
    ended(f"told: {type(error).__name__}: {error}")
except (TypeError, ValueError) as error:
    ended(f"told by Python: {type(error).__name__}: {error}")
time.sleep(600)  # until it is ended from outside: nothing more can be said on that communicator
