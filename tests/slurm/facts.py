"""The list of facts that `make test-slurm` tries, each on a cluster of so many nodes, and how each of them ended."""

import time
import traceback
import xml.etree.ElementTree as xml
from dataclasses import dataclass, field
from typing import Callable


class NotTried(Exception):
    """Why a fact cannot be tried here."""


@dataclass
class Fact:
    function: Callable
    hosts: int  # nodes of the cluster
    is_long: bool  # takes a minute or more
    outcome: str = ""  # ok, FAILED or not tried
    said: str = ""
    seconds: float = 0.0

    @property
    def name(self) -> str:
        return self.function.__name__.replace("_", " ")

    def run(self, make_jobs) -> bool:
        """Tries it with the jobs that are made; whether the cluster can be used again."""
        begin = time.monotonic()
        try:
            jobs = make_jobs()
            self.said, self.outcome = self.function(jobs) or "", "ok"
        except NotTried as why:
            self.said, self.outcome = str(why), "not tried"
        except Exception as error:  # also one of the test itself: the others are tried
            where = traceback.extract_tb(error.__traceback__)[-1]
            self.said, self.outcome = f"{str(error) or type(error).__name__} ({where.name}, line {where.lineno})", "FAILED"
        try:
            jobs.cluster.clear()
            is_usable = True
        except AssertionError as error:
            is_usable, self.outcome, self.said = False, "FAILED", f"{self.said}; and leaves {error}"
        self.seconds = time.monotonic() - begin
        return is_usable

    def line(self) -> str:
        return f"{self.outcome}: {self.name} ({self.seconds:.1f} s){': ' if self.said else ''}{self.said}"


FACTS: list[Fact] = []


def fact(hosts: int, is_long: bool = False):
    """Adds a function to the list. It takes Jobs, and tells what is worth telling; AssertionError if the fact does not hold."""
    def add(function):
        FACTS.append(Fact(function, hosts, is_long))
        return function
    return add


def write_junit(path, facts: list[Fact]) -> None:
    suite = xml.Element("testsuite", name="slurm", tests=str(len(facts)),
                        failures=str(sum(fact.outcome == "FAILED" for fact in facts)),
                        skipped=str(sum(fact.outcome == "not tried" for fact in facts)))
    for one in facts:
        case = xml.SubElement(suite, "testcase", name=f"slurm.{one.function.__name__}", classname="slurm",
                              time=f"{one.seconds:.3f}")
        if one.outcome == "FAILED":
            xml.SubElement(case, "failure", message=one.said[:200])
        elif one.outcome == "not tried":
            xml.SubElement(case, "skipped", message=one.said)
        text = "".join(c for c in one.said if c.isprintable() or c in "\n\t")
        xml.SubElement(case, "system-out").text = text
    xml.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)
