#!/usr/bin/env python3
"""Damaged files and texts: bytes flipped, cut, doubled, moved, at random places of valid files.

Three ways, because the program starts for each file anew, and the parsers do not:
    the fuzzers of tests/fuzz, where build-fuzz/ has them: as many inputs as they try in their time;
    readers of the Python package, thousands of files in one process, whose answer is that of NumPy, of h5py, or the
        values that were written: another value is a silent wrong result;
    every command that reads a file of the user.
"""

import os
import pathlib
import random
import re
import sys
import tempfile
import warnings

import attack
from attack import PATIENCE, Attack, complaint_about, on_processes, run

FUZZER = attack.BUILD.parent / "build-fuzz" / "fuzzer"
BATCH = 2000  # files of one process
# Its headers have no checksums, and the HDF5 library believes what they say. What they do to it is counted apart: weft
# promises nothing there (doc/reliability.md).
OLD_HDF5 = "old hdf5 of h5py"
SETTINGS = attack.HERE / "settings.toml"


def damaged(numbers, data):
    """The bytes with one to three damages."""
    data = bytearray(data)
    for _ in range(numbers.choice((1, 1, 1, 2, 3))):
        at = numbers.randrange(len(data) + 1)
        n = min(numbers.choice((1, 1, 2, 4, 8, 64, 1000)), len(data) - at)
        kind = numbers.randrange(7)
        if kind == 0 and at < len(data):
            data[at] ^= 1 << numbers.randrange(8)
        elif kind == 1:
            data[at:at + n] = numbers.randbytes(n)
        elif kind == 2:
            data[at:at + n] = bytes((numbers.choice((0, 0xff)),)) * n
        elif kind == 3:
            del data[at:at + n]
        elif kind == 4:
            data[at:at] = data[at:at + n] or b"0"
        elif kind == 5:
            del data[at:]
        else:
            to = numbers.randrange(len(data) + 1)
            data[at:at + n] = data[to:to + n]
    return bytes(data)


# --- readers of the Python package, in a process of their own ---
# Each kind makes its files, and says what is wrong with what a reader says about a damaged one; "" if nothing.


def npy_kind(folder, weft, comm):
    import numpy

    arrays = [numpy.arange(24.0).reshape(4, 6), numpy.asfortranarray(numpy.arange(12, dtype=">c8").reshape(3, 4)),
              numpy.arange(7, dtype="i2")]
    files = []
    for i, array in enumerate(arrays):
        numpy.save(folder / f"{i}.npy", array)
        files.append((folder / f"{i}.npy").read_bytes())

    def read(path):
        found = weft.read_npy(path, comm=comm)
        right = numpy.load(path, allow_pickle=False)
        same = found.shape == right.shape and numpy.array_equal(found, right.astype(found.dtype), equal_nan=True)
        return "" if same else f"{found!r}, and NumPy reads {right!r}"

    return files, read


def hdf5_kind(folder, weft, comm, by_h5py=None):
    import h5py
    import numpy

    u = weft.fromfunction(lambda i, j: 1 + i + 10 * j, weft.Layout((4, 3), 1, 0), comm=comm)
    path = folder / "u.h5"
    if by_h5py:
        with h5py.File(path, "w", libver=by_h5py) as file:
            file["u"] = numpy.asarray(u)
            if by_h5py == "earliest":
                file.attrs["names"] = ["a", "b"]
    else:
        weft.write_hdf5(path, {"u": u}, {"time": 0.5}, fletcher32=True, chunks=(2, 3))

    def read(path):
        found = weft.read_hdf5(path, "u", comm=comm)
        if by_h5py:  # its numbers have no checksum: what h5py reads
            try:
                with h5py.File(path) as file:
                    right = file["u"][()].astype(found.dtype)
            except (OSError, KeyError):
                return ""
            return "" if numpy.array_equal(found, right, equal_nan=True) else f"{found!r}, and h5py reads {right!r}"
        # For HDF5's Fletcher-32 16 bits 0 and 16 bits 1 are the same, and a chunk of them with such a checksum is
        # right; so is another chunk with its own (doc/reliability.md).
        words, right_words = (numpy.ascontiguousarray(x).view("u2") % 0xffff for x in (found, u))
        chunks = (slice(0, 2), slice(2, 4))
        right = all(not words[rows].any() or any((words[rows] == right_words[other]).all() for other in chunks)
                    for rows in chunks)
        return "" if found.shape == u.shape and right else f"{found!r}"

    return [path.read_bytes()], read


def checkpoint_kind(folder, weft, comm):
    u = weft.fromfunction(lambda i, j: i + 10 * j, weft.Layout((4, 3), 1, 0), comm=comm)
    path = folder / "u.weft"
    with weft.Plan((4, 3), comm, transform="c2c") as plan:
        weft.write_checkpoint(path, {"u": u}, {"step": 3, "name": "a b"}, plan, comm=comm)

    def read(path):
        state = weft.Checkpoint(path, comm)
        found = state.read("u", u.layout)
        right = (found == u).all() and state["step"] == 3 and state["name"] == "a b" and state.choice
        return "" if right else f"{found!r} {state['step']} {state['name']}"

    return [path.read_bytes()], read


def report_kind(folder, weft, comm):
    from weft_figures.report import job
    from weft_figures.words import FigureError

    path = by("bench --shape 8x6x4 --repeats 2 --inner 1 --json r.json", "r.json")(folder)

    def read(path):
        try:
            job.rows_of([str(path)])
        except FigureError as error:
            raise weft.InvalidArgumentError(str(error)) from None
        return ""

    return [path.read_bytes()], read


KINDS = {"npy": npy_kind, "hdf5 of weft": hdf5_kind, "checkpoint": checkpoint_kind, "report": report_kind,
         "hdf5 of h5py": lambda *given: hdf5_kind(*given, by_h5py="latest"),
         OLD_HDF5: lambda *given: hdf5_kind(*given, by_h5py="earliest")}


def work(kind, seed, n):
    """What a process of readers does. Each file stays until the next one: after a crash it is the one that did it."""
    import weft
    from mpi4py import MPI

    warnings.simplefilter("ignore")
    numbers, folder = random.Random(seed), pathlib.Path.cwd()
    files, read = KINDS[kind](folder, weft, MPI.COMM_SELF)
    refused = 0
    for i in range(n):
        path = folder / "damaged"
        path.unlink(missing_ok=True)
        path.write_bytes(damaged(numbers, numbers.choice(files)))
        try:
            complaint = read(path)
        except weft.Error:
            refused += 1
            continue
        except Exception as error:  # noqa: BLE001: any other is a defect
            complaint = f"crash: {type(error).__name__}: {error}"
        if complaint:
            (folder / f"wrong-{i}").write_bytes(path.read_bytes())
            print(f"WRONG wrong-{i} {complaint[:500]!r}", flush=True)
    print(f"refused {refused} of {n}", flush=True)


def readers(report, kind, seed):
    with tempfile.TemporaryDirectory() as folder:
        end = run([attack.PYTHON, __file__, "--worker", kind, seed, BATCH], folder, patience=PATIENCE)
        report.count(f"reader of {kind}", BATCH)
        kept = pathlib.Path(tempfile.gettempdir(), "weft-adversary")
        fault = complaint_about(end, needs_words=False)
        for line in re.findall(r"^WRONG (\S+) (.*)", end.out, re.M):
            name = keep(kept, pathlib.Path(folder, line[0]))
            report.found("crash" if "crash: " in line[1] else "silent wrong result", kind, f"seed {seed}: {name}", line[1])
        if kind == OLD_HDF5:
            how = "crashed or hung" if fault or end.status else "did not"
            report.count(f"reader of {kind}", 0, f"batches of {kind} in which the HDF5 library {how}")
        elif fault or end.status:
            name = keep(kept, pathlib.Path(folder, "damaged"))
            report.found(fault[0] if fault else "crash", f"reader of {kind}", f"seed {seed}, status {end.status}: {name}",
                         end.err)


def keep(folder, path):
    folder.mkdir(exist_ok=True)
    target = folder / f"{os.getpid()}-{len(list(folder.iterdir()))}"
    if path.exists():
        target.write_bytes(path.read_bytes())
    return target


# --- commands ---
# Each: its words, with FILE for the damaged one; how its file is made in the folder, which returns its name.


def by(words, name):
    """What makes a file of that name in a folder by a command."""
    def make(folder):
        end = run(on_processes(0, *words.split()), folder)
        assert end.status == 0, end
        return next(folder.glob(name))
    return make


def flow(what):
    return by(f"run {SETTINGS} --set output.name=flow --set run.most_steps=4", f"flow.{what}")


def settings(folder):
    (folder / "settings.toml").write_bytes(SETTINGS.read_bytes())
    return folder / "settings.toml"


def npy(folder):
    import numpy

    numpy.save(folder / "u.npy", numpy.arange(480.0).reshape(8, 6, 10))
    return folder / "u.npy"


def machine(folder):
    source = attack.HERE.parents[1] / "bench" / "machines" / "gigabit-cluster.toml"
    (folder / "machine.toml").write_bytes(source.read_bytes())
    return folder / "machine.toml"


RUN_FLOW = f"run {SETTINGS} --set output.name=flow --set run.most_steps="
COMMANDS = {
    "fft": (npy, "fft FILE out.npy"),
    "spectrum of npy": (npy, "spectrum FILE --json out.json"),
    "slice of npy": (npy, "slice FILE --axis 0 --index 1 --json out.json"),
    "spectrum of hdf5": (flow("000001.h5"), "spectrum FILE --dataset u --json out.json"),
    "slice of hdf5": (flow("000001.h5"), "slice FILE --dataset u --axis 1 --json out.json"),
    "plot of statistics": (flow("statistics.h5"), "plot FILE --json out.json"),
    "plot of a history": (flow("history.h5"), "plot FILE --json out.json"),
    "run from a checkpoint": (flow("weft"), f"{RUN_FLOW}5"),
    "run of settings": (settings, "run FILE --set run.most_steps=2 --set output.name=flow --set grid.nx=8"),
    "model": (machine, "model --machine FILE --shape 32^3 --processes 1:8"),
    "report": (by("bench --shape 8x6x4 --repeats 2 --inner 1 --json r.json", "r.json"), "report FILE -o out.html"),
    "tune with wisdom": (by("tune --shape 8x6x4 --seconds 1", "home/wisdom.toml"), "tune --shape 8x6x4 --seconds 1"),
    "bench with a machine file": (by("calibrate --quick", "home/machine/*.toml"),
                                  "bench --shape 8x6x4 --tune=estimate --repeats 2"),
}


def commands(report, row, seed, n):
    """n damaged files of one row, one process each; the folder is made anew for each from what lies in it at first."""
    numbers = random.Random(seed)
    make, words = COMMANDS[row]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        path = make(folder)
        good = path.read_bytes()
        for _ in range(n):
            path.unlink(missing_ok=True)
            path.write_bytes(damaged(numbers, good))
            end = run(on_processes(0, *(path if word == "FILE" else word for word in words.split())), folder)
            if not report.judge(f"weft {row}", f"seed {seed}: {words}", end):
                print("   ", keep(pathlib.Path(tempfile.gettempdir(), "weft-adversary"), path))


# --- fuzzers ---


def fuzz(report, target, seconds, seed):
    build, corpus = FUZZER.parent, attack.HERE.parent / "fuzz" / "corpus" / target
    (build / "corpus" / target).mkdir(parents=True, exist_ok=True)
    end = run([FUZZER, f"-max_total_time={seconds}", f"-seed={seed}", "-timeout=30", "-rss_limit_mb=3000", "-max_len=20000",
               "-malloc_limit_mb=1000000", "-print_final_stats=1", "-close_fd_mask=1", f"-artifact_prefix=found-{target}-",
               build / "corpus" / target, corpus], build,
              {"WEFT_FUZZ_TARGET": target,
               "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=1000"},
              patience=seconds + 300)
    tried = re.search(r"number_of_executed_units:\s*(\d+)", end.err)
    report.count(f"fuzzer {target}", int(tried[1]) if tried else 0)
    if end.status or end.hung:
        report.found("hang" if "timeout after" in end.err else "crash", f"fuzzer {target}", f"seed {seed}, in {build}", end.err)


def main():
    report = Attack("damage", 500000, __doc__)
    if FUZZER.exists():
        seconds = max(1, round(600 * report.asked.size))
        targets = sorted(path.name for path in (attack.HERE.parent / "fuzz" / "corpus").iterdir())
        report.in_parallel(lambda target: fuzz(report, target, seconds, report.numbers.randrange(1, 10**6)),
                           [target for target in targets if report.wants(f"fuzzer {target}")])
    else:
        print(f"without fuzzers: there is no {FUZZER} (make test-adversary builds it)")
    seeds = lambda: report.numbers.randrange(10**9)  # noqa: E731
    report.in_parallel(lambda job: readers(report, *job), [
        (kind, seeds()) for kind in KINDS if report.wants(f"reader of {kind}")
        for _ in range(max(1, report.n // len(KINDS) // BATCH))])
    report.in_parallel(lambda job: commands(report, *job), [
        (row, seeds(), max(1, report.n // 5000)) for row in COMMANDS if report.wants(f"weft {row}")])
    report.end()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        work(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        main()
