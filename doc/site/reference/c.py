"""Functions of the C headers."""

import re

from describe.comments import split_comment
from describe.contracts import HEADERS, text_of

from .model import Side

TOKEN = re.compile(r"^[ \t]*/\*(.*?)\*/[ \t]*$|^((?!typedef struct|enum|#)(?:WEFT_API )?[a-z][\w *]*?(?:\b|\(\*)(weft_\w+)\)?\([^;{]*?\)\s*;)|^([ \t]*)$", re.MULTILINE | re.DOTALL)


def lines_of(comment):
    return [re.sub(r"^ ?\* ?|^ (?=\S)", "", line).rstrip() for line in comment.split("\n")]


def sides():
    """Of each function a Side; functions that follow each other without an empty line share a comment."""
    for path in sorted(HEADERS.glob("*.h")):
        if path.name == "export.h":
            continue
        comment = None
        for match in TOKEN.finditer(path.read_text(encoding="utf-8")):
            if match[1] is not None:
                comment = lines_of(match[1])
            elif match[2]:
                links, by_hand = split_comment(comment or [])
                links = links.split(", ") if links else []
                text = text_of([" " + line for line in (by_hand if links else comment or [])])
                code = re.sub(r"\n\s+", "\n    ", match[2])
                notes = [line for line in (by_hand if links else comment or []) if line.strip()]
                yield Side(match[3], code, f"include/weft/{path.name}", links, notes, text.examples, module=path.stem)
            else:
                comment = None


TYPEDEF = re.compile(r"^typedef struct (weft_\w+)(?: \1;(?: */\*(.*?)\*/)?| \{.*?^\} \1;)", re.MULTILINE | re.DOTALL)


def classes():
    """Handles and structures, with what a comment with a line "C++: class Halo." says of them."""
    handles, words = {}, {}
    for path in sorted(HEADERS.glob("*.h")):
        text = path.read_text(encoding="utf-8")
        for match in TYPEDEF.finditer(text):
            code = re.sub(r" */\*[^*]*\*/$", "", match[0])
            note = [match[2].strip()[0].upper() + match[2].strip()[1:] + "."] if match[2] else []
            handles[match[1]] = Side(match[1], code, f"include/weft/{path.name}", [], note, kind="class", module=path.stem)
        for comment in re.findall(r"/\*(.*?)\*/", text, re.DOTALL):
            links, by_hand = split_comment(lines_of(comment))
            if links and links.startswith("class "):
                words[links.removeprefix("class ")] = [line for line in by_hand if line.strip()]
    for name, side in handles.items():
        of_class = "".join(word.title() for word in name.removeprefix("weft_").split("_"))
        if of_class in words:
            side.links, side.notes = [f"class {of_class}"], words[of_class]
        yield side


def constants():
    """(file, code) of the enumerations and numbers of each header."""
    for path in sorted(HEADERS.glob("*.h")):
        text = path.read_text(encoding="utf-8")
        found = re.findall(r"^(?:/\*[^*]*\*/\n)?enum \{.*?\};|^#define WEFT_[A-Z_]+ \d+$", text, re.MULTILINE | re.DOTALL)
        if found:
            yield f"include/weft/{path.name}", "\n".join(found)
