"""The comparisons of five papers, measured again on emulated clusters (lab/cluster) and on simulated machines
(lab/simulate).

    python3 lab list                      the studies, their parts and the time each takes
    python3 lab run NAME [PART...]        measures, and keeps the raw results
    python3 lab pages [NAME...] [--check] draws tables and figures of the pages from the raw results

`run` needs a quiet machine, root or user namespaces, and both builds (make build; make build MPI=mpich); what is
simulated needs none of this, but SimGrid (make simulate). `pages` needs
matplotlib (pip install matplotlib). --check changes nothing: status 1 if a table differs from what the raw results give, or
a number in the text, which `pages` can only warn of.
"""

import argparse
import re
import sys

import index
from study import LAB, ClusterError, Recorder

from fast_parallel_fft import fast_parallel_fft
from fft2d import fft2d_on_a_cluster
from kernel_ft import kernel_ft
from networks import model_check, topologies
from scalable_parallel_fft import performance_model, scalable_parallel_fft, turbulence
from transpose_split import channel, transpose_split

STUDIES = {module.STUDY.name: module.STUDY
           for module in (scalable_parallel_fft, performance_model, model_check, fft2d_on_a_cluster, kernel_ft,
                          transpose_split, channel, turbulence,
                          topologies, fast_parallel_fft)}


def listed() -> int:
    for study in STUDIES.values():
        print(f"{study.name}: {study.paper}")
        for part in study.parts:
            print(f"    {part.name:<12} {part.minutes:4.0f} min  {part.meaning}")
    return 0


def run(name: str, wanted: list[str]) -> int:
    study = STUDIES[name]
    unknown = set(wanted) - {part.name for part in study.parts}
    if unknown:
        raise ClusterError(f"{name} has no part {', '.join(sorted(unknown))}; it has "
                           f"{', '.join(part.name for part in study.parts)}")
    for part in study.parts:
        if not wanted or part.name in wanted:
            recorder = (study.recorder or Recorder)(study, part.name)
            part.run(recorder)
            print(f"         kept in {recorder.save()}", flush=True)
    return 0


TABLE = r"<!-- table ([\w-]+) -->\n.*?<!-- end of table -->"


def with_tables(page: str, tables: dict[str, str]) -> str:
    """The page with what stands between its marks replaced."""
    def table(match: re.Match) -> str:
        if match[1] not in tables:
            raise ClusterError(f"the page wants a table '{match[1]}', for which there are no results")
        return f"<!-- table {match[1]} -->\n{tables[match[1]]}\n<!-- end of table -->"
    return re.sub(TABLE, table, page, flags=re.DOTALL)


def missing_claims(page: str, claims: list[str]) -> list[str]:
    """Those that do not stand in the text of the page, wherever its lines break. "3 %" does not stand in "13 %"."""
    text = " ".join(re.sub(TABLE, "", page, flags=re.DOTALL).split())
    return [claim for claim in claims if not re.search(rf"(?<![\w.]){re.escape(claim)}(?!\w|[.,]\d)", text)]


def pages(names: list[str], check: bool) -> int:
    status = 0
    for name in names or STUDIES:
        study = STUDIES[name]
        page = study.page
        raw = study.kept()
        before = page.read_text()
        after = with_tables(before, study.tables(raw))
        missing = missing_claims(after, study.claims(raw))
        for claim in missing:
            print(f"lab: {page}: its raw results want these words in the text: \"{claim}\"")
        if check:
            if before != after:
                print(f"lab: {page} differs from its raw results; run `python3 lab pages {name}`")
            if before != after or missing:
                status = 1
            continue
        page.write_text(after)
        study.figures(raw, study.folder)
    readme = LAB / "README.md"
    before = readme.read_text()
    after = with_tables(before, {"index": index.table(STUDIES)})
    if not check:
        readme.write_text(after)
    elif before != after:
        print(f"lab: {readme} differs from the raw results; run `python3 lab pages`")
        status = 1
    return status


def main() -> int:
    parser = argparse.ArgumentParser(prog="lab", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="what", required=True)
    commands.add_parser("list")
    running = commands.add_parser("run")
    running.add_argument("study", choices=STUDIES)
    running.add_argument("part", nargs="*")
    drawing = commands.add_parser("pages")
    drawing.add_argument("study", nargs="*", choices=[*STUDIES, []])
    drawing.add_argument("--check", action="store_true")
    options = parser.parse_args()
    try:
        if options.what == "run":
            return run(options.study, options.part)
        return listed() if options.what == "list" else pages(options.study, options.check)
    except ClusterError as error:
        print(f"lab: error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
