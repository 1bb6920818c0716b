! Before MPI_Init and after MPI_Finalize: plans are an error in words, everything else works.
program outside_mpi
  use mpi_f08
  use weft
  implicit none
  type(weft_problem) :: problem
  type(weft_plan) :: plan
  type(weft_description) :: description
  real(8), pointer :: u(:, :)
  complex(8), pointer :: uh(:, :)
  integer :: ierr
  logical :: all_right

  all_right = .true.
  call problem%create('r2c', [8, 6])
  call plan%create(problem, MPI_COMM_WORLD, ierr)
  call expect(ierr == WEFT_INVALID_ARGUMENT .and. index(weft_error_text(), 'after MPI_Init') > 0, 'before MPI_Init')
  call description%create(problem, 4, 2)
  call expect(len(description%choice()) > 0, 'a dry run before MPI_Init')
  call MPI_Init()
  call plan%create(problem, MPI_COMM_WORLD)
  call plan%points(u)
  call plan%modes(uh)
  u = 1
  call plan%forward(u, uh)
  call MPI_Finalize()
  call plan%forward(u, uh, ierr)
  call expect(ierr == WEFT_INVALID_ARGUMENT .and. index(weft_error_text(), 'MPI') > 0, 'forward after MPI_Finalize')
  call expect(len(plan%choice()) > 0, 'a question after MPI_Finalize')
  call plan%destroy(ierr)
  call expect(ierr == WEFT_SUCCESS, 'destroy after MPI_Finalize')
  call plan%create(problem, MPI_COMM_WORLD, ierr)
  call expect(ierr == WEFT_INVALID_ARGUMENT .and. index(weft_error_text(), 'MPI_Finalize') > 0, 'a plan too late')
  call plan%free(u)
  call plan%free(uh)
  call description%free()
  call problem%free()
  if (.not. all_right) error stop 1

contains

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    all_right = all_right .and. holds
    if (.not. holds) print '(4a)', 'FAILED: ', what, ': ', weft_error_text()
  end subroutine
end program outside_mpi
