"""Keywords that are options, as types, for editors and type checkers. Drawn by bindings/python/make_keywords.py."""

from __future__ import annotations

from typing import Literal, Optional, Sequence, TypedDict, Union

Switch = Union[bool, Literal["no", "yes"]]
Transform = Literal["c2c", "r2c", "r2r", "none"]
Precision = Literal["single", "double"]
Kind = Literal["fourier", "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4", "chebyshev",
               "chebyshev-gauss", "r2hc", "hc2r", "dht"]
Norm = Literal["backward", "ortho", "forward"]
Output = Literal["last", "input", "scrambled"]
Order = Literal["fast", "C"]
Deal = Literal["blocks", "cycles", "auto"]
Exchange = Literal["auto", "window-pull", "window-push", "node", "alltoallv", "alltoallw", "alltoall", "pairwise",
                   "cyclic", "p2p", "persistent", "alltoallv-init"]
Backend = Literal["auto", "native", "fftw", "fftw:estimate", "fftw:measure", "fftw:patient", "mkl"]
Arrays = Literal["private", "shared"]
Stores = Literal["auto", "cached", "stream"]
Tune = Literal["off", "estimate", "measure", "exhaustive"]
Wisdom = Literal["use", "ignore", "renew"]
DatasetPrecision = Literal["memory", "single", "double"]
Check = Literal["everything", "headers"]


class ProblemKeys(TypedDict, total=False):
    """What a plan transforms: the rows of weft.problem_keys()."""

    transform: Transform
    """complex, real to complex, real, or only a redistribution"""
    precision: Precision
    """of points and modes"""
    axes: Union[int, Sequence[int], None]
    """transformed axes; of r2c the last Fourier axis listed is the real one"""
    kinds: Union[Kind, Sequence[Kind], None]
    """of the transformed axes, in the order of `axes`; fourier alone: all are"""
    kept: Union[int, Sequence[int], None]
    """of each axis, the points of the coarser grid whose modes are kept (3/2 rule: two thirds)"""
    sign: Literal[-1, 1]
    """of the exponent of the forward transform"""
    norm: Norm
    """which direction divides by the number of points"""
    n_fields: int
    """most fields that one call may transform together"""
    output: Output
    """where the modes end up: where the last transform leaves them, cut like the points, or of one axis in
    scrambled order"""
    order: Order
    """of the modes in memory"""
    points_order: Union[Sequence[int], Literal["C"], None]
    """of the points in memory: axes from slowest to fastest varying"""
    modes_order: Union[Sequence[int], Literal["order"], None]
    """of the modes in memory, where the key `order` does not say enough"""
    points_padding: Union[Sequence[int], Literal["none"], None]
    """of each axis, the elements that an array has behind the block of the points"""
    modes_padding: Union[Sequence[int], Literal["none"], None]
    """of each axis, the elements that an array has behind the block of the modes"""
    real_elements: Switch
    """with transform none: real instead of complex elements"""


class PlanOptions(TypedDict, total=False):
    """How a plan does it: the rows of weft.options()."""

    grid: Union[int, Sequence[int], str]
    """process grid on which the transforms run"""
    deal: Deal
    """how the plan deals axes out to the processes: in blocks, or point by point in turns, which needs one exchange
    for any number of axes (auto: as tuning finds, without it blocks)"""
    exchange: Union[Exchange, str]
    """how every redistribution is done; pipelined: in strips of so many indices, each of which travels while the
    next one is transformed"""
    backend: Backend
    """whose kernels transform the lines: weft's own (native, what auto means without tuning), or an FFT library and
    the effort with which it plans; mkl where Intel's library is found when a plan is made"""
    choice: str
    """grid, backend, one exchange for each redistribution, and details: reproduces a plan"""
    in_place: Switch
    """input and output are the same array"""
    memory: Union[Literal["normal", "low"], str]
    """low (in_place=yes only): at most 32 MiB, or BYTES, beside the array; some copies more"""
    overwrite_input: Switch
    """the input may be used as a buffer: less memory where there are several exchanges"""
    arrays: Arrays
    """memory of points() and modes(): where it is shared, the processes of a node write and read the arrays of each
    other, without a copy at the end of a route"""
    space: str
    """memory in which the arrays of the program and of the plan lie; Plan::points() and modes() allocate it"""
    stores: Stores
    """whether sweeps write around the cache (auto: arrays that do not fit in it)"""
    threads: Union[int, Literal["auto"]]
    """threads of each process within the sweeps (auto: as tuning finds, without it 1)"""
    lump: Union[int, Literal["auto", "all"]]
    """fields of a call that travel in one message; while they do, the next ones are transformed (auto: as tuning
    finds, without it all)"""
    barriers: Switch
    """all processes meet before each exchange, so that times() tells waiting from travelling; slower"""
    tune: Tune
    """how unset options are chosen: off = rules, estimate = machine file, measure = time the best candidates,
    exhaustive = time all"""
    tune_seconds: Union[int, Literal["auto"]]
    """how long tuning may measure (auto: 60, exhaustive 3600); then the best so far is taken"""
    wisdom: Wisdom
    """whether tuning looks up and keeps what it finds in the user's file of wisdom (renew: it keeps it, but looks
    up nothing)"""
    convolve: Switch
    """the plan also computes products of fields block by block in cache (convolve), with memory for it"""
    reproducible: Switch
    """the same bits on every number of processes, grid and exchange; up to half as slow again"""
    timeout: int
    """how long to wait for a process that does not come to a call, before an error"""


class PlanKeywords(ProblemKeys, PlanOptions):
    """Both."""


class HaloOptions(TypedDict, total=False):
    """The rows of weft.options("halo"); None leaves an option as it is."""

    periodic: Optional[Union[bool, Sequence[bool], str]]
    """where the array begins again beyond its end; ghost cells beyond the end of another axis are left as they are"""
    exchange: Optional[Exchange]
    """how ghost cells travel (auto: window-pull where all neighbours share a node, else persistent)"""
    n_fields: Optional[int]
    """most arrays of a call"""
    corners: Optional[Switch]
    """no: only ghost cells that lie beside the block along one axis, not two or more"""
    timeout: Optional[float]
    """how long to wait for a process that does not come (600: as WEFT_OPTIONS says, if it does)"""


class DatasetOptions(TypedDict, total=False):
    """The rows of weft.options("dataset"); None leaves an option as it is."""

    chunks: Optional[Union[int, Sequence[int], str]]
    """shape of the chunks (auto: in one piece, or with a filter what weft chooses)"""
    compression: Optional[int]
    """level of deflate"""
    shuffle: Optional[Switch]
    """bytes of equal weight side by side: smaller with compression"""
    fletcher32: Optional[Switch]
    """a checksum of each chunk, which HDF5 checks when it reads"""
    precision: Optional[DatasetPrecision]
    """of the numbers in the file"""


class ReadingOptions(TypedDict, total=False):
    """The rows of weft.options("reading"); None leaves an option as it is."""

    convert: Optional[Switch]
    """numbers of another precision, integers and real ones are converted to those of the memory; no: they are an
    error"""


class CheckpointOptions(TypedDict, total=False):
    """The rows of weft.options("checkpoint"); None leaves an option as it is."""

    check: Optional[Check]
    """what is compared with its checksum when a checkpoint is opened: all bytes, or all but the data of the fields,
    which are compared in any case when they are read"""


class CalibrationOptions(TypedDict, total=False):
    """The rows of weft.options("calibration"); None leaves an option as it is."""

    quick: Optional[Switch]
    """few lengths, short measurements: some seconds instead of 40, and less exact"""
    timeout: Optional[float]
    """how long to wait for a process that does not come (600: as WEFT_OPTIONS says, if it does)"""
