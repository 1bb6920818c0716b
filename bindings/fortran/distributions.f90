! type(weft_distribution): how the arrays of one kind are spread over processes: which block each has, how it
! lies in memory and what its elements are. Functions of distributed arrays, files and halos take it.
!
! Axes, indices and orders as in Fortran: axis 1 first, from 1. An array of a distribution with ghost cells holds
! them too: it is larger than the block by ghosts(i) elements at either end of axis i.
module weft_distribution_base_type
  use, intrinsic :: iso_c_binding, only: c_associated, c_double, c_float, c_int, c_int64_t, c_null_ptr, c_ptr
  use mpi_f08, only: MPI_Comm
  use weft_c_distributions
  use weft_c_plans, only: c_free_r4, c_free_r8, c_free_c4, c_free_c8
  use weft_errors
  use weft_layout_type
  use weft_plan_type
  implicit none
  private
  public :: weft_distribution_base

  ! A handle: copies are the same distribution. weft_distribution extends this type.
  type :: weft_distribution_base
    private
    type(c_ptr) :: handle = c_null_ptr
    integer :: d = 0  ! number of axes
  contains
    procedure, private :: create_integer, create_f08
    procedure, private :: allocate_r4, allocate_r8, allocate_c4, allocate_c8
    ! Frees an array that allocate made, and nullifies it; a null one is left as it is. Not collective.
    procedure, private, nopass :: free_r4 => c_free_r4, free_r8 => c_free_r8, free_c4 => c_free_c4, &
                                  free_c8 => c_free_c8
    generic :: create => create_integer, create_f08
    generic :: allocate => allocate_r4, allocate_r8, allocate_c4, allocate_c8
    generic :: free => free_r4, free_r8, free_c4, free_c8
    procedure :: of_plan => distribution_of_plan
    procedure :: destroy => destroy_distribution
    procedure :: n_axes => distribution_n_axes
    procedure :: rank => distribution_rank
    procedure :: layout => distribution_layout
    procedure :: box => distribution_box
    procedure :: storage => distribution_storage
    procedure :: first => distribution_first
    procedure :: memory_elements => distribution_memory_elements
    procedure :: element => distribution_element
    procedure :: agree => distribution_agree
    procedure :: c_pointer => distribution_c_pointer
  end type

contains

  ! Block `rank` of `layout` for each process of `comm`, a communicator of mpi_f08 or of mpi, of which it keeps a
  ! duplicate. Elements are real, unless is_real is .false., and double, unless is_double is; they lie in memory
  ! without gaps, with the axes in `order` from fastest to slowest (without: 1, 2, ...). The layout is copied. An
  ! earlier distribution of this variable is not destroyed. All arguments are the same on all processes. Errors,
  ! and then there is no distribution: WEFT_INVALID_ARGUMENT, WEFT_MISMATCH. Collective over `comm`.
  subroutine create_integer(self, layout, comm, is_real, is_double, order, ierr)
    class(weft_distribution_base), intent(inout) :: self
    type(weft_layout), intent(in) :: layout
    integer, intent(in) :: comm
    logical, intent(in), optional :: is_real, is_double
    integer, intent(in), optional :: order(:)
    integer, intent(out), optional :: ierr
    call make(self, layout, comm, is_real, is_double, order, ierr)
  end subroutine
  subroutine create_f08(self, layout, comm, is_real, is_double, order, ierr)
    class(weft_distribution_base), intent(inout) :: self
    type(weft_layout), intent(in) :: layout
    type(MPI_Comm), intent(in) :: comm
    logical, intent(in), optional :: is_real, is_double
    integer, intent(in), optional :: order(:)
    integer, intent(out), optional :: ierr
    call make(self, layout, comm%MPI_VAL, is_real, is_double, order, ierr)
  end subroutine

  ! That of the arrays of a plan: WEFT_POINTS or WEFT_MODES. The plan may be destroyed afterwards. Errors:
  ! WEFT_INVALID_ARGUMENT. Not collective.
  subroutine distribution_of_plan(self, plan, side, ierr)
    class(weft_distribution_base), intent(inout) :: self
    type(weft_plan), intent(in) :: plan
    integer, intent(in) :: side
    integer, intent(out), optional :: ierr
    self%handle = c_null_ptr
    call settle_made(self, c_distribution_of_plan(self%handle, plan%c_pointer(), int(side, c_int)), 0, ierr)
  end subroutine

  ! Frees the handle; before create it does nothing. Arrays stay until free. Not collective.
  subroutine destroy_distribution(self)
    class(weft_distribution_base), intent(inout) :: self
    call c_distribution_free(self%handle)
    self%d = 0
  end subroutine

  ! Makes `array` this process's block with its ghost cells: zero, aligned to a cache line, indexed in the order
  ! of the axes, from 1 or, with global=.true., by the global indices (ghost cells then lie outside the block, and
  ! at the ends of the array outside 1 to its length), whatever the order in memory. An earlier target is not
  ! freed. Errors, and then `array` is null: WEFT_INVALID_ARGUMENT for another type or rank, WEFT_RESOURCE. To be
  ! freed by free. Not collective.
  subroutine allocate_r4(self, array, global, ierr)
    class(weft_distribution_base), intent(in) :: self
    real(c_float), pointer, dimension(..), intent(inout) :: array
    logical, intent(in), optional :: global
    integer, intent(out), optional :: ierr
    call settle(c_distribution_point(self%handle, number_of(global, .false.), array), ierr)
  end subroutine
  subroutine allocate_r8(self, array, global, ierr)
    class(weft_distribution_base), intent(in) :: self
    real(c_double), pointer, dimension(..), intent(inout) :: array
    logical, intent(in), optional :: global
    integer, intent(out), optional :: ierr
    call settle(c_distribution_point(self%handle, number_of(global, .false.), array), ierr)
  end subroutine
  subroutine allocate_c4(self, array, global, ierr)
    class(weft_distribution_base), intent(in) :: self
    complex(c_float), pointer, dimension(..), intent(inout) :: array
    logical, intent(in), optional :: global
    integer, intent(out), optional :: ierr
    call settle(c_distribution_point(self%handle, number_of(global, .false.), array), ierr)
  end subroutine
  subroutine allocate_c8(self, array, global, ierr)
    class(weft_distribution_base), intent(in) :: self
    complex(c_double), pointer, dimension(..), intent(inout) :: array
    logical, intent(in), optional :: global
    integer, intent(out), optional :: ierr
    call settle(c_distribution_point(self%handle, number_of(global, .false.), array), ierr)
  end subroutine

  ! --- what it is; not collective, WEFT_INVALID_ARGUMENT before create -------------------------------

  integer function distribution_n_axes(self, ierr) result(n_axes)
    class(weft_distribution_base), intent(in) :: self
    integer, intent(out), optional :: ierr
    integer(c_int) :: n
    n = 0
    call report(c_distribution_n_axes(self%handle, n), self%d, ierr)
    n_axes = n
  end function

  ! The rank of this process, from 0.
  integer function distribution_rank(self, ierr) result(rank)
    class(weft_distribution_base), intent(in) :: self
    integer, intent(out), optional :: ierr
    integer(c_int) :: number
    number = 0
    call report(c_distribution_rank(self%handle, number), self%d, ierr)
    rank = number
  end function

  ! A copy of the layout, to be freed by its free(); an earlier one of the variable is freed.
  subroutine distribution_layout(self, layout, ierr)
    class(weft_distribution_base), intent(in) :: self
    type(weft_layout), intent(inout) :: layout
    integer, intent(out), optional :: ierr
    type(c_ptr) :: copy
    integer(c_int) :: code
    copy = c_null_ptr
    code = c_distribution_layout(self%handle, copy)
    if (code == WEFT_SUCCESS) call layout_at(copy, layout)
    call report(code, self%d, ierr)
  end subroutine

  ! The block that this process owns: global indices lower(i) to upper(i) along axis i; upper = lower - 1 where
  ! it is empty. Both arrays have one element per axis.
  subroutine distribution_box(self, lower, upper, ierr)
    class(weft_distribution_base), intent(in) :: self
    integer(weft_index), intent(out) :: lower(:), upper(:)
    integer, intent(out), optional :: ierr
    integer(c_int64_t) :: begin(WEFT_MAX_AXES), end(WEFT_MAX_AXES)
    integer(c_int) :: code
    code = c_distribution_box(self%handle, begin, end)
    if (code /= WEFT_SUCCESS) then
      lower = 0
      upper = -1
      call report(code, self%d, ierr)
    else
      call bounds_from_c(self%d, begin, end, lower, upper, ierr)
    end if
  end subroutine

  ! How the block lies in memory: local lengths without ghost cells, the axes from fastest to slowest, the
  ! distances in elements between neighbours along each axis.
  subroutine distribution_storage(self, shape, order, strides, ierr)
    class(weft_distribution_base), intent(in) :: self
    integer(weft_index), allocatable, intent(out), optional :: shape(:), strides(:)
    integer, allocatable, intent(out), optional :: order(:)
    integer, intent(out), optional :: ierr
    integer(c_int64_t) :: c_shape(WEFT_MAX_AXES), c_strides(WEFT_MAX_AXES)
    integer(c_int) :: c_order(WEFT_MAX_AXES), code
    code = c_distribution_storage(self%handle, c_shape, c_order, c_strides)
    if (code == WEFT_SUCCESS) call storage_from_c(self%d, c_shape, c_order, c_strides, shape, order, strides)
    call report(code, self%d, ierr)
  end subroutine

  ! Elements of the memory before the block: 0 without ghost cells.
  integer(weft_index) function distribution_first(self, ierr) result(first)
    class(weft_distribution_base), intent(in) :: self
    integer, intent(out), optional :: ierr
    first = 0
    call report(c_distribution_first(self%handle, first), self%d, ierr)
  end function

  ! Elements that an array needs on this process, ghost cells included.
  integer(weft_index) function distribution_memory_elements(self, ierr) result(n_elements)
    class(weft_distribution_base), intent(in) :: self
    integer, intent(out), optional :: ierr
    n_elements = 0
    call report(c_distribution_memory_elements(self%handle, n_elements), self%d, ierr)
  end function

  ! Bytes of an element, whether it is real (else complex), whether double (else single).
  subroutine distribution_element(self, bytes, is_real, is_double, ierr)
    class(weft_distribution_base), intent(in) :: self
    integer, intent(out), optional :: bytes
    logical, intent(out), optional :: is_real, is_double
    integer, intent(out), optional :: ierr
    integer(c_int) :: n, real, double, code
    n = 0
    real = 0
    double = 0
    code = c_distribution_element(self%handle, n, real, double)
    if (present(bytes)) bytes = n
    if (present(is_real)) is_real = real /= 0
    if (present(is_double)) is_double = double /= 0
    call report(code, self%d, ierr)
  end subroutine

  ! If any process passes another code than WEFT_SUCCESS, all get that of the lowest such rank, and
  ! weft_error_text() is its message: for checks of one's own. Collective.
  subroutine distribution_agree(self, code, message, ierr)
    class(weft_distribution_base), intent(in) :: self
    integer, intent(in) :: code
    character(*), intent(in) :: message
    integer, intent(out), optional :: ierr
    call report(c_distribution_agree(self%handle, int(code, c_int), to_c(message)), 0, ierr)
  end subroutine

  ! The handle of C: a weft_distribution* of weft_arrays.h, which stays this variable's.
  pure type(c_ptr) function distribution_c_pointer(self)
    class(weft_distribution_base), intent(in) :: self
    distribution_c_pointer = self%handle
  end function

  ! --- parts of the above --------------------------------------------------------------------------

  subroutine make(self, layout, comm, is_real, is_double, order, ierr)
    class(weft_distribution_base), intent(inout) :: self
    type(weft_layout), intent(in) :: layout
    integer, intent(in) :: comm
    logical, intent(in), optional :: is_real, is_double
    integer, intent(in), optional :: order(:)
    integer, intent(out), optional :: ierr
    integer(c_int) :: code, c_order(WEFT_MAX_AXES), real, double
    integer :: n, asked
    n = size(layout%shape(asked))
    real = number_of(is_real, .true.)
    double = number_of(is_double, .true.)
    self%handle = c_null_ptr
    if (.not. present(order)) then
      code = c_distribution_create(self%handle, int(comm, c_int), handle_of_layout(layout), real, double)
    else
      c_order = -1  ! what is no permutation of the axes is refused on all processes
      if (size(order) == n) c_order(1:n) = n - order(n:1:-1)
      code = c_distribution_create(self%handle, int(comm, c_int), handle_of_layout(layout), real, double, c_order)
    end if
    call settle_made(self, code, n, ierr)
  end subroutine

  subroutine settle_made(self, code, n, ierr)
    class(weft_distribution_base), intent(inout) :: self
    integer(c_int), intent(in) :: code
    integer, intent(in) :: n
    integer, intent(out), optional :: ierr
    integer(c_int) :: n_axes, asked
    n_axes = 0
    if (code == WEFT_SUCCESS) asked = c_distribution_n_axes(self%handle, n_axes)
    self%d = n_axes
    call report(code, n, ierr)
  end subroutine

  pure integer(c_int) function number_of(option, standard)
    logical, intent(in), optional :: option
    logical, intent(in) :: standard
    number_of = merge(1_c_int, 0_c_int, standard)
    if (present(option)) number_of = merge(1_c_int, 0_c_int, option)
  end function
end module weft_distribution_base_type
