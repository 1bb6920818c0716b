"""Puts the contracts of the C++ headers (contracts.py) into C headers, docstrings of Python, and comments of Fortran.

A comment or docstring with a line "C++: Halo::exchange." or "C++: class Halo." gets that contract above the line, in the words of
its language; what stands below the line is written by hand: how the language differs.
"""

import ast
import re
import textwrap

from .contracts import CODES, ITEM, SENTENCE, known_texts

LINK = re.compile(r"^C\+\+: ((?:class )?\w[\w:, ]*)\.$")
CAMEL = {code: "".join(word.title() for word in code.split("_")) + "Error" for code in CODES}


class Language:
    """The words of a language, and how wide its comments are."""

    def __init__(self, width, error, words):
        self.width, self.error, self.words = width, error, words

    def say(self, text, names):
        """The text of a contract in the words of this language; `names`: what functions are called in it."""
        text = re.sub(r"Error\(([\w, ]+)\)", lambda m: ", ".join(self.error(code) for code in m[1].split(", ")), text)
        for word, own in self.words.items():
            text = re.sub(rf"(?<![\w`=-]){word}(?![\w=-])", own, text)
        return re.sub(r"`(\w+)\(\)`", lambda m: f"`{names.get(m[1], m[1])}()`", text)


C = Language(110, lambda code: f"WEFT_{code.upper()}", {"null": "NULL", "true": "1", "false": "0"})
FORTRAN = Language(116, C.error, {"true": ".true.", "false": ".false."})
PYTHON = Language(118, CAMEL.get, {"null(?! pointer)": "None", "true": "True", "false": "False"})


def wrapped(text, width, indent=""):
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)


def lines_of(link, language, parameters, by_hand, indent=0, summary=False, names_of_functions=None):
    """The lines of the contracts that `link` names: paragraphs, and what the parameters are, but for those of `by_hand`.

    parameters: names of those that the function has in this language; None: any. summary: the first sentence stands alone,
    with room for three quotation marks. names_of_functions: where they are not those of C++.
    """
    texts = []
    for name in link.split(", "):
        if name.removeprefix("class ") not in known_texts():
            raise SystemExit(f"generate: error: no public header has a contract of '{name}'")
        text = known_texts()[name.removeprefix("class ")]
        if text not in texts:
            texts.append(text)
    lines = []
    for part in [part for text in texts for part in text.paragraphs]:
        item = ITEM.match(part)
        names = item[1].split(", ") if item else []
        if item and parameters is not None and (not set(names) & set(parameters) or any(re.match(rf"\s*{names[0]}\b.*: ", line) for line in by_hand)):
            continue
        said = language.say(part, names_of_functions or {})
        if summary and not lines:
            first, *rest = SENTENCE.split(said, maxsplit=1)
            lines += wrapped(first, language.width - indent - 3) + [""] + wrapped("".join(rest), language.width - indent)
        else:
            lines += wrapped(said, language.width - indent, "    " if item else "")
    return lines if lines[-1] else lines[:-1]


def split_comment(lines):
    """The link of a comment and the lines below it; None and [] without one."""
    for i, line in enumerate(lines):
        if match := LINK.match(line.strip()):
            return match[1], lines[i + 1:]
    return None, []


# --- C -----------------------------------------------------------------------------------------------


def c_text(text):
    """The text of a C header with its contracts as they are now."""
    names = {}

    def written(match):
        body = [re.sub(r"^ ?\* ?", "", line) for line in match[1].split("\n")]
        link, by_hand = split_comment(body)
        if link is None:
            return match[0]
        by_hand = [line for line in by_hand if line.strip()]
        parameters = None if not match[2] else re.findall(r"(\w+)(?:\[\d*\])?\s*[,)]", match[2])
        lines = [*lines_of(link, C, parameters, by_hand, names_of_functions=names), f"C++: {link}.", *by_hand]
        comment = "\n * ".join(lines)
        return f"/* {comment}{' */' if len(lines[-1]) < 104 else chr(10) + ' */'}\n{match[2]}"

    prototype = r"((?:(?:WEFT_API )?\w[\w *]*\([^;{]*\);)?)"
    for function, link in re.findall(r"C\+\+: (\w[\w:, ]*)\.(?:(?!\*/).)*\*/\n[^;]*?(weft_\w+)\(", text, re.DOTALL):
        names[function.split("::")[-1]] = link
    return re.sub(r"/\*\s*((?:(?!\*/).)*?) ?\*/\n" + prototype, written, text, flags=re.DOTALL)


# --- Python ------------------------------------------------------------------------------------------


def python_text(text):
    """The text of a Python file with its contracts as they are now."""
    lines = text.splitlines()
    if "C++: " not in text:
        return text
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node)]
    for node in sorted(nodes, key=lambda node: -node.lineno):
        first, last = node.body[0].lineno - 1, node.body[0].end_lineno
        body = ast.get_docstring(node).splitlines()
        link, by_hand = split_comment(body)
        if link is None:
            continue
        of_init = next((n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"), node)
        parameters = [a.arg for a in of_init.args.args + of_init.args.kwonlyargs] if isinstance(of_init, ast.FunctionDef) else None
        indent = " " * node.body[0].col_offset
        new = lines_of(link, PYTHON, parameters, by_hand, len(indent), summary=True)
        parts = [f'"""{new[0]}', *new[1:], "", f"C++: {link}.", *by_hand]
        lines[first:last] = [(indent + part).rstrip() for part in parts] + [indent + '"""']
    return "\n".join(lines) + "\n"


# --- what has no contract ----------------------------------------------------------------------------


def without_contract(headers, templates):
    """Functions of C headers and procedures of Fortran templates whose comment names no contract, nor says that they are there
    "In C alone." or "In Fortran alone."; functions that follow each other without an empty line share a comment."""
    c_function = re.compile(r"^(?!typedef)\w[\w *]*?\b(weft_\w+)\(")
    procedure = re.compile(r"^  (?:[a-z][\w(), ]* )?(?:subroutine|function) weft_\w+%(\w+)")
    for texts, head, comment, alone in ((headers, c_function, r"^(/\*| \*)", "C"), (templates, procedure, r"^ *!", "Fortran")):
        for path, text in texts.items():
            words, has_contract = "", False
            for line in text.splitlines():
                if re.match(comment, line):
                    words += " " + line.strip("/*! ")
                    has_contract = bool(re.search(rf"C\+\+: \w|[Ii]n {alone} alone", words))
                    continue
                words = ""
                if not line.strip():
                    has_contract = False
                elif (match := head.match(line)) and not has_contract:
                    yield f"{path.name}: {match[1]} has no contract; write 'C++: NAME.' or 'In {alone} alone.' into its comment"
