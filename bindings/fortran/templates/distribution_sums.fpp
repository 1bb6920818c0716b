! Sums over all elements of distributed arrays.
!
! The array is this process's block with its ghost cells, as allocate makes it, of which the owned elements count;
! one that is not allocated or associated is right where the block is empty. Results are double, real or, for complex
! elements, complex. They are accurate as if computed with twice the digits of double, and the same on all processes.
! Errors: WEFT_INVALID_ARGUMENT (a real total of complex elements, too), WEFT_MISMATCH, WEFT_COMMUNICATION.
! Collective. weft_distribution extends this type.
module weft_distribution_sums_type
  use weft_distribution_base_type
  use weft_errors
  public :: weft_distribution_sums

  type, extends(weft_distribution_base) :: weft_distribution_sums
  end type

contains

  ! The sum of all elements.
  subroutine weft_distribution_sums%sum/TOTAL(array, total, ierr)
    {TYPE}, intent(out) :: total
    real(c_double) :: parts(2)
    parts = 0
    call settle(c_array_sum(self%c_pointer(), 0, {REAL}, array, value=parts), ierr)
    total = {VALUE}
  end subroutine

  ! Their mean.
  subroutine weft_distribution_sums%mean/TOTAL(array, total, ierr)
    {TYPE}, intent(out) :: total
    real(c_double) :: parts(2)
    parts = 0
    call settle(c_array_sum(self%c_pointer(), 1, {REAL}, array, value=parts), ierr)
    total = {VALUE}
  end subroutine

  ! The sum of conjg(a) b, as dot_product.
  subroutine weft_distribution_sums%dot/TOTAL(a, b, total, ierr)
    {TYPE}, intent(out) :: total
    real(c_double) :: parts(2)
    parts = 0
    call settle(c_array_sum(self%c_pointer(), 2, {REAL}, a, b, parts), ierr)
    total = {VALUE}
  end subroutine
end module weft_distribution_sums_type
