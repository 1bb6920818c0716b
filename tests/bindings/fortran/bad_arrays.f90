! Arrays that do not fit the plan: the same error on every process, whoever is wrong, in Fortran's words.
program bad_arrays
  use, intrinsic :: iso_c_binding, only: c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use mpi_f08
  use check
  use weft
  implicit none
  type(weft_problem) :: problem
  type(weft_plan) :: plan, never, in_place
  type(weft_options) :: options
  real(real64), pointer :: u(:, :, :)
  complex(real64), pointer :: uh(:, :, :)
  integer :: ierr, odd

  call MPI_Init()
  call problem%create('r2c', [8, 6, 4])
  call problem%set('n_fields', 2)
  call plan%create(problem, MPI_COMM_WORLD)
  call plan%points(u)
  call plan%modes(uh)
  do odd = -1, n_procs() - 1  ! -1: all are wrong
    call wrong_types()
    call wrong_shapes()
    call wrong_strides()
    call not_allocated()
    call wrong_fields()
  end do
  call pointers_of_other_types()
  call wrong_in_place()
  call closed_and_never_created()
  call finish()

contains

  logical function is_wrong()
    is_wrong = odd == -1 .or. odd == my_rank()
  end function

  subroutine wrong_types()
    real(real32), allocatable :: single(:, :, :)
    integer, allocatable :: numbers(:, :, :)
    allocate (single(size(u, 1), size(u, 2), size(u, 3)), numbers(size(u, 1), size(u, 2), size(u, 3)))
    if (is_wrong()) then
      call plan%forward(single, uh, ierr)
    else
      call plan%forward(u, uh, ierr)
    end if
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'points|real(c_double), not real(c_float)', 'single points')
    if (is_wrong()) then
      call plan%forward(u, u, ierr)
    else
      call plan%forward(u, uh, ierr)
    end if
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'modes|complex(c_double), not real(c_double)', 'real modes')
    if (is_wrong()) then
      call plan%backward(uh, numbers, ierr)
    else
      call plan%backward(uh, u, ierr)
    end if
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'points|elements of another type', 'integer points')
  end subroutine

  subroutine wrong_shapes()
    real(real64), allocatable :: longer(:, :, :), flat(:)
    character(40) :: shapes
    allocate (longer(9, size(u, 2), size(u, 3)), flat(size(u)))
    write (shapes, '(2(a,i0),a)') 'shape (9,', size(u, 2), ',', size(u, 3), '), but'
    if (is_wrong()) then
      call plan%forward(longer, uh, ierr)
    else
      call plan%forward(u, uh, ierr)
    end if
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'points|has shape (9,|has (8,|this process', 'a long axis')
    if (odd == -1) call expect(index(weft_error_text(), words_of_first(shapes)) > 0, 'the shape in Fortran''s order')
    if (is_wrong()) then
      call plan%forward(flat, uh, ierr)
    else
      call plan%forward(u, uh, ierr)
    end if
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'points|rank 1|rank 3', 'one dimension')
  end subroutine

  ! What process 0 says, which speaks for all.
  function words_of_first(text) result(words)
    character(*), intent(in) :: text
    character(:), allocatable :: words
    character(len(text)) :: first
    first = text
    call MPI_Bcast(first, len(first), MPI_CHARACTER, 0, MPI_COMM_WORLD)
    words = trim(first)
  end function

  ! Sections that would fit if they were copied: every second element, and Fortran's order of the modes.
  subroutine wrong_strides()
    real(real64), allocatable :: wide(:, :, :)
    complex(real64), allocatable :: plain(:, :, :)
    integer, allocatable :: order(:)
    logical :: differs
    allocate (wide(2 * size(u, 1), size(u, 2), size(u, 3)), plain(size(uh, 1), size(uh, 2), size(uh, 3)))
    wide = 1
    differs = size(u) > 0 .and. is_wrong()
    call MPI_Allreduce(MPI_IN_PLACE, differs, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD)
    if (is_wrong()) then
      call plan%backward(uh, wide(1::2, :, :), ierr)
    else
      call plan%backward(uh, u, ierr)
    end if
    if (differs) call expect_error(ierr, WEFT_INVALID_ARGUMENT, &
                                   'points|has strides (2,16,|plan''s are (1,8,', 'a section with gaps')
    call expect(all(wide == 1), 'a section with gaps is left as it is')
    call plan%storage(WEFT_MODES, order=order)
    differs = size(uh, 1) > 1 .and. size(uh, 3) > 1 .and. order(1) /= 1 .and. is_wrong()
    call MPI_Allreduce(MPI_IN_PLACE, differs, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD)
    if (is_wrong()) then
      call plan%forward(u, plain, ierr)
    else
      call plan%forward(u, uh, ierr)
    end if
    if (differs) call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'modes|strides|order to Fortran', 'modes in plain order')
  end subroutine

  subroutine not_allocated()
    real(real64), allocatable :: none(:, :, :)
    complex(real64), pointer :: null_modes(:, :, :)
    logical :: differs
    nullify (null_modes)
    differs = size(u) > 0 .and. is_wrong()
    call MPI_Allreduce(MPI_IN_PLACE, differs, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD)
    if (is_wrong()) then
      call plan%forward(none, uh, ierr)
    else
      call plan%forward(u, uh, ierr)
    end if
    if (differs) call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'points|not allocated|(8,', 'unallocated points')
    differs = size(uh) > 0 .and. is_wrong()
    call MPI_Allreduce(MPI_IN_PLACE, differs, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD)
    if (is_wrong()) then
      call plan%backward(null_modes, u, ierr)
    else
      call plan%backward(uh, u, ierr)
    end if
    if (differs) call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'modes|not allocated', 'null modes')
  end subroutine

  subroutine wrong_fields()
    real(real64), pointer :: v(:, :, :, :)
    complex(real64), pointer :: vh(:, :, :, :)
    type(c_ptr) :: list(2), other(1)
    call plan%points(v, n_fields=3)
    call plan%modes(vh, n_fields=3)
    call plan%forward_fields(v, vh, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, '3 fields|n_fields', 'more fields than planned')
    call plan%forward_fields(v(:, :, :, 1:2), vh(:, :, :, 1:1), ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, '2 inputs and 1 outputs', 'fewer outputs')
    if (is_wrong()) then
      call plan%forward_fields(u, vh(:, :, :, 1:2), ierr)
    else
      call plan%forward_fields(v(:, :, :, 1:2), vh(:, :, :, 1:2), ierr)
    end if
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'rank 3|rank 4|fields', 'a field instead of fields')
    list = c_null_ptr
    other = c_null_ptr
    if (size(u) > 0 .and. odd == -1) call plan%backward_fields(vh(:, :, :, 1:2), list, check=.false., ierr=ierr)
    if (size(u) > 0 .and. odd == -1) call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'null pointer|points', 'null fields')
    call plan%backward_fields(list, other, ierr)
    call expect(ierr == WEFT_INVALID_ARGUMENT, 'lists of two lengths')
    call plan%free(v)
    call plan%free(vh)
  end subroutine

  ! points() and modes() are not collective.
  subroutine pointers_of_other_types()
    real(real32), pointer :: single(:, :, :)
    real(real64), pointer :: flat(:, :), many(:, :, :, :)
    complex(real32), pointer :: narrow(:, :, :)
    call plan%points(single, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'points|real(c_double), not real(c_float)|precision', 'single')
    call expect(.not. associated(single), 'null after an error')
    call plan%modes(narrow, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'complex(c_double), not complex(c_float)', 'narrow')
    call plan%points(flat, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'rank 2|rank 3', 'a plane')
    call plan%points(many, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'rank 4|rank 3', 'fields without their number')
    call plan%points(many, n_fields=0, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'n_fields is 0', 'no fields')
    call expect(.not. associated(many), 'null after another error')
  end subroutine

  subroutine wrong_in_place()
    real(real64), pointer :: v(:, :, :)
    complex(real64), pointer :: vh(:, :, :)
    call options%set('in_place', 'yes')
    call in_place%create(problem, MPI_COMM_WORLD, options)
    call in_place%points(v)
    call in_place%modes(vh)
    call in_place%forward(v, vh, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'in_place=yes', 'two arrays in place')
    call in_place%free(v)
    call in_place%free(vh)
    call in_place%destroy()
    call options%free()
  end subroutine

  subroutine closed_and_never_created()
    integer(int64) :: lower(3), upper(3)
    call plan%close(ierr)
    call expect(ierr == WEFT_SUCCESS, 'closing')
    call plan%forward(u, uh, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'closed', 'forward of a closed plan')
    call plan%backward(uh, u, check=.false., ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'closed', 'backward of a closed plan')
    call plan%agree(WEFT_SUCCESS, '', ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'closed', 'agree of a closed plan')
    call plan%box(WEFT_POINTS, lower, upper, ierr)
    call expect(ierr == WEFT_SUCCESS .and. upper(1) == 8, 'a closed plan answers')
    call plan%destroy(ierr)
    call expect(ierr == WEFT_SUCCESS, 'destroying')
    call never%forward(u, uh, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'plan is NULL|created', 'forward before create')
    call plan%backward(uh, u, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'plan is NULL', 'backward after destroy')
    call plan%free(u)
    call plan%free(uh)
    call never%points(u, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'plan is NULL', 'points before create')
    call never%close(ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'plan is NULL', 'close before create')
    call never%destroy(ierr)
    call expect(ierr == WEFT_SUCCESS, 'destroy before create does nothing')
    call problem%free()
  end subroutine
end program bad_arrays
