"""The kinds of files that `weft plot` takes, one a module: the attribute "program" of a file says which it is.

A new kind is a module here with a KIND.
"""

import importlib
import pkgutil
from typing import List

from .kind import Kind


def all_kinds() -> List[Kind]:
    """In the order of the names of their modules."""
    modules = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name != "kind")
    return [importlib.import_module(f"{__name__}.{name}").KIND for name in modules]
