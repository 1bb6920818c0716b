! What the Fortran interface tells: axes, shapes, grids and texts in Fortran's order, wavenumbers, layouts,
! descriptions, tables of keys, times.
program facts
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use, intrinsic :: iso_c_binding, only: c_associated
  use mpi_f08
  use check
  use weft
  implicit none

  call MPI_Init()
  call layouts()
  call layouts_with_own_blocks()
  call problems()
  call orders_in_memory()
  call options_and_tables()
  call a_plan()
  call wavenumbers()
  call cycles()
  call dry_runs()
  call dry_run_is_the_plan()
  call names()
  call rates_of_the_machine()
  call finish()

contains

  subroutine layouts()
    type(weft_layout) :: layout
    integer(int64) :: lower(3), upper(3)
    integer, allocatable :: grid(:), cut(:)
    call layout%create([10, 7, 9], [2, 3], [2, 3])
    call expect(layout%text() == '10x7x9 on 2x3, cut on axes 2,3', 'text of a layout: ' // layout%text())
    call expect(all(layout%shape() == [10, 7, 9]), 'shape of a layout')
    call layout%grid(grid, cut)
    call expect(all(grid == [2, 3]) .and. all(cut == [2, 3]), 'grid of a layout')
    call layout%box(1, lower, upper)  ! the second along the first grid dimension, which cuts axis 2
    call expect(all(lower == [1, 5, 1]) .and. all(upper == [10, 7, 3]), 'box of rank 1')
    call layout%box(4, lower, upper)
    call expect(all(lower == [1, 1, 7]) .and. all(upper == [10, 4, 9]), 'box of rank 4')
    call layout%free()
    call layout%free()
  end subroutine

  subroutine layouts_with_own_blocks()
    type(weft_layout) :: layout
    integer(int64) :: lower(2), upper(2)
    call layout%create([10_int64, 7_int64], [3], [1])
    call layout%set_blocks(1, [7, 0, 3])
    call layout%box(0, lower, upper)
    call expect(all(lower == 1) .and. all(upper == [7, 7]), 'the first own block')
    call layout%box(1, lower, upper)
    call expect(upper(1) == lower(1) - 1, 'an empty own block')
    call layout%set_blocks(1, [1_int64, 2_int64, 7_int64])
    call layout%box(2, lower, upper)
    call expect(all(lower == [4, 1]) .and. all(upper == [10, 7]), 'the last own block')
    call expect(index(layout%text(), 'axis 1 in blocks of ') > 0, 'own blocks in words')
    call layout%free()
  end subroutine

  subroutine problems()
    type(weft_problem) :: problem
    call problem%create('r2c', [8, 6, 5])
    call expect(all(problem%shape(WEFT_POINTS) == [8, 6, 5]), 'shape of the points')
    call expect(all(problem%shape(WEFT_MODES) == [5, 6, 5]), 'axis 1 is halved by default')
    call expect(problem%get('axes') == 'all' .and. problem%get('order') == 'fast', 'defaults')
    call problem%set('axes', [3, 1])
    call expect(problem%get('axes') == '3,1', 'axes by numbers: ' // problem%get('axes'))
    call expect(all(problem%shape(WEFT_MODES) == [8, 6, 3]), 'the first axis listed is halved')
    call problem%set('axes', ' 2, 1')
    call expect(problem%get('axes') == '2,1', 'axes by a text')
    call problem%set('axes', 'all')
    call problem%set('kinds', 'dct2,fourier,chebyshev')
    call expect(problem%get('kinds') == 'dct2,fourier,chebyshev', 'kinds in the order of the axes')
    call expect(all(problem%shape(WEFT_MODES) == [8, 4, 5]), 'the first Fourier axis is halved')
    call problem%set('kinds', 'fourier')
    call expect(problem%get('kinds') == 'fourier', 'all axes are Fourier axes again')
    call problem%set('kept', [6, 4, 5])
    call expect(problem%get('kept') == '6,4,5', 'lengths in the order of the axes: ' // problem%get('kept'))
    call expect(all(problem%shape(WEFT_MODES) == [4, 4, 5]), 'modes of fewer points')
    call problem%set('kept', 'all')
    call problem%set('order', 'Fortran')
    call expect(problem%get('order') == 'Fortran', 'the order Fortran')
    call problem%set('order', 'fast')
    call problem%set('order', 'C')
    call expect(problem%get('order') == 'Fortran', 'C is the same order')
    call problem%set('modes_order', [1, 3, 2])
    call expect(problem%get('modes_order') == '1,3,2', 'axes from fastest to slowest: ' // problem%get('modes_order'))
    call problem%set('points_padding', [2, 0, 0])
    call expect(problem%get('points_padding') == '2,0,0', 'elements along each axis: ' // problem%get('points_padding'))
    call problem%set('points_padding', 'none')
    call problem%set('modes_order', 'order')
    call problem%set('points_order', 'Fortran')
    call expect(problem%get('points_order') == 'Fortran', 'the standard order of the points')
    call problem%set('n_fields', 4)
    call expect(problem%get('n_fields') == '4', 'a number')
    call problem%create('c2c', [4_int64, 4_int64])
    call expect(problem%get('n_fields') == '1', 'create again starts again')
    call problem%free()
    call problem%free()
  end subroutine

  ! What the keys say is what plan%storage tells: axes from fastest to slowest.
  subroutine orders_in_memory()
    type(weft_problem) :: problem
    type(weft_plan) :: plan
    integer, allocatable :: order(:)
    integer :: ierr
    call problem%create('c2c', [4, 5, 6])
    call problem%set('points_order', '2,1,3')
    call problem%set('modes_order', [3, 1, 2])
    call plan%create(problem, MPI_COMM_WORLD)
    call plan%storage(WEFT_POINTS, order=order)
    call expect(all(order == [2, 1, 3]), 'axis 2 of the points varies fastest')
    call plan%storage(WEFT_MODES, order=order)
    call expect(all(order == [3, 1, 2]), 'axis 3 of the modes varies fastest')
    call plan%destroy()
    call problem%set('modes_order', '1,1,2')
    call plan%create(problem, MPI_COMM_WORLD, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'modes is 1,1,2|from fastest to slowest', 'axes listed twice')
    call problem%free()
  end subroutine

  subroutine options_and_tables()
    type(weft_options) :: options
    character(:), allocatable :: key, values, standard, meaning
    integer :: i, ierr, n
    call expect(options%get('grid') == 'auto' .and. options%get('timeout') == '600', 'defaults of options')
    call options%set('grid', '4x2')
    call options%set('choice', '4x2 fftw alltoallv window-pull')
    call expect(options%get('grid') == '4x2', 'a grid')
    call expect(options%get('choice') == '4x2 fftw alltoallv window-pull', 'a choice')
    call options%free()
    call expect(options%get('grid') == 'auto', 'options that are freed are the defaults')
    call options%free()
    n = 0
    do i = 1, 100
      call weft_problem_row(i, key, values, standard, meaning, ierr)
      if (ierr /= WEFT_SUCCESS) exit
      n = n + 1
      call expect(len(key) > 0 .and. len(values) > 0 .and. len(meaning) > 0, 'a row of the problem')
      if (key == 'axes') call expect(index(values, '1,3') > 0 .and. index(meaning, 'first Fourier') > 0, 'row axes')
    end do
    call expect(n == 15, 'rows of the problem')
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'count from 1', 'a row beyond the last')
    n = 0
    do i = 1, 100
      call weft_option_row(i, key=key, standard=standard, ierr=ierr)
      if (ierr /= WEFT_SUCCESS) exit
      n = n + 1
      call expect(options%get(key) == standard, 'the default of an option')
    end do
    call expect(n >= 9, 'rows of the options')
    call options%free()
  end subroutine

  subroutine a_plan()
    type(weft_problem) :: problem
    type(weft_plan) :: plan
    type(weft_layout) :: layout
    type(weft_options) :: options
    real(real64), pointer :: u(:, :, :)
    complex(real64), pointer :: uh(:, :, :)
    integer(int64) :: lower(3), upper(3), same_lower(3), same_upper(3)
    integer, allocatable :: grid(:), cut(:), order(:)
    integer :: bytes, i
    logical :: is_real, is_double, found
    character(:), allocatable :: name, text
    character(12) :: n
    real(real64) :: seconds
    write (n, '(i0)') n_procs()
    call problem%create('r2c', [8, 6, 7])
    call options%set('grid', trim(n) // 'x1')
    call plan%create(problem, MPI_COMM_WORLD, options)
    call expect(plan%rank() == my_rank(), 'the rank')
    call expect(plan%get('transform') == 'r2c' .and. plan%get('axes') == 'all', 'keys of a plan')
    call plan%element(WEFT_POINTS, bytes, is_real, is_double)
    call expect(bytes == 8 .and. is_real .and. is_double, 'element of the points')
    call plan%element(WEFT_MODES, bytes, is_real, is_double)
    call expect(bytes == 16 .and. .not. is_real .and. is_double, 'element of the modes')
    call plan%layout(WEFT_POINTS, layout)
    call layout%grid(grid, cut)
    call expect(all(grid == [n_procs(), 1]) .and. all(cut == [2, 3]), 'points are cut on the last axes')
    call layout%box(my_rank(), lower, upper)
    call plan%box(WEFT_POINTS, same_lower, same_upper)
    call expect(all(lower == same_lower) .and. all(upper == same_upper), 'box of the layout and of the plan')
    call expect(lower(3) == 1 .and. upper(3) == 7 .and. upper(1) == 8, 'grid Px1 cuts axis 2')
    call plan%layout(WEFT_MODES, layout)
    call layout%grid(grid, cut)
    call expect(all(cut == [1, 2]), 'modes are cut on the axes before')
    call layout%free()

    call plan%points(u)
    call plan%modes(uh)
    call expect(plan%n_times() >= 0, 'times before a call')
    call plan%forward(u, uh)
    call expect(plan%n_times() > 0, 'times')
    found = .false.
    do i = 1, plan%n_times()
      call plan%time(i, name, seconds)
      call expect(len(name) > 0 .and. seconds >= 0, 'a time')
      if (index(name, 'sweep 1') == 1) found = .true.
    end do
    call expect(found, 'a sweep that begins with axis 1 has its time')
    text = plan%explain()
    call expect(index(text, 'points: 8x6x7 on ' // trim(n) // 'x1, cut on axes 2,3') > 0, 'explained points')
    call expect(index(text, 'modes:  5x6x7 on ' // trim(n) // 'x1, cut on axes 1,2') > 0, 'explained modes')
    call plan%storage(WEFT_MODES, order=order)
    write (n, '(2(i0,","),i0)') order
    call expect(index(text, 'memory order ' // trim(n)) > 0, 'explained order')
    call expect(index(text, 'axis 0') == 0 .and. index(text, 'axes 0') == 0, 'no axis of C: ' // text)
    call expect(index(text, 'transform axes 1') > 0, 'explained sweeps')
    call expect(plan%allocated_bytes() > 0 .and. plan%in_place_bytes() > 0, 'bytes')
    call expect(c_associated(plan%c_pointer()), 'the pointer of C')
    call expect(index(plan%choice(), options%get('grid') // ' native') == 1, 'choice: ' // plan%choice())
    text = plan%choice()
    call plan%close()
    call plan%close()
    call expect(plan%choice() == text, 'a closed plan still answers')
    call plan%destroy()
    call options%free()
    call options%set('choice', text)
    call plan%create(problem, MPI_COMM_WORLD, options)
    call expect(plan%choice() == text, 'a choice makes the same plan')
    call plan%agree(WEFT_SUCCESS, '')
    call plan%destroy()
    call plan%free(u); call plan%free(uh)
    call options%free(); call problem%free()
  end subroutine

  subroutine wavenumbers()
    type(weft_problem) :: problem
    type(weft_plan) :: plan
    integer(int64), allocatable :: k(:), g(:)
    integer(int64) :: lower(3), upper(3), i
    integer, parameter :: n(3) = [6, 5, 8]
    integer :: axis
    call problem%create('r2c', n)
    call plan%create(problem, MPI_COMM_WORLD)
    call plan%box(WEFT_MODES, lower, upper)
    do axis = 1, 3
      call plan%wavenumbers(axis, k)
      call plan%wavenumbers(axis, g, global=.true.)
      call expect(size(k) == upper(axis) - lower(axis) + 1, 'number of wavenumbers')
      if (size(k) == 0) cycle
      call expect(lbound(k, 1) == 1 .and. lbound(g, 1) == lower(axis), 'bounds of wavenumbers')
      do i = lower(axis), upper(axis)
        call expect(g(i) == merge(i - 1, i - 1 - n(axis), axis == 1 .or. i - 1 < (n(axis) + 1) / 2), 'a wavenumber')
        call expect(k(i - lower(axis) + 1) == g(i), 'the same from 1')
      end do
    end do
    call plan%destroy()
    call problem%free()
  end subroutine

  ! Axes 1 and 2 of the problem are the last of C, which are not dealt out.
  subroutine cycles()
    type(weft_problem) :: problem
    type(weft_options) :: options
    type(weft_plan) :: plan
    integer(int64), allocatable :: p(:), k(:)
    integer(int64) :: i, q, m, mode, lower(4), upper(4)
    integer :: n
    call MPI_Comm_size(MPI_COMM_WORLD, n)
    call problem%create('c2c', [5, 3, 6 * n])
    call options%set('deal', 'cycles')
    call plan%create(problem, MPI_COMM_WORLD, options)
    call plan%cycles(p)
    call expect(size(p) == 3 .and. all(p == [1, 1, n]), 'cycles of each axis')
    call expect(plan%n_axes() == merge(3, 4, n == 1), 'axes of the arrays')
    if (n > 1) then
      call plan%box(WEFT_POINTS, lower, upper)
      call expect(all(lower == [1, 1, plan%rank() + 1, 1]) .and. all(upper == [5, 3, plan%rank() + 1, 6]), 'points in turns')
      call plan%box(WEFT_MODES, lower, upper)
      call plan%wavenumbers(3, k)
      m = upper(3) - lower(3) + 1
      call expect(size(k) == m * n, 'number of wavenumbers of an axis in turns')
      do i = 1, size(k)
        q = (i - 1) / m
        mode = q * 6 + lower(3) - 1 + (i - 1) - q * m
        call expect(k(i) == merge(mode, mode - 6 * n, mode < 3 * n), 'a wavenumber of an axis in turns')
      end do
    end if
    call plan%wavenumbers(1, k)
    call expect(size(k) == 5 .and. k(3) == 2 .and. k(4) == -2, 'wavenumbers of an axis that is not dealt out')
    call plan%destroy()
    call options%free(); call problem%free()
  end subroutine

  ! Six processes, without them.
  subroutine dry_runs()
    type(weft_problem) :: problem
    type(weft_options) :: options
    type(weft_description) :: d
    type(weft_layout) :: layout
    integer(int64) :: lower(3), upper(3), stages, windows, tiles, read_, written, messages, sent, peer, flags
    integer(int64) :: n_elements
    integer(int64), allocatable :: shape_(:), strides(:)
    integer, allocatable :: axes(:), order(:)
    integer :: n_sweeps, n_exchanges
    character(:), allocatable :: name
    call problem%create('c2c', [8, 6, 9])
    call options%set('grid', '2x3')
    call options%set('exchange', 'alltoallv')
    call d%create(problem, 6, 1, options, 1)
    call expect(d%choice() == '2x3 native alltoallv alltoallv', 'choice of a description: ' // d%choice())
    call d%box(WEFT_POINTS, lower, upper)
    call expect(all(lower == [1, 4, 1]) .and. all(upper == [8, 6, 3]), 'box of rank 1 of six')
    call d%layout(WEFT_MODES, layout)
    call expect(layout%text() == '8x6x9 on 2x3, cut on axes 1,2', 'modes of a description: ' // layout%text())
    call d%storage(WEFT_POINTS, shape_, order, strides, n_elements)
    call expect(all(shape_ == [8, 3, 3]) .and. all(order == [1, 2, 3]) .and. all(strides == [1, 8, 24]), 'points')
    call expect(n_elements == 72, 'elements of the points')
    call d%memory(stages, windows, tiles)
    call expect(stages > 0 .and. windows == 0 .and. tiles >= 0, 'memory of a description')
    call d%n_steps(WEFT_FORWARD, n_sweeps, n_exchanges)
    call expect(n_sweeps == 3 .and. n_exchanges == 2, 'a pencil takes three sweeps')
    call d%sweep(WEFT_FORWARD, 1, axes, read_, written)
    call expect(size(axes) == 1 .and. axes(1) == 1 .and. read_ == 72 * 16, 'the first sweep is along axis 1')
    call d%sweep(WEFT_FORWARD, 3, axes, read_, written)
    call expect(axes(1) == 3 .and. written == 4 * 2 * 9 * 16, 'the last sweep is along axis 3')
    call d%exchange(WEFT_FORWARD, 1, name, messages, sent, peer, flags)
    call expect(name == 'alltoallv' .and. messages == 1 .and. sent == 36 * 16, 'the first exchange is in pairs')
    call expect(peer == 0 .and. flags == 0, 'messages use no window')
    call d%exchange(WEFT_BACKWARD, 2, name, messages, sent, peer, flags)
    call expect(messages == 1, 'the last exchange back')
    call d%create(problem, 6, 5)
    call expect(len(d%choice()) > 0, 'a description with defaults')
    call d%free(); call layout%free(); call options%free(); call problem%free()
  end subroutine

  subroutine dry_run_is_the_plan()
    type(weft_problem) :: problem
    type(weft_plan) :: plan
    type(weft_description) :: dry, real_one
    integer(int64) :: a(3), b(3), c(3), e(3)
    call problem%create('r2c', [9, 8, 7])
    call plan%create(problem, MPI_COMM_WORLD)
    call plan%description(real_one)
    call dry%create(problem, n_procs(), my_rank())
    call expect(dry%choice() == plan%choice() .and. real_one%choice() == plan%choice(), 'choices of a dry run')
    call plan%box(WEFT_MODES, a, b)
    call dry%box(WEFT_MODES, c, e)
    call expect(all(a == c) .and. all(b == e), 'boxes of a dry run')
    call real_one%memory(a(1), a(2), a(3))
    call dry%memory(b(1), b(2), b(3))
    call expect(all(a == b), 'memory of a dry run')
    call plan%destroy()
    call dry%free(); call real_one%free(); call problem%free()
  end subroutine

  subroutine rates_of_the_machine()
    type(weft_rates) :: rates, again
    type(weft_options) :: options
    integer :: ierr
    call weft_measure_rates(MPI_COMM_WORLD, rates)
    call expect(rates%alone_cached > 0 .and. rates%alone_memory > 0, 'rates of one process')
    call expect(rates%together_cached > 0 .and. rates%together_memory > 0, 'rates of all processes')
    call expect(rates%cache_bytes >= 0, 'the cache')
    call options%set('timeout', '60')
    call weft_measure_rates(MPI_COMM_WORLD%MPI_VAL, again, options, ierr)
    call expect(ierr == WEFT_SUCCESS .and. again%together_memory > 0, 'rates with options')
    call weft_measure_rates(MPI_COMM_NULL, again, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'MPI_COMM_NULL', 'rates of no communicator')
    call options%free()
  end subroutine

  subroutine names()
    integer :: ierr
    call expect(weft_error_name(WEFT_SUCCESS) == 'success', 'success')
    call expect(index(weft_error_name(WEFT_MISMATCH), 'mismatch') == 1, 'mismatch')
    call expect(weft_error_name(77) == 'unknown', 'no code')
    call expect(index(weft_version(), '.') > 0, 'version')
    call expect(len(weft_mpi_library()) > 0 .and. index(weft_fft_library(), 'fftw') > 0, 'libraries')
    call weft_check_launcher(ierr)
    call expect(ierr == WEFT_SUCCESS, 'the launcher')
    call weft_check_launcher()
  end subroutine
end program facts
