! type(weft_distribution): distributions, with the functions of their arrays.
!
! Arrays are this process's block with its ghost cells, as allocate makes it, or any array of the same type, shape and
! strides; one that is not allocated or associated is right where the block is empty. Functions look at the owned
! elements only. All are collective, with the same arguments on all processes but for the arrays. Errors:
! WEFT_INVALID_ARGUMENT, WEFT_MISMATCH, WEFT_COMMUNICATION.
module weft_distribution_type
  use, intrinsic :: iso_c_binding, only: c_double, c_int, c_int64_t
  use, intrinsic :: iso_fortran_env, only: int32, int64
  use weft_c_array_functions
  use weft_distribution_sums_type
  use weft_errors
  implicit none
  private
  public :: weft_distribution, WEFT_NORM_ONE, WEFT_NORM_TWO, WEFT_NORM_INFINITY, WEFT_EVERYWHERE

  integer, parameter :: WEFT_NORM_ONE = 1, WEFT_NORM_TWO = 2, WEFT_NORM_INFINITY = 0
  integer, parameter :: WEFT_EVERYWHERE = -1  ! as `root`: all processes

  ! A handle: copies are the same distribution.
  type, extends(weft_distribution_sums) :: weft_distribution
  contains
    procedure, private :: uniform_int32, uniform_int64, normal_int32, normal_int64
    procedure, private :: gather_whole, gather_int32, gather_int64, scatter_whole, scatter_int32, scatter_int64
    procedure, private :: read_int32, read_int64, write_int32, write_int64
    procedure :: norm => array_norm
    procedure :: minimum => array_minimum
    procedure :: maximum => array_maximum
    generic :: random_uniform => uniform_int32, uniform_int64
    generic :: random_normal => normal_int32, normal_int64
    generic :: gather => gather_whole, gather_int32, gather_int64
    generic :: scatter => scatter_whole, scatter_int32, scatter_int64
    generic :: read_box => read_int32, read_int64
    generic :: write_box => write_int32, write_int64
    procedure :: redistribute => array_redistribute
  end type

  integer(c_int64_t), parameter :: none(1) = 0  ! no bounds

  interface n_bounds
    module procedure n_bounds_int32, n_bounds_int64
  end interface

contains

  ! sqrt(sum |x|^2), or of another `order`: WEFT_NORM_ONE: sum |x|, WEFT_NORM_INFINITY: max |x|.
  real(c_double) function array_norm(self, array, order, ierr) result(value)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: array
    integer, intent(in), optional :: order
    integer, intent(out), optional :: ierr
    integer(c_int) :: number
    number = WEFT_NORM_TWO
    if (present(order)) number = int(order, c_int)
    value = 0
    call settle(c_array_norm(self%c_pointer(), array, number, value), ierr)
  end function

  ! The extreme value, and the global index where it is, one number for each axis: of equal ones the first in the
  ! order of a Fortran array. NaN if any element is NaN. WEFT_INVALID_ARGUMENT for complex elements.
  subroutine array_minimum(self, array, value, index, ierr)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: array
    real(c_double), intent(out) :: value
    integer(weft_index), intent(out), optional :: index(:)
    integer, intent(out), optional :: ierr
    call extremum(self, 0_c_int, array, value, index, ierr)
  end subroutine
  subroutine array_maximum(self, array, value, index, ierr)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: array
    real(c_double), intent(out) :: value
    integer(weft_index), intent(out), optional :: index(:)
    integer, intent(out), optional :: ierr
    call extremum(self, 1_c_int, array, value, index, ierr)
  end subroutine

  ! Random numbers in low <= x < high (0 and 1) that depend on the seed and the global index alone; parts of complex
  ! elements independently. random_normal: of this mean (0) and standard deviation (1).
  subroutine uniform_int64(self, array, seed, low, high, ierr)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(inout), optional :: array
    integer(int64), intent(in) :: seed
    real(c_double), intent(in), optional :: low, high
    integer, intent(out), optional :: ierr
    call settle(c_array_random(self%c_pointer(), 0_c_int, array, int(seed, c_int64_t), &
                               number_of(low, 0.0_c_double), number_of(high, 1.0_c_double)), ierr)
  end subroutine
  subroutine uniform_int32(self, array, seed, low, high, ierr)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(inout), optional :: array
    integer(int32), intent(in) :: seed
    real(c_double), intent(in), optional :: low, high
    integer, intent(out), optional :: ierr
    call settle(c_array_random(self%c_pointer(), 0_c_int, array, int(seed, c_int64_t), &
                               number_of(low, 0.0_c_double), number_of(high, 1.0_c_double)), ierr)
  end subroutine
  subroutine normal_int64(self, array, seed, mean, deviation, ierr)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(inout), optional :: array
    integer(int64), intent(in) :: seed
    real(c_double), intent(in), optional :: mean, deviation
    integer, intent(out), optional :: ierr
    call settle(c_array_random(self%c_pointer(), 1_c_int, array, int(seed, c_int64_t), &
                               number_of(mean, 0.0_c_double), number_of(deviation, 1.0_c_double)), ierr)
  end subroutine
  subroutine normal_int32(self, array, seed, mean, deviation, ierr)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(inout), optional :: array
    integer(int32), intent(in) :: seed
    real(c_double), intent(in), optional :: mean, deviation
    integer, intent(out), optional :: ierr
    call settle(c_array_random(self%c_pointer(), 1_c_int, array, int(seed, c_int64_t), &
                               number_of(mean, 0.0_c_double), number_of(deviation, 1.0_c_double)), ierr)
  end subroutine

  ! The whole array, or the region lower(i) to upper(i) of global indices along each axis i, as a contiguous array
  ! `out` on process `root`, or on all (WEFT_EVERYWHERE, the default); on the others `out` is not looked at. Its
  ! lengths are those of the region, of which 1 may be left out: a plane is a matrix.
  subroutine gather_whole(self, array, out, root, ierr)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: array
    type(*), dimension(..), intent(inout), optional :: out
    integer, intent(in), optional :: root
    integer, intent(out), optional :: ierr
    call settle(c_array_move(self%c_pointer(), 0_c_int, array, out, -1_c_int, none, none, root_of(root)), ierr)
  end subroutine
  subroutine gather_int64(self, array, out, lower, upper, root, ierr)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: array
    type(*), dimension(..), intent(inout), optional :: out
    integer(int64), intent(in) :: lower(:), upper(:)
    integer, intent(in), optional :: root
    integer, intent(out), optional :: ierr
    call settle(c_array_move(self%c_pointer(), 0_c_int, array, out, n_bounds(lower, upper), &
                             int(lower, c_int64_t), int(upper, c_int64_t), root_of(root)), ierr)
  end subroutine
  subroutine gather_int32(self, array, out, lower, upper, root, ierr)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: array
    type(*), dimension(..), intent(inout), optional :: out
    integer(int32), intent(in) :: lower(:), upper(:)
    integer, intent(in), optional :: root
    integer, intent(out), optional :: ierr
    call settle(c_array_move(self%c_pointer(), 0_c_int, array, out, n_bounds(lower, upper), &
                             int(lower, c_int64_t), int(upper, c_int64_t), root_of(root)), ierr)
  end subroutine

  ! The reverse: from an array `in` on process `root`. Elements outside the region stay as they are.
  subroutine scatter_whole(self, in, array, root, ierr)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(inout), optional :: array
    type(*), dimension(..), intent(in), optional :: in
    integer, intent(in) :: root
    integer, intent(out), optional :: ierr
    call settle(c_array_move(self%c_pointer(), 1_c_int, array, in, -1_c_int, none, none, int(root, c_int)), ierr)
  end subroutine
  subroutine scatter_int64(self, in, array, lower, upper, root, ierr)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(inout), optional :: array
    type(*), dimension(..), intent(in), optional :: in
    integer(int64), intent(in) :: lower(:), upper(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierr
    call settle(c_array_move(self%c_pointer(), 1_c_int, array, in, n_bounds(lower, upper), &
                             int(lower, c_int64_t), int(upper, c_int64_t), int(root, c_int)), ierr)
  end subroutine
  subroutine scatter_int32(self, in, array, lower, upper, root, ierr)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(inout), optional :: array
    type(*), dimension(..), intent(in), optional :: in
    integer(int32), intent(in) :: lower(:), upper(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierr
    call settle(c_array_move(self%c_pointer(), 1_c_int, array, in, n_bounds(lower, upper), &
                             int(lower, c_int64_t), int(upper, c_int64_t), int(root, c_int)), ierr)
  end subroutine

  ! Any region of the array to whoever wants it: each process passes its own bounds, upper = lower - 1 along some axis
  ! if it wants nothing. write_box is the reverse; regions of several processes must not overlap.
  subroutine read_int64(self, array, out, lower, upper, ierr)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: array
    type(*), dimension(..), intent(inout), optional :: out
    integer(int64), intent(in) :: lower(:), upper(:)
    integer, intent(out), optional :: ierr
    call settle(c_array_move(self%c_pointer(), 2_c_int, array, out, n_bounds(lower, upper), &
                             int(lower, c_int64_t), int(upper, c_int64_t), 0_c_int), ierr)
  end subroutine
  subroutine read_int32(self, array, out, lower, upper, ierr)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: array
    type(*), dimension(..), intent(inout), optional :: out
    integer(int32), intent(in) :: lower(:), upper(:)
    integer, intent(out), optional :: ierr
    call settle(c_array_move(self%c_pointer(), 2_c_int, array, out, n_bounds(lower, upper), &
                             int(lower, c_int64_t), int(upper, c_int64_t), 0_c_int), ierr)
  end subroutine
  subroutine write_int64(self, in, array, lower, upper, ierr)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(inout), optional :: array
    type(*), dimension(..), intent(in), optional :: in
    integer(int64), intent(in) :: lower(:), upper(:)
    integer, intent(out), optional :: ierr
    call settle(c_array_move(self%c_pointer(), 3_c_int, array, in, n_bounds(lower, upper), &
                             int(lower, c_int64_t), int(upper, c_int64_t), 0_c_int), ierr)
  end subroutine
  subroutine write_int32(self, in, array, lower, upper, ierr)
    class(weft_distribution), intent(in) :: self
    type(*), dimension(..), intent(inout), optional :: array
    type(*), dimension(..), intent(in), optional :: in
    integer(int32), intent(in) :: lower(:), upper(:)
    integer, intent(out), optional :: ierr
    call settle(c_array_move(self%c_pointer(), 3_c_int, array, in, n_bounds(lower, upper), &
                             int(lower, c_int64_t), int(upper, c_int64_t), 0_c_int), ierr)
  end subroutine

  ! All elements of `in` to `out`, spread as the distribution `to`: another layout, order in memory or ghost cells,
  ! with the same shape, element type and communicator. For a move that is made again and again a plan of transform
  ! 'none' is faster.
  subroutine array_redistribute(self, in, to, out, ierr)
    class(weft_distribution), intent(in) :: self, to
    type(*), dimension(..), intent(in), optional :: in
    type(*), dimension(..), intent(inout), optional :: out
    integer, intent(out), optional :: ierr
    call settle(c_array_redistribute(self%c_pointer(), in, to%c_pointer(), out), ierr)
  end subroutine

  ! --- parts of the above --------------------------------------------------------------------------

  subroutine extremum(self, which, array, value, index, ierr)
    class(weft_distribution), intent(in) :: self
    integer(c_int), intent(in) :: which
    type(*), dimension(..), intent(in), optional :: array
    real(c_double), intent(out) :: value
    integer(weft_index), intent(out), optional :: index(:)
    integer, intent(out), optional :: ierr
    integer(c_int64_t) :: place(WEFT_MAX_AXES)
    place = 0
    value = 0
    call settle(c_array_extremum(self%c_pointer(), which, array, value, place), ierr)
    if (present(index)) index = place(1:size(index))
  end subroutine

  pure real(c_double) function number_of(option, standard)
    real(c_double), intent(in), optional :: option
    real(c_double), intent(in) :: standard
    number_of = standard
    if (present(option)) number_of = option
  end function

  pure integer(c_int) function root_of(root)
    integer, intent(in), optional :: root
    root_of = WEFT_EVERYWHERE
    if (present(root)) root_of = int(root, c_int)
  end function

  ! How many bounds there are; more than any array has axes if they do not belong together.
  pure integer(c_int) function n_bounds_int64(lower, upper)
    integer(int64), intent(in) :: lower(:), upper(:)
    n_bounds_int64 = int(merge(size(lower), WEFT_MAX_AXES + 1, size(lower) == size(upper)), c_int)
  end function
  pure integer(c_int) function n_bounds_int32(lower, upper)
    integer(int32), intent(in) :: lower(:), upper(:)
    n_bounds_int32 = int(merge(size(lower), WEFT_MAX_AXES + 1, size(lower) == size(upper)), c_int)
  end function
end module weft_distribution_type
