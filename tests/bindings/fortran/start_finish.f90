! Calls in two parts from Fortran: the bits of one call for each kind of array, other work in between, misuse as an
! error on this process, and timers in Fortran's words.
program start_finish
  use, intrinsic :: iso_c_binding, only: c_loc, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use check
  use weft
  implicit none

  call MPI_Init()
  call same_bits('1x' // text(n_procs()))
  if (mod(n_procs(), 2) == 0) call same_bits('2x' // text(n_procs() / 2))
  call own_arrays()
  call several_fields()
  call two_plans()
  call misuse()
  call in_flight_at_the_end()
  call timers()
  call finish()

contains

  function text(n)
    integer, intent(in) :: n
    character(:), allocatable :: text
    character(8) :: digits
    write (digits, '(i0)') n
    text = trim(digits)
  end function

  ! A plan of 10 x 9 x 8 real points, and points without a pattern.
  subroutine make(plan, grid, n_fields, key, value)
    type(weft_plan), intent(inout) :: plan
    character(*), intent(in), optional :: grid, key, value
    integer, intent(in), optional :: n_fields
    type(weft_problem) :: problem
    type(weft_options) :: options
    call problem%create('r2c', [10, 9, 8])
    if (present(n_fields)) call problem%set('n_fields', n_fields)
    if (present(grid)) call options%set('grid', grid)
    if (present(key)) call options%set(key, value)
    call plan%create(problem, MPI_COMM_WORLD, options)
    call problem%free()
    call options%free()
  end subroutine

  subroutine fill(u)
    real(real64), intent(out) :: u(:, :, :)
    call random_number(u)
  end subroutine

  subroutine same_bits(grid)
    character(*), intent(in) :: grid
    type(weft_plan) :: plan
    real(real64), pointer :: u(:, :, :), back(:, :, :), expected_back(:, :, :)
    complex(real64), pointer :: uh(:, :, :), expected(:, :, :)
    call make(plan, grid)
    call plan%points(u)
    call plan%points(back)
    call plan%points(expected_back)
    call plan%modes(uh)
    call plan%modes(expected)
    call fill(u)
    call plan%forward(u, expected)
    call plan%backward(expected, expected_back)
    call plan%forward_start(u, uh)
    do while (.not. plan%progress())
    end do
    call plan%forward_finish()
    u = 0
    call expect(all(uh == expected), 'modes of a call in two parts, grid ' // grid)
    call plan%backward_start(uh, back, check=.false.)
    call plan%backward_finish()
    uh = 0
    call expect(all(back == expected_back), 'points of a call in two parts, grid ' // grid)
    call plan%destroy()
    call plan%free(u)
    call plan%free(back)
    call plan%free(expected_back)
    call plan%free(uh)
    call plan%free(expected)
  end subroutine

  ! Arrays of the program that are no pointers: they are asynchronous.
  subroutine own_arrays()
    type(weft_plan) :: plan
    real(real64), allocatable, asynchronous :: u(:, :, :)
    complex(real64), allocatable, asynchronous :: uh(:, :, :)
    complex(real64), allocatable :: expected(:, :, :)
    type(weft_problem) :: problem
    integer(int64), allocatable :: n(:), m(:)
    call problem%create('r2c', [10, 9, 8])
    call problem%set('order', 'Fortran')
    call plan%create(problem, MPI_COMM_WORLD)
    call problem%free()
    call plan%storage(WEFT_POINTS, shape=n)
    call plan%storage(WEFT_MODES, shape=m)
    allocate (u(n(1), n(2), n(3)), uh(m(1), m(2), m(3)), expected(m(1), m(2), m(3)))
    call fill(u)
    call plan%forward(u, expected)
    call plan%forward_start(u, uh)
    call plan%forward_finish()
    call expect(all(uh == expected), 'modes in asynchronous arrays')
    call plan%destroy()
  end subroutine

  subroutine several_fields()
    type(weft_plan) :: plan
    real(real64), pointer :: u(:, :, :, :)
    complex(real64), pointer :: uh(:, :, :, :), expected(:, :, :, :)
    type(c_ptr) :: in(2), out(2)
    integer :: f
    call make(plan, n_fields=2)
    call plan%points(u, n_fields=2)
    call plan%modes(uh, n_fields=2)
    call plan%modes(expected, n_fields=2)
    do f = 1, 2
      call fill(u(:, :, :, f))
    end do
    call plan%forward_fields(u, expected)
    call plan%forward_fields_start(u, uh)
    call plan%forward_finish()
    call expect(all(uh == expected), 'modes of two fields')
    uh = 0
    do f = 1, 2
      in(f) = address(u(:, :, :, f))
      out(f) = address_of_modes(uh(:, :, :, f))
    end do
    call plan%forward_fields_start(in, out)
    in = c_null_ptr  ! the lists are the caller's
    out = c_null_ptr
    call plan%forward_finish()
    call expect(all(uh == expected), 'modes of two fields by their addresses')
    call plan%backward_fields(expected, u)
    expected = 0
    call plan%forward_fields(u, expected)
    call plan%backward_fields_start(uh, u, check=.true.)
    call plan%backward_finish()
    uh = 0
    call plan%forward_fields(u, uh)
    call expect(all(uh == expected), 'points of two fields')
    call plan%destroy()
    call plan%free(u)
    call plan%free(uh)
    call plan%free(expected)
  end subroutine

  type(c_ptr) function address(array)
    real(real64), intent(in), target :: array(:, :, :)
    address = c_null_ptr
    if (size(array) > 0) address = c_loc(array(1, 1, 1))
  end function
  type(c_ptr) function address_of_modes(array)
    complex(real64), intent(in), target :: array(:, :, :)
    address_of_modes = c_null_ptr
    if (size(array) > 0) address_of_modes = c_loc(array(1, 1, 1))
  end function

  subroutine two_plans()
    type(weft_plan) :: plans(2)
    real(real64), pointer :: u(:, :, :), v(:, :, :)
    complex(real64), pointer :: uh(:, :, :), vh(:, :, :), expected(:, :, :), expected2(:, :, :)
    integer :: i, order(2, 2), round
    order = reshape([1, 2, 2, 1], [2, 2])
    call make(plans(1))
    call make(plans(2), key='exchange', value='alltoallw')
    call plans(1)%points(u)
    call plans(2)%points(v)
    call plans(1)%modes(uh)
    call plans(2)%modes(vh)
    call plans(1)%modes(expected)
    call plans(2)%modes(expected2)
    do round = 1, 2
      call fill(u)
      call fill(v)
      call plans(1)%forward(u, expected)
      call plans(2)%forward(v, expected2)
      call plans(1)%forward_start(u, uh)
      call plans(2)%forward_start(v, vh)
      do i = 1, 2
        call plans(order(i, round))%forward_finish()
      end do
      call expect(all(uh == expected) .and. all(vh == expected2), 'two plans at a time')
    end do
    do i = 1, 2
      call plans(i)%destroy()
    end do
    call plans(1)%free(u)
    call plans(1)%free(v)
    call plans(1)%free(uh)
    call plans(1)%free(vh)
    call plans(1)%free(expected)
    call plans(1)%free(expected2)
  end subroutine

  subroutine misuse()
    type(weft_plan) :: plan, none
    real(real64), pointer :: u(:, :, :)
    complex(real64), pointer :: uh(:, :, :), expected(:, :, :)
    integer :: ierr
    character(*), parameter :: busy = 'a call forward of this plan is under way|forward_finish'
    call make(plan)
    call plan%points(u)
    call plan%modes(uh)
    call plan%modes(expected)
    call fill(u)
    call plan%forward(u, expected)
    call plan%forward_finish(ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'no call forward is under way', 'finish without start')
    call expect(plan%progress(), 'progress without a call')
    call plan%forward_start(u, uh)
    call plan%forward_start(u, expected, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, busy, 'a second start')
    call plan%backward(expected, u, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, busy, 'a call meanwhile')
    call plan%gather_timers(ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, busy, 'gathering timers meanwhile')
    call plan%backward_finish(ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'no call backward is under way', 'the other finish')
    call plan%forward_finish(ierr)
    call expect(ierr == WEFT_SUCCESS, 'finish after misuse')
    call expect(all(uh == expected), 'modes after misuse')
    if (n_procs() > 1) then
      call plan%forward_start(u(:, :, ::2), uh, ierr)
      call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'points', 'another shape')
    end if
    call none%forward_start(u, uh, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'plan', 'start before create')
    call none%forward_finish(ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'plan', 'finish before create')
    call plan%destroy()
    call plan%free(u)
    call plan%free(uh)
    call plan%free(expected)
  end subroutine

  subroutine in_flight_at_the_end()
    type(weft_plan) :: plan
    real(real64), pointer :: u(:, :, :)
    complex(real64), pointer :: uh(:, :, :), expected(:, :, :)
    integer :: ierr
    call make(plan)
    call plan%points(u)
    call plan%modes(uh)
    call plan%modes(expected)
    call fill(u)
    call plan%forward(u, expected)
    call plan%forward_start(u, uh)
    call plan%close()
    call expect(all(uh == expected), 'close finishes a call')
    call plan%forward_finish(ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'closed', 'finish after close')
    call plan%destroy()
    uh = 0
    call make(plan)
    call plan%forward_start(u, uh)
    call plan%destroy()
    call expect(all(uh == expected), 'destroy finishes a call')
    call plan%free(u)
    call plan%free(uh)
    call plan%free(expected)
  end subroutine

  subroutine timers()
    type(weft_plan) :: plan
    real(real64), pointer :: u(:, :, :)
    complex(real64), pointer :: uh(:, :, :)
    character(:), allocatable :: direction, stage, kind
    real(real64) :: seconds, least, mean, greatest, total
    integer(int64) :: n_calls
    integer :: i, ierr, n_barriers
    call make(plan, key='barriers', value='yes')
    call plan%points(u)
    call plan%modes(uh)
    call plan%forward(u, uh)
    call plan%forward(u, uh)
    call plan%timer(1, direction, stage, kind)
    call expect(direction == 'forward' .and. kind /= '' .and. stage /= '', 'the first stage')
    call plan%gather_timers()
    total = 0
    n_barriers = 0
    do i = 1, plan%n_timers()
      call plan%timer(i, direction, stage, kind, n_calls, seconds, least, mean, greatest)
      call expect(n_calls == merge(2, 0, direction == 'forward'), 'calls of a timer')
      call expect(least <= seconds .and. seconds <= greatest, 'least and greatest of ' // stage)
      call expect(least <= mean .and. mean <= greatest, 'mean of ' // stage)
      if (kind == 'sweep' .and. n_procs() > 1 .and. direction == 'forward') &
        call expect(stage == 'sweep 1,2' .or. stage == 'sweep 3', 'axes of ' // stage)
      if (kind == 'barrier') n_barriers = n_barriers + 1
      total = total + seconds
    end do
    call expect(total > 0, 'timers of two calls')
    call expect(n_barriers == merge(2, 0, n_procs() > 1), 'one barrier for each direction')
    call plan%timer(plan%n_timers() + 1, direction, stage, kind, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'no such timer|from 1', 'a timer beyond the last')
    call plan%reset_timers()
    do i = 1, plan%n_timers()
      call plan%timer(i, direction, stage, kind, n_calls, seconds)
      call expect(n_calls == 0 .and. seconds == 0, 'a timer after reset')
    end do
    call plan%destroy()
    call plan%free(u)
    call plan%free(uh)
  end subroutine
end program start_finish
