"""The page of a function, a class or an enumeration: its contract once, then what each language has."""

import itertools
import re

from describe.comments import CAMEL
from describe.contracts import CODES, ITEM

from .markdown import escaped, fence, listed, of_docstring, page, table
from .model import LANGUAGES

FENCES = {"cpp": "cpp", "c": "c", "fortran": "fortran", "python": "python"}
OTHERWISE = re.compile(r",? unless (?:the function|they|it) says? otherwise")


def neutral(text):
    """Names of error codes, as the shared part has them."""
    return re.sub(r"Error\(([\w, ]+)\)", lambda match: ", ".join(f"`{code}`" for code in match[1].split(", ")), text)


def codes_of(sentences):
    return [code for code in CODES if any(re.search(rf"Error\([\w, ]*\b{code}\b", text) for text in sentences)]


class Page:
    """Makes the text of the page of an entry."""

    def __init__(self, entry, links, entries, properties, groups):
        self.entry, self.links, self.entries, self.properties, self.groups = entry, links, entries, properties, groups
        self.code, self.plain = links.here(entry)

    def words(self, text):
        return escaped(neutral(text), self.code, self.plain)

    def text(self):
        entry = self.entry
        title = escaped(entry.key)
        return page(title, self.way_back(), *self.contract(), *self.members(), self.declarations(), *self.of_class(), orphan=True)

    def way_back(self):
        group = f"[{self.groups[self.entry.group]}]({self.entry.group}.md)"
        owner = self.entries.get(self.entry.owner)
        return f"{group} / [`{owner.key}`]({owner.file}.md)" if owner else group

    # --- the contract, once --------------------------------------------------------------------------

    def contract(self):
        """Parts of the contract that all languages share."""
        entry, parts, items, of_class = self.entry, [], [], []
        for number, text in enumerate(entry.texts):
            if number and text.paragraphs:
                parts.append("**Constructor.**" if entry.kind == "class" and number == 1 else
                             "**Another constructor.**" if entry.kind == "class" else "**Another form.**")
            for paragraph in text.paragraphs:
                if not ITEM.match(paragraph):
                    parts.append(self.words(paragraph))
                elif entry.kind == "class" and not number:
                    of_class.append(paragraph)
                else:
                    items.append(paragraph)
        items += self.inherited_items(items)
        members = {re.match(r"(?:.*[ &*])?(\w+)", code.split(" = ")[0])[1] for code, _ in entry.members if re.search(r"\w", code)}
        of_class = [item for item in of_class if not set(ITEM.match(item)[1].split(", ")) <= members]
        for title, some in (("**Parameters**", items), ("**Parameters of its functions**", of_class)):
            if some:
                parts += [title, "\n".join(self.item(item) for item in dict.fromkeys(some))]
        return parts + self.who_calls() + self.which_errors()

    def item(self, text):
        match = ITEM.match(text)
        names = ", ".join(f"`{name}`" for name in match[1].split(", "))
        return f"- {names}: {self.words(text[match.end():])}"

    def inherited_items(self, own):
        """What parameters are that the section, the class or the file describes."""
        found = []
        for name in self.entry.parameters:
            if self.entry.kind != "function" or any(text.names(name) for text in self.entry.texts):
                continue
            for text in self.entry.around:
                item = next((p for p in text.paragraphs if ITEM.match(p) and name in ITEM.match(p)[1].split(", ")), None)
                if item:
                    found.append(item)
                    break
        return found

    def nearest(self, part):
        """Sentences of the section, class or file, where the contract has none."""
        if self.entry.kind == "enum" or not self.entry.texts or getattr(self.entry.texts[0], part):
            return []
        value = next((getattr(text, part) for text in self.entry.around if getattr(text, part)), [])
        return [value] if isinstance(value, str) else value

    def who_calls(self):
        return [self.words(OTHERWISE.sub("", sentence)) for sentence in self.nearest("collective")]

    def which_errors(self):
        return [" ".join(self.words(OTHERWISE.sub("", sentence)) for sentence in self.nearest("errors"))]

    def codes(self):
        sentences = [s for text in self.entry.texts for s in text.paragraphs] + list(self.nearest("errors"))
        return codes_of(sentences)

    # --- members -------------------------------------------------------------------------------------

    def members(self):
        entry = self.entry
        if not entry.members:
            return []
        described = {}
        for text in entry.texts[:1]:
            for paragraph in text.paragraphs:
                if match := ITEM.match(paragraph):
                    described |= {name: paragraph[match.end():] for name in match[1].split(", ")}
        rows = []
        for code, meaning in entry.members:
            name = re.findall(r"\w+", code.split(" = ")[0].split("{")[0].split("[")[0])[-1]
            rows.append([f"`{code}`", self.words(meaning or described.get(name, ""))])
        return [table(["value" if entry.kind == "enum" else "member", "meaning"], rows)]

    def of_class(self):
        """Functions of a class, and what Python alone shows of it."""
        if self.entry.kind != "class":
            return []
        names = [side.name for side in self.entry.sides.get("python", []) if side.kind == "class"]
        handles = [side.name for language in ("c", "fortran") for side in self.entry.sides.get(language, []) if side.kind == "class"]
        below = [entry for entry in self.entries.values() if entry is not self.entry and
                 (entry.owner == self.entry.key or any(side.owner in [*names, *handles] for sides in entry.sides.values() for side in sides))]
        parts = []
        below.sort(key=lambda entry: entry.owner != self.entry.key)  # its own first
        if below:
            rows = [[f"[`{entry.key}`]({entry.file}.md)", self.words(entry.summary)] for entry in below]
            parts += ["## Functions", table(["function", "purpose"], rows)]
        own = [side for name in names for side in self.properties.get(name, [])]
        if own:
            parts += ["## Properties in Python alone"]
            parts += [f"{fence('python', side.code)}\n\n{of_docstring(side.notes, self.code, self.plain)}" for side in own]
        return parts

    # --- languages -----------------------------------------------------------------------------------

    def declarations(self):
        entry = self.entry
        if len(entry.sides) == 1:
            (language,) = entry.sides
            return "\n\n".join(filter(None, [f"In {LANGUAGES[language]} alone.", *self.of_language(language)]))
        tabs = []
        for language, name in LANGUAGES.items():
            parts = self.of_language(language) if language in entry.sides else [f"Not in {name}."]
            tabs.append(f":::{{tab-item}} {name}\n:sync: {language}\n\n" + "\n\n".join(part for part in parts if part) + "\n:::")
        return "## Languages\n\n::::{tab-set}\n" + "\n\n".join(tabs) + "\n::::"

    def of_language(self, language):
        sides = self.entry.sides[language]
        parts = []
        for notes, some in itertools.groupby(sides, key=lambda side: side.notes):  # functions that share a comment
            parts.append(fence(FENCES[language], "\n".join(side.code for side in some)))
            if notes:
                parts.append(of_docstring(without_examples(notes), self.code, self.plain))
        if language == "cpp":
            for text in self.entry.texts:
                parts += [self.words(own[0].upper() + own[1:]) for own in (re.sub(r"^In C\+\+: ", "", own) for own in text.own)]
        parts.append(self.errors_in(language))
        examples = self.cpp_examples() if language == "cpp" else [lines for side in sides for lines in side.examples]
        for lines in [lines for i, lines in enumerate(examples) if lines not in examples[:i]]:
            parts += ["Example:", fence(FENCES[language], "\n".join(lines))]
        files = dict.fromkeys(side.file for side in sides)
        return [*parts, "Declared in " + listed(f"[{file}](../../../{file})" for file in files) + "."]

    def cpp_examples(self):
        own = [lines for text in self.entry.texts for lines in text.examples]
        if own or self.entry.kind == "enum":
            return own
        return next((text.examples[:1] for text in self.entry.around if text.examples), [])

    def errors_in(self, language):
        codes = self.codes()
        if not codes or language == "cpp" and self.entry.kind == "enum":
            return ""
        names = {"cpp": [f"`ErrorCode::{code}`" for code in codes], "python": [f"`weft.{CAMEL[code]}`" for code in codes]}
        own = listed(names.get(language, [f"`WEFT_{code.upper()}`" for code in codes]), "or")
        begin = {"cpp": "Throws `weft::Error` with the code ", "c": "Errors: it returns ", "fortran": "Errors: `ierr` is ", "python": "Raises "}
        return begin[language] + own + "."


def without_examples(lines):
    """Lines of a comment without its examples, which stand apart."""
    out, in_example = [], False
    for line in re.sub(r"\s*\bIn (?:C|Fortran) alone\.", "", "\n".join(lines)).split("\n"):
        if re.search(r"(^|[ .])Example:$", line):
            in_example = True
            line = line[:-len("Example:")].rstrip()
            if not line:
                continue
        elif in_example and (line.startswith("  ") or not line.strip()):
            continue
        else:
            in_example = False
        out.append(line)
    return out

