! weft.h for Fortran, fourth part: calls in two parts, progress and timers.
!
! The arrays of a start are asynchronous, as those of MPI_Isend are: the library works on them after it returns.
module weft_c_calls
  use, intrinsic :: iso_c_binding, only: c_double, c_int, c_int64_t, c_ptr
  implicit none
  public

  interface
    integer(c_int) function c_start(plan, direction, several, agree, in, out) bind(C, name="weft_fortran_start")
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: direction, several, agree
      type(*), dimension(..), intent(in), optional, asynchronous, target :: in
      type(*), dimension(..), intent(inout), optional, asynchronous, target :: out
    end function
    integer(c_int) function c_forward_finish(plan) bind(C, name="weft_forward_finish")
      import
      type(c_ptr), value :: plan
    end function
    integer(c_int) function c_backward_finish(plan) bind(C, name="weft_backward_finish")
      import
      type(c_ptr), value :: plan
    end function
    integer(c_int) function c_progress(plan, done) bind(C, name="weft_progress")
      import
      type(c_ptr), value :: plan
      integer(c_int), intent(inout) :: done
    end function
    integer(c_int) function c_plan_n_timers(plan, n_timers) bind(C, name="weft_plan_n_timers")
      import
      type(c_ptr), value :: plan
      integer(c_int), intent(inout) :: n_timers
    end function
    integer(c_int) function c_plan_timer(plan, i, direction, stage, kind, n_calls, seconds, min_seconds, &
                                         mean_seconds, max_seconds) bind(C, name="weft_plan_timer")
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: i
      type(c_ptr), intent(inout) :: direction, stage, kind
      integer(c_int64_t), intent(inout) :: n_calls
      real(c_double), intent(inout) :: seconds, min_seconds, mean_seconds, max_seconds
    end function
    integer(c_int) function c_plan_gather_timers(plan) bind(C, name="weft_plan_gather_timers")
      import
      type(c_ptr), value :: plan
    end function
    integer(c_int) function c_plan_reset_timers(plan) bind(C, name="weft_plan_reset_timers")
      import
      type(c_ptr), value :: plan
    end function
  end interface
end module weft_c_calls
