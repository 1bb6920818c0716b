"""A backend of scipy.fft."""

from __future__ import annotations

from .. import _serial


class ScipyBackend:
    """Lets weft compute the functions of scipy.fft. `fht` and `ifht`, and arrays of long double, are computed by scipy, and
    counted apart (weft.fft.counts).

    >>> import scipy.fft, weft.fft                                     # doctest: +SKIP
    >>> scipy.fft.set_global_backend(weft.scipy_backend)               # doctest: +SKIP
    >>> with scipy.fft.set_backend(weft.scipy_backend, only=True):     # doctest: +SKIP
    ...     scipy.fft.fft([1.0, 2.0])
    array([ 3.-0.j, -1.-0.j])
    """

    __ua_domain__ = "numpy.scipy.fft"
    __ua_function__ = staticmethod(_serial.call)

    def __repr__(self) -> str:
        return "weft.scipy_backend"

    def __reduce__(self) -> str:
        return "scipy_backend"


# An object: scipy looks in every call for a method that is not there, which takes longer in a class than in an object.
scipy_backend = ScipyBackend()
