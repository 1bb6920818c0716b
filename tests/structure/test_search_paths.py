"""No program of the build looks for libraries where somebody else could put them."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["WEFT_BUILD"])
SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
PLANTED = """
#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void planted(void) { close(open("loaded", O_CREAT | O_WRONLY, 0600)); }
"""


class SearchPaths(unittest.TestCase):
    def test_none_has_an_empty_or_a_relative_element_or_one_that_anybody_may_write(self):
        folders = [BUILD / "lib", BUILD / "python", BUILD / "tests"]
        check = SOURCE / "scripts/check_search_paths.py"
        result = subprocess.run([sys.executable, check, *[f for f in folders if f.exists()]], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout)
        sys.path.insert(0, str(check.parent))
        import check_search_paths
        for name in ("weft", "libexec/weft/weft-cma-probe", "libexec/weft/weft-watch-job", "libexec/weft/weft-watch-process"):
            elements = check_search_paths.search_path(BUILD / name)
            self.assertEqual([check_search_paths.what_is_wrong(e, BUILD / name) for e in elements], [None] * len(elements))


class LinkedLibraries(unittest.TestCase):
    def test_fftw_is_loaded_when_it_is_wanted_and_linked_by_nothing(self):
        files = [BUILD / "weft", *(BUILD / "lib").glob("*.so"), *(BUILD / "python").glob("weft/_core*.so")]
        self.assertGreater(len(files), 1)
        for file in files:
            loaded = subprocess.run(["ldd", file], capture_output=True, text=True, check=True).stdout
            self.assertIn("libc.so", loaded)
            self.assertNotIn("fftw", loaded, file)


class PlantedLibraries(unittest.TestCase):
    """Libraries in the current folder, with a constructor that leaves a file behind."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "planted.c").write_text(PLANTED)
        subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", "planted.so", "planted.c"], cwd=self.folder,
                       check=True)

    def plant(self, *names):
        for name in names:
            os.link(self.folder / "planted.so", self.folder / name)

    def info_beside_them(self, **environment):
        kept = {k: v for k, v in os.environ.items() if k not in ("WEFT_MKL", "WEFT_FFTW")}
        result = subprocess.run([BUILD / "weft", "info"], cwd=self.folder, env={**kept, **environment}, capture_output=True,
                                text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertFalse((self.folder / "loaded").exists(), "a library of the current folder was loaded")

    def test_are_not_loaded(self):
        self.plant("libmkl_rt.so", "libmkl_rt.so.2", "libhwy.so.1", "libfftw3.so.3", "libfftw3f.so.3", "libmpi.so.40")
        self.info_beside_them()

    def test_are_not_taken_for_mkl_or_fftw_where_the_search_path_of_the_user_has_the_current_folder(self):
        self.plant("libmkl_rt.so", "libmkl_rt.so.1", "libmkl_rt.so.2", "libmkl_rt.so.3", "libfftw3.so.3", "libfftw3f.so.3")
        path = os.environ.get("LD_LIBRARY_PATH", "")
        for element in ("", ".", "../" + self.folder.name):
            with self.subTest(element):
                self.info_beside_them(LD_LIBRARY_PATH=f"{path or '/nowhere'}:{element}")
                self.info_beside_them(LD_LIBRARY_PATH=f"{path or '/nowhere'}:{element}", WEFT_MKL="libmkl_rt.so",
                                       WEFT_FFTW="libfftw3.so.3")


if __name__ == "__main__":
    unittest.main()
