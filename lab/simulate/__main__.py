"""A transform on a simulated machine: the library itself under SimGrid's SMPI, its sweeps at the pace of a machine
file.

    make simulate                                                  installs SimGrid and builds the driver, once
    python3 lab/simulate PLATFORM PROCESSES [--per-host N] [--timeout S] --shape 512x512x512 [WORD...]

What follows the process count and is not --per-host or --timeout goes to the driver: --transform r2c, --precision single,
--set grid=8x4, --set exchange=pairwise, --machine FILE, --data, --repeats N. Prints the report as JSON.
Without --data memory is folded and nothing is computed; with it every process transforms and verifies its array.
"""

import argparse
import json
import sys

from simulator import PLATFORMS, SimulationError, simulate


def main() -> int:
    parser = argparse.ArgumentParser(prog="simulate", description=__doc__, allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("platform", help=", ".join(PLATFORMS))
    parser.add_argument("processes", type=int)
    parser.add_argument("--per-host", type=int, default=1, help="processes of a host")
    parser.add_argument("--timeout", type=float, default=900, help="real seconds")
    options, words = parser.parse_known_args()
    try:
        report = simulate(options.platform, options.processes, words, per_host=options.per_host,
                          timeout=options.timeout)
    except SimulationError as error:
        print(f"simulate: error: {error}", file=sys.stderr)
        return 2
    print(json.dumps(report, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
