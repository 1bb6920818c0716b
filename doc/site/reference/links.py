"""Which page a name in a text is on."""

import re

from . import ROOT


class Links:
    """Pages by the names of functions in all languages. Links are relative to the folder functions/."""

    def __init__(self, entries):
        self.pages, self.keys = {}, {key: entry.file for key, entry in entries.items()}
        for entry in entries.values():
            for sides in entry.sides.values():
                for side in sides:
                    if side.kind != "class" or side.name.startswith("weft"):
                        self.pages.setdefault(side.name, entry.file)

    def page_of(self, words, owner=""):
        """The page of `words`, as a program or a text writes a name; None if there is none."""
        name = re.sub(r"\(.*\)$", "", words)
        while owner:
            if f"{owner}::{name}" in self.keys:
                return self.keys[f"{owner}::{name}"]
            owner = owner.rpartition("::")[0]
        return self.keys.get(name) or self.pages.get(name)

    def plain_of_groups(self, words):
        """Names in the text of a group's page."""
        if words.startswith("doc/"):
            return f"[{words}](../../{words[4:]})" if (ROOT / words).exists() else None
        page = self.page_of(words)
        return f"[`{words}`]({page}.md)" if page else None

    def here(self, entry, up="../../"):
        """(code, plain) for markdown.escaped() on the page of an entry."""
        owner = entry.key if entry.kind == "class" else entry.owner

        def code(words):
            is_name = words.endswith(")") or "::" in words or words.startswith(("weft_", "weft."))
            page = self.page_of(words, owner) if is_name else None
            return f"[`{words}`]({page}.md)" if page and page != entry.file else f"`{words}`"

        def plain(words):
            if words.startswith("doc/"):
                return f"[{words}]({up}{words[4:]})" if (ROOT / words).exists() else None
            page = self.page_of(words)
            if page is None:
                return None
            return f"[`{words}`]({page}.md)" if page != entry.file else f"`{words}`"

        return code, plain
