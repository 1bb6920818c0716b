"""What a page of a function shows: its contract, and what it is in each language."""

import dataclasses
import itertools

from .markdown import first_sentence

LANGUAGES = {"cpp": "C++", "c": "C", "fortran": "Fortran", "python": "Python"}


@dataclasses.dataclass
class Side:
    """A function or class as one language has it."""

    name: str  # as a program writes it: weft_halo_exchange, halo%exchange, weft.Halo.exchange
    code: str  # its declaration
    file: str  # where it is declared, below the repository
    links: list  # names of C++ whose contract it has: ["Halo::exchange"], ["class Halo"]; [] if it is of this language alone
    notes: list = dataclasses.field(default_factory=list)  # lines by hand: how the language differs, or all there is
    examples: list = dataclasses.field(default_factory=list)  # each a list of lines
    owner: str = ""  # its class or type in this language
    kind: str = "function"  # or "class"
    module: str = ""  # where its index is, for what one language has alone
    text: object = None  # of C++: its contracts.Text


@dataclasses.dataclass
class Entry:
    """A page."""

    key: str  # Halo::exchange; weft_halo_free, weft_halo%destroy, weft.look.spectrum
    kind: str  # function, class, enum
    group: str
    texts: list = dataclasses.field(default_factory=list)  # contracts.Text: one for each kind of overload
    around: list = dataclasses.field(default_factory=list)  # of the section, the class and the file
    sides: dict = dataclasses.field(default_factory=dict)  # lists of Side by language
    parameters: list = dataclasses.field(default_factory=list)  # names, of C++
    members: list = dataclasses.field(default_factory=list)  # (declaration, meaning): data members, values of an enum

    @property
    def owner(self):
        return self.key.rpartition("::")[0]

    @property
    def file(self):
        """The name of its page, which is another one also where capitals do not count."""
        name = self.key.replace("::", ".").replace("%", "-")
        return name + "-type" if self.has_twin else name

    has_twin: bool = False  # a function has the same name in small letters

    @property
    def summary(self):
        for text in self.texts:
            if text.paragraphs:
                return first_sentence(text.paragraphs[0])
        for sides in self.sides.values():
            for side in sides:
                if side.notes:
                    first = list(itertools.takewhile(str.strip, side.notes))
                    return first_sentence(" ".join(line.strip() for line in first))
        return ""
