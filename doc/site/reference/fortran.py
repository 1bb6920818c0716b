"""Types, procedures and constants of the Fortran module weft, read from bindings/fortran/*.f90."""

import collections
import dataclasses
import re

from describe.comments import split_comment
from describe.fortran_text import split_list

from . import ROOT
from .model import Side

FOLDER = ROOT / "bindings/fortran"
PROCEDURE = re.compile(r" *((?:[a-z][\w(), :]* )?)(subroutine|function) (\w+)\((.*?)\)(.*)$")


@dataclasses.dataclass
class Procedure:
    prefix: str
    kind: str
    arguments: list
    result: str
    declared: dict  # attributes of what is declared, by name: ("integer, intent(in)", "shape(:)")
    comment: list
    file: str


@dataclasses.dataclass
class Type:
    parent: str
    names: dict  # specific procedures by the name in the type
    comment: list
    comments: dict  # of bindings that stand in the type
    file: str


def statements(text):
    """Lines with continuations joined; (line, comment or None)."""
    joined = ""
    for line in text.splitlines():
        if line.rstrip().endswith("&") and not line.lstrip().startswith("!"):
            joined += (" " if joined else "") + (line.strip()[:-1].rstrip() if joined else line.rstrip()[:-1].rstrip())
            continue
        yield joined + " " + line.strip() if joined else line
        joined = ""


class Module:
    """One file: its types, procedures, generic names and constants."""

    def __init__(self, path):
        self.file = f"bindings/fortran/{path.name}"
        self.types, self.procedures, self.generics, self.constants = {}, {}, collections.defaultdict(list), {}
        self.head, self.type, self.interface, self.procedure = None, None, None, None
        self.comment, self.kept = [], []
        for line in statements(path.read_text(encoding="utf-8")):
            self.line(line)

    def line(self, line):
        text = line.strip()
        if text.startswith("!"):
            if self.kept:
                self.kept = []
            self.comment.append(text[1:])
            return
        if text.startswith("module ") and self.head is None:
            self.head = self.comment
        if self.procedure is not None:
            self.in_procedure(text)
        elif self.interface is not None:
            self.generics[self.interface] += re.findall(r"\w+", text.partition("::")[2]) if "procedure ::" in text else []
            if match := PROCEDURE.match(line):
                self.begin(match)
                self.generics[self.interface or match[3]].append(match[3])
            if text.startswith("end interface"):
                self.interface = None
        elif self.type is not None:
            self.in_type(text)
            return
        elif match := re.match(r"type(?:, extends\((\w+)\))?(?:, bind\(\w+\))? :: (\w+)$", text):
            self.type = self.types[match[2]] = Type(match[1] or "", {}, self.comment, {}, self.file)
        elif match := re.match(r"(?:abstract )?interface ?(\w*)$", text):
            self.interface = match[1]
            self.kept = self.comment
        elif match := re.match(r".*parameter.*:: (.*)$", text):
            declared, _, meaning = match[1].partition("!")
            for part in split_list(declared):
                self.constants[part.split("=")[0].strip()] = (part.strip(), " ".join([*self.comment, meaning]).strip())
        elif (match := PROCEDURE.match(line)) and not text.startswith("end "):
            self.begin(match)
            return
        if not text:
            self.kept = []
        self.comment = []

    def begin(self, match):
        result = re.search(r"result\((\w+)\)", match[5])
        comment = self.comment or self.kept
        self.kept, self.comment = comment, []
        self.procedure = Procedure(match[1].strip(), match[2], split_list(match[4]), result[1] if result else match[3], {}, comment, self.file)
        self.procedures.setdefault(match[3], self.procedure)

    def in_procedure(self, text):
        if re.match(r"end (subroutine|function)", text):
            self.procedure = None
        elif "::" in text and not text.startswith("!"):
            attributes, entities = text.split("!")[0].split("::", 1)
            for entity in split_list(entities):
                self.procedure.declared.setdefault(re.match(r"\w+", entity)[0], (attributes.strip(), entity))

    def in_type(self, text):
        if text.startswith("end type"):
            self.type = None
        elif text.startswith("procedure") and "private" not in text:
            for part in split_list(text.partition("::")[2]):
                name, _, specific = part.partition("=>")
                self.type.names[name.strip()] = [specific.strip() or name.strip()]
                self.type.comments[name.strip()] = self.comment
        elif match := re.match(r"generic :: (\w+) => (.*)$", text):
            self.type.names.setdefault(match[1], []).extend(split_list(match[2]))
            self.type.comments[match[1]] = self.comment
        if not text.startswith("procedure, private"):
            self.comment = []


def declaration(call, procedures):
    """How a program calls what has these specific procedures, and what the arguments are."""
    first = procedures[0]
    arguments = [name for name in first.arguments if name != "self"]
    forms = dict.fromkeys(", ".join(name for name in one.arguments if name != "self") for one in procedures)
    prefix = re.sub(r"\b(pure|elemental|recursive|impure|module) ?", "", first.prefix).strip()
    if first.kind == "function" and first.result == call:  # an interface of functions of the program
        return "\n".join([f"{prefix} function {call}({', '.join(arguments)})", *(f"  {' :: '.join(first.declared[name])}" for name in arguments)])
    start = f"call {call}" if first.kind == "subroutine" else f"{first.result} = {call}"
    lines = [f"{start}({form})" for form in forms]
    shown = {}
    names = arguments + ([first.result] if first.kind == "function" else [])
    for procedure in procedures:
        for name in [n for n in procedure.arguments if n != "self"] + names[len(arguments):]:
            own = procedure.declared.get(name)
            if own is None and name == first.result and prefix:
                own = (re.sub(r"\b(pure|elemental|recursive|impure|module) ?", "", procedure.prefix).strip(), name)
            if own:
                shown.setdefault(name, [])
                if f"{own[0]} :: {own[1]}" not in shown[name]:
                    shown[name].append(f"{own[0]} :: {own[1]}")
    for name, forms in shown.items():
        lines += [f"  {forms[0]}", *(f"  !   or {form}" for form in forms[1:])]
    return "\n".join(lines)


def modules():
    return [Module(path) for path in sorted(FOLDER.glob("*.f90")) if not path.name.startswith("c_") and path.name not in ("weft.f90", "support.f90")]


def public_names():
    """What `use weft` shows, in its order."""
    text = " ".join(statements((FOLDER / "weft.f90").read_text(encoding="utf-8")))
    return [name for _, names in re.findall(r"use (\w+), only: ([\w, ]+?)(?=  use|  implicit)", text) for name in split_list(names)]


def side_of(name, call, specifics, comment, module, owner=""):
    comment = specifics[0].comment if specifics and specifics[0].comment else comment
    links, lines = comment_of(comment)
    code = declaration(call, specifics) if specifics else f"call {call}(...)"
    return Side(name, code, module.file, links, [line for line in lines if line.strip(" -")], owner=owner, module=module.file)


def comment_of(lines):
    """The links of a comment, and its lines by hand."""
    plain = [line[1:] if line.startswith(" ") else line for line in lines or [] if "Generated by bindings/generate.py" not in line]
    links, by_hand = split_comment(plain)
    return (links.split(", "), by_hand) if links else ([], plain)


def parents(kind, types):
    """The modules of the types that a type extends."""
    while kind.parent in types:
        module, kind = types[kind.parent]
        yield module


def sides():
    """Sides of all public procedures and types, and the constants: {name: (declaration, meaning, file)}."""
    found, constants, public = [], {}, public_names()
    all_modules = modules()
    types = {name: (module, kind) for module in all_modules for name, kind in module.types.items()}
    procedures = {name: procedure for module in all_modules for name, procedure in module.procedures.items()}
    for module in all_modules:
        for name, value in module.constants.items():
            if name in public:
                constants[name] = (*value, module.file)
        for name in dict.fromkeys([*module.generics, *module.procedures]):
            if name in public:
                specifics = [procedures[s] for s in module.generics.get(name, [name]) if s in procedures]
                found.append(side_of(name, name, specifics, [], module))
    for name in public:
        if name not in types:
            continue
        module, kind = types[name]
        own, of_head = comment_of(kind.comment), comment_of(module.head if module.head and name.removeprefix("weft_") in "".join(module.head) else [])
        links = own[0] or of_head[0] or next((comment_of(of_parent.head)[0] for of_parent in parents(kind, types) if comment_of(of_parent.head)[0]), [])
        notes = [*own[1], *([""] if own[1] and of_head[1] else []), *of_head[1]]
        found.append(Side(name, f"type({name})", module.file, links, notes, kind="class", module=module.file))
        seen, at = set(), name
        while at in types:
            of_module, kind = types[at]
            for method, specifics in kind.names.items():
                if method in seen:
                    continue
                seen.add(method)
                known = [procedures[s] for s in specifics if s in procedures]
                found.append(side_of(f"{name}%{method}", f"{name.removeprefix('weft_')}%{method}", known, kind.comments.get(method, []),
                                     of_module, name))
            at = kind.parent
    return found, constants
