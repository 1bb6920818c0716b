"""Shared memory that MPI libraries leave behind where their jobs are killed."""

import pathlib

SHARED_MEMORY = pathlib.Path("/dev/shm")


def remove_shared_memory_of_killed_jobs(before):
    """What MPI libraries put there is removed by nobody if they are killed. Not what some process still maps."""
    mapped = ""
    for path in pathlib.Path("/proc").glob("[0-9]*/maps"):
        try:
            mapped += path.read_text(errors="replace")
        except OSError:
            continue
    for path in set(SHARED_MEMORY.iterdir()) - before:
        if path.name.startswith(("vader_segment", "mpich_shar_tmp", "sem.OMPIO_")) and str(path) not in mapped:
            path.unlink(missing_ok=True)
