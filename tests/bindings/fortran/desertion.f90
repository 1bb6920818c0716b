! Calls that some processes do not make: those that wait get an error after the timeout, in words. The last
! process stays away; each case has a communicator of its own, of which nothing can be expected afterwards.
program desertion
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  use check
  use weft
  implicit none
  type(weft_problem) :: problem
  type(weft_options) :: options
  logical :: stays_away
  integer :: which

  call MPI_Init()
  stays_away = my_rank() == n_procs() - 1
  call problem%create('r2c', [6, 6, 6])
  call options%set('timeout', '1')
  if (n_procs() > 1) then
    do which = 1, 3
      call one_call(which)
    end do
    call at_creation()
  end if
  call expect(.true., 'the end')
  call finish()

contains

  ! 1: forward, 2: backward without a check, 3: agree.
  subroutine one_call(which)
    integer, intent(in) :: which
    type(weft_plan) :: plan
    type(MPI_Comm) :: comm
    real(real64), pointer :: u(:, :, :)
    complex(real64), pointer :: uh(:, :, :)
    integer :: ierr
    call MPI_Comm_dup(MPI_COMM_WORLD, comm)
    call plan%create(problem, comm, options)
    call plan%points(u)
    call plan%modes(uh)
    if (.not. stays_away) then
      if (which == 1) call plan%forward(u, uh, ierr)
      if (which == 2) call plan%backward(uh, u, check=.false., ierr=ierr)
      if (which == 3) call plan%agree(WEFT_SUCCESS, '', ierr)
      call expect_error(ierr, WEFT_COMMUNICATION, 'process', 'a call that one process does not make')
      call plan%forward(u, uh, ierr)
      call expect(ierr /= WEFT_SUCCESS, 'the plan is of no use any more')
    end if
    call plan%free(u)
    call plan%free(uh)
  end subroutine

  subroutine at_creation()
    type(weft_plan) :: plan
    type(MPI_Comm) :: comm
    integer :: ierr
    call MPI_Comm_dup(MPI_COMM_WORLD, comm)
    if (stays_away) return
    call plan%create(problem, comm, options, ierr)
    call expect_error(ierr, WEFT_COMMUNICATION, 'to make the first plan', 'a plan that one process does not make')
  end subroutine
end program desertion
