! Products in cache from Fortran: a function of the user with its data, ready-made products, blocks that say where
! they are, and errors that all processes share.
module convolve_functions
  use, intrinsic :: iso_c_binding, only: c_double, c_f_pointer, c_int, c_ptr
  use weft
  implicit none

  type :: memory
    real(c_double) :: factor = 3
    integer :: n_points = 0, n_wrong = 0
    integer(c_int) :: code = 0
  end type

contains

  ! factor * u * v; u is known to be the sum of the global indices.
  integer(c_int) function multiply(block, data) bind(C) result(code)
    type(weft_points_block), intent(in) :: block
    type(c_ptr), value :: data
    type(memory), pointer :: known
    real(c_double), pointer :: u(:), v(:), uv(:), none(:)
    integer :: i, j, k, n
    call c_f_pointer(data, known)
    call weft_block_input(block, 1, u)
    call weft_block_input(block, 2, v)
    call weft_block_output(block, 1, uv)
    call weft_block_output(block, 2, none)
    if (associated(none)) known%n_wrong = known%n_wrong + 1
    uv = known%factor * u * v
    n = 0
    do k = int(block%lower(3)), int(block%upper(3))
      do j = int(block%lower(2)), int(block%upper(2))
        do i = int(block%lower(1)), int(block%upper(1))
          n = n + 1
          if (abs(u(n) - (i + 10 * j + 100 * k)) > 1e-9) known%n_wrong = known%n_wrong + 1
        end do
      end do
    end do
    if (n /= block%n_points) known%n_wrong = known%n_wrong + 1
    known%n_points = known%n_points + n
    code = known%code
  end function
end module

program convolve
  use, intrinsic :: iso_c_binding, only: c_double, c_loc, c_null_ptr, c_ptr
  use mpi_f08
  use check
  use convolve_functions
  use weft
  implicit none
  type(weft_plan) :: plan
  real(c_double), pointer :: u(:, :, :), v(:, :, :), uv(:, :, :)
  complex(c_double), pointer :: uh(:, :, :), vh(:, :, :), uvh(:, :, :)
  type(c_ptr) :: in(2), out(1)
  type(memory), target :: known
  integer :: ierr

  call MPI_Init()
  call make('yes')
  in = [address_of(uh), address_of(vh)]
  out = [address_of(uvh)]

  call plan%convolve(in, out, multiply, c_loc(known))
  call plan%backward(uvh, uv)
  call expect(all(abs(uv - 3 * u * v) < 1e-6), 'the products of a function')
  call expect(known%n_wrong == 0, 'blocks say where they are')
  call expect(known%n_points == size(u), 'each point is in one block')

  call plan%convolve(in, out, 'flux')
  call plan%backward(uvh, uv)
  call expect(all(abs(uv - u * v) < 1e-6), 'a ready-made product')

  if (my_rank() == n_procs() - 1) known%code = 7
  call plan%convolve(in, out, multiply, c_loc(known), ierr)
  call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'it returned 7', 'a function that fails on one process')
  call plan%convolve(in, out, 'flow', ierr)
  call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'flux', 'an unknown product')
  call plan%convolve(in(1:0), out, 'flux', ierr)
  call expect_error(ierr, WEFT_INVALID_ARGUMENT, '0 inputs', 'no inputs')
  call free()

  call make('no')
  call plan%convolve(in, out, 'flux', ierr)
  call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'convolve=yes', 'a plan without it')
  call free()
  call finish()

contains

  subroutine make(option)
    character(*), intent(in) :: option
    type(weft_problem) :: problem
    type(weft_options) :: options
    real(c_double), pointer :: at(:, :, :)
    integer :: i, j, k
    call problem%create('r2c', [10, 9, 8])
    call problem%set('n_fields', 2)
    call options%set('convolve', option)
    call plan%create(problem, MPI_COMM_WORLD, options)
    call problem%free()
    call options%free()
    call plan%points(u)
    call plan%points(v)
    call plan%points(uv)
    call plan%modes(uh)
    call plan%modes(vh)
    call plan%modes(uvh)
    call plan%points(at, global=.true.)
    do k = lbound(at, 3), ubound(at, 3)
      do j = lbound(at, 2), ubound(at, 2)
        do i = lbound(at, 1), ubound(at, 1)
          at(i, j, k) = i + 10 * j + 100 * k
        end do
      end do
    end do
    if (size(u) > 0) u(:, :, :) = at
    call plan%free(at)
    v = 2 - 0.01_c_double * u
    call plan%forward(u, uh)
    call plan%forward(v, vh)
  end subroutine

  subroutine free()
    call plan%free(u)
    call plan%free(v)
    call plan%free(uv)
    call plan%free(uh)
    call plan%free(vh)
    call plan%free(uvh)
    call plan%destroy()
  end subroutine

  type(c_ptr) function address_of(array)
    complex(c_double), pointer, intent(in) :: array(:, :, :)
    address_of = c_null_ptr
    if (size(array) > 0) address_of = c_loc(array(lbound(array, 1), lbound(array, 2), lbound(array, 3)))
  end function
end program
