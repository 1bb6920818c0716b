! Solvers and coordinates from Fortran: exact solutions, walls, and what is refused.
program solvers
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use mpi_f08
  use check
  use weft
  implicit none
  real(real64), parameter :: pi = acos(-1.0_real64)

  call MPI_Init()
  call waves()
  call walls()
  call the_mean()
  call bad_input()
  call finish()

contains

  ! u = cos(2 pi x) sin(pi y / 3) cos(pi z / 2) on 8 x 6 x 7 points; axis 1 is the Fourier axis.
  subroutine waves()
    type(weft_problem) :: problem
    type(weft_plan) :: plan
    type(weft_helmholtz) :: solver
    real(real64), pointer :: u(:, :, :)
    complex(real64), pointer :: uh(:, :, :)
    real(real64), allocatable :: x(:), y(:), z(:)
    integer(int64) :: lower(3), upper(3)
    real(real64) :: error
    integer :: i, j, k
    call problem%create('r2c', [8, 6, 7])
    call problem%set('kinds', 'fourier,dst1,dct2')
    call plan%create(problem, MPI_COMM_WORLD)
    call problem%free()
    call solver%create(plan, [1.0_real64, 3.0_real64, 2.0_real64], 2.0_real64)
    call plan%coordinates(1, x, 1.0_real64)
    call plan%coordinates(2, y, 3.0_real64)
    call plan%coordinates(3, z, 2.0_real64, global=.true.)
    call plan%box(WEFT_POINTS, lower, upper)
    call expect(lbound(z, 1) == lower(3) .or. size(z) == 0, 'global indices of coordinates')
    call expect(size(y) == upper(2) - lower(2) + 1, 'as many coordinates as points')
    call plan%points(u)
    call plan%modes(uh)
    do concurrent(i=1:size(x), j=1:size(y), k=1:size(z))
      u(i, j, k) = -(pi**2 * (4 + 1 / 9.0_real64 + 0.25_real64) + 2) * exact(x(i), y(j), z(lbound(z, 1) + k - 1))
    end do
    call plan%forward(u, uh)
    call solver%solve(uh, uh)
    call plan%backward(uh, u)
    error = 0
    do k = 1, size(z)
      do j = 1, size(y)
        do i = 1, size(x)
          error = max(error, abs(u(i, j, k) - exact(x(i), y(j), z(lbound(z, 1) + k - 1))))
        end do
      end do
    end do
    call expect(error < 1e-13_real64, 'waves are solved to round-off')
    call expect(solver%bytes() > 0, 'bytes')
    call solver%free()
    call solver%free()
    call plan%free(u)
    call plan%free(uh)
    call plan%destroy()
  end subroutine

  pure real(real64) function exact(x, y, z)
    real(real64), intent(in) :: x, y, z
    exact = cos(2 * pi * x) * sin(pi * y / 3) * cos(pi * z / 2)
  end function

  ! u = y**2 + y beside a Fourier axis: u + u' at the upper wall, u' at the lower one.
  subroutine walls()
    type(weft_problem) :: problem
    type(weft_plan) :: plan
    type(weft_helmholtz) :: solver
    real(real64), pointer :: u(:, :)
    complex(real64), pointer :: uh(:, :), upper(:, :), lower(:, :)
    complex(real32), pointer :: single(:, :)
    real(real64), allocatable :: y(:)
    integer(int64) :: first(2), last(2)
    real(real64) :: error
    integer :: j, ierr
    call problem%create('r2c', [6, 9])
    call problem%set('kinds', 'fourier,chebyshev')
    call plan%create(problem, MPI_COMM_WORLD)
    call problem%free()
    call solver%create(plan, shift=2.0_real64, upper=[1.0_real64, 1.0_real64], lower=[0.0_real64, 1.0_real64])
    call plan%coordinates(2, y)
    call plan%points(u)
    call plan%modes(uh)
    call solver%wall(upper)
    call solver%wall(lower, global=.true.)
    call plan%box(WEFT_MODES, first, last)
    call expect(size(upper, 2) == 1 .and. size(upper, 1) == last(1) - first(1) + 1, 'shape of a wall')
    if (size(upper) > 0) call expect(lbound(lower, 1) == first(1) .and. lbound(lower, 2) == 1, 'global indices of a wall')
    if (size(upper) > 0 .and. first(1) == 1) then
      upper(1, 1) = 6 * (2 + 3)
      lower(1, 1) = 6 * (-1)
    end if
    do j = 1, size(y)
      u(:, j) = 2 - 2 * (y(j)**2 + y(j))
    end do
    call plan%forward(u, uh)
    call solver%solve(uh, uh, upper, lower)
    call plan%backward(uh, u)
    error = 0
    do j = 1, size(y)
      error = max(error, maxval(abs(u(:, j) - (y(j)**2 + y(j)))))
    end do
    call expect(error < 1e-13_real64, 'walls are met to round-off')
    if (size(uh) > 0) then
      call solver%solve(uh, uh, uh, lower, ierr=ierr)
      call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'the array of wall has shape|(', 'the modes are no wall')
      call solver%solve(uh(:, ::2), uh, ierr=ierr)
      call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'modes', 'a section of the modes')
      call solver%solve(f=uh, ierr=ierr)
      call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'not allocated', 'no array for the result')
    end if
    call solver%wall(single, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'complex(c_float)|complex(c_double)', 'a wall of another precision')
    call expect(.not. associated(single), 'no wall of another precision')
    call plan%destroy()
    call solver%solve(uh, uh, upper)  ! outlives its plan
    call solver%free()
    call plan%free(upper)
    call plan%free(lower)
    call plan%free(u)
    call plan%free(uh)
  end subroutine

  ! f = 7 + cos x: the mean is left out where nothing fixes u.
  subroutine the_mean()
    type(weft_problem) :: problem
    type(weft_plan) :: plan
    type(weft_helmholtz) :: poisson
    complex(real64), pointer :: u(:, :), uh(:, :)
    real(real64), allocatable :: x(:)
    integer :: i
    call problem%create('c2c', [8, 5])
    call plan%create(problem, MPI_COMM_WORLD)
    call problem%free()
    call poisson%create(plan)
    call plan%coordinates(1, x)
    call plan%points(u)
    call plan%modes(uh)
    do i = 1, size(x)
      u(i, :) = 7 + cos(x(i))
    end do
    call plan%forward(u, uh)
    call poisson%solve(uh, uh)
    call plan%backward(uh, u)
    do i = 1, size(x)
      call expect(all(abs(u(i, :) + cos(x(i))) < 1e-14_real64), 'the mean is left out')
    end do
    call poisson%free()
    call plan%free(u)
    call plan%free(uh)
    call plan%destroy()
  end subroutine

  subroutine bad_input()
    type(weft_problem) :: problem
    type(weft_plan) :: plan, none
    type(weft_helmholtz) :: solver
    complex(real64), pointer :: wall(:, :)
    real(real64), allocatable :: x(:)
    integer :: ierr
    call problem%create('r2c', [5, 6])
    call plan%create(problem, MPI_COMM_WORLD)
    call problem%free()
    call solver%create(plan, [1.0_real64], ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, '1 lengths|2 axes', 'a number of lengths')
    call solver%create(plan, [1.0_real64, -2.0_real64], ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'axis 2|-2', 'a negative length')
    call solver%create(plan, shift=-1.0_real64, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'shift|-1', 'a negative shift')
    call solver%create(plan, upper=[1.0_real64, 0.0_real64], ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'walls|Chebyshev', 'walls without a Chebyshev axis')
    if (n_procs() > 1) then
      call solver%create(plan, [1.0_real64, merge(4.0_real64, 5.0_real64, my_rank() == 0)], ierr=ierr)
      call expect_error(ierr, WEFT_MISMATCH, "'lengths' is 1,4 on process 0 and 1,5 on process", 'lengths differ')
    end if
    call solver%solve(ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'solver%create', 'a solver that is not created')
    call solver%create(none, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'plan', 'a plan that is not created')
    call solver%create(plan)
    call solver%wall(wall, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'Chebyshev', 'a wall without a Chebyshev axis')
    call plan%coordinates(3, x, ierr=ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT, 'coordinates of an axis that does not exist')
    call plan%coordinates(1, x, 0.0_real64, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'axis 1|above 0', 'coordinates on no length')
    call solver%free()
    call plan%destroy()
  end subroutine
end program solvers
