"""`weft doctor` in a job."""

import re

from facts import fact


def found(said: str) -> dict[str, str]:
    """Of each check its verdict and what it says."""
    return {check: f"{verdict}: {text}" for verdict, check, text in
            re.findall(r"^(ok|hint|warning|problem) +(\S.*?)  +(\S.*)$", said, re.MULTILINE)}


@fact(hosts=2)
def doctor_finds_what_is_wrong_in_a_job(jobs):
    """A right job; two processes on one core; more threads than processors; too little memory; a small /dev/shm."""
    def doctor(of_srun: str, threads: int = 1) -> dict[str, str]:
        return found(jobs.run(f"WEFT_OPTIONS=threads={threads} srun --mpi=pmix -N2 {of_srun} {jobs.weft} doctor"))

    right = doctor("-n2 -c2", threads=2)
    assert right["threads"].startswith("ok") and not any(text.startswith("problem") for text in right.values()), right
    wrong = doctor("-n4 --cpu-bind=map_cpu:0,0")
    assert wrong["binding"].startswith("problem: processes 0, 1 are bound to the same processor"), wrong
    wrong = doctor("-n2", threads=4)
    assert wrong["threads"].startswith("problem: plans have 4 threads"), wrong
    # Slurm tells the limit to jobs of sbatch only.
    job = jobs.submit("memory", f"srun --mpi=pmix {jobs.weft} doctor --shape 512^3", "-N2 -n2 --mem=300")
    jobs.reaches(job, "FAILED")
    assert found(jobs.output("memory"))["job memory"].startswith("problem"), jobs.output("memory")
    jobs.run("srun -N2 -n2 mount -o remount,size=8m /dev/shm")
    wrong = doctor("-n4")
    jobs.run("srun -N2 -n2 mount -o remount,size=50% /dev/shm")
    assert wrong["shared memory"].startswith("warning: /dev/shm has 8 MiB"), wrong
