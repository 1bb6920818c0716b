! type(weft_helmholtz): Poisson's and Helmholtz's equation on a box, solved in the modes of a plan.
!
! C++: class Helmholtz.
! WEFT_INVALID_ARGUMENT before create.
module weft_helmholtz_type
  use weft_errors
  use weft_plan_type
  use weft_support
  public :: weft_helmholtz

  ! A handle: copies are the same solver. To be freed by free().
  type :: weft_helmholtz
    private
    type(c_ptr) :: handle = c_null_ptr
  end type

contains

  ! C++: Helmholtz::Helmholtz.
  ! upper, lower: two factors [a, b] each of the conditions a u + b du/dy = g at the ends y = +L/2 (of the first
  !     point) and -L/2 of the Chebyshev axis, du/dy along the axis; [1, 0] if not given. WEFT_INVALID_ARGUMENT for
  !     conditions without factors or that leave no single solution, or without a Chebyshev axis.
  ! An earlier solver of this variable is freed; on an error there is none.
  mutating subroutine weft_helmholtz%create(plan, lengths, shift, upper, lower, ierr)
    class(weft_plan), intent(in) :: plan
    real(c_double), intent(in), optional :: lengths(:), shift, upper(2), lower(2)
    call self%free()
    n = -1
    if (present(lengths)) n = size(lengths)
    call settle(c_helmholtz_create(self%handle, plan%c_pointer(), n, lengths, given(shift, 0.0_c_double), upper, lower), &
                ierr)
  end subroutine

  ! C++: Helmholtz::solve.
  ! Arrays are those of plan%modes and of wall(), or of the same type, shape and strides, else WEFT_INVALID_ARGUMENT,
  ! on this process: they are not copied. One that is not allocated or associated is right where the block is empty.
  subroutine weft_helmholtz%solve(f, u, upper, lower, ierr): settle(c_helmholtz_solve(self%handle, f, u, upper, lower))
    type(*), dimension(..), intent(inout), optional :: u
    type(*), dimension(..), intent(in), optional :: upper, lower
  ! C++: Helmholtz::wall.
  ! array: indexed from 1 or, with global=.true., by the global indices; the plane has index 1. To be freed by
  !     plan%free, also after the solver is freed; an earlier target is not. Null on an error: WEFT_INVALID_ARGUMENT for
  !     another type or rank than that of the modes, WEFT_RESOURCE.
  subroutine weft_helmholtz%wall/ELEMENT(array, global, ierr): &
      settle(c_helmholtz_wall(self%handle, flag(global), array))
    {TYPE}, pointer, dimension(..), intent(inout) :: array
  ! C++: Helmholtz::bytes.
  integer(weft_index) function weft_helmholtz%bytes(ierr) result(bytes): settle(c_helmholtz_bytes(self%handle, bytes))

  ! Frees the solver; one that is not created is left as it is. Not collective. In Fortran alone.
  mutating subroutine weft_helmholtz%free()
    call c_helmholtz_free(self%handle)
  end subroutine
end module weft_helmholtz_type
