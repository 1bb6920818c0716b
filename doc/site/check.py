#!/usr/bin/env python3
"""Looks over the pages of the site that Sphinx made: python3 doc/site/check.py HTML

Every link leads to a page and to a place on it; a page has one title, a language, texts for its pictures, no address of another
host but those that it links to, and less than 200 kB; nothing is loaded from elsewhere. Ends with 1 if a page is not so.
"""

import html.parser
import pathlib
import sys
import urllib.parse

MOST_BYTES = 200_000
LOADS = {"img": "src", "script": "src", "iframe": "src", "link": "href"}


class Page(html.parser.HTMLParser):
    """What check() asks of a page."""

    def __init__(self, path):
        super().__init__()
        self.path, self.problems = path, []
        self.links, self.loaded, self.places = [], [], set()
        self.n_titles, self.language = 0, None
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.places.add(values["id"])
        if tag == "html":
            self.language = values.get("lang")
        elif tag == "h1":
            self.n_titles += 1
        elif tag == "a" and values.get("href"):
            self.links.append(values["href"])
        elif tag == "img" and not values.get("alt"):
            self.problems.append(f"the picture {values.get('src')} has no text (alt)")
        if tag in LOADS and values.get(LOADS[tag]):
            self.loaded.append(values[LOADS[tag]])


def check(folder):
    pages = {path: Page(path) for path in sorted(folder.rglob("*.html")) if "_static" not in path.parts}
    special = {folder / name for name in ("search.html", "genindex.html")}
    for path, page in pages.items():
        problems = page.problems
        if path.stat().st_size >= MOST_BYTES:
            problems.append(f"{path.stat().st_size} bytes; at most {MOST_BYTES}")
        if page.n_titles != 1 and path not in special:
            problems.append(f"{page.n_titles} titles; one")
        if not page.language:
            problems.append("no language")
        problems += [f"loads {url}, which is elsewhere" for url in page.loaded if urllib.parse.urlsplit(url).netloc]
        for link in page.links + page.loaded:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                problems.append(f"a link to {link}, which is not there")
            elif parts.fragment and target in pages and parts.fragment not in pages[target].places:
                problems.append(f"a link to {link}: no such place on that page")
        for problem in sorted(set(problems)):
            yield f"{path.relative_to(folder)}: {problem}"
    if not pages:
        yield "no page"


def main():
    problems = list(check(pathlib.Path(sys.argv[1]).resolve()))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
