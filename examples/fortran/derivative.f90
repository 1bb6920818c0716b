! The derivative of a known function by Fourier transforms, in Fortran.
!
!   u(x, y, z) = sin(x) cos(2 y) + cos(3 z) sin(x)   on 24 x 20 x 18 points of [0, 2 pi)^3
!
! Transforms u, multiplies each mode by i kx, transforms back and compares with the exact du/dx. The same
! program exists in C, C++ and Python; all of them print the same bits, with
! WEFT_OPTIONS=reproducible=yes on any number of processes. Arrays are
! indexed (z, y, x) here, so that z varies fastest in memory as in the other languages.
program derivative
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use weft
  implicit none
  integer, parameter :: z = 1, y = 2, x = 3
  integer, parameter :: n(3) = [18, 20, 24]
  real(real64), parameter :: pi = 3.14159265358979323846_real64
  type(weft_problem) :: problem
  type(weft_plan) :: plan
  real(real64), pointer :: u(:, :, :)
  complex(real64), pointer :: uh(:, :, :)
  integer(int64), allocatable :: kx(:)
  real(real64) :: sx(n(x)), cx(n(x)), cy(n(y)), cz(n(z)), slope, error
  integer(int64) :: bits(2)
  integer :: i, j, k

  call MPI_Init()
  sx = [(sin(1 * angle(i, x)), i=1, n(x))]
  cx = [(cos(1 * angle(i, x)), i=1, n(x))]
  cy = [(cos(2 * angle(i, y)), i=1, n(y))]
  cz = [(cos(3 * angle(i, z)), i=1, n(z))]

  call problem%create('r2c', n)
  call plan%create(problem, MPI_COMM_WORLD)
  call problem%free()

  ! This process's blocks; the points are indexed by their global indices.
  call plan%points(u, global=.true.)
  call plan%modes(uh)
  do i = lbound(u, x), ubound(u, x)
    do j = lbound(u, y), ubound(u, y)
      do k = lbound(u, z), ubound(u, z)
        u(k, j, i) = sx(i) * cy(j) + cz(k) * sx(i)
      end do
    end do
  end do

  call plan%forward(u, uh)

  ! Modes lie in memory in an order of their own, which the pointer knows.
  bits(1) = bits_of([real(uh), aimag(uh)])
  call plan%wavenumbers(x, kx)
  do i = 1, size(uh, x)
    slope = real(kx(i), real64)
    if (kx(i) == -n(x) / 2) slope = 0  ! no derivative of the Nyquist mode
    uh(:, :, i) = uh(:, :, i) * cmplx(0, slope, real64)
  end do

  call plan%backward(uh, u)

  bits(2) = bits_of([u])
  error = 0
  do i = lbound(u, x), ubound(u, x)
    do j = lbound(u, y), ubound(u, y)
      do k = lbound(u, z), ubound(u, z)
        error = max(error, abs(u(k, j, i) - (cx(i) * cy(j) + cz(k) * cx(i))))
      end do
    end do
  end do
  call MPI_Allreduce(MPI_IN_PLACE, error, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
  call MPI_Allreduce(MPI_IN_PLACE, bits, 2, MPI_INTEGER8, MPI_BXOR, MPI_COMM_WORLD)
  if (plan%rank() == 0) call print_results()

  call plan%free(u)
  call plan%free(uh)
  call plan%destroy()
  call MPI_Finalize()
  if (.not. error < 1e-12_real64) error stop 1

contains

  ! The coordinate of point `i` (from 1) along an axis.
  pure real(real64) function angle(i, axis)
    integer, intent(in) :: i, axis
    angle = 2 * pi * real(i - 1, real64) / real(n(axis), real64)
  end function

  ! XOR of the bits of all values: the same in any order and on any number of processes.
  pure integer(int64) function bits_of(values)
    real(real64), intent(in) :: values(:)
    integer :: l
    bits_of = 0
    do l = 1, size(values)
      bits_of = ieor(bits_of, transfer(values(l) + 0.0_real64, bits_of))  ! -0 and 0 are one number
    end do
  end function

  subroutine print_results()
    character(40) :: line
    write (line, '(a,es9.3e2)') 'max error ', error
    print '(a)', trim(in_small_letters(line))
    write (line, '(a,z16.16)') 'modes ', bits(1)
    print '(a)', trim(in_small_letters(line))
    write (line, '(a,z16.16)') 'derivative ', bits(2)
    print '(a)', trim(in_small_letters(line))
  end subroutine

  ! Fortran writes exponents and hexadecimal digits in capitals, the other languages do not.
  pure function in_small_letters(text) result(small)
    character(*), intent(in) :: text
    character(len(text)) :: small
    integer :: l
    small = text
    do l = 1, len(text)
      if (text(l:l) >= 'A' .and. text(l:l) <= 'F') small(l:l) = achar(iachar(text(l:l)) + 32)
    end do
  end function
end program derivative
