! type(weft_checkpoint): a checkpoint to read, on any number of processes. Conventions: doc/checkpoints.md.
module weft_checkpoint_type
  use, intrinsic :: iso_c_binding, only: c_double, c_f_pointer, c_int, c_int64_t, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int32, int64, real64
  use mpi_f08, only: MPI_Comm
  use weft_c_checkpoint
  use weft_distribution_type
  use weft_errors
  use weft_options_type
  use weft_plan_type
  implicit none
  private
  public :: weft_checkpoint, WEFT_CHECK_EVERYTHING, WEFT_CHECK_HEADERS

  ! What is compared with its checksum when a checkpoint is opened: all bytes, or all but the data of the
  ! fields, which read compares in any case.
  integer, parameter :: WEFT_CHECK_EVERYTHING = 0, WEFT_CHECK_HEADERS = 1

  ! A handle: copies are the same checkpoint. Collective: open, read, verify, make_plan. Errors are
  ! WEFT_INVALID_ARGUMENT where nothing else is said, among them names that are not there.
  type :: weft_checkpoint
    type(c_ptr), private :: handle = c_null_ptr
  contains
    procedure, private :: open_integer, open_f08
    procedure, private :: get_text, get_number, get_int32, get_int64, get_texts, get_numbers, get_int64s
    generic :: open => open_integer, open_f08
    generic :: get => get_text, get_number, get_int32, get_int64, get_texts, get_numbers, get_int64s
    procedure :: destroy => destroy_checkpoint
    procedure :: path => checkpoint_path
    procedure :: note => checkpoint_note
    procedure :: n_fields => checkpoint_n_fields
    procedure :: field_name => checkpoint_field_name
    procedure :: has_field => checkpoint_has_field
    procedure :: info => checkpoint_info
    procedure :: read => checkpoint_read
    procedure :: verify => checkpoint_verify
    procedure :: n_values => checkpoint_n_values
    procedure :: value_name => checkpoint_value_name
    procedure :: has_value => checkpoint_has_value
    procedure :: has_plan => checkpoint_has_plan
    procedure :: choice => checkpoint_choice
    procedure :: make_plan => checkpoint_make_plan
  end type

contains

  ! Opens `path`, or PATH.previous if that is missing or damaged: note says so then. Errors: WEFT_RESOURCE
  ! if there is neither, WEFT_INVALID_ARGUMENT if neither is whole. Collective over `comm`, a communicator
  ! of mpi_f08 or mpi.
  subroutine open_integer(self, path, comm, check, ierr)
    class(weft_checkpoint), intent(inout) :: self
    character(*), intent(in) :: path
    integer, intent(in) :: comm
    integer, intent(in), optional :: check
    integer, intent(out), optional :: ierr
    integer(c_int) :: how
    how = WEFT_CHECK_EVERYTHING
    if (present(check)) how = int(check, c_int)
    self%handle = c_null_ptr
    call report(c_checkpoint_open(self%handle, to_c(path), int(comm, c_int), how), 0, ierr)
  end subroutine
  subroutine open_f08(self, path, comm, check, ierr)
    class(weft_checkpoint), intent(inout) :: self
    character(*), intent(in) :: path
    type(MPI_Comm), intent(in) :: comm
    integer, intent(in), optional :: check
    integer, intent(out), optional :: ierr
    call open_integer(self, path, comm%MPI_VAL, check, ierr)
  end subroutine

  ! Frees the handle; before open it does nothing. Not collective.
  subroutine destroy_checkpoint(self)
    class(weft_checkpoint), intent(inout) :: self
    call c_checkpoint_free(self%handle)
  end subroutine

  ! Of the file that was opened.
  function checkpoint_path(self, ierr) result(text)
    class(weft_checkpoint), intent(in) :: self
    integer, intent(out), optional :: ierr
    character(:), allocatable :: text
    type(c_ptr) :: pointer
    integer(c_int) :: code
    pointer = c_null_ptr
    code = c_checkpoint_path(self%handle, pointer)
    text = from_c(pointer)
    call report(code, 0, ierr)
  end function

  ! Why another file was not taken, or the choice of the plan is left out; '' if there is nothing to say.
  function checkpoint_note(self, ierr) result(text)
    class(weft_checkpoint), intent(in) :: self
    integer, intent(out), optional :: ierr
    character(:), allocatable :: text
    type(c_ptr) :: pointer
    integer(c_int) :: code
    pointer = c_null_ptr
    code = c_checkpoint_note(self%handle, pointer)
    text = turned(from_c(pointer), 0)
    call report(code, 0, ierr)
  end function

  ! --- fields ---------------------------------------------------------------------------------------

  integer function checkpoint_n_fields(self, ierr) result(n_fields)
    class(weft_checkpoint), intent(in) :: self
    integer, intent(out), optional :: ierr
    integer(c_int) :: n
    n = 0
    call report(c_checkpoint_n_fields(self%handle, n), 0, ierr)
    n_fields = n
  end function

  ! The name of field `i`, from 1 on, in the order in which they were added.
  function checkpoint_field_name(self, i, ierr) result(text)
    class(weft_checkpoint), intent(in) :: self
    integer, intent(in) :: i
    integer, intent(out), optional :: ierr
    character(:), allocatable :: text
    type(c_ptr) :: pointer
    pointer = c_null_ptr
    call named(c_checkpoint_field_name(self%handle, int(i - 1, c_int), pointer), 'field', pointer, text, ierr)
  end function

  logical function checkpoint_has_field(self, name, ierr) result(has)
    class(weft_checkpoint), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: ierr
    integer(c_int) :: answer
    answer = 0
    call report(c_checkpoint_has_field(self%handle, to_c(name), answer), 0, ierr)
    has = answer /= 0
  end function

  ! A field: global lengths, whether it is real (else complex), whether double (else single), units (may be
  ! '').
  subroutine checkpoint_info(self, name, shape, is_real, is_double, units, ierr)
    class(weft_checkpoint), intent(in) :: self
    character(*), intent(in) :: name
    integer(weft_index), allocatable, intent(out), optional :: shape(:)
    logical, intent(out), optional :: is_real, is_double
    character(:), allocatable, intent(out), optional :: units
    integer, intent(out), optional :: ierr
    integer(c_int64_t) :: c_shape(WEFT_MAX_AXES)
    integer(c_int) :: n, real, double, code
    type(c_ptr) :: pointer
    pointer = c_null_ptr
    n = 0
    real = 0
    double = 0
    code = c_checkpoint_field(self%handle, to_c(name), n, c_shape, real, double, pointer)
    if (present(shape)) shape = c_shape(n:1:-1)
    if (present(is_real)) is_real = real /= 0
    if (present(is_double)) is_double = double /= 0
    if (present(units)) units = from_c(pointer)
    call report(code, 0, ierr)
  end subroutine

  ! Reads a field into the owned elements of `array`, one of `distribution` (see writer%add), in any layout
  ! of its shape, of either precision; ghost cells stay. What was read is compared with its checksum first.
  ! Errors: another shape, real for complex or the other way round, damage, numbers too large for single
  ! precision; after the last two the array holds anything. Collective.
  subroutine checkpoint_read(self, name, distribution, array, ierr)
    class(weft_checkpoint), intent(in) :: self
    character(*), intent(in) :: name
    type(weft_distribution), intent(in) :: distribution
    type(*), dimension(..), intent(inout), optional :: array
    integer, intent(out), optional :: ierr
    call settle(c_checkpoint_read(self%handle, to_c(name), distribution%c_pointer(), array), ierr)
  end subroutine

  ! Compares the data of all fields with their checksums. Collective.
  subroutine checkpoint_verify(self, ierr)
    class(weft_checkpoint), intent(in) :: self
    integer, intent(out), optional :: ierr
    call report(c_checkpoint_verify(self%handle), 0, ierr)
  end subroutine

  ! --- values ---------------------------------------------------------------------------------------

  integer function checkpoint_n_values(self, ierr) result(n_values)
    class(weft_checkpoint), intent(in) :: self
    integer, intent(out), optional :: ierr
    integer(c_int) :: n
    n = 0
    call report(c_checkpoint_n_values(self%handle, n), 0, ierr)
    n_values = n
  end function

  ! The name of value `i`, from 1 on, in the order of the alphabet.
  function checkpoint_value_name(self, i, ierr) result(text)
    class(weft_checkpoint), intent(in) :: self
    integer, intent(in) :: i
    integer, intent(out), optional :: ierr
    character(:), allocatable :: text
    type(c_ptr) :: pointer
    pointer = c_null_ptr
    call named(c_checkpoint_value_name(self%handle, int(i - 1, c_int), pointer), 'value', pointer, text, ierr)
  end function

  logical function checkpoint_has_value(self, name, ierr) result(has)
    class(weft_checkpoint), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: ierr
    integer(c_int) :: answer
    answer = 0
    call report(c_checkpoint_has_value(self%handle, to_c(name), answer), 0, ierr)
    has = answer /= 0
  end function

  ! The value `name`: a text, a number (also of a whole one), a whole number, or a list of these. The texts
  ! of a list have the length of the longest. Errors: another kind, whole numbers that do not fit.
  subroutine get_text(self, name, value, ierr)
    class(weft_checkpoint), intent(in) :: self
    character(*), intent(in) :: name
    character(:), allocatable, intent(out) :: value
    integer, intent(out), optional :: ierr
    type(c_ptr) :: pointer
    integer(c_int) :: code
    pointer = c_null_ptr
    code = c_checkpoint_get_text(self%handle, to_c(name), pointer)
    value = from_c(pointer)
    call report(code, 0, ierr)
  end subroutine
  subroutine get_number(self, name, value, ierr)
    class(weft_checkpoint), intent(in) :: self
    character(*), intent(in) :: name
    real(real64), intent(out) :: value
    integer, intent(out), optional :: ierr
    value = 0
    call report(c_checkpoint_get_number(self%handle, to_c(name), value), 0, ierr)
  end subroutine
  subroutine get_int64(self, name, value, ierr)
    class(weft_checkpoint), intent(in) :: self
    character(*), intent(in) :: name
    integer(int64), intent(out) :: value
    integer, intent(out), optional :: ierr
    value = 0
    call report(c_checkpoint_get_whole(self%handle, to_c(name), value), 0, ierr)
  end subroutine
  subroutine get_int32(self, name, value, ierr)
    class(weft_checkpoint), intent(in) :: self
    character(*), intent(in) :: name
    integer(int32), intent(out) :: value
    integer, intent(out), optional :: ierr
    integer(int64) :: number
    integer(c_int) :: code
    value = 0
    number = 0
    code = c_checkpoint_get_whole(self%handle, to_c(name), number)
    if (code == WEFT_SUCCESS .and. abs(number) > huge(value)) then
      call refuse("the value '"//trim(name)//"' does not fit integer(int32); get it as integer(int64)", ierr)
    else
      value = int(number, int32)
      call report(code, 0, ierr)
    end if
  end subroutine
  subroutine get_texts(self, name, values, ierr)
    class(weft_checkpoint), intent(in) :: self
    character(*), intent(in) :: name
    character(:), allocatable, intent(out) :: values(:)
    integer, intent(out), optional :: ierr
    type(c_ptr) :: pointer
    integer(c_int) :: code, n
    integer :: i, length
    pointer = c_null_ptr
    n = 0
    code = c_checkpoint_value(self%handle, to_c(name), pointer, n)
    length = 0
    do i = 1, n
      if (code == WEFT_SUCCESS) code = c_checkpoint_get_texts(self%handle, to_c(name), int(i - 1, c_int), pointer)
      if (code == WEFT_SUCCESS) length = max(length, len(from_c(pointer)))
    end do
    if (code /= WEFT_SUCCESS) n = 0
    allocate (character(length) :: values(n))
    do i = 1, n
      code = c_checkpoint_get_texts(self%handle, to_c(name), int(i - 1, c_int), pointer)
      values(i) = from_c(pointer)
    end do
    call report(code, 0, ierr)
  end subroutine
  subroutine get_numbers(self, name, values, ierr)
    class(weft_checkpoint), intent(in) :: self
    character(*), intent(in) :: name
    real(real64), allocatable, intent(out) :: values(:)
    integer, intent(out), optional :: ierr
    real(c_double), pointer :: there(:)
    type(c_ptr) :: pointer
    integer(c_int) :: code, n
    pointer = c_null_ptr
    n = 0
    code = c_checkpoint_get_numbers(self%handle, to_c(name), n, pointer)
    allocate (values(n))
    if (n > 0) then
      call c_f_pointer(pointer, there, [n])
      values = there
    end if
    call report(code, 0, ierr)
  end subroutine
  subroutine get_int64s(self, name, values, ierr)
    class(weft_checkpoint), intent(in) :: self
    character(*), intent(in) :: name
    integer(int64), allocatable, intent(out) :: values(:)
    integer, intent(out), optional :: ierr
    integer(c_int64_t), pointer :: there(:)
    type(c_ptr) :: pointer
    integer(c_int) :: code, n
    pointer = c_null_ptr
    n = 0
    code = c_checkpoint_get_wholes(self%handle, to_c(name), n, pointer)
    allocate (values(n))
    if (n > 0) then
      call c_f_pointer(pointer, there, [n])
      values = there
    end if
    call report(code, 0, ierr)
  end subroutine

  ! --- the plan -------------------------------------------------------------------------------------

  logical function checkpoint_has_plan(self, ierr) result(has)
    class(weft_checkpoint), intent(in) :: self
    integer, intent(out), optional :: ierr
    integer(c_int) :: answer
    answer = 0
    call report(c_checkpoint_has_plan(self%handle, answer), 0, ierr)
    has = answer /= 0
  end function

  ! The choice of the plan.
  function checkpoint_choice(self, ierr) result(text)
    class(weft_checkpoint), intent(in) :: self
    integer, intent(out), optional :: ierr
    character(:), allocatable :: text
    type(c_ptr) :: pointer
    integer(c_int) :: code
    pointer = c_null_ptr
    code = c_checkpoint_choice(self%handle, pointer)
    text = turned(from_c(pointer), 0)
    call report(code, 0, ierr)
  end function

  ! A new plan of the same problem: on as many processes the same plan, without measuring; on another number
  ! the choice is left out, and note says so. `options` for all that a choice does not say. Errors as of
  ! plan%create. Collective.
  subroutine checkpoint_make_plan(self, plan, options, ierr)
    class(weft_checkpoint), intent(in) :: self
    type(weft_plan), intent(inout) :: plan
    type(weft_options), intent(in), optional :: options
    integer, intent(out), optional :: ierr
    type(c_ptr) :: handle
    integer(c_int) :: code
    handle = c_null_ptr
    code = c_checkpoint_make_plan(self%handle, handle, handle_of_options(options))
    if (code == WEFT_SUCCESS) call plan%take(handle)
    call report(code, 0, ierr)
  end subroutine

  ! The name at `pointer`, if there is one; the numbers in the words of the library count from 0.
  subroutine named(code, what, pointer, text, ierr)
    integer(c_int), intent(in) :: code
    character(*), intent(in) :: what
    type(c_ptr), intent(in) :: pointer
    character(:), allocatable, intent(out) :: text
    integer, intent(out), optional :: ierr
    text = from_c(pointer)
    if (code /= WEFT_SUCCESS) then
      call refuse('there is no such '//what//' in the checkpoint, or it is not open; they count from 1', ierr)
    else if (present(ierr)) then
      ierr = WEFT_SUCCESS
    end if
  end subroutine
end module weft_checkpoint_type
