! Calls of a plan in two parts, between which the program does something else. weft_plan_products extends this type.
module weft_plan_started_type
  use weft_errors
  use weft_plan_arrays_type
  use weft_support
  public :: weft_plan_started

  type, extends(weft_plan_arrays) :: weft_plan_started
  end type

contains

  ! Starts plan%forward(in, out): transforms up to the first exchange, and sends; forward_finish does the rest.
  ! Arrays, check and errors are those of forward; both are collective, in the same order as all calls. Until
  ! forward_finish the arrays belong to the plan, which works on them between your statements: declare them
  ! `asynchronous` or `target`, or use the pointers of plan%points and plan%modes, else the compiler may keep
  ! their elements in registers. They must live until then; actual arrays of an expression do not. Meanwhile no
  ! other collective call of this plan may start: WEFT_INVALID_ARGUMENT on this process, which names the call that
  ! is under way. Other plans may be used, and calls of several plans finished in any order that all processes
  ! share. plan%close and plan%destroy finish the call first. Collective.
  subroutine weft_plan_started%forward_start/CHECK(in, out, {CHECK}ierr)
    type(*), dimension(..), intent(in), optional, asynchronous, target :: in
    type(*), dimension(..), intent(inout), optional, asynchronous, target :: out
    call settle(c_start(self%c_pointer(), WEFT_FORWARD, 0, {AGREE}, in, out), ierr)
  end subroutine

  ! Starts plan%backward(in, out); all else as forward_start.
  subroutine weft_plan_started%backward_start/CHECK(in, out, {CHECK}ierr)
    type(*), dimension(..), intent(in), optional, asynchronous, target :: in
    type(*), dimension(..), intent(inout), optional, asynchronous, target :: out
    call settle(c_start(self%c_pointer(), WEFT_BACKWARD, 0, {AGREE}, in, out), ierr)
  end subroutine

  ! Starts plan%forward_fields(in, out), of several fields, to be finished by forward_finish; all else as
  ! forward_start. A list of type(c_ptr) may be changed at once, the arrays that it points to may not.
  subroutine weft_plan_started%forward_fields_start/CHECK(in, out, {CHECK}ierr)
    type(*), dimension(..), intent(in), optional, asynchronous, target :: in
    type(*), dimension(..), intent(inout), optional, asynchronous, target :: out
    call settle(c_start(self%c_pointer(), WEFT_FORWARD, 1, {AGREE}, in, out), ierr)
  end subroutine

  ! Starts plan%backward_fields(in, out), to be finished by backward_finish; all else as forward_fields_start.
  subroutine weft_plan_started%backward_fields_start/CHECK(in, out, {CHECK}ierr)
    type(*), dimension(..), intent(in), optional, asynchronous, target :: in
    type(*), dimension(..), intent(inout), optional, asynchronous, target :: out
    call settle(c_start(self%c_pointer(), WEFT_BACKWARD, 1, {AGREE}, in, out), ierr)
  end subroutine

  ! Does the rest of a forward call that was started; then the modes are in its `out`, and the arrays are yours
  ! again. Errors: WEFT_INVALID_ARGUMENT, on this process, if none was started; WEFT_COMMUNICATION. Collective.
  subroutine weft_plan_started%forward_finish(ierr)
    call report(c_forward_finish(self%c_pointer()), 0, ierr)
  end subroutine

  ! The same of a backward call.
  subroutine weft_plan_started%backward_finish(ierr)
    call report(c_backward_finish(self%c_pointer()), 0, ierr)
  end subroutine

  ! Moves on a call that was started: lets MPI work on large messages, and does what can be done without waiting,
  ! up to the next exchange. .true. when it can do no more, also where no call is under way: with one exchange
  ! finish has then nothing left to wait for; a second one (pencils) is started by finish alone. Errors:
  ! WEFT_INVALID_ARGUMENT, WEFT_COMMUNICATION. Not collective.
  logical function weft_plan_started%progress(ierr) result(progress)
    integer(c_int) :: done
    done = 0
    call report(c_progress(self%c_pointer(), done), 0, ierr)
    progress = done /= 0
  end function
end module weft_plan_started_type
