"""The file that tells which process holds the cluster of a name that `up` made.

It is in a folder of the user's own, $XDG_RUNTIME_DIR/weft-cluster or /tmp/weft-cluster-UID, and only as good as the
process that it names: where that is gone the file tells nothing.
"""

import fcntl
import json
import os
import sys
from contextlib import contextmanager
from pathlib import Path

from cluster import Cluster
from namespaces import Namespaces
from topology import ClusterError


def folder() -> Path:
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return Path(runtime) / "weft-cluster" if os.path.isdir(runtime) else Path(f"/tmp/weft-cluster-{os.getuid()}")


def path(name: str) -> Path:
    return folder() / f"{name}.json"


def save(cluster: Cluster) -> None:
    """Writes the file, readable by this user alone."""
    folder().mkdir(mode=0o700, exist_ok=True)
    if folder().stat().st_uid != os.getuid() or folder().is_symlink():
        raise ClusterError(f"the folder {folder()} belongs to somebody else; set XDG_RUNTIME_DIR to a folder of yours")
    stored = {"hosts": cluster.hosts, "processes": cluster.processes, "rate": cluster.rate,
              "topology": cluster.topology, "name": cluster.name}
    write_whole(path(cluster.name), {"cluster": stored, "namespaces": cluster.namespaces.to_json()})


def write_whole(file: Path, content: dict) -> None:
    """Writes JSON aside and renames it, so that nobody sees half of it."""
    aside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        aside.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
        aside.rename(file)
    except OSError as error:
        aside.unlink(missing_ok=True)
        raise ClusterError(f"{file} cannot be written: {error.strerror}; give a file in a folder that is there and "
                           "yours") from None


def remove(name: str) -> None:
    """Removes the file, and the folder with the last one."""
    path(name).unlink(missing_ok=True)
    try:
        folder().rmdir()
    except OSError:
        pass


def find(name: str) -> Cluster | None:
    """The cluster of this name that is up, or None. Clears the file of one that has ended."""
    try:
        if folder().stat().st_uid != os.getuid():
            raise ClusterError(f"the folder {folder()} belongs to somebody else; set XDG_RUNTIME_DIR to one of yours")
        stored = json.loads(path(name).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    cluster = Cluster(**stored["cluster"])
    cluster.namespaces = Namespaces.from_json(stored["namespaces"])
    if cluster.namespaces.is_up():
        return cluster
    remove(name)
    print(f"cluster: note: the cluster {name} has ended by itself: its process {cluster.namespaces.holder} is gone",
          file=sys.stderr)
    return None


def get(name: str) -> Cluster:
    """The cluster of this name. ClusterError if it is not up."""
    cluster = find(name)
    if not cluster:
        raise ClusterError(f"no cluster named {name} is up; make one with `python3 lab/cluster up --hosts 8`, or one "
                           "for a single command with `run --hosts 8 ...`")
    return cluster


@contextmanager
def only_one(name: str):
    """Lets one command at a time run on the cluster of this name; ClusterError for a second one."""
    with open(path(name), encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ClusterError(f"the cluster {name} runs another command; wait for it, or make another cluster with "
                               "--name") from None
        yield
