! weft.h for Fortran, fifth part: solvers, and where the points of a plan are.
module weft_c_solvers
  use, intrinsic :: iso_c_binding, only: c_double, c_float, c_int, c_int64_t, c_ptr
  implicit none
  public

  ! Points an array to zeros for the values at a wall, for each element type.
  interface c_helmholtz_wall
    integer(c_int) function c_wall_r4(solver, global, array) bind(C, name="weft_fortran_helmholtz_wall")
      import
      type(c_ptr), value :: solver
      integer(c_int), value :: global
      real(c_float), pointer, dimension(..), intent(inout) :: array
    end function
    integer(c_int) function c_wall_r8(solver, global, array) bind(C, name="weft_fortran_helmholtz_wall")
      import
      type(c_ptr), value :: solver
      integer(c_int), value :: global
      real(c_double), pointer, dimension(..), intent(inout) :: array
    end function
    integer(c_int) function c_wall_c4(solver, global, array) bind(C, name="weft_fortran_helmholtz_wall")
      import
      type(c_ptr), value :: solver
      integer(c_int), value :: global
      complex(c_float), pointer, dimension(..), intent(inout) :: array
    end function
    integer(c_int) function c_wall_c8(solver, global, array) bind(C, name="weft_fortran_helmholtz_wall")
      import
      type(c_ptr), value :: solver
      integer(c_int), value :: global
      complex(c_double), pointer, dimension(..), intent(inout) :: array
    end function
  end interface

  interface
    integer(c_int) function c_plan_coordinates(plan, axis, length, coordinates) bind(C, name="weft_plan_coordinates")
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: axis
      real(c_double), value :: length
      real(c_double), intent(inout) :: coordinates(*)
    end function
    integer(c_int) function c_helmholtz_create(solver, plan, n_lengths, lengths, shift, upper, lower) &
        bind(C, name="weft_fortran_helmholtz_create")
      import
      type(c_ptr), intent(inout) :: solver
      type(c_ptr), value :: plan
      integer(c_int), value :: n_lengths
      real(c_double), intent(in) :: lengths(*)
      real(c_double), value :: shift
      real(c_double), intent(in), optional :: upper(*), lower(*)
    end function
    integer(c_int) function c_helmholtz_solve(solver, f, u, upper, lower) bind(C, name="weft_fortran_helmholtz_solve")
      import
      type(c_ptr), value :: solver
      type(*), dimension(..), intent(in), optional :: f, upper, lower
      type(*), dimension(..), intent(inout), optional :: u
    end function
    integer(c_int) function c_helmholtz_bytes(solver, bytes) bind(C, name="weft_fortran_helmholtz_bytes")
      import
      type(c_ptr), value :: solver
      integer(c_int64_t), intent(inout) :: bytes
    end function
    subroutine c_helmholtz_free(solver) bind(C, name="weft_fortran_helmholtz_free")
      import
      type(c_ptr), intent(inout) :: solver
    end subroutine
  end interface
end module weft_c_solvers
