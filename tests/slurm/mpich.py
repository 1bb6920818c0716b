"""A weft of MPICH under Slurm: by pmi2 and by its own launcher, and what is refused."""

import re

from facts import NotTried, fact
from launching import FT, is_right


def weft_of(jobs):
    weft = jobs.mpich / "weft"
    if not weft.exists():
        raise NotTried(f"{weft} is not built")
    return weft


@fact(hosts=2)
def mpich_runs_with_pmi2_and_by_its_launcher(jobs):
    """The answer is right. That the job ends is not asserted: MPICH 4.0 over TCP hangs in MPI_Finalize in one run of three."""
    weft = weft_of(jobs)
    for name, launch in (("srun", "srun --mpi=pmi2 -n2"), ("weft-run", f"{jobs.mpich}/weft-run -n 2")):
        job = jobs.submit(name, f"{launch} {weft} {FT}", "-N2 -n2")
        said = jobs.prints(name, "SUCCESSFUL")
        jobs.run(f"scancel {job}")
        assert is_right(said, 2), said


@fact(hosts=2)
def mpich_is_refused_where_it_would_run_as_jobs_of_one_process(jobs):
    for kind in ("pmix", "none"):
        status, said = jobs.ended(f"srun --mpi={kind} -N2 -n2 {weft_of(jobs)} {FT}")
        assert status and "SUCCESSFUL" not in said, said
        assert re.search("weft: error: .*each of them is alone.*pmi2", said), said
