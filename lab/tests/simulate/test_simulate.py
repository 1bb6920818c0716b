"""The library on simulated machines (lab/simulate): data arrive where they belong, messages and bytes are those of the plan,
sweeps take what the prediction says, a wire carries what it can, and bad input is an error in words.

With --build the driver is built first (minutes); without it, one that `make simulate` has built is used. Status 77, which ctest
shows as skipped, where SimGrid or the driver is missing.
"""

import os
import pathlib
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(os.environ["WEFT_SOURCE"])
sys.path.append(str(SOURCE / "lab" / "simulate"))

import simulator  # noqa: E402
from simulator import SimulationError, redistribution, simulate, sweeps  # noqa: E402

ROWS = ("alltoallw", "alltoallv", "alltoall", "pairwise", "cyclic", "p2p", "persistent")


def words(shape: str, exchange: str = "alltoallv", *more: str) -> list[str]:
    return ["--shape", shape, "--transform", "r2c", "--set", f"exchange={exchange}", *more]


def same(a: float, b: float, tolerance: float) -> bool:
    return abs(a - b) <= tolerance * abs(b)


def test_data_arrive_where_they_belong() -> None:
    for exchange in ROWS:
        report = simulate("fat-tree-100g", 8, words("12x16x10", exchange, "--data"))
        assert report["error"] < 1e-14, (exchange, report["error"])
        assert report["sent"] == report["planned"] and report["sent"]["messages"] == 2 * 8 * 7, (exchange, report)
    # More processes than points, single precision, a 3-D grid.
    assert simulate("dragonfly", 6, words("5x4x6", "alltoallv", "--data"))["error"] < 1e-14
    report = simulate("dragonfly", 12, words("6x7x8x9", "alltoallw", "--data", "--set", "grid=3x2x2", "--precision", "single"))
    assert report["error"] < 1e-6 and report["sent"] == report["planned"]


def test_folded_memory_changes_no_second_and_no_byte() -> None:
    for exchange in ("alltoallv", "alltoallw", "persistent"):
        some = words("64x64x64", exchange, "--set", "grid=4x4")
        # By default what ends within 0.1 us ends at once, and when that is depends on when the calls begin.
        exact = {"surf/precision": "1e-9"}
        folded, again = (simulate("dragonfly", 16, some, per_host=2, settings=exact) for _ in range(2))
        data = simulate("dragonfly", 16, [*some, "--data"], per_host=2, settings=exact)
        # A clock of nanoseconds rounds otherwise when the calls begin at another time.
        assert folded["pair"] == again["pair"] and same(folded["pair"], data["pair"], 1e-4), (exchange, folded, data)
        assert folded["sent"] == data["sent"] == folded["planned"]
        assert folded["processes_per_node"] == 2 and folded["error"] is None


def test_many_processes_fit() -> None:
    report = simulate("dragonfly", 64, words("1024x1024x1024", "alltoallv", "--set", "grid=8x8"))
    assert report["sent"] == report["planned"] and report["sent"]["bytes"] > 1e10


def test_sweeps_take_what_the_prediction_says() -> None:
    report = simulate("fat-tree-100g", 8, words("96x128x64"))
    assert same(sweeps(report), report["predicted"]["sweeps"], 1e-3), report
    assert same(redistribution(report) + sweeps(report), report["pair"], 0.01), report


def test_a_wire_carries_what_it_can() -> None:
    report = simulate("fast-ethernet", 8, words("128x128x128"))
    bound = report["sent"]["bytes"] / 8 / (12.5e6 * 0.9415)
    assert bound < redistribution(report) < 1.05 * bound, (redistribution(report), bound)


def test_bad_input_is_an_error_in_words() -> None:
    cases = [(lambda: simulate("hypercube", 8, []), ["hypercube", "dragonfly"]),
             (lambda: simulate("dragonfly", 0, []), ["at least one process"]),
             (lambda: simulate("dragonfly", 4, []), ["--shape is missing"]),
             (lambda: simulate("dragonfly", 4, ["--shape", "8x0"]), ["8x0", "greater than 0"]),
             (lambda: simulate("dragonfly", 4, words("8x8x8", "window-pull")), ["window-pull", "alltoallw"]),
             (lambda: simulate("dragonfly", 4, words("8x8x8", "pipelined:alltoallv:2")), ["pipelined", "strips"]),
             (lambda: simulate("dragonfly", 4, [*words("8x8x8"), "--set", "grid=3x2"]), ["3x2", "4"]),
             (lambda: simulate("dragonfly", 4, [*words("8x8x8"), "--set", "choice=4 native alltoallv"]), ["choice", "grid"]),
             (lambda: simulate("dragonfly", 4, [*words("8x8x8"), "--machine", "/nowhere.toml"]), ["/nowhere.toml"]),
             (lambda: simulate("dragonfly", 4, [*words("8x8x8"), "--frobnicate"]), ["--frobnicate"])]
    for call, expected in cases:
        try:
            call()
        except SimulationError as error:
            assert all(word in str(error) for word in expected), (expected, str(error))
        else:
            raise AssertionError(f"no error with {expected}")


def build() -> None:
    folder = pathlib.Path(os.environ["WEFT_BUILD"]) / "simgrid"
    cmake = os.environ["WEFT_CMAKE"]
    subprocess.run([cmake, "--preset", "simgrid", "-B", str(folder)], cwd=SOURCE, check=True, stdout=subprocess.DEVNULL)
    subprocess.run([cmake, "--build", str(folder), "-j", "2", "--target", "simulate"], check=True, stdout=subprocess.DEVNULL)
    simulator.DRIVER = folder / "lab" / "simulate" / "simulate"


def main() -> int:
    if shutil.which("smpirun") is None:
        print("skipped: SimGrid is not installed (libsimgrid-dev; make simulate)")
        return 77
    if "--build" in sys.argv:
        build()
    if not simulator.DRIVER.exists():
        print(f"skipped: {simulator.DRIVER} is not built (make simulate)")
        return 77
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print(f"ok: {name}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
