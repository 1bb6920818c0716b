! weft_arrays.h for Fortran, first part: distributions, and the C++ functions of this folder that know array
! descriptors.
module weft_c_distributions
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_float, c_int, c_int64_t, c_ptr
  implicit none
  public

  ! Points an array to new memory of a distribution, for each element type.
  interface c_distribution_point
    integer(c_int) function c_distribution_point_r4(distribution, global, array) &
        bind(C, name="weft_fortran_distribution_point")
      import
      type(c_ptr), value :: distribution
      integer(c_int), value :: global
      real(c_float), pointer, dimension(..), intent(inout) :: array
    end function
    integer(c_int) function c_distribution_point_r8(distribution, global, array) &
        bind(C, name="weft_fortran_distribution_point")
      import
      type(c_ptr), value :: distribution
      integer(c_int), value :: global
      real(c_double), pointer, dimension(..), intent(inout) :: array
    end function
    integer(c_int) function c_distribution_point_c4(distribution, global, array) &
        bind(C, name="weft_fortran_distribution_point")
      import
      type(c_ptr), value :: distribution
      integer(c_int), value :: global
      complex(c_float), pointer, dimension(..), intent(inout) :: array
    end function
    integer(c_int) function c_distribution_point_c8(distribution, global, array) &
        bind(C, name="weft_fortran_distribution_point")
      import
      type(c_ptr), value :: distribution
      integer(c_int), value :: global
      complex(c_double), pointer, dimension(..), intent(inout) :: array
    end function
  end interface

  interface
    integer(c_int) function c_distribution_create(distribution, comm, layout, is_real, is_double, order) &
        bind(C, name="weft_distribution_create_f")
      import
      type(c_ptr), intent(inout) :: distribution
      integer(c_int), value :: comm, is_real, is_double
      type(c_ptr), value :: layout
      integer(c_int), intent(in), optional :: order(*)
    end function
    integer(c_int) function c_distribution_of_plan(distribution, plan, side) &
        bind(C, name="weft_distribution_of_plan")
      import
      type(c_ptr), intent(inout) :: distribution
      type(c_ptr), value :: plan
      integer(c_int), value :: side
    end function
    subroutine c_distribution_free(distribution) bind(C, name="weft_distribution_free")
      import
      type(c_ptr), intent(inout) :: distribution
    end subroutine
    integer(c_int) function c_distribution_n_axes(distribution, n_axes) bind(C, name="weft_distribution_n_axes")
      import
      type(c_ptr), value :: distribution
      integer(c_int), intent(inout) :: n_axes
    end function
    integer(c_int) function c_distribution_rank(distribution, rank) bind(C, name="weft_distribution_rank")
      import
      type(c_ptr), value :: distribution
      integer(c_int), intent(inout) :: rank
    end function
    integer(c_int) function c_distribution_layout(distribution, copy) bind(C, name="weft_distribution_layout")
      import
      type(c_ptr), value :: distribution
      type(c_ptr), intent(inout) :: copy
    end function
    integer(c_int) function c_distribution_box(distribution, begin, end) bind(C, name="weft_distribution_box")
      import
      type(c_ptr), value :: distribution
      integer(c_int64_t), intent(inout) :: begin(*), end(*)
    end function
    integer(c_int) function c_distribution_storage(distribution, shape, order, strides) &
        bind(C, name="weft_distribution_storage")
      import
      type(c_ptr), value :: distribution
      integer(c_int64_t), intent(inout) :: shape(*), strides(*)
      integer(c_int), intent(inout) :: order(*)
    end function
    integer(c_int) function c_distribution_first(distribution, first) bind(C, name="weft_distribution_first")
      import
      type(c_ptr), value :: distribution
      integer(c_int64_t), intent(inout) :: first
    end function
    integer(c_int) function c_distribution_memory_elements(distribution, n_elements) &
        bind(C, name="weft_distribution_memory_elements")
      import
      type(c_ptr), value :: distribution
      integer(c_int64_t), intent(inout) :: n_elements
    end function
    integer(c_int) function c_distribution_element(distribution, bytes, is_real, is_double) &
        bind(C, name="weft_distribution_element")
      import
      type(c_ptr), value :: distribution
      integer(c_int), intent(inout) :: bytes, is_real, is_double
    end function
    integer(c_int) function c_distribution_agree(distribution, code, message) &
        bind(C, name="weft_distribution_agree")
      import
      type(c_ptr), value :: distribution
      integer(c_int), value :: code
      character(kind=c_char), intent(in) :: message(*)
    end function
  end interface
end module weft_c_distributions
