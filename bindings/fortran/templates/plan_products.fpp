! Products of points in cache: backward, a procedure of the user on each block of points, forward. weft_plan
! extends this type.
module weft_plan_products_type
  use weft_errors
  use weft_plan_started_type
  use weft_support
  public :: weft_plan_products, weft_points_block, weft_points_function, weft_block_input, weft_block_output

  ! C++: class PointsBlock.
  ! lower, upper: the box of n_points points, lower(i) to upper(i) along each of the first n_axes axes. What is called C
  !     order is the order of Fortran's arrays. weft_block_input and weft_block_output point to the n_in and n_out
  !     arrays. `thread` calls, from 0.
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

  ! C++: Plan::convolve.
  ! in, out: lists of addresses (c_loc) of arrays of the modes, in the storage of plan%modes; they are not checked. An
  !     output may be the array of an input, except with arrays=shared.
  ! function: computes all outputs of a block; `data` is handed to it. A number other than 0 that it returns on one
  !     process is WEFT_INVALID_ARGUMENT on all.
  subroutine weft_plan_products%convolve/function(in, out, function, data, ierr)
    type(c_ptr), intent(in) :: in(:), out(:)
    procedure(weft_points_function) :: function
    type(c_ptr), intent(in), optional :: data
    call settle(c_convolve(self%c_pointer(), size(in), in, size(out), out, &
                           c_funloc(function), given(data, c_null_ptr)), ierr)
  end subroutine

  ! C++: Plan::convolve.
  ! With a ready-made product in place of a function.
  ! product: 'rotational' (the cross product of inputs 1 to 3 and 4 to 6), 'divergence' (all products of two of the d
  !     inputs, each pair once), 'skew' (of d velocities and their d * d derivatives, j fastest, half the convective
  !     terms, then half the products of divergence) or 'flux' (each input but the last one, times the last one).
  subroutine weft_plan_products%convolve/product(in, out, product, ierr): &
      settle(c_convolve_product(self%c_pointer(), size(in), in, size(out), out, to_c(product)))
    type(c_ptr), intent(in) :: in(:), out(:)
    character(*), intent(in) :: product

  ! Points to n_points elements of the type of the points: those of input (output) number i, from 1, of a block. Null
  ! if there is no such field. The type is not checked. Not collective. In Fortran alone.
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
