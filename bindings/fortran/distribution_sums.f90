! Sums over all elements of distributed arrays.
!
! The array is this process's block with its ghost cells, as allocate makes it, of which the owned elements count;
! one that is not allocated or associated is right where the block is empty. Results are double, real or, for complex
! elements, complex. They are accurate as if computed with twice the digits of double, and the same on all processes.
! Errors: WEFT_INVALID_ARGUMENT (a real total of complex elements, too), WEFT_MISMATCH, WEFT_COMMUNICATION.
! Collective. weft_distribution extends this type.
module weft_distribution_sums_type
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use weft_c_array_functions
  use weft_distribution_base_type
  use weft_errors
  implicit none
  private
  public :: weft_distribution_sums

  type, extends(weft_distribution_base) :: weft_distribution_sums
  contains
    procedure, private :: sum_real, sum_complex, mean_real, mean_complex, dot_real, dot_complex
    generic :: sum => sum_real, sum_complex
    generic :: mean => mean_real, mean_complex
    generic :: dot => dot_real, dot_complex
  end type

contains

  ! The sum of all elements.
  subroutine sum_real(self, array, total, ierr)
    class(weft_distribution_sums), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: array
    real(c_double), intent(out) :: total
    integer, intent(out), optional :: ierr
    real(c_double) :: parts(2)
    parts = 0
    call settle(c_array_sum(self%c_pointer(), 0_c_int, 1_c_int, array, parts=parts), ierr)
    total = parts(1)
  end subroutine
  subroutine sum_complex(self, array, total, ierr)
    class(weft_distribution_sums), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: array
    complex(c_double), intent(out) :: total
    integer, intent(out), optional :: ierr
    real(c_double) :: parts(2)
    parts = 0
    call settle(c_array_sum(self%c_pointer(), 0_c_int, 0_c_int, array, parts=parts), ierr)
    total = cmplx(parts(1), parts(2), c_double)
  end subroutine

  ! Their mean.
  subroutine mean_real(self, array, total, ierr)
    class(weft_distribution_sums), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: array
    real(c_double), intent(out) :: total
    integer, intent(out), optional :: ierr
    real(c_double) :: parts(2)
    parts = 0
    call settle(c_array_sum(self%c_pointer(), 1_c_int, 1_c_int, array, parts=parts), ierr)
    total = parts(1)
  end subroutine
  subroutine mean_complex(self, array, total, ierr)
    class(weft_distribution_sums), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: array
    complex(c_double), intent(out) :: total
    integer, intent(out), optional :: ierr
    real(c_double) :: parts(2)
    parts = 0
    call settle(c_array_sum(self%c_pointer(), 1_c_int, 0_c_int, array, parts=parts), ierr)
    total = cmplx(parts(1), parts(2), c_double)
  end subroutine

  ! The sum of conjg(a) b, as dot_product.
  subroutine dot_real(self, a, b, total, ierr)
    class(weft_distribution_sums), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: a, b
    real(c_double), intent(out) :: total
    integer, intent(out), optional :: ierr
    real(c_double) :: parts(2)
    parts = 0
    call settle(c_array_sum(self%c_pointer(), 2_c_int, 1_c_int, a, b, parts), ierr)
    total = parts(1)
  end subroutine
  subroutine dot_complex(self, a, b, total, ierr)
    class(weft_distribution_sums), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: a, b
    complex(c_double), intent(out) :: total
    integer, intent(out), optional :: ierr
    real(c_double) :: parts(2)
    parts = 0
    call settle(c_array_sum(self%c_pointer(), 2_c_int, 0_c_int, a, b, parts), ierr)
    total = cmplx(parts(1), parts(2), c_double)
  end subroutine
end module weft_distribution_sums_type
