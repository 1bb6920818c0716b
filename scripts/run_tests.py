"""Runs tests of a build folder with ctest, and ends with what failed and how to run that one alone.

    run_tests.py BUILD NAME [ARGUMENTS OF CTEST ...]        # results stay in BUILD/tests-NAME.xml (JUnit)
"""

import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

from test_times import cases_of, tables


def programs(build):
    """For each test its command line, as one would type it."""
    listed = subprocess.run(["ctest", "--test-dir", str(build), "-N", "-V"], capture_output=True, text=True, check=True).stdout
    commands = {}
    for command, name in re.findall(r"Test command: (.+?)\n(?:.*\n)*?\s*Test\s+#\d+: (\S+)", listed):
        commands[name] = command.replace('"', "").replace(f"{pathlib.Path.cwd()}/", "")
    return commands


def failing_cases(case):
    """Names of the cases of GoogleTest that failed inside of one program."""
    return sorted(set(re.findall(r"^\[  FAILED  \] (\w+\.\w+)", case.output, re.MULTILINE)))


def main():
    build, name, *arguments = sys.argv[1:]
    build = pathlib.Path(build)
    # Tests send these; a shell that runs this in the background, or nohup, had them ignored by all that it starts.
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    junit = build / f"tests-{name}.xml"
    # All jobs of a user keep their files in this folder of Open MPI. Who ends removes it, also while another job begins in
    # it; but not if there is a folder in it.
    host = socket.gethostname().split(".")[0]
    kept = pathlib.Path(tempfile.gettempdir(), f"ompi.{host}.{os.getuid()}", "kept")
    kept.mkdir(parents=True, exist_ok=True)
    status = subprocess.run(["ctest", "--test-dir", str(build), "--output-on-failure", "--no-tests=error", *arguments,
                             "--output-junit", str(junit.resolve())]).returncode
    shutil.rmtree(kept, ignore_errors=True)
    if not junit.exists():
        return status or 1
    cases = cases_of(junit)
    failed = [case for case in cases if case.failed]
    skipped = [case for case in cases if case.skipped]
    print()
    print("\n".join(tables(cases, 8)))
    for case in skipped:
        said = [line for line in case.output.splitlines() if line.strip()]
        print(f"skipped: {case.name}{': ' + said[-1] if said else ''}")
    commands = programs(build) if failed else {}
    for case in failed:
        print(f"FAILED: {case.name}; alone:\n  ctest --test-dir {build} --output-on-failure -R '^{re.escape(case.name)}$'")
        if inside := failing_cases(case):
            print(f"  {commands.get(case.name, '')} --gtest_filter={':'.join(inside)}")
    print(f"{len(cases) - len(failed) - len(skipped)} passed, {len(failed)} failed, {len(skipped)} skipped "
          f"({build}, {name}; times: python3 scripts/test_times.py {junit})")
    return status


if __name__ == "__main__":
    sys.exit(main())
