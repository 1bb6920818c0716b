"""Runs clang-tidy (.clang-tidy) on the library, the program and the Python module.

    lint.py [--build FOLDER] [--jobs N] [--last N]

--last N: only on what the last N commits changed (on the newest change if they changed nothing). The exit status is 1 if
something is found. Up to twelve files of a folder are read as one: clang-tidy takes most of its time for the headers.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["src", "cli", "apps", "bindings", "lab"]
FILES_OF_A_UNIT = 12
# Includes itself once for every instruction set.
ALONE = re.compile(r"#include (<hwy/foreach_target.h>|<hwy/targets.h>|\".*-inl.hpp\")")


def fail(message):
    sys.exit(f"lint: error: {message}")


def git(*words):
    return subprocess.run(["git", *words], cwd=SOURCE, check=True, capture_output=True, text=True).stdout.split()


def changed_since(commit):
    """Sources and headers that differ from the tree before `commit`."""
    parents = git("rev-list", "--parents", "--max-count=1", commit)[1:]
    before = parents[0] if parents else git("hash-object", "-t", "tree", "/dev/null")[0]
    return git("diff", "--name-only", "--diff-filter=d", before, "--", *FOLDERS)


def changed_files(commits):
    return changed_since(git("rev-list", f"--max-count={commits}", "HEAD")[-1]) or changed_since(
        git("rev-list", "--max-count=1", "HEAD", "--", *FOLDERS)[0])


def sources_of(files):
    """The .cpp files among `files`, and for each header one that includes it."""
    sources = {file for file in files if file.endswith(".cpp")}
    for header in (pathlib.Path(file) for file in files if file.endswith(".hpp")):
        include = re.compile(rf'#include "(.*/)?{re.escape(header.name)}"')
        users = [path for path in sorted((SOURCE / header.parent).glob("*.cpp")) if include.search(path.read_text())]
        sources.update(str(path.relative_to(SOURCE)) for path in users[:1])
    return sorted(sources)


def commands(build):
    """Commands that compile each source, without precompiled headers, which clang-tidy cannot read."""
    preset = "mpich" if build.name.endswith("mpich") else "openmpi"
    for command in (["cmake", "--preset", preset, "-B", build / "lint", "-D", "WEFT_UNITY=OFF",
                     "-D", "CMAKE_DISABLE_PRECOMPILE_HEADERS=ON"],
                    ["cmake", "--build", build / "lint", "--target", "weft_version"]):
        if subprocess.run(command, cwd=SOURCE, stdout=subprocess.DEVNULL).returncode:
            fail(f"{build / 'lint'} cannot be configured; call make setup first")
    for entry in json.loads((build / "lint/compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        flags = [word for word, last in zip(words, ["", *words]) if word not in ("-o", "-c") and last not in ("-o", "-c")]
        yield entry["file"], entry["directory"], flags


def units(sources, build):
    """Files that are read together, as entries of a compile_commands.json."""
    groups = collections.defaultdict(list)
    for file, directory, flags in commands(build):
        path = pathlib.Path(file)
        name = str(path.relative_to(SOURCE)) if path.is_relative_to(SOURCE) else ""
        if name in sources:
            alone = file if ALONE.search(path.read_text()) else path.parent
            groups[alone, directory, tuple(flags)].append(name)
    folder = build / "lint/units"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    entries = {}
    for (_, directory, flags), names in groups.items():
        parts = -(-len(names) // FILES_OF_A_UNIT)
        for part in (names[first::parts] for first in range(parts)):
            file = folder / f"{len(entries)}.cpp"
            file.write_text("".join(f'#include "{SOURCE / name}"\n' for name in part))
            entries[file] = part, {"file": str(file), "directory": directory, "arguments": [*flags, "-c", str(file)]}
    (folder / "compile_commands.json").write_text(json.dumps([entry for _, entry in entries.values()]))
    return folder, {file: names for file, (names, _) in entries.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--last", type=int, metavar="N")
    args = parser.parse_args()
    if args.last is not None and args.last < 1:
        fail(f"--last {args.last}: give the number of commits, 1 or more")
    if not shutil.which("clang-tidy"):
        fail("clang-tidy is missing; install it: sudo apt-get install clang-tidy")
    sources = sources_of(changed_files(args.last) if args.last else git("ls-files", "--", *FOLDERS))
    # Array descriptors of Fortran are declared in a header of GCC's own; the simulator is built with SimGrid, tests are not read,
    # and what stands for FFTW is compiled where that is left out.
    sources = [name for name in sources if not name.startswith(("bindings/fortran/", "lab/simulate/", "lab/tests/", "src/kernels/fftw_left_out."))]
    if not sources:
        return print("lint: these commits changed no file that is read")
    folder, files = units(sources, (SOURCE / args.build).resolve())
    missing = set(sources) - {name for names in files.values() for name in names}
    if missing:
        fail(f"{args.build}/lint does not compile {', '.join(sorted(missing))}")

    def read(file):
        # Of a unit its files are the headers.
        return file, subprocess.run(["clang-tidy", "--quiet", f"--config-file={SOURCE / '.clang-tidy'}", "--warnings-as-errors=*",
                                     "--checks=-bugprone-suspicious-include",
                                     "-p", folder, file], cwd=SOURCE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    failed = 0
    print(f"lint: {len(sources)} files in {len(files)} units", flush=True)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        waiting = [pool.submit(read, file) for file in sorted(files, key=lambda file: -len(files[file]))]
        for done, future in enumerate(concurrent.futures.as_completed(waiting), start=1):
            file, result = future.result()
            failed += result.returncode != 0
            print(f"[{done}/{len(files)}] {' '.join(files[file])}\n{result.stdout}".rstrip(), flush=True)
    print(f"lint: {'something was found in ' + str(failed) + ' units' if failed else 'nothing found'}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
