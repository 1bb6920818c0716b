! C++: class Checkpoint.
! type(weft_checkpoint) is a handle: copies are the same checkpoint. Calls before open are WEFT_INVALID_ARGUMENT.
module weft_checkpoint_type
  use weft_distribution_type
  use weft_errors
  use weft_options_type
  use weft_plan_type
  use weft_support
  public :: weft_checkpoint, WEFT_CHECK_EVERYTHING, WEFT_CHECK_HEADERS

  ! What open compares with its checksum: all bytes, or all but the data of the fields.
  integer, parameter :: WEFT_CHECK_EVERYTHING = 0, WEFT_CHECK_HEADERS = 1

  type :: weft_checkpoint
    type(c_ptr), private :: handle = c_null_ptr
  end type

contains

  ! C++: Checkpoint::Checkpoint.
  ! comm: the processes that read, of any number, a communicator of mpi_f08 or of mpi.
  ! check: the option as a number, in place of options, kept for one release.
  mutating subroutine weft_checkpoint%open/COMM(path, comm, check, options, ierr)
    integer, intent(in), optional :: check
    self%handle = c_null_ptr
    if (present(check) .and. .not. present(options)) then
      call report(c_checkpoint_open(self%handle, to_c(path), {HANDLE}, check), 0, ierr)
    else if (present(check)) then
      call refuse('a checkpoint is given options and check; set it in the options', ierr)
    else
      call report(c_checkpoint_open_with(self%handle, to_c(path), {HANDLE}, handle_of_options(options)), 0, ierr)
    end if
  end subroutine
  ! Frees the handle; before open it does nothing. Not collective. In Fortran alone.
  mutating subroutine weft_checkpoint%destroy()
    call c_checkpoint_free(self%handle)
  end subroutine

  ! C++: Checkpoint::path.
  function weft_checkpoint%path(ierr) result(text)
    pointer = c_null_ptr
    code = c_checkpoint_path(self%handle, pointer)
    text = from_c(pointer)
    call report(code, 0, ierr)
  end function
  ! C++: Checkpoint::note.
  function weft_checkpoint%note(ierr) result(text)
    pointer = c_null_ptr
    code = c_checkpoint_note(self%handle, pointer)
    text = answer(code, pointer, 0, ierr)
  end function

  ! The number of fields. In Fortran alone.
  integer function weft_checkpoint%n_fields(ierr) result(n): report(c_checkpoint_n_fields(self%handle, n), 0)
  ! The name of field `i`, from 1, in the order of `add()`; WEFT_INVALID_ARGUMENT if there is none. In Fortran alone.
  function weft_checkpoint%field_name(i, ierr) result(text)
    pointer = c_null_ptr
    call named(c_checkpoint_field_name(self%handle, i - 1, pointer), 'field', pointer, text, ierr)
  end function
  ! C++: Checkpoint::has_field.
  logical function weft_checkpoint%has_field(name, ierr) result(has): &
      report(c_checkpoint_has_field(self%handle, to_c(name), n), 0)
  ! C++: Checkpoint::info.
  ! is_real, is_double: .false. if the elements are complex; if they are of single precision.
  subroutine weft_checkpoint%info(name, shape, is_real, is_double, units, ierr)
    character(:), allocatable, intent(out), optional :: units
    integer(c_int) :: n, real, double
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
  ! C++: Checkpoint::read.
  ! array: as of weft_checkpoint_writer%add.
  subroutine weft_checkpoint%read(name, distribution, array, ierr): &
      settle(c_checkpoint_read(self%handle, to_c(name), distribution%c_pointer(), array))
    type(*), dimension(..), intent(inout), optional :: array
  ! C++: Checkpoint::verify.
  subroutine weft_checkpoint%verify(ierr): report(c_checkpoint_verify(self%handle), 0)

  ! The number of values. In Fortran alone.
  integer function weft_checkpoint%n_values(ierr) result(n): report(c_checkpoint_n_values(self%handle, n), 0)
  ! The name of value `i`, from 1, by the alphabet; WEFT_INVALID_ARGUMENT if there is none. In Fortran alone.
  function weft_checkpoint%value_name(i, ierr) result(text)
    pointer = c_null_ptr
    call named(c_checkpoint_value_name(self%handle, i - 1, pointer), 'value', pointer, text, ierr)
  end function
  ! Whether there is a value of the name `name`. In Fortran alone.
  logical function weft_checkpoint%has_value(name, ierr) result(has): &
      report(c_checkpoint_has_value(self%handle, to_c(name), n), 0)
  ! C++: Checkpoint::get.
  ! value: a text, a number, or a whole number; WEFT_INVALID_ARGUMENT for one that does not fit integer(int32).
  ! values: a list of one of these. Its texts have the length of the longest.
  subroutine weft_checkpoint%get/text(name, value, ierr)
    character(:), allocatable, intent(out) :: value
    pointer = c_null_ptr
    code = c_checkpoint_get_text(self%handle, to_c(name), pointer)
    value = from_c(pointer)
    call report(code, 0, ierr)
  end subroutine
  subroutine weft_checkpoint%get/NUMBER(name, value, ierr)
    {TYPE}, intent(out) :: value
    value = 0
    call report(c_checkpoint_get_{KIND}(self%handle, to_c(name), value), 0, ierr)
  end subroutine
  subroutine weft_checkpoint%get/int32(name, value, ierr)
    integer(int32), intent(out) :: value
    integer(int64) :: number
    value = 0
    number = 0
    code = c_checkpoint_get_whole(self%handle, to_c(name), number)
    if (abs(number) <= huge(value)) value = int(number, int32)
    call report_missing(code == WEFT_SUCCESS .and. abs(number) > huge(value), "the value '"//trim(name)// &
                        "' does not fit integer(int32); get it as integer(int64)", code, 0, ierr)
  end subroutine
  subroutine weft_checkpoint%get/texts(name, values, ierr)
    character(:), allocatable, intent(out) :: values(:)
    integer :: i, length
    pointer = c_null_ptr
    n = 0
    code = c_checkpoint_value(self%handle, to_c(name), pointer, n)
    length = 0
    do i = 1, n
      if (code == WEFT_SUCCESS) code = c_checkpoint_get_texts(self%handle, to_c(name), i - 1, pointer)
      if (code == WEFT_SUCCESS) length = max(length, len(from_c(pointer)))
    end do
    if (code /= WEFT_SUCCESS) n = 0
    allocate (character(length) :: values(n))
    do i = 1, n
      code = c_checkpoint_get_texts(self%handle, to_c(name), i - 1, pointer)
      values(i) = from_c(pointer)
    end do
    call report(code, 0, ierr)
  end subroutine
  subroutine weft_checkpoint%get/LIST(name, values, ierr)
    {TYPE}, allocatable, intent(out) :: values(:)
    {TYPE}, pointer :: there(:)
    pointer = c_null_ptr
    n = 0
    code = c_checkpoint_get_{KIND}(self%handle, to_c(name), n, pointer)
    allocate (values(n))
    if (n > 0) then
      call c_f_pointer(pointer, there, [n])
      values = there
    end if
    call report(code, 0, ierr)
  end subroutine

  ! C++: Checkpoint::has_plan.
  logical function weft_checkpoint%has_plan(ierr) result(has): report(c_checkpoint_has_plan(self%handle, n), 0)
  ! C++: Checkpoint::choice.
  function weft_checkpoint%choice(ierr) result(text)
    pointer = c_null_ptr
    code = c_checkpoint_choice(self%handle, pointer)
    text = answer(code, pointer, 0, ierr)
  end function
  ! C++: Checkpoint::make_plan.
  subroutine weft_checkpoint%make_plan(plan, options, ierr)
    type(weft_plan), intent(inout) :: plan
    pointer = c_null_ptr
    code = c_checkpoint_make_plan(self%handle, pointer, handle_of_options(options))
    if (code == WEFT_SUCCESS) call plan%take(pointer)
    call report(code, 0, ierr)
  end subroutine

  ! The name at `pointer`, if there is one; the numbers in the words of the library count from 0.
  subroutine named(code, what, pointer, text, ierr)
    type(c_ptr), intent(in) :: pointer
    character(:), allocatable, intent(out) :: text
    text = from_c(pointer)
    if (code /= WEFT_SUCCESS) then
      call refuse('there is no such '//what//' in the checkpoint, or it is not open; they count from 1', ierr)
    else if (present(ierr)) then
      ierr = WEFT_SUCCESS
    end if
  end subroutine
end module weft_checkpoint_type
