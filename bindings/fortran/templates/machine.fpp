! How fast this machine copies: what bounds every transform on it.
module weft_machine
  use weft_errors
  use weft_options_type
  public :: weft_rates, weft_measure_rates

  ! Bytes read plus written per second by one process that copies.
  type :: weft_rates
    real(c_double) :: alone_cached = 0     ! one process on each node, the others asleep; in its own cache
    real(c_double) :: alone_memory = 0     ! the same from memory to memory
    real(c_double) :: together_cached = 0  ! all processes at a time
    real(c_double) :: together_memory = 0
    integer(weft_index) :: cache_bytes = 0  ! of the last-level cache, for each process; 0: not known
  end type

contains

  ! C++: measure_rates.
  subroutine weft_measure_rates/COMM(comm, rates, options, ierr)
    type(weft_rates), intent(out) :: rates
    code = c_measure_rates({HANDLE}, handle_of_options(options), rates%alone_cached, &
                           rates%alone_memory, rates%together_cached, rates%together_memory, rates%cache_bytes)
    call report(code, 0, ierr)
  end subroutine
end module weft_machine
