! Where the time of a plan's calls went, stage by stage. weft_plan extends this type.
module weft_plan_timers_type
  use weft_errors
  use weft_plan_facts_type
  use weft_support
  public :: weft_plan_timers

  type, extends(weft_plan_facts) :: weft_plan_timers
  end type

contains

  ! The stages of both directions; those of exchanges by which nothing moves (one process) are left out. Errors:
  ! WEFT_INVALID_ARGUMENT before create. Not collective.
  integer function weft_plan_timers%n_timers(ierr) result(n_timers)
    n_timers = 0
    call report(c_plan_n_timers(self%c_pointer(), n_timers), 0, ierr)
  end function

  ! Stage `i` (from 1) of all calls since the plan was made, or since reset_timers. `direction`: 'forward' or
  ! 'backward'. `stage`: 'sweep 1,2', 'copy', 'exchange', or 'exchange 1' where there are several. `kind`: 'sweep',
  ! 'waiting' (until others have read or written shared memory), 'sending' (starting messages), 'receiving' (until
  ! those of others are here), or 'barrier' (only with the option barriers=yes: until all have come). Communication
  ! hidden behind sweeps or the caller's work is not in any timer. Then the calls that were finished in this
  ! direction; the seconds of this process; the least, mean and greatest of all processes. These are its own
  ! seconds until gather_timers; then all is as it was gathered, until the next call of the plan, or its progress
  ! or reset. Numbers may be left out. Errors: WEFT_INVALID_ARGUMENT beyond the last stage. Not collective.
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

  ! Asks all processes for their timers. Errors: WEFT_INVALID_ARGUMENT if the plan is closed or a call is under
  ! way, WEFT_COMMUNICATION. Collective.
  subroutine weft_plan_timers%gather_timers(ierr)
    call report(c_plan_gather_timers(self%c_pointer()), 0, ierr)
  end subroutine

  ! From now on timers count from 0. Errors: WEFT_INVALID_ARGUMENT before create. Not collective.
  subroutine weft_plan_timers%reset_timers(ierr)
    call report(c_plan_reset_timers(self%c_pointer()), 0, ierr)
  end subroutine
end module weft_plan_timers_type
