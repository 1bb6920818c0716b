! Operators on modes from Fortran: exact functions of x, y, z along axes 1, 2, 3, in any form of array, and
! errors.
program spectral_operators
  use, intrinsic :: iso_c_binding, only: c_loc, c_ptr
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  use check
  use weft
  implicit none

  real(real64), parameter :: pi = acos(-1.0_real64)
  integer, parameter :: n(3) = [12, 9, 10]
  real(real64), parameter :: tolerance = 1e-13_real64

  call MPI_Init()
  call scalars()
  call vectors()
  call two_dimensions()
  call walls()
  call energies()
  call misuse()
  call finish()

contains

  ! The plan of 12 x 9 x 10 real points; u holds global indices.
  subroutine make(plan, spectral)
    type(weft_plan), intent(inout) :: plan
    type(weft_spectral), intent(inout) :: spectral
    type(weft_problem) :: problem
    call problem%create('r2c', n)
    call plan%create(problem, MPI_COMM_WORLD)
    call problem%free()
    call spectral%create(plan, [2*pi, 4*pi, 2*pi])
  end subroutine

  ! sin(a x) cos(b y) cos(c z), or with other phases (quarters of a turn).
  pure real(real64) function wave(i, j, k, a, b, c, p, q, r)
    integer, intent(in) :: i, j, k, p, q, r
    real(real64), intent(in) :: a, b, c
    wave = sin(a*2*pi*(i - 1)/n(1) + p*pi/2)*sin(b*4*pi*(j - 1)/n(2) + q*pi/2)*sin(c*2*pi*(k - 1)/n(3) + r*pi/2)
  end function

  subroutine fill(plan, uh, factor, a, b, c, p, q, r)
    type(weft_plan), intent(in) :: plan
    complex(real64), pointer, intent(in) :: uh(:, :, :)
    real(real64), intent(in) :: factor, a, b, c
    integer, intent(in) :: p, q, r
    real(real64), pointer :: u(:, :, :)
    integer :: i, j, k
    call plan%points(u, global=.true.)
    do k = lbound(u, 3), ubound(u, 3)
      do j = lbound(u, 2), ubound(u, 2)
        do i = lbound(u, 1), ubound(u, 1)
          u(i, j, k) = factor*wave(i, j, k, a, b, c, p, q, r)
        end do
      end do
    end do
    call plan%forward(u, uh)
    call plan%free(u)
  end subroutine

  ! Are these the modes of factor * wave?
  subroutine expect_wave(plan, uh, factor, a, b, c, p, q, r, what)
    type(weft_plan), intent(in) :: plan
    complex(real64), pointer, intent(in) :: uh(:, :, :)
    real(real64), intent(in) :: factor, a, b, c
    integer, intent(in) :: p, q, r
    character(*), intent(in) :: what
    complex(real64), pointer :: expected(:, :, :)
    real(real64) :: error
    call plan%modes(expected)
    call fill(plan, expected, factor, a, b, c, p, q, r)
    error = 0
    if (size(uh) > 0) error = maxval(abs(uh - expected))/product(n)
    call expect(error <= tolerance, what)
    call plan%free(expected)
  end subroutine

  subroutine scalars()
    type(weft_plan) :: plan
    type(weft_spectral) :: spectral
    complex(real64), pointer :: uh(:, :, :), vh(:, :, :)
    real(real64), allocatable :: k(:), lengths(:), half(:)
    integer(weft_index), allocatable :: whole(:)
    integer :: axis
    call make(plan, spectral)
    call plan%modes(uh)
    call plan%modes(vh)
    call fill(plan, uh, 1d0, 2d0, 0.5d0, 3d0, 0, 1, 1)
    call spectral%derivative(uh, vh, 1, 1)
    call expect_wave(plan, vh, 2d0, 2d0, 0.5d0, 3d0, 1, 1, 1, 'd/dx')
    call spectral%derivative(uh, vh, 2, 1)
    call expect_wave(plan, vh, 0.5d0, 2d0, 0.5d0, 3d0, 0, 2, 1, 'd/dy')
    call spectral%derivative(uh, vh, 3, 3)
    call expect_wave(plan, vh, -27d0, 2d0, 0.5d0, 3d0, 0, 1, 2, 'd3/dz3')
    call spectral%laplacian(uh, vh)
    call expect_wave(plan, vh, -13.25d0, 2d0, 0.5d0, 3d0, 0, 1, 1, 'Laplacian')
    call spectral%inverse_laplacian(vh, vh)
    call expect_wave(plan, vh, 1d0, 2d0, 0.5d0, 3d0, 0, 1, 1, 'inverse Laplacian')
    call spectral%shift(uh, vh, [pi/4, 0d0, -pi/6])
    call expect_wave(plan, vh, 1d0, 2d0, 0.5d0, 3d0, 1, 1, 0, 'displaced')
    call spectral%half_cell(half)
    call expect(all(abs(half - [pi/12, 2*pi/9, pi/10]) < 1e-15), 'half cell')
    call spectral%lengths(lengths)
    call expect(all(abs(lengths - [2*pi, 4*pi, 2*pi]) <= 0), 'lengths')
    ! |k| = 2, 0.5, 3 of 12, 9 (half waves: 1 of 9), 10 points: kept by both rules but 4 of 12 by none
    call spectral%dealias(uh, vh, WEFT_CUBIC)
    call expect_wave(plan, vh, 1d0, 2d0, 0.5d0, 3d0, 0, 1, 1, 'kept by the cubic rule')
    call spectral%dealias(uh, vh, WEFT_SPHERICAL)
    call expect_wave(plan, vh, 1d0, 2d0, 0.5d0, 3d0, 0, 1, 1, 'kept by the spherical rule')
    call fill(plan, uh, 1d0, 4d0, 0.5d0, 3d0, 0, 1, 1)
    call spectral%dealias(uh, uh, WEFT_CUBIC)
    call expect_wave(plan, uh, 0d0, 4d0, 0.5d0, 3d0, 0, 1, 1, 'cut off')
    do axis = 1, 3
      call spectral%wavenumbers(axis, k)
      call plan%wavenumbers(axis, whole)
      call expect(size(k) == size(whole), 'number of wavenumbers')
      call expect(all(abs(k - whole*merge(0.5d0, 1d0, axis == 2)) < 1e-14), 'wavenumbers')
    end do
    call plan%free(uh)
    call plan%free(vh)
    call spectral%destroy()
    call spectral%destroy()
    call plan%destroy()
  end subroutine

  ! u = (sin x cos z, 0, cos 2x sin y/2)
  subroutine vectors()
    type(weft_plan) :: plan
    type(weft_spectral) :: spectral
    complex(real64), pointer :: u(:, :, :, :), w(:, :, :, :), scalar(:, :, :), one(:, :, :), two(:, :, :), three(:, :, :)
    type(c_ptr) :: list(3)
    call make(plan, spectral)
    call plan%modes(u, n_fields=3)
    call plan%modes(w, n_fields=3)
    call plan%modes(scalar)
    one => u(:, :, :, 1)
    two => u(:, :, :, 2)
    three => u(:, :, :, 3)
    call fill(plan, one, 1d0, 1d0, 0d0, 1d0, 0, 1, 1)
    call fill(plan, three, 1d0, 2d0, 0.5d0, 0d0, 1, 0, 1)
    call spectral%divergence(u, scalar)
    call expect_wave(plan, scalar, 1d0, 1d0, 0d0, 1d0, 1, 1, 1, 'divergence')
    call spectral%gradient(three, w)
    one => w(:, :, :, 1)
    call expect_wave(plan, one, 2d0, 2d0, 0.5d0, 0d0, 2, 0, 1, 'gradient 1')
    two => w(:, :, :, 2)
    call expect_wave(plan, two, 0.5d0, 2d0, 0.5d0, 0d0, 1, 1, 1, 'gradient 2')
    call spectral%curl(u, w)
    call expect_wave(plan, one, 0.5d0, 2d0, 0.5d0, 0d0, 1, 1, 1, 'curl 1: d2 u3')
    three => w(:, :, :, 3)
    call expect_wave(plan, three, 0d0, 2d0, 0.5d0, 0d0, 1, 1, 1, 'curl 3: 0')
    ! curl 2 = d3 u1 - d1 u3, of which the part with y/2 is 2 sin 2x sin y/2
    scalar = two
    one => u(:, :, :, 1)
    call fill(plan, one, 1d0, 1d0, 0d0, 1d0, 0, 1, 2)
    two => w(:, :, :, 2)
    if (size(two) > 0) two = two - one
    call expect_wave(plan, two, -2d0, 2d0, 0.5d0, 0d0, 2, 0, 1, 'curl 2: d3 u1 - d1 u3')
    ! Lists of pointers, and the other orientation.
    call fill(plan, one, 1d0, 1d0, 0d0, 1d0, 0, 1, 1)
    list = [c_loc(w), c_loc(w), c_loc(w)]
    call as_list(w, list)
    call spectral%curl(u, list, -1d0)
    one => w(:, :, :, 1)
    call expect_wave(plan, one, -0.5d0, 2d0, 0.5d0, 0d0, 1, 1, 1, 'curl 1, turned round, into a list')
    call spectral%project(u, u)
    call spectral%divergence(u, scalar)
    call expect_wave(plan, scalar, 0d0, 1d0, 0d0, 1d0, 1, 1, 1, 'divergence of the projection')
    call plan%free(u)
    call plan%free(w)
    call plan%free(scalar)
    call spectral%destroy()
    call plan%destroy()
  end subroutine

  subroutine as_list(w, list)
    complex(real64), pointer, intent(in) :: w(:, :, :, :)
    type(c_ptr), intent(out) :: list(3)
    complex(real64), pointer :: one
    integer :: i
    list = c_loc(w)
    if (size(w) == 0) return
    do i = 1, 3
      one => w(1, 1, 1, i)
      list(i) = c_loc(one)
    end do
  end subroutine

  ! d_1 u_2 - d_2 u_1 of (2 sin x sin 2y, cos x cos 2y) is -5 sin x cos 2y.
  subroutine two_dimensions()
    type(weft_problem) :: problem
    type(weft_plan) :: plan
    type(weft_spectral) :: spectral
    real(real64), pointer :: u(:, :)
    complex(real64), pointer :: uh(:, :, :), one(:, :), w(:, :)
    integer :: i, j
    real(real64) :: x, y, error
    call problem%create('r2c', [8, 9])
    call plan%create(problem, MPI_COMM_WORLD)
    call spectral%create(plan)
    call plan%points(u, global=.true.)
    call plan%modes(uh, n_fields=2)
    call plan%modes(w)
    do j = lbound(u, 2), ubound(u, 2)
      do i = lbound(u, 1), ubound(u, 1)
        x = 2*pi*(i - 1)/8
        y = 2*pi*(j - 1)/9
        u(i, j) = 2*sin(x)*sin(2*y)
      end do
    end do
    one => uh(:, :, 1)
    call plan%forward(u, one)
    do j = lbound(u, 2), ubound(u, 2)
      do i = lbound(u, 1), ubound(u, 1)
        u(i, j) = cos(2*pi*(i - 1)/8)*cos(4*pi*(j - 1)/9)
      end do
    end do
    one => uh(:, :, 2)
    call plan%forward(u, one)
    call spectral%curl(uh, w)
    call plan%backward(w, u)
    error = 0
    do j = lbound(u, 2), ubound(u, 2)
      do i = lbound(u, 1), ubound(u, 1)
        error = max(error, abs(u(i, j) + 5*sin(2*pi*(i - 1)/8)*cos(4*pi*(j - 1)/9)))
      end do
    end do
    call expect(error <= tolerance, 'vorticity')
    call plan%free(u)
    call plan%free(uh)
    call plan%free(w)
    call spectral%destroy()
    call plan%destroy()
    call problem%free()
  end subroutine

  ! y^5 on a Chebyshev axis, the second of (x, y): its modes are cut on axis 1.
  subroutine walls()
    type(weft_problem) :: problem
    type(weft_plan) :: plan
    type(weft_spectral) :: spectral
    type(weft_layout) :: layout
    real(real64), pointer :: u(:, :)
    complex(real64), pointer :: uh(:, :)
    real(real64) :: error, y
    integer :: i, j, ierr
    call problem%create('r2c', [8, 9])
    call problem%set('kinds', 'fourier,chebyshev')
    call layout%create([5, 9], [n_procs()], [1])
    call problem%set_layout(WEFT_MODES, layout)
    call plan%create(problem, MPI_COMM_WORLD)
    call spectral%create(plan, [2*pi, 4d0])
    call plan%points(u, global=.true.)
    call plan%modes(uh)
    do j = lbound(u, 2), ubound(u, 2)
      do i = lbound(u, 1), ubound(u, 1)
        y = 2*cos(pi*(j - 1)/8)
        u(i, j) = y**5*cos(2*pi*(i - 1)/8)
      end do
    end do
    call plan%forward(u, uh)
    call spectral%derivative(uh, uh, 2, 2)
    call plan%backward(uh, u)
    error = 0
    do j = lbound(u, 2), ubound(u, 2)
      do i = lbound(u, 1), ubound(u, 1)
        y = 2*cos(pi*(j - 1)/8)
        error = max(error, abs(u(i, j) - 20*y**3*cos(2*pi*(i - 1)/8)))
      end do
    end do
    call expect(error <= 1e-11_real64, 'a Chebyshev axis')
    call spectral%inverse_laplacian(uh, uh, ierr)
    call expect_error(ierr, WEFT_NOT_APPLICABLE, 'axis 2|Chebyshev|solver', 'inverse with Chebyshev')
    call plan%free(u)
    call plan%free(uh)
    call spectral%destroy()
    call plan%destroy()
    call layout%free()
    call problem%free()
  end subroutine

  ! cos(2x) has |k| = 2 and 1/4 of energy; with shells of 1/2 it is the fourth.
  subroutine energies()
    type(weft_plan) :: plan
    type(weft_spectral) :: spectral
    complex(real64), pointer :: u(:, :, :, :), one(:, :, :)
    real(real64), allocatable :: energy(:)
    call make(plan, spectral)
    call plan%modes(u, n_fields=2)
    one => u(:, :, :, 1)
    call fill(plan, one, 1d0, 2d0, 0d0, 0d0, 1, 1, 1)
    call expect(abs(spectral%mean_energy(one) - 0.25d0) < 1e-15, 'energy of a field')
    one => u(:, :, :, 2)
    call fill(plan, one, 2d0, 0d0, 0.5d0, 1d0, 1, 1, 1)
    call expect(abs(spectral%mean_energy(u) - 0.75d0) < 1e-15, 'energy of two fields')
    call expect(abs(spectral%inner_product(u, u) - 1.5d0) < 2e-15, 'inner product')
    call spectral%energy_spectrum(u, energy)
    call expect(abs(spectral%shell_width() - 0.5d0) < 1e-15, 'width of shells')
    call expect(abs(energy(4) - 0.25d0) < 1e-15 .and. abs(energy(2) - 0.5d0) < 1e-15, 'shells')
    call spectral%energy_spectrum(u, energy, 1d0)
    call expect(abs(energy(2) - 0.25d0) < 1e-15 .and. abs(energy(1) - 0.5d0) < 1e-15, 'wider shells')
    call expect(abs(sum(energy) - 0.75d0) < 2e-15, 'sum of shells')
    call plan%free(u)
    call spectral%destroy()
    call plan%destroy()
  end subroutine

  subroutine misuse()
    type(weft_plan) :: plan
    type(weft_spectral) :: spectral, none
    complex(real64), pointer :: uh(:, :, :), v(:, :, :, :)
    complex(real64), allocatable :: nothing(:, :, :)
    complex, pointer :: other(:, :, :)
    real(real64), allocatable :: energy(:), k(:)
    real(real64) :: mean
    integer :: ierr
    call make(plan, spectral)
    call plan%modes(uh)
    call plan%modes(v, n_fields=2)
    allocate (other(size(uh, 1), size(uh, 2), size(uh, 3)))
    call none%laplacian(uh, uh, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'NULL', 'before create')
    call none%create(plan, [1d0, 2d0], ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'lengths|each axis', 'two lengths')
    call none%create(plan, [1d0, 2d0, -1d0], ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'along axis 3|positive', 'a negative length')
    call spectral%derivative(uh, uh, 4, 1, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'does not exist', 'axis 4')
    call spectral%derivative(uh, uh, 0, 1, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'does not exist', 'axis 0')
    call spectral%wavenumbers(4, k, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'does not exist', 'wavenumbers of axis 4')
    call spectral%derivative(uh, uh, 1, -1, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'order -1', 'a negative order')
    call spectral%dealias(uh, uh, 5, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'rule', 'a rule that is none')
    call spectral%shift(uh, uh, [1d0], ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'displacement|each axis', 'one number')
    call spectral%divergence(v, uh, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, '2 components|3 transformed', 'two components')
    call spectral%divergence(nothing, uh, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'several fields|not allocated', 'no array of several fields')
    call spectral%project(v, uh, ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT, 'one field for several')
    if (size(uh) > 0) then
      call spectral%laplacian(uh, other, ierr)
      call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'complex(c_float)', 'another precision')
      call spectral%laplacian(nothing, uh, ierr)
      call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'not allocated', 'nothing')
    end if
    call spectral%energy_spectrum(uh, energy, merge(-1d0, 1d0, my_rank() == 0), ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'width|positive', 'a negative width on process 0')
    if (n_procs() > 1) then
      if (my_rank() == 0) then
        mean = spectral%mean_energy(uh, ierr)
      else
        mean = spectral%mean_energy(v, ierr)
      end if
      call expect_error(ierr, WEFT_MISMATCH, 'number of fields', 'one field and two')
    end if
    mean = spectral%inner_product(uh, v, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, '1 and 2 fields', 'another number of fields')
    deallocate (other)
    call plan%free(uh)
    call plan%free(v)
    call spectral%destroy()
    call plan%destroy()
  end subroutine
end program spectral_operators
