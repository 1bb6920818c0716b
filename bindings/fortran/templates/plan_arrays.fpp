! Arrays of a plan: pointers to memory that weft allocates, with the strides of the plan.
!
! points() and modes() take pointers of any rank and of each of the four element types; the type and the rank
! must be those of the plan. weft_plan extends this type; nothing here is collective.
module weft_plan_arrays_type
  use weft_errors
  use weft_plan_timers_type
  use weft_support
  public :: weft_plan_arrays

  type, extends(weft_plan_timers) :: weft_plan_arrays
  contains
    ! Frees an array that points() or modes() allocated (not one made with `at`), and nullifies it; a null one is
    ! left as it is. Also after the plan is closed or destroyed. Not collective.
    procedure, private, nopass :: free_r4 => c_free_r4, free_r8 => c_free_r8, free_c4 => c_free_c4, free_c8 => c_free_c8
    generic :: free => free_r4, free_r8, free_c4, free_c8
  end type

contains

  ! C++: Plan::points.
  ! array: aligned to a cache line, and indexed in the problem's order of axes, from 1 or, with global=.true., by the
  !     global indices, whatever the order in memory. An earlier target is not freed. To be freed by plan%free. Null on an
  !     error: WEFT_INVALID_ARGUMENT for another type or rank than the plan's, WEFT_RESOURCE.
  ! With another memory space than the host's and with n_fields the call is collective, too.
  ! n_fields: the array has one more dimension, the last, for that many fields.
  ! at: an array of a plan in place; nothing is allocated, `array` lies in the same memory.
  subroutine weft_plan_arrays%points/ELEMENT(array, n_fields, global, at, ierr): &
      settle(c_point(self%c_pointer(), WEFT_POINTS, fields_of(n_fields), flag(global), at, array))
    {TYPE}, pointer, dimension(..), intent(inout) :: array
  ! C++: Plan::modes.
  ! Arguments as of points.
  subroutine weft_plan_arrays%modes/ELEMENT(array, n_fields, global, at, ierr): &
      settle(c_point(self%c_pointer(), WEFT_MODES, fields_of(n_fields), flag(global), at, array))
    {TYPE}, pointer, dimension(..), intent(inout) :: array
  ! C++: Plan::copy_from_host, Plan::copy_to_host.
  ! array, host: whole arrays of the same type and shape, the first one of points or modes; else WEFT_INVALID_ARGUMENT.
  subroutine weft_plan_arrays%copy_to_host(array, host, ierr): settle(c_copy(self%c_pointer(), 1, array, host))
    type(*), dimension(..), intent(inout) :: array
    type(*), dimension(..), intent(inout) :: host
  subroutine weft_plan_arrays%copy_from_host(array, host, ierr): settle(c_copy(self%c_pointer(), 0, array, host))
    type(*), dimension(..), intent(inout) :: array
    type(*), dimension(..), intent(inout) :: host

  ! --- parts of the above --------------------------------------------------------------------------

  ! -1: no dimension for fields.
  pure integer(c_int) function fields_of(n_fields)
    fields_of = -1
    if (present(n_fields)) fields_of = max(n_fields, 0)
  end function
end module weft_plan_arrays_type
