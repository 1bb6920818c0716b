"""The commands of the page doc/cluster.md, in their order, in one folder, as a reader would type them."""

import re

from facts import NotTried, fact
from slurm import SOURCE

PAGE = SOURCE / "doc/cluster.md"
# ```bash cluster: commands; cluster file=NAME or script=NAME: what a file has; cluster long: commands that take a minute.
BLOCK = re.compile(r"^```\w+ cluster(?: (long)| (?:file|script)=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WRONG = re.compile(r"^weft(-run)?: error.*|command not found.*|Traceback.*", re.MULTILINE)


def run_commands(jobs, commands: str) -> str:
    """Runs a block and waits for its jobs, which must end well."""
    first = max(numbers(jobs), default=0) + 1
    status, said = jobs.ended(f"export PATH={jobs.build}:$PATH WEFT_PYTHON={SOURCE}/.venv/bin/python\n{commands}")
    assert status == 0 and not WRONG.search(said), f"status {status} of {commands}{said}"
    jobs.wait_for(lambda: not jobs.run("squeue -h").strip(), f"end of the jobs of {commands}")
    for number in numbers(jobs):
        facts = jobs.facts(str(number)) if number >= first else {"JobState": "COMPLETED"}
        assert facts["JobState"] == "COMPLETED", f"job {number} of {commands}: {facts}"
        assert "scancel --batch" not in commands or number < first or facts["Restarts"] == "1", f"no restart after {commands}"
    return said


def numbers(jobs) -> list[int]:
    return [int(number) for number in re.findall(r"^JobId=(\d+)", jobs.run("scontrol -o show job"), re.MULTILINE)]


def try_page(jobs, with_long: bool) -> str:
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else []
    if not blocks:
        raise NotTried(f"{PAGE} has no commands")
    n = 0
    for is_long, name, text in blocks:
        if name:
            (jobs.folder / name).write_text(text)
        elif with_long or not is_long:
            run_commands(jobs, text)
            n += 1
    for path in jobs.folder.glob("*.out"):
        assert not (wrong := WRONG.search(path.read_text(errors="replace"))), f"{path.name}: {wrong[0]}"
    return f"{n} blocks of commands"


@fact(hosts=2)
def the_commands_of_the_page_work(jobs):
    return try_page(jobs, with_long=False)


@fact(hosts=2, is_long=True)
def the_long_commands_of_the_page_work(jobs):
    return try_page(jobs, with_long=True)
