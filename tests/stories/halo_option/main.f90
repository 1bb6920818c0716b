! Sets the option of the story by text, shows its effect, and the error of a wrong value.
program main
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  use weft
  implicit none
  type(weft_layout) :: layout
  type(weft_distribution) :: distribution
  type(weft_options) :: options
  type(weft_halo) :: halo
  real(real64), pointer :: u(:)
  integer :: rank, n, ierr
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, n)
  call layout%create([4], [n], [1])
  call layout%set_ghosts([1])
  call distribution%create(layout, MPI_COMM_WORLD)
  call options%create('halo')
  call options%set('clear', 'no')
  call halo%create(distribution, options=options)
  call halo%allocate(u)
  u(1) = 1
  call halo%accumulate(u)
  if (rank == 0) print '(a, i0)', 'a ghost cell is ', nint(u(1))
  call options%set('clear', 'maybe', ierr)
  if (rank == 0 .and. ierr == WEFT_INVALID_ARGUMENT) print '(a)', weft_error_text()
  call halo%free(u)
  call halo%destroy()
  call options%free()
  call distribution%destroy()
  call layout%free()
  call MPI_Finalize()
end program main
