#!/usr/bin/env python3
"""The examples that check themselves do so in C++ and in Python, on 1 and 3 processes, and print the same.
In Python on 1 process with WEFT_TEST_FULL=1 only, if C++ is there.

    programs.py LANGUAGE...    of cpp, python

Errors that they print are rounding and differ; all else must be the same. The spectrum of a random file is compared
with that of numpy.fft. ctest sets WEFT_BUILD, WEFT_SOURCE and WEFT_PYTHON.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

BUILD = pathlib.Path(os.environ["WEFT_BUILD"])
FULL = os.environ.get("WEFT_TEST_FULL") == "1"
SOURCE = pathlib.Path(os.environ["WEFT_SOURCE"])
EXAMPLES = {
    "poisson": r"poisson: largest error (\de-\d\d|\d\.\de-\d\d)\n",
    "vorticity": r"Taylor-Green vortex at t = 1: largest error \d\.\de-\d\d\n"
                 r"shear layers at t = 3: energy \d\.\d{6} and enstrophy \d\.\d{6} changed by \de-\d\d and \de-\d\d\n",
    "restart": r"step 40: mean square \d\.\d{6}\nfrom the checkpoint of step 20: the same bits\n"
               r"from it on one process: largest difference \de[-+]\d\d\n",
    "spectrum": r"(\s*\d+ \d\.\d{6}e[-+]\d\d\n){6}largest error \de[-+]\d\d\n",
}


def run(name, language, n_processes, folder, *arguments, status=0):
    """What the example prints."""
    if language == "python":
        command = [os.environ["WEFT_PYTHON"], str(SOURCE / f"examples/python/{name}.py")]
    else:
        command = [str(BUILD / "examples" / f"example_{name}")]
    environment = {**os.environ, "PYTHONPATH": str(BUILD / "python")}
    job = subprocess.run([str(BUILD / "weft-run"), "-n", str(n_processes), *command, *arguments], env=environment,
                         capture_output=True, text=True, cwd=folder)
    assert (job.returncode == 0) == (status == 0), f"{name} in {language} on {n_processes}: {job.stdout}{job.stderr}"
    return job.stdout if status == 0 else job.stdout + job.stderr


def without_errors(text):
    return re.sub(r"(?<![\d.])\d(\.\d)?e[-+]\d\d", "error", text)


def check_spectrum_of_a_file(language, folder):
    """Of random numbers of odd lengths, against all modes of numpy.fft."""
    import numpy as np

    u = np.random.default_rng(5).standard_normal((7, 10, 9))
    np.save(pathlib.Path(folder) / "random.npy", u)
    modes = np.fft.fftn(u, norm="forward")
    k = np.sqrt(sum(x**2 for x in np.meshgrid(*(np.fft.fftfreq(n) * n for n in u.shape), indexing="ij")))
    shells = np.floor(k + 0.5).astype(int).ravel()
    expected = np.bincount(shells, (np.abs(modes) ** 2).ravel() / 2)
    lines = run("spectrum", language, 2, folder, "random.npy").splitlines()
    assert [int(line.split()[0]) for line in lines] == list(range(len(expected))), lines
    assert np.allclose([float(line.split()[1]) for line in lines], expected, rtol=2e-6), (lines, expected)
    assert abs(expected.sum() - (u**2).mean() / 2) < 1e-14


def check_refused_files(folder):
    import numpy as np

    np.save(pathlib.Path(folder) / "flat.npy", np.zeros((4, 4)))
    text = run("spectrum", "cpp", 2, folder, "flat.npy", status=2)
    assert text.count("three axes") == 1, text


def main():
    languages = sys.argv[1:]
    assert languages, "no languages were given"
    n_programs = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, pattern in EXAMPLES.items():
            outputs = {}
            for language in languages:
                for n_processes in (3,) if language == "python" and "cpp" in languages and not FULL else (1, 3):
                    text = outputs[language, n_processes] = run(name, language, n_processes, folder)
                    assert re.fullmatch(pattern, text), f"{name} in {language} on {n_processes} prints:\n{text}"
                    n_programs += 1
            first = without_errors(next(iter(outputs.values())))
            for key, text in outputs.items():
                assert without_errors(text) == first, f"{name} {key} prints:\n{text}\nnot:\n{first}"
        for language in languages:
            check_spectrum_of_a_file(language, folder)
        check_refused_files(folder)
    print(f"{n_programs} programs are right")


if __name__ == "__main__":
    main()
