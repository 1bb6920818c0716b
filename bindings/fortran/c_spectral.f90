! weft_spectral.h for Fortran, and the C++ functions of this folder that know array descriptors.
module weft_c_spectral
  use, intrinsic :: iso_c_binding, only: c_double, c_int, c_int64_t, c_ptr
  implicit none
  public

  interface
    integer(c_int) function c_spectral_create(spectral, plan, lengths) bind(C, name="weft_spectral_create")
      import
      type(c_ptr), intent(inout) :: spectral
      type(c_ptr), value :: plan, lengths
    end function
    subroutine c_spectral_free(spectral) bind(C, name="weft_spectral_free")
      import
      type(c_ptr), intent(inout) :: spectral
    end subroutine
    integer(c_int) function c_spectral_lengths(spectral, n_axes, lengths) bind(C, name="weft_spectral_lengths")
      import
      type(c_ptr), value :: spectral
      integer(c_int), intent(inout) :: n_axes
      real(c_double), intent(inout) :: lengths(*)
    end function
    integer(c_int) function c_spectral_wavenumbers(spectral, axis, k) bind(C, name="weft_spectral_wavenumbers")
      import
      type(c_ptr), value :: spectral
      integer(c_int), value :: axis
      real(c_double), intent(inout) :: k(*)
    end function
    integer(c_int) function c_spectral_half_cell(spectral, displacement) bind(C, name="weft_spectral_half_cell")
      import
      type(c_ptr), value :: spectral
      real(c_double), intent(inout) :: displacement(*)
    end function
    integer(c_int) function c_spectral_n_shells(spectral, width, n_shells, used_width) &
        bind(C, name="weft_spectral_n_shells")
      import
      type(c_ptr), value :: spectral
      real(c_double), value :: width
      integer(c_int64_t), intent(inout) :: n_shells
      real(c_double), intent(inout) :: used_width
    end function

    integer(c_int) function c_derivative(spectral, plan, in, out, axis, order) &
        bind(C, name="weft_fortran_derivative")
      import
      type(c_ptr), value :: spectral, plan
      type(*), dimension(..), intent(in), optional :: in
      type(*), dimension(..), intent(inout), optional :: out
      integer(c_int), value :: axis, order
    end function
    integer(c_int) function c_laplacian(spectral, plan, in, out, operation) bind(C, name="weft_fortran_laplacian")
      import
      type(c_ptr), value :: spectral, plan
      type(*), dimension(..), intent(in), optional :: in
      type(*), dimension(..), intent(inout), optional :: out
      integer(c_int), value :: operation
    end function
    integer(c_int) function c_dealias(spectral, plan, in, out, rule) bind(C, name="weft_fortran_dealias")
      import
      type(c_ptr), value :: spectral, plan
      type(*), dimension(..), intent(in), optional :: in
      type(*), dimension(..), intent(inout), optional :: out
      integer(c_int), value :: rule
    end function
    integer(c_int) function c_shift(spectral, plan, in, out, displacement) bind(C, name="weft_fortran_shift")
      import
      type(c_ptr), value :: spectral, plan
      type(*), dimension(..), intent(in), optional :: in
      type(*), dimension(..), intent(inout), optional :: out
      real(c_double), intent(in) :: displacement(*)
    end function
    integer(c_int) function c_gradient(spectral, plan, in, out) bind(C, name="weft_fortran_gradient")
      import
      type(c_ptr), value :: spectral, plan
      type(*), dimension(..), intent(in), optional :: in
      type(*), dimension(..), intent(inout), optional :: out
    end function
    integer(c_int) function c_divergence(spectral, plan, in, out) bind(C, name="weft_fortran_divergence")
      import
      type(c_ptr), value :: spectral, plan
      type(*), dimension(..), intent(in), optional :: in
      type(*), dimension(..), intent(inout), optional :: out
    end function
    integer(c_int) function c_curl(spectral, plan, in, out, factor) bind(C, name="weft_fortran_curl")
      import
      type(c_ptr), value :: spectral, plan
      type(*), dimension(..), intent(in), optional :: in
      type(*), dimension(..), intent(inout), optional :: out
      real(c_double), value :: factor
    end function
    integer(c_int) function c_project(spectral, plan, in, out) bind(C, name="weft_fortran_project")
      import
      type(c_ptr), value :: spectral, plan
      type(*), dimension(..), intent(in), optional :: in
      type(*), dimension(..), intent(inout), optional :: out
    end function
    integer(c_int) function c_inner_product(spectral, plan, a, b, product) &
        bind(C, name="weft_fortran_inner_product")
      import
      type(c_ptr), value :: spectral, plan
      type(*), dimension(..), intent(in), optional :: a, b
      real(c_double), intent(inout) :: product
    end function
    integer(c_int) function c_energy_spectrum(spectral, plan, u, width, energy) &
        bind(C, name="weft_fortran_energy_spectrum")
      import
      type(c_ptr), value :: spectral, plan
      type(*), dimension(..), intent(in), optional :: u
      real(c_double), value :: width
      real(c_double), intent(inout) :: energy(*)
    end function
  end interface
end module weft_c_spectral
