! Products of points in cache: backward, a procedure of the user on each block of points, forward. weft_plan
! extends this type.
module weft_plan_products_type
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_f_pointer, c_float, c_funloc, c_funptr, c_int, c_int64_t, &
                                         c_null_char, c_null_ptr, c_ptr
  use weft_errors
  use weft_plan_started_type
  implicit none
  private
  public :: weft_plan_products, weft_points_block, weft_points_function, weft_block_input, weft_block_output

  ! Some points of several fields, for the function of plan%convolve: the box from global indices lower to
  ! upper (the first n_axes of them), and for each of n_in fields that came from the modes and n_out fields
  ! that go to them n_points elements, in the order of Fortran's arrays without gaps; weft_block_input and
  ! weft_block_output point to them. `thread` calls, from 0. All is good until the function returns.
  type, bind(C) :: weft_points_block
    integer(c_int) :: n_axes
    integer(c_int64_t) :: lower(WEFT_MAX_AXES), upper(WEFT_MAX_AXES)
    integer(c_int64_t) :: n_points
    integer(c_int) :: thread
    integer(c_int) :: n_in, n_out
    type(c_ptr) :: in, out
  end type

  ! Computes all outputs of the block. Returns 0, or another number, which ends the call with an error.
  abstract interface
    integer(c_int) function weft_points_function(block, data) bind(C)
      import
      type(weft_points_block), intent(in) :: block
      type(c_ptr), value :: data
    end function
  end interface

  type, extends(weft_plan_started) :: weft_plan_products
  contains
    procedure, private :: convolve_function, convolve_product
    generic :: convolve => convolve_function, convolve_product
  end type

  ! Input (output) number i, from 1, of a block: a pointer to n_points elements of the type of the points.
  ! Null if there is no such field. The type is not checked. Not collective.
  interface weft_block_input
    procedure :: input_r4, input_r8, input_c4, input_c8
  end interface
  interface weft_block_output
    procedure :: output_r4, output_r8, output_c4, output_c8
  end interface

  interface
    integer(c_int) function c_convolve(plan, n_in, in, n_out, out, function, data) bind(C, name="weft_fortran_convolve")
      import
      type(c_ptr), value :: plan, data
      integer(c_int), value :: n_in, n_out
      type(c_ptr), intent(in) :: in(*), out(*)
      type(c_funptr), value :: function
    end function
    integer(c_int) function c_convolve_product(plan, n_in, in, n_out, out, product) &
      bind(C, name="weft_fortran_convolve_product")
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: n_in, n_out
      type(c_ptr), intent(in) :: in(*), out(*)
      character(kind=c_char), intent(in) :: product(*)
    end function
  end interface

contains

  ! Products of points, which never lie in memory as a whole: all fields of `in` backward, `function` on each
  ! block of their points while it sits in cache, the fields of `out` forward. Both are lists of addresses
  ! (c_loc) of arrays of the modes, in the storage of plan%modes; they are not checked. The plan must be made
  ! with the option convolve=yes, and for as many fields as the larger of both numbers. An output may be the
  ! array of an input, except with arrays=shared. The function is called for every block once, in any order,
  ! with the option threads=N by N threads at a time; it must not call MPI or a plan. `data` is handed to it.
  ! Errors, the same on all processes: WEFT_INVALID_ARGUMENT, also where the function returned another number
  ! than 0 somewhere; WEFT_MISMATCH where numbers of fields differ. Collective.
  subroutine convolve_function(self, in, out, function, data, ierr)
    class(weft_plan_products), intent(in) :: self
    type(c_ptr), intent(in) :: in(:), out(:)
    procedure(weft_points_function) :: function
    type(c_ptr), intent(in), optional :: data
    integer, intent(out), optional :: ierr
    type(c_ptr) :: given
    given = c_null_ptr
    if (present(data)) given = data
    call settle(c_convolve(self%c_pointer(), size(in, kind=c_int), in, size(out, kind=c_int), out, &
                           c_funloc(function), given), ierr)
  end subroutine

  ! The same with a ready-made product: 'rotational', 'divergence', 'skew' or 'flux'.
  subroutine convolve_product(self, in, out, product, ierr)
    class(weft_plan_products), intent(in) :: self
    type(c_ptr), intent(in) :: in(:), out(:)
    character(*), intent(in) :: product
    integer, intent(out), optional :: ierr
    call settle(c_convolve_product(self%c_pointer(), size(in, kind=c_int), in, size(out, kind=c_int), out, &
                                   trim(product) // c_null_char), ierr)
  end subroutine

  ! Address number i of a list of n.
  type(c_ptr) function address(list, n, i)
    type(c_ptr), intent(in) :: list
    integer(c_int), intent(in) :: n
    integer, intent(in) :: i
    type(c_ptr), pointer :: addresses(:)
    address = c_null_ptr
    if (i < 1 .or. i > n) return
    call c_f_pointer(list, addresses, [n])
    address = addresses(i)
  end function

  subroutine input_r4(block, i, array)
    type(weft_points_block), intent(in) :: block
    integer, intent(in) :: i
    real(c_float), pointer, intent(out) :: array(:)
    array => null()
    if (i >= 1 .and. i <= block%n_in) &
      call c_f_pointer(address(block%in, block%n_in, i), array, [block%n_points])
  end subroutine
  subroutine input_r8(block, i, array)
    type(weft_points_block), intent(in) :: block
    integer, intent(in) :: i
    real(c_double), pointer, intent(out) :: array(:)
    array => null()
    if (i >= 1 .and. i <= block%n_in) &
      call c_f_pointer(address(block%in, block%n_in, i), array, [block%n_points])
  end subroutine
  subroutine input_c4(block, i, array)
    type(weft_points_block), intent(in) :: block
    integer, intent(in) :: i
    complex(c_float), pointer, intent(out) :: array(:)
    array => null()
    if (i >= 1 .and. i <= block%n_in) &
      call c_f_pointer(address(block%in, block%n_in, i), array, [block%n_points])
  end subroutine
  subroutine input_c8(block, i, array)
    type(weft_points_block), intent(in) :: block
    integer, intent(in) :: i
    complex(c_double), pointer, intent(out) :: array(:)
    array => null()
    if (i >= 1 .and. i <= block%n_in) &
      call c_f_pointer(address(block%in, block%n_in, i), array, [block%n_points])
  end subroutine
  subroutine output_r4(block, i, array)
    type(weft_points_block), intent(in) :: block
    integer, intent(in) :: i
    real(c_float), pointer, intent(out) :: array(:)
    array => null()
    if (i >= 1 .and. i <= block%n_out) &
      call c_f_pointer(address(block%out, block%n_out, i), array, [block%n_points])
  end subroutine
  subroutine output_r8(block, i, array)
    type(weft_points_block), intent(in) :: block
    integer, intent(in) :: i
    real(c_double), pointer, intent(out) :: array(:)
    array => null()
    if (i >= 1 .and. i <= block%n_out) &
      call c_f_pointer(address(block%out, block%n_out, i), array, [block%n_points])
  end subroutine
  subroutine output_c4(block, i, array)
    type(weft_points_block), intent(in) :: block
    integer, intent(in) :: i
    complex(c_float), pointer, intent(out) :: array(:)
    array => null()
    if (i >= 1 .and. i <= block%n_out) &
      call c_f_pointer(address(block%out, block%n_out, i), array, [block%n_points])
  end subroutine
  subroutine output_c8(block, i, array)
    type(weft_points_block), intent(in) :: block
    integer, intent(in) :: i
    complex(c_double), pointer, intent(out) :: array(:)
    array => null()
    if (i >= 1 .and. i <= block%n_out) &
      call c_f_pointer(address(block%out, block%n_out, i), array, [block%n_points])
  end subroutine
end module weft_plan_products_type
