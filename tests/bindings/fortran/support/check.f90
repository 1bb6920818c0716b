! Expectations of the Fortran tests, counted on every process; finish() ends the program with their result.
module check
  use, intrinsic :: iso_fortran_env, only: int64
  use mpi_f08
  use weft
  implicit none
  private
  public :: expect, expect_error, finish, n_procs, my_rank, make_folder, remove_folder

  integer :: n_failures = 0, n_expectations = 0

contains

  ! Counts a failure, and prints it, unless `holds`.
  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    n_expectations = n_expectations + 1
    if (holds) return
    n_failures = n_failures + 1
    print '(a,i0,2a)', 'FAILED on process ', my_rank(), ': ', what
  end subroutine

  ! The code and the words of the last error: all `fragments`, separated by '|', are in them.
  subroutine expect_error(ierr, code, fragments, what)
    integer, intent(in) :: ierr, code
    character(*), intent(in) :: fragments, what
    integer :: begin, bar
    call expect(ierr == code, what // ': another code: ' // weft_error_name(ierr))
    if (ierr == WEFT_SUCCESS) return
    begin = 1
    do while (begin <= len(fragments))
      bar = index(fragments(begin:) // '|', '|')
      call expect(index(weft_error_text(), fragments(begin:begin + bar - 2)) > 0, &
                  what // ': no "' // fragments(begin:begin + bar - 2) // '" in: ' // weft_error_text())
      begin = begin + bar
    end do
  end subroutine

  ! Adds up all processes, finalises MPI, and stops with status 1 if anything failed.
  subroutine finish()
    integer :: total(2)
    logical :: is_first
    is_first = my_rank() == 0
    total = [n_failures, n_expectations]
    call MPI_Allreduce(MPI_IN_PLACE, total, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
    call MPI_Finalize()
    if (is_first) print '(i0,a,i0,a)', total(2), ' expectations, ', total(1), ' failed'
    if (total(1) > 0 .or. total(2) == 0) error stop 1
  end subroutine

  ! A new folder for all processes, another one in each run. Collective.
  subroutine make_folder(folder)
    character(*), intent(out) :: folder
    integer(int64) :: clock
    call system_clock(clock)
    write (folder, '(a,i0)') '/tmp/weft-fortran-', clock
    call MPI_Bcast(folder, len(folder), MPI_CHARACTER, 0, MPI_COMM_WORLD)
    if (my_rank() == 0) call execute_command_line('mkdir '//trim(folder))
    call MPI_Barrier(MPI_COMM_WORLD)
  end subroutine

  ! When no process uses it any more. Collective.
  subroutine remove_folder(folder)
    character(*), intent(in) :: folder
    call MPI_Barrier(MPI_COMM_WORLD)
    if (my_rank() == 0) call execute_command_line('rm -r '//trim(folder))
  end subroutine

  integer function n_procs()
    call MPI_Comm_size(MPI_COMM_WORLD, n_procs)
  end function

  integer function my_rank()
    call MPI_Comm_rank(MPI_COMM_WORLD, my_rank)
  end function
end module check
