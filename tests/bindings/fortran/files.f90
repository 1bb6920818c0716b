! Files from Fortran: written in one layout, read in another with ghost cells; attributes, precisions, errors.
program files
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use check
  use weft
  implicit none

  integer, parameter :: n(3) = [6, 5, 7]
  type(weft_distribution) :: plain, ghosted
  real(real64), pointer :: u(:, :, :), v(:, :, :)
  character(40) :: folder

  call MPI_Init()
  call make()
  call hdf5()
  call others()
  call misuse()
  call plain%free(u)
  call ghosted%free(v)
  call plain%destroy()
  call ghosted%destroy()
  call remove_folder(folder)
  call finish()

contains

  pure real(real64) function place(i, j, k)
    integer(int64), intent(in) :: i, j, k
    place = real(i + n(1)*(j - 1 + n(2)*(k - 1)), real64)
  end function

  ! Slabs along axis 3, filled; along axis 2 with ghost cells and in the order of C, to read into.
  subroutine make()
    type(weft_layout) :: layout
    integer(int64) :: i, j, k
    call make_folder(folder)
    call layout%create(n, [n_procs()], [3])
    call plain%create(layout, MPI_COMM_WORLD)
    call layout%create(n, [n_procs()], [2])
    call layout%set_ghosts([0, 2, 1])
    call ghosted%create(layout, MPI_COMM_WORLD, is_real=.true., is_double=.true., order=[3, 2, 1])
    call layout%free()
    call plain%allocate(u, global=.true.)
    call ghosted%allocate(v)
    do k = lbound(u, 3), ubound(u, 3)
      do j = 1, n(2)
        do i = 1, n(1)
          u(i, j, k) = place(i, j, k)
        end do
      end do
    end do
  end subroutine

  ! The sum of i^2-like weights tells places apart; ghost cells are 0 and do not count.
  subroutine expect_places(what)
    character(*), intent(in) :: what
    real(real64) :: total, extreme
    integer(int64) :: where(3)
    call ghosted%sum(v, total)
    call ghosted%maximum(v, extreme, where)
    call expect(total == product(n)*(product(n) + 1)/2.0_real64, what//': sum')
    call expect(extreme == product(n) .and. all(where == n), what//': the last element')
    call ghosted%minimum(v, extreme, where)
    call expect(extreme == 1 .and. all(where == 1), what//': the first element')
    v = 0
  end subroutine

  subroutine hdf5()
    type(weft_hdf5_writer) :: writer
    type(weft_hdf5_reader) :: reader
    integer(int64), allocatable :: lengths(:)
    integer(int64) :: step
    real(real64) :: time
    real(real64), allocatable :: numbers(:)
    character(:), allocatable :: units
    integer :: ierr
    call writer%create(trim(folder)//'/u.h5', MPI_COMM_WORLD)
    call writer%write('u', plain, u)
    call writer%write('packed/u', plain, u, chunks=[6, 2, 3], compression=3, shuffle=.true., fletcher32=.true., &
                      precision=WEFT_PRECISION_SINGLE)
    call writer%set_attribute('u', 'units', 'm/s')
    call writer%set_attribute('u', 'lengths', [3.0_real64, 2.0_real64, 1.0_real64])
    call writer%set_attribute('/', 'time', 0.25_real64)
    call writer%set_attribute('/', 'step', 12)
    call writer%write('v', plain, u, chunks=[6, 2], ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'chunks', 'chunks of another number of axes')
    call writer%commit()
    call writer%destroy()
    call reader%create(trim(folder)//'/u.h5', MPI_COMM_WORLD)
    call reader%shape('packed/u', lengths)
    call expect(all(lengths == n), 'shape')
    call reader%read('u', ghosted, v)
    call expect_places('hdf5')
    call reader%read('packed/u', ghosted, v, convert=.true.)
    call expect_places('packed')
    call reader%read('packed/u', ghosted, v, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'float', 'another precision')
    call reader%attribute('u', 'units', units)
    call reader%attribute('u', 'lengths', numbers)
    call reader%attribute('/', 'time', time)
    call reader%attribute('/', 'step', step)
    call expect(units == 'm/s' .and. all(numbers == [3.0_real64, 2.0_real64, 1.0_real64]), 'text and list')
    call expect(time == 0.25_real64 .and. step == 12, 'numbers')
    call reader%attribute('/', 'colour', time, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'colour', 'no such attribute')
    call reader%destroy()
    call reader%destroy()
  end subroutine

  subroutine others()
    integer :: unit, status
    character(400) :: text
    call weft_write_npy(trim(folder)//'/u.npy', plain, u)
    call weft_read_npy(trim(folder)//'/u.npy', ghosted, v)
    call expect_places('npy')
    call weft_write_xdmf(trim(folder)//'/u.xdmf', [trim(folder)//'/u.h5'], MPI_COMM_WORLD)
    call weft_write_vtk_slice(trim(folder)//'/u.vti', 'u', plain, u, axis=3, index=2, &
                              lengths=[3.0_real64, 2.5_real64, 7.0_real64])
    open (newunit=unit, file=trim(folder)//'/u.vti', access='stream', action='read')
    text = ''
    read (unit, iostat=status) text
    close (unit)
    call expect(status == 0, 'an image of some size')
    call expect(index(text, 'Origin="0 0 1"') > 0 .and. index(text, 'Spacing="0.5 0.5 1"') > 0, 'place of a slice')
  end subroutine

  subroutine misuse()
    type(weft_hdf5_writer) :: writer
    type(weft_hdf5_reader) :: reader
    integer :: ierr
    call reader%create(trim(folder)//'/none.h5', MPI_COMM_WORLD, ierr)
    call expect_error(ierr, WEFT_RESOURCE, 'no such file', 'no file')
    call reader%destroy()
    call writer%create(trim(folder)//'/v.h5', MPI_COMM_WORLD)
    call writer%write('v', ghosted, u, ierr=ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT, 'an array of another distribution')
    call writer%destroy()
    call writer%destroy()
  end subroutine

end program
