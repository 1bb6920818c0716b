! type(weft_description): what a plan does, in counts, for any rank of any number of processes. Nothing here is
! collective.
module weft_description_type
  use weft_errors
  use weft_layout_type
  use weft_options_type
  use weft_problem_type
  use weft_support
  public :: weft_description, description_at

  ! A handle: copies are the same description. Made by create(), a dry run, or by plan%description(). To be
  ! freed by free(). Nothing here is collective. Errors of all: WEFT_INVALID_ARGUMENT before it is made.
  type :: weft_description
    private
    type(c_ptr) :: handle = c_null_ptr
    integer :: n_axes = 0
  end type

contains

  ! C++: describe.
  ! Options may be left out, and processes_per_node: then all share memory.
  mutating subroutine weft_description%create(problem, n_processes, rank, options, processes_per_node, ierr)
    integer, intent(in) :: n_processes
    call c_description_free(self%handle)
    self%n_axes = n_axes_of_problem(problem)
    call report(c_describe(self%handle, handle_of_problem(problem), n_processes, rank, &
                           handle_of_options(options), given(processes_per_node, n_processes)), self%n_axes, ierr)
    code = c_description_n_axes(self%handle, n)
    if (code == WEFT_SUCCESS) self%n_axes = n
  end subroutine

  ! C++: Plan::choice.
  function weft_description%choice(ierr) result(text): answer(c_description_choice(self%handle, pointer), self%n_axes)

  ! C++: Plan::points_layout, Plan::modes_layout.
  ! layout: to be freed.
  subroutine weft_description%layout(side, layout, ierr)
    code = c_description_layout(self%handle, side, pointer)
    call layout_at(code, pointer, self%n_axes, layout, ierr)
  end subroutine

  ! C++: Plan::points_box, Plan::modes_box.
  ! Of the rank of the description; bounds as of plan%box.
  subroutine weft_description%box(side, lower, upper, ierr)
    code = c_description_box(self%handle, side, begins, ends)
    call bounds_from_c(code, self%n_axes, begins, ends, lower, upper, ierr)
  end subroutine

  ! C++: Plan::points_storage, Plan::modes_storage.
  ! Of the rank of the description; results as of plan%storage.
  subroutine weft_description%storage(side, shape, order, strides, n_elements, ierr)
    code = c_description_storage(self%handle, side, c_shape, c_order, c_strides, n_elements)
    call storage_from_c(code, self%n_axes, c_shape, c_order, c_strides, shape, order, strides, ierr)
  end subroutine

  ! C++: class PlanMemory.
  ! Private stages, shared windows, tiles in cache.
  subroutine weft_description%memory(stages, windows, tiles, ierr)
    integer(weft_index), intent(out) :: stages, windows, tiles
    stages = 0
    windows = 0
    tiles = 0
    call report(c_description_memory(self%handle, stages, windows, tiles), self%n_axes, ierr)
  end subroutine

  ! How many sweeps and exchanges a direction has, WEFT_FORWARD or WEFT_BACKWARD. In Fortran alone.
  subroutine weft_description%n_steps(direction, n_sweeps, n_exchanges, ierr)
    integer, intent(out) :: n_sweeps, n_exchanges
    n_sweeps = 0
    n_exchanges = 0
    call report(c_description_n_steps(self%handle, direction, n_sweeps, n_exchanges), self%n_axes, ierr)
  end subroutine

  ! C++: class SweepCounts.
  ! i: of the sweep, from 1; WEFT_INVALID_ARGUMENT beyond the last one.
  ! axes: that the sweep transforms, in this sequence; none: a copy.
  subroutine weft_description%sweep(direction, i, axes, bytes_read, bytes_written, ierr)
    integer, allocatable, intent(out) :: axes(:)
    integer(weft_index), intent(out) :: bytes_read, bytes_written
    integer(c_int) :: n, c_sweep_axes(WEFT_MAX_AXES)
    n = 0
    bytes_read = 0
    bytes_written = 0
    code = c_description_sweep(self%handle, direction, i - 1, n, c_sweep_axes, bytes_read, bytes_written)
    axes = self%n_axes - c_sweep_axes(:n)
    call settle_step(code, 'sweep', direction, i, self%n_axes, ierr)
  end subroutine

  ! C++: class ExchangeCounts.
  ! i: of the exchange, from 1; WEFT_INVALID_ARGUMENT beyond the last one.
  ! Its name, messages to others and bytes in them, bytes read from or written to others' windows, flags awaited.
  subroutine weft_description%exchange(direction, i, name, messages, bytes_sent, peer_bytes, flags, ierr)
    character(:), allocatable, intent(out) :: name
    integer(weft_index), intent(out) :: messages, bytes_sent, peer_bytes, flags
    pointer = c_null_ptr
    messages = 0
    bytes_sent = 0
    peer_bytes = 0
    flags = 0
    code = c_description_exchange(self%handle, direction, i - 1, pointer, messages, bytes_sent, peer_bytes, flags)
    name = from_c(pointer)
    call settle_step(code, 'exchange', direction, i, self%n_axes, ierr)
  end subroutine

  ! Frees the handle; freeing again does nothing. In Fortran alone.
  mutating subroutine weft_description%free()
    call c_description_free(self%handle)
  end subroutine

  ! --- for the other modules -----------------------------------------------------------------------

  ! Makes `description` that of a new handle.
  subroutine description_at(handle, n_axes, description)
    type(weft_description), intent(inout) :: description
    call c_description_free(description%handle)
    description%handle = handle
    description%n_axes = n_axes
  end subroutine

  ! The words of C count steps from 0.
  subroutine settle_step(code, what, direction, i, n_axes, ierr)
    logical :: beyond
    character(24) :: number
    write (number, '(i0)') i
    beyond = n_axes > 0 .and. (direction == WEFT_FORWARD .or. direction == WEFT_BACKWARD)
    call report_missing(code == WEFT_INVALID_ARGUMENT .and. beyond, 'there is no ' // what // ' ' // trim(number) // &
                        '; they count from 1, see n_steps', code, n_axes, ierr)
  end subroutine
end module weft_description_type
