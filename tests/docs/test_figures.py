#!/usr/bin/env python3
"""The pictures of doc/figures are those that their scripts draw now, with the layouts of the library as it is.

ctest sets WEFT_SOURCE and WEFT_PYTHON, and PYTHONPATH to the package of the build.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

FIGURES = pathlib.Path(os.environ["WEFT_SOURCE"]) / "doc" / "figures"


def main():
    with tempfile.TemporaryDirectory() as folder:
        for script in ("make_figures.py", "layouts.py", "how.py", "speed.py"):
            subprocess.run([os.environ["WEFT_PYTHON"], str(FIGURES / script), folder], check=True)
        drawn = {path.name: path.read_text() for path in pathlib.Path(folder).glob("*.svg")}
    kept = {path.name: path.read_text() for path in FIGURES.glob("*.svg")}
    different = sorted(name for name in drawn.keys() | kept.keys() if drawn.get(name) != kept.get(name))
    assert drawn, "the script draws nothing"
    for name in different:
        print(f"doc/figures/{name} is not what its script draws; run the script again and look at the picture")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
