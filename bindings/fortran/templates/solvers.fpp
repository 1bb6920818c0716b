! type(weft_helmholtz): Poisson's and Helmholtz's equation on a box, solved in the modes of a plan.
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

  ! Makes the solver of laplace u - shift u = f for the modes of `plan`: once, for any number of solutions.
  ! shift is 0 (Poisson) unless it is given, and never below. The kinds of the plan's axes are the boundary
  ! conditions: periodic (fourier), u = 0 at both ends (dst1, dst2), no slope at both ends (dct1, dct2), one
  ! of each (dct3, dct4: no slope at 0; dst3, dst4: no slope at L), or any condition that is linear in u and
  ! its slope (one Chebyshev axis). Where the points are: plan%coordinates. `lengths` of the box has one
  ! element per axis; without it they are 2 pi along Fourier axes, pi along cosine and sine axes, 2 along
  ! Chebyshev axes. `upper` and `lower` are two factors [a, b] each of the conditions a u + b du/dy = g at the
  ! ends y = +L/2 (of the first point) and -L/2 of the Chebyshev axis, du/dy along the axis; [1, 0] unless
  ! given. An earlier solver of this variable is freed. The plan may be destroyed afterwards. All arguments
  ! are the same on all processes. Errors, and then there is no solver: WEFT_INVALID_ARGUMENT;
  ! WEFT_NOT_APPLICABLE for several Chebyshev axes, or one that is divided among processes at the modes or has
  ! fewer than 3 modes, and norm ortho with dct1, dct3 or dst3 axes; WEFT_MISMATCH, WEFT_RESOURCE. Collective
  ! over the plan.
  mutating subroutine weft_helmholtz%create(plan, lengths, shift, upper, lower, ierr)
    class(weft_plan), intent(in) :: plan
    real(c_double), intent(in), optional :: lengths(:), shift, upper(2), lower(2)
    call self%free()
    n = -1
    if (present(lengths)) n = size(lengths)
    call settle(c_helmholtz_create(self%handle, plan%c_pointer(), n, lengths, given(shift, 0.0_c_double), upper, lower), &
                ierr)
  end subroutine

  ! Modes of f to modes of u: this process's blocks, arrays of plan%modes or of the same type, shape and
  ! strides, or both the same array. Not copied: a section with other strides is an error. An array that is
  ! not allocated or associated is right where the block is empty. `upper` and `lower` are the right-hand
  ! sides g of the conditions at the ends of the Chebyshev axis, as modes of the other axes, arrays of wall();
  ! 0 unless given. For a constant g with norm backward its mode 0 is g N, N as in doc/conventions.md for the
  ! other axes. Where shift is 0 and no axis or wall fixes u, its mean is 0, and what the mean of f has beyond
  ! the flux through the walls is left out. Errors: WEFT_INVALID_ARGUMENT, on this process. Not collective.
  subroutine weft_helmholtz%solve(f, u, upper, lower, ierr)
    type(*), dimension(..), intent(inout), optional :: u
    type(*), dimension(..), intent(in), optional :: upper, lower
    call settle(c_helmholtz_solve(self%handle, f, u, upper, lower), ierr)
  end subroutine

  ! Makes `array` this process's block of the values at one wall, zero: the modes with one plane, index 1, in
  ! the place of the Chebyshev axis; indexed from 1 or, with global=.true., by the global indices. To be freed
  ! by plan%free, also after the solver is freed. An earlier target is not freed. Errors, and then `array` is
  ! null: WEFT_INVALID_ARGUMENT for another type or rank than that of the modes, or without a Chebyshev axis;
  ! WEFT_RESOURCE. Not collective.
  subroutine weft_helmholtz%wall/ELEMENT(array, global, ierr)
    {TYPE}, pointer, dimension(..), intent(inout) :: array
    call settle(c_helmholtz_wall(self%handle, flag(global), array), ierr)
  end subroutine

  ! Bytes that the solver holds on this process. Errors: WEFT_INVALID_ARGUMENT before create. Not collective.
  integer(weft_index) function weft_helmholtz%bytes(ierr) result(bytes)
    bytes = 0
    call settle(c_helmholtz_bytes(self%handle, bytes), ierr)
  end function

  ! Frees the solver; one that is not created is left as it is. Not collective.
  mutating subroutine weft_helmholtz%free()
    call c_helmholtz_free(self%handle)
  end subroutine
end module weft_helmholtz_type
