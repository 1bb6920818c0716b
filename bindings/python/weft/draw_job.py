"""What the program weft runs to draw: a kind of picture and its facts in, a file out (cli/picture.cpp)."""

import sys

import numpy as np

from . import draw, draw_channel, draw_turbulence

# Each takes the facts and the name of the picture.
KINDS = {
    "spectrum": draw.draw_spectrum,
    "slice": lambda facts, path: draw.draw_slice(facts, np.load(facts["file"]), path),
    "channel": draw_channel.draw_channel,
    "turbulence history": draw_turbulence.draw_history,
    "turbulence statistics": draw_turbulence.draw_statistics,
}


def main(facts: dict) -> int:
    """Draws these facts, whose kind is one of KINDS, into the file of the first argument of the command line.

    Returns the exit status: 3 if matplotlib is missing.
    """
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        print(error, file=sys.stderr)
        return 3
    KINDS[facts["kind"]](facts, sys.argv[1])
    return 0
