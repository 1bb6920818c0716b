! Elements of arrays of any rank by a list of indices, test values, and the transform by its definition.
module elements
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  private
  public :: put, get, point_value, direct, next_index

  interface put
    procedure put_real, put_complex
  end interface
  interface get
    procedure get_real, get_complex
  end interface

contains

  ! array(i(1), i(2), ...) = value
  subroutine put_real(array, i, value)
    real(real64), dimension(..), intent(inout) :: array
    integer, intent(in) :: i(:)
    complex(real64), intent(in) :: value
    select rank (array)
    rank (1); array(i(1)) = real(value)
    rank (2); array(i(1), i(2)) = real(value)
    rank (3); array(i(1), i(2), i(3)) = real(value)
    rank (4); array(i(1), i(2), i(3), i(4)) = real(value)
    rank (5); array(i(1), i(2), i(3), i(4), i(5)) = real(value)
    rank (6); array(i(1), i(2), i(3), i(4), i(5), i(6)) = real(value)
    end select
  end subroutine
  subroutine put_complex(array, i, value)
    complex(real64), dimension(..), intent(inout) :: array
    integer, intent(in) :: i(:)
    complex(real64), intent(in) :: value
    select rank (array)
    rank (1); array(i(1)) = value
    rank (2); array(i(1), i(2)) = value
    rank (3); array(i(1), i(2), i(3)) = value
    rank (4); array(i(1), i(2), i(3), i(4)) = value
    rank (5); array(i(1), i(2), i(3), i(4), i(5)) = value
    rank (6); array(i(1), i(2), i(3), i(4), i(5), i(6)) = value
    end select
  end subroutine

  ! array(i(1), i(2), ...)
  complex(real64) function get_real(array, i)
    real(real64), dimension(..), intent(in) :: array
    integer, intent(in) :: i(:)
    get_real = 0
    select rank (array)
    rank (1); get_real = array(i(1))
    rank (2); get_real = array(i(1), i(2))
    rank (3); get_real = array(i(1), i(2), i(3))
    rank (4); get_real = array(i(1), i(2), i(3), i(4))
    rank (5); get_real = array(i(1), i(2), i(3), i(4), i(5))
    rank (6); get_real = array(i(1), i(2), i(3), i(4), i(5), i(6))
    end select
  end function
  complex(real64) function get_complex(array, i)
    complex(real64), dimension(..), intent(in) :: array
    integer, intent(in) :: i(:)
    get_complex = 0
    select rank (array)
    rank (1); get_complex = array(i(1))
    rank (2); get_complex = array(i(1), i(2))
    rank (3); get_complex = array(i(1), i(2), i(3))
    rank (4); get_complex = array(i(1), i(2), i(3), i(4))
    rank (5); get_complex = array(i(1), i(2), i(3), i(4), i(5))
    rank (6); get_complex = array(i(1), i(2), i(3), i(4), i(5), i(6))
    end select
  end function

  ! The value of the point with global indices `g` (from 1), without a pattern.
  pure complex(real64) function point_value(g, shape, is_real)
    integer, intent(in) :: g(:), shape(:)
    logical, intent(in) :: is_real
    integer(int64) :: place
    integer :: axis
    place = 0
    do axis = size(shape), 1, -1
      place = place * shape(axis) + g(axis)
    end do
    point_value = cmplx(mod(place * 7919_int64, 101_int64) / 50.0_real64 - 1, &
                        mod(place * 104729_int64, 97_int64) / 48.0_real64 - 1, real64)
    if (is_real) point_value = real(point_value)
  end function

  ! Mode `k` (from 1) by the definition: over the axes that are transformed, with this sign, without a factor.
  complex(real64) function direct(k, shape, transformed, sign, is_real)
    integer, intent(in) :: k(:), shape(:), sign
    logical, intent(in) :: transformed(:), is_real
    real(real64), parameter :: two_pi = 6.28318530717958647692_real64
    integer :: x(size(shape)), axis
    real(real64) :: turns
    direct = 0
    x = merge(1, k, transformed)
    do
      turns = 0
      do axis = 1, size(shape)
        if (transformed(axis)) &
          turns = turns + real(mod((k(axis) - 1) * (x(axis) - 1), shape(axis)), real64) / shape(axis)
      end do
      direct = direct + point_value(x, shape, is_real) * exp(cmplx(0, sign * two_pi * turns, real64))
      if (.not. next_index(x, merge(1, k, transformed), merge(shape, k, transformed))) exit
    end do
  end function

  ! Moves `i` on within lower to upper, axis 1 first; false after the last.
  logical function next_index(i, lower, upper)
    integer, intent(inout) :: i(:)
    integer, intent(in) :: lower(:), upper(:)
    integer :: axis
    next_index = .true.
    do axis = 1, size(i)
      if (i(axis) < upper(axis)) then
        i(axis) = i(axis) + 1
        return
      end if
      i(axis) = lower(axis)
    end do
    next_index = .false.
  end function
end module elements
