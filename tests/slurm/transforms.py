"""The transforms and exchanges of transforms.txt are right on four hosts, as on one machine."""

import pathlib
import re

from facts import fact

LIST = pathlib.Path(__file__).with_name("transforms.txt")
# Exchanges that share the memory of all processes of a redistribution are refused on several hosts, with this reason.
REFUSED = "needs all processes of a redistribution on one node"
TOLERANCE = {"single": 1e-5, "double": 1e-13}


def verdicts(said: str, tolerance: float) -> dict[str, str]:
    """Cases of GoogleTest, or exchanges in the table of `weft bench`: right, wrong or refused."""
    found = {name: "right" for name in re.findall(r"^\[ +OK \] (\S+)", said, re.MULTILINE)}
    found |= {name: "wrong" for name in re.findall(r"^\[ +FAILED +\] (\S+)", said, re.MULTILINE)}
    for choice, error in re.findall(r"^weft \S+ native (\S+).* (\S+) +\S+$", said, re.MULTILINE):
        found[choice] = "right" if float(error) < tolerance else "wrong"
    for name, why in re.findall(r"^weft (\S+) does not apply: (.*)$", said, re.MULTILINE):
        found[name] = "refused" if REFUSED in why else f"wrong: {why}"
    return found


@fact(hosts=4)
def the_list_of_transforms_is_right_on_four_hosts_as_on_one_machine(jobs):
    lines = [line.split(maxsplit=2) for line in LIST.read_text().splitlines() if line and not line.startswith("#")]
    n_right = n_refused = 0
    for processes, program, words in lines:
        of_each = int(processes) // 4
        command = f"{jobs.weft} {words}" if program == "weft" else f"{jobs.build}/tests/{program} --gtest_filter='{words}'"
        tolerance = TOLERANCE["single" if "single" in words else "double"]
        status, said = jobs.ended(f"srun --mpi=pmix -N4 --ntasks-per-node={of_each} {command}")
        here_status, here_said = jobs.ended(f"{jobs.weft_run} -n {processes} {command}")
        hosts, here = verdicts(said, tolerance), verdicts(here_said, tolerance)
        assert status == 0 and here_status == 0 and here, f"{command}: {said}{here_said}"
        assert set(here.values()) == {"right"}, f"{command}: {here}"
        wrong = {name: hosts.get(name, "not there") for name in here if hosts.get(name) not in ("right", "refused")}
        assert not wrong, f"{command} on four hosts: {wrong}: {said}"
        n_right += sum(verdict == "right" for verdict in hosts.values())
        n_refused += sum(verdict == "refused" for verdict in hosts.values())
    return f"{n_right} are right, {n_refused} need shared memory of all processes"
