! type(weft_layout): which process owns which block. Axes, grid dimensions and indices as in Fortran. Nothing here is
! collective. Errors: WEFT_INVALID_ARGUMENT before create.
module weft_layout_type
  use weft_errors
  use weft_support
  public :: weft_layout, handle_of_layout, layout_at

  ! A handle: copies are the same layout. To be freed by free().
  type :: weft_layout
    private
    type(c_ptr) :: handle = c_null_ptr
  end type

contains

  ! C++: class Layout.
  ! grid: processes along each grid dimension; ranks go along the first one first.
  ! cut: for each grid dimension the axis that it cuts. Several may cut the same axis; the first of them varies fastest.
  ! WEFT_INVALID_ARGUMENT for lengths and grid dimensions below 1, and for axes that the array does not have.
  mutating subroutine weft_layout%create/WHOLE(shape, grid, cut, ierr)
    {TYPE}, intent(in) :: shape(:)
    integer, intent(in) :: grid(:), cut(:)
    call c_layout_free(self%handle)
    if (size(grid) /= size(cut)) then
      call refuse('the process grid has as many dimensions as axes are cut; give one axis for each', ierr)
      return
    end if
    call report(c_layout_create(self%handle, size(shape), int(shape(size(shape):1:-1), int64), size(grid), &
                                grid(size(grid):1:-1), size(shape) - cut(size(cut):1:-1)), size(shape), ierr)
  end subroutine

  ! Own block sizes of a cut axis: one for each process along it, 0 allowed; their sum is its length, else
  ! WEFT_INVALID_ARGUMENT. Not collective. In Fortran alone.
  mutating subroutine weft_layout%set_blocks/WHOLE(axis, sizes, ierr)
    {TYPE}, intent(in) :: sizes(:)
    integer :: n_axes
    n_axes = size(self%shape(ierr))
    if (n_axes == 0) return
    call report(c_layout_set_blocks(self%handle, n_axes - axis, size(sizes), int(sizes, int64)), n_axes, ierr)
  end subroutine

  ! Ghost cells on either side of every block, one number for each axis, else WEFT_INVALID_ARGUMENT. For arrays
  ! without a plan (weft_distribution): plans refuse such layouts. Not collective. In
  ! Fortran alone.
  mutating subroutine weft_layout%set_ghosts/WHOLE(ghosts, ierr)
    {TYPE}, intent(in) :: ghosts(:)
    integer :: n_axes
    n_axes = size(self%shape(ierr))
    if (n_axes == 0) return
    if (size(ghosts) /= n_axes) then
      call refuse('ghosts needs one number for each axis of the array; give 0 for axes without ghost cells', ierr)
    else
      call report(c_layout_set_ghosts(self%handle, int(ghosts(n_axes:1:-1), int64)), n_axes, ierr)
    end if
  end subroutine

  ! Ghost cells along each axis; zeros if there are none. Not collective. In Fortran alone.
  function weft_layout%ghosts(ierr) result(ghosts)
    integer(c_int64_t) :: c_ghosts(WEFT_MAX_AXES)
    integer :: n_axes
    allocate (ghosts(0))
    n_axes = size(self%shape(ierr))
    if (n_axes == 0) return
    call report(c_layout_ghosts(self%handle, c_ghosts), n_axes, ierr)
    ghosts = c_ghosts(n_axes:1:-1)
  end function

  ! The global lengths, one for each axis. Not collective. In Fortran alone.
  function weft_layout%shape(ierr) result(shape)
    integer(c_int64_t) :: lengths(WEFT_MAX_AXES)
    integer(c_int) :: n_axes
    n_axes = 0
    code = c_layout_shape(self%handle, n_axes, lengths)
    shape = lengths(n_axes:1:-1)
    call report(code, 0, ierr)
  end function

  ! The process grid, and the axis that each of its dimensions cuts. Not collective. In Fortran alone.
  subroutine weft_layout%grid(grid, cut, ierr)
    integer, allocatable, intent(out) :: grid(:), cut(:)
    integer(c_int), allocatable :: c_grid(:), c_cut(:)
    integer(c_int) :: n_dims
    integer :: n_axes
    n_dims = 0
    n_axes = size(self%shape(ierr))
    if (n_axes == 0) return
    code = c_layout_grid(self%handle, n_dims)
    allocate (c_grid(n_dims), c_cut(n_dims))
    if (code == WEFT_SUCCESS) code = c_layout_grid(self%handle, n_dims, c_grid, c_cut)
    grid = c_grid(n_dims:1:-1)
    cut = n_axes - c_cut(n_dims:1:-1)
    call report(code, n_axes, ierr)
  end subroutine

  ! C++: box_of.
  ! rank: from 0; WEFT_INVALID_ARGUMENT if there is none.
  ! lower, upper: indices lower(i) to upper(i) along axis i; upper = lower - 1 where the block is empty.
  subroutine weft_layout%box(rank, lower, upper, ierr)
    integer :: n_axes
    n_axes = size(self%shape(ierr))
    if (n_axes == 0) return
    code = c_layout_box(self%handle, rank, begins, ends)
    call bounds_from_c(code, n_axes, begins, ends, lower, upper, ierr)
  end subroutine

  ! A layout in words: '129x256x256 on 2x4, cut on axes 2,3'. Not collective. In Fortran alone.
  function weft_layout%text(ierr) result(text)
    integer :: n_axes
    text = ''
    n_axes = size(self%shape(ierr))
    if (n_axes == 0) return
    code = c_layout_text(self%handle, pointer)
    text = answer(code, pointer, n_axes, ierr)
  end function

  ! Frees the layout; freeing again does nothing. In Fortran alone.
  mutating subroutine weft_layout%free()
    call c_layout_free(self%handle)
  end subroutine

  ! --- for the other modules -----------------------------------------------------------------------

  type(c_ptr) function handle_of_layout(layout)
    type(weft_layout), intent(in) :: layout
    handle_of_layout = layout%handle
  end function

  ! Makes `layout` that of a new handle, if there is no error.
  subroutine layout_at(code, handle, n_axes, layout, ierr)
    if (code == WEFT_SUCCESS) then
      call c_layout_free(layout%handle)
      layout%handle = handle
    end if
    call report(code, n_axes, ierr)
  end subroutine
end module weft_layout_type
