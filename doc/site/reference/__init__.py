"""The pages of doc/reference/, drawn from the sources of weft: see ../make_reference.py."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "bindings"))
sys.path.insert(0, str(ROOT / "cli/manual"))
