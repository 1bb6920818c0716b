! type(weft_options): how a plan, a halo, a dataset or a checkpoint is to be made, as text keys and values; and the
! tables of the keys.
!
! C++: class Options.
module weft_options_type
  use weft_errors
  use weft_support
  public :: weft_options, weft_option_row, weft_option_object, handle_of_options

  ! A handle: copies are the same options. Nothing need be set. Of a plan, unless create is called first. To be freed
  ! by free().
  type :: weft_options
    private
    type(c_ptr) :: handle = c_null_ptr
  end type

contains

  ! C++: options_for.
  ! Earlier options of this variable are not freed.
  mutating subroutine weft_options%create(object, ierr)
    self%handle = c_null_ptr
    call report(c_options_create_for(self%handle, to_c(object)), 0, ierr)
  end subroutine

  ! C++: Options::set.
  ! What goes by axes or dimensions is written in Fortran's order: in a process grid '4x2' ranks go along the first
  ! dimension first, and the last one cuts the last axis; chunks='8x16' have 8 elements along the first axis;
  ! periodic='yes,no' is so along the first axis.
  mutating subroutine weft_options%set(key, value, ierr)
    character(*), intent(in) :: value
    character(:), allocatable :: text
    code = WEFT_SUCCESS
    if (.not. c_associated(self%handle)) code = c_options_create(self%handle)
    text = turned(value, 0)
    if (code == WEFT_SUCCESS) code = c_options_set(self%handle, to_c(key), to_c(text))
    call report(code, 0, ierr)
  end subroutine

  ! C++: Options::get.
  mutating function weft_options%get(key, ierr) result(value)
    code = WEFT_SUCCESS
    if (.not. c_associated(self%handle)) code = c_options_create(self%handle)
    if (code == WEFT_SUCCESS) code = c_options_get(self%handle, to_c(key), pointer)
    value = ''
    if (code == WEFT_SUCCESS) value = from_c(pointer)
    value = turned(value, 0)
    call report(code, 0, ierr)
  end function

  ! Forgets all that was set. Not collective. In Fortran alone.
  mutating subroutine weft_options%free()
    call c_options_free(self%handle)
  end subroutine

  ! C++: option_table.
  ! i: the row, from 1; WEFT_INVALID_ARGUMENT beyond the last one. Any of the texts may be left out.
  subroutine weft_option_row(i, key, values, standard, meaning, ierr, object)
    character(*), intent(in), optional :: object
    character(:), allocatable, intent(out), optional :: key
    character(:), allocatable :: whose
    type(c_ptr) :: texts(4)
    texts = c_null_ptr
    whose = 'plan'
    if (present(object)) whose = object
    code = c_option_row_of(to_c(whose), i - 1, texts(1), texts(2), texts(3), texts(4))
    if (present(key)) key = from_c(texts(1))
    if (present(values)) values = turned(from_c(texts(2)), 0)
    if (present(standard)) standard = from_c(texts(3))
    if (present(meaning)) meaning = from_c(texts(4))
    call report_missing(code /= WEFT_SUCCESS, 'there is no such row of options; the rows count from 1', code, 0, ierr)
  end subroutine

  ! C++: option_objects.
  ! i: of the object, from 1; WEFT_INVALID_ARGUMENT beyond the last one.
  function weft_option_object(i, ierr) result(name)
    pointer = c_null_ptr
    code = c_option_object(i - 1, pointer)
    name = from_c(pointer)
    call report_missing(code /= WEFT_SUCCESS, 'there is no such object with options; they count from 1', code, 0, ierr)
  end function

  ! For the other modules: NULL where nothing was set.
  type(c_ptr) function handle_of_options(options)
    class(weft_options), intent(in), optional :: options
    handle_of_options = c_null_ptr
    if (present(options)) handle_of_options = options%handle
  end function
end module weft_options_type
