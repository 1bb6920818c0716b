"""How long does a change take to be tested? Touches one source of each folder of src/ (the largest), builds libweft and the
tests of the folder, and runs those; then the same after a change of weft.hpp, with all that is built.

    edit_times.py [--build FOLDER] [--jobs N] [FOLDER ...]

Without a compiler cache (-D WEFT_CCACHE=) the seconds are those of a change that was never compiled before.
"""

import argparse
import os
import pathlib
import re
import subprocess
import time

SOURCE = pathlib.Path(__file__).resolve().parent.parent


def seconds_of(*command):
    start = time.monotonic()
    result = subprocess.run([str(word) for word in command], cwd=SOURCE, capture_output=True, text=True)
    if result.returncode:
        raise SystemExit(f"edit_times: error: {' '.join(map(str, command))} failed:\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
    return time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument("--build", default="build")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    build = (SOURCE / args.build).resolve()
    seconds_of("cmake", "--build", build, "-j", args.jobs)
    listing = subprocess.run(["cmake", "--build", build, "--target", "help"], capture_output=True, text=True, check=True).stdout
    programs = set(re.findall(r"^(?:tests/)?test_([\w.]+): phony$", listing, re.MULTILINE))
    print(f"{'changed':34}{'build':>8}{'tests':>8}{'s':>8}")
    for folder in args.folders or sorted(path.name for path in (SOURCE / "src").iterdir() if path.is_dir()):
        source = max((SOURCE / "src" / folder).glob("*.cpp"), key=lambda path: path.stat().st_size)
        own = sorted(f"test_{name}" for name in programs if re.fullmatch(rf"{folder}(\..+)?", name))
        source.touch()
        built = seconds_of("cmake", "--build", build, "-j", args.jobs, "--target", "weft", *own)
        tested = seconds_of("ctest", "--test-dir", build, "-j", 2 * args.jobs, "-L", "^fast$", "-R", rf"^{folder}\.")
        print(f"{str(source.relative_to(SOURCE)):34}{built:8.1f}{tested:8.1f}{built + tested:8.1f}", flush=True)
    if not args.folders:
        (SOURCE / "include/weft/weft.hpp").touch()
        print(f"{'include/weft/weft.hpp':34}{seconds_of('cmake', '--build', build, '-j', args.jobs):8.1f}")


if __name__ == "__main__":
    main()
