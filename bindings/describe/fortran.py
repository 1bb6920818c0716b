"""Writes the Fortran modules: *.f90 from the templates (*.fpp), and c_*.f90, the interfaces of the C functions they call;
and the list `order`, all sources in an order in which they can be compiled.

A template is Fortran with these abbreviations; doc/design/029-fortran-modules.md says why:

  - `subroutine weft_plan%close(ierr)` is a procedure of that type. It gets `self`, which it may change if the word
    `mutating` stands before it, and its line in the definition of the type.
  - `weft_plan%points/ELEMENT(...)` is written once for each row of OVERLOADS["ELEMENT"], with what the row has for
    `{TYPE}`; `weft_plan%convolve/product(...)` is one specific of a generic name.
  - `subroutine weft_plan%close(ierr): settle(c_plan_close(self%handle))` is a procedure of one statement, `call settle(..., ierr)`, with
    declarations in the lines below. The result of a function is 0 first, a text is `answer(...)` of what C left at `pointer`,
    a truth value that of `n`.
  - An argument, a result or a local variable that is not declared is the one of that name in names.fpp.
  - A comment with a line `! C++: Halo::exchange.` gets the contract of that C++ function above the line
    (contracts.py).
  - What a module uses of the language, of MPI and of C is found by its name. c_NAME is the function weft_fortran_NAME of
    this folder, or else weft_NAME of the public headers.
"""

import collections
import graphlib
import itertools
import re

from .comments import FORTRAN, lines_of, split_comment
from .fortran_text import WIDTH, declared, grouped, indented, name_of, split_list, uses_of, words_of, wrapped
from .functions import fortran_procedures
from .interfaces import ELEMENTS, HERE, c_module, prototypes

REGION = "n_bounds(size(lower), size(upper)), int(lower, int64), int(upper, int64)"
WHOLE = {kind: {"TYPE": f"integer({kind})", "BOUNDS": "lower, upper, ", "REGION": REGION} for kind in ("int64", "int32")}
OVERLOADS = {
    "ELEMENT": {name: {"TYPE": kind} for name, kind in ELEMENTS.items()},
    "WHOLE": WHOLE,
    "REGION": {"whole": {"BOUNDS": "", "REGION": "-1, none, none"}} | WHOLE,
    "COMM": {"integer": {"COMM": "integer", "HANDLE": "comm"}, "f08": {"COMM": "type(MPI_Comm)", "HANDLE": "comm%MPI_VAL"}},
    "OPTIONS": {"": {"OPTIONS": "", "HOW": "c_null_ptr"},
                "options": {"OPTIONS": "options, ", "HOW": "handle_of_options(options)"}},
    "CHECK": {"checked": {"CHECK": "", "AGREE": "1"}, "as_told": {"CHECK": "check, ", "AGREE": "flag(check)"}},
    "GIVEN": {"integer": {"TYPE": "integer"}, "number": {"TYPE": "real(c_double)"}, "pointer": {"TYPE": "type(c_ptr)"}},
    "TOTAL": {"real": {"TYPE": "real(c_double)", "REAL": "1", "VALUE": "parts(1)"},
              "complex": {"TYPE": "complex(c_double)", "REAL": "0", "VALUE": "cmplx(parts(1), parts(2), c_double)"}},
    # Named values: what C calls them, and how they are handed over.
    "VALUE": {"text": {"TYPE": "character(*)", "KIND": "text", "VALUE": "to_c(value)"},
              "number": {"TYPE": "real(real64)", "KIND": "number", "VALUE": "value"},
              "int64": {"TYPE": "integer(int64)", "KIND": "whole", "VALUE": "value"},
              "int32": {"TYPE": "integer(int32)", "KIND": "whole", "VALUE": "int(value, int64)"}},
    "NUMBER": {"number": {"TYPE": "real(real64)", "KIND": "number"}, "int64": {"TYPE": "integer(int64)", "KIND": "whole"}},
    "LIST": {"numbers": {"TYPE": "real(real64)", "KIND": "numbers"}, "int64s": {"TYPE": "integer(int64)", "KIND": "wholes"}},
}


# The first line of a procedure in a template.
HEAD = re.compile(r"  (?P<prefix>(?:[a-z][\w(), ]* )?)(?P<kind>subroutine|function) (?:(?P<type>weft_\w+)%)?(?P<name>\w+)"
                  r"(?P<variants>(?:/\w+)*)\((?P<arguments>.*?)\)(?: result\((?P<result>\w+)\))?(?:: (?P<short>\w+\(.*\)))?$")


def table_of_names():
    """Declarations by section of names.fpp and name."""
    table, section = {}, {}
    for line in (HERE / "templates/names.fpp").read_text(encoding="utf-8").splitlines():
        if re.match(r"[a-z]", line):
            section = table.setdefault(line.strip(), {})
        else:
            section |= {name_of(entity): (attributes, entity) for attributes, entity in declared([line.split("!")[0]])}
    return table


def procedure(head, body, fields, names):
    """Lines of one procedure: the head, what is declared in the order of the arguments, and the rest."""
    def fill(text):
        return re.sub(r"\{(\w+)\}", lambda match: fields.get(match[1], match[0]), text)

    arguments, result, owner = split_list(fill(head["arguments"])), head["result"], head["type"]
    n = next((i for i, line in enumerate(body) if "::" not in line), len(body))  # where statements begin
    own = {name_of(entity): (attributes, entity) for attributes, entity in declared(map(fill, body[:n]))}
    mutating = head["prefix"].startswith("mutating ")
    first = [(f"class({owner}), intent({'inout' if mutating else 'in'})", "self")] if owner else []
    try:
        dummies = [own.get(name) or names["arguments"][name] for name in arguments]
        if result and result not in own and not re.search(r"integer|logical|real|type", head["prefix"]):
            dummies.append(names["results"][result])
    except KeyError as error:
        raise SystemExit(f"generate: error: {fields['NAME']} does not declare {error}, and names.fpp does not know it")
    dummies = [(fill(attributes), entity) for attributes, entity in dummies]
    # What has an intent is among the dummies, or an argument that this overload does not have.
    kept = [fill(line) for line in body[:n] if "intent(" not in line and not line.lstrip().startswith("procedure(")]
    unknown = words_of("\n".join(body[n:])) - {*own, *arguments, result}
    added = [declaration for name, declaration in names["locals"].items() if name in unknown]
    start = f"  {head['prefix'].removeprefix('mutating ')}{head['kind']} {fields['NAME']}("
    end = ")" + (f" result({result})" if result else "")
    return [wrapped(start, ["self", *arguments] if owner else arguments, end),
            *indented(grouped(first + dummies), 4), *kept, *indented(grouped(added), 4),
            *(fitted(fill(line)) for line in body[n:])]


def fitted(line):
    """A line, or a call that is too long for one in as many lines as it needs."""
    call = re.match(r" *call \w+\(", line)
    if call is None or len(line) <= WIDTH or "\n" in line:
        return line
    return wrapped(call[0], re.split(r", (?=(?:[^']*'[^']*')*[^']*$)", line[call.end():]))


def statements_of(head):
    """The body of a procedure in the short form."""
    finish, call = re.fullmatch(r"(\w+)\((.*)\)", head["short"]).groups()
    result = head["result"]
    if finish == "answer":
        call, _, n_axes = call.rpartition(", ")
        return [f"    code = {call}", f"    {result} = answer(code, pointer, {n_axes}, ierr)"]
    statement = f"    call {finish}({call}, ierr)"
    if "logical" in head["prefix"]:
        return ["    n = 0", statement, f"    {result} = n /= 0"]
    return [f"    {result} = 0", statement] if result else [statement]


def title_of(comment):
    """What stands above a contract, with an empty line between."""
    link = next(i for i, line in enumerate(comment) if "C++: " in line)
    empty = [i for i, line in enumerate(comment[:link]) if line.strip() == "!"]
    return comment[:empty[-1] + 1] if empty else []


def with_contracts(lines):
    """The lines of a template, with the contracts that its comments name."""
    out, comment = [], []
    for line in [*lines, ""]:
        if re.match(r" *!( |$)", line):
            comment.append(line)
            continue
        if comment:
            indent = re.match(" *", comment[0])[0]
            link, by_hand = split_comment([text.strip().removeprefix("!") for text in comment])
            if link is not None:
                contract = lines_of(link, FORTRAN, words_of(line), by_hand, len(indent))
                out += title_of(comment)
                comment = [f"{indent}! {text}".rstrip() for text in [*contract, f"C++: {link}.", *(t[1:] for t in by_hand)]]
            out += comment
        comment = []
        out.append(line)
    return out[:-1]


def expanded(lines, names):
    """The lines of a template with all procedures written out; those of its types, and its generic names."""
    out, bindings, generics = [], {}, {}
    lines = collections.deque(lines)
    while lines:
        line = lines.popleft()
        while line.endswith("&") and re.match(r"  [a-z][\w(), ]*(subroutine|function) |  (subroutine|function) ", line):
            line = line[:-1].rstrip() + " " + lines.popleft().lstrip()
        head = HEAD.match(line)
        if not head or line.startswith("  end "):
            if line.startswith("  !") and out and out[-1].startswith("  end "):
                out.append("")
            out.append(line)
            continue
        body, is_body = [], (lambda text: "::" in text) if head["short"] else \
            (lambda text: not re.match(r"  end (subroutine|function)", text))
        while is_body(lines[0]):
            body.append(lines.popleft())
        if head["short"]:
            body += statements_of(head)
        else:
            lines.popleft()
        stem = (head["type"] + "_").removeprefix("weft_") + head["name"] if head["type"] else head["name"]
        specifics = []
        variants = [OVERLOADS[word] if word.isupper() else {word: {}} for word in head["variants"].split("/")[1:]]
        for choice in itertools.product(*(variant.items() for variant in variants)):
            fields = {"NAME": "_".join([stem, *(name for name, _ in choice if name)])}
            for _, row in choice:
                fields |= row
            specifics.append(fields["NAME"])
            out += [*procedure(head, body, fields, names), f"  end {head['kind']}"]
        if head["type"] or variants:
            table = bindings.setdefault(head["type"], {}) if head["type"] else generics
            specifics_of, _ = table.setdefault(head["name"], ([], bool(variants)))
            specifics_of += specifics
    return out, bindings, generics


def binding_lines(methods):
    """What the definition of a type says of its procedures: {name: (specifics, whether the name is generic)}."""
    for name, (specifics, is_generic) in methods.items():
        if is_generic:
            yield wrapped("    procedure, private :: ", specifics)
            yield wrapped(f"    generic :: {name} => ", specifics)
    plain = [f"{name} => {specifics[0]}" for name, (specifics, is_generic) in methods.items() if not is_generic]
    if plain:
        yield wrapped("    procedure :: ", plain)


def module(path, names, functions):
    """Texts of the module of a template, and of that of its C functions."""
    template = path.read_text(encoding="utf-8").splitlines()
    template[-1:-1] = fortran_procedures(path.stem)
    lines, bindings, generics = expanded(with_contracts(template), names)
    out, owner = [], None
    for line in lines:
        if start := re.match(r"  type(?:, extends\(\w+\))? :: (\w+)$", line):
            owner, has_contains = start[1], False
        has_contains = owner and (has_contains or line == "  contains")
        if line == "  end type" and owner:
            if methods := bindings.pop(owner, None):
                out += ([] if has_contains else ["  contains"]) + list(binding_lines(methods))
            owner = None
        if line == "contains":
            for name, (specifics, _) in generics.items():
                out += [f"  interface {name}", wrapped("    procedure :: ", specifics), "  end interface", ""]
        out.append(line)
    if bindings:
        raise SystemExit(f"generate: error: {path.name} has procedures of {', '.join(bindings)}, but does not define it")
    words = words_of("\n".join(out))
    c_text = c_module(path.stem, words, functions)
    first = next(i for i, line in enumerate(out) if line.startswith("module ")) + 1
    last = next(i for i in range(first, len(out)) if not out[i].startswith("  use "))
    out[last:last] = ["  implicit none", "  private"]
    out[first:first] = indented(uses_of(words), 2) + ([f"  use weft_c_{path.stem}"] if c_text else [])
    text = f"! Generated by bindings/generate.py from templates/{path.name}; do not edit.\n" + "\n".join(out) + "\n"
    return {f"{path.stem}.f90": text} | ({f"c_{path.stem}.f90": c_text} if c_text else {})


def order_of(texts, others):
    """Names of all sources, a module after those that it uses; those in C++ last."""
    files = {re.search(r"^module (\w+)", text, re.MULTILINE)[1]: name for name, text in sorted(texts.items())}
    graph = {name: [files[module] for module in re.findall(r"^  use (\w+)", texts[name], re.MULTILINE) if module in files]
             for name in files.values()}
    return "\n".join([*graphlib.TopologicalSorter(graph).static_order(), *sorted(others), ""])


def texts(headers, sources):
    """All modules and the list of sources by path. `headers`: texts of the C headers; `sources`: of C++ files that are generated."""
    names, functions, found = table_of_names(), prototypes(headers | sources), {}
    for path in sorted((HERE / "templates").glob("*.fpp")):
        if path.stem != "names":
            found |= module(path, names, functions)
    found["order"] = order_of({"weft.f90": (HERE / "weft.f90").read_text(encoding="utf-8")} | found,
                              {path.name for path in [*HERE.glob("*.cpp"), *sources]})
    return {HERE / name: text for name, text in found.items()}
