"""What the libraries of the build show: what include/weft declares, and nothing else."""

import os
import pathlib
import re
import subprocess
import unittest

BUILD = pathlib.Path(os.environ["WEFT_BUILD"])
HEADERS = sorted((pathlib.Path(os.environ["WEFT_SOURCE"]) / "include/weft").glob("*.h*"))
SOURCES = pathlib.Path(os.environ["WEFT_SOURCE"]) / "src"
ABOUT_A_TYPE = re.compile(r"(?:typeinfo(?: name)?|vtable|guard variable|VTT|construction vtable) for ")


def without_comments(path):
    return re.sub(r"//.*|/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL if path.suffix == ".h" else 0)


def exported(library):
    """(letter, name in words) of all symbols that others can use."""
    run = subprocess.run(["nm", "-DC", "--defined-only", library], capture_output=True, text=True, check=True)
    return [line.split(" ", 2)[1:] for line in run.stdout.splitlines()]


def declared_functions(suffix, pattern):
    return {name for path in HEADERS if path.suffix == suffix for name in re.findall(pattern, without_comments(path), re.MULTILINE)}


def is_of_weft(symbol):
    """A function of namespace weft, perhaps behind the type of what it returns, or something about a type of it."""
    return re.match(r"(?:[\w:<>*&,\[\] ]+ )?weft::", ABOUT_A_TYPE.sub("", symbol)) is not None


def names_of_weft(symbol):
    """All names inside namespace weft that a symbol consists of: of its scopes, and of its types."""
    return {name for path in re.findall(r"\bweft::((?:~?\w+|operator[^\w\s(]+)(?:::(?:~?\w+|operator[^\w\s(]+))*)", symbol)
            for name in path.split("::")}


class ExportedSymbols(unittest.TestCase):
    def setUp(self):
        if not (BUILD / "lib/libweft.so").exists():
            self.skipTest("libweft is an archive in this build")
        self.symbols = exported(BUILD / "lib/libweft.so")

    def test_of_namespace_weft_are_those_of_public_headers(self):
        words = set(re.findall(r"\w+", " ".join(without_comments(path) for path in HEADERS))) - {"Impl"}
        own = [name for _, name in self.symbols if is_of_weft(name)]
        self.assertGreater(len(own), 300)
        for name in own:
            inside = {n.lstrip("~") for n in names_of_weft(name) if not n.startswith("operator")} - words
            self.assertEqual(inside, set(), f"libweft.so shows {name}, which include/weft does not declare")

    def test_what_kernels_fetch_early_is_compiled(self):
        run = subprocess.run(["objdump", "-dC", "--no-show-raw-insn", BUILD / "lib/libweft.so"], capture_output=True, text=True,
                             check=True)
        steps = re.findall(r"^\w+ <[^\n]*::complex_step<16,.*?\n\n", run.stdout, re.MULTILINE | re.DOTALL)
        self.assertGreater(len(steps), 10)
        for step in steps:
            self.assertRegex(step, r"\t(prefetch|prfm)", "the compiler found that it has no effect, and left it out")

    def test_what_is_not_public_is_in_the_namespace_of_its_folder(self):
        words = set(re.findall(r"\w+", " ".join(without_comments(path) for path in HEADERS)))
        folders = {{"tune": "tuning"}.get(path.name, path.name) for path in SOURCES.iterdir() if path.is_dir()}
        run = subprocess.run(["nm", "-C", "--defined-only", BUILD / "lib/libweft.so"], capture_output=True, text=True, check=True)
        own = set(re.findall(r"^\w+ [TtWw] weft::(\w+)", run.stdout, re.MULTILINE))
        self.assertGreater(len(own & folders), 15, "the symbols of the library are stripped")
        self.assertEqual(own - folders - words, set(), "in namespace weft, and not declared in include/weft")

    def test_every_declared_function_can_be_called(self):
        declared = declared_functions(".hpp", r"(?<!>\n)^(?!inline|static)\w[\w:<>*&, ]*?[ *&](\w+)\([^;{]*\);")
        self.assertGreater(len(declared), 60)
        names = {name for _, symbol in self.symbols for name in re.findall(r"weft::(?:of_elements::)?(\w+)", symbol.split("(")[0])}
        self.assertEqual(declared - names, set(), "declared in include/weft, and not in libweft.so")

    def test_of_c_are_those_of_its_headers(self):
        declared = declared_functions(".h", r"\b(weft_\w+)\(")
        self.assertGreater(len(declared), 100)
        self.assertEqual({name for _, name in self.symbols if re.fullmatch(r"weft_\w+", name)}, declared)

    def test_all_others_are_templates_of_the_standard_library(self):
        """Which each library has for itself, where its compiler did not inline them."""
        for letter, name in self.symbols:
            if not is_of_weft(name) and not name.startswith("weft_"):
                self.assertRegex(f"{letter} {name}", r"^[WVu] .*(std::|__gnu_cxx::|weft::)")

    def test_an_error_is_caught_across_libraries(self):
        names = [name for _, name in self.symbols]
        self.assertIn("typeinfo for weft::Error", names)

    def test_fortran_shows_its_modules_and_the_function_that_types_stand_for(self):
        library = BUILD / "lib/libweft_fortran.so"
        if not library.exists():
            self.skipTest("the build is without Fortran")
        for letter, name in exported(library):
            self.assertRegex(f"{letter} {name}", r"^[TDBR] __weft\w*_MOD_|^T weft_fortran_free$|^[WVu] .*std::")

    def test_of_fftw_mpi_are_those_of_fftw(self):
        header = (SOURCES.parent / "bindings/fftw_mpi/functions.hpp").read_text(encoding="utf-8")
        functions = re.findall(r"FFTW\((\w+)\)\(([^;]*)\);", re.sub(r"//.*", "", header))
        self.assertGreater(len(functions), 40)
        names = {name for name, _ in functions} | {f"{name}_f03" for name, arguments in functions if "MPI_Comm" in arguments}
        for library, prefix in (("libweft_fftw3_mpi.so", "fftw_"), ("libweft_fftw3f_mpi.so", "fftwf_")):
            self.assertEqual({name for _, name in exported(BUILD / "lib" / library)}, {prefix + name for name in names})

    def test_python_finds_one_function(self):
        for module in BUILD.glob("python/weft/_core*.so"):
            strong = [name for letter, name in exported(module) if letter not in "WVu"]
            self.assertEqual(strong, ["PyInit__core"])


if __name__ == "__main__":
    unittest.main()
