"""scipy's own tests of its FFTs, unchanged, without weft and with weft's backend; those of scipy.signal and scikit-image, too.

    python3 tests/drop_in/scipy_fft.py [--folder FOLDER] [--only scipy.fft ...] [--overhead]

Makes an environment in FOLDER (a scratch folder that is kept) with scipy, scikit-image and pytest from PyPI; the newest
scikit-image that has its tests in its package is 0.25. Runs each suite without a backend and with weft.scipy_backend, set before
every test, and prints a table: how many tests pass, how many of them call a backend (others call the functions below, and
prove nothing about weft), and what became of the calls. Then calls drawn at random, right and wrong ones, are compared
(test_beside_scipy.py). --overhead: what a call costs, in place of the tests.

Three tests of scipy.signal compare rounding errors with zero, and are counted apart.

Ends with 1 if another test fails with weft that passes without, or if weft computes less than 95 % of the calls to scipy's FFTs that
have a result; with 77 (skipped) if the packages cannot be fetched.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ.get("WEFT_BUILD", HERE.parents[1] / "build"))
PACKAGES = ["scipy", "scikit-image<0.26", "pytest", "hypothesis", "pooch"]
SUITES = {
    "scipy.fft": ["scipy.fft"],
    "scipy.signal": [f"scipy.signal.tests.test_{name}" for name in ("signaltools", "spectral", "short_time_fft", "czt", "fir_filter_design",
                                                                     "windows", "filter_design", "max_len_seq")],
    "skimage": ["skimage.registration", "skimage.restoration", "skimage.filters.tests.test_fft_based", "skimage.filters.tests.test_lpi_filter",
                "skimage.filters.tests.test_window", "skimage.feature.tests.test_template", "skimage.transform.tests.test_radon_transform"],
}
LEAST_COMPUTED = 0.95
# Of scipy.signal. They ask of a transform along a strided axis and its inverse the rounding errors of scipy's: exact zeros, or the
# last bit of a line alone. With weft these numbers differ in the last bits, by 3e-16, 6e-13 (ill-conditioned) and in single precision 4e-6.
OF_ROUNDING = ("TestSTFT::test_roundtrip_scaling", "TestSTFT::test_roundtrip_nola_not_cola", "TestSTFT::test_roundtrip_float32")


def make(folder):
    """The Python of the environment; nothing if something cannot be fetched."""
    python = folder / "env/bin/python"
    if (folder / "complete").exists():
        return python
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True)
    if subprocess.run([python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", *PACKAGES], check=False).returncode:
        return None
    (folder / "complete").touch()
    return python


def environment(**more):
    return {**os.environ, "PYTHONPATH": f"{HERE}:{BUILD / 'python'}", "OMP_NUM_THREADS": "1", **more}


def run(python, folder, modules, backend):
    """What tests/drop_in/scipy_plugin.py wrote."""
    file = folder / f"{backend}.json"
    file.unlink(missing_ok=True)
    command = [python, "-m", "pytest", "-q", "-p", "scipy_plugin", "-p", "no:cacheprovider", "--tb=short", "--pyargs", *modules]
    done = subprocess.run(command, cwd=folder, env=environment(WEFT_DROP_IN=str(file), WEFT_DROP_IN_BACKEND=backend), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    (folder / f"{backend}.log").write_text(done.stdout)
    if not file.exists():
        raise SystemExit(f"scipy_fft.py: error: pytest ended with status {done.returncode}: {done.stdout[-2000:]}")
    return json.loads(file.read_text())


def compare(python, folder, name):
    """Prints the row of a suite; whether weft is as good as scipy."""
    found = {}
    for backend in ("scipy", "weft"):
        (folder / name).mkdir(exist_ok=True)
        found[backend] = run(python, folder / name, SUITES[name], backend)
    passed = {backend: {test for test, outcome in one["outcomes"].items() if outcome == "passed"} for backend, one in found.items()}
    different = sorted(passed["scipy"] - passed["weft"])
    worse = [test for test in different if not test.endswith(OF_ROUNDING)]
    weft = found["weft"]
    by_weft, by_scipy = sum(weft["counts"]["weft"].values()), collections.Counter(weft["counts"]["scipy"])
    arrived, raised = sum(weft["arrived"].values()), sum(weft["raised"].values())
    share = by_weft / max(by_weft + by_scipy.total(), 1)
    reasons = ", ".join(f"{reason} {n}" for reason, n in by_scipy.most_common()) or "none"
    print(f"| {name} | {len(passed['scipy'])} | {len(passed['weft'])} | {len(worse)} | {len(different) - len(worse)} | {weft['reached']} | {arrived} | {by_weft} | "
          f"{reasons} | {raised} | {100 * share:.1f} % |", flush=True)
    for test in different:
        why = "" if test in worse else " (rounding errors)"
        print(f"{test}: {weft['outcomes'].get(test, 'did not run')}{why}", file=sys.stderr)
    return not worse and share >= LEAST_COMPUTED


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=pathlib.Path, default=BUILD / "drop_in" / "scipy_fft")
    parser.add_argument("--only", nargs="+", choices=SUITES, default=list(SUITES))
    parser.add_argument("--overhead", action="store_true", help="what a call costs, in place of the tests")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    python = make(folder)
    if python is None:
        print("the packages could not be fetched")
        return 77
    if arguments.overhead:
        return subprocess.run([python, HERE / "scipy_call.py"], env=environment(), check=False).returncode
    print("| tests | pass without weft | pass with weft | fail with weft alone | differ in rounding errors | call a backend | calls | computed by weft | given to scipy | "
          "errors, as expected | share of weft |\n|---|---|---|---|---|---|---|---|---|---|---|")
    good = [compare(python, folder, name) for name in arguments.only]
    drawn = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", HERE / "test_beside_scipy.py"]
    good.append(subprocess.run(drawn, cwd=folder, env=environment(), check=False).returncode == 0)
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
