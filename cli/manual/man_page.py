"""Commands as manual pages, in the macros of man(7)."""

import re

LAUNCHER = "weft-run"  # has a page of its own


def escaped(text):
    """Text that troff prints as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("~", "\\(ti").replace("^", "\\(ha").replace("`", "\\(ga")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE).replace("'", "\\(aq")


def head(name, version):
    return f'.TH "{name.upper()}" 1 "" "{version}" "weft manual"\n.nh\n.ad l\n'


def names_of(option):
    value = f" {option.value}" if option.value else ""
    return f".TP\n\\fB{escaped(', '.join(option.names))}\\fR\\fI{escaped(value)}\\fR\n"


def meaning_of(option):
    extra = [f"default: {option.standard}"] if option.standard else []
    extra += [option.rules] if option.rules else []
    text = "; ".join([option.meaning, *extra] if option.meaning else extra)
    return (escaped(text) if text else "\\&") + "\n"


def rows(options):
    return "".join(names_of(option) + meaning_of(option) for option in options)


def body_of(command, heading):
    """What a command takes, under headings of this kind."""
    program, _, rest = command.usage.partition(" [OPTIONS]")
    text = f".{heading} SYNOPSIS\n" if heading == "SH" else ""
    text += f".B {escaped(program)}\n{escaped('[OPTIONS]' + rest)}\n"
    if command.commands:
        text += ".SH COMMANDS\n" + "".join(
            f".TP\n.B {escaped(one.words[-1])}\n{escaped(one.summary)}\n" for one in command.commands)
    if command.positionals:
        text += (".SH ARGUMENTS\n" if heading == "SH" else "") + rows(command.positionals)
    for title, options in command.groups:
        above = ".SH OPTIONS\n" if heading == "SH" else ""
        text += (above if title == "Options" else f".SS {escaped(title)}\n") + rows(options)
    if command.notes:
        text += (".SH NOTES\n" if heading == "SH" else ".PP\n") + escaped(command.notes) + "\n"
    return text


def pages(command, version):
    """The text of each page by its name: weft, weft-bench, weft-npb-ft. `weft run` has a section of the first one: weft-run
    is another program."""
    texts = {}
    names = ["-".join(one.words) for one in command.all()]
    for name, one in zip(names, command.all()):
        if name == LAUNCHER:
            continue
        text = head(name, version) + f".SH NAME\n{escaped(name)} \\- {escaped(one.summary.rstrip('.'))}\n" + body_of(one, "SH")
        for below in one.commands:
            if "-".join(below.words) == LAUNCHER:
                text += f".SH {escaped(' '.join(below.words).upper())}\n{escaped(below.summary)}:\n.PP\n" + body_of(below, "SS")
        others = [other for other in dict.fromkeys([*names, LAUNCHER]) if other != name]
        texts[name] = text + ".SH SEE ALSO\n" + ",\n".join(f".BR {escaped(other)} (1)" for other in others) + "\n"
    return texts


def launcher_page(text, version):
    """weft-run, whose help has lists of items with a dash, and variables with their meanings."""
    usage, _, rest = text.partition("\n\n")
    body, _, variables = rest.partition("\n\nenvironment:\n")
    page_text = head(LAUNCHER, version) + ".SH NAME\nweft\\-run \\- starts a program on several processes\n"
    page_text += f".SH SYNOPSIS\n.B weft\\-run\n{escaped(usage.removeprefix('usage: weft-run '))}\n.SH DESCRIPTION\n"
    for line in body.split("\n"):
        item = re.match(r"  - (.*)", line)
        if item:
            page_text += f".IP \\(bu 2\n{escaped(item[1])}\n"
        else:
            page_text += (".PP\n" if line.startswith("Standard input") else "") + escaped(line.strip()) + "\n"
    page_text += ".SH ENVIRONMENT\n"
    for row in variables.strip("\n").split("\n"):
        name, _, meaning = row.strip().partition("  ")
        page_text += f".TP\n.B {escaped(name)}\n{escaped(meaning.strip())}\n"
    return page_text + ".SH SEE ALSO\n.BR weft (1)\n"
