"""The style sheet of the page: light and dark, wide and narrow, on paper. It is inside the page, and needs no fonts."""

from .style import VARIABLES


def _variables(is_dark: bool) -> str:
    values = {name: dark if is_dark else light for light, (name, dark) in VARIABLES.items()}
    values.update({"page": "#0d1117", "card": "#161b22", "link": "#6cb6ff"} if is_dark else
                  {"page": "#ffffff", "card": "#f6f8fa", "link": "#0057a8"})
    return " ".join(f"--{name}: {value};" for name, value in values.items())


def style_sheet() -> str:
    return f""":root {{ color-scheme: light dark; {_variables(False)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_variables(True)} }} }}
{RULES}@media print {{
:root {{ color-scheme: light; {_variables(False)} }}
body {{ font-size: 10pt; padding: 0; max-width: none; }}
nav, #numbers {{ display: none; }}
section, figure, .tile {{ break-inside: avoid; }}
section {{ display: block; border: 0; padding: 0; }}
.scroll {{ overflow: visible; }}
svg {{ max-width: 13cm; }}
}}
"""


RULES = """* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem clamp(0.8rem, 3vw, 2.5rem) 3rem; max-width: 90rem; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; overflow-wrap: break-word; }
h1 { font-size: clamp(1.4rem, 4vw, 2rem); line-height: 1.2; margin: 0 0 0.4rem; }
h2 { font-size: 1.25rem; margin: 0 0 0.3rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 0.3rem; }
a { color: var(--link); }
p { margin: 0 0 0.7rem; max-width: 46rem; }
.lead { font-size: 1.05rem; color: var(--faint); max-width: none; }
nav { margin: 0.8rem 0 1.2rem; display: flex; flex-wrap: wrap; gap: 0.3rem 1.1rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 0.7rem; margin: 0 0 1.2rem; }
.tile { background: var(--card); border: 1px solid var(--grid); border-radius: 8px; padding: 0.7rem 0.9rem; }
.tile b { display: block; font-size: 1.35rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
.tile span { color: var(--faint); font-size: 0.88rem; }
section { border-top: 1px solid var(--grid); padding: 1.4rem 0 1rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 2.5rem; }
.head > div { min-width: 0; }
figure { margin: 0.3rem 0 1rem; min-width: 0; }
figure svg { display: block; width: 100%; height: auto; max-width: 44rem; }
figcaption { font-size: 0.88rem; color: var(--faint); margin-top: 0.5rem; max-width: 44rem; }
figcaption b { color: var(--ink); }
.numbers { min-width: 0; }
.scroll { overflow-x: auto; margin: 0 0 1rem; }
table { border-collapse: collapse; font-size: 0.86rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.28rem 0.6rem 0.28rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--grid); }
th { color: var(--faint); font-weight: 600; vertical-align: bottom; }
td { white-space: nowrap; }
td.t { white-space: normal; min-width: 8rem; }
td.n, th.n { text-align: right; }
td[title] { cursor: help; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.25rem 1rem; margin: 0 0 1rem; font-size: 0.92rem; }
dt { color: var(--faint); }
dd { margin: 0; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.84em; }
pre { background: var(--card); border: 1px solid var(--grid); border-radius: 6px; padding: 0.7rem 0.9rem; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 0 1rem; }
pre.all { user-select: all; max-height: 18rem; overflow: auto; }
details.raw pre { white-space: pre; }
details { border: 1px solid var(--grid); border-radius: 6px; padding: 0.4rem 0.9rem; margin: 0 0 0.7rem; }
details[open] { padding-bottom: 0.8rem; }
summary { cursor: pointer; font-weight: 600; }
details details { margin: 0.6rem 0 0; }
.missing { color: var(--faint); }
@media (min-width: 68rem) {
section.pair { grid-template-columns: minmax(0, 10fr) minmax(0, 11fr); }
section.pair > h2, section.pair > p { grid-column: 1 / -1; }
section.head { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
}
@media (max-width: 34rem) {
dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
dd { margin-bottom: 0.5rem; }
}
"""
