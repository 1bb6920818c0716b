"""How Sphinx makes the documentation of doc/: sphinx-build -c doc/site doc OUT (make docs).

Pages are Markdown. What follows from the sources (doc/reference/) is written by make_reference.py before.
"""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))

project = "weft"
copyright = "the weft developers"
author = "the weft developers"
version = release = re.search(r"project\(\s*weft\s+VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]

extensions = ["myst_parser", "sphinx_design", "sphinx_copybutton", "links"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["site", "README.md", "changes/README.md", "figures"]
myst_enable_extensions = ["colon_fence", "deflist", "attrs_block"]
myst_heading_anchors = 4
nitpicky = True
highlight_language = "text"
# Fences name the language first; what a test does with the block follows.
copybutton_exclude = ".linenos, .gp, .go"
copybutton_selector = "div:not(.no-copy) > div.highlight > pre"

# The manual as one page, for the PDF (sphinx-build -t manual -b singlehtml): without design notes, changes, and what is looked up.
if tags.has("manual"):  # noqa: F821
    exclude_patterns += ["design", "changes", "changelog.md", "contributing.md", "style.md", "laboratory.md", "reference"]
    suppress_warnings = ["toc.excluded", "toc.not_readable", "myst.xref_missing"]
    nitpicky = False
    html_theme = "basic"
    html_css_files = ["print.css"]
else:
    html_theme = "furo"
    html_css_files = ["weft.css"]
html_title = f"weft {release}"
html_static_path = ["static"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {} if tags.has("manual") else {  # noqa: F821
    "navigation_with_keys": True,
    "light_css_variables": {"color-brand-primary": "#0b5394", "color-brand-content": "#0b5394"},
    "dark_css_variables": {"color-brand-primary": "#8ab4f8", "color-brand-content": "#8ab4f8"},
}


def give_captions_a_level(app, page, template, context, document):
    """Captions of the bar at the side are headings for those who hear the page; Sphinx gives them no level."""
    tree = context.get("furo_navigation_tree")
    if tree:
        context["furo_navigation_tree"] = tree.replace('class="caption" role="heading"', 'class="caption" role="heading" aria-level="2"')


def setup(app):
    app.connect("html-page-context", give_captions_a_level, priority=900)  # after the theme
