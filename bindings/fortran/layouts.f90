! type(weft_layout): which process owns which block. Axes, grid dimensions and indices as in Fortran.
module weft_layout_type
  use, intrinsic :: iso_c_binding, only: c_associated, c_int, c_int64_t, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int32, int64
  use weft_c_values
  use weft_errors
  implicit none
  private
  public :: weft_layout, handle_of_layout, layout_at, bounds_from_c, storage_from_c

  ! A handle: copies are the same layout. To be freed by free(). Nothing here is collective.
  type :: weft_layout
    private
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure, private :: create_int32, create_int64, set_blocks_int32, set_blocks_int64
    procedure, private :: set_ghosts_int32, set_ghosts_int64
    generic :: create => create_int32, create_int64
    generic :: set_blocks => set_blocks_int32, set_blocks_int64
    generic :: set_ghosts => set_ghosts_int32, set_ghosts_int64
    procedure :: shape => layout_shape
    procedure :: ghosts => layout_ghosts
    procedure :: grid => layout_grid
    procedure :: box => layout_box
    procedure :: text => layout_text
    procedure :: free => free_layout
  end type

contains

  ! Layout of a global array of `shape` (one length per axis) on a process grid: grid(g) processes divide axis
  ! cut(g), n = q p + r: the first r of them have q + 1 points, the others q. Ranks go along the first grid
  ! dimension first. The product of `grid` is the number of processes. Errors: WEFT_INVALID_ARGUMENT. Not
  ! collective.
  subroutine create_int64(self, shape, grid, cut, ierr)
    class(weft_layout), intent(inout) :: self
    integer(int64), intent(in) :: shape(:)
    integer, intent(in) :: grid(:), cut(:)
    integer, intent(out), optional :: ierr
    call c_layout_free(self%handle)
    if (size(grid) /= size(cut)) then
      call refuse('the process grid has as many dimensions as axes are cut; give one axis for each', ierr)
      return
    end if
    call report(c_layout_create(self%handle, size(shape), shape(size(shape):1:-1), size(grid), &
                                grid(size(grid):1:-1), size(shape) - cut(size(cut):1:-1)), size(shape), ierr)
  end subroutine
  subroutine create_int32(self, shape, grid, cut, ierr)
    class(weft_layout), intent(inout) :: self
    integer(int32), intent(in) :: shape(:)
    integer, intent(in) :: grid(:), cut(:)
    integer, intent(out), optional :: ierr
    call self%create(int(shape, int64), grid, cut, ierr)
  end subroutine

  ! Own block sizes of a cut axis: one for each process along it; their sum is its length. Errors:
  ! WEFT_INVALID_ARGUMENT. Not collective.
  subroutine set_blocks_int64(self, axis, sizes, ierr)
    class(weft_layout), intent(inout) :: self
    integer, intent(in) :: axis
    integer(int64), intent(in) :: sizes(:)
    integer, intent(out), optional :: ierr
    integer :: n_axes
    n_axes = size(self%shape(ierr))
    if (n_axes == 0) return
    call report(c_layout_set_blocks(self%handle, n_axes - axis, size(sizes), sizes), n_axes, ierr)
  end subroutine
  subroutine set_blocks_int32(self, axis, sizes, ierr)
    class(weft_layout), intent(inout) :: self
    integer, intent(in) :: axis
    integer(int32), intent(in) :: sizes(:)
    integer, intent(out), optional :: ierr
    call self%set_blocks(axis, int(sizes, int64), ierr)
  end subroutine

  ! Ghost cells on either side of every block, one number for each axis. For arrays without a plan
  ! (weft_distribution): plans refuse such layouts. Errors: WEFT_INVALID_ARGUMENT. Not collective.
  subroutine set_ghosts_int64(self, ghosts, ierr)
    class(weft_layout), intent(inout) :: self
    integer(int64), intent(in) :: ghosts(:)
    integer, intent(out), optional :: ierr
    integer :: n_axes
    n_axes = size(self%shape(ierr))
    if (n_axes == 0) return
    if (size(ghosts) /= n_axes) then
      call refuse('ghosts needs one number for each axis of the array; give 0 for axes without ghost cells', ierr)
    else
      call report(c_layout_set_ghosts(self%handle, ghosts(n_axes:1:-1)), n_axes, ierr)
    end if
  end subroutine
  subroutine set_ghosts_int32(self, ghosts, ierr)
    class(weft_layout), intent(inout) :: self
    integer(int32), intent(in) :: ghosts(:)
    integer, intent(out), optional :: ierr
    call self%set_ghosts(int(ghosts, int64), ierr)
  end subroutine

  ! Ghost cells along each axis; zeros if there are none. Errors: WEFT_INVALID_ARGUMENT before create. Not
  ! collective.
  function layout_ghosts(self, ierr) result(ghosts)
    class(weft_layout), intent(in) :: self
    integer, intent(out), optional :: ierr
    integer(weft_index), allocatable :: ghosts(:)
    integer(c_int64_t) :: c_ghosts(WEFT_MAX_AXES)
    integer :: n_axes
    allocate (ghosts(0))
    n_axes = size(self%shape(ierr))
    if (n_axes == 0) return
    call report(c_layout_ghosts(self%handle, c_ghosts), n_axes, ierr)
    ghosts = c_ghosts(n_axes:1:-1)
  end function

  ! The global lengths, one per axis. Errors: WEFT_INVALID_ARGUMENT before create. Not collective.
  function layout_shape(self, ierr) result(shape)
    class(weft_layout), intent(in) :: self
    integer, intent(out), optional :: ierr
    integer(weft_index), allocatable :: shape(:)
    integer(c_int64_t) :: lengths(WEFT_MAX_AXES)
    integer(c_int) :: n_axes, code
    n_axes = 0
    code = c_layout_shape(self%handle, n_axes, lengths)
    shape = lengths(n_axes:1:-1)
    call report(code, 0, ierr)
  end function

  ! The process grid, and the axis that each of its dimensions cuts. Errors: WEFT_INVALID_ARGUMENT before
  ! create. Not collective.
  subroutine layout_grid(self, grid, cut, ierr)
    class(weft_layout), intent(in) :: self
    integer, allocatable, intent(out) :: grid(:), cut(:)
    integer, intent(out), optional :: ierr
    integer(c_int), allocatable :: c_grid(:), c_cut(:)
    integer(c_int) :: n_dims, code
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

  ! The block of any rank (from 0): global indices lower(i) to upper(i) along axis i; upper = lower - 1 where
  ! it is empty. Both arrays have one element per axis. Errors: WEFT_INVALID_ARGUMENT if there is no such rank.
  ! Not collective.
  subroutine layout_box(self, rank, lower, upper, ierr)
    class(weft_layout), intent(in) :: self
    integer, intent(in) :: rank
    integer(weft_index), intent(out) :: lower(:), upper(:)
    integer, intent(out), optional :: ierr
    integer(c_int64_t) :: begin(WEFT_MAX_AXES), end(WEFT_MAX_AXES)
    integer(c_int) :: code
    integer :: n_axes
    n_axes = size(self%shape(ierr))
    if (n_axes == 0) return
    code = c_layout_box(self%handle, rank, begin, end)
    if (code /= WEFT_SUCCESS) then
      call report(code, n_axes, ierr)
    else
      call bounds_from_c(n_axes, begin, end, lower, upper, ierr)
    end if
  end subroutine

  ! '129x256x256 on 2x4, cut on axes 2,3'. Errors: WEFT_INVALID_ARGUMENT before create. Not collective.
  function layout_text(self, ierr) result(text)
    class(weft_layout), intent(in) :: self
    integer, intent(out), optional :: ierr
    character(:), allocatable :: text
    type(c_ptr) :: pointer
    integer(c_int) :: code
    integer :: n_axes
    text = ''
    n_axes = size(self%shape(ierr))
    if (n_axes == 0) return
    code = c_layout_text(self%handle, pointer)
    if (code == WEFT_SUCCESS) text = turned(from_c(pointer), n_axes)
    call report(code, n_axes, ierr)
  end function

  ! Frees the handle; freeing again does nothing. Not collective.
  subroutine free_layout(self)
    class(weft_layout), intent(inout) :: self
    call c_layout_free(self%handle)
  end subroutine

  ! --- for the other modules -----------------------------------------------------------------------

  type(c_ptr) function handle_of_layout(layout)
    type(weft_layout), intent(in) :: layout
    handle_of_layout = layout%handle
  end function

  ! Makes `layout` that of a new handle.
  subroutine layout_at(handle, layout)
    type(c_ptr), intent(in) :: handle
    type(weft_layout), intent(inout) :: layout
    call c_layout_free(layout%handle)
    layout%handle = handle
  end subroutine

  ! Half-open ranges from 0 to bounds from 1.
  subroutine bounds_from_c(n_axes, begin, end, lower, upper, ierr)
    integer, intent(in) :: n_axes
    integer(c_int64_t), intent(in) :: begin(*), end(*)
    integer(weft_index), intent(out) :: lower(:), upper(:)
    integer, intent(out), optional :: ierr
    lower = 0
    upper = -1
    if (size(lower) /= n_axes .or. size(upper) /= n_axes) then
      call refuse('lower and upper need one element for each axis of the array; give arrays of that size', ierr)
      return
    end if
    lower = begin(n_axes:1:-1) + 1
    upper = end(n_axes:1:-1)
    call settle(WEFT_SUCCESS, ierr)
  end subroutine

  ! Storage: lengths and strides by axis, the order from the fastest axis to the slowest.
  subroutine storage_from_c(n_axes, c_shape, c_order, c_strides, shape, order, strides)
    integer, intent(in) :: n_axes
    integer(c_int64_t), intent(in) :: c_shape(*), c_strides(*)
    integer(c_int), intent(in) :: c_order(*)
    integer(weft_index), allocatable, intent(out), optional :: shape(:), strides(:)
    integer, allocatable, intent(out), optional :: order(:)
    if (present(shape)) shape = c_shape(n_axes:1:-1)
    if (present(order)) order = n_axes - c_order(n_axes:1:-1)
    if (present(strides)) strides = c_strides(n_axes:1:-1)
  end subroutine
end module weft_layout_type
