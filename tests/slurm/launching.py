"""How jobs start: srun, sbatch, tasks per node, processors per task, binding, arrays, and what is refused."""

import re

from facts import fact

FT = "npb ft --class S"


def is_right(said: str, processes: int) -> bool:
    return "SUCCESSFUL" in said and re.search(rf"Processes *= {processes}\b", said) is not None


def processors(said: str) -> dict[int, str]:
    """Of the output of PROCESSORS: the processors that each process may use."""
    return {int(rank): listed for rank, listed in re.findall(r"^rank (\d+): (\S+)$", said, re.MULTILINE)}


# A program without MPI that tells what Slurm or the launcher gave it.
PROCESSORS = ("bash -c 'echo rank ${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-$SLURM_PROCID}}: "
              "$(sed -n s/^Cpus_allowed_list:.//p /proc/self/status)'")


@fact(hosts=2)
def srun_with_pmix_starts_one_job(jobs):
    said = jobs.run(f"srun --mpi=pmix -N2 -n4 {jobs.weft} {FT}")
    assert is_right(said, 4) and "through shared memory" in said, said


@fact(hosts=2)
def srun_without_pmix_is_refused_with_a_message(jobs):
    for kind in ("none", "pmi2"):
        status, said = jobs.ended(f"srun --mpi={kind} -N2 -n2 {jobs.weft} {FT}")
        assert status and "SUCCESSFUL" not in said and "PMI" in said, said


@fact(hosts=2)
def weft_run_and_mpirun_use_the_allocation(jobs):
    script = (f"{jobs.weft_run} -n 4 hostname; {jobs.weft_run} -n 4 {jobs.weft} {FT}; "
              f"mpirun.openmpi -n 4 {jobs.weft} {FT}")
    said = jobs.completes(jobs.submit("batch", script, "-N2 -n4"), "batch")
    assert all(said.count(f"{name}\n") == 2 for name in jobs.cluster.nodes) and said.count("SUCCESSFUL") == 2, said


@fact(hosts=2)
def a_process_has_the_processors_of_its_task(jobs):
    """Two for each task: srun, and weft-run whether threads are stated, automatic or not."""
    script = "\n".join((
        f"srun -N2 -n2 -c2 {PROCESSORS}", "echo threads stated", f"WEFT_RUN_THREADS=2 {jobs.weft_run} -n 2 {PROCESSORS}",
        "echo threads automatic", f"WEFT_OPTIONS=threads=auto {jobs.weft_run} -n 2 {PROCESSORS}"))
    said = jobs.completes(jobs.submit("processors", script, "-N2 -n2 -c2"), "processors")
    for part in re.split(r"^threads .*$", said, flags=re.MULTILINE):
        assert processors(part) == {0: "0-1", 1: "0-1"}, said


@fact(hosts=2)
def automatic_threads_are_right_with_two_processors_for_each_task(jobs):
    status, said = jobs.ended(f"srun --mpi=pmix -N2 -n2 -c2 {jobs.weft} bench --shape 32x32x32 --repeats 2 --set threads=auto")
    assert status == 0 and "threads=2" in said, said


@fact(hosts=2)
def binding_is_as_slurm_says(jobs):
    said = jobs.run(f"srun -N2 -n4 --cpu-bind=map_cpu:1,0 {PROCESSORS}")
    assert processors(said) == {0: "1", 1: "0", 2: "1", 3: "0"}, said
    said = jobs.run(f"srun -N2 -n2 -c2 --cpu-bind=none {PROCESSORS}")
    assert processors(said) == {0: "0-1", 1: "0-1"}, said
    # What weft-run binds outside of a job it leaves to the MPI library and Slurm inside.
    said = jobs.run(f"srun --mpi=pmix -N2 -n4 --cpu-bind=map_cpu:1,0 {jobs.weft} {FT}")
    assert is_right(said, 4), said


@fact(hosts=4)
def uneven_and_cyclic_tasks_give_the_right_answer(jobs):
    """3 + 1 processes, processes in turn over the nodes, and 3 + 2 + 1 with a grid of 3 x 2."""
    (jobs.folder / "uneven").write_text("".join(f"{jobs.cluster.nodes[i]}\n" for i in (0, 0, 0, 1)))
    (jobs.folder / "mixed").write_text("".join(f"{jobs.cluster.nodes[i]}\n" for i in (0, 1, 0, 2, 1, 0)))
    script = f"""
n='SLURM_HOSTFILE={jobs.folder}/uneven srun --mpi=pmix -m arbitrary -n4'
eval $n hostname
eval $n {jobs.weft} {FT}
srun --mpi=pmix -N4 -n8 -m cyclic {jobs.weft} {FT}
srun --mpi=pmix -N4 -n8 -m plane=1 {jobs.weft} bench --shape 12x10x14 --repeats 1 --exchange node
SLURM_HOSTFILE={jobs.folder}/mixed srun --mpi=pmix -m arbitrary -n6 {jobs.weft} bench --shape 9x8x7 --repeats 1 --exchange all
"""
    said = jobs.completes(jobs.submit("tasks", script, "-N4 --ntasks-per-node=4"), "tasks")
    first, second = jobs.cluster.nodes[:2]
    assert (said.count(f"{first}\n"), said.count(f"{second}\n")) == (3, 1) and said.count("SUCCESSFUL") == 2, said


@fact(hosts=4)
def array_jobs_have_files_of_their_own(jobs):
    for i in range(1, 5):
        runs = jobs.flow(f"run-{i}", 10, "flow.viscosity=0.0$SLURM_ARRAY_TASK_ID", "output.name=run-$SLURM_ARRAY_TASK_ID/flow")
    job = jobs.submit("array", f"srun --mpi=pmix {runs}", "-N1 -n2 --array=1-4 -o array-%a.out")
    for i in range(1, 5):
        jobs.completes(f"{job}_{i}", f"array-{i}")
    histories = {(jobs.folder / f"run-{i}/flow.history.csv").read_text() for i in range(1, 5)}
    assert len(histories) == 4, "two runs of different viscosity have the same history"


@fact(hosts=2)
def weft_run_within_a_step_is_refused(jobs):
    """It would start one job for each task, or none."""
    status, said = jobs.ended(f"srun -N2 -n2 {jobs.weft_run} -n 1 {jobs.weft} {FT}", 60)
    assert status and "SUCCESSFUL" not in said and "weft-run: error: " in said and "srun" in said, said
