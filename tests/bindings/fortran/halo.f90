! Halos from Fortran: ghost cells by the definition, by global indices, and what is refused.
program halo_test
  use, intrinsic :: iso_c_binding, only: c_loc, c_ptr
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use mpi_f08
  use check
  use weft
  implicit none
  integer(int64), parameter :: n(2) = [7, 5]
  type(weft_layout) :: layout
  type(weft_distribution) :: distribution
  integer :: n_processes

  call MPI_Init()
  call MPI_Comm_size(MPI_COMM_WORLD, n_processes)
  call layout%create([7, 5], [n_processes], [2])  ! cut on axis 2
  call layout%set_ghosts([1, 2])
  call distribution%create(layout, MPI_COMM_WORLD)
  call exchanges()
  call accumulates()
  call several()
  call by_text()
  call bad_input()
  call distribution%destroy()
  call layout%free()
  call finish()

contains

  ! What is in cell (i, j): axis 1 is not periodic.
  elemental real(real64) function wanted(i, j)
    integer(int64), intent(in) :: i, j
    wanted = -1
    if (i >= 1 .and. i <= n(1)) wanted = i + 10 * modulo(j - 1, n(2))
  end function

  subroutine set(u, factor)
    real(real64), pointer, intent(in) :: u(:, :)
    integer, intent(in) :: factor
    integer(int64) :: lower(2), upper(2), i, j
    call distribution%box(lower, upper)
    if (size(u) > 0) u = -1
    do j = lower(2), upper(2)
      do i = lower(1), upper(1)
        u(i, j) = factor * wanted(i, j)
      end do
    end do
  end subroutine

  logical function holds(u, factor)
    real(real64), pointer, intent(in) :: u(:, :)
    integer, intent(in) :: factor
    integer(int64) :: i, j
    holds = .true.
    if (size(u) == 0) return
    do j = lbound(u, 2), ubound(u, 2)
      do i = lbound(u, 1), ubound(u, 1)
        holds = holds .and. nint(u(i, j)) == nint(merge(factor, 1, i >= 1 .and. i <= n(1)) * wanted(i, j))
      end do
    end do
  end function

  subroutine exchanges()
    type(weft_halo) :: halo
    real(real64), pointer :: u(:, :)
    integer(int64) :: peer_bytes
    logical :: done
    call halo%create(distribution, periodic=[.false., .true.])
    call halo%allocate(u, global=.true.)
    call set(u, 1)
    call halo%exchange(u)
    call expect(holds(u, 1), 'ghost cells are copies of the elements that lie there')
    call set(u, 2)
    call halo%exchange_start(u)
    call halo%progress(done)
    call halo%exchange_finish()
    call expect(holds(u, 2), 'the same in two calls')
    call expect(halo%exchange_name() == 'window-pull', 'auto takes windows on one node')
    call halo%counts(peer_bytes=peer_bytes)
    call expect(peer_bytes <= 8 * halo%n_ghosts(), 'bytes from other processes')
    call expect(index(halo%explain(), 'window-pull') > 0, 'explain')
    call halo%close()
    call halo%destroy()
    call halo%destroy()
    call halo%free(u)
  end subroutine

  ! Ghost cells of 1, elements of 0: the sum of the elements is the number of ghost cells.
  subroutine accumulates()
    type(weft_halo) :: halo
    real(real64), pointer :: u(:, :)
    real(real64) :: sums(2)
    integer(int64) :: lower(2), upper(2)
    call halo%create(distribution, exchange='persistent')
    call distribution%allocate(u, global=.true.)
    call distribution%box(lower, upper)
    if (size(u) > 0) then
      u = 1
      u(lower(1):upper(1), lower(2):upper(2)) = 0
    end if
    call halo%accumulate(u)
    sums = [sum(u(lower(1):upper(1), lower(2):upper(2))), real(halo%n_ghosts(), real64)]
    call MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
    call expect(nint(sums(1)) == nint(sums(2)), 'every ghost cell is added once')
    call expect(nint(sum(u)) == nint(sum(u(lower(1):upper(1), lower(2):upper(2)))), 'then it is 0')
    call distribution%free(u)
    call halo%destroy()
  end subroutine

  subroutine several()
    type(weft_halo) :: halo
    real(real64), pointer :: u(:, :), v(:, :)
    type(c_ptr) :: both(2)
    call halo%create(distribution, periodic=[.false., .true.], n_fields=2)
    call halo%allocate(u, global=.true.)
    call halo%allocate(v, global=.true.)
    call set(u, 3)
    call set(v, 4)
    both = [c_loc(u), c_loc(v)]
    call halo%exchange(both)
    call expect(holds(u, 3) .and. holds(v, 4), 'several arrays in one call')
    call halo%free(u)
    call halo%free(v)
    call halo%destroy()
  end subroutine

  ! Options by text, in the order of Fortran's axes: axis 1 is not periodic.
  subroutine by_text()
    type(weft_options) :: options, of_plan
    type(weft_halo) :: halo
    real(real64), pointer :: u(:, :), v(:, :)
    type(c_ptr) :: both(2)
    integer :: ierr
    call options%create('halo')
    call options%set('periodic', 'no,yes')
    call expect(options%get('periodic') == 'no,yes' .and. options%get('exchange') == 'auto', 'options of a halo')
    call options%set('exchange', 'p2p')
    call options%set('n_fields', '2')
    call halo%create(distribution, options=options)
    call expect(halo%exchange_name() == 'p2p', 'the exchange of the options')
    call halo%allocate(u, global=.true.)
    call halo%allocate(v, global=.true.)
    call set(u, 1)
    call set(v, 2)
    call halo%exchange(u)
    call expect(holds(u, 1), 'a halo made with options')
    both = [c_loc(u), c_loc(v)]
    call halo%exchange(both)
    call expect(holds(v, 2), 'two arrays of a halo made with options')
    call halo%free(u)
    call halo%free(v)
    call halo%destroy()
    call options%set('corner', 'no', ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT .and. &
                index(weft_error_text(), "halo option 'corner' is unknown; the nearest is 'corners'") > 0, 'an unknown key')
    call halo%create(distribution, options=options, n_fields=2, ierr=ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT .and. index(weft_error_text(), 'set all in the options') > 0, 'both')
    call of_plan%set('timeout', '60')
    call halo%create(distribution, options=of_plan, ierr=ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT .and. &
                index(weft_error_text(), 'options of a plan were given to a halo') > 0, 'options of a plan')
    call options%free()
    call of_plan%free()
    call tables()
  end subroutine

  ! Every row of every table takes its default.
  subroutine tables()
    type(weft_options) :: options
    character(:), allocatable :: object, key, standard
    integer :: i, j, n, ierr
    n = 0
    do i = 1, 99
      object = weft_option_object(i, ierr)
      if (ierr /= WEFT_SUCCESS) exit
      call options%create(object)
      do j = 1, 99
        call weft_option_row(j, key=key, standard=standard, ierr=ierr, object=object)
        if (ierr /= WEFT_SUCCESS) exit
        call options%set(key, standard)
        call expect(options%get(key) == standard, object // ' ' // key)
        n = n + 1
      end do
      call options%free()
    end do
    call expect(i > 3 .and. n > 25, 'tables of several objects')
    call options%create('hallo', ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT, 'an unknown object')
  end subroutine

  subroutine bad_input()
    type(weft_halo) :: halo
    real(real64), pointer :: u(:, :)
    real(real32) :: other(2, 2)
    integer(int64) :: n
    integer :: ierr
    call halo%create(distribution, exchange='ring', ierr=ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT .and. index(weft_error_text(), 'ring') > 0, 'an unknown exchange')
    call halo%create(distribution, periodic=[.true.], ierr=ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT .and. index(weft_error_text(), 'axis') > 0, 'one flag for two axes')
    call halo%exchange(other, ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT, 'a halo that was not created')
    call expect(index(weft_error_text(), 'the halo was not created') == 1, 'a call of no halo')
    n = halo%n_ghosts(ierr)
    call expect(n == 0 .and. ierr == WEFT_INVALID_ARGUMENT, 'the ghost cells of no halo')
    call expect(index(weft_error_text(), 'the halo was not created') == 1, 'a question to no halo')
    call halo%create(distribution)
    call halo%exchange(other, ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT .and. index(weft_error_text(), 'real(c_float)') > 0, 'another type')
    call halo%exchange_finish(ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT, 'finish without start')
    call halo%allocate(u)
    call halo%exchange_start(u)
    call halo%accumulate(u, ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT .and. index(weft_error_text(), 'under way') > 0, 'a call under way')
    call halo%exchange_finish()
    call halo%close()
    call halo%exchange(u, ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT .and. index(weft_error_text(), 'closed') > 0, 'a closed halo')
    call halo%free(u)
    call halo%destroy()
  end subroutine
end program halo_test
