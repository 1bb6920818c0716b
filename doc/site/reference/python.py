"""Public names of the Python packages, read from their sources: nothing is imported."""

import ast
import functools
import inspect
import re

from describe.comments import split_comment

from . import ROOT
from .model import Side

FOLDER = ROOT / "bindings/python"
PACKAGES = ("weft", "weft.look", "weft.report", "weft.fft", "weft.array_api", "weft.array_api.fft", "weft.compat.mpi4py_fft",
            "weft.compat.mpi4py_fft.pencil", "weft.compat.mpi4py_fft.libfft", "weft.compat.mpi4py_fft.mpifft",
            "weft.compat.mpi4py_fft.distarray", "weft.compat.mpi4py_fft.fftw", "weft.compat.mpi4py_fft.io")


class Module:
    def __init__(self, name, path):
        self.name, self.path = name, path
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.defined, self.imported, self.stars, self.assigned = {}, {}, [], {}
        for node in ast.walk(self.tree) if name == "weft" else self.tree.body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                if node.name not in self.defined or name != "weft":  # the last one: overloads come before
                    self.defined[node.name] = node
            elif isinstance(node, ast.ImportFrom):
                source = self.absolute(node)
                for alias in node.names:
                    if alias.name == "*":
                        self.stars.append(source)
                    else:
                        self.imported[alias.asname or alias.name] = (source, alias.name)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.assigned[node.targets[0].id] = node.value
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
                self.assigned[node.target.id] = node.value

    def absolute(self, node):
        if not node.level:
            return node.module
        parts = self.name.split(".")
        parts = parts[:len(parts) - node.level + (self.path.name == "__init__.py")]
        return ".".join([*parts, *([node.module] if node.module else [])])


@functools.lru_cache(maxsize=None)
def module(name):
    """The Module of a dotted name; None if it is no module of this repository."""
    path = FOLDER / name.replace(".", "/")
    for file in (path / "__init__.py", path.with_suffix(".py")):
        if file.exists():
            return Module(name, file)
    return None


def found(name, where):
    """(module, node) of what `where` calls `name`; (module, None) for modules and values."""
    at = module(where)
    if at is None:
        return None, None
    if name in at.defined:
        return at, at.defined[name]
    if name in at.imported:
        source, original = at.imported[name]
        if module(f"{source}.{original}"):
            return module(f"{source}.{original}"), None
        return found(original, source)
    for source in at.stars:
        of_star, node = found(name, source)
        if node is not None:
            return of_star, node
    if where == "weft":
        return found(name, "weft._distributed")
    return at, None


@functools.lru_cache(maxsize=None)
def names_of(where):
    """The public names of a package: those of __all__."""
    at, names = module(where), []
    for node in at.tree.body:
        if isinstance(node, (ast.Assign, ast.AugAssign)) and "__all__" in ast.unparse(node).split("=")[0]:
            for item in node.value.elts if isinstance(node.value, (ast.List, ast.Tuple)) else []:
                if isinstance(item, ast.Constant):
                    names.append(item.value)
                elif ast.unparse(item.value) == "FUNCTIONS":
                    names += [e.value for e in module("weft._function_names").assigned["FUNCTIONS"].elts]
                else:  # *xfftn.__all__
                    names += names_of(at.imported[ast.unparse(item.value).split(".")[0]][0] + "." + ast.unparse(item.value).split(".")[0])
            if "sorted(FUNCTIONS)" in ast.unparse(node.value):
                names += sorted(elementwise())
    return names


@functools.lru_cache(maxsize=None)
def elementwise():
    """The elementwise functions of the array API, which are made in a loop, with their docstrings."""
    at, texts = module("weft.array_api.elementwise"), {}
    tables = [eval(compile(ast.Expression(at.assigned[name]), at.name, "eval")) for name in ("_UNARY", "_BINARY")]  # noqa: S307
    for table, text, arguments in zip(tables, ("of each element of a {} array", "of elements at the same place of two {} arrays, of which one "
                                               "may be a number"), ("x: Array, /", "x1: Any, x2: Any, /")):
        for name, (numpy, kinds) in table.items():
            what = text.format("distributed" if kinds == "any" else kinds)
            texts[name] = (f"{name}({arguments}) -> Array", f"{name[0].upper()}{name[1:]} {what}, in its layout, as numpy.{numpy}. Not collective.")
    return texts


def argument(node, default=None):
    annotation = f": {ast.unparse(node.annotation)}" if node.annotation else ""
    return node.arg + annotation + (f" = {ast.unparse(default)}" if default is not None else "")


def arguments_of(node):
    """Arguments as text."""
    given, plain = node.args, [*node.args.posonlyargs, *node.args.args]
    defaults = [None] * (len(plain) - len(given.defaults)) + given.defaults
    parts = [argument(a, default) for a, default in zip(plain, defaults)]
    if given.posonlyargs:
        parts.insert(len(given.posonlyargs), "/")
    if given.vararg:
        parts.append("*" + argument(given.vararg))
    elif given.kwonlyargs:
        parts.append("*")
    parts += [argument(a, default) for a, default in zip(given.kwonlyargs, given.kw_defaults)]
    return parts + (["**" + argument(given.kwarg)] if given.kwarg else [])


def signature(name, node, is_method):
    parts = arguments_of(node)
    if is_method and parts and parts[0] in ("self", "cls"):
        parts = parts[1:]
    arguments = ", ".join(parts)
    result = f" -> {ast.unparse(node.returns)}" if node.returns and node.name != "__init__" else ""
    text = f"{name}({arguments}){result}"
    if len(text) <= 100:
        return text
    return "\n".join([f"{name}(", *(f"    {part}," for part in parts), f"){result}"])


def side(name, node, at, owner="", kind="function", code=None):
    text = inspect.cleandoc(ast.get_docstring(node) or "")
    links, by_hand = split_comment(text.splitlines())
    return Side(name, code or signature(name, node, bool(owner)), str(at.path.relative_to(ROOT)), links.split(", ") if links else [],
                by_hand if links else text.splitlines(), owner=owner, kind=kind, module=at.name)


def decorators(node):
    return [ast.unparse(decorator) for decorator in node.decorator_list]


def bases(node, at):
    """The class and those of this repository that it inherits from."""
    yield node, at
    for base in node.bases:
        name = re.sub(r"\[.*", "", ast.unparse(base)).split(".")[-1]
        of_base, found_node = found(name, at.name)
        if isinstance(found_node, ast.ClassDef):
            yield from bases(found_node, of_base)


def of_class(name, node, at):
    """Sides of a class and its public members."""
    init, members, seen = None, [], set()
    for one, where in bases(node, at):
        for item in one.body:
            if isinstance(item, ast.FunctionDef) and item.name == "__init__" and init is None:
                init = item
            if not isinstance(item, ast.FunctionDef) or item.name.startswith("_") or item.name in seen or "overload" in " ".join(decorators(item)):
                continue
            seen.add(item.name)
            full = f"{name}.{item.name}"
            if any("property" in d for d in decorators(item)):
                result = f": {ast.unparse(item.returns)}" if item.returns else ""
                members.append(side(full, item, where, name, "property", full + result))
            elif not any(".setter" in d for d in decorators(item)):
                members.append(side(full, item, where, name))
    fields = [ast.unparse(item).split(" = ")[0] for item in node.body
              if isinstance(item, ast.AnnAssign) and not ast.unparse(item.target).startswith("_")]
    code = signature(name, init, True) if init else f"class {name}"
    if fields and not init:
        code = "\n".join([f"class {name}:", *(f"    {field}" for field in fields)])
    yield side(name, node, at, kind="class", code=code)
    yield from members


def of_assignment(full, at):
    """A function of the array API's fft, of which one along one axis and one along several are made from one description."""
    name = full.rpartition(".")[2]
    for node in at.tree.body:
        targets = [ast.unparse(e) for e in getattr(node.targets[0], "elts", [])] if isinstance(node, ast.Assign) else []
        if name in targets:
            text = next(arg.value for arg in reversed(node.value.args) if isinstance(arg, ast.Constant) and isinstance(arg.value, str))
            is_one = targets.index(name) == 0
            code = "x: Array, /, *, n: Optional[int] = None, axis: int = -1" if is_one else \
                "x: Array, /, *, s: Optional[Sequence[int]] = None, axes: Optional[Sequence[int]] = None"
            words = f"{text} {'along one axis' if is_one else 'along axes (None: all)'}, as numpy.fft.{name}; cut as `x`. Collective."
            return Side(full, f'{full}({code}, norm: str = "backward") -> Array', str(at.path.relative_to(ROOT)), [], [words], module=at.name)
    raise SystemExit(f"make_reference: error: {full} is assigned nowhere in {at.path}")


def sides():
    """Sides of all public functions, classes and their members; names of values by package."""
    all_sides, values, seen = [], {}, set()
    for package in PACKAGES:
        for name in names_of(package):
            at, node = found(name, package)
            full = f"{package}.{name}"
            if package == "weft.array_api" and name in elementwise() and node is None:
                code, text = elementwise()[name]
                all_sides.append(Side(full, f"{package}.{code}", "bindings/python/weft/array_api/elementwise.py", [], [text], module=package))
            elif package == "weft.array_api.fft" and node is None:
                all_sides.append(of_assignment(full, at))
            elif node is None:
                values.setdefault(package, []).append(name)
            elif id(node) in seen and package.startswith("weft.compat"):
                continue
            elif isinstance(node, ast.ClassDef):
                all_sides += of_class(full, node, at)
            else:
                all_sides.append(side(full, node, at))
            if node is not None:
                seen.add(id(node))
    return all_sides, values
