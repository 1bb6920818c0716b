"""What programs share that run an application of weft beside a peer, in turn: jobs, raw results and tables."""

import datetime
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


class Failure(Exception):
    """In words, with the remedy."""


def output_of(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"{shlex.join(map(str, command))} ended with status {done.returncode}:\n"
                      f"{(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


def run_weft(build, processes, settings, folder):
    """The report of `weft run`; files of the flow go to the folder, which has none yet."""
    file, report = pathlib.Path(folder, "settings.toml"), pathlib.Path(folder, "report.json")
    file.write_text(settings)
    output_of([build / "weft-run", "-n", processes, build / "weft", "run", file, "--json", report])
    return json.loads(report.read_text())


def run_peer(build, processes, python, script, told):
    """The last line of its output."""
    return json.loads(output_of([build / "weft-run", "-n", processes, python, HERE / script,
                                 json.dumps(told)]).splitlines()[-1])


def check_processes(comm, wanted):
    """For the peer: ends it with the remedy where each process is alone, as with an mpi4py of another MPI library."""
    if comm.Get_size() != wanted:
        sys.exit(f"one of {wanted} processes sees {comm.Get_size()}; build mpi4py with the MPI library of "
                 "weft-run: pip install --force-reinstall --no-binary mpi4py mpi4py")


def check_imports(python, modules, packages):
    """Raises a Failure with the remedy where the interpreter lacks one of the modules."""
    remedy = (f"python3 -m venv VENV; VENV/bin/pip install {packages}; VENV/bin/pip install --force-reinstall --no-deps "
              "--no-binary mpi4py mpi4py; and give --python VENV/bin/python")
    try:
        done = subprocess.run([python, "-c", f"import {modules}"], capture_output=True, text=True)
    except OSError as error:
        raise Failure(f"cannot start {python}: {error.strerror}; {remedy}") from error
    if done.returncode:
        raise Failure(f"{python} cannot import {modules} ({done.stderr.strip().splitlines()[-1]}); {remedy}")


def markdown(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, cells)) + " |" for cells in lines)


def read_rows(paths, table):
    """Those of files of raw results, which the table must understand."""
    rows = []
    for path in paths:
        try:
            some = json.loads(path.read_text(encoding="utf-8"))["results"]
            table(some)
        except OSError as error:
            raise Failure(f"cannot read {path}: {error.strerror}; give files that this program wrote") from error
        except (ValueError, LookupError, TypeError, statistics.StatisticsError) as error:
            raise Failure(f"{path} has no rounds of steps; give files that this program wrote") from error
        rows += some
    return rows


def default_file(name):
    return HERE / f"results/{datetime.date.today():%Y%m%d}-{name}.json"


def write_record(path, command, report, peer_versions, **others):
    """Raw results, with the machine and the versions of weft's last report."""
    record = {"command": command, "machine": report["machine"], "versions": report["versions"],
              "peer_versions": peer_versions, "load": os.getloadavg(), **others}
    path.write_text(json.dumps(record, separators=(",", ":")) + "\n")
    print(path)
