#!/usr/bin/env python3
"""Manual pages of weft and weft-run, and their completion in bash and zsh, from what the programs say of themselves.

    python3 cli/manual/make.py --weft build/weft --weft-run build/weft-run OUTPUT

writes OUTPUT/man/man1/*.1, OUTPUT/bash-completion/completions/* and OUTPUT/zsh/site-functions/_*: what lies in a folder
`share`. The source are the texts of --help, and the names of exchanges, backends and options that `weft info` knows; so a new
command or option needs nothing here. The build calls it, and cmake --install installs what it wrote.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import tempfile
from dataclasses import dataclass, field

import completion
import man_page

COLUMN = 30  # of the help, where meanings begin


@dataclass
class Option:
    """One row of a help: an option, or a word without a dash."""

    names: list  # ["-o", "--output"], or ["FILE"]
    value: str  # as the help shows it, without its default: "" for flags
    standard: str  # default
    meaning: str
    rules: str = ""  # "required", "not with --choice"
    choices: list = field(default_factory=list)  # words that the value may be; not all, where it may be others

    @property
    def takes_file(self):
        return self.value.startswith("FILE") or self.names[0].strip(".") in ("FILE", "IN", "OUT", "RESULTS")


@dataclass
class Command:
    """A command with what its help says."""

    words: list  # ["weft", "npb", "ft"]
    summary: str
    usage: str
    groups: list  # (title, [Option])
    positionals: list
    commands: list  # [Command], of those under it
    notes: str  # what stands at the end

    @property
    def options(self):
        return [option for _, options in self.groups for option in options]

    def all(self):
        """This one, and those under it."""
        return [self] + [below for one in self.commands for below in one.all()]


def said(program, *words):
    environment = {**os.environ, "COLUMNS": "200", "WEFT_OPTIONS": ""}
    return subprocess.run([program, *words], check=True, capture_output=True, text=True, env=environment).stdout


def rows_of(lines):
    """(what stands at the left, its meaning) of the rows of a help."""
    rows = []
    for line in lines:
        if re.match(r" {2}\S", line):
            head, _, meaning = line.strip().partition("  ") if len(line) > COLUMN and line[COLUMN - 1] == " " else (line.strip(), "", "")
            rows.append([head.strip(), meaning.strip()])
        elif line.strip():
            rows[-1][1] = f"{rows[-1][1]} {line.strip()}".strip()
    return rows


def choices_of(value):
    """The words among "auto|P0xP1...", in small letters, or one large one."""
    words = value.split("|")
    return [word for word in words if re.fullmatch(r"[a-z0-9][a-z0-9.:-]*|[A-Z]", word)] if len(words) > 1 else []


def option_of(head, meaning):
    names, _, rest = head.partition(" ")
    rules = []
    for word, words in (("Excludes", "not with"), ("Needs", "needs")):
        found = re.search(rf" ?{word}: ((?:--?[\w-]+ ?)+)", f" {rest}")
        if found:
            rules.append(f"{words} {', '.join(found[1].split())}")
            rest = f" {rest}".replace(found[0], "").strip()
    if re.search(r"\bREQUIRED\b", rest):
        rules.append("required")
        rest = re.sub(r"\s*\bREQUIRED\b", "", rest)
    value, _, standard = rest.partition("=") if not re.match(r"[A-Z]+=[A-Z]", rest) else (rest, "", "")
    if names[0] != "-":  # the kind of a word says nothing
        value = "..." if "..." in rest else ""
    return Option(names.split(","), value.strip(), standard.strip(), meaning, "; ".join(rules), choices_of(value.strip().split(" ")[0]))


def read(program, words, summary=""):
    """The command of these words, from its help."""
    text = said(program, *words[1:], "--help")
    found = re.search(r"^Usage: (.*)$", text, re.MULTILINE)
    head, body = text[:found.start()].strip(), text[found.end():].strip("\n").split("\n")
    groups, positionals, commands, notes = [], [], [], []
    i = 0
    while i < len(body):
        title = re.fullmatch(r"(\S.*):", body[i])
        last = i + 1
        while last < len(body) and (not body[last] or body[last][0] == " "):
            last += 1
        block = rows_of(body[i + 1:last])
        if not title or not block:
            notes += [line for line in body[i:last] if line]
        elif title[1] == "Subcommands":
            commands = [read(program, [*words, name], meaning) for name, meaning in block]
        elif title[1] == "Positionals":
            positionals = [option_of(*row) for row in block]
        else:
            groups.append((title[1], [option_of(*row) for row in block]))
        i = last
    return Command(words, summary or head.split("\n")[0], found[1], groups, positionals, commands, "\n".join(notes))


def add_names(command, info):
    """What the library knows: words that options take which the help calls NAME, KEY=VALUE or K."""
    known = {"--exchange": info["exchanges"], "--backend": info["backends"], "--compare": info["exchanges"],
             "--set": [f"{row['key']}=" for row in info["options"]],
             "--kinds": next(row["values"] for row in info["problem"] if row["key"] == "kinds").split(",")[0].split("|")}
    for one in command.all():
        for option in one.options:
            words = known.get(option.names[-1], [])
            if option.names[-1] == "--set" and one.words[-1] == "run":  # keys of a settings file
                words = []
            option.choices = [*option.choices, *words]


def write(folder, weft, weft_run):
    """All files, in a folder `share`."""
    command = read(weft, ["weft"])
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name, "info.json")
        said(weft, "info", "--json", str(path))
        info = json.loads(path.read_text(encoding="utf-8"))
    add_names(command, info)
    keys = {row["key"]: choices_of(row["values"].split(",")[0]) for row in info["options"]}
    version = said(weft, "--version").split("\n")[0].split(" (")[0]
    files = {f"man/man1/{name}.1": text for name, text in man_page.pages(command, version).items()}
    files["man/man1/weft-run.1"] = man_page.launcher_page(said(weft_run, "--help"), version)
    files["bash-completion/completions/weft"] = completion.bash(command, {key: words for key, words in keys.items() if words})
    files["bash-completion/completions/weft-run"] = completion.BASH_LAUNCHER
    files["zsh/site-functions/_weft"] = completion.zsh(command)
    files["zsh/site-functions/_weft-run"] = completion.ZSH_LAUNCHER
    for name, text in files.items():
        path = pathlib.Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("output")
    parser.add_argument("--weft", required=True)
    parser.add_argument("--weft-run", required=True)
    asked = parser.parse_args()
    write(asked.output, asked.weft, asked.weft_run)
