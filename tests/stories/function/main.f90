! Calls the function of the story on an array of 8 elements, -8 to 6, with its default, and with a wrong argument.
program main
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  use weft
  implicit none
  type(weft_layout) :: layout
  type(weft_distribution) :: distribution
  real(real64), pointer :: u(:)
  real(real64) :: least, most
  integer(weft_index) :: first, again, third, none
  integer :: rank, n, i, ierr
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, n)
  call layout%create([8], [n], [1])
  call distribution%create(layout, MPI_COMM_WORLD)
  call distribution%allocate(u, global=.true.)
  do i = lbound(u, 1), ubound(u, 1)
    u(i) = 2.0_real64*(i - 5)
  end do
  first = distribution%clip(u, 3.0_real64)
  again = distribution%clip(u, 3.0_real64)
  call distribution%minimum(u, least)
  call distribution%maximum(u, most)
  third = distribution%clip(u)
  none = distribution%clip(u, 0.0_real64, ierr)
  if (rank == 0) then
    print '(a, i0, a, i0)', 'clipped ', first, ', then ', again
    print '(a, i0, a, i0)', 'between ', nint(least), ' and ', nint(most)
    print '(a, i0)', 'clipped ', third
    if (ierr == WEFT_INVALID_ARGUMENT) print '(a)', weft_error_text()
  end if
  call distribution%free(u)
  call distribution%destroy()
  call layout%free()
  call MPI_Finalize()
end program main
