#!/usr/bin/env python3
"""Prints the manual: python doc/site/pdf.py MANUAL.html OUT.pdf

Sphinx has put all pages into one (singlehtml). Here it gets a title, a table of contents with page numbers, and no more than
paper can show.
"""

import html
import logging
import pathlib
import re
import sys

import weasyprint

TABS = re.compile(r'<input [^>]*name="sd-tab-set[^>]*>')


def chapters(text):
    """[(address, title)] of the pages: sections of the first one."""
    for match in re.finditer(r'<section id="([^"]+)">\s*(?:<span id="[^"]*"></span>\s*)*<h2>(.*?)<a class="headerlink"', text, re.DOTALL):
        yield match[1], re.sub(r"<[^>]+>", "", match[2])


def main():
    page, out = map(pathlib.Path, sys.argv[1:])
    text = page.read_text(encoding="utf-8")
    version = html.escape(re.search(r"<title>.*?weft ([\d.]+)", text, re.DOTALL)[1])
    body = re.search(r'<div class="body" role="main">(.*)<div class="clearer"></div>\s*</div>\s*</div>\s*</div>', text, re.DOTALL)[1]
    body = TABS.sub("", body)
    rows = "".join(f'<li><a href="#{place}">{title}</a></li>\n' for place, title in chapters(body))
    styles = "".join(f'<link rel="stylesheet" href="_static/{name}">' for name in ("pygments.css", "print.css"))
    whole = (f'<html lang="en"><head><meta charset="utf-8"><title>weft {version}: the manual</title>{styles}</head><body>'
             f'<div class="title-page"><h1>weft</h1><p>The manual of version {version}</p></div>'
             f'<div class="contents"><h1>Contents</h1><ul>{rows}</ul></div>{body}</body></html>')
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    aside = out.with_suffix(".pdf.part")
    document = weasyprint.HTML(string=whole, base_url=str(page)).render()
    document.write_pdf(aside)
    aside.replace(out)
    print(f"docs: {out}: {len(document.pages)} pages")


if __name__ == "__main__":
    main()
