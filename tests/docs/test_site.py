#!/usr/bin/env python3
"""doc/site/check.py finds what is wrong with a page: pages with one fault each, and one without.

The whole site is made and checked by scripts/docs.sh (make docs). ctest sets WEFT_SOURCE.
"""

import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(os.environ["WEFT_SOURCE"]) / "doc/site"))
import check  # noqa: E402

PAGE = '<html lang="en"><head>{head}</head><body><h1 id="top">Title</h1>{body}</body></html>'
# What is wrong, head and body of the page, words of the complaint.
FAULTS = [
    ("link", "", '<a href="gone.html">gone</a>', "a link to gone.html, which is not there"),
    ("anchor", "", '<a href="right.html#nowhere">nowhere</a>', "no such place"),
    ("own_anchor", "", '<a href="#nowhere">nowhere</a>', "no such place"),
    ("picture", "", '<img src="right.html">', "has no text"),
    ("lost_picture", "", '<img src="gone.png" alt="gone">', "a link to gone.png"),
    ("titles", "", "<h1>Another</h1>", "2 titles"),
    ("elsewhere", '<script src="https://example.org/a.js"></script>', "", "loads https://example.org/a.js"),
    ("size", "", "x" * check.MOST_BYTES, "bytes; at most"),
]


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        assert list(check.check(folder)) == ["no page"]
        body = '<a href="#top">top</a><a href="link.html">page</a><a href="https://example.org">elsewhere</a><img src="right.html" alt="text">'
        (folder / "right.html").write_text(PAGE.format(head="", body=body))
        for fault, head, text, _ in FAULTS:
            (folder / f"{fault}.html").write_text(PAGE.format(head=head, body=text))
        (folder / "mute.html").write_text("<html><body><h1>Title</h1></body></html>")
        found = list(check.check(folder))
    for fault, _, _, words in [*FAULTS, ("mute", "", "", "no language")]:
        assert [line for line in found if line.startswith(f"{fault}.html: ") and words in line], (fault, found)
    assert len(found) == len(FAULTS) + 1, found
    print(f"{len(found)} faults found, and none in the page without")


if __name__ == "__main__":
    main()
