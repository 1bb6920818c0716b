"""What a call of scipy.fft costs with weft's backend, beyond what scipy takes to find a backend (tests/drop_in/scipy_fft.py).

The same call, a complex transform of 8 points, with weft's backend and with one that does nothing, in batches of 100 by turns.
Prints the median of the differences in microseconds, transform and new array included; ends with 1 above 2 us.
"""

import statistics
import sys
import time

import numpy
import scipy.fft
import weft

BATCH, ROUNDS, MOST = 100, 3000, 2.0
x = numpy.random.default_rng(0).random(8) + 0j


class Nothing:
    __ua_domain__ = "numpy.scipy.fft"
    result = numpy.zeros(8, complex)

    @staticmethod
    def __ua_function__(method, args, kwargs):
        return Nothing.result


def seconds_of_a_call(backend):
    function = scipy.fft.fft
    with scipy.fft.set_backend(backend):
        begin = time.perf_counter()
        for _ in range(BATCH):
            function(x)
        return (time.perf_counter() - begin) / BATCH


backends = {"nothing": Nothing(), "weft": weft.scipy_backend, "scipy": "scipy"}
rounds = [{name: 1e6 * seconds_of_a_call(backend) for name, backend in backends.items()} for _ in range(ROUNDS)]
beyond = [row["weft"] - row["nothing"] for row in rounds]
quick, median, _ = statistics.quantiles(beyond, n=4)
print("a call of 8 points: " + ", ".join(f"{name} {statistics.median(row[name] for row in rounds):.2f} us" for name in backends)
      + f"; weft beyond scipy's dispatch {median:.2f} us (lower quartile {quick:.2f} us)")
sys.exit(median > MOST)
