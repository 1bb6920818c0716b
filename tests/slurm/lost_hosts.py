"""Hosts that go away while jobs run on them."""

import re

from ending import CHECKPOINT, CONTINUED, requeued_flow
from facts import fact


def survive(jobs, **how_lost) -> None:
    """Jobs at a time, of srun or weft-run, each of which loses its second host: all end as one that was not disturbed."""
    jobs.undisturbed()
    lost = {}
    for name in how_lost:
        job = requeued_flow(jobs, name, name == "weft_run", options="--exclusive")
        jobs.reaches(job, "RUNNING")
        lost[name] = job, jobs.hosts(job)[-1]
    for name in lost:
        jobs.prints(name, CHECKPOINT)
    for name, how in how_lost.items():
        how(lost[name][1])
    for name, (job, _) in lost.items():
        said = jobs.completes(job, name)
        assert "start 1" in said and re.search(CONTINUED, said), said
        jobs.assert_undisturbed(name)


@fact(hosts=4)
def jobs_survive_the_loss_of_a_host_and_end_as_undisturbed_ones(jobs):
    """Under srun the host loses its power, which Slurm finds; under weft-run it is shut down, which breaks a connection."""
    survive(jobs, srun=jobs.cluster.power_off, weft_run=jobs.cluster.shut_down)
    words = re.findall(r"^weft-run: error: .*host.*$", jobs.output("weft_run"), re.MULTILINE)
    assert words and "status 75" in jobs.output("weft_run"), jobs.output("weft_run")
    return words[0]


@fact(hosts=4, is_long=True)
def jobs_survive_the_loss_of_a_host_in_the_other_way(jobs):
    survive(jobs, srun=jobs.cluster.shut_down, weft_run=jobs.cluster.power_off)


@fact(hosts=4)
def a_daemon_that_starts_again_disturbs_no_job(jobs):
    job = jobs.submit("daemon", f"srun --mpi=pmix {jobs.flow('daemon')}", "-N2 -n2")
    jobs.prints("daemon", CHECKPOINT)
    host = jobs.cluster.emulated.host_names.index(jobs.hosts(job)[-1])
    jobs.cluster.run("kill -9 $(cat /run/slurm/slurmd.pid); slurmd", host=host)
    said = jobs.completes(job, "daemon")
    assert not re.search(CONTINUED, said), said
