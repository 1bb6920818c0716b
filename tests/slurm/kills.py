"""A job that Slurm kills ten times at random moments, and that ends with the values of one that was not killed."""

import random
import re
import shutil
import time

from ending import CHECKPOINT, launch
from facts import fact
from jobs import ENDS, STEPS

KILLS = 10
LAST = STEPS - 15  # of the steps at which a kill is tried: the job shall not end before it comes
HOW = {
    "killed": "scancel --signal=KILL {job}",  # the processes of the step, at once
    "cancelled": "scancel {job}",  # TERM to all, then KILL
    "requeued": "scontrol requeue {job}",  # the same; Slurm starts the job again
}


class Killed:
    """A job that is started again until it has been killed so often."""

    def __init__(self, jobs) -> None:
        self.jobs, self.chance = jobs, random.Random(jobs.seed)
        self.job, self.restarts, self.moments = "", 0, []
        self.how = ["requeued", "cancelled", "cancelled"] + ["killed"] * (KILLS - 3)
        self.chance.shuffle(self.how)

    def runs(self) -> bool:
        """Whether it runs, after it was started if need be; False: it has ended well."""
        if not self.job:
            launched = f"{launch(self.jobs, self.chance.random() < 0.5)} {self.jobs.flow('flow')}"
            self.job, self.restarts = self.jobs.submit("flow", f"exec {launched}", "-N2 -n2 --requeue"), 0
        facts = {}

        def is_clear() -> bool:
            facts.update(self.jobs.facts(self.job))
            return facts["JobState"] in ("RUNNING", *ENDS) and facts["Restarts"] == str(self.restarts)

        self.jobs.wait_for(is_clear, f"start of job {self.job}")
        assert facts["JobState"] in ("RUNNING", "COMPLETED"), f"{facts['JobState']}: {self.jobs.output('flow')}"
        return facts["JobState"] == "RUNNING"

    def last_checkpoint(self) -> int:
        return max(map(int, re.findall(CHECKPOINT, self.jobs.output("flow"))), default=0)

    def wait_for_moment(self) -> None:
        """Some time after the start, perhaps before the first step; or a moment after the checkpoint of some step."""
        n = len(self.moments)
        if self.chance.random() < 0.3:
            return time.sleep(self.chance.uniform(0, 2))
        step = self.chance.randrange(LAST * n // KILLS, LAST * (n + 1) // KILLS)
        self.jobs.wait_for(lambda: self.last_checkpoint() >= step or self.jobs.state(self.job) in ENDS, f"step {step}")
        return time.sleep(self.chance.uniform(0, 0.2))

    def kill(self) -> None:
        kind = self.how[len(self.moments)]
        self.jobs.run(HOW[kind].format(job=self.job))
        if kind == "requeued":
            self.restarts += self.jobs.state(self.job) != "COMPLETED"
        else:
            self.jobs.reaches(self.job, *ENDS)
        if self.jobs.state(self.job) != "COMPLETED":  # it was in time
            self.moments.append(self.last_checkpoint())
            self.job = self.job if kind == "requeued" else ""

    def begin_anew(self) -> None:
        """The run is at its end: it must be right, and another one begins."""
        self.jobs.assert_undisturbed("flow")
        shutil.rmtree(self.jobs.folder / "flow")
        (self.jobs.folder / "flow.out").unlink()
        self.job = ""


@fact(hosts=2)
def a_job_killed_ten_times_ends_with_the_values_of_an_undisturbed_one(jobs):
    killed = Killed(jobs)
    while len(killed.moments) < KILLS:
        if killed.runs():
            killed.wait_for_moment()
            killed.kill()
        else:
            killed.begin_anew()
    killed.runs()
    jobs.completes(killed.job, "flow")
    n = jobs.assert_undisturbed("flow")
    return f"{n} files are the same, killed after the checkpoints of steps {', '.join(map(str, killed.moments))}"
