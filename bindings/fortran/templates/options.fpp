! type(weft_options): how a transform is to be done, as text keys and values; and the table of the keys.
module weft_options_type
  use weft_errors
  use weft_support
  public :: weft_options, weft_option_row, handle_of_options

  ! A handle: copies are the same options. What is not set has its default; nothing need be set. To be
  ! freed by free().
  type :: weft_options
    private
    type(c_ptr) :: handle = c_null_ptr
  end type

contains

  ! Sets option `key` to the text `value`; weft_option_row lists them. Process grids are written in Fortran's
  ! order, '4x2': ranks go along the first dimension first, and the last dimension cuts the last axis. Errors:
  ! WEFT_INVALID_ARGUMENT for an unknown key or value. Not collective.
  mutating subroutine weft_options%set(key, value, ierr)
    character(*), intent(in) :: value
    character(:), allocatable :: text
    code = WEFT_SUCCESS
    if (.not. c_associated(self%handle)) code = c_options_create(self%handle)
    text = value
    if (names_a_grid(key)) text = turned(value, 0)
    if (code == WEFT_SUCCESS) code = c_options_set(self%handle, to_c(key), to_c(text))
    call report(code, 0, ierr)
  end subroutine

  ! What option `key` was set to, or its default. Errors: WEFT_INVALID_ARGUMENT for an unknown key. Not
  ! collective.
  mutating function weft_options%get(key, ierr) result(value)
    code = WEFT_SUCCESS
    if (.not. c_associated(self%handle)) code = c_options_create(self%handle)
    if (code == WEFT_SUCCESS) code = c_options_get(self%handle, to_c(key), pointer)
    value = ''
    if (code == WEFT_SUCCESS) value = from_c(pointer)
    if (names_a_grid(key)) value = turned(value, 0)
    call report(code, 0, ierr)
  end function

  ! Forgets all that was set. Not collective.
  mutating subroutine weft_options%free()
    call c_options_free(self%handle)
  end subroutine

  ! Row `i` (from 1) of the options: the key, what it takes, its default, what it means. Any of the texts may
  ! be left out. Errors: WEFT_INVALID_ARGUMENT beyond the last row. Not collective.
  subroutine weft_option_row(i, key, values, standard, meaning, ierr)
    character(:), allocatable, intent(out), optional :: key
    type(c_ptr) :: texts(4)
    texts = c_null_ptr
    code = c_option_row(i - 1, texts(1), texts(2), texts(3), texts(4))
    if (present(key)) key = from_c(texts(1))
    if (present(values)) values = turned(from_c(texts(2)), 0)
    if (present(standard)) standard = from_c(texts(3))
    if (present(meaning)) meaning = from_c(texts(4))
    call report_missing(code /= WEFT_SUCCESS, 'there is no such row of options; the rows count from 1', code, 0, ierr)
  end subroutine

  ! The options whose values begin with a process grid.
  pure logical function names_a_grid(key)
    names_a_grid = key == 'grid' .or. key == 'choice'
  end function

  ! For the other modules: NULL where nothing was set.
  type(c_ptr) function handle_of_options(options)
    class(weft_options), intent(in), optional :: options
    handle_of_options = c_null_ptr
    if (present(options)) handle_of_options = options%handle
  end function
end module weft_options_type
