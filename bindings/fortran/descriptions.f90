! type(weft_description): what a plan does, in counts, for any rank of any number of processes.
module weft_description_type
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_null_ptr, c_ptr
  use weft_c_descriptions
  use weft_errors
  use weft_layout_type
  use weft_options_type
  use weft_problem_type
  implicit none
  private
  public :: weft_description, description_at

  ! A handle: copies are the same description. Made by create(), a dry run, or by plan%description(). To be
  ! freed by free(). Nothing here is collective. Errors of all: WEFT_INVALID_ARGUMENT before it is made.
  type :: weft_description
    private
    type(c_ptr) :: handle = c_null_ptr
    integer :: n_axes = 0
  contains
    procedure :: create => describe
    procedure :: choice => description_choice
    procedure :: layout => description_layout
    procedure :: box => description_box
    procedure :: storage => description_storage
    procedure :: memory => description_memory
    procedure :: n_steps => description_n_steps
    procedure :: sweep => description_sweep
    procedure :: exchange => description_exchange
    procedure :: free => free_description
  end type

contains

  ! What a plan of `problem` would do on `rank` (from 0) of `n_processes`, of which processes_per_node
  ! consecutive ranks (default: all) share memory. Fails as plan%create would. Not collective.
  subroutine describe(self, problem, n_processes, rank, options, processes_per_node, ierr)
    class(weft_description), intent(inout) :: self
    type(weft_problem), intent(in) :: problem
    integer, intent(in) :: n_processes, rank
    type(weft_options), intent(in), optional :: options
    integer, intent(in), optional :: processes_per_node
    integer, intent(out), optional :: ierr
    integer :: per_node
    per_node = n_processes
    if (present(processes_per_node)) per_node = processes_per_node
    call c_description_free(self%handle)
    self%n_axes = n_axes_of_problem(problem)
    call report(c_describe(self%handle, handle_of_problem(problem), n_processes, rank, &
                           handle_of_options(options), per_node), self%n_axes, ierr)
  end subroutine

  ! The line of text that reproduces the plan as option 'choice', with the grid in Fortran's order.
  function description_choice(self, ierr) result(text)
    class(weft_description), intent(in) :: self
    integer, intent(out), optional :: ierr
    character(:), allocatable :: text
    type(c_ptr) :: pointer
    integer(c_int) :: code
    text = ''
    code = c_description_choice(self%handle, pointer)
    if (code == WEFT_SUCCESS) text = turned(from_c(pointer), self%n_axes)
    call report(code, self%n_axes, ierr)
  end function

  ! The layout of a side, WEFT_POINTS or WEFT_MODES, to be freed.
  subroutine description_layout(self, side, layout, ierr)
    class(weft_description), intent(in) :: self
    integer, intent(in) :: side
    type(weft_layout), intent(inout) :: layout
    integer, intent(out), optional :: ierr
    type(c_ptr) :: copy
    integer(c_int) :: code
    copy = c_null_ptr
    code = c_description_layout(self%handle, side, copy)
    if (code == WEFT_SUCCESS) call layout_at(copy, layout)
    call report(code, self%n_axes, ierr)
  end subroutine

  ! Global indices of the rank's block on a side; one element per axis. Empty: upper = lower - 1.
  subroutine description_box(self, side, lower, upper, ierr)
    class(weft_description), intent(in) :: self
    integer, intent(in) :: side
    integer(weft_index), intent(out) :: lower(:), upper(:)
    integer, intent(out), optional :: ierr
    integer(c_int64_t) :: begin(WEFT_MAX_AXES), end(WEFT_MAX_AXES)
    integer(c_int) :: code
    code = c_description_box(self%handle, side, begin, end)
    if (code /= WEFT_SUCCESS) then
      call report(code, self%n_axes, ierr)
    else
      call bounds_from_c(self%n_axes, begin, end, lower, upper, ierr)
    end if
  end subroutine

  ! How the rank's block lies in memory: see plan%storage.
  subroutine description_storage(self, side, shape, order, strides, n_elements, ierr)
    class(weft_description), intent(in) :: self
    integer, intent(in) :: side
    integer(weft_index), allocatable, intent(out), optional :: shape(:), strides(:)
    integer, allocatable, intent(out), optional :: order(:)
    integer(weft_index), intent(out), optional :: n_elements
    integer, intent(out), optional :: ierr
    integer(c_int64_t) :: c_shape(WEFT_MAX_AXES), c_strides(WEFT_MAX_AXES), n
    integer(c_int) :: c_order(WEFT_MAX_AXES), code
    code = c_description_storage(self%handle, side, c_shape, c_order, c_strides, n)
    if (code == WEFT_SUCCESS) then
      call storage_from_c(self%n_axes, c_shape, c_order, c_strides, shape, order, strides)
      if (present(n_elements)) n_elements = n
    end if
    call report(code, self%n_axes, ierr)
  end subroutine

  ! Bytes that the plan allocates on this rank: private stages, shared windows, tiles in cache.
  subroutine description_memory(self, stages, windows, tiles, ierr)
    class(weft_description), intent(in) :: self
    integer(weft_index), intent(out) :: stages, windows, tiles
    integer, intent(out), optional :: ierr
    stages = 0
    windows = 0
    tiles = 0
    call report(c_description_memory(self%handle, stages, windows, tiles), self%n_axes, ierr)
  end subroutine

  ! Sweeps and exchanges of a direction, WEFT_FORWARD or WEFT_BACKWARD.
  subroutine description_n_steps(self, direction, n_sweeps, n_exchanges, ierr)
    class(weft_description), intent(in) :: self
    integer, intent(in) :: direction
    integer, intent(out) :: n_sweeps, n_exchanges
    integer, intent(out), optional :: ierr
    n_sweeps = 0
    n_exchanges = 0
    call report(c_description_n_steps(self%handle, direction, n_sweeps, n_exchanges), self%n_axes, ierr)
  end subroutine

  ! Sweep `i` (from 1) of a direction: the axes that it transforms in this sequence (none: a copy), bytes per
  ! field. Errors: WEFT_INVALID_ARGUMENT beyond the last sweep.
  subroutine description_sweep(self, direction, i, axes, bytes_read, bytes_written, ierr)
    class(weft_description), intent(in) :: self
    integer, intent(in) :: direction, i
    integer, allocatable, intent(out) :: axes(:)
    integer(weft_index), intent(out) :: bytes_read, bytes_written
    integer, intent(out), optional :: ierr
    integer(c_int) :: n, c_sweep_axes(WEFT_MAX_AXES), code
    n = 0
    bytes_read = 0
    bytes_written = 0
    code = c_description_sweep(self%handle, direction, i - 1, n, c_sweep_axes, bytes_read, bytes_written)
    axes = self%n_axes - c_sweep_axes(:n)
    call settle_step(code, 'sweep', direction, i, self%n_axes, ierr)
  end subroutine

  ! Exchange `i` (from 1) of a direction: its name, messages to others and bytes in them, bytes read from or
  ! written to others' windows, flags awaited. Errors: WEFT_INVALID_ARGUMENT beyond the last exchange.
  subroutine description_exchange(self, direction, i, name, messages, bytes_sent, peer_bytes, flags, ierr)
    class(weft_description), intent(in) :: self
    integer, intent(in) :: direction, i
    character(:), allocatable, intent(out) :: name
    integer(weft_index), intent(out) :: messages, bytes_sent, peer_bytes, flags
    integer, intent(out), optional :: ierr
    type(c_ptr) :: text
    integer(c_int) :: code
    text = c_null_ptr
    messages = 0
    bytes_sent = 0
    peer_bytes = 0
    flags = 0
    code = c_description_exchange(self%handle, direction, i - 1, text, messages, bytes_sent, peer_bytes, flags)
    name = from_c(text)
    call settle_step(code, 'exchange', direction, i, self%n_axes, ierr)
  end subroutine

  ! Frees the handle; freeing again does nothing.
  subroutine free_description(self)
    class(weft_description), intent(inout) :: self
    call c_description_free(self%handle)
  end subroutine

  ! --- for the other modules -----------------------------------------------------------------------

  ! Makes `description` that of a new handle.
  subroutine description_at(handle, n_axes, description)
    type(c_ptr), intent(in) :: handle
    integer, intent(in) :: n_axes
    type(weft_description), intent(inout) :: description
    call c_description_free(description%handle)
    description%handle = handle
    description%n_axes = n_axes
  end subroutine

  ! The words of C count steps from 0.
  subroutine settle_step(code, what, direction, i, n_axes, ierr)
    integer(c_int), intent(in) :: code
    character(*), intent(in) :: what
    integer, intent(in) :: direction, i, n_axes
    integer, intent(out), optional :: ierr
    logical :: beyond
    character(24) :: number
    write (number, '(i0)') i
    beyond = n_axes > 0 .and. (direction == WEFT_FORWARD .or. direction == WEFT_BACKWARD)
    if (code == WEFT_INVALID_ARGUMENT .and. beyond) then
      call refuse('there is no ' // what // ' ' // trim(number) // '; they count from 1, see n_steps', ierr)
    else
      call report(code, n_axes, ierr)
    end if
  end subroutine
end module weft_description_type
