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
    """precision of points and modes"""
    axes: Union[int, Sequence[int], None]
    """transformed axes; for r2c the last Fourier axis listed is the real one"""
    kinds: Union[Kind, Sequence[Kind], None]
    """kinds of the transformed axes, in the order of `axes`; fourier alone: all axes"""
    kept: Union[int, Sequence[int], None]
    """points of the coarser grid whose modes are kept, for each axis (3/2 rule: two thirds)"""
    sign: Literal[-1, 1]
    """sign of the exponent of the forward transform"""
    norm: Norm
    """which direction divides by the number of points"""
    n_fields: int
    """most fields in one call"""
    output: Output
    """layout of the modes: as the last transform leaves them, cut like the points, or for one axis in scrambled
    order"""
    order: Order
    """order of the modes in memory"""
    points_order: Union[Sequence[int], Literal["C"], None]
    """order of the points in memory: axes from slowest to fastest varying"""
    modes_order: Union[Sequence[int], Literal["order"], None]
    """order of the modes in memory, in place of the key `order`: axes from slowest to fastest varying"""
    points_padding: Union[Sequence[int], Literal["none"], None]
    """elements of an array behind the block of the points, for each axis"""
    modes_padding: Union[Sequence[int], Literal["none"], None]
    """elements of an array behind the block of the modes, for each axis"""
    real_elements: Switch
    """with transform none: real instead of complex elements"""


class PlanOptions(TypedDict, total=False):
    """Options of a plan: the rows of weft.options()."""

    grid: Union[int, Sequence[int], str]
    """process grid on which the transforms run"""
    deal: Deal
    """how axes are dealt out to the processes: in blocks, or point by point in turns, with one exchange for any
    number of axes (auto: by tuning, else blocks)"""
    exchange: Union[Exchange, str]
    """how every redistribution is done; pipelined: in strips of WIDTH indices, each of which travels while the next
    one is transformed"""
    backend: Backend
    """library of the kernels: weft's own (native, also auto without tuning), or an FFT library with its effort of
    planning; mkl if Intel's library is found when a plan is made"""
    choice: str
    """grid, backend, one exchange for each redistribution, and details: reproduces a plan"""
    in_place: Switch
    """input and output are the same array"""
    memory: Union[Literal["normal", "low"], str]
    """low (in_place=yes only): at most 32 MiB, or BYTES, beside the array, at the cost of more copies"""
    overwrite_input: Switch
    """the input may serve as a buffer: less memory with several exchanges"""
    arrays: Arrays
    """memory of points() and modes(); shared: the processes of a node write and read each other's arrays, without a
    copy at the end of a route"""
    space: str
    """memory space of the arrays of the program and of the plan; Plan::points() and modes() allocate there"""
    stores: Stores
    """whether sweeps write through the cache or around it (auto: around it for arrays that do not fit)"""
    threads: Union[int, Literal["auto"]]
    """threads of each process within the sweeps (auto: by tuning, else as many as its processors)"""
    lump: Union[int, Literal["auto", "all"]]
    """fields of a call in one message; the next ones are transformed while it travels (auto: by tuning, else all)"""
    barriers: Switch
    """all processes meet before each exchange, so that times() separates waiting from transfer; slower"""
    tune: Tune
    """how unset options are chosen: off = rules, estimate = machine file, measure = time the best candidates,
    exhaustive = time all"""
    tune_seconds: Union[int, Literal["auto"]]
    """limit of measuring (auto: 60, exhaustive 3600); then the best choice so far is taken"""
    wisdom: Wisdom
    """the user's file of wisdom in tuning: use = look up and keep plans, ignore = neither, renew = keep only"""
    convolve: Switch
    """the plan can also compute products of fields block by block in cache (convolve), with memory for it"""
    reproducible: Switch
    """the same bits on every number of processes, grid and exchange; up to 1.5 times as slow"""
    timeout: int
    """time to wait for a process that does not come to a call, before an error"""


class PlanKeywords(ProblemKeys, PlanOptions):
    """Keys of the problem and options of the plan."""


class HaloOptions(TypedDict, total=False):
    """The rows of weft.options("halo"); None leaves an option unchanged."""

    periodic: Optional[Union[bool, Sequence[bool], str]]
    """axes along which the array begins again beyond its end; ghost cells beyond the ends of other axes stay
    unchanged"""
    exchange: Optional[Exchange]
    """exchange of ghost cells (auto: window-pull if all neighbours share a node, else persistent)"""
    n_fields: Optional[int]
    """most arrays in one call"""
    corners: Optional[Switch]
    """no: only ghost cells that lie beside the block along one axis, not two or more"""
    timeout: Optional[float]
    """how long to wait for a process that does not come (600: as WEFT_OPTIONS says, if it does)"""


class DatasetOptions(TypedDict, total=False):
    """The rows of weft.options("dataset"); None leaves an option unchanged."""

    chunks: Optional[Union[int, Sequence[int], str]]
    """shape of the chunks (auto: in one piece; with a filter chosen by weft)"""
    compression: Optional[int]
    """level of deflate compression"""
    shuffle: Optional[Switch]
    """bytes of equal weight side by side: smaller with compression"""
    fletcher32: Optional[Switch]
    """a checksum of each chunk, which HDF5 checks when it reads"""
    precision: Optional[DatasetPrecision]
    """precision of the numbers in the file"""


class ReadingOptions(TypedDict, total=False):
    """The rows of weft.options("reading"); None leaves an option unchanged."""

    convert: Optional[Switch]
    """yes: numbers of another precision, integers and real numbers are converted to those of the memory; no: they
    are an error"""


class CheckpointOptions(TypedDict, total=False):
    """The rows of weft.options("checkpoint"); None leaves an option unchanged."""

    check: Optional[Check]
    """bytes compared with their checksums when a checkpoint is opened: everything, or headers = all but the data of
    the fields, which are compared when they are read"""


class CalibrationOptions(TypedDict, total=False):
    """The rows of weft.options("calibration"); None leaves an option unchanged."""

    quick: Optional[Switch]
    """few lengths, short measurements: some seconds instead of 40, less exact"""
    timeout: Optional[float]
    """how long to wait for a process that does not come (600: as WEFT_OPTIONS says, if it does)"""
