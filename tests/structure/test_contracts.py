#!/usr/bin/env python3
"""Is a part that a contract lacks found, and does a contract reach other languages in their words?

Headers of a few lines, with what bindings/describe has to say of them.
"""

import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bindings"))
from describe import comments, contracts, functions  # noqa: E402

CONTRACT = ["// The number of gaps. A gap is empty.", "// width: of a gap, from 1 on; else Error(invalid_argument), also where it is null.",
            "// Not collective.", "// Example:", "//   weft::n_gaps(2);"]
DECLARATION = "Index n_gaps(int width);"


def in_headers(text, work):
    """work() with one public header of this text."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "toy.hpp").write_text(text, encoding="utf-8")
        old, contracts.HEADERS = contracts.HEADERS, pathlib.Path(folder)
        try:
            for function in (contracts.read_headers, contracts.known_texts):
                function.cache_clear()
            return work()
        finally:
            contracts.HEADERS = old
            for function in (contracts.read_headers, contracts.known_texts):
                function.cache_clear()


def header(*lines):
    return "\n".join(["// Toys.", "#pragma once", "namespace weft WEFT_API {", "", *lines, "", "}  // namespace weft", ""])


def complaints(*lines):
    return in_headers(header(*lines), contracts.complaints)


def test_missing_parts():
    assert complaints(*CONTRACT, DECLARATION) == []
    for lost, said in ((0, "a sentence"), (1, "its errors"), (1, "what `width` is"), (2, "'Not collective'"), (3, "an example")):
        kept = [line for i, line in enumerate(CONTRACT) if i != lost and not (lost == 3 and i == 4)]
        if lost == 0:  # the parameter alone says nothing of the function
            kept = []
        found = complaints(*kept, DECLARATION)
        assert len(found) == 1 and said in found[0] and "toy.hpp" in found[0] and "n_gaps" in found[0], (lost, found)


def test_what_a_section_and_a_class_say_holds_for_their_functions():
    shared = ["// Gaps. Not collective. Errors: none. Example:", "//   weft::n_gaps(2);"]
    section = [*shared, "", "// The number of gaps of a `width`.", DECLARATION]
    assert complaints(*section) == []
    in_class = [*shared, "class Gaps {", " public:", "  int first() const;  // The first gap.", "  int last() const;  // The last gap.",
                " private:", "  int secret(int unknown);", "};"]
    assert complaints(*in_class) == []
    assert "Gaps::secret" in complaints(*[line for line in in_class if "private" not in line])[0]
    assert len(complaints(*section, "", "// The number of holes.", "Index n_holes(int depth);")) == 1


def test_other_languages():
    c = "/* C++: n_gaps.\n * value: gets the number. */\nint weft_n_gaps(int width, int64_t* value);\n"
    written = in_headers(header(*CONTRACT, DECLARATION), lambda: comments.c_text(c))
    assert written == ("/* The number of gaps. A gap is empty.\n * width: of a gap, from 1 on; else WEFT_INVALID_ARGUMENT, also where it is NULL.\n"
                       " * Not collective.\n * C++: n_gaps.\n * value: gets the number. */\nint weft_n_gaps(int width, int64_t* value);\n"), written
    assert in_headers(header(*CONTRACT, DECLARATION), lambda: comments.c_text(written)) == written
    python = 'def n_gaps(width):\n    """.\n\n    C++: n_gaps.\n    width: a float.\n    """\n'
    written = in_headers(header(*CONTRACT, DECLARATION), lambda: comments.python_text(python))
    assert '"""The number of gaps.\n\n    A gap is empty.\n    Not collective.\n\n    C++: n_gaps.\n    width: a float.\n' in written, written
    try:
        in_headers(header(*CONTRACT, DECLARATION), lambda: comments.c_text(c.replace("n_gaps.", "n_gabs.")))
        raise AssertionError("a contract that there is not was found")
    except SystemExit as error:
        assert "n_gabs" in str(error)


def test_functions_in_all_languages():
    def shared(declaration):
        lines = [CONTRACT[0] + " In all", "// languages.", *CONTRACT[1:], declaration]
        return in_headers(header(*lines), functions.shared_functions)

    found, = shared("Index n_gaps(const Distribution& distribution, Memory data, double width = 1, bool deep = false);")
    assert (found.c_name, found.result, found.writes, found.is_collective) == ("weft_array_n_gaps", "Index", True, False)
    assert found.parameters == [("double", "width", "1"), ("bool", "deep", "false")]
    assert functions.c_head(found) == ("int weft_array_n_gaps(const weft_distribution* distribution, void* data, double width, int deep,\n"
                                       "                      int64_t* value)")
    assert "given(width, 1.0_c_double), flag(deep, .false.)" in "\n".join(functions.fortran_procedure(found, "weft_toy", "h"))
    for declaration, said in ((DECLARATION, "no member"), (DECLARATION.replace("(int", "(const Distribution& d, ConstMemory u, Box"), "type Box"),
                              ("Box n_gaps(const Distribution& d, ConstMemory u);", "its result is of the type Box")):
        try:
            shared(declaration)
            raise AssertionError(f"{declaration} was taken")
        except SystemExit as error:
            assert said in str(error) and "toy.hpp" in str(error), error


if __name__ == "__main__":
    tests = [name for name in list(globals()) if name.startswith("test_")]
    for name in tests:
        globals()[name]()
    print(len(tests), "tests passed")
