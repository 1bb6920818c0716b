"""What a program may ask about the namespace, and what of the standard it has not."""

from __future__ import annotations

import sys
from typing import Any, Dict, List, Optional, Tuple, Union

from .. import errors
from .blocks import DTYPES
from .types import cpu, isdtype

VERSION = "2024.12"
VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12")

_FOUND = "how many elements the result has is known only from the values, and a layout says it without asking any process"
_MATRICES = "it is linear algebra of matrices that are spread over processes, which is the subject of other libraries"

# Names of the standard that are left out, and why; doc/arrays-python.md lists them.
LEFT_OUT: Dict[str, str] = {
    "linalg": _MATRICES, "matmul": _MATRICES, "tensordot": _MATRICES,
    "nonzero": _FOUND, "unique_all": _FOUND, "unique_counts": _FOUND, "unique_inverse": _FOUND, "unique_values": _FOUND,
}


def missing(name: str) -> str:
    """Why the module has no such name."""
    if name in LEFT_OUT:
        return (f"weft.array_api has no {name}: {LEFT_OUT[name]}. Use weft.gather(u, None) and NumPy's function of the whole "
                "array, or numpy.asarray(u) and its function of the block")
    return f"module 'weft.array_api' has no attribute {name!r}; it is no name of the array API {VERSION}"


def namespace_of_version(version: Optional[str]) -> Any:
    """The module weft.array_api, for a version of the standard or None. InvalidArgumentError for one that it does not know."""
    if version is not None and version not in VERSIONS:
        raise errors.InvalidArgumentError(f"the version of the array API is {version!r}; weft.array_api is of {VERSION}, give "
                                          f"one of {', '.join(VERSIONS)}")
    return sys.modules[__package__]


class Info:
    """What `__array_namespace_info__()` gives: methods of the standard. Not collective."""

    def capabilities(self) -> Dict[str, Any]:
        """Neither boolean indices nor shapes that depend on values; 6 axes."""
        return {"boolean indexing": False, "data-dependent shapes": False, "max dimensions": 6}

    def default_device(self) -> str:
        """"cpu"."""
        return "cpu"

    def devices(self) -> List[str]:
        """["cpu"]."""
        return ["cpu"]

    def default_dtypes(self, *, device: Any = None) -> Dict[str, Any]:
        """By kind: float64, complex128, int64, int64 for indices."""
        cpu(device)
        return {"real floating": DTYPES["float64"], "complex floating": DTYPES["complex128"], "integral": DTYPES["int64"],
                "indexing": DTYPES["int64"]}

    def dtypes(self, *, device: Any = None, kind: Union[str, Tuple[str, ...], None] = None) -> Dict[str, Any]:
        """Name and type of all, or of those of a kind (as of isdtype)."""
        cpu(device)
        return {name: dtype for name, dtype in DTYPES.items() if kind is None or isdtype(dtype, kind)}
