"""Links of pages to files of the repository outside doc/: each such file gets a page, and each folder a list of its files.

Pages are written for those who read them in the repository, where `../examples/cpp/poisson.cpp` is a file. In the site that link
goes to reference/files/examples/cpp/poisson.cpp, a page with its text, which this extension writes before the pages are read.
"""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOC = ROOT / "doc"
sys.path.insert(0, str(DOC))
import make_notebooks  # noqa: E402

FILES = DOC / "reference" / "files"
# [text](target) outside of code; a target is a path without a scheme.
LINK = re.compile(r"(\]\()((?!\w+:|#)[^)\s#]+)((?:#[^)\s]*)?\))")
FENCE = re.compile(r"^(```|~~~).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
# Pages of the repository that are pages of the site.
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md", "doc/README.md": "index.md",
         "lab/README.md": "laboratory.md", "doc": "index.md", "CITATION.cff": "cite.md"}
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".h": "c", ".c": "c", ".f90": "fortran", ".fpp": "fortran", ".py": "python", ".sh": "bash", ".toml": "toml",
             ".json": "json", ".cmake": "cmake", ".md": "markdown"}
MOST_BYTES = 60_000  # of a file that is shown


def target_of(page, link):
    """Where a link of a page (a path below the repository) goes, relative to doc/; None if it stays as it is."""
    path = pathlib.Path(os.path.normpath(page.parent / link))
    name = path.as_posix()
    if name in PAGES:
        return PAGES[name]
    if name.startswith("doc/") and not (ROOT / path).is_dir():
        return name[len("doc/"):] if page.parts[0] != "doc" else None
    if not (ROOT / path).exists():
        return None
    return f"reference/files/{name}.md"


def shown(text, page, place, wanted):
    """`text` of `page` with its links as seen from `place`, a folder below doc/; files that it links to are added to `wanted`."""
    def turn(match):
        target = target_of(page, match[2])
        if target is None:
            return match[0]
        if target.startswith("reference/files/"):
            wanted.add(target[len("reference/files/"):-len(".md")])
        anchor = match[3] if not target.startswith("reference/files/") else ")"
        return match[1] + os.path.relpath(target, place) + anchor

    parts, last = [], 0
    for fence in FENCE.finditer(text):
        parts += [LINK.sub(turn, text[last:fence.start()]), fence[0]]
        last = fence.end()
    return "".join(parts) + LINK.sub(turn, text[last:])


def page_of(name, wanted):
    """The page of a file or folder of the repository; files that a notebook links to are added to `wanted`."""
    path = ROOT / name
    if path.suffix == ".ipynb":
        text = shown(make_notebooks.page_of(path), pathlib.Path(name), f"reference/files/{path.parent.relative_to(ROOT)}", wanted)
        return f"---\norphan: true\n---\n{text}"
    if path.is_dir():
        listed = subprocess.run(["git", "ls-files", name], cwd=ROOT, capture_output=True, text=True).stdout.split()
        rows = "\n".join(f"- `{file}`" for file in listed)
        return f"---\norphan: true\n---\n# {name}/\n\nFiles of the repository in this folder:\n\n{rows}\n"
    data = path.read_bytes()
    if len(data) > MOST_BYTES or b"\0" in data:
        return f"---\norphan: true\n---\n# {name}\n\nA file of the repository of {len(data)} bytes.\n"
    text = data.decode()
    fence = "`" * (1 + max((len(run) for run in re.findall(r"`{3,}", text)), default=2))
    return f"---\norphan: true\n---\n# {name}\n\n{fence}{LANGUAGES.get(path.suffix, 'text')}\n{text.rstrip()}\n{fence}\n"


def write_pages(app):
    """Before Sphinx looks for pages: those of all files that pages link to."""
    wanted = set()
    sources = [*DOC.rglob("*.md"), *(ROOT / name for name in ("CONTRIBUTING.md", "CHANGELOG.md", "lab/README.md"))]
    for path in sources:
        if FILES not in path.parents:
            page = path.relative_to(ROOT)
            shown(path.read_text(encoding="utf-8"), page, ".", wanted)
    pages = {}
    while names := sorted(wanted - {path.relative_to(FILES).with_suffix("").as_posix() for path in pages}):
        for name in names:
            pages[FILES / f"{name}.md"] = page_of(name, wanted)
    for path in FILES.rglob("*.md"):
        if path not in pages:
            path.unlink()
    for path, text in pages.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def read_page(app, name, source):
    """A page as Sphinx reads it. Changes and design notes are reached from their lists, not from the bar at the side."""
    if name.startswith("reference/files/"):
        return
    if re.match(r"(changes|design)/\d", name):
        source[0] = "---\norphan: true\n---\n" + source[0]
    page = pathlib.Path("doc", f"{name}.md")
    source[0] = shown(source[0], page, pathlib.PurePosixPath(name).parent.as_posix(), set())


def include_page(app, relative_path, parent, content):
    """A page of the repository outside doc/ that a page of the site includes."""
    page = pathlib.Path(os.path.normpath(pathlib.Path("doc", relative_path)))
    if page.suffix == ".md":
        content[0] = shown(content[0], page, pathlib.PurePosixPath(parent).parent.as_posix(), set())


def setup(app):
    app.connect("builder-inited", write_pages)
    app.connect("source-read", read_page)
    app.connect("include-read", include_page)
    return {"env_version": 2, "parallel_read_safe": True, "parallel_write_safe": True}
