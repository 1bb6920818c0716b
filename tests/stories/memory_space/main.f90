! Transforms of arrays in far memory (../memory_space.patch), which ends a program that looks at it, beside the same ones
! on the host: equal bits. What works on the host alone refuses in one sentence.
program memory_space
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use weft
  implicit none
  type(weft_problem) :: problem
  type(weft_plan) :: plan
  type(weft_options) :: options
  integer :: rank, code

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call real_points()
  call complex_points()
  call problem%create('r2c', [9_int64, 10_int64, 12_int64])
  call options%set('space', 'far')
  call options%set('in_place', 'yes')
  call plan%create(problem, MPI_COMM_WORLD, options, code)
  call say(weft_error_text())
  call options%set('space', 'moon', code)
  call say(weft_error_text())
  call options%free()
  call problem%free()
  call MPI_Finalize()

contains

  subroutine say(line)
    character(*), intent(in) :: line
    if (rank == 0) print '(a)', line
  end subroutine

  ! Two plans of that transform: arrays here, and there.
  subroutine make(transform, here, far)
    character(*), intent(in) :: transform
    type(weft_plan), intent(inout) :: here, far
    type(weft_problem) :: problem
    type(weft_options) :: options
    call problem%create(transform, [9_int64, 10_int64, 12_int64])
    call options%set('exchange', 'p2p')
    call here%create(problem, MPI_COMM_WORLD, options)
    call options%set('space', 'far')
    call far%create(problem, MPI_COMM_WORLD, options)
    call options%free()
    call problem%free()
    if (far%space() /= 'far' .or. here%space() /= 'host') error stop 'the plan has another space'
  end subroutine

  subroutine real_points()
    type(weft_plan) :: here, far
    real(real64), pointer :: u(:, :, :), v(:, :, :)
    complex(real64), pointer :: uh(:, :, :), vh(:, :, :)
    real(real64), allocatable :: points(:, :, :)
    complex(real64), allocatable :: modes(:, :, :)
    call make('r2c', here, far)
    call here%points(u)
    call here%modes(uh)
    call far%points(v)
    call far%modes(vh)
    call random_number(u)
    call far%copy_from_host(v, u)
    allocate (points, mold=u)
    allocate (modes(size(uh, 1), size(uh, 2), size(uh, 3)))
    call here%forward(u, uh)
    call far%forward(v, vh)
    call far%copy_to_host(vh, modes)
    if (any(modes /= uh)) error stop 'other modes'
    if (size(uh) > 0 .and. .not. any(abs(uh) > 1.0e-3_real64)) error stop 'no modes'
    call here%backward(uh, u)
    call far%backward(vh, v)
    call far%copy_to_host(v, points)
    if (any(points /= u)) error stop 'other points'
    call far%copy_to_host(v, modes, code)
    if (code /= WEFT_INVALID_ARGUMENT) error stop 'another type is taken'
    call here%free(u)
    call here%free(uh)
    call far%free(v)
    call far%free(vh)
    call here%destroy()
    call far%destroy()
    call say('r2c in space=far has the bits of space=host')
  end subroutine

  subroutine complex_points()
    type(weft_plan) :: here, far
    complex(real64), pointer :: u(:, :, :), v(:, :, :), uh(:, :, :), vh(:, :, :)
    complex(real64), allocatable :: modes(:, :, :)
    real(real64), allocatable :: parts(:, :, :, :)
    call make('c2c', here, far)
    call here%points(u)
    call here%modes(uh)
    call far%points(v)
    call far%modes(vh)
    allocate (parts(size(u, 1), size(u, 2), size(u, 3), 2))
    call random_number(parts)
    u = cmplx(parts(:, :, :, 1), parts(:, :, :, 2), real64)
    call far%copy_from_host(v, u)
    allocate (modes(size(uh, 1), size(uh, 2), size(uh, 3)))
    call here%forward(u, uh)
    call far%forward(v, vh)
    call far%copy_to_host(vh, modes)
    if (any(modes /= uh)) error stop 'other modes'
    call here%free(u)
    call here%free(uh)
    call far%free(v)
    call far%free(vh)
    call here%destroy()
    call far%destroy()
    call say('c2c in space=far has the bits of space=host')
  end subroutine
end program memory_space
