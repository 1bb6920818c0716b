! Distributed arrays from Fortran: distributions with ghost cells and orders, sums, extrema, random numbers, gathers,
! boxes, redistributions; index-valued data, and errors.
program array_functions
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use mpi_f08
  use check
  use weft
  implicit none

  integer, parameter :: n(3) = [6, 5, 7]
  type(weft_distribution) :: plain, ghosted
  real(real64), pointer :: u(:, :, :), v(:, :, :)

  call MPI_Init()
  call make()
  call facts()
  call sums()
  call extrema()
  call random_numbers()
  call moves()
  call of_a_plan()
  call complex_arrays()
  call misuse()
  call plain%free(u)
  call plain%free(v)
  call plain%destroy()
  call ghosted%destroy()
  call finish()

contains

  ! The position of an element in the whole array, from 1.
  pure real(real64) function place(i, j, k)
    integer(int64), intent(in) :: i, j, k
    place = real(i + n(1)*(j - 1 + n(2)*(k - 1)), real64)
  end function

  ! Slabs along axis 3 in the order of Fortran, and along axis 2 with ghost cells in the order of C; u holds places.
  subroutine make()
    type(weft_layout) :: layout
    integer(int64) :: i, j, k
    call layout%create(n, [n_procs()], [3])
    call plain%create(layout, MPI_COMM_WORLD)
    call layout%create(n, [n_procs()], [2])
    call layout%set_ghosts([0, 2, 1])
    call ghosted%create(layout, MPI_COMM_WORLD, is_real=.true., is_double=.true., order=[3, 2, 1])
    call layout%free()
    call plain%allocate(u, global=.true.)
    call plain%allocate(v)
    do k = lbound(u, 3), ubound(u, 3)
      do j = 1, n(2)
        do i = 1, n(1)
          u(i, j, k) = place(i, j, k)
        end do
      end do
    end do
  end subroutine

  subroutine facts()
    type(weft_layout) :: layout
    integer(int64) :: lower(3), upper(3)
    integer(int64), allocatable :: shape_(:), strides(:)
    integer, allocatable :: order(:)
    real(real64), pointer :: w(:, :, :)
    logical :: is_real, is_double
    integer :: bytes
    call expect(ghosted%n_axes() == 3 .and. ghosted%rank() == my_rank(), 'axes and rank')
    call ghosted%layout(layout)
    call expect(all(layout%ghosts() == [0, 2, 1]) .and. all(layout%shape() == n), 'ghost cells of a layout')
    call layout%box(my_rank(), lower, upper)
    call ghosted%storage(shape_, order, strides)
    call expect(all(shape_ == upper - lower + 1) .and. all(order == [3, 2, 1]), 'storage')
    call ghosted%box(lower, upper)
    call expect(all(shape_ == upper - lower + 1), 'box')
    call ghosted%element(bytes, is_real, is_double)
    call expect(bytes == 8 .and. is_real .and. is_double, 'element')
    call ghosted%allocate(w, global=.true.)
    if (any(shape_ == 0)) then
      call expect(size(w) == 0, 'an empty block has no ghost cells')
    else
      call expect(all(lbound(w) == lower - [0, 2, 1]) .and. all(ubound(w) == upper + [0, 2, 1]), 'bounds with ghosts')
      call expect(size(w, kind=int64) == ghosted%memory_elements(), 'elements with ghosts')
      call expect(strides(3) == 1 .and. strides(2) == n(3) + 2, 'strides with ghosts')
      call expect(ghosted%first() == 2*strides(2) + strides(3), 'the first element')
    end if
    call ghosted%free(w)
    call layout%free()
  end subroutine

  subroutine sums()
    real(real64) :: total
    complex(real64) :: both
    call plain%sum(u, total)
    call expect(total == 22155, 'sum')
    call plain%sum(u, both)
    call expect(both == (22155, 0), 'a complex total of real elements')
    call plain%mean(u, total)
    call expect(total == 105.5_real64, 'mean')
    call plain%dot(u, u, total)
    call expect(total == 210*211*421/6, 'dot')
    call expect(abs(plain%norm(u)**2 - total) <= 1e-15_real64*total, 'norm')
    call expect(plain%norm(u, WEFT_NORM_ONE) == 22155, 'norm one')
    call expect(plain%norm(u, order=WEFT_NORM_INFINITY) == 210, 'norm infinity')
  end subroutine

  subroutine extrema()
    real(real64) :: value
    integer(weft_index) :: index(3)
    call plain%minimum(u, value, index)
    call expect(value == 1 .and. all(index == [1, 1, 1]), 'minimum')
    call plain%maximum(u, value)
    call expect(value == 210, 'maximum')
    call expect(plain%count_outside(u, 200.0_real64) == 11, 'elements outside of a bound')
    v = -u
    call plain%maximum(v, value, index)
    call expect(value == -1 .and. all(index == 1), 'maximum of negatives')
    call plain%minimum(v, value, index)
    call expect(value == -210 .and. all(index == n), 'place of a minimum')
  end subroutine

  ! numpy.random.Generator(numpy.random.Philox(key=42)).random(3), whatever the layout.
  subroutine random_numbers()
    real(real64), parameter :: expected(3) = [0.8201981478608876_real64, 0.18924562408645496_real64, &
                                              0.8676608148821462_real64]
    real(real64) :: all_of(n(1), n(2), n(3)), again(n(1), n(2), n(3)), value
    real(real64), pointer :: w(:, :, :)
    call plain%random_uniform(v, 42)
    call plain%gather(v, all_of)
    call expect(all(abs(all_of(1:3, 1, 1) - expected) < 1e-15_real64), 'the numbers of numpy')
    call ghosted%allocate(w)
    call ghosted%random_uniform(w, 42_int64, low=0.0_real64, high=2.0_real64)
    call ghosted%gather(w, again)
    call expect(all(again == 2*all_of), 'the same numbers in another layout')
    call ghosted%random_normal(w, 1, mean=10.0_real64)
    call ghosted%mean(w, value)
    call expect(abs(value - 10) < 0.3_real64, 'mean of normal numbers')
    call ghosted%free(w)
  end subroutine

  subroutine moves()
    real(real64), pointer :: w(:, :, :)
    real(real64), allocatable :: plane(:, :), whole(:, :, :), none(:, :, :)
    integer :: i, j
    integer(int64) :: lower(3), upper(3)
    real(real64) :: one(1)
    call ghosted%allocate(w)
    call plain%redistribute(u, ghosted, w)
    v = 0
    call ghosted%redistribute(w, plain, v)
    if (size(v) > 0) call expect(all(v == u), 'there and back')
    allocate (plane(n(1), n(2)))
    call ghosted%gather(w, plane, lower=[1, 1, 4], upper=[n(1), n(2), 4])
    do j = 1, n(2)
      do i = 1, n(1)
        call expect(plane(i, j) == place(int(i, int64), int(j, int64), 4_int64), 'an element of a plane')
      end do
    end do
    if (my_rank() == 0) then
      allocate (whole(n(1), n(2), n(3)))
      call plain%gather(u, whole, root=0)
      call expect(sum(whole) == 22155 .and. whole(2, 3, 4) == place(2_int64, 3_int64, 4_int64), 'gather')
      whole = -whole
      call ghosted%scatter(whole, w, 0)
    else
      call plain%gather(u, none, root=0)
      call ghosted%scatter(none, w, 0)
    end if
    call expect(ghosted%norm(w, WEFT_NORM_ONE) == 22155, 'scatter')
    lower = [2, 3, 1 + mod(my_rank(), n(3))]
    upper = lower
    call plain%read_box(u, one, lower, upper)
    call expect(one(1) == place(lower(1), lower(2), lower(3)), 'a box of its own')
    upper(1) = merge(2, 1, my_rank() == 0)  ! nothing on the others
    one = 1000
    call ghosted%write_box(one, w, lower, upper)
    call expect(ghosted%norm(w, WEFT_NORM_INFINITY) == 1000, 'write_box')
    call ghosted%free(w)
  end subroutine

  subroutine of_a_plan()
    type(weft_problem) :: problem
    type(weft_plan) :: plan
    type(weft_distribution) :: points, modes
    real(real64), pointer :: x(:, :)
    complex(real64), pointer :: xh(:, :)
    complex(real64) :: zero(1)
    real(real64) :: total
    call problem%create('r2c', [8, 6])
    call plan%create(problem, MPI_COMM_WORLD)
    call problem%free()
    call points%of_plan(plan, WEFT_POINTS)
    call modes%of_plan(plan, WEFT_MODES)
    call plan%points(x)
    call modes%allocate(xh)
    call points%random_normal(x, 3)
    call plan%forward(x, xh)
    call points%sum(x, total)
    call modes%gather(xh, zero, [1, 1], [1, 1])
    call expect(abs(zero(1) - total) < 1e-12_real64, 'mode 0 is the sum of the points')
    call plan%free(x)
    call modes%free(xh)
    call points%destroy()
    call modes%destroy()
    call plan%destroy()
  end subroutine

  subroutine complex_arrays()
    type(weft_layout) :: layout
    type(weft_distribution) :: arrays
    complex(real32), pointer :: z(:)
    complex(real64) :: total
    real(real64) :: part
    integer :: ierr
    call layout%create([10], [n_procs()], [1])
    call arrays%create(layout, MPI_COMM_WORLD, is_real=.false., is_double=.false.)
    call layout%free()
    call arrays%allocate(z)
    z = (1, -2)
    call arrays%sum(z, total)
    call expect(total == (10, -20), 'a complex sum')
    call arrays%dot(z, z, total)
    call expect(total == (50, 0), 'a complex product')
    call arrays%sum(z, part, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'real total|complex(c_double)', 'a real total of complex elements')
    call arrays%maximum(z, part, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'complex elements have no maximum', 'order of complex numbers')
    call arrays%free(z)
    call arrays%destroy()
  end subroutine

  subroutine misuse()
    type(weft_layout) :: layout
    type(weft_distribution) :: none
    real(real32), pointer :: single(:, :, :)
    real(real64), allocatable :: small(:, :, :), plane(:, :)
    real(real64) :: total
    integer :: ierr
    call layout%create(n, [n_procs()], [3])
    call layout%set_ghosts([1, 2], ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'one number for each axis', 'ghosts of two axes')
    call layout%set_ghosts([0, 0, -1], ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'axis 3|-1 ghost cells', 'negative ghosts')
    call none%create(layout, MPI_COMM_WORLD, order=[1, 2], ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'order of the axes', 'an order of two axes')
    call layout%free()
    call none%sum(u, total, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'distribution is NULL', 'before create')
    call plain%allocate(single, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'elements of this distribution are real(c_double)|real(c_float)', &
                      'a pointer of another type')
    if (my_rank() == 0) then
      allocate (small(1, 1, 1))
      call plain%sum(small, total, ierr)
    else
      call plain%sum(u, total, ierr)
    end if
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'shape (1,1,1)|distribution', 'another shape on one process')
    allocate (plane(n(1), n(2)))
    call plain%gather(u, plane, [1, 1, 1], [n(1), n(2), 2], ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'lengths (6,5)|region (6,5,2)', 'a plane for two')
    call plain%gather(u, plane, [1, 1, 8], [n(1), n(2), 8], ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'region|not in the array', 'a plane outside')
    call plain%gather(u, plane, [1, 1], [n(1), n(2)], ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'one number for each of the 3 axes', 'bounds of two axes')
  end subroutine
end program array_functions
