#!/usr/bin/env python3
"""Makes a page of Markdown of each notebook of examples/notebooks, for the site and for readers without Jupyter.

    python3 doc/make_notebooks.py FOLDER

Text stays as it is, cells become blocks of Python, and what a notebook keeps as output follows as text. Links are made for
pages in a folder as deep as examples/notebooks. Nothing but Python is needed.
"""

import json
import pathlib
import sys

NOTEBOOKS = pathlib.Path(__file__).resolve().parent.parent / "examples/notebooks"


def page_of(path):
    """The Markdown of a notebook."""
    parts = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"]).strip("\n")
        if cell["cell_type"] != "code":
            parts.append(text)
            continue
        parts.append(f"```python\n{text}\n```")
        printed = "".join(line for output in cell["outputs"] for line in output.get("text", ()))
        if printed:
            parts.append("```text\n" + printed.rstrip("\n") + "\n```")
    parts.insert(1, f"This page is the notebook `examples/notebooks/{path.name}`.")
    return "\n\n".join(parts) + "\n"


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        (folder / f"{path.stem}.md").write_text(page_of(path), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
