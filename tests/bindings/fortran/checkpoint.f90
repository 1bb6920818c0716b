! Checkpoints from Fortran: fields of global indices in other layouts and precisions, values of every kind, plans,
! errors on all processes.
program checkpoints
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use mpi_f08
  use check
  use weft
  implicit none

  character(:), allocatable :: path
  integer :: rank, size_

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size_)
  call choose_path()
  call fields_and_values()
  call the_plan()
  call misuse()
  call remove_files()
  call finish()

contains

  ! The same on all processes, another one in each run.
  subroutine choose_path()
    integer(int64) :: count
    character(64) :: text
    call system_clock(count)
    write (text, '(a, i0, a)') '/tmp/weft-fortran-', count, '.weft'
    call MPI_Bcast(text, len(text), MPI_CHARACTER, 0, MPI_COMM_WORLD)
    path = trim(text)
  end subroutine

  subroutine remove_files()
    integer :: unit, status
    call MPI_Barrier(MPI_COMM_WORLD)
    if (rank /= 0) return
    open (newunit=unit, file=path, status='old', iostat=status)
    if (status == 0) close (unit, status='delete')
    open (newunit=unit, file=path//'.previous', status='old', iostat=status)
    if (status == 0) close (unit, status='delete')
  end subroutine

  ! 7 x 5 x 4, cut on axis `cut`.
  subroutine spread(distribution, cut, is_double)
    type(weft_distribution), intent(inout) :: distribution
    integer, intent(in) :: cut
    logical, intent(in) :: is_double
    type(weft_layout) :: layout
    call layout%create([7, 5, 4], [size_], [cut])
    call distribution%create(layout, MPI_COMM_WORLD, is_double=is_double)
    call layout%free()
  end subroutine

  pure real(real64) function value_at(i, j, k)
    integer, intent(in) :: i, j, k
    value_at = i + 10*j + 100*k
  end function

  subroutine fields_and_values()
    type(weft_checkpoint_writer) :: writer
    type(weft_checkpoint) :: checkpoint
    type(weft_distribution) :: slabs, others
    real(real64), pointer :: u(:, :, :)
    real(real32), pointer :: v(:, :, :)
    real(real64) :: time
    real(real64), allocatable :: lengths(:)
    integer(int64) :: step
    integer(int64), allocatable :: wholes(:)
    integer(weft_index), allocatable :: shape(:)
    integer :: i, j, k, short, ierr
    character(:), allocatable :: title, names(:), units
    logical :: is_double, is_right
    call spread(slabs, 3, .true.)
    call slabs%allocate(u, global=.true.)
    do k = lbound(u, 3), ubound(u, 3)
      do j = lbound(u, 2), ubound(u, 2)
        do i = lbound(u, 1), ubound(u, 1)
          u(i, j, k) = value_at(i, j, k)
        end do
      end do
    end do
    call writer%create(path, MPI_COMM_WORLD)
    call writer%add('u', slabs, u, units='m/s')
    call writer%set('step', 120)
    call writer%set('large', 2_int64**40)
    call writer%set('time', 0.25_real64)
    call writer%set('title', 'two words')
    call writer%set('lengths', [1.5_real64, 2.5_real64])
    call writer%set('wholes', [3, -4])
    call writer%set('names', ['ab ', 'abc'])
    call writer%commit()
    call writer%destroy()

    call checkpoint%open(path, MPI_COMM_WORLD)
    call expect(checkpoint%note() == '' .and. checkpoint%path() == path, 'the note or the path is wrong')
    call checkpoint%info('u', shape, is_double=is_double, units=units)
    call expect(all(shape == [7, 5, 4]) .and. is_double .and. units == 'm/s', 'the field is described wrongly')
    call expect(checkpoint%n_fields() == 1 .and. checkpoint%field_name(1) == 'u' .and. checkpoint%has_field('u') &
                .and. .not. checkpoint%has_field('v'), 'the fields are listed wrongly')
    call spread(others, 1, .false.)
    call others%allocate(v, global=.true.)
    call checkpoint%read('u', others, v)
    is_right = .true.
    do k = lbound(v, 3), ubound(v, 3)
      do j = lbound(v, 2), ubound(v, 2)
        do i = lbound(v, 1), ubound(v, 1)
          is_right = is_right .and. abs(v(i, j, k) - real(value_at(i, j, k), real32)) <= 0
        end do
      end do
    end do
    call expect(is_right, 'the field has other values')
    call checkpoint%verify()
    call checkpoint%get('step', step)
    call checkpoint%get('step', short)
    call checkpoint%get('time', time)
    call checkpoint%get('title', title)
    call checkpoint%get('lengths', lengths)
    call checkpoint%get('wholes', wholes)
    call checkpoint%get('names', names)
    call expect(step == 120 .and. short == 120 .and. abs(time - 0.25_real64) <= 0 .and. title == 'two words', &
                'a value is wrong')
    call expect(all(abs(lengths - [1.5_real64, 2.5_real64]) <= 0) .and. all(wholes == [3, -4]) &
                .and. all(names == ['ab ', 'abc']), 'a list is wrong')
    call expect(checkpoint%n_values() == 7 .and. checkpoint%value_name(1) == 'large' .and. checkpoint%has_value('time'), &
                'the values are listed wrongly')
    call checkpoint%get('large', short, ierr=ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT .and. index(weft_error_text(), 'does not fit') > 0, &
                'a number that is too large is taken')
    call checkpoint%destroy()
    call slabs%free(u)
    call others%free(v)
    call slabs%destroy()
    call others%destroy()
  end subroutine

  subroutine the_plan()
    type(weft_checkpoint_writer) :: writer
    type(weft_checkpoint) :: checkpoint
    type(weft_problem) :: problem
    type(weft_plan) :: plan, again
    call problem%create('r2c', [12, 10, 8])
    call plan%create(problem, MPI_COMM_WORLD)
    call problem%free()
    call writer%create(path, MPI_COMM_WORLD)
    call writer%add_plan(plan)
    call writer%commit()
    call writer%destroy()
    call checkpoint%open(path, MPI_COMM_WORLD, WEFT_CHECK_HEADERS)
    call expect(checkpoint%has_plan() .and. checkpoint%choice() == plan%choice(), 'the choice is another one')
    call checkpoint%make_plan(again)
    call expect(again%choice() == plan%choice(), 'the plan is another one')
    call checkpoint%destroy()
    call plan%destroy()
    call again%destroy()
  end subroutine

  subroutine misuse()
    type(weft_checkpoint_writer) :: writer
    type(weft_checkpoint) :: checkpoint
    type(weft_distribution) :: slabs
    real(real64), pointer :: u(:, :, :)
    real(real32), allocatable :: wrong(:, :, :)
    real(real64) :: number
    integer :: ierr
    call checkpoint%open(path//'.none', MPI_COMM_WORLD, ierr=ierr)
    call expect(ierr == WEFT_RESOURCE .and. index(weft_error_text(), 'no such file') > 0, 'a missing file is opened')
    call checkpoint%get('x', number, ierr=ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT, 'a checkpoint that is not open has a value')
    call checkpoint%open(path, MPI_COMM_WORLD)
    call spread(slabs, 3, .true.)
    call slabs%allocate(u)
    call checkpoint%read('u', slabs, u, ierr=ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT .and. index(weft_error_text(), "no field 'u'") > 0, &
                'a field that is not there is read')
    call writer%create(path, MPI_COMM_WORLD)
    allocate (wrong(7, 5, 4))
    if (rank == size_ - 1) then
      call writer%add('u', slabs, wrong, ierr=ierr)
    else
      call writer%add('u', slabs, u, ierr=ierr)
    end if
    call expect(ierr == WEFT_INVALID_ARGUMENT, 'an array of another type is written')
    call writer%destroy()
    call writer%commit(ierr=ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT, 'a writer that is destroyed commits')
    call checkpoint%destroy()
    call slabs%free(u)
    call slabs%destroy()
  end subroutine
end program checkpoints
