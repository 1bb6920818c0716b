#!/usr/bin/env python3
"""Every command, with one thing taken away: memory, disk, inodes, shared memory, descriptors, processes, HOME, places to write,
standard streams.

The command ends well with the right result, or in words; an older file of it is whole then (bytes lost); and with the thing
given back the same command ends well in the same folder, and leaves no more than it should (leftover). What needs the rights
of root (mounts in a namespace of their own, control groups) is left out where they are missing, which is said.
"""

import itertools
import pathlib
import shlex
import shutil
import subprocess
import tempfile

from attack import Attack, complaint_about, run
from kills import COMMANDS, JUDGES, Row, files_in, same_hdf5

GROUPS = pathlib.Path("/sys/fs/cgroup")


def limited(words):
    return ("sh", "-c", f"ulimit {words} || exit 2; exec \"$@\"", "sh")


def in_group(kind, file, value):
    """In a control group of its own (version 1, or 2 where that is mounted)."""
    name = f"$(mktemp -d {GROUPS}/{kind}/weft-XXXXXX)"
    return ("sh", "-c", f"group={name}; echo {value} > $group/{file}; echo $$ > $group/tasks; \"$@\"; status=$?; "
            f"echo $$ > {GROUPS}/{kind}/tasks; "
            "for i in 1 2 3 4 5; do rmdir $group 2>/dev/null && break; sleep 0.2; done; exit $status", "sh")


def streams(words):
    return ("sh", "-c", f"\"$@\" {words}", "sh")


def small_disk(size, inodes=0):
    room = f"size={size}" + (f",nr_inodes={inodes}" if inodes else "")
    return ("unshare", "-m", "sh", "-c", "here=$PWD; saved=$(mktemp -d); cp -a . $saved; "
            f"mount -t tmpfs -o {room} none $here || exit 9; "
            "cp -a $saved/. $here && cd $here || exit 9; \"$@\"; status=$?; rm -rf $saved/*; cp -a $here/. $saved; "
            "cd /; umount -l $here; rm -rf $here/*; cp -a $saved/. $here; rm -rf $saved; exit $status", "sh")


def mounted(words):
    return ("unshare", "-m", "sh", "-c", words + " || exit 9; exec \"$@\"", "sh")


# Each: the words before the command, its environment, and what must be there for it. "%" is one of the values.
RESOURCES = {
    "memory of a process": (limited("-v %"), {}, (60000, 150000, 250000, 350000, 450000, 600000, 1000000), ""),
    "memory of a group": (in_group("memory", "memory.limit_in_bytes", "%"), {}, ("4M", "12M", "24M", "40M", "80M"), "memory"),
    "processes": (in_group("pids", "pids.max", "%"), {}, (1, 3, 6, 12), "pids"),
    "length of files": (limited("-f %"), {}, (0, 1, 8, 64, 500), ""),
    "descriptors": (limited("-n %"), {}, (4, 8, 12, 16, 24, 32, 48, 64), ""),
    "stack": (limited("-s %"), {}, (64, 256), ""),
    "disk": (small_disk("%"), {}, ("64k", "256k", "600k", "1M", "2M"), "unshare"),
    "inodes": (small_disk("100M", "%"), {}, (6, 8, 12, 16, 24), "unshare"),
    "shared memory": (mounted("mount -t tmpfs -o size=% none /dev/shm"), {}, ("4k", "64k", "1M", "4200k"), "unshare"),
    "a writable /dev/shm": (mounted("mount -t tmpfs -o ro none /dev/shm"), {}, ("",), "unshare"),
    "a writable folder": (mounted("mount --bind $PWD $PWD && mount -o remount,ro,bind $PWD && cd $PWD"), {}, ("",), "unshare"),
    "/proc": (mounted("mount -t tmpfs none /proc"), {}, ("",), "unshare"),
    "HOME": ((), {"HOME": "%", "WEFT_HOME": "", "XDG_DATA_HOME": ""}, ("", "/nonexistent", "/dev/null", "/proc"), ""),
    "WEFT_HOME": ((), {"WEFT_HOME": "%"}, ("/nonexistent/home", "/dev/null", "/proc/none", "/etc/hostname"), ""),
    "TMPDIR": ((), {"TMPDIR": "%"}, ("/nonexistent", "/proc", "/dev/null"), ""),
    "PATH": ((), {"PATH": "%"}, ("/usr/bin:/bin", "/nonexistent"), ""),
    "standard output": (streams(">%"), {}, ("/dev/full", "&-"), ""),
    "standard error": (streams("2>%"), {}, ("/dev/full", "&-"), ""),
    "standard input": (streams("<&-"), {}, ("",), ""),
}


def is_possible(needs):
    if needs == "unshare":
        return subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0
    if needs:
        try:
            made = pathlib.Path(tempfile.mkdtemp(dir=GROUPS / needs))
            made.rmdir()
        except OSError:
            return False
    return True


def with_value(words, value):
    return [word.replace("%", str(value)) for word in words]


def try_once(report, row, resource, value, is_second):
    before, environment, _, _ = RESOURCES[resource]
    environment = {key: with_value([text], value)[0] for key, text in environment.items()}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name, "work")
        shutil.copytree(row.whole if is_second else row.fresh, folder)
        command = [*with_value(before, value), *row.command]
        what = f"without {resource} ({value}){', over older files' if is_second else ''}: {' '.join(map(str, row.command))}"
        end = run(command, folder, {"TMPDIR": name, **environment})
        if end.status == 9:  # there is not even room for what it begins with
            return
        # Nothing can be said where standard error is closed, full or a file that may not grow, or where all were killed.
        silent = resource in ("standard error", "length of files") or "memory of a group" == resource and end.status == 137
        fine = report.judge(f"without {resource}", what, end, needs_words=not silent)
        if end.status == 0:
            look_at(report, row, folder, what, end)
        elif is_second:
            for file in set(files_in(row.whole)) - set(files_in(folder)):
                report.found("bytes lost", row.name, f"{file} is gone: {what}", end.err)
        again = run(row.command, folder, {"TMPDIR": name})
        fault = complaint_about(again)
        if fault or again.status:
            report.found(fault[0] if fault else "bytes lost", row.name, f"the next start: {what}", again.err)
        elif fine:
            row.look_again(folder, what, again)


def same_hdf5_but_the_plan(one, other):
    complaint = same_hdf5(one, other)
    return "" if complaint == "differs in ['plan@choice']" else complaint


def look_at(report, row, folder, what, end):
    for name, path in files_in(folder).items():
        judge = JUDGES.get(path.suffix)
        if judge is same_hdf5:  # which exchange there is depends on shared memory
            judge = same_hdf5_but_the_plan
        if judge and (row.whole / name).exists() and (complaint := judge(path, row.whole / name)):
            report.found("silent wrong result", row.name, f"{name}: {complaint}: {what}", end.err)


def main():
    report = Attack("resources", 2000, __doc__)
    possible = {name for name, row in RESOURCES.items() if is_possible(row[3])}
    for name in RESOURCES.keys() - possible:
        print(f"left out here, for want of rights: {name}")
    tries = [one for one in itertools.product(COMMANDS, (0, 2), RESOURCES, (False, True))
             if one[2] in possible and report.wants(f"{one[0]} without {one[2]}")]
    tries = [(*one, value) for one in tries for value in RESOURCES[one[2]][2]]
    report.numbers.shuffle(tries)
    tries = tries[:report.n]
    rows = {key: Row(report, *key) for key in sorted({one[:2] for one in tries})}
    report.in_parallel(lambda one: try_once(report, rows[one[:2]], one[2], one[4],
                                            one[3] and not one[0].startswith("run")), tries)
    report.end(left_out=sorted(RESOURCES.keys() - possible))


if __name__ == "__main__":
    main()
