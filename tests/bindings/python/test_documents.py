"""What the documents show is run: docstrings on one process, the tutorial and the example on several."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
import unittest

import job

# More than these are tested with Open MPI; MPICH is slow where there are more processes than cores.
COUNTS = {"openmpi": (1, 2, 4), "mpich": (1, 2)}[job.FAMILY]


class Docstrings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        sys.path.insert(0, str(job.BUILD / "python"))

    def test_examples_of_docstrings(self):
        import numpy
        import weft
        import weft_figures
        from mpi4py import MPI

        n_examples = 0
        names = {"weft": weft, "numpy": numpy, "MPI": MPI, "comm": MPI.COMM_WORLD}
        for name in ["weft"] + [m.name for package in (weft, weft_figures)
                                for m in pkgutil.walk_packages(package.__path__, package.__name__ + ".")
                                if m.name.rpartition(".")[2] not in ("_core", "__main__")]:
            module = importlib.import_module(name)
            finder = doctest.DocTestFinder()
            for test in finder.find(module, name, globs={**vars(module), **names}):
                runner = doctest.DocTestRunner(verbose=False)
                runner.run(test)
                self.assertEqual(runner.failures, 0, f"{test.name}: see above")
                n_examples += runner.tries
        self.assertGreater(n_examples, 25)

    def test_everything_public_is_documented(self):
        import weft

        for name in weft.__all__:
            thing = getattr(weft, name)
            self.assertTrue(thing.__doc__, name)
            for member, value in vars(thing).items() if isinstance(thing, type) else ():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    self.assertTrue(value.__doc__, f"{name}.{member}")

    def test_completion_shows_public_names_alone(self):
        import weft

        dunders = [name for name in vars(weft) if name.startswith("__")]
        self.assertEqual(dir(weft), sorted({*weft.__all__, "__version__", *dunders}))
        for name in dir(weft):
            self.assertTrue(hasattr(weft, name), name)
        self.assertEqual((dir(weft.look), dir(weft.report)), (["slice", "spectrum"], ["write"]))


class Pages(unittest.TestCase):
    def run_blocks(self, page, n):
        text = (job.SOURCE / page).read_text()
        blocks = re.findall(r"^```python(?: run)?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        self.assertTrue(blocks, page)
        result = job.run("\n".join(blocks), n)
        self.assertEqual((result.returncode, result.stderr), (0, ""), f"{page} on {n} processes")

    def test_the_tutorial(self):
        for n in COUNTS:
            self.run_blocks("doc/tutorial-python.md", n)

    def test_the_readme(self):
        for n in (1, 2):
            self.run_blocks("README.md", n)


class Example(unittest.TestCase):
    def test_the_derivative_has_the_same_bits_on_any_number_of_processes(self):
        program = str(job.SOURCE / "examples/python/derivative.py")
        outputs = set()
        for n in COUNTS:
            result = subprocess.run([job.RUN, "-n", str(n), sys.executable, program], capture_output=True, text=True,
                                    timeout=60, env={**job.ENVIRONMENT, "WEFT_OPTIONS": "reproducible=yes"})
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            outputs.add(result.stdout)
        self.assertEqual(len(outputs), 1, outputs)
        lines = r"\Amax error \d\.\d{3}e-1[3-6]\nmodes [0-9a-f]{16}\nderivative [0-9a-f]{16}\n\Z"
        self.assertRegex(outputs.pop(), lines)


if __name__ == "__main__":
    unittest.main()
