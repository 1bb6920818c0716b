! Transforms from Fortran against the definition: ranks 1 to 6, both communicators' types, grids, orders, axes.
!
! Arrays are filled and compared element by element in the problem's order of axes, so that wrong strides, axes
! or bounds show as wrong numbers.
program transforms
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use check
  use elements
  use weft
  implicit none

  type :: spec
    character(4) :: transform = 'c2c'
    integer, allocatable :: shape(:)
    character(8) :: axes = 'all', order = 'fast', grid = 'auto', norm = 'backward', output = 'last'
    integer :: sign = -1
  end type
  character(8) :: n

  call MPI_Init()
  write (n, '(i0)') n_procs()
  call run(spec('c2c', [7]))
  call run(spec('r2c', [6]))
  call run(spec('c2c', [5, 6]))
  call run(spec('r2c', [7, 4], order='Fortran'))
  call run(spec('r2c', [6, 5, 4]))
  call run(spec('r2c', [6, 5, 4], order='Fortran', norm='ortho'))
  call run(spec('c2c', [4, 5, 6], grid='1x' // n, norm='forward'))
  call run(spec('c2c', [4, 5, 6], grid=trim(n) // 'x1', sign=1))
  call run(spec('r2c', [4, 3, 7], axes='2,3', sign=1))       ! axis 2 is the real one
  call run(spec('r2c', [4, 6, 3], axes='3,1', grid='1x' // n, output='input'))
  call run(spec('c2c', [4, 6, 3], axes='2'))
  call run(spec('r2c', [4, 3, 2, 5]))
  call run(spec('c2c', [3, 2, 2, 3, 2], order='Fortran'))
  call run(spec('r2c', [2, 3, 2, 2, 3, 2]))
  call run(spec('c2c', [1, 2, 2]))                           ! fewer points than processes, from 5 on
  call run(spec('r2c', [2, 1, 3]))
  call copies()
  call finish()

contains

  ! Between arrays of the plan, whose modes have permuted strides, and others of the program.
  subroutine copies()
    type(weft_problem) :: problem
    type(weft_plan) :: plan
    complex(real64), pointer :: uh(:, :, :)
    complex(real64), allocatable :: host(:, :, :), back(:, :, :)
    real(real64), allocatable :: real_ones(:, :, :)
    integer :: i, code
    call problem%create('c2c', [6, 5, 4])
    call plan%create(problem, MPI_COMM_WORLD)
    call problem%free()
    call expect(plan%space() == 'host', 'the space is the host''s')
    call plan%modes(uh)
    allocate (host(size(uh, 1), size(uh, 2), size(uh, 3)), back(size(uh, 1), size(uh, 2), size(uh, 3)))
    host = reshape([(cmplx(i, -i * i, real64), i=1, size(host))], shape(host))
    call plan%copy_from_host(uh, host)
    call expect(all(uh == host), 'what is copied from the host is in the array')
    call plan%copy_to_host(uh, back)
    call expect(all(back == host), 'what is copied to the host is that of the array')
    allocate (real_ones, mold=real(host))
    call plan%copy_to_host(uh, real_ones, code)
    call expect(code == WEFT_INVALID_ARGUMENT, 'another type is an error')
    call plan%copy_to_host(uh, host(2:, :, :), code)
    call expect(size(host) == 0 .or. code == WEFT_INVALID_ARGUMENT, 'another shape is an error')
    call plan%free(uh)
    call plan%destroy()
  end subroutine

  ! Over all processes, or each alone for one axis.
  subroutine run(s)
    type(spec), intent(in) :: s
    type(weft_problem) :: problem
    type(weft_options) :: options
    type(weft_plan) :: plan
    call problem%create(s%transform, s%shape)
    call problem%set('axes', s%axes)
    call problem%set('order', s%order)
    call problem%set('norm', s%norm)
    call problem%set('output', s%output)
    call problem%set('sign', s%sign)
    call options%set('grid', s%grid)
    if (size(s%shape) == 1) then
      call plan%create(problem, MPI_COMM_SELF%MPI_VAL)
    else if (mod(size(s%shape), 2) == 0) then
      call plan%create(problem, MPI_COMM_WORLD%MPI_VAL, options)  ! as of module mpi
    else
      call plan%create(problem, MPI_COMM_WORLD, options)
    end if
    call problem%free()
    call options%free()
    call expect(plan%n_axes() == size(s%shape), 'the number of axes')
    if (s%transform == 'r2c') then
      call by_rank_real(plan, s)
    else
      call by_rank_complex(plan, s)
    end if
    call plan%destroy()
  end subroutine

  subroutine by_rank_real(plan, s)
    type(weft_plan), intent(in) :: plan
    type(spec), intent(in) :: s
    real(real64), pointer :: u1(:), u2(:, :), u3(:, :, :), u4(:, :, :, :), u6(:, :, :, :, :, :)
    complex(real64), pointer :: m1(:), m2(:, :), m3(:, :, :), m4(:, :, :, :), m6(:, :, :, :, :, :)
    select case (size(s%shape))
    case (1)
      call plan%points(u1); call plan%modes(m1)
      call real_case(plan, s, u1, m1)
      call plan%free(u1); call plan%free(m1)
    case (2)
      call plan%points(u2); call plan%modes(m2)
      call real_case(plan, s, u2, m2)
      call plan%free(u2); call plan%free(m2)
    case (3)
      call plan%points(u3); call plan%modes(m3)
      call real_case(plan, s, u3, m3)
      call plan%free(u3); call plan%free(m3)
    case (4)
      call plan%points(u4); call plan%modes(m4)
      call real_case(plan, s, u4, m4)
      call plan%free(u4); call plan%free(m4)
    case (6)
      call plan%points(u6); call plan%modes(m6)
      call real_case(plan, s, u6, m6)
      call plan%free(u6); call plan%free(m6)
    end select
  end subroutine

  subroutine by_rank_complex(plan, s)
    type(weft_plan), intent(in) :: plan
    type(spec), intent(in) :: s
    complex(real64), pointer :: u1(:), u2(:, :), u3(:, :, :), u5(:, :, :, :, :)
    complex(real64), pointer :: m1(:), m2(:, :), m3(:, :, :), m5(:, :, :, :, :)
    select case (size(s%shape))
    case (1)
      call plan%points(u1); call plan%modes(m1)
      call complex_case(plan, s, u1, m1)
      call plan%free(u1); call plan%free(m1)
    case (2)
      call plan%points(u2); call plan%modes(m2)
      call complex_case(plan, s, u2, m2)
      call plan%free(u2); call plan%free(m2)
    case (3)
      call plan%points(u3); call plan%modes(m3)
      call complex_case(plan, s, u3, m3)
      call plan%free(u3); call plan%free(m3)
    case (5)
      call plan%points(u5); call plan%modes(m5)
      call complex_case(plan, s, u5, m5)
      call plan%free(u5); call plan%free(m5)
    end select
  end subroutine

  subroutine real_case(plan, s, u, uh)
    type(weft_plan), intent(in) :: plan
    type(spec), intent(in) :: s
    real(real64), dimension(..), intent(inout) :: u
    complex(real64), dimension(..), intent(inout) :: uh
    integer :: i(size(s%shape)), upper(size(s%shape)), low(size(s%shape))
    real(real64) :: worst
    call local_bounds(plan, WEFT_POINTS, low, upper)
    call expect(all(upper == shape(u)), 'the shape of the points')
    i = 1
    if (all(upper > 0)) then
      do
        call put(u, i, point_value(low + i - 1, s%shape, .true.))
        if (.not. next_index(i, spread(1, 1, size(i)), upper)) exit
      end do
    end if
    call plan%forward(u, uh)
    call expect_modes(plan, s, uh)
    call plan%backward(uh, u)
    worst = 0
    if (all(upper > 0)) then
      do
        worst = max(worst, abs(get(u, i) - point_value(low + i - 1, s%shape, .true.)))
        if (.not. next_index(i, spread(1, 1, size(i)), upper)) exit
      end do
    end if
    call expect(worst < 1e-13, 'the points after backward of ' // in_words(s))
  end subroutine

  subroutine complex_case(plan, s, u, uh)
    type(weft_plan), intent(in) :: plan
    type(spec), intent(in) :: s
    complex(real64), dimension(..), intent(inout) :: u, uh
    integer :: i(size(s%shape)), upper(size(s%shape)), low(size(s%shape))
    real(real64) :: worst
    call local_bounds(plan, WEFT_POINTS, low, upper)
    call expect(all(upper == shape(u)), 'the shape of the points')
    i = 1
    if (all(upper > 0)) then
      do
        call put(u, i, point_value(low + i - 1, s%shape, .false.))
        if (.not. next_index(i, spread(1, 1, size(i)), upper)) exit
      end do
    end if
    call plan%forward(u, uh, check=.false.)
    call expect_modes(plan, s, uh)
    call plan%backward(uh, u, check=.false.)
    worst = 0
    if (all(upper > 0)) then
      do
        worst = max(worst, abs(get(u, i) - point_value(low + i - 1, s%shape, .false.)))
        if (.not. next_index(i, spread(1, 1, size(i)), upper)) exit
      end do
    end if
    call expect(worst < 1e-13, 'the points after backward of ' // in_words(s))
  end subroutine

  subroutine expect_modes(plan, s, uh)
    type(weft_plan), intent(in) :: plan
    type(spec), intent(in) :: s
    complex(real64), dimension(..), intent(in) :: uh
    integer :: i(size(s%shape)), upper(size(s%shape)), low(size(s%shape)), axis
    logical :: transformed(size(s%shape))
    real(real64) :: worst, factor, points
    transformed = s%axes == 'all'
    do axis = 1, size(transformed)
      if (index(s%axes, achar(iachar('0') + axis)) > 0) transformed(axis) = .true.
    end do
    points = product(real(merge(s%shape, 1, transformed), real64))
    factor = 1
    if (s%norm == 'ortho') factor = 1 / sqrt(points)
    if (s%norm == 'forward') factor = 1 / points
    call local_bounds(plan, WEFT_MODES, low, upper)
    call expect(all(upper == shape(uh)), 'the shape of the modes')
    if (any(upper == 0)) return
    i = 1
    worst = 0
    do
      worst = max(worst, abs(get(uh, i) - factor * direct(low + i - 1, s%shape, transformed, s%sign, &
                                                          s%transform == 'r2c')))
      if (.not. next_index(i, spread(1, 1, size(i)), upper)) exit
    end do
    call expect(worst < 1e-12, 'the modes of ' // in_words(s))
  end subroutine

  ! The global index of the first element, and the local lengths.
  subroutine local_bounds(plan, side, low, lengths)
    type(weft_plan), intent(in) :: plan
    integer, intent(in) :: side
    integer, intent(out) :: low(:), lengths(:)
    integer(weft_index) :: lower(size(low)), upper(size(low))
    call plan%box(side, lower, upper)
    low = int(lower)
    lengths = int(upper - lower + 1)
  end subroutine

  function in_words(s) result(text)
    type(spec), intent(in) :: s
    character(120) :: text
    write (text, '(3a,*(i0,:,","))') s%transform, s%axes // s%order, s%grid, s%shape
  end function
end program transforms
