! Wrong problems, options, layouts, communicators and questions: codes and words, in Fortran's axes, the same
! on every process where the call is collective.
program bad_input
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use check
  use weft
  implicit none
  integer :: ierr

  call MPI_Init()
  call problems()
  call layouts()
  call options_()
  call plans()
  call plans_that_differ()
  call communicators()
  call questions()
  call before_create()
  call agreement()
  call finish()

contains

  subroutine problems()
    type(weft_problem) :: problem
    call problem%create('r2d', [4, 4], ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'r2d|r2c', 'an unknown transform')
    call problem%create('c2c', [8, 0, 4, 5], ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'axis 2 has 0 points', 'no points along axis 2')
    call problem%create('c2c', [integer ::], ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, '0 axes', 'no axes')
    call problem%create('c2c', [1, 2, 3, 4, 5, 6, 7], ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, '7 axes|1 to 6', 'seven axes')
    call problem%create('r2c', [8, 6, 4])
    call problem%set('axis', 'all', ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'axis|axes', 'an unknown key')
    call problem%set('order', 'fst', ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'fst|fast', 'an unknown word')
    call problem%set('axes', '1;2', ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, "axes: '1;2'|as 1,3", 'no list of axes')
    call problem%set('n_fields', 'two', ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'two', 'no number')
    call expect(problem%get('axs', ierr) == '', 'a value of an unknown key')
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'axs|axes', 'get of an unknown key')
    call expect(size(problem%shape(2, ierr)) == 0, 'no such side')
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'side is 2', 'no such side')
    call problem%free()
  end subroutine

  subroutine layouts()
    type(weft_layout) :: layout
    integer(int64) :: lower(2), upper(2), short(1)
    call layout%create([4, 0], [1], [1], ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'axis 2 has 0 points', 'a layout without points')
    call layout%create([4, 5], [2], [3], ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'axis 3 is cut|axes 1 to 2', 'a cut beyond the last axis')
    call layout%create([4, 5], [2], [1, 2], ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'as many dimensions', 'more cuts than grid dimensions')
    call layout%create([4, 5], [3, 0], [1, 2], ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'grid 3x0|at least 1', 'a grid without processes')
    call layout%create([4, 5], [3], [1])
    call layout%set_blocks(3, [1, 1, 2], ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'axis 3|axes 1 to 2', 'blocks beyond the last axis')
    call layout%set_blocks(1, [1, 1, 1], ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'axis 1 add up to 3|4 points', 'blocks of another sum')
    call layout%set_blocks(1, [2, 2], ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'axis 1 is cut over 3|2 block sizes', 'too few blocks')
    call layout%box(3, lower, upper, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'rank 3|0 to 2', 'no such rank')
    call layout%box(2, short, upper, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'one element for each axis', 'bounds of another size')
    call layout%free()
  end subroutine

  subroutine options_()
    type(weft_options) :: options
    call options%set('exchnage', 'alltoallw', ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'exchnage|exchange', 'an unknown option')
    call options%set('exchange', 'alltoalw', ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'alltoalw|alltoallw', 'an unknown exchange')
    call options%set('grid', '2x0', ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, "'2x0'", 'a grid without processes')
    call options%set('grid', 'big', ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, "'big'", 'no grid')
    call expect(options%get('gird', ierr) == '', 'a value of an unknown option')
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'gird|grid', 'get of an unknown option')
    call options%free()
  end subroutine

  ! Makes a plan of [8, 6, 5], which is expected to fail; one that is made after all is left alone.
  subroutine fails(code, fragments, what, key, value, option, setting, transform)
    integer, intent(in) :: code
    character(*), intent(in) :: fragments, what
    character(*), intent(in), optional :: key, value, option, setting, transform
    type(weft_problem) :: problem
    type(weft_options) :: options
    type(weft_plan) :: plan
    if (present(transform)) then
      call problem%create(transform, [8, 6, 5])
    else
      call problem%create('r2c', [8, 6, 5])
    end if
    if (present(key)) call problem%set(key, value)
    if (present(option)) call options%set(option, setting)
    call plan%create(problem, MPI_COMM_WORLD, options, ierr)
    call expect_error(ierr, code, fragments, what)
    call plan%destroy()  ! of no plan
    call problem%free()
    call options%free()
  end subroutine

  subroutine plans()
    character(8) :: n, more
    write (n, '(i0)') n_procs()
    write (more, '(i0)') n_procs() + 1
    call fails(WEFT_INVALID_ARGUMENT, 'axis 4|axes 1 to 3', 'an axis beyond the last', 'axes', '2,4')
    call fails(WEFT_INVALID_ARGUMENT, 'axis 0|axes 1 to 3', 'axis 0', 'axes', '0')
    call fails(WEFT_INVALID_ARGUMENT, 'axis 2 is listed twice', 'a repeated axis', 'axes', '2,3,2')
    call fails(WEFT_INVALID_ARGUMENT, 'sign|2', 'sign 2', 'sign', '2')
    call fails(WEFT_INVALID_ARGUMENT, 'n_fields is 0', 'no fields', 'n_fields', '0')
    call fails(WEFT_INVALID_ARGUMENT, 'real_elements|r2c', 'real elements', 'real_elements', 'yes')
    call fails(WEFT_INVALID_ARGUMENT, 'grid ' // trim(more) // 'x1', 'too many processes', option='grid', &
               setting=trim(more) // 'x1')
    call fails(WEFT_INVALID_ARGUMENT, 'grid ' // trim(n) // 'x1x1|3 dimensions', 'too many dimensions', &
               option='grid', setting=trim(n) // 'x1x1')
    call layouts_of_problems()
  end subroutine

  subroutine layouts_of_problems()
    type(weft_problem) :: problem
    type(weft_layout) :: layout
    type(weft_plan) :: plan
    call problem%create('r2c', [8, 6, 5])
    call layout%create([8, 6, 4], [n_procs()], [3])
    call problem%set_layout(WEFT_POINTS, layout)
    call plan%create(problem, MPI_COMM_WORLD, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'points has shape 8x6x4|8x6x5', 'points of another shape')
    call problem%create('r2c', [8, 6, 5])
    call problem%set_layout(7, layout, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'side is 7', 'no such side')
    call layout%create([5, 6, 5], [n_procs() + 2], [1])
    call problem%set_layout(WEFT_MODES, layout)
    call plan%create(problem, MPI_COMM_WORLD, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'modes|cut on axes 1|processes', 'modes on more processes')
    call layout%free()
    call problem%free()
    call problem%create('r2r', [9])
    call problem%set('kinds', 'dct2')
    if (n_procs() == 1) return
    call plan%create(problem, MPI_COMM_WORLD, ierr)
    call expect_error(ierr, WEFT_NOT_APPLICABLE, 'one axis|MPI_COMM_SELF', 'cosines of a line over several processes')
    call problem%free()
  end subroutine

  ! Each process in turn is the odd one.
  subroutine plans_that_differ()
    integer :: odd
    if (n_procs() == 1) return
    do odd = 0, n_procs() - 1
      call differs(odd, "'shape'|8x6x5|8x6x4", shape=[8, 6, 4])
      call differs(odd, "'axes' is |1,3|all|on process 0", key='axes', value='1,3')
      call differs(odd, "'order' is |fast|Fortran", key='order', value='Fortran')
      call differs(odd, "'norm'|ortho", key='norm', value='ortho')
      call differs(odd, "'option in_place'|yes", option='in_place', value='yes')
    end do
  end subroutine

  subroutine differs(odd, fragments, shape, key, option, value)
    integer, intent(in) :: odd
    character(*), intent(in) :: fragments
    integer, intent(in), optional :: shape(3)
    character(*), intent(in), optional :: key, option, value
    type(weft_problem) :: problem
    type(weft_options) :: options
    type(weft_plan) :: plan
    call problem%create('r2c', [8, 6, 5])
    if (my_rank() == odd) then
      if (present(shape)) call problem%create('r2c', shape)
      if (present(key)) call problem%set(key, value)
      if (present(option)) call options%set(option, value)
    end if
    call plan%create(problem, MPI_COMM_WORLD, options, ierr)
    call expect_error(ierr, WEFT_MISMATCH, fragments, 'one process differs')
    call problem%free()
    call options%free()
  end subroutine

  subroutine communicators()
    type(weft_problem) :: problem
    type(weft_plan) :: plan
    type(MPI_Comm) :: half, copy
    complex(real64), pointer :: u(:, :), uh(:, :)
    integer :: p
    call problem%create('c2c', [4, 6])
    call plan%create(problem, MPI_COMM_NULL, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'MPI_COMM_NULL', 'no communicator of mpi_f08')
    call plan%create(problem, MPI_COMM_NULL%MPI_VAL, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'MPI_COMM_NULL', 'no communicator of mpi')
    call MPI_Comm_split(MPI_COMM_WORLD, mod(my_rank(), 2), -my_rank(), half)
    call MPI_Comm_dup(MPI_COMM_WORLD, copy)
    do p = 1, 3
      if (p == 1) call plan%create(problem, half)
      if (p == 2) call plan%create(problem, copy%MPI_VAL)
      if (p == 3) call plan%create(problem, MPI_COMM_SELF)
      if (p == 1) call MPI_Comm_free(half)  ! the plan has its own
      if (p == 2) call MPI_Comm_free(copy)
      call plan%points(u)
      call plan%modes(uh)
      u = (1, 2)
      call plan%forward(u, uh)
      u = 0
      call plan%backward(uh, u)
      call expect(all(abs(u - (1, 2)) < 1e-14), 'there and back on another communicator')
      call plan%free(u)
      call plan%free(uh)
      call plan%destroy()
    end do
    call problem%free()
  end subroutine

  subroutine questions()
    type(weft_problem) :: problem
    type(weft_plan) :: plan
    type(weft_description) :: d
    integer(int64), allocatable :: k(:), shape_(:)
    integer, allocatable :: axes(:)
    integer(int64) :: lower(3), upper(3), short(2), a, b, c, e
    character(:), allocatable :: name
    real(real64) :: seconds
    integer :: n, m
    call problem%create('c2c', [8, 6, 5])
    call problem%set('axes', '1,3')
    call plan%create(problem, MPI_COMM_WORLD)
    call plan%wavenumbers(2, k, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'axis 2 has no wavenumbers|1,3', 'an axis that is carried along')
    call plan%wavenumbers(4, k, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'axis 4|axes 1 to 3', 'wavenumbers beyond the last axis')
    call plan%box(5, lower, upper, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'side is 5', 'no such side')
    call plan%box(WEFT_MODES, lower, short, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'one element for each axis', 'bounds of another size')
    call plan%storage(3, shape=shape_, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'side is 3', 'no such storage')
    call expect(plan%get('shap', ierr) == '', 'no such key')
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'shap', 'no such key')
    call plan%time(1000, name, seconds, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'no such step|from 1', 'no such step')
    call plan%description(d)
    call d%sweep(WEFT_FORWARD, 0, axes, a, b, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'no sweep 0|from 1', 'sweep 0')
    call d%sweep(2, 1, axes, a, b, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'direction is 2', 'no such direction')
    call d%exchange(WEFT_BACKWARD, 99, name, a, b, c, e, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'no exchange 99', 'exchange 99')
    call d%n_steps(9, n, m, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'direction is 9', 'steps of no direction')
    call d%create(problem, 4, 4, ierr=ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'no process 4|0 to 3', 'a dry run of no process')
    call plan%destroy()
    call d%free()
    call problem%free()
  end subroutine

  subroutine before_create()
    type(weft_problem) :: problem
    type(weft_layout) :: layout
    type(weft_description) :: d
    type(weft_plan) :: plan
    integer(int64) :: lower(3), upper(3)
    call problem%set('norm', 'ortho', ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'problem is NULL', 'a problem before create')
    call expect(layout%text(ierr) == '', 'a layout before create')
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'layout is NULL', 'a layout before create')
    call d%box(WEFT_POINTS, lower, upper, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'description is NULL', 'a description before create')
    call plan%create(problem, MPI_COMM_WORLD, ierr)
    call expect_error(ierr, WEFT_INVALID_ARGUMENT, 'problem is NULL', 'a plan of no problem')
    call expect(plan%explain(ierr) == '' .and. ierr /= WEFT_SUCCESS, 'a plan that was not made')
    call expect(plan%n_axes(ierr) == 0 .and. ierr == WEFT_INVALID_ARGUMENT, 'axes of no plan')
  end subroutine

  subroutine agreement()
    type(weft_problem) :: problem
    type(weft_plan) :: plan
    call problem%create('c2c', [4, 4])
    call plan%create(problem, MPI_COMM_WORLD)
    call plan%agree(merge(WEFT_RESOURCE, WEFT_SUCCESS, my_rank() == n_procs() - 1), 'the last has no axis 0', ierr)
    call expect_error(ierr, WEFT_RESOURCE, 'the last has no axis 0', 'agree')
    call plan%destroy()
    call problem%free()
  end subroutine
end program bad_input
