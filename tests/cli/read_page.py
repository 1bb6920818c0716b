"""Pages of `weft report` as a reader finds them, for its tests."""

import html.parser
import json
import pathlib
import tempfile

from program import ProgramTest

VOID = {"meta", "br", "hr", "img", "input", "link", "wbr"}


class Page(html.parser.HTMLParser):
    """What a reader finds: sections with figures and texts, tables, lists of values; and what a browser would fetch."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.fetched, self.figures, self.tables, self.lists = [], [], [], {}, {}, []
        self.texts, self.section, self.table, self.scripts = {}, None, None, 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.append(values["id"])
        for key in ("src", "srcset", "data", "href", "xlink:href"):
            if key in values and not values[key].startswith("#"):
                self.fetched.append(values[key])
        self.scripts += tag == "script"
        if tag == "section":
            self.section = values["id"]
        if tag == "svg":
            self.figures[self.section] = values
        if tag == "table":
            self.table = self.tables[values["id"]] = []
        if tag == "tr":
            self.table.append([])
        if tag in ("td", "th"):
            self.table[-1].append(["", values.get("title")])
        if tag == "pre" and "all" in values.get("class", ""):
            self.lists.append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> ends {self.open[-3:]}"
        self.open.pop()

    def handle_data(self, data):
        inside = self.open[-1] if self.open else ""
        if inside in ("td", "th"):
            self.table[-1][-1][0] += data
        if inside == "pre" and self.lists:
            self.lists[-1] += data
        if "svg" not in self.open and inside != "style":
            self.texts[self.section] = self.texts.get(self.section, "") + data

    def rows(self, name):
        """Of a table: dictionaries of texts by column."""
        head, *rows = self.tables["table-" + name]
        return [{column[0]: cell[0] for column, cell in zip(head, row)} for row in rows]


class ReportTest(ProgramTest):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.page = self.folder / "report.html"

    def file(self, name, value):
        path = self.folder / name
        path.write_text(value if isinstance(value, str) else json.dumps(value))
        return path

    def report(self, *arguments, **options):
        """The page and the output of a run that must succeed."""
        output = self.run_well("report", *arguments, "-o", self.page, **options)
        text = self.page.read_text(encoding="utf-8")
        page = Page(text)
        self.assertEqual(page.open, [])
        return page, text, output
