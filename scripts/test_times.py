"""Where the time of tests goes: the slowest programs, and sums by folder, of JUnit files that scripts/run_tests.py leaves.

    test_times.py [--most N] FILE.xml ...        # build/tests-fast.xml, build-mpich/tests-fast.xml, ...
"""

import argparse
import collections
import pathlib
import xml.etree.ElementTree as xml


class Case:
    """One entry of ctest."""

    def __init__(self, element):
        self.name = element.get("name")
        self.seconds = float(element.get("time") or 0)
        self.folder = self.name.split(".")[0]
        self.failed = element.find("failure") is not None
        self.skipped = element.find("skipped") is not None
        self.output = element.findtext("system-out") or ""


def cases_of(path):
    return [Case(element) for element in xml.parse(path).getroot().iter("testcase")]


def tables(cases, most):
    """Lines of both tables; seconds of tests that ran side by side are added up."""
    folders = collections.defaultdict(list)
    for case in cases:
        folders[case.folder].append(case.seconds)
    by_folder = sorted(folders.items(), key=lambda item: -sum(item[1]))
    slowest = sorted(cases, key=lambda case: -case.seconds)[:most]
    yield f"{sum(case.seconds for case in cases):8.1f} s in {len(cases)} entries"
    yield from (f"{sum(seconds):8.1f} s  {folder} ({len(seconds)})" for folder, seconds in by_folder)
    yield f"the slowest {len(slowest)}:"
    yield from (f"{case.seconds:8.1f} s  {case.name}" for case in slowest)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--most", type=int, default=20, metavar="N")
    args = parser.parse_args()
    for file in args.files:
        print(file)
        print("\n".join(tables(cases_of(file), args.most)))


if __name__ == "__main__":
    main()
