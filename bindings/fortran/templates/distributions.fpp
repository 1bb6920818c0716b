! type(weft_distribution): how the arrays of one kind are spread over processes.
!
! C++: class Distribution.
! Axes, indices and orders as in Fortran: axis 1 first, from 1. What is called C order is the order of Fortran's arrays.
! An array is larger than its block by ghosts(i) elements at either end of axis i. WEFT_INVALID_ARGUMENT before create.
module weft_distribution_base_type
  use weft_errors
  use weft_layout_type
  use weft_plan_type
  use weft_support
  public :: weft_distribution_base

  ! A handle: copies are the same distribution. weft_distribution extends this type.
  type :: weft_distribution_base
    private
    type(c_ptr) :: handle = c_null_ptr
    integer :: d = 0  ! number of axes
  contains
    ! Frees an array that allocate made, and nullifies it; a null one is left as it is. Not collective. In Fortran
    ! alone.
    procedure, private, nopass :: free_r4 => c_free_r4, free_r8 => c_free_r8, free_c4 => c_free_c4, free_c8 => c_free_c8
    generic :: free => free_r4, free_r8, free_c4, free_c8
  end type

contains

  ! C++: Distribution::Distribution.
  ! order: the axes from fastest to slowest in memory, each once; if not given, 1, 2, ....
  ! comm: of mpi_f08 or of mpi, with as many processes as the layout.
  ! is_real, is_double: what the elements are; .true. if not given.
  ! The layout is copied. An earlier distribution of this variable is not destroyed; on an error there is none.
  mutating subroutine weft_distribution_base%create/COMM(layout, comm, is_real, is_double, order, ierr)
    type(weft_layout), intent(in) :: layout
    logical, intent(in), optional :: is_real, is_double
    integer, intent(in), optional :: order(:)
    integer(c_int) :: real, double
    integer :: n, asked
    n = size(layout%shape(asked))
    real = flag(is_real, .true.)
    double = flag(is_double, .true.)
    self%handle = c_null_ptr
    if (.not. present(order)) then
      code = c_distribution_create(self%handle, {HANDLE}, handle_of_layout(layout), real, double)
    else
      c_order = -1  ! what is no permutation of the axes is refused on all processes
      if (size(order) == n) c_order(1:n) = n - order(n:1:-1)
      code = c_distribution_create(self%handle, {HANDLE}, handle_of_layout(layout), real, double, c_order)
    end if
    call settle_made(self, code, n, ierr)
  end subroutine

  ! That of the arrays of a plan: side is WEFT_POINTS or WEFT_MODES, else WEFT_INVALID_ARGUMENT. The plan may be
  ! destroyed afterwards. Not collective. In Fortran alone.
  mutating subroutine weft_distribution_base%of_plan(plan, side, ierr)
    self%handle = c_null_ptr
    call settle_made(self, c_distribution_of_plan(self%handle, plan%c_pointer(), side), 0, ierr)
  end subroutine

  ! Frees the distribution; before create it does nothing. Arrays stay until free. Not collective. In Fortran alone.
  mutating subroutine weft_distribution_base%destroy()
    call c_distribution_free(self%handle)
    self%d = 0
  end subroutine

  ! C++: Distribution::allocate.
  ! array: indexed in the order of the axes, from 1 or, with global=.true., by the global indices (ghost cells then lie
  !     outside the block, and at the ends of the array outside 1 to its length), whatever the order in memory. To be
  !     freed by free; an earlier target is not. Null on an error: WEFT_INVALID_ARGUMENT for another type or rank,
  !     WEFT_RESOURCE.
  subroutine weft_distribution_base%allocate/ELEMENT(array, global, ierr): &
      settle(c_distribution_point(self%handle, flag(global), array))
    {TYPE}, pointer, dimension(..), intent(inout) :: array

  ! --- what it is; not collective --------------------------------------------------------------------

  ! The number of axes of the arrays. In Fortran alone.
  integer function weft_distribution_base%n_axes(ierr) result(n_axes)
    integer(c_int) :: n
    n = 0
    call report(c_distribution_n_axes(self%handle, n), self%d, ierr)
    n_axes = n
  end function

  ! C++: Distribution::rank.
  integer function weft_distribution_base%rank(ierr) result(rank)
    integer(c_int) :: number
    number = 0
    call report(c_distribution_rank(self%handle, number), self%d, ierr)
    rank = number
  end function

  ! C++: Distribution::layout.
  ! layout: a copy, to be freed by its free(); an earlier one of the variable is freed.
  subroutine weft_distribution_base%layout(layout, ierr)
    code = c_distribution_layout(self%handle, pointer)
    call layout_at(code, pointer, self%d, layout, ierr)
  end subroutine

  ! C++: Distribution::box.
  ! lower, upper: indices lower(i) to upper(i) along axis i; upper = lower - 1 where the block is empty.
  subroutine weft_distribution_base%box(lower, upper, ierr)
    code = c_distribution_box(self%handle, begins, ends)
    call bounds_from_c(code, self%d, begins, ends, lower, upper, ierr)
  end subroutine

  ! C++: Distribution::storage.
  ! order: from fastest to slowest.
  subroutine weft_distribution_base%storage(shape, order, strides, ierr)
    code = c_distribution_storage(self%handle, c_shape, c_order, c_strides)
    call storage_from_c(code, self%d, c_shape, c_order, c_strides, shape, order, strides, ierr)
  end subroutine

  ! C++: Distribution::first.
  integer(weft_index) function weft_distribution_base%first(ierr) result(first): &
      report(c_distribution_first(self%handle, first), self%d)
  ! C++: Distribution::memory_elements.
  integer(weft_index) function weft_distribution_base%memory_elements(ierr) result(n_elements): &
      report(c_distribution_memory_elements(self%handle, n_elements), self%d)

  ! C++: Distribution::element.
  ! bytes: of one element.
  subroutine weft_distribution_base%element(bytes, is_real, is_double, ierr)
    integer, intent(out), optional :: bytes
    integer(c_int) :: n, real, double
    n = 0
    real = 0
    double = 0
    code = c_distribution_element(self%handle, n, real, double)
    if (present(bytes)) bytes = n
    if (present(is_real)) is_real = real /= 0
    if (present(is_double)) is_double = double /= 0
    call report(code, self%d, ierr)
  end subroutine

  ! C++: agree_on.
  ! code: of this process, WEFT_SUCCESS if all is well. All get that of the lowest rank with another one, and
  !     weft_error_text() is its `message`.
  subroutine weft_distribution_base%agree(code, message, ierr): &
      report(c_distribution_agree(self%handle, code, to_c(message)), 0)
    integer, intent(in) :: code

  ! The handle of C: a weft_distribution* of weft_arrays.h, which stays this variable's. In Fortran alone.
  pure type(c_ptr) function weft_distribution_base%c_pointer() result(c_pointer)
    c_pointer = self%handle
  end function

  ! --- parts of the above --------------------------------------------------------------------------

  subroutine settle_made(self, code, n, ierr)
    class(weft_distribution_base), intent(inout) :: self
    integer, intent(in) :: n
    integer(c_int) :: n_axes, asked
    n_axes = 0
    if (code == WEFT_SUCCESS) asked = c_distribution_n_axes(self%handle, n_axes)
    self%d = n_axes
    call report(code, n, ierr)
  end subroutine
end module weft_distribution_base_type
