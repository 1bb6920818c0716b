"""Times of weft beside other packages: `python -m weft.bench --help`."""
