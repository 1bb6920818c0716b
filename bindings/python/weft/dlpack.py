"""DLPack: blocks of distributed arrays to other array libraries and from them, without a copy.

The protocol: a producer has `__dlpack__()`, which gives a capsule with the address of its memory, and
`__dlpack_device__()`. Capsules of version 1 say whether the memory may be written; older ones cannot, and are given for
memory that may be written alone. NumPy takes older ones to be read-only: what it made of one is seen as writable here.
"""

from __future__ import annotations

from typing import Any, Dict, Optional, Protocol, Tuple

import numpy as np

from . import errors
from .arrays import Array
from .creation import array_of_blocks
from .layout import Layout
from .types import AnyArray, Comm

_CPU = 1
_DEVICES = {2: "CUDA", 3: "CUDA host memory", 4: "OpenCL", 7: "Vulkan", 8: "Metal", 10: "ROCm", 11: "ROCm host memory",
            13: "CUDA managed memory", 14: "oneAPI", 15: "WebGPU", 16: "Hexagon", 17: "Intel Gaudi"}


class Producer(Protocol):
    """What shares its memory by DLPack: arrays of NumPy, CuPy, JAX, PyTorch, array-api-strict, ..."""

    def __dlpack__(self) -> Any:
        """A capsule with the address, shape, strides and type of its elements."""

    def __dlpack_device__(self) -> Tuple[Any, Any]:
        """(type, number) of the device that the memory belongs to; (1, 0) is the processor."""


def from_dlpack(x: Producer, layout: Layout, comm: Optional[Comm] = None, copy: bool = False) -> Array:
    """The distributed array whose block on this process is the memory of another library's array. Collective over `comm`.

    x: any object with `__dlpack__` and `__dlpack_device__` whose memory the processor reads: on each process an array of
        the shape layout.memory_shape(rank), otherwise as the block of weft.array. Strides and order in memory stay.
    layout, comm: as of weft.empty.
    copy: of the memory; otherwise the array is a view of it, and keeps it alive as long as there is a view.

    InvalidArgumentError on all processes: memory of another device, a dtype without distributed arrays, a shape
    other than that of the block, memory that must not be written (unless `copy` is true).

    >>> theirs = numpy.zeros((2, 3))              # or a tensor of PyTorch on the CPU, ...
    >>> u = weft.from_dlpack(theirs, weft.Layout((2 * comm.size, 3), comm.size, 0), comm)
    >>> u[0, 0] = 7
    >>> float(theirs[0, 0]), numpy.shares_memory(theirs, numpy.from_dlpack(u))
    (7.0, True)
    """
    return array_of_blocks(lambda: _block_of(x, copy), layout, comm, copy)


def memory_of(x: Any) -> AnyArray:
    """The memory of a producer as a NumPy array, a view. InvalidArgumentError in words, here."""
    if not callable(getattr(x, "__dlpack__", None)) or not callable(getattr(x, "__dlpack_device__", None)):
        raise errors.InvalidArgumentError(
            f"the array is of type {type(x).__name__}, which has no __dlpack__ and __dlpack_device__; give an array of a "
            "library that has them, or numpy.asarray of it to weft.array")
    watched = _Watched(x)
    try:
        device = int(x.__dlpack_device__()[0])
        if device == _CPU:
            found: AnyArray = np.from_dlpack(watched)
    except Exception as error:  # anything that another library raises
        raise errors.InvalidArgumentError(
            f"{type(x).__name__}.__dlpack__ gives no memory that NumPy takes ({error}); give an array of numbers on the "
            "processor, without a gradient") from error
    if device != _CPU:
        name = _DEVICES.get(device, f"device type {device} of DLPack")
        raise errors.InvalidArgumentError(
            f"the memory of the array belongs to another device ({name}); distributed arrays lie in the memory of the "
            "processor: copy it there first, as x.cpu() or numpy.array(x) do")
    return found if watched.has_flags or found.flags.writeable else _writable(found)


def _block_of(x: object, copy: bool) -> AnyArray:
    found = memory_of(x)
    if not found.flags.writeable and not copy:
        raise errors.InvalidArgumentError(
            "the memory of the array is read-only; use copy=True for an array of its own, or "
            "weft.array(numpy.from_dlpack(x), layout) for one that is only read")
    return found


class _Watched:
    """A producer that remembers whether its capsule could say that the memory is read-only."""

    def __init__(self, producer: Any):
        self.producer, self.has_flags = producer, False

    def __dlpack_device__(self) -> Any:
        return self.producer.__dlpack_device__()

    def __dlpack__(self, **keywords: Any) -> Any:
        try:
            capsule = self.producer.__dlpack__(**keywords)
        except TypeError:  # older than these keywords
            if not keywords:
                raise
            capsule = self.producer.__dlpack__()
        self.has_flags = '"dltensor_versioned"' in repr(capsule)
        return capsule


class _Memory:
    """What numpy.asarray makes a writable view of, which keeps `owner`."""

    def __init__(self, owner: AnyArray):
        self.owner = owner
        self.__array_interface__ = {**owner.__array_interface__, "data": (owner.ctypes.data, False)}


def _writable(array: AnyArray) -> AnyArray:
    return np.asarray(_Memory(array)) if array.size else array.copy("K")


def capsule(array: Array, keywords: Dict[str, Any]) -> Any:
    """Array.__dlpack__: NumPy's, which before version 2.1 has none of the newer keywords. BufferError in words."""
    stream, device, copy = (keywords.get(name) for name in ("stream", "dl_device", "copy"))
    if stream is not None:
        raise BufferError(f"the stream is {stream!r}, but the block lies in the memory of the processor; give None")
    if device is not None and tuple(int(n) for n in device) != (_CPU, 0):
        raise BufferError(f"the block was asked for on device {tuple(device)}, but lies in the memory of the processor, "
                          "(1, 0); take it as it is and copy it there")
    versions = keywords.get("max_version")
    block = np.asarray(array)
    if versions is not None and tuple(versions) >= (1, 0) and _numpy_has_flags():
        return block.__dlpack__(max_version=versions, copy=copy)
    if copy:
        return block.copy("K").__dlpack__()
    if not block.flags.writeable:
        raise BufferError("the block is read-only, which DLPack says only from version 1 on; give max_version=(1, 0) "
                          "(with NumPy 2.1 or later), or share a copy: u.copy()")
    return block.__dlpack__()


def _numpy_has_flags() -> bool:
    return tuple(int(n) for n in np.__version__.split(".")[:2]) >= (2, 1)
