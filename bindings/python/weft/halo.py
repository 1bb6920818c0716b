"""Halos: ghost cells around the block of each process, brought up to date from the blocks that they are copies of, or
added to them."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import DTypeLike

from . import _core, arguments, errors, keywords
from .arrays import Array
from .creation import array_of, like, new_block
from .functions import HaloFunctions
from .layout import Layout
from .life import Life
from .picture import html_of
from .started import Fields
from .types import AnyArray, Comm, Order, Unpack


def halo_exchange_names() -> Tuple[str, ...]:
    """The values of the option exchange of a halo beside auto: rows of the exchange table (doc/concepts.md).

    Not collective. Errors: none.

    C++: halo_exchange_names.

    >>> "window-pull" in weft.halo_exchange_names()
    True
    """
    return tuple(_core.halo_exchange_names())


class Halo(HaloFunctions, Life):
    """The halo of the arrays of one distribution.

    The layout has the number of ghost cells on either side of every block along each axis. The number may be 0, and
    may exceed the elements of a neighbour or of the whole array. Blocks have any size; empty ones have no ghost
    cells. Collective over the distribution's communicator: making a halo, closing it, its calls in all forms, and new
    arrays. A call allocates nothing. A call while another is under way, or after the halo is closed, is
    InvalidArgumentError on the calling process alone. A process that does not come is CommunicationError on those
    that wait for it.

    C++: class Halo.
    The halo is one of all arrays with the same layout, dtype and order in memory. All arguments are the same on all
    processes, which raise the same error or none: InvalidArgumentError, MismatchError; NotApplicableError for an exchange
    that cannot be used here, ResourceError. A context manager, or to be closed by close(): what is not closed keeps its
    memory until the program ends.
    given: a weft.Array whose layout has ghost cells, or such a layout (Layout(..., ghosts=...)).
    dtype, comm, order: as of weft.empty; None: those of the array, float64, MPI.COMM_WORLD and C order for a layout.
    options: those of weft.options("halo"): periodic (True or False, or one of them for each axis), exchange, n_fields,
        corners, timeout. For one release they may also be given without their names, in this order.

    >>> layout = weft.Layout((8, 6), comm.size, 0, ghosts=(1, 1))
    >>> with weft.Halo(layout, comm=comm) as halo:
    ...     u = halo.allocate()
    ...     u.owned[...] = 3
    ...     halo.exchange(u)           # ghost cells are copies
    ...     print(bool((u == 3).all()))
    ...     halo.accumulate(u)         # elements beside the ends of a block had copies: these are added, then 0
    ...     print(float(weft.sum(u)) == 3 * 48 + 3 * sum(comm.allgather(halo.n_ghosts)))
    True
    True
    """

    _halo: Any = None

    def __init__(self, given: Union[Layout, AnyArray], *unnamed: Any, dtype: Optional[DTypeLike] = None,
                 comm: Optional[Comm] = None, order: Order = None, **options: Unpack[keywords.HaloOptions]):
        layout, dtype, comm, order = like(given, dtype, comm, order)
        chosen: List[Any] = []

        def check() -> None:
            keys = [row[0] for row in _core.option_table("halo")]
            if len(unnamed) > len(keys) or set(keys[:len(unnamed)]) & set(options):
                raise errors.InvalidArgumentError(f"there are {len(unnamed)} arguments without names behind the layout, "
                                                  f"and {list(options)}; a halo takes each of {keys} once")
            chosen.append(arguments.object_options("halo", {**dict(zip(keys, unnamed)), **options}))

        self._block = new_block(layout, dtype, comm, order, check, "to make a halo")
        self._dtype: np.dtype[Any] = np.dtype(dtype)
        self._started: Optional[str] = None
        self._arrays: Any = None
        self._halo = _core.Halo(self._block._made, chosen[0], None)
        self._n_fields: int = self._halo.n_fields

    # --- calls: collective ---------------------------------------------------------------------------

    def exchange(self, arrays: Fields, check: bool = True) -> None:
        """Makes every ghost cell a copy of the element at its place in the (periodic) array: faces, edges and
        corners.

        Owned elements are read only. Ghost cells without such an element stay unchanged: beyond the end of an axis
        that is not periodic, and corners without the option corners. Collective over the distribution's communicator.

        C++: Halo::exchange.
        arrays: a weft.Array of this layout, dtype and order in memory, or a list of at most n_fields of them, which
            travel together. Or ndarrays of that dtype, shape and strides.
        check: agree on what is wrong with the arrays, so that all processes raise the same InvalidArgumentError; False
            omits that message.
        """
        self.exchange_start(arrays, check)
        self.exchange_finish()

    def accumulate(self, arrays: Fields, check: bool = True) -> None:
        """Adds every ghost cell to the element that it copies, and sets the ghost cell to 0.

        Deposits of particles near the ends of a block thus reach their owner once, however often this is called. Sums
        are formed in the same order in every run and by every exchange. Ghost cells without such an element stay
        unchanged: beyond the end of an axis that is not periodic, and corners without the option corners. Collective
        over the distribution's communicator.

        C++: Halo::accumulate.
        arrays, check: as of exchange().
        """
        self.accumulate_start(arrays, check)
        self.accumulate_finish()

    def exchange_start(self, arrays: Fields, check: bool = True) -> None:
        """Starts an exchange, which `exchange_finish()` ends.

        In between the program may read owned elements but write nothing. Messages travel meanwhile. No other call of
        this halo may start; else InvalidArgumentError, on this process. Collective over the distribution's
        communicator.

        C++: Halo::exchange_start.
        arrays, check: as of exchange().
        """
        self._start("exchange", arrays, check)

    def exchange_finish(self) -> None:
        """Ends an exchange that was started.

        Collective over the distribution's communicator. InvalidArgumentError, on this process, if none was started.

        C++: Halo::exchange_finish.
        """
        self._finish("exchange")

    def accumulate_start(self, arrays: Fields, check: bool = True) -> None:
        """Starts an accumulation, which `accumulate_finish()` ends.

        In between the program must neither read nor write the arrays; otherwise as `exchange_start()`.

        C++: Halo::accumulate_start.
        arrays, check: as of exchange().
        """
        self._start("accumulate", arrays, check)

    def accumulate_finish(self) -> None:
        """Ends an accumulation that was started.

        Collective over the distribution's communicator. InvalidArgumentError, on this process, if none was started.

        C++: Halo::accumulate_finish.
        """
        self._finish("accumulate")

    def progress(self) -> bool:
        """Advances a call that was started, as far as possible without waiting.

        The result is True if the end would not wait, also if no call is under way. Not collective.
        InvalidArgumentError if the halo is closed.

        C++: Halo::progress.
        """
        return self._halo.progress()

    def allocate(self) -> Array:
        """A new array of zeros, ghost cells included.

        With windows it lies in memory that the processes of a node share, and is copied once instead of twice. It may
        outlive the halo. Collective over the distribution's communicator. InvalidArgumentError, on all processes, for
        another type than the element of the distribution.

        C++: Halo::allocate.
        """
        memory = self._halo.shared_block()
        if memory is None:
            return array_of(self._block, self._dtype, 0)
        array: Array = np.ndarray.__new__(Array, self._block.shape, self._dtype, memory, 0, self._strides())
        array._block = self._block
        return array

    def close(self) -> None:
        """Finishes a call that is under way and frees all memory; the properties of the halo stay available.

        Closing again has no effect. Collective over the distribution's communicator. CommunicationError if a process
        does not come.

        C++: Halo::close.
        """
        self._started = None
        self._halo.close()

    # --- what it is: not collective ------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        """Of the arrays, with its ghost cells."""
        return self._block.layout

    @property
    def n_processes(self) -> int:
        """Processes of the communicator of the arrays."""
        return self._block.layout.n_processes

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of the arrays."""
        return self._dtype

    @property
    def periodic(self) -> Tuple[bool, ...]:
        """One for each axis."""
        return tuple(self._halo.periodic)

    @property
    def closed(self) -> bool:
        """Is the halo closed?

        C++: Halo::is_closed.
        """
        return self._halo is None or self._halo.closed

    def exchange_counts(self) -> Dict[str, int]:
        """The cost of an exchange of one array on this process: messages, bytes in them, bytes copied straight from
        or to other processes, flags that are waited for.

        C++: Halo::exchange_counts.
        Returns a dict: "exchange" (its name), "messages", "bytes_sent", "peer_bytes", "flags".
        """
        return self._halo.counts(False)

    def accumulate_counts(self) -> Dict[str, int]:
        """The cost of an accumulation of one array on this process, in the same counts.

        C++: Halo::accumulate_counts.
        Returns a dict as exchange_counts() does.
        """
        return self._halo.counts(True)

    def _repr_html_(self) -> str:
        """For notebooks: the blocks, and the ghost cells of this one."""
        return html_of("weft.Halo", [("array", self.layout)], self._block.rank,
                       [("exchange", "closed" if self.closed else self.exchange_name), ("ghost cells", self.layout.ghosts)])

    def __repr__(self) -> str:
        return f"<weft.Halo of {self.dtype.name} {self.layout}, {'closed' if self.closed else self.exchange_name}>"

    # --- its own -------------------------------------------------------------------------------------

    def _strides(self) -> Tuple[int, ...]:
        strides, stride = [0] * len(self._block.shape), self._dtype.itemsize
        for axis in reversed(self._block.order):
            strides[axis] = stride
            stride *= self._block.shape[axis]
        return tuple(strides)

    def _start(self, call: str, arrays: Fields, check: bool) -> None:
        if self._started is not None:
            raise errors.InvalidArgumentError(
                f"a call {self._started} of this halo is under way; call {self._started}_finish before you start another "
                "call")
        addresses, complaint = [], None
        try:
            addresses = [self._address(array) for array in self._several(arrays)]
        except (errors.Error, TypeError, ValueError) as error:
            complaint = errors.complaint_of(error)
        self._halo.start(call == "accumulate", addresses, bool(check) and self._block.layout.n_processes > 1, complaint)
        self._started = call
        self._arrays = arrays  # live until they are finished

    def _finish(self, call: str) -> None:
        self._halo.finish(call == "accumulate")
        self._started = self._arrays = None

    def _several(self, arrays: Fields) -> List[Any]:
        several = list(arrays) if isinstance(arrays, (list, tuple)) else [arrays]
        if not 1 <= len(several) <= self._n_fields:
            raise errors.InvalidArgumentError(
                f"{len(several)} arrays were given to a halo for 1 to {self._n_fields}; set n_fields to the most that one "
                "call exchanges")
        return several

    def _address(self, array: Any) -> int:
        wanted = f"give an array of {self.layout} and dtype {self._dtype}, as allocate() makes them"
        if not isinstance(array, np.ndarray) or isinstance(array, np.ma.MaskedArray):
            raise errors.InvalidArgumentError(f"an array is of type {type(array).__name__}; {wanted}")
        block = getattr(array, "_block", None)
        if block is not None and block != self._block:
            raise errors.InvalidArgumentError(
                f"an array is a block of process {block.rank} in {block.layout}, but this halo is for that of process "
                f"{self._block.rank} in {self.layout}; {wanted}")
        if array.dtype != self._dtype or array.shape != self._block.shape:
            raise errors.InvalidArgumentError(
                f"an array has dtype {array.dtype} and shape {array.shape}, but those of this halo have dtype "
                f"{self._dtype} and, on process {self._block.rank}, shape {self._block.shape}; {wanted}")
        if not array.flags.writeable:
            raise errors.InvalidArgumentError("an array is read-only; give one that can be written to")
        strides = self._strides()
        if any(n > 1 and a != b for n, a, b in zip(array.shape, array.strides, strides)) and array.size:
            raise errors.InvalidArgumentError(
                f"an array has strides {array.strides} in bytes, but those of this halo have {strides}, without gaps and "
                f"with the axes in the order {tuple(self._block.order)} in memory; {wanted}")
        return array.__array_interface__["data"][0]
