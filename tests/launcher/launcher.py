"""Tests of weft-run: what it says about wrong arguments and processes that die, and that it hides nothing."""

import fcntl
import os
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bindings/python"))
from job import is_running

BUILD = pathlib.Path(os.environ["WEFT_BUILD"])
RUN, WATCH_JOB = str(BUILD / "weft-run"), str(BUILD / "libexec" / "weft" / "weft-watch-job")


def run(*arguments, **options):
    environment = {**os.environ, **options.pop("env", {})}
    return subprocess.run([RUN, *arguments], capture_output=True, text=True, env=environment, **options)


class WrongArguments(unittest.TestCase):
    def check(self, arguments, *words):
        result = run(*arguments)
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stdout, "")
        lines = result.stderr.splitlines()
        self.assertEqual(len(lines), 1, result.stderr)
        self.assertTrue(lines[0].startswith("weft-run: error: "), lines[0])
        for word in words:
            self.assertIn(word, lines[0])

    def test_no_arguments_is_an_error_with_the_usage(self):
        self.check([], "usage: weft-run -n P")

    def test_the_first_argument_must_be_the_number_of_processes(self):
        self.check(["hostname"], "'hostname'", "-n")
        self.check(["-n"], "number of processes")
        self.check(["-np", "2", "hostname"], "-np is -n here")

    def test_a_number_that_is_not_positive_is_refused(self):
        for number in ("0", "-1", "two", "2.5", "", "99999999"):
            self.check(["-n", number, "hostname"], f"'{number}'", "1 or more")

    def test_a_missing_command_is_refused(self):
        self.check(["-n", "2"], "no command")

    def test_an_unknown_command_is_refused_with_the_remedy(self):
        self.check(["-n", "2", "no-such-program"], "'no-such-program'", "PATH", "install it")
        self.check(["-n", "2", "./no-such-program"], "'./no-such-program'", "make build")
        self.check(["-n", "2", "/tmp"], "'/tmp'", "not an executable file")


class InAJobOfSlurm(unittest.TestCase):
    """What a launcher of Open MPI that writes its arguments is given."""

    def started(self, *words, **environment):
        with tempfile.TemporaryDirectory() as folder:
            launcher = pathlib.Path(folder) / "mpirun"
            launcher.write_text('#!/bin/sh\n[ "$*" = --version ] && echo "mpirun (Open MPI) 4.1.4" || echo "$@"\n')
            launcher.chmod(0o755)
            return run("-n", "3", *(words or ("true",)), env={
                "WEFT_RUN_MPIEXEC": str(launcher), "WEFT_RUN_BIND": "", "WEFT_OPTIONS": "", "SLURM_JOB_ID": "7", **environment})

    def options(self, *words, **environment):
        result = self.started(*words, **environment)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout.partition("weft-watch-process")[0]

    def test_hosts_and_binding_are_left_to_the_library(self):
        for word in ("--bind-to", "--map-by", "--oversubscribe"):
            self.assertNotIn(word, self.options())
            self.assertNotIn(word, self.options(SLURM_CPUS_PER_TASK="1"))

    def test_each_process_has_the_processors_of_its_task(self):
        threads_of_a_core = max(1, len(os.sched_getaffinity(0)) // self.cores())
        for threads in ("", "2", "auto"):
            for of_openmp in ("", "1", "3"):
                said = self.options(SLURM_CPUS_PER_TASK="4", WEFT_RUN_THREADS=threads, OMP_NUM_THREADS=of_openmp)
                self.assertIn(f"--map-by slot:PE={4 // threads_of_a_core} --bind-to core:overload-allowed", said)

    def test_more_processes_than_tasks_are_refused(self):
        for tasks in ("2(x2),1", "3", "", "of another kind"):
            self.options(SLURM_TASKS_PER_NODE=tasks)
        for tasks, places in (("2", 2), ("1(x2)", 2), ("1", 1)):
            result = self.started(SLURM_TASKS_PER_NODE=tasks)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertRegex(result.stderr, f"^weft-run: error: -n is 3, but this job has {places} tasks .*sbatch -n 3")
            self.options(SLURM_TASKS_PER_NODE=tasks, WEFT_RUN_ARGS="--oversubscribe")

    def cores(self):
        def siblings(cpu):
            return pathlib.Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list").read_text()
        try:
            return len({siblings(cpu) for cpu in os.sched_getaffinity(0)})
        except OSError:
            return len(os.sched_getaffinity(0))

    def test_threads_without_processors_of_the_task_are_not_bound(self):
        self.assertIn("--bind-to none", self.options(WEFT_RUN_THREADS="2"))
        self.assertIn("--bind-to none", self.options("echo", "threads=2"))
        self.assertIn("--bind-to none", self.options("echo", "threads=auto"))
        self.assertIn("--bind-to none", self.options(WEFT_RUN_BIND="none", SLURM_CPUS_PER_TASK="2"))


class InAStepOfSlurm(unittest.TestCase):
    def check(self, words, **step):
        result = run("-n", "2", "hostname", env={"SLURM_STEP_ID": "0", **step})
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertRegex(result.stderr, f"^weft-run: error: .*{words}.*; leave srun out .*srun --mpi=pmi[x2] COMMAND\n$")

    def test_it_is_refused_where_it_would_be_several_jobs_or_wait_for_ever(self):
        self.check("srun starts weft-run 4 times", SLURM_STEP_NUM_TASKS="4", SLURM_JOB_NUM_NODES="1")
        self.check("holds the 2 nodes of this job", SLURM_STEP_NUM_TASKS="1", SLURM_JOB_NUM_NODES="2")

    def test_shells_and_scripts_of_a_job_are_no_such_steps(self):
        for step, tasks, nodes in (("0", "1", "1"), ("4294967290", "2", "2"), ("4294967291", "2", "2"), ("", "2", "2")):
            with self.subTest(step):
                result = run("-n", "1", "echo", "here", env={"SLURM_STEP_ID": step, "SLURM_STEP_NUM_TASKS": tasks,
                                                             "SLURM_JOB_NUM_NODES": nodes})
                self.assertEqual((result.returncode, result.stdout), (0, "here\n"), result.stderr)


class Limits(unittest.TestCase):
    def test_what_is_too_little_for_a_launcher_is_refused(self):
        for limit, words in (("-s 64", "stack"), ("-v 150000", "memory"), ("-f 64", "length of files"), ("-n 24", "open files")):
            with self.subTest(limit):
                result = subprocess.run(["sh", "-c", f'ulimit {limit} && exec "$@"', "sh", RUN, "-n", "2", "hostname"],
                                        capture_output=True, text=True)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertRegex(result.stderr, f"^weft-run: error: .*{words}.* is limited to .*; allow .*\n$")


class Transparent(unittest.TestCase):
    def test_help_tells_the_usage_and_succeeds(self):
        result = run("--help")
        self.assertEqual(result.returncode, 0)
        self.assertIn("usage: weft-run -n P COMMAND", result.stdout)

    def test_it_starts_as_many_processes_as_asked_for_even_more_than_cores(self):
        n = 2 * os.cpu_count() + 1
        result = run("-n", str(n), "echo", "one process")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(result.stdout.splitlines(), ["one process"] * n)

    def test_arguments_reach_the_program_unchanged(self):
        result = run("-n", "1", "printf", "%s|", "a b", "", "*", "-n", "--help", "$HOME")
        self.assertEqual(result.stdout, "a b||*|-n|--help|$HOME|")

    def test_words_that_the_launcher_knows_are_left_to_the_program(self):
        for word in ("--tune", "-tune", "--am", "--mca", "-gmca"):
            with self.subTest(word=word):
                script = 'echo "$0|$1|$2|$3|$OMPI_MCA_mca_base_envar_file_prefix|$OMPI_MCA_no_such"'
                result = run("-n", "1", "sh", "-c", script, "a b", word, "no_such", "it's $HOME")
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertEqual(result.stdout, f"a b|{word}|no_such|it's $HOME||\n")

    def test_the_exit_status_is_forwarded_without_more_words(self):
        result = run("-n", "2", "sh", "-c", "exit 7")
        self.assertEqual(result.returncode, 7)
        self.assertEqual(result.stderr, "")

    def test_a_process_is_bound_to_as_many_cores_as_it_has_threads(self):
        def processors(*arguments, **environment):
            show = ["-n", "1", "sh", "-c", "grep Cpus_allowed: /proc/self/status", "sh"]
            result = run(*show, *arguments, env={"WEFT_RUN_BIND": "", "WEFT_OPTIONS": "", **environment})
            self.assertEqual(result.stderr, "")
            return bin(int(result.stdout.split()[1].replace(",", ""), 16)).count("1")

        one = processors()
        if 2 * one > len(os.sched_getaffinity(0)):
            self.skipTest("this machine has one core, or a batch job binds")
        self.assertEqual(processors("--set", "threads=2"), 2 * one)
        self.assertEqual(processors("--choice", "1 native threads=2"), 2 * one)
        self.assertEqual(processors("--set", "no_threads=2"), one)
        self.assertEqual(processors("--set", "threads=auto"), len(os.sched_getaffinity(0)))
        self.assertEqual(processors(WEFT_RUN_THREADS="auto"), len(os.sched_getaffinity(0)))
        self.assertEqual(processors(WEFT_OPTIONS="timeout=60; threads=2"), 2 * one)
        self.assertEqual(processors(WEFT_RUN_THREADS="2"), 2 * one)
        self.assertEqual(processors("--set", "threads=2", WEFT_RUN_THREADS="1"), one)
        many = str(os.cpu_count() + 1)
        self.assertEqual(processors(WEFT_RUN_THREADS=many), len(os.sched_getaffinity(0)))

    def test_threads_that_are_not_a_number_are_refused(self):
        result = run("-n", "1", "true", env={"WEFT_RUN_THREADS": "two"})
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("WEFT_RUN_THREADS is 'two'", result.stderr)

    def test_standard_input_goes_to_process_0(self):
        # MPICH never closes the standard input of the others, so they must not read.
        command = "if [ ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} = 0 ]; then cat; fi"
        result = run("-n", "2", "sh", "-c", command, input="some words\n")
        self.assertEqual(result.stdout, "some words\n")

    def test_progress_is_passed_on_when_set_and_absent_without_a_terminal(self):
        command = ["-n", "1", "sh", "-c", "echo progress=$WEFT_PROGRESS"]
        self.assertEqual(run(*command, env={"WEFT_PROGRESS": "1"}).stdout, "progress=1\n")
        self.assertEqual(run(*command, env={"WEFT_PROGRESS": ""}).stdout, "progress=\n")
        self.assertEqual(run(*command, env={"WEFT_PROGRESS": "log"}).stdout, "progress=log\n")

    def test_the_width_of_a_terminal_is_passed(self):
        try:
            terminal, side = os.openpty()
        except OSError:
            self.skipTest("this machine has no pseudo-terminals")
        for columns, term, set_to, passed in ((0, "xterm", "", "1"), (132, "xterm", "", "132"), (132, "dumb", "", ""),
                                              (132, "xterm", "0", "0")):
            fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
            result = subprocess.run(
                [RUN, "-n", "1", "sh", "-c", "echo progress=$WEFT_PROGRESS"], stdout=subprocess.PIPE, stderr=side, text=True,
                env={**os.environ, "WEFT_PROGRESS": set_to, "TERM": term})
            self.assertEqual(result.stdout, f"progress={passed}\n")
        os.close(side)
        os.close(terminal)

    def test_it_works_through_a_link_and_from_another_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            link = pathlib.Path(folder) / "run"
            link.symlink_to(RUN)
            result = subprocess.run([link, "-n", "1", "pwd"], cwd=folder, capture_output=True, text=True)
        self.assertEqual(result.stdout.strip(), os.path.realpath(folder))

    def test_an_interrupt_ends_all_processes(self):
        with tempfile.TemporaryDirectory() as folder:
            started = pathlib.Path(folder) / "started"
            job = subprocess.Popen([RUN, "-n", "2", "sh", "-c", f"echo $$ >>{started}; exec sleep 600"])
            for _ in range(600):
                if started.exists() and started.read_text().count("\n") == 2:
                    break
                time.sleep(0.05)
            processes = [int(line) for line in started.read_text().split()]
            job.send_signal(signal.SIGINT)
            job.wait()
        for _ in range(1200):
            if not any(is_running(p) for p in processes):
                break
            time.sleep(0.05)
        self.assertFalse([p for p in processes if is_running(p)])


class EndsInWords(unittest.TestCase):
    """What a user reads when a process of a job dies, and where weft-run must keep silent."""

    def job(self, at_process_1, *, n=3, **options):
        program = f"""if True:
            import os, signal, sys
            from mpi4py import MPI
            print("some result", flush=True)
            MPI.COMM_WORLD.Barrier()
            if MPI.COMM_WORLD.rank == 1: {at_process_1}
            MPI.COMM_WORLD.Barrier()"""
        return run("-n", str(n), sys.executable, "-c", program, **options)

    def check(self, result, statuses, *words, n=3):
        self.assertIn(result.returncode, statuses)
        self.assertEqual(result.stdout.count("some result"), n)
        said = [line for line in result.stderr.splitlines() if line.startswith("weft-run: error: ")]
        self.assertEqual(len(said), 1, result.stderr)
        for word in (f"process 1 of {n} on {socket.gethostname()} ", *words):
            self.assertIn(word, said[0])

    def test_a_process_that_is_killed_is_named_with_what_usually_is_behind_it(self):
        for name, word in (("SIGKILL", "memory"), ("SIGSEGV", "pointer"), ("SIGTERM", "batch system")):
            with self.subTest(name=name):
                number = int(getattr(signal, name))
                result = self.job(f"os.kill(os.getpid(), {number})")
                self.check(result, (128 + number, number), f"signal {number} ({name})", word)

    def test_a_process_that_leaves_the_others_without_a_word_is_named(self):
        self.check(self.job("os._exit(5)"), (5,), "status 5", "os._exit", "MPI_Finalize")

    def test_a_status_of_0_is_an_error_where_others_were_ended(self):
        result = self.job("os._exit(0)", n=2)  # with two processes MPICH's launcher ends with 0
        self.assertNotEqual(result.returncode, 0)
        self.check(result, (result.returncode,), "status 0", "MPI_Finalize", n=2)

    def test_a_program_that_says_itself_why_it_ends_has_the_last_word(self):
        result = self.job("os.write(2, b'it is all wrong\\n'); os._exit(5)")
        self.assertEqual((result.returncode, result.stderr), (5, "it is all wrong\n"))

    def test_progress_is_no_word(self):
        for text in (r"\rstep 7", r"weft: progress: step 7\n"):
            self.check(self.job(f"os.write(2, b'{text}'); os._exit(5)"), (5,), "status 5")

    def test_bytes_on_the_standard_error_arrive_as_they_are(self):
        text = "\x1e\x1eweft-run\n\x1eweft-run 1 signal\n\x00\rend"
        result = run("-n", "1", sys.executable, "-c", f"import os; os.write(2, {text.encode()!r})")
        self.assertEqual((result.returncode, result.stderr), (0, text.replace("\r", "\n")))

    def test_a_launcher_that_stays_when_all_have_ended_is_killed(self):
        jobs = []
        for how, waits in (("status 0", "wait;"), ("status 7", "wait;"), ("signal 9", "wait;"), ("status 6", "")):
            # Without waiting, the child that has ended stays a child.
            launcher = f"(sleep 2; printf '\\036weft-run 0 {how} here\\n' >&2) & {waits} exec sleep 600"
            jobs.append(subprocess.Popen([WATCH_JOB, "1", "/bin/bash", "-c", launcher], stderr=subprocess.PIPE, text=True))
        self.assertEqual([job.communicate(timeout=100) and job.returncode for job in jobs], [0, 7, 137, 6])

    def test_a_lost_host_is_told_and_has_a_status_of_its_own(self):
        def ends(script):
            job = subprocess.run([WATCH_JOB, "2", "/bin/bash", "-c", script], capture_output=True, text=True, timeout=100)
            return job.returncode, job.stderr

        status, said = ends("exit 205")
        self.assertEqual(status, 75)
        self.assertRegex(said, "^weft-run: error: the launcher lost a host: .* 2 of 2 processes were at work; .* exit status 75\n$")
        status, said = ends("printf '\\036weft-run 0 status 0 here\\n' >&2; exit 205")
        self.assertEqual(status, 75)
        self.assertIn(" 1 of 2 processes were at work", said)
        words = "[mpiexec@here] control_cb (pm/pmiserv/pmiserv_cb.c:206): assert (!closed) failed"
        status, said = ends(f"echo '{words}' >&2; exit 255")
        self.assertEqual(status, 75, "MPICH's launcher")
        self.assertIn("the launcher lost a host", said)
        self.assertEqual(ends("echo wrong >&2; exit 255"), (255, "wrong\n"))
        for number in (0, 205):
            records = "".join(f"\\036weft-run {rank} status {number} here\\n" for rank in (0, 1))
            self.assertEqual(ends(f"printf '{records}' >&2; exit {number}"), (number, ""))

    def test_a_launcher_that_fails_without_a_word_is_told(self):
        job = subprocess.run([WATCH_JOB, "2", "/bin/bash", "-c", "exit 3"], capture_output=True, text=True, timeout=100)
        self.assertEqual(job.returncode, 3)
        self.assertRegex(job.stderr, "^weft-run: error: the launcher ended with status 3, without a word, .*/bin/bash -n 2 hostname\n$")

    def test_a_launcher_that_leaves_the_others_at_work_is_ended(self):
        jobs = []
        for how in ("", "trap '' TERM; "):
            launcher = how + "sleep 60 & printf '\\036weft-run 0 signal 9 here\\n' >&2; wait"
            jobs.append(subprocess.Popen([WATCH_JOB, "2", "/bin/bash", "-c", launcher], stderr=subprocess.PIPE, text=True))
        for job in jobs:
            self.assertIn("process 0 of 2 on here was ended by signal 9 (SIGKILL)", job.communicate(timeout=50)[1])
            self.assertEqual(job.returncode, 137)

    def test_a_job_that_was_told_to_end_needs_no_words(self):
        job = subprocess.Popen([RUN, "-n", "2", "sh", "-c", "echo begun; exec sleep 600"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual([job.stdout.readline() for _ in range(2)], ["begun\n"] * 2)
        job.send_signal(signal.SIGTERM)
        self.assertNotIn("weft-run: error", job.communicate()[1])

    def test_output_that_cannot_be_written_is_an_error(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([RUN, "-n", "2", "echo", "words"], stdout=full,
                                    stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, 2)
        self.assertIn("weft-run: error: the standard output cannot be written: No space left", result.stderr)
        result = subprocess.run(["sh", "-c", f"{RUN} -n 2 echo words >&-"],
                                stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, 2)
        self.assertIn("weft-run: error: the standard output is closed", result.stderr)


if __name__ == "__main__":
    unittest.main()
