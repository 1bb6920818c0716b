! weft.h for Fortran, third part: plans, and the C++ functions of this folder that know array descriptors.
!
! Arrays that a call reads or writes are type(*), dimension(..) without `contiguous`: the compiler passes the
! descriptor of the actual array, of any type, rank and strides, and never a copy. Dummy arguments of arrays
! are optional, so that an array that is not allocated is legal Fortran and arrives as a null pointer.
module weft_c_plans
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_float, c_int, c_int64_t, c_ptr
  implicit none
  public

  ! Points an array to memory of a plan, for each element type.
  interface c_point
    integer(c_int) function c_point_r4(plan, side, n_fields, global, at, array) &
        bind(C, name="weft_fortran_point")
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: side, n_fields, global
      type(*), dimension(..), intent(in), optional :: at
      real(c_float), pointer, dimension(..), intent(inout) :: array
    end function
    integer(c_int) function c_point_r8(plan, side, n_fields, global, at, array) &
        bind(C, name="weft_fortran_point")
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: side, n_fields, global
      type(*), dimension(..), intent(in), optional :: at
      real(c_double), pointer, dimension(..), intent(inout) :: array
    end function
    integer(c_int) function c_point_c4(plan, side, n_fields, global, at, array) &
        bind(C, name="weft_fortran_point")
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: side, n_fields, global
      type(*), dimension(..), intent(in), optional :: at
      complex(c_float), pointer, dimension(..), intent(inout) :: array
    end function
    integer(c_int) function c_point_c8(plan, side, n_fields, global, at, array) &
        bind(C, name="weft_fortran_point")
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: side, n_fields, global
      type(*), dimension(..), intent(in), optional :: at
      complex(c_double), pointer, dimension(..), intent(inout) :: array
    end function
  end interface

  ! The arrays of plans, distributions and halos: their procedure `free`.
  interface
    subroutine c_free_r4(array) bind(C, name="weft_fortran_free")
      import
      real(c_float), pointer, dimension(..), intent(inout) :: array
    end subroutine
    subroutine c_free_r8(array) bind(C, name="weft_fortran_free")
      import
      real(c_double), pointer, dimension(..), intent(inout) :: array
    end subroutine
    subroutine c_free_c4(array) bind(C, name="weft_fortran_free")
      import
      complex(c_float), pointer, dimension(..), intent(inout) :: array
    end subroutine
    subroutine c_free_c8(array) bind(C, name="weft_fortran_free")
      import
      complex(c_double), pointer, dimension(..), intent(inout) :: array
    end subroutine
  end interface

  interface
    integer(c_int) function c_run(plan, direction, several, agree, in, out) bind(C, name="weft_fortran_run")
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: direction, several, agree
      type(*), dimension(..), intent(in), optional :: in
      type(*), dimension(..), intent(inout), optional :: out
    end function
    integer(c_int) function c_plan_create(plan, problem, comm, options) bind(C, name="weft_plan_create_f")
      import
      type(c_ptr), intent(inout) :: plan
      type(c_ptr), value :: problem, options
      integer(c_int), value :: comm
    end function
    integer(c_int) function c_plan_close(plan) bind(C, name="weft_plan_close")
      import
      type(c_ptr), value :: plan
    end function
    integer(c_int) function c_plan_free(plan) bind(C, name="weft_plan_free")
      import
      type(c_ptr), intent(inout) :: plan
    end function
    integer(c_int) function c_plan_agree(plan, code, message) bind(C, name="weft_plan_agree")
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: code
      character(kind=c_char), intent(in) :: message(*)
    end function
    integer(c_int) function c_plan_require_equal(plan, name, value) bind(C, name="weft_plan_require_equal")
      import
      type(c_ptr), value :: plan
      character(kind=c_char), intent(in) :: name(*), value(*)
    end function
    integer(c_int) function c_plan_n_axes(plan, n_axes) bind(C, name="weft_plan_n_axes")
      import
      type(c_ptr), value :: plan
      integer(c_int), intent(inout) :: n_axes
    end function
    integer(c_int) function c_plan_rank(plan, rank) bind(C, name="weft_plan_rank")
      import
      type(c_ptr), value :: plan
      integer(c_int), intent(inout) :: rank
    end function
    integer(c_int) function c_plan_box(plan, side, begin, end) bind(C, name="weft_plan_box")
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: side
      integer(c_int64_t), intent(inout) :: begin(*), end(*)
    end function
    integer(c_int) function c_plan_storage(plan, side, shape, order, strides, n_elements) &
        bind(C, name="weft_plan_storage")
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: side
      integer(c_int64_t), intent(inout) :: shape(*), strides(*), n_elements
      integer(c_int), intent(inout) :: order(*)
    end function
    integer(c_int) function c_plan_element(plan, side, bytes, is_real, is_double) &
        bind(C, name="weft_plan_element")
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: side
      integer(c_int), intent(inout) :: bytes, is_real, is_double
    end function
    integer(c_int) function c_plan_layout(plan, side, copy) bind(C, name="weft_plan_layout")
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: side
      type(c_ptr), intent(inout) :: copy
    end function
    integer(c_int) function c_plan_wavenumbers(plan, axis, wavenumbers) bind(C, name="weft_plan_wavenumbers")
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: axis
      integer(c_int64_t), intent(inout) :: wavenumbers(*)
    end function
    integer(c_int) function c_plan_get(plan, key, text) bind(C, name="weft_plan_get")
      import
      type(c_ptr), value :: plan
      character(kind=c_char), intent(in) :: key(*)
      type(c_ptr), intent(inout) :: text
    end function
    integer(c_int) function c_plan_in_place_bytes(plan, bytes) bind(C, name="weft_plan_in_place_bytes")
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout) :: bytes
    end function
    integer(c_int) function c_plan_allocated_bytes(plan, bytes) bind(C, name="weft_plan_allocated_bytes")
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout) :: bytes
    end function
    integer(c_int) function c_plan_choice(plan, text) bind(C, name="weft_plan_choice")
      import
      type(c_ptr), value :: plan
      type(c_ptr), intent(inout) :: text
    end function
    integer(c_int) function c_plan_explain(plan, text) bind(C, name="weft_plan_explain")
      import
      type(c_ptr), value :: plan
      type(c_ptr), intent(inout) :: text
    end function
    integer(c_int) function c_plan_n_times(plan, n_times) bind(C, name="weft_plan_n_times")
      import
      type(c_ptr), value :: plan
      integer(c_int), intent(inout) :: n_times
    end function
    integer(c_int) function c_plan_time(plan, i, name, seconds) bind(C, name="weft_plan_time")
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: i
      type(c_ptr), intent(inout) :: name
      real(c_double), intent(inout) :: seconds
    end function
    integer(c_int) function c_plan_description(plan, copy) bind(C, name="weft_plan_description")
      import
      type(c_ptr), value :: plan
      type(c_ptr), intent(inout) :: copy
    end function
  end interface
end module weft_c_plans
