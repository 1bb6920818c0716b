! Calls of a plan in two parts, between which the program does something else. weft_plan_products extends this type.
module weft_plan_started_type
  use weft_errors
  use weft_plan_arrays_type
  use weft_support
  public :: weft_plan_started

  type, extends(weft_plan_arrays) :: weft_plan_started
  end type

contains

  ! C++: Plan::forward_start.
  ! Of one field; arrays and check as of forward. The plan works on the arrays between your statements: declare them
  ! `asynchronous` or `target`, or use the pointers of plan%points and plan%modes, else the compiler may keep their
  ! elements in registers. Actual arrays of an expression do not live until the end.
  subroutine weft_plan_started%forward_start/CHECK(in, out, {CHECK}ierr): &
      settle(c_start(self%c_pointer(), WEFT_FORWARD, 0, {AGREE}, in, out))
    type(*), dimension(..), intent(in), optional, asynchronous, target :: in
    type(*), dimension(..), intent(inout), optional, asynchronous, target :: out
  ! C++: Plan::backward_start.
  ! Of one field.
  subroutine weft_plan_started%backward_start/CHECK(in, out, {CHECK}ierr): &
      settle(c_start(self%c_pointer(), WEFT_BACKWARD, 0, {AGREE}, in, out))
    type(*), dimension(..), intent(in), optional, asynchronous, target :: in
    type(*), dimension(..), intent(inout), optional, asynchronous, target :: out
  ! C++: Plan::forward_start.
  ! Of several fields, as of forward_fields. A list of type(c_ptr) may be changed at once, the arrays that it
  ! points to may not.
  subroutine weft_plan_started%forward_fields_start/CHECK(in, out, {CHECK}ierr): &
      settle(c_start(self%c_pointer(), WEFT_FORWARD, 1, {AGREE}, in, out))
    type(*), dimension(..), intent(in), optional, asynchronous, target :: in
    type(*), dimension(..), intent(inout), optional, asynchronous, target :: out
  ! C++: Plan::backward_start.
  ! Of several fields, as of backward_fields.
  subroutine weft_plan_started%backward_fields_start/CHECK(in, out, {CHECK}ierr): &
      settle(c_start(self%c_pointer(), WEFT_BACKWARD, 1, {AGREE}, in, out))
    type(*), dimension(..), intent(in), optional, asynchronous, target :: in
    type(*), dimension(..), intent(inout), optional, asynchronous, target :: out
  ! C++: Plan::forward_finish.
  subroutine weft_plan_started%forward_finish(ierr): report(c_forward_finish(self%c_pointer()), 0)
  ! C++: Plan::backward_finish.
  subroutine weft_plan_started%backward_finish(ierr): report(c_backward_finish(self%c_pointer()), 0)

  ! C++: Plan::progress.
  logical function weft_plan_started%progress(ierr) result(progress)
    integer(c_int) :: done
    done = 0
    call report(c_progress(self%c_pointer(), done), 0, ierr)
    progress = done /= 0
  end function
end module weft_plan_started_type
