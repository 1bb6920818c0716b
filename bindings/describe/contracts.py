"""The contracts of the public functions, read from the comments of the C++ headers (doc/design/041-one-description.md).

A contract stands above its function in include/weft/*.hpp, as plain text:

    // The extreme value and its index. <more sentences>
    // data: the array's memory on this process, with ghost cells; lines that
    //     continue what a parameter is are indented.
    // Collective over the communicator of the distribution. Error(invalid_argument) for complex elements.
    // In C++: what holds in that language alone.
    // Example:
    //   assert(weft::maximum(arrays, u).value == 53);

  - The first sentence says what the function does.
  - "Collective ..." or "Not collective" begins the sentence that says who calls.
  - Parameters stand in `back quotes`, or at the beginning of a line with a colon.
  - Errors are named as Error(code), or in a sentence that begins with "Errors:"; "Errors: none".
  - "In all languages." has the functions of C, Fortran and Python generated (functions.py).
  - What is missing is taken from the comment of the section (a comment with an empty line below), of the class, and of the
    file; a function without a comment continues the one above it, or that of the same name.
"""

import dataclasses
import functools
import pathlib
import re

HEADERS = pathlib.Path(__file__).resolve().parents[2] / "include/weft"
SHARED = "In all languages."
CODES = ("invalid_argument", "mismatch", "not_applicable", "resource", "communication", "internal")
SENTENCE = re.compile(r"(?<=[.:!?)])\s+(?=[A-Z`(])|(?<=\.)\s+(?=[a-z_]+\()")
ITEM = re.compile(r"(?!Errors: |Memory: )(\w+(?:, \w+)*): ")


@dataclasses.dataclass
class Text:
    """A comment: paragraphs and items in their order, and its examples."""

    paragraphs: list = dataclasses.field(default_factory=list)  # what all languages share
    own: list = dataclasses.field(default_factory=list)  # of C++ alone
    examples: list = dataclasses.field(default_factory=list)  # statements, each example as its lines
    is_shared: bool = False  # the functions of C, Fortran and Python are generated (functions.py)

    @property
    def sentences(self):
        return [sentence for paragraph in self.paragraphs for sentence in SENTENCE.split(paragraph)]

    @property
    def has_example(self):
        return bool(self.examples)

    @property
    def collective(self):
        return next((s for s in self.sentences if re.match(r"(Not c|C)ollective\b|.*\b(not|is|are) collective\b", s)), "")

    @property
    def errors(self):
        return [s for s in self.sentences if re.search(r"\bErrors?\b(?!s)[(:]|\bError\(|Throws as|Errors? as|same Error", s)]

    def names(self, parameter):
        return any(re.search(rf"`[^`]*\b{parameter}\b[^`]*`|^(?:\w+, )*{parameter}(?:, \w+)*: ", part, re.MULTILINE)
                   for part in [*self.paragraphs, *self.own])


def text_of(lines):
    """The Text of lines of a comment without their signs."""
    text, part, in_example, into, in_item = Text(), [], False, None, False

    def end():
        if part:
            (text.own if into == "own" else text.paragraphs).append(" ".join(part))
            part.clear()

    for line in lines:
        if in_example and (line.startswith("   ") or not line.strip()):
            text.examples[-1].append(line[3:].rstrip())
            continue
        in_example = False
        if re.search(r"(^|[ .])Example:$", line):
            in_example = True
            text.examples.append([])
            line = line[:-len("Example:")].rstrip()
        starts_item, starts_own = bool(ITEM.match(line.strip())), line.startswith(" In C++: ")
        starts_item = starts_item and (not part or part[-1].endswith("."))  # else the middle of a sentence
        if not line.strip() or starts_item or starts_own or (in_item and not line.startswith("     ")):
            end()
            into, in_item = "own" if starts_own else None, starts_item
        if line.strip():
            part.append(line.strip())
    end()
    text.is_shared = any(SHARED in part for part in text.paragraphs)
    text.paragraphs = [rest for part in text.paragraphs if (rest := part.replace(SHARED, "").replace("  ", " ").strip())]
    return text


@dataclasses.dataclass
class Function:
    name: str  # "Halo::exchange"
    place: str  # "halo.hpp:94"
    signature: str
    parameters: list
    text: Text
    around: list  # Texts of the section, the class and the file

    def first(self, part):
        """The part `part` of the nearest Text that has it."""
        return next((value for text in [self.text, *self.around] if (value := getattr(text, part))), None)

    @property
    def missing(self):
        """The parts that the contract lacks, in words."""
        lacks = [] if self.text.paragraphs else ["a sentence that says what it does"]
        lacks += [] if self.first("collective") else ["'Collective over ...' or 'Not collective'"]
        lacks += [] if self.first("errors") else ["its errors, as Error(code), or 'Errors: none'"]
        lacks += [] if self.first("has_example") else ["an example"]
        return lacks + [f"what `{name}` is" for name in self.parameters
                        if not any(text.names(name) for text in [self.text, *self.around])]


# --- reading the headers -----------------------------------------------------------------------------

DECLARATION = re.compile(r"(?:^|[\s*&])(~?\w+|operator\W+)\s*\(")


def parameters_of(signature, start):
    """Names of the parameters in the parentheses that open at `start`."""
    depth, parts = 0, [""]
    for letter in signature[start:]:
        depth += (letter in "(<{[") - (letter in ")>}]")
        if depth == 0:
            break
        if letter == "," and depth == 1:
            parts.append("")
        elif not (letter == "(" and depth == 1 and parts == [""]):
            parts[-1] += letter
    names = []
    for part in parts:
        part = re.sub(r"\s*=.*", "", part.strip(), flags=re.DOTALL)
        if match := re.search(r"[\s*&>](\w+)(?:\[\d*\])?$", part):
            names.append(match[1])
    return [name for name in names if name not in ("const", "int", "double")]


class Header:
    """Reads one header, line by line."""

    def __init__(self, path):
        self.path, self.functions, self.classes = path, [], {}
        self.comment, self.statement, self.line = [], "", 0
        self.scopes = []  # [kind, name, access, Text of the class, Text of the section]
        self.file_text = None
        self.last = None  # the Text of the declaration above, while nothing but declarations came
        self.read(path.read_text(encoding="utf-8"))

    def read(self, text):
        skip = 0
        for number, line in enumerate(text.splitlines(), 1):
            code, _, trailing = line.partition("//") if '"' not in line.split("//")[0] else (line, "", "")
            stripped = code.strip()
            if skip:
                skip += code.count("{") - code.count("}")
                continue
            if not stripped and trailing is not None and "//" in line:
                if not self.statement:
                    self.comment.append(line.split("//", 1)[1])
                continue
            if not stripped:
                self.empty_line()
                continue
            if stripped.startswith("#"):
                self.file_comment()
                continue
            if not self.statement:
                self.line = number
            self.statement += (" " if self.statement else "") + stripped
            self.trailing = trailing
            skip = self.consume()

    def empty_line(self):
        self.file_comment()
        if self.comment and self.scopes:
            self.scopes[-1][4] = text_of(self.comment)
        self.comment, self.last = [], None

    def file_comment(self):
        if self.file_text is None:
            self.file_text = text_of(self.comment)
            self.comment = []

    def consume(self):
        """Uses up the statement if it is complete. Returns how many braces are to be skipped."""
        s = self.statement
        if re.fullmatch(r"(public|private|protected):", s):
            self.scopes[-1][2] = s[:-1]
            self.statement, self.comment = "", []
            return 0
        plain = re.sub(r"\([^()]*(\([^()]*(\([^()]*\)[^()]*)*\)[^()]*)*\)", "()", s)
        if s.startswith("}"):
            self.scopes.pop()
            self.statement, self.comment, self.last = "", [], None
            return 0
        opened = s.count("{") - s.count("}")
        if opened > 0 and (match := re.match(r"(?:template ?<.*> )?(?:inline )?(namespace|class|struct|enum(?: class)?|extern)\b ?"
                                             r"(?:WEFT_\w+ |alignas\(\w+\) )?(\w*)", s)):
            if match[1].startswith("enum"):
                self.statement, self.comment = "", []
                return opened
            own = text_of(self.comment)
            access = "private" if match[1] == "class" else "public"
            self.scopes.append([match[1], match[2], access, own, None])
            if match[1] in ("class", "struct"):
                self.classes["::".join(scope[1] for scope in self.scopes if scope[0] in ("class", "struct"))] = own
            self.statement, self.comment, self.last = "", [], None
            return 0
        if opened > 0 or s.endswith(";") or (s.endswith("}") and opened == 0):
            if s.count("(") == s.count(")") or opened > 0:
                self.declaration(s, plain)
                self.statement, self.comment = "", []
                return max(opened, 0)
        return 0

    def declaration(self, s, plain):
        comment = self.comment + ([" " + self.trailing.strip()] if self.trailing.strip() and "NOLINT" not in self.trailing else [])
        text = text_of(comment)
        if not text.paragraphs and self.last is not None:
            text = self.last
        self.last = text
        head = re.sub(r"^template ?<.*?>\s+(?=[a-z\w:]+[ *&<])", "", s)
        match = DECLARATION.search(re.sub(r"<[^<>]*(<[^<>]*>[^<>]*)*>", lambda m: "<" + "_" * (len(m[0]) - 2) + ">", head))
        is_public = all(scope[2] == "public" for scope in self.scopes if scope[0] in ("class", "struct"))
        names = [scope[1] for scope in self.scopes if scope[0] in ("class", "struct")]
        if not match or not is_public or not self.scopes or re.match(r"(using|friend|typedef|static_assert|enum|struct|class) ?", head):
            return
        before = head[:match.start(1)].strip()
        name = match[1]
        if "=" in before or "= delete" in s or name.startswith(("~", "operator")) or (not before and name not in names):
            return
        if name in names and re.search(rf"{name}\((const )?{name}(&&?| ?&)", s) or "= default" in s:
            return
        if "detail" in [scope[1] for scope in self.scopes]:
            return
        qualified = "::".join([*names, name])
        same = [f for f in self.functions if f.name == qualified]
        if not text.paragraphs and same:
            text = same[0].text
        around = [part for scope in reversed(self.scopes) for part in (scope[4], scope[3]) if part] + [self.file_text]
        self.functions.append(Function(qualified, f"{self.path.name}:{self.line}", s, parameters_of(head, match.end() - 1),
                                       text, around))


@functools.lru_cache(maxsize=None)
def read_headers():
    """The public headers of C++, without those that hold the templates which another header declares."""
    return [Header(path) for path in sorted(HEADERS.glob("*.hpp")) if not path.stem.endswith("_templates")]


def public_functions():
    return [function for header in read_headers() for function in header.functions]


@functools.lru_cache(maxsize=None)
def known_texts():
    """The Text of each function ("Halo::exchange", the first of its name) and class by name."""
    texts = {}
    for header in read_headers():
        texts |= header.classes
        for function in header.functions:
            texts.setdefault(function.name, function.text)
    return texts


def complaints():
    """What contracts lack, in words."""
    return [f"include/weft/{function.place}: the contract of {function.name} lacks {'; '.join(function.missing)}"
            for function in public_functions() if function.missing]
