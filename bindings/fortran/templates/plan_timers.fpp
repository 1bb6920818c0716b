! Where the time of a plan's calls went, stage by stage. weft_plan extends this type.
module weft_plan_timers_type
  use weft_errors
  use weft_plan_facts_type
  use weft_support
  public :: weft_plan_timers

  type, extends(weft_plan_facts) :: weft_plan_timers
  end type

contains

  ! The number of stages of all directions; those of exchanges by which nothing moves (one process) are left out. Not
  ! collective. In Fortran alone.
  integer function weft_plan_timers%n_timers(ierr) result(n_timers): &
      report(c_plan_n_timers(self%c_pointer(), n_timers), 0)

  ! C++: class StageTimer.
  ! i: of the stage, from 1; WEFT_INVALID_ARGUMENT beyond the last one.
  ! Axes in a stage's name count from 1. What was gathered is shown until the next call of the plan, its progress or its
  ! reset. Numbers may be left out. Not collective.
  subroutine weft_plan_timers%timer(i, direction, stage, kind, n_calls, seconds, min_seconds, mean_seconds, &
                                    max_seconds, ierr)
    character(:), allocatable, intent(out) :: direction, stage, kind
    integer(weft_index), intent(out), optional :: n_calls
    real(c_double), intent(out), optional :: seconds, min_seconds, mean_seconds, max_seconds
    type(c_ptr) :: texts(3)
    integer(c_int64_t) :: n
    real(c_double) :: own, least, mean, greatest
    n = 0
    own = 0
    least = 0
    mean = 0
    greatest = 0
    direction = ''
    stage = ''
    kind = ''
    code = c_plan_timer(self%c_pointer(), i - 1, texts(1), texts(2), texts(3), n, own, least, mean, greatest)
    if (code == WEFT_SUCCESS) then
      direction = from_c(texts(1))
      stage = turned(from_c(texts(2)), self%n_axes())
      kind = from_c(texts(3))
    end if
    if (present(n_calls)) n_calls = n
    if (present(seconds)) seconds = own
    if (present(min_seconds)) min_seconds = least
    if (present(mean_seconds)) mean_seconds = mean
    if (present(max_seconds)) max_seconds = greatest
    call report_missing(code /= WEFT_SUCCESS .and. c_associated(self%c_pointer()), &
                        'there is no such timer; they count from 1, see n_timers', code, 0, ierr)
  end subroutine

  ! C++: Plan::gather_timers.
  ! plan%timer shows them.
  subroutine weft_plan_timers%gather_timers(ierr): report(c_plan_gather_timers(self%c_pointer()), 0)

  ! C++: Plan::reset_timers.
  subroutine weft_plan_timers%reset_timers(ierr): report(c_plan_reset_timers(self%c_pointer()), 0)
end module weft_plan_timers_type
