! The smallest Fortran program that uses an installed weft.
program consumer
  use mpi_f08
  use weft
  implicit none
  type(weft_problem) :: problem
  type(weft_plan) :: plan
  real(8), pointer :: u(:, :, :)
  complex(8), pointer :: uh(:, :, :)

  call MPI_Init()
  call problem%create('r2c', [64, 64, 64])
  call plan%create(problem, MPI_COMM_WORLD)
  call plan%points(u)  ! this process's block of the real array
  call plan%modes(uh)  ! and of its spectrum
  u = 1
  call plan%forward(u, uh)
  call plan%backward(uh, u)
  if (any(abs(u - 1) > 1e-12)) error stop 'the round trip is wrong'
  if (plan%rank() == 0) print '(a)', 'consumer: the round trip is right'
  call plan%destroy()
  call MPI_Finalize()
end program consumer
