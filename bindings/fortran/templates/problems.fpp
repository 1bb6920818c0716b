! type(weft_problem): what is wanted, as text keys and values; and the table of the keys.
module weft_problem_type
  use weft_errors
  use weft_layout_type
  use weft_support
  public :: weft_problem, weft_problem_row, handle_of_problem, n_axes_of_problem, value_from_c

  ! A handle: copies are the same problem. To be freed by free(). Nothing here is collective.
  type :: weft_problem
    private
    type(c_ptr) :: handle = c_null_ptr
    integer :: n_axes = 0
  end type

contains

  ! A transform of an array of `shape` points, 1 to 6 axes: 'c2c', 'r2c' (axis 1 has shape(1)/2+1 modes), 'r2r'
  ! (set the key kinds) or 'none' (a redistribution: set both layouts); WEFT_INVALID_ARGUMENT for others. In Fortran alone.
  mutating subroutine weft_problem%create/WHOLE(transform, shape, ierr)
    {TYPE}, intent(in) :: shape(:)
    call c_problem_free(self%handle)
    self%n_axes = size(shape)
    call report(c_problem_create(self%handle, to_c(transform), size(shape), &
                                 int(shape(size(shape):1:-1), int64)), size(shape), ierr)
  end subroutine

  ! C++: set.
  ! A value is a text, a number or a list of numbers; weft_problem_row has the table. Axes count from 1, and the first
  ! Fourier axis listed is the real one of an r2c; order 'Fortran' (or 'C': the same) lets axis 1 of the modes vary
  ! fastest. points_order and modes_order list the axes from fastest to slowest varying.
  mutating subroutine weft_problem%set/text(key, value, ierr)
    character(*), intent(in) :: value
    character(:), allocatable :: text
    text = value
    if ((key == 'order' .or. key == 'points_order') .and. value == 'Fortran') text = 'C'
    if (is_list_by_axis(key)) text = reversed_list(trim(value))
    if ((key == 'axes' .or. is_order(key, value)) .and. c_associated(self%handle)) then
      text = axes_text(value, self%n_axes)
      if (text == '') then
        call refuse(key // ": '" // trim(value) // "' is not 'all' or numbers with commas between them, as 1,3", ierr)
        return
      end if
    end if
    call report(c_problem_set(self%handle, to_c(key), to_c(text)), self%n_axes, ierr)
  end subroutine
  mutating subroutine weft_problem%set/number(key, value, ierr)
    integer, intent(in) :: value
    character(24) :: text
    write (text, '(i0)') value
    call self%set(key, trim(text), ierr)
  end subroutine
  mutating subroutine weft_problem%set/numbers(key, value, ierr)
    integer, intent(in) :: value(:)
    character(24 * size(value) + 1) :: text
    write (text, '(*(i0,:,","))') value
    call self%set(key, trim(text), ierr)
  end subroutine

  ! C++: get.
  function weft_problem%get(key, ierr) result(value)
    code = c_problem_get(self%handle, to_c(key), pointer)
    value = ''
    if (code == WEFT_SUCCESS) value = value_from_c(key, from_c(pointer), self%n_axes)
    call report(code, self%n_axes, ierr)
  end function

  ! States the layout of a side, WEFT_POINTS or WEFT_MODES; the layout is copied. By default points are cut on the last
  ! axes, modes where the transform leaves them. In Fortran alone.
  mutating subroutine weft_problem%set_layout(side, layout, ierr): &
      report(c_problem_set_layout(self%handle, side, handle_of_layout(layout)), self%n_axes)
    type(weft_layout), intent(in) :: layout

  ! C++: modes_shape.
  ! With WEFT_POINTS those of the points.
  function weft_problem%shape(side, ierr) result(shape)
    integer(c_int64_t) :: lengths(WEFT_MAX_AXES)
    integer(c_int) :: n_axes
    n_axes = 0
    code = c_problem_shape(self%handle, side, n_axes, lengths)
    if (code /= WEFT_SUCCESS) n_axes = 0
    shape = lengths(n_axes:1:-1)
    call report(code, self%n_axes, ierr)
  end function

  ! Frees the handle; freeing again does nothing. In Fortran alone.
  mutating subroutine weft_problem%free()
    call c_problem_free(self%handle)
  end subroutine

  ! C++: problem_table.
  ! Row `i` (from 1): the key, what it takes, its default, what it means. Any of the texts may be left out.
  ! WEFT_INVALID_ARGUMENT beyond the last row.
  subroutine weft_problem_row(i, key, values, standard, meaning, ierr)
    character(:), allocatable, intent(out), optional :: key
    type(c_ptr) :: texts(4)
    character(:), allocatable :: own_values, own_meaning
    texts = c_null_ptr
    code = c_problem_row(i - 1, texts(1), texts(2), texts(3), texts(4))
    own_values = from_c(texts(2))
    own_meaning = from_c(texts(4))
    if (from_c(texts(1)) == 'order') own_values = 'fast|Fortran'
    if (from_c(texts(1)) == 'points_order') own_values = 'Fortran or axes with commas between them, as 1,3,2'
    if (from_c(texts(1)) == 'modes_order') own_values = 'order or axes with commas between them, as 1,3,2'
    if (from_c(texts(1)) == 'axes') then
      own_values = 'all or numbers with commas between them, as 1,3'
      own_meaning = 'transformed axes; of r2c the first Fourier axis listed is the real one'
    end if
    if (present(key)) key = from_c(texts(1))
    if (present(values)) values = own_values
    if (present(standard)) standard = from_c(texts(3))
    if (present(meaning)) meaning = own_meaning
    call report_missing(code /= WEFT_SUCCESS, 'there is no such row of keys; the rows count from 1', code, 0, ierr)
  end subroutine

  ! --- for the other modules -----------------------------------------------------------------------

  type(c_ptr) function handle_of_problem(problem)
    handle_of_problem = problem%handle
  end function

  integer function n_axes_of_problem(problem)
    n_axes_of_problem = problem%n_axes
  end function

  ! The value of a problem's key as Fortran says it.
  function value_from_c(key, text, n_axes) result(value)
    character(*), intent(in) :: text
    value = text
    if (key == 'axes' .or. is_order(key, text)) value = axes_text(text, n_axes)
    if ((key == 'order' .or. key == 'points_order') .and. text == 'C') value = 'Fortran'
    if (is_list_by_axis(key)) value = reversed_list(text)
  end function

  ! Lists with an entry for each axis.
  pure logical function is_list_by_axis(key)
    is_list_by_axis = key == 'kinds' .or. key == 'kept' .or. key == 'points_padding' .or. key == 'modes_padding'
  end function

  ! Axes from slowest to fastest varying in C, from fastest to slowest here.
  pure logical function is_order(key, value)
    character(*), intent(in) :: value
    is_order = (key == 'points_order' .or. key == 'modes_order') .and. scan(value, '0123456789') > 0
  end function

  ! 'a,b,c' as 'c,b,a'.
  pure function reversed_list(text) result(reversed)
    character(*), intent(in) :: text
    character(:), allocatable :: reversed
    integer :: first, comma
    reversed = ''
    first = 1
    do
      comma = index(text(first:), ',')
      if (comma == 0) exit
      reversed = ',' // text(first:first + comma - 2) // reversed
      first = first + comma
    end do
    reversed = text(first:) // reversed
  end function
end module weft_problem_type
