"""Tables of counts, which bench/count_instructions.py and bench/count_bytes.py print, store and compare.

A table is a dictionary of rows, and a row is a dictionary of whole numbers by column. The counts do not depend on how
busy the machine is.
"""

import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = 77  # for ctest


def text_of(table):
    columns = list(next(iter(table.values())))
    lines = [f"{'':<24}" + "".join(f"{column:>14}" for column in columns)]
    lines += [f"{name:<24}" + "".join(f"{row[column]:>14}" for column in columns) for name, row in table.items()]
    return "\n".join(lines)


def compare(stored, table, limits):
    """Texts: what is a row of one table only or grew by more than its limit; what changed otherwise. Columns without a
    limit are not compared.
    """
    failures = [f"{name}: a row of one table only" for name in sorted(stored.keys() ^ table.keys())]
    changes = []
    for name in (name for name in table if name in stored):
        for column, percent in limits.items():
            before, now = stored[name].get(column, 0), table[name][column]
            grew = now > before and now - before > before * percent / 100
            growth = f" ({100 * (now / before - 1):+.2f} %)" if before else ""
            if now != before:
                (failures if grew else changes).append(f"{name}: {column} {before} -> {now}{growth}")
    return failures, changes


def run(description, make_table, limits, results):
    """The program: reads the arguments, and ends with status 1 if a count grew by more percent than `limits` has for
    its column.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="the build folder")
    parser.add_argument("--json", type=pathlib.Path, help="also write the table to this file")
    parser.add_argument("--against", type=pathlib.Path, help=f"compare with this table, for example {results}")
    arguments = parser.parse_args()
    table = make_table(arguments.build.resolve())
    print(text_of(table))
    if arguments.json:
        rows = ",\n".join(f" {json.dumps(name)}: {json.dumps(row)}" for name, row in table.items())
        arguments.json.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
    if not arguments.against:
        return
    failures, changes = compare(json.loads(arguments.against.read_text(encoding="utf-8")), table, limits)
    for change in changes:
        print(f"changed: {change}")
    for failure in failures:
        print(f"FAILED: {failure}")
    if failures:
        sys.exit(f"{len(failures)} counts grew too much or have no counterpart in {arguments.against}; "
                 f"if this is intended, store the new table with --json {results}")
