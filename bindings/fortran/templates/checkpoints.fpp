! type(weft_checkpoint): a checkpoint to read, on any number of processes. Conventions: doc/checkpoints.md.
module weft_checkpoint_type
  use weft_distribution_type
  use weft_errors
  use weft_options_type
  use weft_plan_type
  use weft_support
  public :: weft_checkpoint, WEFT_CHECK_EVERYTHING, WEFT_CHECK_HEADERS

  ! What is compared with its checksum when a checkpoint is opened: all bytes, or all but the data of the
  ! fields, which read compares in any case.
  integer, parameter :: WEFT_CHECK_EVERYTHING = 0, WEFT_CHECK_HEADERS = 1

  ! A handle: copies are the same checkpoint. Collective: open, read, verify, make_plan. Errors are
  ! WEFT_INVALID_ARGUMENT where nothing else is said, among them names that are not there.
  type :: weft_checkpoint
    type(c_ptr), private :: handle = c_null_ptr
  end type

contains

  ! Opens `path`, or PATH.previous if that is missing or damaged: note says so then. Errors: WEFT_RESOURCE
  ! if there is neither, WEFT_INVALID_ARGUMENT if neither is whole. Collective over `comm`, a communicator
  ! of mpi_f08 or mpi. `options` of 'checkpoint'; or `check`, which is kept for one release.
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

  ! Frees the handle; before open it does nothing. Not collective.
  mutating subroutine weft_checkpoint%destroy()
    call c_checkpoint_free(self%handle)
  end subroutine

  ! Of the file that was opened.
  function weft_checkpoint%path(ierr) result(text)
    pointer = c_null_ptr
    code = c_checkpoint_path(self%handle, pointer)
    text = from_c(pointer)
    call report(code, 0, ierr)
  end function

  ! Why another file was not taken, or the choice of the plan is left out; '' if there is nothing to say.
  function weft_checkpoint%note(ierr) result(text)
    pointer = c_null_ptr
    code = c_checkpoint_note(self%handle, pointer)
    text = answer(code, pointer, 0, ierr)
  end function

  ! --- fields ---------------------------------------------------------------------------------------

  integer function weft_checkpoint%n_fields(ierr) result(n)
    n = 0
    call report(c_checkpoint_n_fields(self%handle, n), 0, ierr)
  end function

  ! The name of field `i`, from 1 on, in the order in which they were added.
  function weft_checkpoint%field_name(i, ierr) result(text)
    pointer = c_null_ptr
    call named(c_checkpoint_field_name(self%handle, i - 1, pointer), 'field', pointer, text, ierr)
  end function

  logical function weft_checkpoint%has_field(name, ierr) result(has)
    n = 0
    call report(c_checkpoint_has_field(self%handle, to_c(name), n), 0, ierr)
    has = n /= 0
  end function

  ! A field: global lengths, whether it is real (else complex), whether double (else single), units (may be
  ! '').
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

  ! Reads a field into the owned elements of `array`, one of `distribution` (see writer%add), in any layout
  ! of its shape, of either precision; ghost cells stay. What was read is compared with its checksum first.
  ! Errors: another shape, real for complex or the other way round, damage, numbers too large for single
  ! precision; after the last two the array holds anything. Collective.
  subroutine weft_checkpoint%read(name, distribution, array, ierr)
    type(*), dimension(..), intent(inout), optional :: array
    call settle(c_checkpoint_read(self%handle, to_c(name), distribution%c_pointer(), array), ierr)
  end subroutine

  ! Compares the data of all fields with their checksums. Collective.
  subroutine weft_checkpoint%verify(ierr)
    call report(c_checkpoint_verify(self%handle), 0, ierr)
  end subroutine

  ! --- values ---------------------------------------------------------------------------------------

  integer function weft_checkpoint%n_values(ierr) result(n)
    n = 0
    call report(c_checkpoint_n_values(self%handle, n), 0, ierr)
  end function

  ! The name of value `i`, from 1 on, in the order of the alphabet.
  function weft_checkpoint%value_name(i, ierr) result(text)
    pointer = c_null_ptr
    call named(c_checkpoint_value_name(self%handle, i - 1, pointer), 'value', pointer, text, ierr)
  end function

  logical function weft_checkpoint%has_value(name, ierr) result(has)
    n = 0
    call report(c_checkpoint_has_value(self%handle, to_c(name), n), 0, ierr)
    has = n /= 0
  end function

  ! The value `name`: a text, a number (also of a whole one), a whole number, or a list of these. The texts
  ! of a list have the length of the longest. Errors: another kind, whole numbers that do not fit.
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

  ! --- the plan -------------------------------------------------------------------------------------

  logical function weft_checkpoint%has_plan(ierr) result(has)
    n = 0
    call report(c_checkpoint_has_plan(self%handle, n), 0, ierr)
    has = n /= 0
  end function

  ! The choice of the plan.
  function weft_checkpoint%choice(ierr) result(text)
    pointer = c_null_ptr
    code = c_checkpoint_choice(self%handle, pointer)
    text = answer(code, pointer, 0, ierr)
  end function

  ! A new plan of the same problem: on as many processes the same plan, without measuring; on another number
  ! the choice is left out, and note says so. `options` for all that a choice does not say. Errors as of
  ! plan%create. Collective.
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
