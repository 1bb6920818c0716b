! Products of points in cache: backward, a procedure of the user on each block of points, forward. weft_plan
! extends this type.
module weft_plan_products_type
  use weft_errors
  use weft_plan_started_type
  use weft_support
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
  end type

contains

  ! Products of points, which never lie in memory as a whole: all fields of `in` backward, `function` on each
  ! block of their points while it sits in cache, the fields of `out` forward. Both are lists of addresses
  ! (c_loc) of arrays of the modes, in the storage of plan%modes; they are not checked. The plan must be made
  ! with the option convolve=yes, and for as many fields as the larger of both numbers. An output may be the
  ! array of an input, except with arrays=shared. The function is called for every block once, in any order,
  ! with the option threads=N by N threads at a time; it must not call MPI or a plan. `data` is handed to it.
  ! Errors, the same on all processes: WEFT_INVALID_ARGUMENT, also where the function returned another number
  ! than 0 somewhere; WEFT_MISMATCH where numbers of fields differ. Collective.
  subroutine weft_plan_products%convolve/function(in, out, function, data, ierr)
    type(c_ptr), intent(in) :: in(:), out(:)
    procedure(weft_points_function) :: function
    type(c_ptr), intent(in), optional :: data
    call settle(c_convolve(self%c_pointer(), size(in), in, size(out), out, &
                           c_funloc(function), given(data, c_null_ptr)), ierr)
  end subroutine

  ! The same with a ready-made product: 'rotational', 'divergence', 'skew' or 'flux'.
  subroutine weft_plan_products%convolve/product(in, out, product, ierr)
    type(c_ptr), intent(in) :: in(:), out(:)
    character(*), intent(in) :: product
    call settle(c_convolve_product(self%c_pointer(), size(in), in, size(out), out, &
                                   to_c(product)), ierr)
  end subroutine

  ! Input (output) number i, from 1, of a block: a pointer to n_points elements of the type of the points.
  ! Null if there is no such field. The type is not checked. Not collective.
  subroutine weft_block_input/ELEMENT(block, i, array)
    {TYPE}, pointer, intent(out) :: array(:)
    array => null()
    if (i >= 1 .and. i <= block%n_in) call c_f_pointer(address(block%in, i), array, [block%n_points])
  end subroutine
  subroutine weft_block_output/ELEMENT(block, i, array)
    {TYPE}, pointer, intent(out) :: array(:)
    array => null()
    if (i >= 1 .and. i <= block%n_out) call c_f_pointer(address(block%out, i), array, [block%n_points])
  end subroutine

  ! Address number i of a list.
  type(c_ptr) function address(list, i)
    type(c_ptr), intent(in) :: list
    type(c_ptr), pointer :: addresses(:)
    call c_f_pointer(list, addresses, [i])
    address = addresses(i)
  end function
end module weft_plan_products_type
