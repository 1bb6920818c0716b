"""commands.md and a page for each command of weft, weft-run and the Python package, from their helps."""

import re

from .markdown import escaped, fence, page, table


def option_rows(options):
    rows = []
    for option in options:
        names = ", ".join(f"`{name}`" for name in option.names)
        value = f" `{option.value}`" if option.value else ""
        meaning = escaped(option.meaning) + (f" ({option.rules})" if option.rules else "")
        rows.append([names + value, f"`{option.standard}`" if option.standard else "", meaning])
    return table(["option", "default", "meaning"], rows)


def file_of(command):
    return "-".join(command.words) if command.words != ["weft", "run"] else "weft-run-command"


def page_of(command):
    """The page of a command."""
    parts = [f"[All commands](../commands.md)", escaped(command.summary[0].upper() + command.summary[1:].rstrip(".") + "."), "## Synopsis",
             fence("text", command.usage)]
    if command.commands:
        parts += ["## Commands", table(["command", "purpose"], [[f"[`{' '.join(one.words)}`]({file_of(one)}.md)", escaped(one.summary)] for one in command.commands])]
    if command.positionals:
        parts += ["## Arguments", option_rows(command.positionals)]
    for title, options in command.groups:
        parts += [f"## {title}", option_rows(options)]
    if command.notes:
        parts += ["## Notes", escaped(command.notes)]
    return page(" ".join(command.words), *parts, orphan=True)


def launcher_page(text):
    """The page of weft-run."""
    usage, _, rest = text.partition("\n\n")
    body, _, variables = rest.partition("\n\nenvironment:\n")
    body = re.sub(r"with /\S+,", "with the launcher of the MPI library,", body)
    parts, paragraph = [], ""
    for line in body.split("\n"):
        if line.startswith("  - "):
            parts.append(paragraph)
            paragraph = "- " + escaped(line[4:])
        elif line.startswith("Standard input"):
            parts.append(paragraph)
            paragraph = escaped(line)
        else:
            paragraph += (" " if paragraph else "") + escaped(line.strip())
    parts.append(paragraph)
    items = [part for part in parts if part.startswith("- ")]
    texts = [part for part in parts if not part.startswith("- ")]
    rows = [[f"`{name}`", escaped(meaning.strip())] for name, _, meaning in (row.strip().partition("  ") for row in variables.strip("\n").split("\n"))]
    return page("weft-run", "[All commands](../commands.md)", "Starts a program on several processes.", "## Synopsis", fence("text", usage.removeprefix("usage: ")),
                "## Settings", texts[0] if texts else "", "\n".join(items), *texts[1:], "## Environment", table(["variable", "meaning"], rows),
                "More variables: [environment](../environment.md).", orphan=True)


def pages(program):
    command = program.command
    found = {f"commands/{file_of(one)}.md": page_of(one) for one in command.all()}
    found["commands/weft-run.md"] = launcher_page(program.help_of_launcher)
    rows = [[f"[`{' '.join(one.words)}`](commands/{file_of(one)}.md)", escaped(one.summary)] for one in command.all()[1:]]
    # orphan: they are reached from here, not from the list of all pages.
    found["commands.md"] = page(
        "Commands", "All commands of the program `weft`, and the launcher `weft-run`. `--help` and the manual pages (`man weft-bench`) have the same texts.",
        "```text\nweft-run -n P weft COMMAND ...\n```", "[`weft`](commands/weft.md) has these commands.",
        table(["command", "purpose"], rows), "## Launcher", table(["program", "purpose"], [["[`weft-run`](commands/weft-run.md)", "starts a program on several processes"]]),
        "## Python", "The Python package has the same programs. `python -m weft COMMAND ...` starts `weft`. `python -m weft --cmake-dir` prints the folder for `find_package(weft)`. "
        "`python -m weft.bench` measures weft beside mpi4py-fft and other packages of Python.",
        "## Exit status", "0: success. 1: a verification failed. 2: an error; standard error has the line `weft: error: ...`. `weft run` also has 3: the run was "
        "stopped before its end, with a checkpoint. [Errors](../errors.md) tells how to read errors.")
    return found
