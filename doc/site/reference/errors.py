"""errors.md and a page for each part of weft: all sentences of errors, from the sources."""

import ast
import builtins
import re

from . import ROOT
from .markdown import escaped, page, table

PARTS = [  # file, title, folders and files whose errors it lists; the first row that fits counts
    ("plans", "Plans, problems and options", ["src/plan", "src/direction", "src/route", "src/tables", "src/geometry", "src/base/option", "src/base/key", "src/base/kind",
                                           "src/pass", "src/sweep", "src/one_process", "src/base/space", "src/memory"]),
    ("exchanges", "Exchanges and communication", ["src/exchange", "src/comm"]),
    ("backends", "Backends and libraries", ["src/kernels", "src/base/shared_library"]),
    ("arrays", "Arrays, halos, operators and solvers", ["src/arrays", "src/halo", "src/spectral", "src/solvers"]),
    ("files", "Files and checkpoints", ["src/io", "src/base"]),
    ("tuning", "Tuning, calibration and models", ["src/tune", "src/machine", "src/model"]),
    ("program", "The program weft and weft-run", ["cli", "scripts"]),
    ("simulations", "Simulations", ["apps"]),
    ("languages", "C, Fortran and the names of FFTW", ["bindings/c", "bindings/fortran", "bindings/fftw_mpi"]),
    ("python", "Python", ["bindings/python"]),
    ("other", "Others", [""]),
]
CALL = re.compile(r"\b(?:fail|refuse|reject|Error)\(")
CALL_OF_FFTW = re.compile(r"\b(?:fail|refuse|say)\(")  # which has no exceptions
GLUE = "i a b n d s e error begin words message text why doing where of that".split()
CODES = {"InvalidArgumentError": "invalid_argument", "MismatchError": "mismatch", "NotApplicableError": "not_applicable", "ResourceError": "resource",
         "CommunicationError": "communication"}


def arguments_of(text, start):
    """The arguments of the call whose parenthesis opens before `start`, as texts."""
    depth, parts, in_text, i = 1, [""], False, start
    while i < len(text) and depth:
        letter = text[i]
        if in_text:
            if letter == "\\":
                parts[-1] += text[i:i + 2]
                i += 2
                continue
            in_text = letter != '"'
        elif letter == '"':
            in_text = True
        elif letter == "'" and text[i:i + 4].count("'") >= 2 and not text[i - 1].isdigit():
            end = text.index("'", i + 2 if text[i + 1] == "\\" else i + 1)
            parts[-1] += text[i:end + 1]
            i = end + 1
            continue
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        if depth and letter == "," and depth == 1 and not in_text:
            parts.append("")
        elif depth:
            parts[-1] += letter
        i += 1
    return [part.strip() for part in parts]


def split_top(text, sign):
    """Parts of an expression between signs outside of parentheses and texts."""
    depth, parts, in_text, i = 0, [""], False, 0
    while i < len(text):
        letter = text[i]
        if in_text and letter == "\\":
            parts[-1] += text[i:i + 2]
            i += 2
            continue
        if letter == '"':
            in_text = not in_text
        elif not in_text and letter in "([{":
            depth += 1
        elif not in_text and letter in ")]}":
            depth -= 1
        if letter == sign and not in_text and not depth:
            parts.append("")
        else:
            parts[-1] += letter
        i += 1
    return [part.strip() for part in parts]


def unquoted(literals):
    text = "".join(re.findall(r'"((?:\\.|[^"\\])*)"', literals))
    return text.replace('\\"', '"').replace("\\n", " ").replace("\\\\", "\\")


def placeholder(expression):
    """What stands for a value: its name, if it is a plain one."""
    inner = re.sub(r"^(?:std::|weft::)?(?:to_text|to_string|string|short_number|exact_number|in_quotes|join|text_of|name_of|shown)\((.*)\)$", r"\1", expression)
    inner = re.sub(r"(?:\.string\(\)|\.what\(\)|_|\[\w+\])$", "", inner)
    return f"*{inner.replace('_', ' ')}*" if re.fullmatch(r"[a-z]\w*", inner) and inner not in GLUE else "..."


def sentence_of(expression):
    """The Markdown of a text that an expression of C++ makes; "" if there is no sentence in it."""
    if found := re.match(r"fmt::format\((.*)\)$", expression, re.DOTALL):
        text = unquoted(arguments_of(found[1] + ")", 0)[0])
        return re.sub(r"\\?\{[^{}]*\\?\}", "...", escaped(text)) if len(text) > 12 else ""
    out = ""
    for part in split_top(expression, "+"):
        part = re.sub(r"^std::string\((.*)\)$", r"\1", part, flags=re.DOTALL)
        if re.match(r'^(?:"(?:\\.|[^"\\])*"\s*)+$', part):
            out += escaped(unquoted(part))
        elif found := re.match(r"\(?(.*)\?(.*)\)?$", part, re.DOTALL):
            ways = [unquoted(way) for way in split_top(found[2].rstrip(")"), ":")]
            out += " / ".join(escaped(way) for way in ways if way) or "..."
        else:
            out += placeholder(part)
    return re.sub(r"(?:\.\.\.){2,}", "...", out)


def is_sentence(text):
    return len(re.findall(r"[a-z]{2,}", text)) >= 4


def of_cpp(text, call=CALL):
    """(sentence, code) of the errors of a file."""
    text = re.sub(r"//[^\n]*", "", text)
    for match in call.finditer(text):
        arguments = arguments_of(text, match.end())
        code = "invalid_argument"
        if arguments and (found := re.search(r"ErrorCode::(\w+)", arguments[0])):
            code, arguments = found[1], arguments[1:]
        for argument in arguments[-2:]:
            if '"' in argument and is_sentence(sentence := sentence_of(" ".join(argument.split()))):
                yield sentence, code


def of_fftw(text):
    return ((sentence, "") for sentence, _ in of_cpp(text, CALL_OF_FFTW))


def of_python(text):
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call) or not node.exc.args:
            continue
        name = ast.unparse(node.exc.func).split(".")[-1]
        parts = node.exc.args[0].values if isinstance(node.exc.args[0], ast.JoinedStr) else [node.exc.args[0]]
        sentence = "".join(escaped(part.value) if isinstance(part, ast.Constant) else placeholder(ast.unparse(getattr(part, "value", part))) for part in parts
                           if not isinstance(part, ast.Constant) or isinstance(part.value, str))
        if is_sentence(sentence):
            yield sentence, CODES.get(name, name if hasattr(builtins, name) else "")


def of_shell(text):
    for match in re.finditer(r'\bfail "((?:\\.|[^"\\])*)"', text):
        yield re.sub(r"\\?\$\\?\{[^}]*\}|\\?\$\w+", "...", escaped(match[1])), ""


def part_of(path):
    return next(name for name, _, places in PARTS if any(path.startswith(place) for place in places))


def found_errors():
    """{part: {(sentence, code): files}}"""
    found = {name: {} for name, _, _ in PARTS}
    sources = [(path, of_cpp) for folder in ("src", "cli", "apps", "bindings/c", "bindings/fortran", "bindings/fftw_mpi", "bindings/python/core", "bindings/python/serial")
               for suffix in ("*.cpp", "*.hpp") for path in sorted((ROOT / folder).rglob(suffix))]
    sources += [(path, of_python) for folder in ("weft", "weft_figures", "weft_programs") for path in sorted((ROOT / "bindings/python" / folder).rglob("*.py"))]
    sources.append((ROOT / "scripts/weft-run.in", of_shell))
    sources = [(path, of_fftw if "fftw_mpi" in path.parts else read) for path, read in sources]
    for path, read in sources:
        name = path.relative_to(ROOT).as_posix()
        for error in read(path.read_text(encoding="utf-8")):
            found[part_of(name)].setdefault(error, []).append(name)
    return found


def sort_key(sentence):
    return re.sub(r"[^a-z ]", "", sentence.lower()).strip()


def pages():
    found, rows, texts = found_errors(), [], {}
    titles = {name: title for name, title, _ in PARTS}
    for name, errors in found.items():
        if not errors:
            continue
        rows.append([f"[{titles[name]}](errors/{name}.md)", str(len(errors))])
        lines = [[sentence, f"`{code}`" if code else ""] for sentence, code in sorted(errors, key=lambda error: (sort_key(error[0]), error[1]))]
        texts[f"errors/{name}.md"] = page(f"Errors: {titles[name]}", "[All errors](../errors.md). Italics and `...` stand for values.",
                                          table(["sentence", "code"], lines), orphan=True)
    texts["errors.md"] = page(
        "Sentences of errors", "All sentences of errors in the sources of weft, with the code of each. Most sentences end with the remedy, behind a semicolon.",
        "[Errors](../errors.md) has the meaning of the codes, the way in which each language reports an error, and longer remedies. The search of this site finds a sentence "
        "by its words. `...` stands for a part that the program computes. Messages of the MPI library and of the system are not listed.",
        table(["part of weft", "sentences"], rows))
    return texts
