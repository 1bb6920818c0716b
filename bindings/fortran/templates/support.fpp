! What the other modules share: optional arguments as C has them, and what C returns as Fortran has it.
module weft_support
  use weft_errors
  public :: flag, given, answer, bounds_from_c, storage_from_c, report_missing, texts_for_c

contains

  ! 1 or 0; that of `standard`, or 0, if there is no option.
  pure integer(c_int) function flag(option, standard)
    logical, intent(in), optional :: option, standard
    flag = 0
    if (present(standard)) flag = merge(1_c_int, 0_c_int, standard)
    if (present(option)) flag = merge(1_c_int, 0_c_int, option)
  end function

  ! The option, or `standard` if there is none.
  pure function given/GIVEN(option, standard) result(value)
    {TYPE}, intent(in), optional :: option
    {TYPE}, intent(in) :: standard
    {TYPE} :: value
    value = standard
    if (present(option)) value = option
  end function

  ! The text at `pointer` with its axes as Fortran counts them, or '' and the error.
  function answer(code, pointer, n_axes, ierr) result(text)
    type(c_ptr), intent(in) :: pointer
    text = ''
    if (code == WEFT_SUCCESS) text = turned(from_c(pointer), n_axes)
    call report(code, n_axes, ierr)
  end function

  ! Half-open ranges from 0 to bounds from 1.
  subroutine bounds_from_c(code, n_axes, begins, ends, lower, upper, ierr)
    integer(c_int64_t), intent(in) :: begins(*), ends(*)
    lower = 0
    upper = -1
    if (code /= WEFT_SUCCESS) then
      call report(code, n_axes, ierr)
    else if (size(lower) /= n_axes .or. size(upper) /= n_axes) then
      call refuse('lower and upper need one element for each axis of the array; give arrays of that size', ierr)
    else
      lower = begins(n_axes:1:-1) + 1
      upper = ends(n_axes:1:-1)
      call settle(WEFT_SUCCESS, ierr)
    end if
  end subroutine

  ! Storage: lengths and strides by axis, the order from the fastest axis to the slowest.
  subroutine storage_from_c(code, n_axes, c_shape, c_order, c_strides, shape, order, strides, ierr)
    integer(c_int64_t), intent(in) :: c_shape(*), c_strides(*)
    integer(c_int), intent(in) :: c_order(*)
    if (code == WEFT_SUCCESS) then
      if (present(shape)) shape = c_shape(n_axes:1:-1)
      if (present(order)) order = n_axes - c_order(n_axes:1:-1)
      if (present(strides)) strides = c_strides(n_axes:1:-1)
    end if
    call report(code, n_axes, ierr)
  end subroutine

  ! The error `message` where C, which counts from 0, speaks of another number; else what C says.
  subroutine report_missing(is_missing, message, code, n_axes, ierr)
    logical, intent(in) :: is_missing
    if (is_missing) then
      call refuse(message, ierr)
    else
      call report(code, n_axes, ierr)
    end if
  end subroutine

  ! A list of texts for C: pointers to `letters`, where each ends with a null character.
  subroutine texts_for_c(texts, letters, pointers)
    character(*), intent(in) :: texts(:)
    character(kind=c_char), allocatable, target, intent(out) :: letters(:, :)
    type(c_ptr), intent(out) :: pointers(:)
    integer :: i, n
    allocate (letters(len(texts) + 1, size(texts)))
    letters = c_null_char
    do i = 1, size(texts)
      n = len_trim(texts(i))
      letters(1:n, i) = to_c(texts(i)(1:n))
      pointers(i) = c_loc(letters(1, i))
    end do
  end subroutine
end module weft_support
