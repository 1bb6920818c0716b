! An error without ierr: see ends_the_job.sh. The first argument says where it happens.
program ends_the_job
  use mpi_f08
  use weft
  implicit none
  type(weft_problem) :: problem
  type(weft_plan) :: plan
  type(weft_options) :: options
  real(8), pointer :: u(:, :)
  complex(8), allocatable :: uh(:, :)
  character(16) :: where

  call get_command_argument(1, where)
  if (where == 'before') call options%set('exchange', 'pigeon')
  call MPI_Init()
  call problem%create('r2c', [8, 6])
  if (where == 'problem') call problem%set('axes', 'x')
  call plan%create(problem, MPI_COMM_WORLD)
  call plan%points(u)
  allocate (uh(3, 3))
  call plan%forward(u, uh)
  print '(a)', 'the program went on'
end program ends_the_job
