"""Times one Python package of FFTs on one problem: what bench/in_cache.py starts, with the interpreter that has the packages.

    PYTHONPATH=build/python python bench/in_cache_peers.py '{"peer": "ducc0", "shape": [16, 16, 16], "axes": [0, 1, 2], ...}'

Calls are those of weft.bench, into arrays that are there. Forward and backward calls take turns in batches of at least 0.2 ms,
between two readings of the clock; each round begins with the same values. Results are verified before and after the rounds.
The last line printed is JSON: the median and the least time of a pair in seconds, the number of pairs in a batch, the errors,
versions.
"""

import json
import statistics
import sys

from weft.bench import packages

LEAST_BATCH = 200e-6  # seconds, as in cli/bench/rounds.cpp


def measure(asked):
    p = packages.Problem(asked["shape"], asked["axes"], asked["transform"], asked["precision"], into=True, wisdom=asked["wisdom"])
    calls, expected = packages.calls_of(asked["peer"], p), packages.expected_modes(p)
    errors = [packages.error_of(p, calls, expected)]
    n_pairs = packages.pairs_of(p, calls, asked["least_pairs"], LEAST_BATCH)
    rounds = [packages.batch_seconds(p, calls, n_pairs) for _ in range(asked["rounds"])]
    errors.append(packages.error_of(p, calls, expected))
    return {"median": statistics.median(rounds), "min": min(rounds), "pairs": n_pairs, "error": max(errors),
            "version": packages.version_of(asked["peer"])}


if __name__ == "__main__":
    print(json.dumps(measure(json.loads(sys.argv[1]))))
