! type(weft_plan): a transform of a distributed array, ready to run.
module weft_plan_type
  use, intrinsic :: iso_c_binding, only: c_int, c_null_ptr, c_ptr
  use mpi_f08, only: MPI_Comm
  use weft_c_plans
  use weft_c_values, only: c_keep_last
  use weft_errors
  use weft_options_type
  use weft_plan_products_type
  use weft_problem_type
  implicit none
  private
  public :: weft_plan

  ! A handle: copies are the same plan. There is no finalizer, because closing is collective: a plan that goes
  ! out of scope without destroy() keeps its memory, and MPI_Finalize releases what it shares with others.
  type, extends(weft_plan_products) :: weft_plan
  contains
    procedure, private :: create_integer, create_f08, create_integer_options, create_f08_options
    procedure, private :: forward_checked, forward_as_told, backward_checked, backward_as_told
    procedure, private :: forward_fields_checked, forward_fields_as_told
    procedure, private :: backward_fields_checked, backward_fields_as_told
    generic :: create => create_integer, create_f08, create_integer_options, create_f08_options
    generic :: forward => forward_checked, forward_as_told
    generic :: backward => backward_checked, backward_as_told
    generic :: forward_fields => forward_fields_checked, forward_fields_as_told
    generic :: backward_fields => backward_fields_checked, backward_fields_as_told
    procedure :: agree => plan_agree
    procedure :: require_equal => plan_require_equal
    procedure :: close => close_plan
    procedure :: destroy => destroy_plan
  end type

contains

  ! Makes the plan of `problem` over `comm`, a communicator of mpi_f08 or of mpi, of which it keeps a duplicate;
  ! options may be left out. Problem and options must be the same on all processes; both are copied. An earlier
  ! plan of this variable is not destroyed. Errors, and then there is no plan: WEFT_INVALID_ARGUMENT,
  ! WEFT_MISMATCH, WEFT_NOT_APPLICABLE, WEFT_RESOURCE, WEFT_COMMUNICATION. Collective over `comm`.
  subroutine create_integer_options(self, problem, comm, options, ierr)
    class(weft_plan), intent(inout) :: self
    type(weft_problem), intent(in) :: problem
    integer, intent(in) :: comm
    type(weft_options), intent(in) :: options
    integer, intent(out), optional :: ierr
    call make(self, problem, comm, handle_of_options(options), ierr)
  end subroutine
  subroutine create_f08_options(self, problem, comm, options, ierr)
    class(weft_plan), intent(inout) :: self
    type(weft_problem), intent(in) :: problem
    type(MPI_Comm), intent(in) :: comm
    type(weft_options), intent(in) :: options
    integer, intent(out), optional :: ierr
    call make(self, problem, comm%MPI_VAL, handle_of_options(options), ierr)
  end subroutine
  subroutine create_integer(self, problem, comm, ierr)
    class(weft_plan), intent(inout) :: self
    type(weft_problem), intent(in) :: problem
    integer, intent(in) :: comm
    integer, intent(out), optional :: ierr
    call make(self, problem, comm, c_null_ptr, ierr)
  end subroutine
  subroutine create_f08(self, problem, comm, ierr)
    class(weft_plan), intent(inout) :: self
    type(weft_problem), intent(in) :: problem
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierr
    call make(self, problem, comm%MPI_VAL, c_null_ptr, ierr)
  end subroutine

  ! Points to modes. `in` is this process's block of the points, `out` gets that of the modes: arrays of
  ! plan%points and plan%modes, or any arrays of the same type, shape and strides. They are never copied: a
  ! section with other strides is an error. An array that is not allocated or associated is right where the
  ! block is empty. `in` is not changed, and must not overlap `out`; a plan with in_place=yes wants both in the
  ! same memory. Normalisation: key norm of the problem. All processes agree on the check of the arrays, which
  ! costs one small reduction; with check=.false. an error is that of the process that finds it, and the others
  ! wait. Errors: WEFT_INVALID_ARGUMENT, WEFT_COMMUNICATION. Collective.
  subroutine forward_checked(self, in, out, ierr)
    class(weft_plan), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: in
    type(*), dimension(..), intent(inout), optional :: out
    integer, intent(out), optional :: ierr
    call settle(c_run(self%c_pointer(), WEFT_FORWARD, 0, 1, in, out), ierr)
  end subroutine
  subroutine forward_as_told(self, in, out, check, ierr)
    class(weft_plan), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: in
    type(*), dimension(..), intent(inout), optional :: out
    logical, intent(in) :: check
    integer, intent(out), optional :: ierr
    call settle(c_run(self%c_pointer(), WEFT_FORWARD, 0, number_of(check), in, out), ierr)
  end subroutine

  ! Modes to points; all else as forward. The points of an r2c come back real.
  subroutine backward_checked(self, in, out, ierr)
    class(weft_plan), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: in
    type(*), dimension(..), intent(inout), optional :: out
    integer, intent(out), optional :: ierr
    call settle(c_run(self%c_pointer(), WEFT_BACKWARD, 0, 1, in, out), ierr)
  end subroutine
  subroutine backward_as_told(self, in, out, check, ierr)
    class(weft_plan), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: in
    type(*), dimension(..), intent(inout), optional :: out
    logical, intent(in) :: check
    integer, intent(out), optional :: ierr
    call settle(c_run(self%c_pointer(), WEFT_BACKWARD, 0, number_of(check), in, out), ierr)
  end subroutine

  ! Several fields from points to modes, in the same messages: at most the problem's n_fields, as many on all
  ! processes. `in` and `out` are either arrays with one more dimension, the last, that counts the fields, or
  ! lists of type(c_ptr) to arrays of this plan (c_loc), which are not checked further. At least one of them
  ! must say how many fields there are. All else as forward. Collective.
  subroutine forward_fields_checked(self, in, out, ierr)
    class(weft_plan), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: in
    type(*), dimension(..), intent(inout), optional :: out
    integer, intent(out), optional :: ierr
    call settle(c_run(self%c_pointer(), WEFT_FORWARD, 1, 1, in, out), ierr)
  end subroutine
  subroutine forward_fields_as_told(self, in, out, check, ierr)
    class(weft_plan), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: in
    type(*), dimension(..), intent(inout), optional :: out
    logical, intent(in) :: check
    integer, intent(out), optional :: ierr
    call settle(c_run(self%c_pointer(), WEFT_FORWARD, 1, number_of(check), in, out), ierr)
  end subroutine

  ! Several fields from modes to points; all else as forward_fields.
  subroutine backward_fields_checked(self, in, out, ierr)
    class(weft_plan), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: in
    type(*), dimension(..), intent(inout), optional :: out
    integer, intent(out), optional :: ierr
    call settle(c_run(self%c_pointer(), WEFT_BACKWARD, 1, 1, in, out), ierr)
  end subroutine
  subroutine backward_fields_as_told(self, in, out, check, ierr)
    class(weft_plan), intent(in) :: self
    type(*), dimension(..), intent(in), optional :: in
    type(*), dimension(..), intent(inout), optional :: out
    logical, intent(in) :: check
    integer, intent(out), optional :: ierr
    call settle(c_run(self%c_pointer(), WEFT_BACKWARD, 1, number_of(check), in, out), ierr)
  end subroutine

  ! If any process passes another code than WEFT_SUCCESS, all get that of the lowest such rank, and
  ! weft_error_text() is its message: for checks of one's own. Collective.
  subroutine plan_agree(self, code, message, ierr)
    class(weft_plan), intent(in) :: self
    integer, intent(in) :: code
    character(*), intent(in) :: message
    integer, intent(out), optional :: ierr
    call report(c_plan_agree(self%c_pointer(), code, to_c(message)), 0, ierr)
  end subroutine

  ! Proves that all processes pass the same `value` of what is called `name`. Errors: WEFT_MISMATCH, with both
  ! values. Collective.
  subroutine plan_require_equal(self, name, value, ierr)
    class(weft_plan), intent(in) :: self
    character(*), intent(in) :: name, value
    integer, intent(out), optional :: ierr
    call report(c_plan_require_equal(self%c_pointer(), to_c(name), to_c(value)), 0, ierr)
  end subroutine

  ! Releases shared memory and stages now; the plan still answers questions. A call that was started is finished
  ! first. Again does nothing. Errors: WEFT_COMMUNICATION if some process does not come. Collective.
  subroutine close_plan(self, ierr)
    class(weft_plan), intent(in) :: self
    integer, intent(out), optional :: ierr
    call report(c_plan_close(self%c_pointer()), 0, ierr)
  end subroutine

  ! Closes the plan if that was not done, and frees the handle; before create it does nothing. Arrays of the
  ! plan stay until plan%free. Errors: as close. Collective.
  subroutine destroy_plan(self, ierr)
    class(weft_plan), intent(inout) :: self
    integer, intent(out), optional :: ierr
    type(c_ptr) :: handle
    integer(c_int) :: code
    handle = self%c_pointer()
    code = c_keep_last(c_plan_free(handle), 0)
    call self%take(c_null_ptr)
    call settle(code, ierr)
  end subroutine

  ! --- parts of the above --------------------------------------------------------------------------

  subroutine make(plan, problem, comm, options, ierr)
    type(weft_plan), intent(inout) :: plan
    type(weft_problem), intent(in) :: problem
    integer, intent(in) :: comm
    type(c_ptr), intent(in) :: options
    integer, intent(out), optional :: ierr
    type(c_ptr) :: handle
    integer(c_int) :: code
    handle = c_null_ptr
    code = c_plan_create(handle, handle_of_problem(problem), int(comm, c_int), options)
    code = c_keep_last(code, n_axes_of_problem(problem))
    call plan%take(handle)
    call settle(code, ierr)
  end subroutine

  pure integer(c_int) function number_of(option)
    logical, intent(in) :: option
    number_of = merge(1_c_int, 0_c_int, option)
  end function
end module weft_plan_type
