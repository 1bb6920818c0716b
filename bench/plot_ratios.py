"""Draws the ratios of results of `weft bench` (bench/compare.py) against the size: how many times as fast weft is
as the best variant of FFTW-MPI in the same run, with the 95 % interval of the median.

    python3 bench/plot_ratios.py OUT.svg RESULT.json...

Needs matplotlib.
"""
import collections
import json
import math
import pathlib
import re
import sys

try:
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt
except ImportError:
    sys.exit("plot_ratios.py: matplotlib is not installed; pip install matplotlib")


def best_peer(result):
    peers = [peer for peer in result["peers"] if peer["name"].startswith("fftw-mpi")]
    return min(peers, key=lambda peer: peer["median_seconds"])


def is_awkward(n):
    for factor in (2, 3):
        while n % factor == 0:
            n //= factor
    return n > 1


def read(path):
    report = json.loads(path.read_text())
    result = report["results"][0]
    peer = best_peer(result)
    # YYYYMMDD-transform-size[-way]-pN[-label]
    name = re.fullmatch(r"\d{8}-(r2c|c2c)-([\dx]+)(.*)", path.stem)
    way = name[1] + name[3]
    if any(map(is_awkward, result["shape"])):
        way += ", " + name[2]
    low, high = peer.get("ratio_95_percent", [peer["ratio"]] * 2)
    return way, math.prod(result["shape"]) ** (1 / len(result["shape"])), peer["ratio"], low, high


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    series = collections.defaultdict(list)
    for name in sys.argv[2:]:
        way, size, ratio, low, high = read(pathlib.Path(name))
        series[way].append((size, ratio, ratio - low, high - ratio))
    figure, axes = plt.subplots(figsize=(9, 5.5))
    for i, (way, points) in enumerate(sorted(series.items())):
        sizes, ratios, below, above = zip(*sorted(points))
        beside = 1 + 0.015 * (i - len(series) / 2)  # so that points of one size can be told apart
        axes.errorbar([beside * size for size in sizes], ratios, yerr=[below, above], capsize=3, label=way,
                      marker="o" if len(points) > 1 else "s", linestyle="-" if len(points) > 1 else "none",
                      color=plt.get_cmap("tab20")(i % 20))
    axes.axhline(1, color="black", linewidth=0.8)
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:g}")
    axes.set_xlabel("size of an axis (cube root of the points)")
    axes.set_ylabel("time of the best FFTW-MPI variant / time of weft")
    axes.set_ylim(bottom=0)
    axes.legend(fontsize="small", loc="upper left", bbox_to_anchor=(1, 1))
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(sys.argv[1], metadata={"Date": None})


if __name__ == "__main__":
    main()
