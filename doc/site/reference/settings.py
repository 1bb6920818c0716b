"""settings.md: all keys of the settings files of simulations, from `weft run --keys PROGRAM`."""

import re

from .markdown import escaped, page, table

KEY = re.compile(r"^(\w+) = (.*?)\s+# (.*)$")

PLAN = "Options of the plan, with their defaults and meanings: [options](options.md#options-of-a-plan). Values are texts, as `plan.threads = \"2\"`. The keys are"


def page_of(program):
    parts = ["All keys of settings files, which `weft run FILE` reads (TOML), with their defaults, units and meanings. `weft run --keys PROGRAM` writes such a file, and "
             "`--set time.step=0.01` overrides a key."]
    for simulation in program.simulations:
        parts += [f"## {simulation}", f"[How to run it](../{simulation}.md)."]
        section, rows = "", []
        for line in [*program.keys(simulation).splitlines(), "[]"]:
            if found := re.match(r"\[(\w*)\]$", line):
                if rows:
                    parts += ([f"### {section} of {simulation}"] if section else []) + \
                        ([PLAN, ", ".join(row[0] for row in rows) + "."] if section == "plan" else [table(["key", "default", "meaning"], rows)])
                section, rows = found[1], []
            elif found := KEY.match(line):
                name = f"{section}.{found[1]}" if section else found[1]
                rows.append([f"`{name}`", f"`{found[2]}`", escaped(found[3])])
    return page("Settings of simulations", *parts)
