! Arrays from Fortran: pointers of a plan with the order of memory hidden in their strides, bounds, in place,
! several fields, single precision, one's own arrays, and what must not be copied.
program arrays
  use, intrinsic :: iso_c_binding, only: c_loc, c_ptr
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use mpi_f08
  use check
  use weft
  implicit none
  integer, parameter :: n(3) = [6, 5, 4]
  integer(int64) :: lower(3), upper(3)

  call MPI_Init()
  call pointers_with_permuted_strides()
  call global_bounds()
  call own_arrays()
  call single_precision()
  call in_place('r2c')
  call in_place_complex()
  call several_fields('last', 'private')
  call several_fields('input', 'shared')
  call several_fields_in_place()
  call redistribution()
  call small_ranks()
  call finish()

contains

  ! A value that says where it is.
  elemental real(real64) function place(i, j, k)
    integer(int64), intent(in) :: i, j, k
    place = real(i + 100 * j + 10000 * k, real64)
  end function

  subroutine make(plan, transform, key, value, option)
    type(weft_plan), intent(inout) :: plan
    character(*), intent(in) :: transform
    character(*), intent(in), optional :: key, value, option
    type(weft_problem) :: problem
    type(weft_options) :: options
    call problem%create(transform, int(n, int64))
    if (present(key)) call problem%set(key, value)
    if (present(option)) call options%set(option, 'yes')
    call plan%create(problem, MPI_COMM_WORLD, options)
    call problem%free()
    call options%free()
  end subroutine

  subroutine pointers_with_permuted_strides()
    type(weft_plan) :: plan
    complex(real64), pointer :: uh(:, :, :), null_modes(:, :, :)
    complex(real64), allocatable :: copy(:, :, :)
    integer(int64), allocatable :: shape_(:), strides(:)
    integer, allocatable :: order(:)
    integer(int64) :: count
    integer :: i, j, k
    call make(plan, 'c2c')
    call plan%modes(uh)
    call plan%storage(WEFT_MODES, shape_, order, strides, count)
    call plan%box(WEFT_MODES, lower, upper)
    call expect(all(shape(uh) == shape_) .and. all(shape_ == upper - lower + 1), 'shape of a pointer')
    call expect(all(lbound(uh) == 1), 'lower bounds of a pointer')
    call expect(count == product(shape_), 'elements of a storage without gaps')
    call expect(any(order /= [1, 2, 3]) .or. n_procs() == 1, 'the order fast is another one')
    call expect(minval(strides) == 1 .or. count == 0, 'the smallest stride')
    if (count > 0) call expect(strides(order(1)) == 1 .and. strides(order(3)) >= strides(order(2)), &
                               'the order goes from fast to slow')
    call expect(all(uh == 0), 'new arrays are zero')
    uh = (1, 2)  ! a whole array, a section, an element
    if (size(uh) > 0) then
      uh(:, 2, :) = (3, 4)
      uh(1, 1, 1) = (5, 6)
      call expect(abs(sum(uh) - ((1, 2) * (size(uh) - size(uh, 1) * size(uh, 3) - 1) &
                                 + (3, 4) * size(uh, 1) * size(uh, 3) + (5, 6))) < 1e-9, 'a sum')
      call expect(uh(1, 1, 1) == (5, 6) .and. all(uh(:, 2, :) == (3, 4)), 'elements and sections')
    end if
    do k = 1, size(uh, 3)
      do j = 1, size(uh, 2)
        do i = 1, size(uh, 1)
          uh(i, j, k) = place(int(i, int64), int(j, int64), int(k, int64))
        end do
      end do
    end do
    copy = uh
    call expect(all(copy == uh), 'a copy by assignment')
    call expect(is_same_in_procedure(uh, copy), 'passing to an assumed-shape dummy')
    call expect(explicit_sum(uh, size(uh)) == sum(copy), 'passing to an explicit-shape dummy')
    uh = 2 * uh + conjg(copy)
    call expect(all(uh == 3 * copy), 'an expression of whole arrays')
    call plan%free(uh)
    call expect(.not. associated(uh), 'free nullifies')
    nullify (null_modes)
    call plan%free(null_modes)
    call plan%destroy()
    call plan%destroy()
  end subroutine

  logical function is_same_in_procedure(a, b)
    complex(real64), intent(in) :: a(0:, :, :), b(0:, :, :)
    integer :: i
    is_same_in_procedure = all([(all(a(i, :, :) == b(i, :, :)), i=0, size(a, 1) - 1)])
  end function

  complex(real64) function explicit_sum(a, count)
    integer, intent(in) :: count
    complex(real64), intent(in) :: a(count)
    explicit_sum = sum(a)
  end function

  subroutine global_bounds()
    type(weft_plan) :: plan
    real(real64), pointer :: u(:, :, :)
    complex(real64), pointer :: uh(:, :, :)
    call make(plan, 'r2c')
    call plan%points(u, global=.true.)
    call plan%box(WEFT_POINTS, lower, upper)
    if (size(u) > 0) call expect(all(lbound(u) == lower) .and. all(ubound(u) == upper), 'bounds of points')
    call plan%modes(uh, global=.true.)
    call plan%box(WEFT_MODES, lower, upper)
    if (size(uh) > 0) call expect(all(lbound(uh) == lower) .and. all(ubound(uh) == upper), 'bounds of modes')
    call expect(upper(1) <= 4, 'axis 1 is the halved one')
    u = 1
    call plan%forward(u, uh)
    if (size(uh) > 0) then
      if (all(lbound(uh) == 1)) then
        call expect(abs(uh(1, 1, 1) - product(n)) < 1e-12, 'the mean')
        uh(1, 1, 1) = 0
      end if
    end if
    call expect(all(abs(uh) < 1e-12), 'all modes but the mean')
    call plan%free(u)
    call plan%free(uh)
    call plan%destroy()
  end subroutine

  ! Allocatable, explicit shape, and one whose elements are neighbours in memory as a section of a larger one.
  subroutine own_arrays()
    type(weft_plan) :: plan
    real(real64), allocatable :: u(:, :, :), back(:, :, :)
    complex(real64), allocatable :: uh(:, :, :)
    integer(int64), allocatable :: s(:), m(:)
    call make(plan, 'r2c', 'order', 'Fortran')
    call plan%storage(WEFT_POINTS, shape=s)
    call plan%storage(WEFT_MODES, shape=m)
    allocate (u(0:s(1) - 1, s(2), s(3)), back(s(1), s(2), s(3)), uh(m(1), m(2), m(3)))
    call random_number(u)
    call plan%forward(u, uh)
    call plan%backward(uh, back)
    call expect(all(abs(u - back) < 1e-13), 'allocatable arrays')
    back = 0
    call with_explicit_shape(plan, uh, back, int(m), int(s))
    call expect(all(abs(u - back) < 1e-13), 'explicit-shape arrays')
    call with_thick_array(plan, uh, u, int(s))
    if (size(u) == 0) deallocate (u)
    if (size(uh) == 0) deallocate (uh)
    call plan%forward(u, uh)  ! arrays that are not allocated stand for empty blocks
    call plan%destroy()
  end subroutine

  subroutine with_explicit_shape(plan, uh, u, m, s)
    type(weft_plan), intent(in) :: plan
    integer, intent(in) :: m(3), s(3)
    complex(real64), intent(in) :: uh(m(1), m(2), m(3))
    real(real64), intent(out) :: u(s(1), s(2), s(3))
    call plan%backward(uh, u)
  end subroutine

  ! The last axis may be part of a longer one: same strides, so right. Written in place, not into a copy.
  subroutine with_thick_array(plan, uh, u, s)
    type(weft_plan), intent(in) :: plan
    complex(real64), intent(in) :: uh(:, :, :)
    real(real64), intent(in) :: u(:, :, :)
    integer, intent(in) :: s(3)
    real(real64) :: thick(s(1), s(2), s(3) + 2)
    thick = -1
    call plan%backward(uh, thick(:, :, 2:s(3) + 1))
    call expect(all(abs(thick(:, :, 2:s(3) + 1) - u) < 1e-13), 'a section with the same strides')
    call expect(all(thick(:, :, [1, s(3) + 2]) == -1), 'the layers beside the section')
  end subroutine

  subroutine single_precision()
    type(weft_plan) :: plan, complex_plan
    real(real32), pointer :: u(:, :, :)
    complex(real32), pointer :: uh(:, :, :), c(:, :, :), ch(:, :, :)
    call make(plan, 'r2c', 'precision', 'single')
    call plan%points(u)
    call plan%modes(uh)
    u = 2
    call plan%forward(u, uh)
    call expect(abs(sum(abs(uh)) - merge(240.0, 0.0, has_first(plan))) < 1e-3, 'the mean in single precision')
    call plan%backward(uh, u)
    call expect(all(abs(u - 2) < 1e-5), 'single precision and back')
    call make(complex_plan, 'c2c', 'precision', 'single')
    call complex_plan%points(c)
    call complex_plan%modes(ch)
    c = (1, -1)
    call complex_plan%forward(c, ch)
    call complex_plan%backward(ch, c)
    call expect(all(abs(c - (1, -1)) < 1e-5), 'complex single precision and back')
    call plan%free(u); call plan%free(uh); call plan%free(c); call plan%free(ch)
    call plan%destroy()
    call complex_plan%destroy()
  end subroutine

  ! Is mode (1,1,1) on this process?
  logical function has_first(plan)
    type(weft_plan), intent(in) :: plan
    call plan%box(WEFT_MODES, lower, upper)
    has_first = all(lower == 1) .and. all(upper >= 1)
  end function

  subroutine in_place(transform)
    character(*), intent(in) :: transform
    type(weft_plan) :: plan, other
    real(real64), pointer :: u(:, :, :), v(:, :, :)
    complex(real64), pointer :: uh(:, :, :), vh(:, :, :)
    call make(plan, transform, option='in_place')
    call make(other, transform)
    call plan%points(u)
    call plan%modes(uh, at=u)
    call other%points(v)
    call other%modes(vh)
    call expect(plan%in_place_bytes() >= 8 * size(u) .and. plan%in_place_bytes() >= 16 * size(uh), 'bytes in place')
    call random_number(v)
    u = v
    call plan%forward(u, uh)
    call other%forward(v, vh)
    call expect(all(uh == vh), 'forward in place')
    call plan%backward(uh, u)
    call expect(all(abs(u - v) < 1e-13), 'backward in place')
    call plan%free(u); call plan%free(v); call plan%free(vh)
    call plan%destroy()
    call other%destroy()
  end subroutine

  subroutine in_place_complex()
    type(weft_plan) :: plan
    complex(real64), pointer :: u(:, :, :), uh(:, :, :)
    call make(plan, 'c2c', option='in_place')
    call plan%modes(uh)
    call plan%points(u, at=uh, global=.true.)
    u = (1, 1)
    call plan%forward(u, uh)
    call plan%backward(uh, u)
    call expect(all(abs(u - (1, 1)) < 1e-14), 'complex and back in place')
    call plan%free(uh)
    call plan%destroy()
  end subroutine

  subroutine several_fields(output, arrays)
    character(*), intent(in) :: output, arrays
    type(weft_plan) :: plan
    type(weft_problem) :: problem
    type(weft_options) :: options
    real(real64), pointer :: u(:, :, :, :), one(:, :, :)
    complex(real64), pointer :: uh(:, :, :, :), one_h(:, :, :)
    real(real64), allocatable, target :: a(:, :, :), b(:, :, :)
    type(c_ptr) :: in(2), out(2)
    integer :: f
    call problem%create('r2c', n)
    call problem%set('n_fields', 3)
    call problem%set('output', output)
    call options%set('arrays', arrays)
    call plan%create(problem, MPI_COMM_WORLD, options)
    call problem%free()
    call options%free()
    call plan%points(u, n_fields=3)
    call plan%modes(uh, n_fields=3)
    call plan%points(one)
    call plan%modes(one_h)
    call expect(size(u, 4) == 3 .and. size(uh, 4) == 3, 'the dimension of the fields')
    call random_number(u)
    call plan%forward_fields(u, uh)
    do f = 1, 3
      call plan%forward(u(:, :, :, f), one_h)  ! a field is an array of the plan
      call expect(all(uh(:, :, :, f) == one_h), 'a field and the same alone')
    end do
    one_h = 0
    call plan%backward(uh(:, :, :, 2), one)
    call expect(all(abs(one - u(:, :, :, 2)) < 1e-13), 'one field back')
    call plan%backward_fields(uh(:, :, :, 2:3), u(:, :, :, 1:2), check=.false.)
    call expect(all(abs(u(:, :, :, 2) - u(:, :, :, 3)) < 1e-13), 'two of three fields')
    call plan%forward_fields(u(:, :, :, 1:3:2), uh(:, :, :, 1:3:2), check=.true.)
    call expect(all(abs(uh(:, :, :, 3) - uh(:, :, :, 2)) > -1), 'every second field')

    allocate (a, b, source=one)  ! lists of pointers
    call random_number(a)
    b = -a
    if (size(a) > 0) in = [c_loc(a), c_loc(b)]
    if (size(uh) > 0) out = [c_loc(uh(1, 1, 1, 1)), c_loc(uh(1, 1, 1, 2))]
    call plan%forward_fields(in, out)
    call expect(all(abs(uh(:, :, :, 1) + uh(:, :, :, 2)) < 1e-12), 'forward of lists of pointers')
    if (size(a) > 0) in = [c_loc(b), c_loc(a)]
    call plan%backward_fields(out, in, check=.false.)
    call expect(all(abs(a + b) < 1e-12), 'backward of lists of pointers')
    call plan%backward_fields(uh(:, :, :, 1:1), u(:, :, :, 1:1))
    call plan%free(u); call plan%free(uh); call plan%free(one); call plan%free(one_h)
    call plan%destroy()
  end subroutine

  subroutine several_fields_in_place()
    type(weft_plan) :: plan
    real(real64), pointer :: u(:, :, :, :)
    complex(real64), pointer :: uh(:, :, :, :)
    type(weft_problem) :: problem
    type(weft_options) :: options
    real(real64), allocatable :: copy(:, :, :, :)
    call problem%create('r2c', n)
    call problem%set('n_fields', 2)
    call options%set('in_place', 'yes')
    call plan%create(problem, MPI_COMM_WORLD, options)
    call plan%points(u, n_fields=2)
    call plan%modes(uh, n_fields=2, at=u)
    call random_number(u)
    copy = u
    call plan%forward_fields(u, uh)
    call plan%backward_fields(uh, u)
    call expect(all(abs(u - copy) < 1e-13), 'several fields in place')
    call plan%free(u)
    call plan%destroy()
    call problem%free()
    call options%free()
  end subroutine

  ! From layers of the last axis to own blocks of the first, by the values' own words.
  subroutine redistribution()
    type(weft_problem) :: problem
    type(weft_layout) :: from, to
    type(weft_plan) :: plan
    real(real64), pointer :: a(:, :, :), b(:, :, :)
    integer, allocatable :: blocks(:)
    integer(int64) :: i, j, k
    allocate (blocks(n_procs()), source=0)
    blocks(n_procs()) = n(1)  ! all on the last process
    call from%create(n, [n_procs()], [3])
    call to%create(int(n, int64), [n_procs()], [1])
    call to%set_blocks(1, blocks)
    call problem%create('none', n)
    call problem%set('real_elements', 'yes')
    call problem%set_layout(WEFT_POINTS, from)
    call problem%set_layout(WEFT_MODES, to)
    call plan%create(problem, MPI_COMM_WORLD)
    call plan%points(a, global=.true.)
    call plan%modes(b, global=.true.)
    call expect(size(b) == merge(product(n), 0, my_rank() == n_procs() - 1), 'all on the last process')
    do k = lbound(a, 3), ubound(a, 3)
      do j = lbound(a, 2), ubound(a, 2)
        do i = lbound(a, 1), ubound(a, 1)
          a(i, j, k) = place(i, j, k)
        end do
      end do
    end do
    call plan%forward(a, b)
    do k = lbound(b, 3), ubound(b, 3)
      do j = lbound(b, 2), ubound(b, 2)
        call expect(all(b(:, j, k) == place([(i, i=1, size(b, 1))], j, k)), 'values after a redistribution')
      end do
    end do
    a = 0
    call plan%backward(b, a)
    do k = lbound(a, 3), ubound(a, 3)
      call expect(all(a(:, 3, k) == place([(i, i=1, n(1))], 3_int64, k)), 'values after the way back')
    end do
    call plan%free(a); call plan%free(b)
    call plan%destroy()
    call problem%free(); call from%free(); call to%free()
  end subroutine

  ! One axis, and six axes with fields: seven dimensions.
  subroutine small_ranks()
    type(weft_problem) :: problem
    type(weft_plan) :: plan
    real(real64), pointer :: line(:), seven(:, :, :, :, :, :, :)
    call problem%create('r2c', [8])
    call plan%create(problem, MPI_COMM_SELF)
    call plan%points(line)
    call expect(size(line) == 8, 'a line')
    call plan%free(line)
    call plan%destroy()
    call problem%create('r2c', [2, 2, 2, 2, 2, 4])
    call problem%set('n_fields', 2)
    call plan%create(problem, MPI_COMM_SELF)
    call plan%points(seven, n_fields=2)
    call expect(all(shape(seven) == [2, 2, 2, 2, 2, 4, 2]), 'seven dimensions')
    call plan%free(seven)
    call plan%destroy()
    call problem%free()
  end subroutine
end program arrays
