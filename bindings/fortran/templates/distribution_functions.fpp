! type(weft_distribution): distributions, with the functions of their arrays.
!
! Arrays are this process's block with its ghost cells, as allocate makes it, or any array of the same type, shape and
! strides; one that is not allocated or associated is right where the block is empty. Functions look at the owned
! elements only. What is called C order is the order of Fortran's arrays. "Collective" is over the communicator of the
! distribution: all arguments but the arrays are the same on all processes, and all get the same code, also
! WEFT_MISMATCH for others, and WEFT_COMMUNICATION if some process does not come.
module weft_distribution_type
  use weft_distribution_sums_type
  use weft_errors
  use weft_support
  public :: weft_distribution, WEFT_NORM_ONE, WEFT_NORM_TWO, WEFT_NORM_INFINITY, WEFT_EVERYWHERE

  integer, parameter :: WEFT_NORM_ONE = 1, WEFT_NORM_TWO = 2, WEFT_NORM_INFINITY = 0
  integer, parameter :: WEFT_EVERYWHERE = -1  ! as `root`: all processes

  ! A handle: copies are the same distribution.
  type, extends(weft_distribution_sums) :: weft_distribution
  end type

  integer(c_int64_t), parameter :: none(1) = 0  ! no bounds

contains

  ! C++: norm.
  ! order: WEFT_NORM_ONE, sum |x|; WEFT_NORM_TWO (if not given), sqrt(sum |x|^2), also where squares overflow or vanish;
  !     WEFT_NORM_INFINITY, max |x|. WEFT_INVALID_ARGUMENT for others.
  real(c_double) function weft_distribution%norm(array, order, ierr) result(value): &
      settle(c_array_norm(self%c_pointer(), array, given(order, WEFT_NORM_TWO), value))
    integer, intent(in), optional :: order

  ! C++: minimum.
  ! index: gets one number for each axis.
  subroutine weft_distribution%minimum(array, value, index, ierr)
    real(c_double), intent(out) :: value
    call extremum(self, 0, array, value, index, ierr)
  end subroutine
  ! C++: maximum.
  subroutine weft_distribution%maximum(array, value, index, ierr)
    real(c_double), intent(out) :: value
    call extremum(self, 1, array, value, index, ierr)
  end subroutine

  ! C++: random_uniform.
  subroutine weft_distribution%random_uniform/WHOLE(array, seed, low, high, ierr): &
      settle(c_array_random(self%c_pointer(), 0, array, int(seed, int64), given(low, 0.0_c_double), given(high, &
        1.0_c_double)))
    type(*), dimension(..), intent(inout), optional :: array
    {TYPE}, intent(in) :: seed
  ! C++: random_normal.
  subroutine weft_distribution%random_normal/WHOLE(array, seed, mean, deviation, ierr): &
      settle(c_array_random(self%c_pointer(), 1, array, int(seed, int64), given(mean, 0.0_c_double), &
        given(deviation, 1.0_c_double)))
    type(*), dimension(..), intent(inout), optional :: array
    {TYPE}, intent(in) :: seed
  ! C++: gather.
  ! lower, upper: the region lower(i) to upper(i) along each axis i; if not given, the whole array.
  !     WEFT_INVALID_ARGUMENT if it is not in the array.
  ! out: gets the elements, contiguous. Its lengths are those of the region, of which 1 may be left out: a plane is a
  !     matrix. On other processes than `root` it is not looked at.
  ! root: the rank that gets them, or WEFT_EVERYWHERE, if not given; WEFT_INVALID_ARGUMENT for others.
  subroutine weft_distribution%gather/REGION(array, out, {BOUNDS}root, ierr): &
      settle(c_array_move(self%c_pointer(), 0, array, out, {REGION}, given(root, WEFT_EVERYWHERE)))
    {TYPE}, intent(in) :: lower(:), upper(:)
    integer, intent(in), optional :: root
  ! C++: scatter.
  ! lower, upper: the region, as of gather. The lengths of `in` are as those of its `out`.
  subroutine weft_distribution%scatter/REGION(in, array, {BOUNDS}root, ierr): &
      settle(c_array_move(self%c_pointer(), 1, array, in, {REGION}, root))
    type(*), dimension(..), intent(inout), optional :: array
    {TYPE}, intent(in) :: lower(:), upper(:)
    integer, intent(in) :: root
  ! C++: read_box.
  ! lower, upper: the region that this process wants; upper = lower - 1 along some axis if it wants nothing.
  subroutine weft_distribution%read_box/WHOLE(array, out, lower, upper, ierr): &
      settle(c_array_move(self%c_pointer(), 2, array, out, {REGION}, 0))
    {TYPE}, intent(in) :: lower(:), upper(:)
  ! C++: write_box.
  ! lower, upper: the region that this process writes; WEFT_INVALID_ARGUMENT where those of several processes overlap.
  subroutine weft_distribution%write_box/WHOLE(in, array, lower, upper, ierr): &
      settle(c_array_move(self%c_pointer(), 3, array, in, {REGION}, 0))
    type(*), dimension(..), intent(inout), optional :: array
    {TYPE}, intent(in) :: lower(:), upper(:)
  ! C++: redistribute.
  ! `from` is the distribution that is called. A plan that transforms nothing: the transform 'none'.
  subroutine weft_distribution%redistribute(in, to, out, ierr): &
      settle(c_array_redistribute(self%c_pointer(), in, to%c_pointer(), out))
    class(weft_distribution), intent(in) :: to

  ! --- parts of the above --------------------------------------------------------------------------

  subroutine extremum(self, which, array, value, index, ierr)
    class(weft_distribution), intent(in) :: self
    integer(c_int), intent(in) :: which
    real(c_double), intent(out) :: value
    integer(c_int64_t) :: place(WEFT_MAX_AXES)
    integer :: n
    place = 0
    value = 0
    call settle(c_array_extremum(self%c_pointer(), which, array, value, place), ierr)
    if (present(index)) then
      n = min(size(index), WEFT_MAX_AXES)
      index = 0
      index(1:n) = place(1:n)
    end if
  end subroutine

  ! How many bounds there are; more than any array has axes if they do not belong together.
  pure integer(c_int) function n_bounds(n_lower, n_upper)
    integer, intent(in) :: n_lower, n_upper
    n_bounds = merge(n_lower, WEFT_MAX_AXES + 1, n_lower == n_upper)
  end function
end module weft_distribution_type
