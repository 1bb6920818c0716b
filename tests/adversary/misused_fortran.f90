! misused.py in Fortran: the job of one situation of misuse. misused_fortran FOLDER CALL DEED
program misused_fortran
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use weft
  implicit none
  type(weft_problem) :: problem
  type(weft_options) :: options
  type(weft_plan) :: plan, spare
  type(weft_distribution) :: distribution
  type(MPI_Comm) :: comm
  real(real64), pointer :: u(:, :, :)
  complex(real64), pointer :: uh(:, :, :)
  character(len=1024) :: folder, name, deed, by
  integer :: rank, n, doer, ierr
  integer(int64) :: start, rate

  call get_command_argument(1, folder)
  call get_command_argument(2, name)
  call get_command_argument(3, deed)
  call get_environment_variable('WEFT_MISUSE_BY', by)
  read (by, *) doer
  call MPI_Init()
  call MPI_Comm_dup(MPI_COMM_WORLD, comm)
  call MPI_Comm_rank(comm, rank)
  call MPI_Comm_size(comm, n)
  call problem%create('r2c', [12, 8, 6])
  call options%set('timeout', '2')
  call plan%create(problem, comm, options)
  call spare%create(problem, comm, options)
  call plan%points(u)
  call plan%modes(uh)
  call distribution%of_plan(plan, WEFT_POINTS)
  u = 1
  call MPI_Barrier(comm)
  call system_clock(start, rate)
  call touch('began')
  if (rank /= modulo(doer + n, n)) then
    call make(name)
  else
    select case (deed)
    case ('stays away')
    case ('exits'); stop
    case ('exits with 3'); stop 3
    case ('comes late')
      call sleep(1)
      call make(name)
    case ('stops in words'); error stop 'this process has had enough'
    case default; call make(deed)
    end select
  end if
  call sleep(600)  ! until it is ended from outside

contains

  subroutine make(which)
    character(len=*), intent(in) :: which
    type(weft_plan) :: made
    real(real64) :: total
    ierr = 0
    select case (which)
    case ('forward'); call plan%forward(u, uh, ierr)
    case ('backward'); call plan%backward(uh, u, ierr)
    case ('wrong array'); call plan%forward(u(1:1, :, :), uh, ierr)
    case ('agree'); call plan%agree(WEFT_SUCCESS, '', ierr)
    case ('close a plan'); call spare%close(ierr)
    case ('make a plan'); call made%create(problem, comm, options, ierr)
    case ('sum'); call distribution%sum(u, total, ierr)
    case ('norm'); total = distribution%norm(u, WEFT_NORM_ONE, ierr)
    case default; error stop 'no such call'
    end select
    if (ierr == WEFT_SUCCESS) then
      call touch('ended', 'returned')
    else
      call touch('ended', 'told: '//weft_error_text())
    end if
  end subroutine

  subroutine touch(what, words)
    character(len=*), intent(in) :: what
    character(len=*), intent(in), optional :: words
    character(len=1200) :: path
    integer :: unit
    integer(int64) :: time
    call system_clock(time)
    write (path, '(3a, i0)') trim(folder), '/', what//'.', rank
    open (newunit=unit, file=trim(path)//'.new', status='replace')
    if (present(words)) write (unit, '(f0.1, 1x, a)') real(time - start) / rate, words
    close (unit)
    call rename(trim(path)//'.new', trim(path))
  end subroutine
end program misused_fortran
