"""Text of comments, docstrings and tables as Markdown."""

import re

SPECIAL = re.compile(r"([\\*_\[\]<>|{}$~^])")
NAME = re.compile(r"\bweft_\w+(?:%\w+)?(?:\(\))?|\bweft\.\w[\w.]*\w(?:\(\))?|\b[A-Z]\w+::\w+(?:\(\))?|\bdoc/[\w/-]+\.md")
SENTENCE = re.compile(r"(?<=[.:!?)])\s+(?=[A-Z`(])")
ITEM = re.compile(r"(?!\w*Errors?: |Memory: |Example: |Returns: )(\w+(?:, \w+)*): ")


def escaped(text, code=lambda words: f"`{words}`", plain=None):
    """Plain text with nothing that Markdown reads as a sign; what stands in back quotes goes through `code`, names of functions
    and pages outside of them through `plain`, which may answer None."""
    def of_plain(part):
        out, last = "", 0
        for match in NAME.finditer(part) if plain else ():
            if (link := plain(match[0])) is not None:
                out += SPECIAL.sub(r"\\\1", part[last:match.start()]) + link
                last = match.end()
        return out + SPECIAL.sub(r"\\\1", part[last:])

    parts = re.split(r"`([^`]+)`", text)
    return "".join(code(part) if i % 2 else of_plain(part) for i, part in enumerate(parts))


def cell(text):
    """Markdown in a cell of a table."""
    return re.sub(r"(?<!\\)\|", r"\\|", text.replace("\n", " ").strip())


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(cell, line)) + " |" for line in lines)


def fence(language, text):
    return f"```{language}\n{text.strip(chr(10)).rstrip()}\n```"


def page(title, *parts, orphan=False):
    """The text of a page; parts without text are left out."""
    head = "---\norphan: true\n---\n" if orphan else ""
    return head + f"# {title}\n\n" + "\n\n".join(part.strip("\n") for part in parts if part and part.strip()) + "\n"


def first_sentence(text):
    return re.split(r"(?<=[.!?)])\s+(?=[A-Z`(])", text, maxsplit=1)[0]


def listed(words, last="and"):
    words = list(words)
    return " ".join([", ".join(words[:-1]), last, words[-1]]) if len(words) > 1 else "".join(words)


def of_docstring(lines, code=lambda words: f"`{words}`", plain=None):
    """The lines of a docstring, or of a comment below its contract: paragraphs, what parameters are, doctests and indented code."""
    out, part, kind = [], [], ""

    def end():
        nonlocal kind
        if part and kind == "doctest":
            out.append(fence("python", "\n".join(part)))
        elif part and kind == "code":
            indent = min(len(line) - len(line.lstrip()) for line in part if line.strip())
            out.append(fence("text", "\n".join(line[indent:] for line in part)))
        elif part:
            text = " ".join(line.strip() for line in part)
            if item := ITEM.match(text):
                names = ", ".join(f"`{name}`" for name in item[1].split(", "))
                text = f"- {names}: {escaped(text[item.end():], code, plain)}"
                if out and out[-1].startswith("- "):
                    text = out.pop() + "\n" + text
            elif re.match(r"[-+] ", text):
                text = f"- {escaped(text[2:], code, plain)}"
                if out and out[-1].startswith("- "):
                    text = out.pop() + "\n" + text
            else:
                text = escaped(text, code, plain)
            out.append(re.sub(r"(?<![^\s(])\\\*(?:\\\*)?(\w[\w ]*\w)\\\*(?:\\\*)?(?![\w*])", r"*\1*", text))
        part.clear()
        kind = ""

    for line in lines:
        if not line.strip():
            if kind in ("doctest", "text", "item"):
                end()
            elif kind == "code":
                part.append("")
            continue
        is_indented = line.startswith("    ") or line.startswith("  ") and kind in ("", "code")
        if line.startswith(">>> ") and kind != "doctest":
            end()
            kind = "doctest"
        elif kind == "code" and not is_indented:
            end()
        if not kind:
            kind = "code" if is_indented and not re.match(r" *[-+] ", line) else "text"
        elif kind == "text" and not is_indented and (ITEM.match(line) and part[-1].rstrip().endswith((".", ":")) or re.match(r"[-+] ", line)):
            end()
            kind = "text"
        elif kind == "text" and ITEM.match(part[0]) and not is_indented:
            end()
            kind = "text"
        part.append(line)
    end()
    return "\n\n".join(out)
