"""Draws speed.svg of the first page of the site, from raw results of bench/results: times of others over those of weft.

    python3 doc/figures/speed.py [FOLDER]
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
RESULTS = HERE.parents[1] / "bench/results"
# Label, result, the beginnings of the names of the peers of which the fastest counts.
ROWS = [*((f"FFTW-MPI, {n}³", f"20261121-r2c-{n}-p2", "fftw-mpi") for n in (32, 64, 128, 256, 384, 512)),
        ("2DECOMP&amp;FFT, 256³", "20261121-r2c-256-any-p2", "exec:NP=2 INNER=3 FFTW=avx512 2decomp"),
        ("mpi4py-fft, 256³", "20261121-r2c-256-any-p2", "exec:NP=2 INNER=3 FFTW=avx512 mpi4py-fft")]
LEFT, TOP, STEP, SCALE = 170, 50, 26, 110
FONT = 'font-family="Helvetica, Arial, sans-serif" fill="#333333"'


def ratio(result: str, name: str) -> float:
    report = json.loads((RESULTS / f"{result}.json").read_text())["results"][0]
    return min((peer for peer in report["peers"] if peer["name"].startswith(name)), key=lambda peer: peer["median_seconds"])["ratio"]


def draw(folder: pathlib.Path) -> None:
    height = TOP + STEP * len(ROWS) + 14
    parts = [f'<text x="12" y="24" {FONT} font-size="14" font-weight="bold">time of the other library / time of weft</text>']
    for i, (label, result, name) in enumerate(ROWS):
        value, y = ratio(result, name), TOP + STEP * i
        parts.append(f'<rect x="{LEFT}" y="{y}" width="{SCALE * value:.1f}" height="18" fill="#4c78a8"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 14}" {FONT} font-size="13" text-anchor="end">{label}</text>')
        parts.append(f'<text x="{LEFT + SCALE * value + 6:.1f}" y="{y + 14}" {FONT} font-size="13">{value:.1f}</text>')
    parts.append(f'<line x1="{LEFT + SCALE}" y1="{TOP - 8}" x2="{LEFT + SCALE}" y2="{height - 10}" stroke="#333333" stroke-dasharray="4 3"/>')
    parts.append(f'<text x="{LEFT + SCALE}" y="{TOP - 12}" {FONT} font-size="12" text-anchor="middle">as fast as weft</text>')
    (folder / "speed.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 590 {height}" width="590" height="{height}">\n'
        '<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    draw(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
