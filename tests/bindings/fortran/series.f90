! Series of snapshots from Fortran: fields of two types, attributes, a series that goes on, snapshots read again, errors.
program series_of_snapshots
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use mpi_f08
  use check
  use weft
  implicit none

  integer, parameter :: n(3) = [6, 5, 7]
  type(weft_distribution) :: slabs, columns, flat
  real(real64), pointer :: u(:, :, :), v(:, :, :)
  real(real32), pointer :: h(:, :)
  character(40) :: folder

  call MPI_Init()
  call make()
  call two_jobs()
  call what_was_written()
  call misuse()
  call slabs%free(u)
  call columns%free(v)
  call flat%free(h)
  call slabs%destroy()
  call columns%destroy()
  call flat%destroy()
  call remove_folder(folder)
  call finish()

contains

  ! A field cut along axis 3, the same cut along axis 2, and a plane of single precision.
  subroutine make()
    type(weft_layout) :: layout
    call make_folder(folder)
    call layout%create(n, [n_procs()], [3])
    call slabs%create(layout, MPI_COMM_WORLD)
    call layout%create(n, [n_procs()], [2])
    call columns%create(layout, MPI_COMM_WORLD)
    call layout%create(n(:2), [n_procs()], [2])
    call flat%create(layout, MPI_COMM_WORLD, is_real=.true., is_double=.false.)
    call layout%free()
    call slabs%allocate(u, global=.true.)
    call columns%allocate(v, global=.true.)
    call flat%allocate(h)
  end subroutine

  ! The places of a field, plus `time`.
  subroutine fill(time)
    real(real64), intent(in) :: time
    integer(int64) :: i, j, k
    do k = lbound(u, 3), ubound(u, 3)
      do j = 1, n(2)
        do i = 1, n(1)
          u(i, j, k) = i + 10*j + 100*k + time
        end do
      end do
    end do
    h = real(-time, real32)
  end subroutine

  subroutine two_jobs()
    type(weft_series) :: series
    integer :: job
    call expect(series%n_snapshots() == 0, 'no series has no snapshots')
    do job = 1, 2
      call series%create(trim(folder)//'/flow', MPI_COMM_WORLD)
      call expect(series%n_snapshots() == job - 1, 'it goes on')
      call series%set_attribute('/', 'viscosity', 0.25_real64)
      call series%set_attribute('/', 'run', job)
      call series%set_attribute('u', 'units', 'm/s')
      call series%set_attribute('u', 'lengths', [7.0_real64, 2.5_real64, 3.0_real64])
      call series%set_attribute('none', 'units', 's')
      call series%add('u', slabs, u)
      call series%add('h', flat, h)
      call fill(0.5_real64*job)
      if (job == 1) call series%append(0.5_real64, 10)
      if (job == 2) call series%append(1.0_real64, 20_int64, compression=2, fletcher32=.true., &
                                       precision=WEFT_PRECISION_DOUBLE)
      call series%destroy()
      call series%destroy()
    end do
  end subroutine

  subroutine what_was_written()
    type(weft_series) :: series
    type(weft_hdf5_reader) :: reader
    integer(int64), allocatable :: lengths(:)
    integer(int64) :: step, run
    real(real64) :: time, sought, viscosity
    real(real64), allocatable :: numbers(:)
    character(:), allocatable :: path, units
    integer :: i, unit, status
    character(2000) :: text
    call series%create(trim(folder)//'/flow', MPI_COMM_WORLD)
    call expect(series%n_snapshots() == 2, 'two snapshots')
    do i = 1, 2
      call series%snapshot(i, time, step, path)
      sought = 0.5_real64*i
      call expect(time == sought .and. step == 10*i, 'time and step')
      call expect(path == trim(folder)//'/flow.00000'//achar(iachar('0') + i - 1)//'.h5', 'path')
      call series%open(i, reader)
      call reader%attribute('/', 'viscosity', viscosity)
      call reader%attribute('/', 'run', run)
      call reader%attribute('u', 'units', units)
      call reader%attribute('u', 'lengths', numbers)
      call expect(viscosity == 0.25_real64 .and. run == i .and. units == 'm/s', 'attributes')
      call expect(all(numbers == [7.0_real64, 2.5_real64, 3.0_real64]), 'a list')
      call reader%shape('h', lengths)
      call expect(all(lengths == n(:2)), 'a plane')
      call reader%read('u', columns, v)
      call expect_places(sought)
      h = 0
      call reader%read('h', flat, h, convert=i == 2)
      call expect(all(abs(h + sought) < 1e-7_real64), 'the plane has the values at append')
      call reader%destroy()
    end do
    call series%destroy()
    open (newunit=unit, file=trim(folder)//'/flow.xdmf', access='stream', action='read')
    text = ''
    read (unit, iostat=status) text
    close (unit)
    call expect(index(text, 'flow.000000.h5:/u') > 0, 'the picture has the field')
    call expect(index(text, '1 0.5 0.5') > 0, 'and its lengths')
  end subroutine

  subroutine expect_places(time)
    real(real64), intent(in) :: time
    integer(int64) :: i, j, k
    logical :: right
    right = .true.
    do k = 1, n(3)
      do j = lbound(v, 2), ubound(v, 2)
        do i = 1, n(1)
          right = right .and. v(i, j, k) == i + 10*j + 100*k + time
        end do
      end do
    end do
    call expect(right, 'places')
    v = 0
  end subroutine

  subroutine misuse()
    type(weft_series) :: series
    type(weft_hdf5_reader) :: reader
    real(real64) :: time
    integer(int64) :: step
    integer :: ierr
    call series%append(2.0_real64, 30, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'the series is NULL', 'no series')
    call series%add('u', slabs, u, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'the series is NULL', 'a field of no series')
    call series%create(trim(folder)//'/none/flow', MPI_COMM_WORLD, ierr)
    call expect(ierr /= WEFT_SUCCESS, 'no folder')
    call series%create(trim(folder)//'/flow', MPI_COMM_WORLD)
    call series%append(2.0_real64, 30, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'field', 'no fields')
    call series%add('u', columns, u, ierr)
    if (n_procs() > 1) call expect(ierr == WEFT_INVALID_ARGUMENT, 'an array of another distribution')
    if (ierr == WEFT_SUCCESS) call series%append(0.0_real64, 0, ierr=ierr)  ! on one process: forgets it
    call series%add('u', slabs, u)
    call series%append(1.0_real64, 30, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'time', 'a time that is not above')
    call series%append(2.0_real64, 30, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'field', 'fields are forgotten')
    call series%snapshot(3, time, step, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'snapshot 3', 'no such snapshot')
    call series%open(0, reader, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'snapshot 0', 'numbers begin with 1')
    call reader%destroy()
    call expect(series%n_snapshots() == 2, 'nothing was written')
    call series%destroy()
  end subroutine

end program
