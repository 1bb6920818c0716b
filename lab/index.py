"""The table of lab/README.md: each figure and table of the five papers that shows a result, the command that makes it
again, and when that was last run."""

from __future__ import annotations

import json

from study import Study, markdown

# Paper, what it shows, and the study and part that measure it. Figures that are left out show layouts or code.
ROWS = (
    ("transpose-split", "figures 4 to 7: performance ratios, barriers, data rates, zx and yz", "transpose-split", "links"),
    ("transpose-split", "figure 8: a step of the channel flow, on one machine", "channel", "here"),
    ("transpose-split", "figure 8: the same on 1 to 16 hosts", "channel", "cluster"),
    ("transpose-split", "figure 9: processes of a node", "transpose-split", "links"),
    ("fast-parallel-fft", "figure 6: strong scaling, slabs", "fast-parallel-fft", "slab"),
    ("fast-parallel-fft", "figure 7: strong scaling, pencils", "fast-parallel-fft", "pencil"),
    ("fast-parallel-fft", "figure 8: weak scaling, slabs", "fast-parallel-fft", "weak-slab"),
    ("fast-parallel-fft", "figure 9: weak scaling, pencils", "fast-parallel-fft", "weak-pencil"),
    ("fast-parallel-fft", "figure 10: 16 processes a node", "fast-parallel-fft", "nodes"),
    ("fast-parallel-fft", "figure 11: four axes on a 3-D grid", "fast-parallel-fft", "four-axes"),
    ("scalable-parallel-fft", "figure 2: time of a message", "scalable-parallel-fft", "words"),
    ("scalable-parallel-fft", "figures 3, 4, 6: times, efficiency, Mflop/s", "scalable-parallel-fft", "scaling"),
    ("scalable-parallel-fft", "figure 5: projections to 128 processes", "performance-model", "projections"),
    ("scalable-parallel-fft", "figure 7: switch and hubs", "scalable-parallel-fft", "hubs"),
    ("scalable-parallel-fft", "figure 8: exchanges, at 128^3", "scalable-parallel-fft", "schedules"),
    ("scalable-parallel-fft", "figure 8: exchanges, at 256^3", "scalable-parallel-fft", "large"),
    ("scalable-parallel-fft", "figures 9 and 10: a step of turbulence, speedup", "turbulence", "cluster"),
    ("kernel-ft", "direct transfer", "kernel-ft", "node"),
    ("kernel-ft", "overlap and scheduling", "kernel-ft", "gains"),
    ("kernel-ft", "rates of the network, volume", "kernel-ft", "rates"),
    ("kernel-ft", "segments", "kernel-ft", "segments"),
    ("fft2d-on-a-cluster", "the table: three algorithms at 1600^2, 800^2, 400^2", "fft2d-on-a-cluster", "tuned"),
    ("fft2d-on-a-cluster", "the same with the protocols that the libraries choose", "fft2d-on-a-cluster", "default"),
)


def last_run(study: Study, part: str) -> str:
    path = study.file(part)
    return json.loads(path.read_text())["date"] if path.exists() else "not kept"


def table(studies: dict[str, Study]) -> str:
    rows = []
    for paper, shows, name, part in ROWS:
        study = studies[name]
        page = f"[{paper}]({study.folder.name}/{name}.md)"
        rows.append([page, shows, f"`python3 lab run {name} {part}`", last_run(study, part)])
    return markdown(["paper", "shows", "command", "last run"], rows)
