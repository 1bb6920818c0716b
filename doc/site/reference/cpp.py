"""Functions, classes and enumerations of the public C++ headers, with what contracts.py does not keep: declarations, data members, values."""

import re

from describe import contracts

from .model import Entry, Side


class Reading(contracts.Header):
    """A header with the data members of its public classes."""

    def __init__(self, path):
        self.members, self.structs, self.tops = {}, {}, {}
        super().__init__(path)

    def read(self, text):
        """A comment behind a member that goes on in the next lines is one line here."""
        lines = []
        for line in text.splitlines():
            above = lines[-1] if lines else ""
            at = above.find("//")
            if at > 0 and above[:at].strip() and line.strip().startswith("//") and len(line) - len(line.lstrip()) >= at > 4:
                lines[-1] += " " + line.strip()[2:].strip()
            else:
                lines.append(line)
        super().read("\n".join(lines))

    def consume(self):
        is_struct = re.match(r"(?:template ?<.*> )?struct\b", self.statement)
        statement, n = self.statement, len(self.scopes)
        skip = super().consume()
        if len(self.scopes) > n and self.scopes[-1][0] in ("class", "struct"):
            name = "::".join(scope[1] for scope in self.scopes if scope[0] in ("class", "struct"))
            head = re.sub(r"\bWEFT_\w+ ", "", statement.rstrip("{ "))
            self.structs[name] = (head + ";", self.line, bool(is_struct))
            self.tops[name] = self.sections_around()
        return skip

    def sections_around(self):
        return [part for scope in reversed(self.scopes[:-1]) for part in (scope[4], scope[3]) if part] + [self.file_text]

    def declaration(self, s, plain):
        n, has_comment = len(self.functions), bool(self.comment or self.trailing.strip())
        super().declaration(s, plain)
        names = [scope[1] for scope in self.scopes if scope[0] in ("class", "struct")]
        is_public = all(scope[2] == "public" for scope in self.scopes if scope[0] in ("class", "struct"))
        if len(self.functions) > n or not names or not is_public or re.match(r"(using|friend|static_assert|enum|struct|class|~|template)\b|.*\boperator\b", s):
            return
        if "(" in re.sub(r"<.*>|=.*|\{.*", "", s):
            return  # deleted and defaulted ones, operators
        meaning = " ".join(self.last.paragraphs + self.last.own) if has_comment and self.last else ""
        self.members.setdefault("::".join(names), []).append((s.rstrip(";"), meaning))


def file_of(header):
    return f"include/weft/{header.path.name}"


def shown(signature):
    """A declaration without the body that may stand in the header."""
    head = re.split(r"\s*\{|\)\s*:\s*\w+\(", signature)
    text = head[0] if len(head) == 1 or "= {}" not in signature else re.sub(r"\)\s*(const)?\s*\{(?!\}).*$", r") \1", signature)
    if text.count("(") > text.count(")"):
        text += ")"
    text = re.sub(r"\s*//.*|^\[\[noreturn\]\] ", "", text).strip().rstrip(";") + ";"
    return folded(re.sub(r"\s*= default;", ";", text))


def folded(text, width=100):
    """A long declaration with a parameter a line."""
    if len(text) <= width or "(" not in text:
        return text
    start, depth, lines, line = text.index("(", text.rfind(">", 0, text.index("(")) if text.startswith("template") else 0) + 1, 0, [], ""
    for letter in text[start:]:
        line += letter
        depth += (letter in "(<[{") - (letter in ")>]}")
        if letter == "," and depth == 0:
            lines.append("    " + line.strip())
            line = ""
    return "\n".join([text[:start], *lines, "    " + line.strip()])


ENUM = re.compile(r"((?:^//[^\n]*\n)*)^enum (?:class )?(\w+)[^{;]*\{(.*?)\};", re.MULTILINE | re.DOTALL)


def enumerations(header):
    """Entries of the enumerations of a header."""
    text = header.path.read_text(encoding="utf-8")
    for comment, name, body in ENUM.findall(text):
        values = []
        for line in body.split("\n") if "\n" in body else body.split(","):
            code, _, meaning = line.partition("//")
            for value in re.findall(r"(\w+)\s*(?:=\s*\w+)?\s*(?:,|$)", code.strip()):
                values.append((value, meaning.strip()))
            if not code.strip() and meaning and values:
                values[-1] = values[-1][0], f"{values[-1][1]} {meaning.strip()}".strip()
        lines = [line[2:] for line in comment.splitlines()]
        code = "\n".join(["enum class " + name + " {", *(f"  {value}," for value, _ in values), "};"])
        side = Side(f"weft::{name}", code, file_of(header), [name], kind="enum")
        yield Entry(name, "enum", header.path.stem, [contracts.text_of(lines)], [header.file_text], {"cpp": [side]}, members=values)


def entries():
    """Entries of all functions, classes and enumerations by name; members of one name share one."""
    found = {}
    headers = [Reading(path) for path in sorted(contracts.HEADERS.glob("*.hpp")) if not path.stem.endswith("_templates")]
    for header in headers:
        for name, text in header.classes.items():
            if name not in header.structs or "detail" in name:
                continue
            head, _, _ = header.structs[name]
            side = Side(f"weft::{name}", head, file_of(header), [f"class {name}"], kind="class")
            found[name] = Entry(name, "class", header.path.stem, [text], header.tops[name], {"cpp": [side]}, members=header.members.get(name, []))
        for entry in enumerations(header):
            found.setdefault(entry.key, entry)
    for header in headers:
        for function in header.functions:
            owner, _, name = function.name.rpartition("::")
            is_constructor = owner.rpartition("::")[2] == name
            key = owner if is_constructor else function.name
            side = Side(f"weft::{function.name}", shown(function.signature), file_of(header), [function.name], owner=owner, text=function.text)
            entry = found.setdefault(key, Entry(key, "function", header.path.stem, around=function.around))
            if function.text not in entry.texts:
                entry.texts.append(function.text)
            entry.parameters += [name for name in function.parameters if name not in entry.parameters]
            entry.sides.setdefault("cpp", []).append(side)
    private = [name for name, entry in found.items() if entry.kind == "class" and not entry.texts[0].paragraphs and not entry.members]
    for name in private:  # struct Impl
        if not any(other.startswith(name + "::") for other in found):
            del found[name]
    return found


def files():
    """The text of the comment that begins each header, by the header's stem."""
    return {header.path.stem: header.file_text for header in contracts.read_headers()}
