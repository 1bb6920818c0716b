"""The first use of what needs MPI: mpi4py on another MPI library, without its library, or missing is an ImportError with the remedy."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import job

MODULE = '''
def Get_library_version(): return {version!r}
def Is_initialized(): return True
def get_vendor(): return ("stub", (0, 0, 0))
'''
OTHER = {"openmpi": "MPICH Version:\t4.0.2\nMPICH Release date: today", "mpich": "Open MPI v4.1.4, package: stub"}
NEWER = {"openmpi": "Open MPI v6.0.1, package: stub", "mpich": "MPICH Version:      9.1"}
# Was the module of weft, and with it a second libmpi, loaded all the same?
TRY = ("import sys, weft\ntry:\n    weft.Plan\nexcept ImportError as error:\n"
       "    print('told:', error, '| loaded:', 'weft._core' in sys.modules)\n")


def with_mpi4py(text, **environment):
    """What `weft.Plan` says beside a module mpi4py.MPI of this text."""
    with tempfile.TemporaryDirectory() as folder:
        package = pathlib.Path(folder) / "mpi4py"
        package.mkdir()
        (package / "__init__.py").write_text("class rc:\n    initialize, finalize = True, None\n")
        (package / "MPI.py").write_text(text)
        return job.run(TRY, 0, PYTHONPATH=f"{folder}:{job.BUILD / 'python'}", **environment).stdout


class WrongLibrary(unittest.TestCase):
    def check(self, said, *words):
        self.assertTrue(said.startswith("told:"), said)
        self.assertIn("loaded: False", said)
        for word in words:
            self.assertIn(word, said)

    def test_another_family_or_major_version_is_named_with_the_remedy(self):
        for version in (OTHER[job.FAMILY], NEWER[job.FAMILY], "a library that nobody knows 1.0"):
            name = version.splitlines()[0].split(",")[0].replace("\t", "\\t")
            self.check(with_mpi4py(MODULE.format(version=version)), name, "weft was built for", f"MPI4PY_MPIABI={job.FAMILY}", "pip install")

    def test_a_library_that_does_not_load_is_told(self):
        said = with_mpi4py("raise RuntimeError('cannot load MPI library')")
        self.check(said, "cannot load MPI library", "pip install")

    def test_a_launcher_of_another_library_is_told(self):
        if job.FAMILY != "mpich":
            self.skipTest("with Open MPI a plan says so itself")
        built = json.loads((job.BUILD / "python/weft/abi/mpich/built.json").read_text())
        loaded = f"import ctypes\nctypes.CDLL({built['library']!r})\n"
        text = MODULE.format(version="MPICH Version: 4.0.2").replace("True", "False")
        said = with_mpi4py(loaded + text, OMPI_COMM_WORLD_SIZE="2")
        self.check(said, "launcher of Open MPI", "MPICH", "weft-run -n P")

    def test_a_missing_mpi4py_is_told(self):
        blocked = "import sys\nsys.modules['mpi4py'] = None\n" + TRY
        self.check(job.run(blocked, 0).stdout, "mpi4py", "pip install mpi4py")

    def test_the_names_of_mpi4py_fft_need_mpi4py(self):
        alone = "import weft, weft._alone\nweft._library._chosen[:] = [weft._alone]\n"
        said = job.run(alone + TRY.replace("weft.Plan", "import weft.compat.mpi4py_fft"), 1).stdout
        self.assertIn("told: weft.compat.mpi4py_fft is for programs that use mpi4py", said)
        self.assertIn("pip install mpi4py", said)

    def test_the_python_of_the_other_library(self):
        other = job.SOURCE / {"openmpi": ".venv-mpich", "mpich": ".venv"}[job.FAMILY] / "bin/python"
        if not other.exists() or subprocess.run([other, "-c", "import mpi4py"]).returncode:
            self.skipTest("there is no environment for the other MPI library")
        file = job.command_of(TRY, 0)[-1]
        environment = {**job.ENVIRONMENT, "MPI4PY_MPIABI": {"openmpi": "mpich", "mpich": "openmpi"}[job.FAMILY]}
        result = subprocess.run([other, file], capture_output=True, text=True, timeout=60, env=environment)
        self.check(result.stdout, "weft was built for")


class Environment(unittest.TestCase):
    def test_mpi4py_may_be_imported_before_weft_or_after(self):
        for first, second in (("mpi4py.MPI", "weft"), ("weft", "mpi4py.MPI")):
            result = job.run(f"import {first}\nimport {second}\nweft.Plan((8, 8)).close()\n", 1)
            self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_any_module_may_be_the_first_that_is_imported(self):
        for name in ("compat.mpi4py_fft", "layout", "arrays", "array_api", "fft", "look"):
            result = job.run(f"import weft.{name}\nprint(weft.Plan)\n", 0)
            self.assertEqual((result.stdout, result.stderr), ("<class 'weft.plan.Plan'>\n", ""), name)

    def test_a_plain_python_finds_the_library(self):
        result = job.run("import weft\nprint(weft.mpi_library())\n", 0, MPI4PY_MPIABI="")
        self.assertIn({"openmpi": "Open MPI", "mpich": "MPICH"}[job.FAMILY], result.stdout, result.stderr)

    def test_weft_run_tells_the_library(self):
        script = "import os, sys\nsys.stdout.write(os.environ['WEFT_RUN'] + os.environ['MPI4PY_MPIABI'] + '\\n')\n"
        self.assertEqual(job.run(script, 1).stdout, f"1{job.FAMILY}\n")

    def test_the_build_tells_the_virtual_environment(self):
        import sysconfig

        path = pathlib.Path(sysconfig.get_path("purelib")) / "weft-build.pth"
        if sys.prefix == sys.base_prefix or not path.exists():
            self.skipTest("this Python is not in a virtual environment of the build")
        self.assertTrue((pathlib.Path(path.read_text().strip()) / "weft").is_dir())


if __name__ == "__main__":
    unittest.main()
