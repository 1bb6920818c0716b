! weft_arrays.h for Fortran, second part: functions of arrays, by way of the C++ functions of this folder that know
! array descriptors.
module weft_c_array_functions
  use, intrinsic :: iso_c_binding, only: c_double, c_int, c_int64_t, c_ptr
  implicit none
  public

  interface
    integer(c_int) function c_array_sum(distribution, which, is_real, a, b, parts) &
        bind(C, name="weft_fortran_array_sum")
      import
      type(c_ptr), value :: distribution
      integer(c_int), value :: which, is_real
      type(*), dimension(..), intent(in), optional :: a, b
      real(c_double), intent(inout) :: parts(2)
    end function
    integer(c_int) function c_array_norm(distribution, array, order, number) &
        bind(C, name="weft_fortran_array_norm")
      import
      type(c_ptr), value :: distribution
      type(*), dimension(..), intent(in), optional :: array
      integer(c_int), value :: order
      real(c_double), intent(inout) :: number
    end function
    integer(c_int) function c_array_extremum(distribution, which, array, number, index) &
        bind(C, name="weft_fortran_array_extremum")
      import
      type(c_ptr), value :: distribution
      integer(c_int), value :: which
      type(*), dimension(..), intent(in), optional :: array
      real(c_double), intent(inout) :: number
      integer(c_int64_t), intent(inout) :: index(*)
    end function
    integer(c_int) function c_array_random(distribution, which, array, seed, p, q) &
        bind(C, name="weft_fortran_array_random")
      import
      type(c_ptr), value :: distribution
      integer(c_int), value :: which
      type(*), dimension(..), intent(inout), optional :: array
      integer(c_int64_t), value :: seed
      real(c_double), value :: p, q
    end function
    integer(c_int) function c_array_move(distribution, which, array, dense, n_bounds, lower, upper, root) &
        bind(C, name="weft_fortran_array_move")
      import
      type(c_ptr), value :: distribution
      integer(c_int), value :: which, n_bounds, root
      type(*), dimension(..), intent(in), optional :: array, dense
      integer(c_int64_t), intent(in) :: lower(*), upper(*)
    end function
    integer(c_int) function c_array_redistribute(from, in, to, out) &
        bind(C, name="weft_fortran_array_redistribute")
      import
      type(c_ptr), value :: from, to
      type(*), dimension(..), intent(in), optional :: in
      type(*), dimension(..), intent(inout), optional :: out
    end function
  end interface
end module weft_c_array_functions
