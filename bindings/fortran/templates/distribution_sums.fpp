! Sums over all elements of distributed arrays. weft_distribution extends this type, and says what arrays are.
!
! Results are double, real or, for complex elements, complex; WEFT_INVALID_ARGUMENT for a real total of complex ones.
module weft_distribution_sums_type
  use weft_distribution_base_type
  use weft_errors
  public :: weft_distribution_sums

  type, extends(weft_distribution_base) :: weft_distribution_sums
  end type

contains

  ! C++: sum.
  subroutine weft_distribution_sums%sum/TOTAL(array, total, ierr)
    {TYPE}, intent(out) :: total
    real(c_double) :: parts(2)
    parts = 0
    call settle(c_array_sum(self%c_pointer(), 0, {REAL}, array, value=parts), ierr)
    total = {VALUE}
  end subroutine

  ! C++: mean.
  subroutine weft_distribution_sums%mean/TOTAL(array, total, ierr)
    {TYPE}, intent(out) :: total
    real(c_double) :: parts(2)
    parts = 0
    call settle(c_array_sum(self%c_pointer(), 1, {REAL}, array, value=parts), ierr)
    total = {VALUE}
  end subroutine

  ! C++: dot.
  subroutine weft_distribution_sums%dot/TOTAL(a, b, total, ierr)
    {TYPE}, intent(out) :: total
    real(c_double) :: parts(2)
    parts = 0
    call settle(c_array_sum(self%c_pointer(), 2, {REAL}, a, b, parts), ierr)
    total = {VALUE}
  end subroutine
end module weft_distribution_sums_type
