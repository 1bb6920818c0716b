"""Jobs as a whole: an exception, an interrupt, a process that does not come, MPI that is not running."""

import os
import pathlib
import signal
import subprocess
import time
import unittest

import job

PATIENCE = 300  # seconds, for machines that have other work
TIMED = "import sys, time, weft\nfrom mpi4py import MPI\nc = MPI.COMM_WORLD\n"


class Exceptions(unittest.TestCase):
    def check_ends(self, script, *words, n=2):
        start = time.monotonic()
        result = job.run(script, n)
        self.assertNotEqual(result.returncode, 0, result)
        for word in words:
            self.assertIn(word, result.stderr)
        self.assertLess(time.monotonic() - start, PATIENCE)

    def test_an_exception_on_one_process_ends_the_job_with_its_traceback(self):
        for call in ("c.Barrier()", "weft.Plan((8, 8, 8))"):
            script = TIMED + f"if c.rank == 1: raise RuntimeError('one process fails')\n{call}\n"
            self.check_ends(script, "process 1 of 2: Traceback", "RuntimeError: one process fails")

    def test_so_does_one_within_a_plan_or_a_thread(self):
        script = TIMED + ("with weft.Plan((8, 8, 8)) as plan:\n"
                          "    if c.rank == 0: plan.nothing()\n"
                          "    plan.forward(plan.points())\n")
        self.check_ends(script, "process 0 of 2: Traceback", "AttributeError")
        script = TIMED + ("import threading\n"
                          "def work(): raise RuntimeError('in a thread')\n"
                          "if c.rank == 1:\n    t = threading.Thread(target=work); t.start(); t.join()\n"
                          "c.Barrier()\nif c.rank == 1: c.recv(source=1)\nc.Barrier()\n")
        self.check_ends(script, "RuntimeError: in a thread")

    def test_one_process_ends_as_python_does(self):
        result = job.run(TIMED + "raise RuntimeError('alone')\n", 1)
        self.assertEqual(result.returncode, 1)
        self.assertIn("RuntimeError: alone", result.stderr)
        self.assertNotIn("process 0", result.stderr)

    def test_hooks_of_others_and_plain_programs_are_left_alone(self):
        script = ("import sys\nmine = lambda *a: None\nsys.excepthook = mine\n"
                  "import weft\nassert sys.excepthook is mine\n")
        self.assertEqual(job.run(script, 1).returncode, 0)
        script = "import sys, weft\nassert sys.excepthook is sys.__excepthook__\n"
        self.assertEqual(job.run(script, 0, WEFT_RUN="").returncode, 0)
        self.assertEqual(job.run("import sys, weft\nassert sys.excepthook is not sys.__excepthook__\n").returncode, 0)


class ProcessesThatDoNotCome(unittest.TestCase):
    def check_waits(self, prepare, call, **environment):
        script = TIMED + prepare + (
            f"if c.rank == 0:\n"
            f"    try:\n        {call}\n"
            f"    except weft.CommunicationError as error:\n        print('told:', error, flush=True)\n"
            f"        time.sleep(0.5)  # MPICH's launcher drops what has just been printed\n"
            f"        c.Abort(3)\n"
            f"else:\n    time.sleep({10 * PATIENCE})\n")
        start = time.monotonic()
        result = job.run(script, 2, **environment)
        self.assertIn("told:", result.stdout, result)
        self.assertIn("1 s", result.stdout)
        self.assertIn("same calls", result.stdout)
        self.assertNotEqual(result.returncode, 0)
        self.assertLess(time.monotonic() - start, PATIENCE)

    def test_a_call_on_some_processes_only_is_an_error_where_it_waits(self):
        for exchange in ("window-pull", "alltoallw"):
            for check in (True, False):
                prepare = (f"plan = weft.Plan((8, 8, 8), timeout=1, exchange={exchange!r})\n"
                           "u = plan.points()\n")
                self.check_waits(prepare, f"plan.forward(u, check={check})")

    def test_so_is_a_plan(self):
        self.check_waits("", "weft.Plan((8, 8, 8), timeout=1)")
        self.check_waits("weft.Plan((4, 4, 4))\n", "weft.Plan((8, 8, 8))", WEFT_OPTIONS="timeout=1")


class Interrupts(unittest.TestCase):
    def test_an_interrupt_leaves_no_process_and_no_shared_memory(self):
        script = TIMED + ("import os\n"
                          "plan = weft.Plan((64, 64, 64), exchange='window-pull')\n"
                          "u = plan.points()\n"
                          "os.write(1, f'pid {os.getpid()}\\n'.encode())  # in one piece: lines of two do not mix\n"
                          "while True: plan.backward(plan.forward(u))\n")
        before = set(os.listdir("/dev/shm"))
        process = subprocess.Popen(job.command_of(script, 2), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   text=True, env=job.ENVIRONMENT)
        self.addCleanup(process.kill)
        pids = [int(process.stdout.readline().split()[1]) for _ in range(2)]
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertNotEqual(process.returncode, 0)
        for _ in range(10 * PATIENCE):
            left = [pid for pid in pids if job.is_running(pid)]
            if not left:
                break
            time.sleep(0.1)
        self.assertEqual(left, [])
        # Other jobs on this machine come and go: only what stays and is ours counts.
        mine = {name for name in set(os.listdir("/dev/shm")) - before if self.is_of(name, pids)}
        self.assertEqual(mine, set())

    @staticmethod
    def is_of(name, pids):
        return any(str(pid) in name for pid in pids)

    def test_a_keyboard_interrupt_between_calls_is_an_exception(self):
        script = TIMED + ("import os, signal\n"
                          "plan = weft.Plan((8, 8, 8), MPI.COMM_SELF)\n"
                          "u = plan.points()\n"
                          "try:\n"
                          "    for i in range(10**6):\n"
                          "        plan.forward(u)\n"
                          "        if i == 10: os.kill(os.getpid(), signal.SIGINT)\n"
                          "except KeyboardInterrupt:\n"
                          "    plan.forward(u); plan.close(); print('interrupted')\n")
        self.assertIn("interrupted", job.run(script, 1).stdout)


class LifeOfMPI(unittest.TestCase):
    def test_plans_before_mpi_runs_and_after_it_ended_are_errors(self):
        script = ("import mpi4py\nmpi4py.rc.initialize = False\nimport weft\nfrom mpi4py import MPI\n"
                  "def told(call):\n"
                  "    try: call()\n"
                  "    except weft.InvalidArgumentError as error: print('told:', error)\n"
                  "told(lambda: weft.Plan((8, 8)))\n"
                  "print(weft.describe((8, 8), 2, 0).points_shape)\n"
                  "MPI.Init()\n"
                  "plan = weft.Plan((8, 8), MPI.COMM_SELF); u = plan.points(); plan.forward(u)\n"
                  "MPI.Finalize()\n"
                  "told(lambda: plan.forward(u))\n"
                  "told(lambda: weft.Plan((8, 8)))\n"
                  "plan.close()\n")
        result = job.run(script, 1)
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = [line for line in result.stdout.splitlines() if line.startswith("told:")]
        self.assertEqual(len(lines), 3, result.stdout)
        self.assertIn("MPI is not running", lines[0])
        self.assertIn("finalised", lines[1])
        self.assertIn("MPI is not running", lines[2])

    def test_plans_that_are_alive_at_the_end_do_no_harm(self):
        script = TIMED + ("plan = weft.Plan((8, 8, 8)); mine = weft.Plan((8, 8), MPI.COMM_SELF)\n"
                          "uh = plan.forward(plan.points())\n"
                          "{}\n"
                          "sys.stdout.write('end\\n')\n")
        on_one = "import gc; plan = None if c.rank else plan; gc.collect()"
        for last in ("", "MPI.Finalize()", "sys.last = plan; del plan", on_one):
            result = job.run(script.format(last), 2)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "end\nend\n", ""), last)


if __name__ == "__main__":
    unittest.main()
