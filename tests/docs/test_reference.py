#!/usr/bin/env python3
"""The reference pages of doc/site/make_reference.py show all there is: names of functions are looked for in the headers, the Fortran
templates and the Python package by other rules than those of the generator. Each page has its parts, each link leads somewhere,
and the table of environment variables has what the sources read. ctest sets the WEFT_... variables."""

import ast
import functools
import os
import pathlib
import posixpath
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["WEFT_SOURCE"])
BUILD = pathlib.Path(os.environ["WEFT_BUILD"])
sys.path[:0] = [str(SOURCE / "doc/site"), str(SOURCE / "bindings")]

import make_reference  # noqa: E402
from describe import contracts  # noqa: E402
from reference import environment  # noqa: E402


@functools.lru_cache(maxsize=None)
def pages():
    return make_reference.all_pages(BUILD)


def text_of(path):
    return (SOURCE / path).read_text(encoding="utf-8")


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL)


def code(language):
    """The declarations in a language of all pages of functions."""
    return "\n".join(block for name, text in pages().items() if name.startswith("functions/")
                     for block in re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL))


def slugs(text):
    """Anchors of headings, as GitHub makes them."""
    return {re.sub(r"[^\w -]", "", title.replace("`", "").lower()).replace(" ", "-") for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}


class AllFunctions(unittest.TestCase):
    def missing(self, names, shown, pattern):
        self.assertGreater(len(names), 9)
        self.assertEqual([name for name in sorted(names) if not re.search(pattern.format(re.escape(name)), shown)], [])

    def test_every_function_of_cpp_has_a_page(self):
        shown = {re.sub(r"\\(.)", r"\1", re.search(r"^# (.*)$", text, re.MULTILINE)[1]) for name, text in pages().items() if name.startswith("functions/")}
        functions = [function.name for function in contracts.public_functions()]
        members = {name for name in functions if name.split("::")[-2:-1] == name.split("::")[-1:]}  # constructors: with their class
        self.assertEqual(sorted({*functions} - members - shown), [])
        self.assertEqual(sorted({name.rpartition("::")[0] for name in members} - shown), [])
        types = {name for path in (SOURCE / "include/weft").glob("*.hpp") if not path.stem.endswith("_templates")
                 for name in re.findall(r"^(?:class|struct|enum class) (?:WEFT_API |alignas\(\d+\) )?(\w+)(?: :[^;{]*)? \{", path.read_text(encoding="utf-8"), re.MULTILINE)}
        self.assertEqual(sorted(types - shown), [])

    def test_every_function_of_c_is_shown(self):
        texts = [without_comments(path.read_text(encoding="utf-8")) for path in (SOURCE / "include/weft").glob("*.h")]
        self.missing({name for text in texts for name in re.findall(r"\b(weft_\w+)\(", text)}, code("c"), r"\b{}\(")
        self.missing({name for text in texts for name in re.findall(r"\bWEFT_[A-Z_]+(?= = | \d)", text)}, code("c"), r"\b{}\b")

    def test_every_name_of_fortran_is_shown(self):
        text = "".join(text for name, text in pages().items() if name.startswith("functions/"))
        names = re.findall(r"\b(?:weft|WEFT)_\w+", " ".join(re.findall(r"only: ((?:[^\n]*&\n)*[^\n]*)", text_of("bindings/fortran/weft.f90"))))
        self.missing(set(names), text, r"`{}\b|type\({}\)|\b{}\(".replace("{}", "{0}"))
        heads = [match for path in (SOURCE / "bindings/fortran/templates").glob("*.fpp")
                 for match in re.findall(r"^  (?:[a-z][\w(), ]* )?(?:subroutine|function) weft_\w+%(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)]
        self.missing(set(heads), code("fortran"), r"%{}\(")

    def test_every_name_of_python_is_shown(self):
        shown = code("python")
        tree = ast.parse(text_of("bindings/python/weft/__init__.py"))
        listed = next(node.value for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__")
        modules = {"array_api", "fft", "look", "report", "scipy_backend"}
        self.missing({element.value for element in listed.elts if isinstance(element, ast.Constant)} - modules, shown, r"\bweft\.{}\b")
        for package, pattern in (("fft", r"\bweft\.fft\.{}\("), ("array_api", r"\bweft\.array_api\.{}\(")):
            functions = {name for path in (SOURCE / "bindings/python/weft" / package).glob("*.py")
                         for name in re.findall(r"^def (\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE)}
            text = text_of(f"bindings/python/weft/{package}/__init__.py")
            self.missing({name for name in functions if re.search(rf'"{name}"', text.partition("__all__")[2])}, shown, pattern)
        methods = re.findall(r"^    def ([a-z]\w*)\(self", text_of("bindings/python/weft/plan.py"), re.MULTILINE)
        self.missing(set(methods), shown, r"\bweft\.Plan\.{}\b")

    def test_nothing_is_listed_twice(self):
        listed = {}
        for name, text in pages().items():
            if "[All groups](" in text:
                for page in re.findall(r"^\| \[`[^`]*`\]\(([^)]*)\)", text, re.MULTILINE):
                    listed.setdefault(page, []).append(name)
        self.assertEqual([page for page, groups in listed.items() if len(groups) > 1], [])
        functions = {name for name, text in pages().items() if name.startswith("functions/") and "[All groups](" not in text}
        self.assertEqual(functions, {f"functions/{page}" for page in listed})


class Pages(unittest.TestCase):
    def test_pages_of_functions_have_all_parts(self):
        for name, text in pages().items():
            if not name.startswith("functions/") or "[All groups](" in text:
                continue
            with self.subTest(name):
                self.assertRegex(text, r"^---\norphan: true\n---\n# \S.*\n\n\[[^\]]+\]\([\w-]+\.md\)")
                self.assertIn("Declared in [", text)
                self.assertNotRegex(text, r"Error\((?:invalid_argument|mismatch|not_applicable|resource|communication)")
                words = re.sub(r"^---\n.*?^---\n|^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
                words = re.sub(r"^#.*|^\[[^`].*|^:.*|^Declared in.*|^(?:Not )?[Ii]n \S+(?: alone)?\.|^Example:", "", words, flags=re.MULTILINE)
                self.assertTrue(words.strip(), "no words but declarations")
                tabs = re.findall(r"^:::\{tab-item\} (\S+)\n:sync: (\w+)\n\n(.*?)^:::$", text, re.MULTILINE | re.DOTALL)
                if tabs:
                    self.assertEqual([tab[0] for tab in tabs], ["C++", "C", "Fortran", "Python"])
                    for language, word, body in tabs:
                        self.assertTrue(body.startswith((f"```{word}\n", f"Not in {language}.")), body[:40])

    def test_contracts_say_who_calls_and_have_an_example(self):
        for function in contracts.public_functions():
            owner, _, last = function.name.rpartition("::")
            name = owner if owner.rpartition("::")[2] == last else function.name
            text = pages().get(f"functions/{name.replace('::', '.')}.md") or pages()[f"functions/{name.replace('::', '.')}-type.md"]
            with self.subTest(function.name):
                self.assertRegex(text, r"\b[Cc]ollective\b")
                self.assertIn("Example:\n\n```cpp\n", text)

    def test_every_link_leads_to_a_page(self):
        for name, text in pages().items():
            for target in re.findall(r"\]\(((?!\w+:)[^)\s]+)\)", re.sub(r"^```.*?^```|`[^`]*`", "", text, flags=re.MULTILINE | re.DOTALL)):
                path, _, place = target.partition("#")
                to = posixpath.normpath(posixpath.join("doc/reference", posixpath.dirname(name), path))
                page = pages().get(to.removeprefix("doc/reference/"))
                with self.subTest(page=name, link=target):
                    self.assertTrue(page is not None or (SOURCE / to).exists())
                    if place and page is not None:
                        self.assertIn(place, slugs(page))

    def test_pages_are_the_same_every_time(self):
        self.assertEqual(make_reference.all_pages(BUILD), pages())

    def test_pages_that_are_gone_are_removed(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder)
            for name in ("functions/gone.md", "files/kept.md"):
                (out / name).parent.mkdir(exist_ok=True)
                (out / name).write_text("text", encoding="utf-8")
            make_reference.write(pages(), out)
            self.assertEqual({path.relative_to(out).as_posix() for path in out.rglob("*.md")}, {*pages(), "files/kept.md"})


class Tables(unittest.TestCase):
    def test_every_environment_variable_that_is_read_is_listed_and_no_other(self):
        names = environment.names()
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual(sorted(set(environment.read_anywhere()) - set(names)), [], "read, but not in variables.py")
        self.assertEqual(sorted(set(names) - set(environment.read_anywhere())), [], "in variables.py, but read nowhere")
        listed = re.findall(r"^  (WEFT_\w+)=", text_of("scripts/weft-run.in"), re.MULTILINE)
        self.assertEqual([name for name in listed if name not in names], [])

    def said(self, *words):
        environment_of_test = {**os.environ, "COLUMNS": "200", "WEFT_OPTIONS": ""}
        return subprocess.run([BUILD / "weft", *words], check=True, capture_output=True, text=True, env=environment_of_test).stdout

    def test_every_option_and_exchange_is_listed(self):
        told = self.said("info")
        keys = re.findall(r"^  (\w+) += .*\[.*\]$", told, re.MULTILINE)
        self.assertGreater(len(keys), 40)
        self.assertEqual([key for key in keys if f"| `{key}` |" not in pages()["options.md"]], [])
        exchanges = re.findall(r"^  ([a-z][\w-]+) {2,}", told.partition("\nExchanges\n")[2].partition("\nBackends")[0], re.MULTILINE)
        self.assertEqual([name for name in exchanges if f"| `{name}` |" not in pages()["exchanges.md"]], [])
        backends = re.search(r"^Backends +(.*)$", told, re.MULTILINE)[1].split(", ")
        self.assertEqual([name for name in backends if f"| `{name}` |" not in pages()["backends.md"]], [])

    def test_every_command_and_its_options_are_listed(self):
        told = self.said("--help")
        commands = re.findall(r"^  ([a-z]\w*) {2,}\S", told.partition("Subcommands:")[2], re.MULTILINE)
        self.assertGreater(len(commands), 9)
        for command in commands:
            page = pages()["commands/weft-run-command.md" if command == "run" else f"commands/weft-{command}.md"]
            options = re.findall(r"^  (?:-\w,)?(--[\w-]+)", self.said(command, "--help"), re.MULTILINE)
            self.assertEqual([option for option in options if f"`{option}`" not in page], [], command)

    def test_every_key_of_a_simulation_is_listed(self):
        for simulation in ("channel", "turbulence"):
            section = ""
            for line in self.said("run", "--keys", simulation).splitlines():
                if line.startswith("["):
                    section = line.strip("[]") + "."
                elif " = " in line:
                    key = f"`{section}{line.partition(' = ')[0]}`"
                    self.assertIn(key, pages()["settings.md"].partition(f"## {simulation}")[2])

    def test_every_plain_sentence_of_an_error_is_listed(self):
        shown = "\n".join(re.sub(r"\\(.)", r"\1", text) for name, text in pages().items() if name.startswith("errors/"))
        found = [sentence for folder in ("src", "cli", "apps") for path in (SOURCE / folder).rglob("*.cpp")
                 for sentence in re.findall(r'\bfail\((?:ErrorCode::\w+, )?"([^"\\|]{30,})"\);', path.read_text(encoding="utf-8"))]
        self.assertGreater(len(found), 30)
        self.assertEqual([sentence for sentence in found if sentence not in shown], [])
        for name, text in pages().items():
            if name.startswith("errors/"):
                rows = re.findall(r"^\| .* \|$", text, re.MULTILINE)
                self.assertEqual(len(rows), len(set(rows)), name)


if __name__ == "__main__":
    unittest.main()
