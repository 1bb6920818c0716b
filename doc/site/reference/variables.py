"""The table of all environment variables that weft and its programs read: name, values, default, meaning, by who reads them.

tests/docs/test_reference.py compares the names with those that the sources read (environment.py finds them). What weft-run, the
Python package and the programs set for the MPI library is not here, unless they look first whether it is set.
"""

LIBRARY = [
    ("WEFT_OPTIONS", "`key=value; key=value`", "nothing", "Options of plans that the program leaves unset: [options of a plan](options.md#options-of-a-plan). "
     "The same on all processes. Halos and calibrations read `timeout`, `weft-run` reads `threads`."),
    ("WEFT_HOME", "a folder", "`$XDG_DATA_HOME/weft`", "Folder of wisdom and machine files: [wisdom](../wisdom.md), [calibration](../calibration.md)."),
    ("XDG_DATA_HOME", "a folder", "`$HOME/.local/share`", "The same, without `WEFT_HOME`: the folder `weft` in it."),
    ("HOME", "a folder", "no file is kept", "The same, without the two above."),
    ("WEFT_FFTW", "a file", "what the loader finds", "The file of the backend `fftw`, for example `libfftw3.so`; the file of single precision is searched for beside it."),
    ("WEFT_MKL", "a file", "searched for", "The file `libmkl_rt.so` of the backend `mkl`, among the other files of MKL."),
    ("MKLROOT", "a folder", "", "Search folder of MKL, if the loader finds none: its `lib` and `lib/intel64`."),
    ("VIRTUAL_ENV", "a folder", "", "The same, in its `lib`: MKL of a Python environment."),
    ("CONDA_PREFIX", "a folder", "", "The same, in its `lib`: MKL of conda."),
    ("WEFT_PROCESSES_PER_NODE", "a whole number above 0", "real nodes", "Emulates nodes of so many processes each "
     "([concepts](../concepts.md)): to try exchanges between nodes, not for production."),
    ("WEFT_WAITING", "`yield`, `sleep`, `mpi`", "`yield`", "The way in which a process waits. `yield`: offers its core. `sleep`: leaves the core for 50 microseconds at a "
     "time. `mpi`: waits inside the MPI library, without a timeout. The same on all processes."),
    ("OMPI_COMM_WORLD_SIZE", "set by the launcher of Open MPI", "", "A start by the launcher of another MPI library is an error of plans, and of `import weft`. "
     "The program `weft` reads the variable to find out whether a launcher started it."),
    ("PMI_SIZE", "set by the launcher of MPICH", "", "The same."),
]
PROGRAMS = [
    ("WEFT_PROGRESS", "`0`, `1`, `log`, a number from 10 on", "`1` on a terminal, else `log`",
     "`1`: a line of progress is redrawn. A number: in so many columns; `weft-run` passes those of its terminal. `log`: a line each minute. `0`: none ([progress](../program.md#progress))."),
    ("WEFT_PYTHON", "a program", "the Python of the build, else `python3`", "The Python with matplotlib that draws figures and pages: [pictures](../looking.md#pictures)."),
    ("LD_LIBRARY_PATH", "folders", "", "`weft bench --peers fftw-mpi` loads FFTW-MPI by the loader only if all folders in it begin with `/`. The Python package "
     "puts the folder of the MPI library into it."),
    ("PMIX_RANK", "set by a launcher", "", "Set: a launcher started `weft`. Not set: `weft` sets the next three variables of Open MPI, for a faster start."),
    ("PMI_RANK", "set by a launcher", "", "The same."),
    ("SLURM_NTASKS", "set by Slurm", "", "Tasks of the job: a single process in a job of several tasks prints a note."),
    ("SLURM_CPUS_ON_NODE", "set by Slurm", "", "Processors of the job on this node, for `weft doctor`."),
    ("SLURM_MEM_PER_NODE", "set by Slurm", "no limit", "Memory of the job on each node in MiB, for `weft doctor`."),
    ("SLURM_MEM_PER_CPU", "set by Slurm", "no limit", "Memory of the job for each processor in MiB, for `weft doctor`."),
    ("TERM", "set by terminals", "", "`dumb`: no line of progress is redrawn."),
    ("OMPI_MCA_ess_singleton_isolated", "of Open MPI", "`1` without a launcher", "Set while MPI starts, unless the user has set it."),
    ("OMPI_MCA_orte_create_session_dirs", "of Open MPI", "`0` without a launcher", "The same."),
    ("OMPI_MCA_pml", "of Open MPI", "`ob1` without a launcher", "The same; `weft doctor network` shows the value."),
    ("OMPI_MCA_sharedfp", "of Open MPI", "`^sm` without a launcher", "The same, but it stays set."),
    ("OMPI_MCA_btl", "of Open MPI", "", "`weft doctor network` shows the value."),
    ("OMPI_MCA_btl_tcp_flags", "of Open MPI", "", "The same."),
    ("OMPI_MCA_btl_tcp_eager_limit", "of Open MPI", "", "The same."),
    ("UCX_RNDV_THRESH", "of UCX", "", "The same."),
    ("UCX_TLS", "of UCX", "", "The same."),
    ("UCX_NET_DEVICES", "of UCX", "", "The same."),
]
LAUNCHER = [
    ("WEFT_RUN_MPIEXEC", "a program", "that of the build", "Another launcher of the same MPI library."),
    ("WEFT_RUN_BIND", "`none`", "to cores, if there are enough", "No binding to cores: for several jobs at a time on one machine."),
    ("WEFT_RUN_THREADS", "1 to 9999", "the option `threads`", "Threads of each process, for the binding to cores."),
    ("WEFT_RUN_ARGS", "words", "nothing", "More arguments for the launcher of the MPI library."),
    ("SLURM_JOB_ID", "set by Slurm", "", "Set: a batch job. Hosts and binding are left to the MPI library."),
    ("SLURM_STEP_ID", "set by srun", "", "Set: a step of srun. `weft-run` refuses a step on several nodes, and the program finds tasks without a common MPI job."),
    ("SLURM_STEP_NUM_TASKS", "set by srun", "", "Tasks of the step: `weft-run` refuses to be one of several."),
    ("SLURM_JOB_NUM_NODES", "set by Slurm", "", "Nodes of the job, for the same."),
    ("SLURM_TASKS_PER_NODE", "set by Slurm", "", "Tasks of the job: `weft-run` starts no more processes than tasks."),
    ("SLURM_CPUS_PER_TASK", "set by Slurm", "1", "Processors of each process of `weft-run`; `weft doctor` compares them with those that a process may use."),
    ("PBS_JOBID", "set by PBS", "", "The same."),
    ("LSB_JOBID", "set by LSF", "", "The same."),
    ("PE_HOSTFILE", "set by Grid Engine", "", "The same."),
    ("OMPI_MCA_plm_rsh_agent", "of Open MPI", "`false` without ssh and rsh", "Set where Open MPI 4 would not start without a way to other hosts, unless the user has set it. The "
     "Python package does the same."),
    ("OMPI_MCA_btl_vader_single_copy_mechanism", "of Open MPI", "`none` where it is forbidden", "Way of reading the memory of another process, which containers may forbid."),
    ("OMPI_MCA_osc", "of Open MPI", "`^ucx` with version 4", "Leaves out a component that prints a warning on each process, unless the user has set it."),
]
PYTHON = [
    ("WEFT_RUN", "`1`", "set by `weft-run`", "`import weft` loads all of weft at once, and an exception of one process ends the job."),
    ("MPI4PY_MPIABI", "of mpi4py", "that of the build", "The MPI library that mpi4py loads. `weft-run` and the package set it if there is one choice."),
    ("XDG_CACHE_HOME", "a folder", "`$HOME/.cache`", "Folder of the link by which mpi4py finds Debian's MPICH."),
    ("WEFT_NAMED_MPICH", "`1`", "set by the package", "Set after the link is made and the program is started again."),
    ("OPAL_PREFIX", "of Open MPI", "the Python environment", "Folder of Open MPI in a Python environment, unless the user has set it."),
    ("KMP_BLOCKTIME", "of MKL", "`0`", "For `python -m weft.bench` only: threads of MKL sleep while other packages are measured."),
]
FFTW = [
    ("WEFT_FFTW_VERBOSE", "`1`", "`0`", "`1`: one line on standard error for each plan names the library that computes it, and the reason: [FFTW-MPI](../fftw-mpi.md)."),
]
TABLE = [
    ("The library, in every language", LIBRARY),
    ("The program weft", PROGRAMS),
    ("weft-run", LAUNCHER),
    ("The Python package", PYTHON),
    ("The library with the names of FFTW-MPI", FFTW),
]
