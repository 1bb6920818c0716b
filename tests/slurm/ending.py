"""How jobs end and begin again: signals, the time limit, requeue."""

import re

from facts import fact
from jobs import REQUEUED, STEPS

CHECKPOINT = r"checkpoint of step (\d+)"
CONTINUED = r"from \S+: step \d+"


def launch(jobs, with_weft_run: bool) -> str:
    return f"{jobs.weft_run} -n 2" if with_weft_run else "srun --mpi=pmix"


def requeued_flow(jobs, name: str, with_weft_run: bool, steps: int = STEPS, options: str = "") -> str:
    """The job of a simulation that requeues itself."""
    script = REQUEUED.format(launch=f"{launch(jobs, with_weft_run)} {jobs.flow(name, steps)}")
    return jobs.submit(name, script, f"-N2 -n2 -t 10 --requeue {options}")


@fact(hosts=2)
def a_signal_to_a_step_stops_a_run_with_a_checkpoint_and_status_3(jobs):
    started = {number: jobs.submit(number, f"srun --mpi=pmix {jobs.flow(number, 10**6)}", "-N2 -n2")
               for number in ("TERM", "USR2")}
    for number, job in started.items():
        jobs.prints(number, CHECKPOINT)
        jobs.run(f"scancel --signal={number} {job}")
    for number, job in started.items():
        jobs.reaches(job, "FAILED")
        said = jobs.output(number)
        assert jobs.facts(job)["ExitCode"] == "3:0" and re.search(rf"{CHECKPOINT}.*\nstopped by SIG{number}", said), said


@fact(hosts=2)
def a_signal_to_all_processes_gives_one_checkpoint(jobs):
    job = jobs.submit("once", f"srun --mpi=pmix {jobs.flow('once', 10**6, 'output.checkpoint_every=0')}", "-N2 -n2")
    jobs.prints("once", r"^snapshot ")
    for n in (1, 2):
        jobs.run(f"scancel --signal=USR1 {job}")
        jobs.prints("once", CHECKPOINT, n)
    jobs.run(f"scancel --signal=TERM {job}")
    jobs.reaches(job, "FAILED")
    said = jobs.output("once")
    assert len(re.findall(CHECKPOINT, said)) == 3, said  # the last one before the end


@fact(hosts=4)
def jobs_that_are_stopped_and_requeued_end_as_an_undisturbed_one(jobs):
    """Two whose script gets a signal, as of --signal=B:USR1@60 but at once, and requeues them; one that scontrol requeues."""
    started = {name: requeued_flow(jobs, name, name == "weft-run") for name in ("srun", "weft-run", "requeued")}
    for name, job in started.items():
        jobs.prints(name, CHECKPOINT)
        jobs.run(f"scontrol requeue {job}" if name == "requeued" else f"scancel --batch --signal=USR1 {job}")
    for name, job in started.items():
        said = jobs.completes(job, name)
        assert "start 1" in said and re.search(CONTINUED, said) and (name == "requeued" or "status 3" in said), said
        jobs.assert_undisturbed(name)


@fact(hosts=2, is_long=True)
def the_signal_before_the_time_limit_stops_and_requeues_a_job(jobs):
    """Slurm looks at its clock every 30 seconds: a minute passes."""
    job = requeued_flow(jobs, "limited", True, 10**6, "-t 2 --signal=B:USR1@90")
    said = jobs.prints("limited", CONTINUED)
    jobs.run(f"scancel {job}")
    assert "status 3" in said and "start 1" in said, said
