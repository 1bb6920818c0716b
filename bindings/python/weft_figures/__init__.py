"""Figures, pages and the numbers that they show: of fields, of simulations, and of results of weft bench.

The program weft runs this package in a Python of its own (__main__), which process 0 of an MPI job starts: so nothing
here imports weft or mpi4py, which would begin MPI once more. The Python package weft imports it. It needs NumPy, and each
job what its table in __main__ says: matplotlib, h5py, jinja2.
"""
