"""What weft shows of arrays that are spread over processes: loaded when the first of these names is used (weft/__init__.py)."""

from . import _core as _core  # the check of the MPI library, before anything else
from .arrays import Array as Array
from .checkpoint import (
    Checkpoint as Checkpoint,
    CheckpointField as CheckpointField,
    CheckpointWriter as CheckpointWriter,
    write_checkpoint as write_checkpoint,
)
from .creation import array as array, empty as empty, fromfunction as fromfunction, full as full, zeros as zeros
from .dlpack import from_dlpack as from_dlpack
from .dry_run import Description as Description, describe as describe, option_objects as option_objects, options as options
from .dry_run import problem_keys as problem_keys
from .errors import (
    CommunicationError as CommunicationError,
    Error as Error,
    InvalidArgumentError as InvalidArgumentError,
    MismatchError as MismatchError,
    NotApplicableError as NotApplicableError,
    ResourceError as ResourceError,
)
from .files import (
    DatasetInfo as DatasetInfo,
    Hdf5Reader as Hdf5Reader,
    Hdf5Writer as Hdf5Writer,
    read_hdf5 as read_hdf5,
    read_npy as read_npy,
    write_hdf5 as write_hdf5,
    write_npy as write_npy,
)
from .global_index import GlobalIndex as GlobalIndex
from .functions import *  # noqa: F403
from .halo import Halo as Halo, halo_exchange_names as halo_exchange_names
from .layout import Layout as Layout
from . import array_api as array_api, look as look, report as report
from .machine import fft_library as fft_library, measure_rates as measure_rates, mpi_library as mpi_library
from .moves import redistribution as redistribution
from .plan import Plan as Plan
from .products import PointsBlock as PointsBlock, product_names as product_names
from .random_fields import random_normal as random_normal, random_uniform as random_uniform
from .reductions import Extremum as Extremum, dot as dot, maximum as maximum, mean as mean, minimum as minimum, norm as norm, sum as sum
from .snapshots import (
    Series as Series,
    Snapshot as Snapshot,
    grid_attributes as grid_attributes,
    write_vtk_slice as write_vtk_slice,
    write_xdmf as write_xdmf,
)
from .solvers import Helmholtz as Helmholtz
from .spectral import Spectral as Spectral
from .started import StageTimer as StageTimer
from .travel import gather as gather, redistribute as redistribute, scatter as scatter
from .keywords import PlanKeywords as PlanKeywords, PlanOptions as PlanOptions

