#!/usr/bin/env python3
"""Makes PNG pictures smaller for these pages: the same points in a palette of as many colours as fit into 150 kB.

    .venv/bin/python doc/gallery/shrink.py FILE.png...

Needs Pillow, which comes with matplotlib. Each file is replaced if that makes it smaller.
"""

import io
import pathlib
import sys

from PIL import Image

MOST_BYTES = 150_000
COLOURS = (256, 128, 64, 48, 32)


def in_palette(picture, n_colours):
    """The bytes of a PNG file."""
    file = io.BytesIO()
    picture.quantize(n_colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(file, "png", optimize=True)
    return file.getvalue()


def main(names):
    for path in map(pathlib.Path, names):
        with Image.open(path) as picture:
            flat = Image.new("RGB", picture.size, "white")
            flat.paste(picture, mask=picture.getchannel("A") if "A" in picture.getbands() else None)
        small = next((data for data in (in_palette(flat, n) for n in COLOURS) if len(data) <= MOST_BYTES), None)
        if small is None:
            sys.exit(f"{path} does not fit into {MOST_BYTES} bytes; draw it smaller")
        before = path.stat().st_size
        if len(small) < before:
            path.write_bytes(small)
        print(f"{path}: {before} bytes, now {path.stat().st_size}")


if __name__ == "__main__":
    main(sys.argv[1:])
