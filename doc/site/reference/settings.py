"""settings.md: all keys of the settings files of simulations, from `weft run --keys PROGRAM`."""

import re

from .markdown import escaped, page, table

KEY = re.compile(r"^(\w+) = (.*?)\s+# (.*)$")

PLAN = "Options of the plan: [options](options.md#options-of-a-plan) has defaults and meanings. Values are texts, for example `plan.threads = \"2\"`. The keys are:"


def page_of(program):
    parts = ["All keys of the settings files of `weft run FILE` (TOML), with defaults, units and meanings. `weft run --keys PROGRAM` writes such a file. "
             "`--set time.step=0.01` overrides a key."]
    for simulation in program.simulations:
        parts += [f"## {simulation}", f"Guide: [{simulation}](../{simulation}.md)."]
        section, rows = "", []
        for line in [*program.keys(simulation).splitlines(), "[]"]:
            if found := re.match(r"\[(\w*)\]$", line):
                if rows:
                    parts += ([f"### {section} of {simulation}"] if section else []) + \
                        ([PLAN, "\n".join(f"- {row[0]}" for row in rows)] if section == "plan" else [table(["key", "default", "meaning"], rows)])
                section, rows = found[1], []
            elif found := KEY.match(line):
                name = f"{section}.{found[1]}" if section else found[1]
                rows.append([f"`{name}`", f"`{found[2]}`", escaped(found[3])])
    return page("Settings of simulations", *parts)
