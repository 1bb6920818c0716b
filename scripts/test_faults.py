"""Does the fast tier still find what is wrong? Applies the patches of tests/seeded_faults/ in turn, each to a clone of this
repository, builds, and runs the tests of the fault's folder, then those of its users, until one fails.

    test_faults.py [--whole N] [--commit COMMIT] [--seed S] [--output FILE] [NAME ...]
    test_faults.py --check        # does every patch still apply to this tree, and has every folder two?

NAME: faults, or folders; default all. --whole N draws N faults at random and runs the whole tier on each, whatever fails.
--commit takes the tests and sources of another commit and the patches of this one. The exit status is 1 if a fault is not
found, does not apply or does not build. A patch begins with two lines: `Fault: what is wrong` and `Shows: where`.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as xml

SOURCE = pathlib.Path(__file__).resolve().parent.parent
PATCHES = SOURCE / "tests" / "seeded_faults"
# Users of all of src, the nearest first, and of what lies beside it.
USERS = ["bindings", "fortran", "python", "apps", "program", "examples", "faults"]
USERS_OF = {"alone": [], "c": ["fortran", "examples"], "fortran": ["examples"], "python": ["examples", "program", "docs"],
            "apps": ["program"], "cli": ["program"], "fftw_mpi": []}
# First part of a test's name, where it differs from that of the fault.
TESTS_OF = {"c": "bindings", "fftw_mpi": "drop_in"}


class Fault:
    def __init__(self, path):
        self.path, self.name = path, path.stem
        self.folder = path.stem.split(".")[0]
        text = path.read_text()
        self.what = re.match(r"(?:Fault|Story): (.+)\n", text)[1]
        self.files = re.findall(r"^\+\+\+ b/(.+)$", text, re.MULTILINE)


def users_of(folder, tree):
    """What uses this folder: first parts of the names of tests."""
    if folder in USERS_OF:
        return USERS_OF[folder]
    uses = {}
    for name, rest in re.findall(r"^\s*weft_folder\((\w+)([^)]*)\)", (tree / "src/CMakeLists.txt").read_text(), re.MULTILINE):
        words = rest.replace("MPI ", "").split("LIBRARIES")[0].split("USES")
        direct = words[1].split() if len(words) > 1 else []
        uses[name] = set(direct).union(*(uses[used] for used in direct))
    return [name for name in uses if folder in uses[name]] + USERS


class Clone:
    """A clone of the repository with a build of `targets`, in which faults, and the stories of tests/stories, come and go.
    `options` of CMake; none: those of `make setup`."""

    def __init__(self, folder, commit, targets=("all",), options=()):
        self.tree, self.targets = folder, targets
        if not folder.exists():
            self.call("git", "clone", "--quiet", SOURCE, folder, cwd=SOURCE)
        self.call("git", "fetch", "--quiet", "origin")
        self.call("git", "checkout", "--quiet", "--force", "--detach", commit)
        if not (folder / "build/build.ninja").exists():
            if not options:
                self.call("make", "--silent", "setup")
            self.call("cmake", "--preset", "openmpi", *options)
        self.build(*self.targets)

    def call(self, *command, cwd=None):
        subprocess.run([str(word) for word in command], cwd=cwd or self.tree, check=True, stdout=subprocess.DEVNULL)

    def build(self, *targets):
        result = subprocess.run(["cmake", "--build", "build", "--target", *targets], cwd=self.tree, capture_output=True, text=True)
        if result.returncode:
            raise SystemExit(f"test_faults: error: the clone does not build:\n{result.stdout[-3000:]}")

    def run(self, fault, generate=()):
        """`generate`: a command that writes what follows from the sources."""
        self.call("git", "apply", fault.path)
        try:
            if generate:
                self.call(*generate)
            self.build(*self.targets)
            yield
        finally:
            self.call("git", "apply", "--reverse", fault.path)
            if generate:
                self.call(*generate)

    def tests(self, pattern, stop):
        """Failed tests of the fast tier whose names begin with `pattern`; the first ones alone with `stop`."""
        junit = self.tree / "build/faults.xml"
        command = ["ctest", "--test-dir", "build", "-j", "2", "-L", "^fast$", "-R", f"^{pattern}", "--output-junit", junit]
        if stop:
            command += ["--stop-on-failure"]
        junit.unlink(missing_ok=True)
        (self.tree / "build/Testing/Temporary/CTestCostData.txt").unlink(missing_ok=True)  # else the slowest go first
        subprocess.run([str(word) for word in command], cwd=self.tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not junit.exists():
            return []
        return [case.get("name") for case in xml.parse(junit).getroot().iter("testcase") if case.find("failure") is not None]


def examine(clone, fault, whole):
    start = time.monotonic()
    found = []
    for _ in clone.run(fault):
        own = TESTS_OF.get(fault.folder, fault.folder)
        folders = [own, *users_of(fault.folder, clone.tree)]
        for pattern in ["."] if whole else [rf"{folder}\." for folder in folders]:
            found = clone.tests(pattern, stop=not whole)
            if found:
                break
    clone.build("weft", "weft_fortran", "_core", "weft_cli")
    return {"fault": fault.name, "what": fault.what, "found_by": found, "seconds": round(time.monotonic() - start)}


def complaints_about(fault):
    """That its patch does not apply any more, if it does not."""
    result = subprocess.run(["git", "apply", "--check", str(fault.path)], cwd=SOURCE, capture_output=True, text=True)
    if result.returncode:
        yield f"{fault.name} does not apply any more; renew the patch: {result.stderr.strip()}"


def check(faults):
    """Complaints about patches that do not apply, and about folders that have fewer than two."""
    for fault in faults:
        yield from complaints_about(fault)
    folders = {path.name for path in (SOURCE / "src").iterdir() if path.is_dir()} | {"alone", "c", "fortran", "python", "cli", "apps", "fftw_mpi"}
    for folder in sorted(folders):
        if sum(fault.folder == folder for fault in faults) < 2:
            yield f"{folder} has fewer than two faults"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--whole", type=int, default=0, metavar="N")
    parser.add_argument("--commit", default="HEAD")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--clone", type=pathlib.Path, help="folder of the clone; default build-faults")
    parser.add_argument("--output", type=pathlib.Path, help="append results as lines of JSON")
    args = parser.parse_args()
    faults = [Fault(path) for path in sorted(PATCHES.glob("*.patch"))]
    if args.check:
        complaints = list(check(faults))
        print("\n".join(complaints) or f"{len(faults)} patches apply")
        return int(bool(complaints))
    if args.names:
        unknown = [name for name in args.names if not any(name in (fault.name, fault.folder) for fault in faults)]
        if unknown:
            sys.exit(f"test_faults: error: there is no fault and no folder {unknown[0]}; see tests/seeded_faults")
        faults = [fault for fault in faults if fault.name in args.names or fault.folder in args.names]
    if args.whole:
        print(f"the whole tier on {args.whole} of {len(faults)} faults, drawn with --seed {args.seed}")
        faults = sorted(random.Random(args.seed).sample(faults, args.whole), key=lambda fault: fault.name)
    commit = subprocess.run(["git", "rev-parse", args.commit], cwd=SOURCE, check=True, capture_output=True, text=True).stdout.strip()
    clone = Clone((args.clone or SOURCE / "build-faults").resolve(), commit)
    missed = 0
    for fault in faults:
        result = examine(clone, fault, bool(args.whole))
        missed += not result["found_by"]
        print(f"{fault.name}: {', '.join(result['found_by']) or 'NOT FOUND'} ({result['seconds']} s)", flush=True)
        if args.output:
            with args.output.open("a") as file:
                file.write(json.dumps(result) + "\n")
    print(f"{len(faults) - missed} of {len(faults)} faults found")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
