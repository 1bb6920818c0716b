"""Tests of weft under Slurm, on a cluster of hosts that this machine emulates.

  python3 tests/slurm --build build                       # all facts, on 2 nodes and then on 4
  python3 tests/slurm --build build --only requeue        # those with this word in their names; --list names all
  python3 tests/slurm --run 'sinfo; srun -N2 hostname'    # a line of the shell on the login node of a cluster of --nodes

Needs root, Linux namespaces, and the packages slurm-wlm and munge; without them it says so and ends with status 0. Facts about
MPICH need a build with it (--mpich, by default build-mpich). Exit status: 1 if a fact does not hold.
"""

import argparse
import os
import pathlib
import random
import shutil
import signal
import sys
import time

from facts import FACTS, write_junit
from jobs import Jobs
from slurm import SOURCE, Slurm, why_not

import doctor
import ending
import kills
import launching
import lost_hosts
import mpich
import page
import transforms

# Nodes of 2 processors, as this machine may have, on which Slurm binds tasks; nodes of 4, on which it does not.
CLUSTERS = {2: {"cpus": 2, "task": "task/affinity"}, 4: {"cpus": 4, "task": "task/none"}}
# All hosts share this machine's processors: processes that wait leave them to the others. Of Slurm's daemons that connect to
# each other directly for pmix one launch in ten hangs, or crashes within MPI_Init, on a busy machine (22.05).
ENVIRONMENT = {"OMPI_MCA_mpi_yield_when_idle": "1", "WEFT_WAITING": "sleep", "SLURM_PMIX_DIRECT_CONN": "false",
               "WEFT_PROGRESS": "0", "GTEST_COLOR": "no", "OMP_NUM_THREADS": "1",
               "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="slurm", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=SOURCE / "build", help="folder with weft and weft-run")
    parser.add_argument("--mpich", type=pathlib.Path, default=SOURCE / "build-mpich", help="the same with MPICH")
    parser.add_argument("--only", default="", metavar="WORD", help="facts with this word in their names")
    parser.add_argument("--long", action="store_true", help="also facts that wait for Slurm's own clocks, a minute each")
    parser.add_argument("--seed", type=int, help="of what is random (printed)")
    parser.add_argument("--work", type=pathlib.Path,
                        help="folder of all files, kept; default: one in the build folder, which is removed unless a fact fails")
    parser.add_argument("--junit", type=pathlib.Path, help="default: tests-slurm.xml in the build folder")
    parser.add_argument("--list", action="store_true", help="name the facts")
    parser.add_argument("--run", metavar="LINE", help="run this on the login node of a cluster, and nothing else")
    parser.add_argument("--nodes", type=int, default=2, help="of the cluster of --run")
    return parser.parse_args()


def try_all(facts: list, asked: argparse.Namespace, work: pathlib.Path) -> None:
    """On as many clusters as needed: another one is made where a fact leaves the cluster unusable."""
    waiting = sorted(facts, key=lambda fact: fact.hosts)
    while waiting:
        hosts, begin = waiting[0].hosts, time.monotonic()
        with Slurm(hosts, work / f"cluster-{hosts}-{len(waiting)}", kept=(SOURCE, asked.build, asked.mpich),
                   **CLUSTERS[hosts]) as cluster:
            print(f"a cluster of {hosts} nodes is up after {time.monotonic() - begin:.1f} s", flush=True)
            is_usable = True
            while is_usable and waiting and waiting[0].hosts == hosts:
                fact = waiting.pop(0)
                is_usable = fact.run(lambda: Jobs(cluster, asked, work / fact.function.__name__))
                print(fact.line(), flush=True)


def main() -> int:
    asked = parse()
    asked.seed = random.SystemRandom().randrange(10**6) if asked.seed is None else asked.seed
    asked.build, asked.mpich = asked.build.resolve(), asked.mpich.resolve()
    facts = [fact for fact in FACTS if asked.only in fact.name and (asked.long or not fact.is_long)]
    if asked.list:
        print("\n".join(f"{fact.hosts} nodes{', long' if fact.is_long else ''}: {fact.name}" for fact in FACTS))
        return 0
    if why := why_not():
        print(f"not tried: {why}")
        return 0
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    for old in asked.build.glob("slurm-[0-9]*"):  # of a run that failed or was killed
        if not os.path.exists(f"/proc/{old.name[6:]}"):
            shutil.rmtree(old, ignore_errors=True)
    work = (asked.work or asked.build / f"slurm-{os.getpid()}").resolve()
    if asked.work and not asked.run and work.exists() and any(work.iterdir()):
        print(f"slurm: error: the folder {work} is not empty; give another one", file=sys.stderr)
        return 2
    os.environ.update({**ENVIRONMENT, "WEFT_HOME": f"{work}/home", "WEFT_TEST_SEED": str(asked.seed)})
    failed = 1
    try:
        if asked.run:
            with Slurm(asked.nodes, work / "cluster", kept=(SOURCE, asked.build, pathlib.Path.cwd()),
                       **CLUSTERS.get(asked.nodes, CLUSTERS[4])) as cluster:
                return cluster.interactive(asked.run)
        try_all(facts, asked, work)
        failed = sum(fact.outcome == "FAILED" for fact in facts)
    finally:
        if not asked.work and (not failed or asked.run or not any(fact.outcome for fact in facts)):
            shutil.rmtree(work, ignore_errors=True)
    write_junit(asked.junit or asked.build / "tests-slurm.xml", facts)
    not_tried = sum(fact.outcome == "not tried" for fact in facts)
    kept = f"; files are in {work}" if failed or asked.work else ""
    print(f"slurm: {len(facts) - failed - not_tried} facts hold, {failed} failed, {not_tried} not tried, in "
          f"{sum(fact.seconds for fact in facts):.0f} s, seed {asked.seed}{kept}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
