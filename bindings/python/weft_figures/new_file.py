"""Files that take the place of others when they are complete, as src/base/replacement.cpp does it."""

import fcntl
import os
import random
import re
import stat
import struct

_NAME_BYTES = 255 - 64  # of the target's name, in that of its unfinished file


def problem_of(path: str):
    """Why no file of that name can be written, in words that follow "cannot write PATH: "; None if one can."""
    try:
        NewFile(path).discard()
    except OSError as error:
        return error.strerror
    return None


class NewFile:
    """The unfinished file `name`, beside the file that `path` means. OSError, in words, if there can be none."""

    def __init__(self, path: str):
        self._target = os.path.realpath(path)
        try:
            there = os.stat(self._target)
        except FileNotFoundError:
            there = None
        if there is not None and stat.S_ISDIR(there.st_mode):
            raise IsADirectoryError(0, "it is a folder", path)
        if there is not None and not stat.S_ISREG(there.st_mode):
            raise OSError(0, "it is not a regular file", path)
        if there is not None and not os.access(self._target, os.W_OK):
            raise PermissionError(0, "it may not be written", path)
        folder, name = os.path.split(self._target)
        begin = os.path.join(folder, os.fsdecode(os.fsencode(name)[:_NAME_BYTES]))
        _remove_leftovers(begin)
        self.name = f"{begin}.{os.getpid()}-{random.SystemRandom().getrandbits(32):08x}.part"
        self._mode = None if there is None else stat.S_IMODE(there.st_mode)
        self._file = os.open(self.name, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
        _lock(self._file)

    def put_in_place(self) -> None:
        """It is complete: it gets its name, and the permissions of the one that it replaces."""
        if self._mode is not None:
            os.fchmod(self._file, self._mode)
        os.fsync(self._file)
        os.replace(self.name, self._target)
        os.close(self._file)
        self._file = None

    def discard(self) -> None:
        """Removes it, unless it was put in place."""
        if self._file is not None:
            os.unlink(self.name)
            os.close(self._file)
            self._file = None


def _lock(file: int) -> bool:
    """Locks a byte that no file has, as long as the file is open; False if another writer has, or nobody can."""
    try:
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, struct.pack("hh4xqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 2**63 - 2, 1, 0))
        return True
    except OSError:
        return False


def _remove_leftovers(begin: str) -> None:
    """What writers of the same file that were killed left behind: nobody has a lock on it."""
    folder, name = os.path.split(begin)
    pattern = re.compile(re.escape(name) + r"\.\d+-[0-9a-f]{8}\.part")
    for other in os.listdir(folder):
        if pattern.fullmatch(other):
            try:
                file = os.open(os.path.join(folder, other), os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            except OSError:
                continue
            if _lock(file):
                os.unlink(os.path.join(folder, other))
            os.close(file)
