! What a plan is: the questions that one may ask it. weft_plan extends this type; nothing here is collective, and all
! work when the plan is closed. `side` is WEFT_POINTS or WEFT_MODES.
module weft_plan_facts_type
  use weft_description_type
  use weft_errors
  use weft_layout_type
  use weft_problem_type
  use weft_support
  public :: weft_plan_facts

  ! A handle: copies are the same plan. Errors of all: WEFT_INVALID_ARGUMENT before create.
  type :: weft_plan_facts
    type(c_ptr), private :: c_handle = c_null_ptr
    integer, private :: d = 0, n = 0  ! number of axes of its arrays, and of its problem
  end type

contains

  ! The number of axes of the arrays. In Fortran alone.
  integer function weft_plan_facts%n_axes(ierr) result(n_axes): report(c_plan_n_axes(self%c_handle, n_axes), self%d)

  ! Of each axis of the problem, among how many processes it is dealt out in turns (option deal=cycles): 1 if it
  ! is not, else p, and arrays have two axes in its place: (p, n/p) at the points, of which a process has all (s,
  ! i), the points (i - 1) p + s; (n/p, p) at the modes, of which (q, r) is mode (r - 1) n/p + q, all from 1. In
  ! Fortran alone.
  subroutine weft_plan_facts%cycles(cycles, ierr)
    integer(weft_index), allocatable, intent(out) :: cycles(:)
    allocate (cycles(self%n))
    code = c_plan_cycles(self%c_handle, n, c_shape)
    if (code == WEFT_SUCCESS) cycles = c_shape(self%n:1:-1)
    call report(code, self%n, ierr)
  end subroutine

  ! C++: Plan::points_box, Plan::modes_box.
  ! lower, upper: the block has the indices lower(i) to upper(i) along axis i; upper = lower - 1 where it is empty. Both
  !     arrays have one element for each axis.
  subroutine weft_plan_facts%box(side, lower, upper, ierr)
    code = c_plan_box(self%c_handle, side, begins, ends)
    call bounds_from_c(code, self%d, begins, ends, lower, upper, ierr)
  end subroutine

  ! C++: Plan::points_storage, Plan::modes_storage.
  ! order: from the fastest axis to the slowest; 1,2,3 is Fortran's order.
  ! Any result may be left out.
  subroutine weft_plan_facts%storage(side, shape, order, strides, n_elements, ierr)
    code = c_plan_storage(self%c_handle, side, c_shape, c_order, c_strides, n_elements)
    call storage_from_c(code, self%d, c_shape, c_order, c_strides, shape, order, strides, ierr)
  end subroutine

  ! C++: Plan::points_element, Plan::modes_element.
  ! bytes: of an element.
  subroutine weft_plan_facts%element(side, bytes, is_real, is_double, ierr)
    integer, intent(out) :: bytes
    logical, intent(out) :: is_real, is_double
    integer(c_int) :: real_number, double_number
    bytes = 0
    real_number = 0
    double_number = 0
    code = c_plan_element(self%c_handle, side, bytes, real_number, double_number)
    is_real = real_number /= 0
    is_double = double_number /= 0
    call report(code, self%d, ierr)
  end subroutine

  ! C++: Plan::points_layout, Plan::modes_layout.
  ! layout: to be freed.
  subroutine weft_plan_facts%layout(side, layout, ierr)
    code = c_plan_layout(self%c_handle, side, pointer)
    call layout_at(code, pointer, self%d, layout, ierr)
  end subroutine

  ! C++: Plan::wavenumbers.
  ! k: k(i) belongs to index i of the modes, from 1 or, with global=.true., from the global index of the first one; of an
  !     axis that is dealt out in turns, k has those of its two axes (n/p, p), one column after the other, from 1.
  subroutine weft_plan_facts%wavenumbers(axis, k, global, ierr)
    integer(weft_index), allocatable, intent(out) :: k(:)
    integer(weft_index) :: first, last
    integer(weft_index), allocatable :: cycles(:)
    integer :: before
    call self%cycles(cycles, ierr)
    before = 0  ! axes of the arrays
    if (axis > 1 .and. axis <= self%n) before = axis - 1 + count(cycles(:axis - 1) > 1)
    if (axis < 1) before = -1
    if (axis > self%n) before = self%d
    call find_indices(self, WEFT_MODES, before + 1, global, first, last, ierr)
    if (axis >= 1 .and. axis <= self%n) then
      if (cycles(axis) > 1) then
        last = (last - first + 1) * cycles(axis)
        first = 1
      end if
    end if
    allocate (k(first:last))
    call report(c_plan_wavenumbers(self%c_handle, self%n - axis, k), self%n, ierr)
  end subroutine

  ! C++: coordinates.
  ! x: those of this process's points; x(i) belongs to index i of the points, from 1 or, with global=.true., from the
  !     global index of the first one.
  ! WEFT_NOT_APPLICABLE for a plan whose axes are dealt out in turns (deal=cycles).
  subroutine weft_plan_facts%coordinates(axis, x, length, global, ierr)
    real(c_double), allocatable, intent(out) :: x(:)
    real(c_double), intent(in), optional :: length
    integer(weft_index) :: first, last
    real(c_double) :: whole
    call find_indices(self, WEFT_POINTS, axis, global, first, last, ierr)
    allocate (x(first:last))
    whole = given(length, 0.0_c_double)
    if (present(length) .and. .not. whole > 0) whole = -1  ! 0 would be the natural length
    call report(c_plan_coordinates(self%c_handle, self%d - axis, whole, x), self%d, ierr)
  end subroutine

  ! The value of a key of the plan's problem, as of problem%get. In Fortran alone.
  function weft_plan_facts%get(key, ierr) result(value)
    value = ''
    code = c_plan_get(self%c_handle, to_c(key), pointer)
    if (code == WEFT_SUCCESS) value = value_from_c(key, from_c(pointer), self%n)
    call report(code, self%n, ierr)
  end function

  ! C++: Plan::choice.
  ! As a line of text, with the grid in Fortran's order.
  function weft_plan_facts%choice(ierr) result(text): answer(c_plan_choice(self%c_handle, pointer), self%d)
  ! The number of steps of this process's last call; 0 before the first. In Fortran alone.
  integer function weft_plan_facts%n_times(ierr) result(n_times): report(c_plan_n_times(self%c_handle, n_times), self%d)
  ! C++: Plan::space.
  function weft_plan_facts%space(ierr) result(text): answer(c_plan_space(self%c_handle, pointer), self%d)

  ! C++: Plan::times.
  ! i: of the step, from 1; WEFT_INVALID_ARGUMENT beyond the last one.
  subroutine weft_plan_facts%time(i, name, seconds, ierr)
    character(:), allocatable, intent(out) :: name
    real(c_double), intent(out) :: seconds
    name = ''
    seconds = 0
    code = c_plan_time(self%c_handle, i - 1, pointer, seconds)
    if (code == WEFT_SUCCESS) name = turned(from_c(pointer), self%d)
    call report_missing(code /= WEFT_SUCCESS .and. self%d > 0, 'there is no such step; they count from 1, see n_times', &
                        code, self%d, ierr)
  end subroutine

  ! C++: Plan::description.
  ! To be freed.
  subroutine weft_plan_facts%description(description, ierr)
    type(weft_description), intent(inout) :: description
    code = c_plan_description(self%c_handle, pointer)
    if (code == WEFT_SUCCESS) call description_at(pointer, self%d, description)
    call report(code, self%d, ierr)
  end subroutine

  ! The weft_plan* of C, for procedures in C of the user; NULL before create. In Fortran alone.
  pure type(c_ptr) function weft_plan_facts%c_pointer() result(c_pointer)
    c_pointer = self%c_handle
  end function

  ! Makes this the plan of a weft_plan* of C, which is freed by plan%destroy; NULL: of none. In Fortran alone.
  mutating subroutine weft_plan_facts%take(handle)
    self%c_handle = handle
    self%d = 0
    self%n = 0
    if (.not. c_associated(handle)) return
    code = c_plan_n_axes(handle, self%d)
    if (code /= WEFT_SUCCESS) self%d = 0
    code = c_plan_cycles(handle, self%n, c_shape)
    if (code /= WEFT_SUCCESS) self%n = 0
  end subroutine

  ! Indices along `axis` of this process's block, from 1 or the global ones; none of an axis that does not exist.
  subroutine find_indices(self, side, axis, global, first, last, ierr)
    class(weft_plan_facts), intent(in) :: self
    integer(weft_index), intent(out) :: first, last
    integer(weft_index) :: lower(self%d), upper(self%d)
    first = 1
    last = 0
    if (self%d > 0) call self%box(side, lower, upper, ierr)
    if (axis < 1 .or. axis > self%d) return
    if (flag(global) == 1) first = lower(axis)
    last = first + upper(axis) - lower(axis)
  end subroutine
end module weft_plan_facts_type
