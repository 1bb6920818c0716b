! type(weft_spectral): operators on the modes of a plan: derivatives, vectors of fields, dealiasing, energies.
!
! C++: class Spectral.
! An array of the modes is one that plan%modes makes, and is checked as in plan%forward. A vector of fields is an array
! with one more dimension, the last, or a list of type(c_ptr) to arrays; it has one component for each transformed axis, in
! Fortran's order of the axes. Conventions: doc/spectral.md.
module weft_spectral_type
  use weft_errors
  use weft_plan_type
  public :: weft_spectral, WEFT_CUBIC, WEFT_SPHERICAL

  ! The rules of dealiasing: |k| < n/3 on each axis; sum over axes of (k/n)^2 < 2/9.
  integer, parameter :: WEFT_CUBIC = 0, WEFT_SPHERICAL = 1

  ! A handle: copies are the same operators. The plan must live until destroy, and it must be open for sums.
  type :: weft_spectral
    type(c_ptr), private :: c_handle = c_null_ptr, c_plan = c_null_ptr
    type(weft_plan), private :: plan
    integer, private :: d = 0  ! number of axes
  end type

contains

  ! C++: Spectral::Spectral.
  ! Earlier operators of this variable are not destroyed.
  mutating subroutine weft_spectral%create/standard(plan, ierr)
    call make(self, plan, ierr=ierr)
  end subroutine
  mutating subroutine weft_spectral%create/lengths(plan, lengths, ierr)
    real(c_double), intent(in) :: lengths(:)
    integer :: n, code
    n = plan%n_axes(code)
    if (code /= WEFT_SUCCESS) then
      call settle(code, ierr)
    else if (size(lengths) /= n) then
      call refuse('the domain has another number of lengths than the array has axes; give one for each axis', ierr)
    else
      call make(self, plan, lengths(n:1:-1), ierr)
    end if
  end subroutine

  ! Frees the operators; before create it does nothing. Not collective. In Fortran alone.
  mutating subroutine weft_spectral%destroy()
    call c_spectral_free(self%c_handle)
    self%c_plan = c_null_ptr
    self%d = 0
  end subroutine

  ! C++: Spectral::lengths.
  subroutine weft_spectral%lengths(lengths, ierr)
    real(c_double), allocatable, intent(out) :: lengths(:)
    real(c_double) :: c_lengths(WEFT_MAX_AXES)
    c_lengths = 0
    code = c_spectral_lengths(self%c_handle, n, c_lengths)
    lengths = c_lengths(self%d:1:-1)
    call report(code, self%d, ierr)
  end subroutine

  ! C++: Spectral::wavenumbers.
  ! k(i) belongs to index i of the modes.
  subroutine weft_spectral%wavenumbers(axis, k, ierr)
    real(c_double), allocatable, intent(out) :: k(:)
    integer(weft_index), allocatable :: lengths(:)
    integer(weft_index) :: n
    integer :: code
    n = 0
    code = WEFT_SUCCESS
    if (self%d > 0) call self%plan%storage(WEFT_MODES, shape=lengths, ierr=code)
    if (code == WEFT_SUCCESS .and. axis >= 1 .and. axis <= self%d) n = lengths(axis)
    allocate (k(n))
    call report(c_spectral_wavenumbers(self%c_handle, self%d - axis, k), self%d, ierr)
  end subroutine

  ! C++: Spectral::derivative.
  subroutine weft_spectral%derivative(in, out, axis, order, ierr): &
      settle(c_derivative(self%c_handle, self%c_plan, in, out, self%d - axis, order))
    integer, intent(in) :: order
  ! C++: Spectral::laplacian.
  subroutine weft_spectral%laplacian(in, out, ierr): settle(c_laplacian(self%c_handle, self%c_plan, in, out, 0))
  ! C++: Spectral::inverse_laplacian.
  subroutine weft_spectral%inverse_laplacian(in, out, ierr): settle(c_laplacian(self%c_handle, self%c_plan, in, out, 1))
  ! C++: Spectral::gradient.
  subroutine weft_spectral%gradient(in, out, ierr): settle(c_gradient(self%c_handle, self%c_plan, in, out))
  ! C++: Spectral::divergence.
  subroutine weft_spectral%divergence(in, out, ierr): settle(c_divergence(self%c_handle, self%c_plan, in, out))
  ! C++: Spectral::curl.
  subroutine weft_spectral%curl/plain(in, out, ierr): settle(c_curl(self%c_handle, self%c_plan, in, out, 1.0_c_double))
  subroutine weft_spectral%curl/factor(in, out, factor, ierr): &
      settle(c_curl(self%c_handle, self%c_plan, in, out, factor))
    real(c_double), intent(in) :: factor
  ! C++: Spectral::project.
  subroutine weft_spectral%project(in, out, ierr): settle(c_project(self%c_handle, self%c_plan, in, out))
  ! C++: Spectral::dealias.
  ! rule: WEFT_CUBIC or WEFT_SPHERICAL.
  subroutine weft_spectral%dealias(in, out, rule, ierr): settle(c_dealias(self%c_handle, self%c_plan, in, out, rule))

  ! C++: Spectral::shift.
  subroutine weft_spectral%shift(in, out, displacement, ierr)
    real(c_double), intent(in) :: displacement(:)
    if (size(displacement) /= self%d) then
      call refuse('a displacement has one number for each axis; give 0 for those along which nothing moves', ierr)
    else
      call settle(c_shift(self%c_handle, self%c_plan, in, out, displacement(self%d:1:-1)), ierr)
    end if
  end subroutine
  ! C++: Spectral::half_cell.
  subroutine weft_spectral%half_cell(displacement, ierr)
    real(c_double), allocatable, intent(out) :: displacement(:)
    real(c_double) :: c_displacement(WEFT_MAX_AXES)
    c_displacement = 0
    code = c_spectral_half_cell(self%c_handle, c_displacement)
    displacement = c_displacement(self%d:1:-1)
    call report(code, self%d, ierr)
  end subroutine

  ! --- sums over all processes ----------------------------------------------------------------------

  ! C++: Spectral::inner_product.
  real(c_double) function weft_spectral%inner_product(a, b, ierr) result(product): &
      settle(c_inner_product(self%c_handle, self%c_plan, a, b, product))

  ! C++: Spectral::mean_energy.
  real(c_double) function weft_spectral%mean_energy(u, ierr) result(energy)
    energy = 0
    call settle(c_inner_product(self%c_handle, self%c_plan, u, u, energy), ierr)
    energy = energy/2
  end function

  ! C++: Spectral::energy_spectrum.
  ! energy: of shell i in energy(i), from i = 0.
  subroutine weft_spectral%energy_spectrum/spectrum_standard(u, energy, ierr)
    call spectrum(self, u, 0.0_c_double, energy, ierr)
  end subroutine
  subroutine weft_spectral%energy_spectrum/spectrum_width(u, energy, width, ierr)
    call spectrum(self, u, width, energy, ierr)
  end subroutine

  ! --- parts of the above --------------------------------------------------------------------------

  subroutine make(spectral, plan, lengths, ierr)
    type(weft_spectral), intent(inout) :: spectral
    real(c_double), intent(in), optional :: lengths(:)
    integer :: n, asked
    n = plan%n_axes(asked)
    spectral%c_handle = c_null_ptr
    code = c_spectral_create(spectral%c_handle, plan%c_pointer(), lengths)
    if (code == WEFT_SUCCESS) then
      spectral%plan = plan
      spectral%c_plan = plan%c_pointer()
      spectral%d = n
    end if
    call report(code, n, ierr)
  end subroutine

  ! A width that is wrong here is the error of all, so the sum is asked for in any case.
  subroutine spectrum(spectral, u, width, energy, ierr)
    type(weft_spectral), intent(in) :: spectral
    integer(c_int64_t) :: n
    real(c_double) :: used
    if (c_spectral_n_shells(spectral%c_handle, width, n, used) /= WEFT_SUCCESS) n = 1
    allocate (energy(0:n - 1))
    energy = 0
    call settle(c_energy_spectrum(spectral%c_handle, spectral%c_plan, u, width, energy), ierr)
  end subroutine
end module weft_spectral_type
