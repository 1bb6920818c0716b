! What a plan is: the questions that one may ask it. weft_plan extends this type; nothing here is collective.
module weft_plan_facts_type
  use, intrinsic :: iso_c_binding, only: c_associated, c_double, c_int, c_int64_t, c_null_ptr, c_ptr
  use weft_c_plans
  use weft_c_solvers, only: c_plan_coordinates
  use weft_description_type
  use weft_errors
  use weft_layout_type
  use weft_problem_type
  implicit none
  private
  public :: weft_plan_facts, is_true

  ! A handle: copies are the same plan. Errors of all: WEFT_INVALID_ARGUMENT before create.
  type :: weft_plan_facts
    type(c_ptr), private :: c_handle = c_null_ptr
    integer, private :: d = 0  ! number of axes
  contains
    procedure :: n_axes => plan_n_axes
    procedure :: rank => plan_rank
    procedure :: box => plan_box
    procedure :: storage => plan_storage
    procedure :: element => plan_element
    procedure :: layout => plan_layout
    procedure :: wavenumbers => plan_wavenumbers
    procedure :: coordinates => plan_coordinates
    procedure :: get => plan_get
    procedure :: in_place_bytes => plan_in_place_bytes
    procedure :: allocated_bytes => plan_allocated_bytes
    procedure :: choice => plan_choice
    procedure :: explain => plan_explain
    procedure :: n_times => plan_n_times
    procedure :: time => plan_time
    procedure :: description => plan_description
    procedure :: c_pointer => plan_c_pointer
    procedure :: take => take_handle
  end type

contains

  ! The number of axes of the array.
  integer function plan_n_axes(self, ierr)
    class(weft_plan_facts), intent(in) :: self
    integer, intent(out), optional :: ierr
    plan_n_axes = 0
    call report(c_plan_n_axes(self%c_handle, plan_n_axes), self%d, ierr)
  end function

  ! The rank (from 0) of this process among those of the plan.
  integer function plan_rank(self, ierr)
    class(weft_plan_facts), intent(in) :: self
    integer, intent(out), optional :: ierr
    plan_rank = 0
    call report(c_plan_rank(self%c_handle, plan_rank), self%d, ierr)
  end function

  ! This process's block of a side, WEFT_POINTS or WEFT_MODES: global indices lower(i) to upper(i) along axis i;
  ! upper = lower - 1 where it is empty. Both arrays have one element per axis.
  subroutine plan_box(self, side, lower, upper, ierr)
    class(weft_plan_facts), intent(in) :: self
    integer, intent(in) :: side
    integer(weft_index), intent(out) :: lower(:), upper(:)
    integer, intent(out), optional :: ierr
    integer(c_int64_t) :: begin(WEFT_MAX_AXES), end(WEFT_MAX_AXES)
    integer(c_int) :: code
    code = c_plan_box(self%c_handle, side, begin, end)
    if (code /= WEFT_SUCCESS) then
      call report(code, self%d, ierr)
    else
      call bounds_from_c(self%d, begin, end, lower, upper, ierr)
    end if
  end subroutine

  ! How this process's block of a side lies in memory: its lengths, its axes from the fastest to the slowest
  ! (1,2,3 is Fortran's order), the distance in elements between neighbours along each axis, and the elements
  ! that an array needs. Any result may be left out.
  subroutine plan_storage(self, side, shape, order, strides, n_elements, ierr)
    class(weft_plan_facts), intent(in) :: self
    integer, intent(in) :: side
    integer(weft_index), allocatable, intent(out), optional :: shape(:), strides(:)
    integer, allocatable, intent(out), optional :: order(:)
    integer(weft_index), intent(out), optional :: n_elements
    integer, intent(out), optional :: ierr
    integer(c_int64_t) :: c_shape(WEFT_MAX_AXES), c_strides(WEFT_MAX_AXES), n
    integer(c_int) :: c_order(WEFT_MAX_AXES), code
    code = c_plan_storage(self%c_handle, side, c_shape, c_order, c_strides, n)
    if (code == WEFT_SUCCESS) then
      call storage_from_c(self%d, c_shape, c_order, c_strides, shape, order, strides)
      if (present(n_elements)) n_elements = n
    end if
    call report(code, self%d, ierr)
  end subroutine

  ! An element of a side: its bytes, whether it is real (else complex) and double (else single precision).
  subroutine plan_element(self, side, bytes, is_real, is_double, ierr)
    class(weft_plan_facts), intent(in) :: self
    integer, intent(in) :: side
    integer, intent(out) :: bytes
    logical, intent(out) :: is_real, is_double
    integer, intent(out), optional :: ierr
    integer(c_int) :: real_number, double_number, code
    bytes = 0
    real_number = 0
    double_number = 0
    code = c_plan_element(self%c_handle, side, bytes, real_number, double_number)
    is_real = real_number /= 0
    is_double = double_number /= 0
    call report(code, self%d, ierr)
  end subroutine

  ! The layout of a side: which process owns which block. To be freed.
  subroutine plan_layout(self, side, layout, ierr)
    class(weft_plan_facts), intent(in) :: self
    integer, intent(in) :: side
    type(weft_layout), intent(inout) :: layout
    integer, intent(out), optional :: ierr
    type(c_ptr) :: copy
    integer(c_int) :: code
    copy = c_null_ptr
    code = c_plan_layout(self%c_handle, side, copy)
    if (code == WEFT_SUCCESS) call layout_at(copy, layout)
    call report(code, self%d, ierr)
  end subroutine

  ! Integer wavenumbers of this process's modes along `axis` (from 1): 0, 1, ... then the negative ones; 0 ...
  ! n/2 along the real axis of an r2c. k(i) belongs to index i of the modes, from 1 or, with global=.true.,
  ! from the global index of the first one. For a period L multiply by 2 pi / L. Errors: WEFT_INVALID_ARGUMENT
  ! for an axis that does not exist or is not transformed.
  subroutine plan_wavenumbers(self, axis, k, global, ierr)
    class(weft_plan_facts), intent(in) :: self
    integer, intent(in) :: axis
    integer(weft_index), allocatable, intent(out) :: k(:)
    logical, intent(in), optional :: global
    integer, intent(out), optional :: ierr
    integer(weft_index) :: lower(self%d), upper(self%d), first, last
    integer(c_int) :: code
    code = WEFT_SUCCESS
    first = 1
    last = 0
    if (self%d > 0) call self%box(WEFT_MODES, lower, upper, ierr)
    if (axis >= 1 .and. axis <= self%d) then
      if (is_true(global)) first = lower(axis)
      last = first + upper(axis) - lower(axis)
    end if
    allocate (k(first:last))
    code = c_plan_wavenumbers(self%c_handle, self%d - axis, k)
    call report(code, self%d, ierr)
  end subroutine

  ! Coordinates of this process's points along `axis` (from 1) on a domain of `length`: the grid that belongs
  ! to the kind of the axis (doc/solvers.md; j L / n of a Fourier axis, j from 0). Without length it is the
  ! natural one: 2 pi along a Fourier axis, pi along a cosine or sine axis, 2 along a Chebyshev axis. x(i)
  ! belongs to index i of the points, from 1 or, with global=.true., from the global index of the first one.
  ! Errors: WEFT_INVALID_ARGUMENT for an axis that does not exist, or a length that is not above 0.
  subroutine plan_coordinates(self, axis, x, length, global, ierr)
    class(weft_plan_facts), intent(in) :: self
    integer, intent(in) :: axis
    real(c_double), allocatable, intent(out) :: x(:)
    real(c_double), intent(in), optional :: length
    logical, intent(in), optional :: global
    integer, intent(out), optional :: ierr
    integer(weft_index) :: lower(self%d), upper(self%d), first, last
    real(c_double) :: whole
    first = 1
    last = 0
    if (self%d > 0) call self%box(WEFT_POINTS, lower, upper, ierr)
    if (axis >= 1 .and. axis <= self%d) then
      if (is_true(global)) first = lower(axis)
      last = first + upper(axis) - lower(axis)
    end if
    allocate (x(first:last))
    whole = 0
    if (present(length)) whole = length
    if (present(length) .and. .not. whole > 0) whole = -1  ! 0 would be the natural length
    call report(c_plan_coordinates(self%c_handle, self%d - axis, whole, x), self%d, ierr)
  end subroutine

  ! The value of a key of the plan's problem; see weft_problem_row. Errors: WEFT_INVALID_ARGUMENT for an
  ! unknown key.
  function plan_get(self, key, ierr) result(value)
    class(weft_plan_facts), intent(in) :: self
    character(*), intent(in) :: key
    integer, intent(out), optional :: ierr
    character(:), allocatable :: value
    type(c_ptr) :: text
    integer(c_int) :: code
    value = ''
    code = c_plan_get(self%c_handle, to_c(key), text)
    if (code == WEFT_SUCCESS) value = value_from_c(key, from_c(text), self%d)
    call report(code, self%d, ierr)
  end function

  ! Bytes that an array of a plan in place needs on this process.
  integer(weft_index) function plan_in_place_bytes(self, ierr)
    class(weft_plan_facts), intent(in) :: self
    integer, intent(out), optional :: ierr
    plan_in_place_bytes = 0
    call report(c_plan_in_place_bytes(self%c_handle, plan_in_place_bytes), self%d, ierr)
  end function

  ! Bytes that the plan allocated on this process.
  integer(weft_index) function plan_allocated_bytes(self, ierr)
    class(weft_plan_facts), intent(in) :: self
    integer, intent(out), optional :: ierr
    plan_allocated_bytes = 0
    call report(c_plan_allocated_bytes(self%c_handle, plan_allocated_bytes), self%d, ierr)
  end function

  ! The line of text that reproduces the plan as option 'choice', with the grid in Fortran's order.
  function plan_choice(self, ierr) result(text)
    class(weft_plan_facts), intent(in) :: self
    integer, intent(out), optional :: ierr
    character(:), allocatable :: text
    type(c_ptr) :: pointer
    integer(c_int) :: code
    text = ''
    code = c_plan_choice(self%c_handle, pointer)
    if (code == WEFT_SUCCESS) text = turned(from_c(pointer), self%d)
    call report(code, self%d, ierr)
  end function

  ! What a call does on this process, in words and bytes; after calls also the time of each step, after
  ! weft_measure_rates how near that is to the rates of the machine; lines with new_line between them. Axes, shapes and
  ! grids read as in Fortran, the memory order from the fastest axis to the slowest.
  function plan_explain(self, ierr) result(text)
    class(weft_plan_facts), intent(in) :: self
    integer, intent(out), optional :: ierr
    character(:), allocatable :: text
    type(c_ptr) :: pointer
    integer(c_int) :: code
    text = ''
    code = c_plan_explain(self%c_handle, pointer)
    if (code == WEFT_SUCCESS) text = turned(from_c(pointer), self%d)
    call report(code, self%d, ierr)
  end function

  ! The steps of this process's last call; 0 before the first.
  integer function plan_n_times(self, ierr)
    class(weft_plan_facts), intent(in) :: self
    integer, intent(out), optional :: ierr
    plan_n_times = 0
    call report(c_plan_n_times(self%c_handle, plan_n_times), self%d, ierr)
  end function

  ! Name and seconds of step `i` (from 1) of this process's last call. Errors: WEFT_INVALID_ARGUMENT beyond the
  ! last step.
  subroutine plan_time(self, i, name, seconds, ierr)
    class(weft_plan_facts), intent(in) :: self
    integer, intent(in) :: i
    character(:), allocatable, intent(out) :: name
    real(c_double), intent(out) :: seconds
    integer, intent(out), optional :: ierr
    type(c_ptr) :: text
    integer(c_int) :: code
    name = ''
    seconds = 0
    code = c_plan_time(self%c_handle, i - 1, text, seconds)
    if (code == WEFT_SUCCESS) name = turned(from_c(text), self%d)
    if (code /= WEFT_SUCCESS .and. self%d > 0) then
      call refuse('there is no such step; they count from 1, see n_times', ierr)
    else
      call report(code, self%d, ierr)
    end if
  end subroutine

  ! What the plan does on this process, in counts. To be freed.
  subroutine plan_description(self, description, ierr)
    class(weft_plan_facts), intent(in) :: self
    type(weft_description), intent(inout) :: description
    integer, intent(out), optional :: ierr
    type(c_ptr) :: copy
    integer(c_int) :: code
    copy = c_null_ptr
    code = c_plan_description(self%c_handle, copy)
    if (code == WEFT_SUCCESS) call description_at(copy, self%d, description)
    call report(code, self%d, ierr)
  end subroutine

  ! The weft_plan* of C, for procedures in C of the user; NULL before create.
  pure type(c_ptr) function plan_c_pointer(self)
    class(weft_plan_facts), intent(in) :: self
    plan_c_pointer = self%c_handle
  end function

  ! Makes this the plan of a weft_plan* of C, which is freed by plan%destroy; NULL: of none.
  subroutine take_handle(self, handle)
    class(weft_plan_facts), intent(inout) :: self
    type(c_ptr), intent(in) :: handle
    integer(c_int) :: code
    self%c_handle = handle
    self%d = 0
    if (.not. c_associated(handle)) return
    code = c_plan_n_axes(handle, self%d)
    if (code /= WEFT_SUCCESS) self%d = 0
  end subroutine

  ! For the other modules: an optional logical, .false. by default.
  pure logical function is_true(option)
    logical, intent(in), optional :: option
    is_true = .false.
    if (present(option)) is_true = option
  end function
end module weft_plan_facts_type
