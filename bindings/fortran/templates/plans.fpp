! type(weft_plan): a transform of a distributed array, ready to run.
module weft_plan_type
  use weft_errors
  use weft_options_type
  use weft_plan_products_type
  use weft_problem_type
  use weft_support
  public :: weft_plan

  ! A handle: copies are the same plan. There is no finalizer, because closing is collective: a plan that goes
  ! out of scope without destroy() keeps its memory, and MPI_Finalize releases what it shares with others.
  type, extends(weft_plan_products) :: weft_plan
  end type

contains

  ! Makes the plan of `problem` over `comm`, a communicator of mpi_f08 or of mpi, of which it keeps a duplicate;
  ! options may be left out. Problem and options must be the same on all processes; both are copied. An earlier
  ! plan of this variable is not destroyed. Errors, and then there is no plan: WEFT_INVALID_ARGUMENT,
  ! WEFT_MISMATCH, WEFT_NOT_APPLICABLE, WEFT_RESOURCE, WEFT_COMMUNICATION. Collective over `comm`.
  mutating subroutine weft_plan%create/COMM/OPTIONS(problem, comm, {OPTIONS}ierr)
    type(weft_options), intent(in) :: options
    pointer = c_null_ptr
    code = c_plan_create(pointer, handle_of_problem(problem), {HANDLE}, {HOW})
    code = c_keep_last(code, n_axes_of_problem(problem))
    call self%take(pointer)
    call settle(code, ierr)
  end subroutine

  ! Points to modes. `in` is this process's block of the points, `out` gets that of the modes: arrays of
  ! plan%points and plan%modes, or any arrays of the same type, shape and strides. They are never copied: a
  ! section with other strides is an error. An array that is not allocated or associated is right where the
  ! block is empty. `in` is not changed, and must not overlap `out`; a plan with in_place=yes wants both in the
  ! same memory. Normalisation: key norm of the problem. All processes agree on the check of the arrays, which
  ! costs one small reduction; with check=.false. an error is that of the process that finds it, and the others
  ! wait. Errors: WEFT_INVALID_ARGUMENT, WEFT_COMMUNICATION. Collective.
  subroutine weft_plan%forward/CHECK(in, out, {CHECK}ierr)
    call settle(c_run(self%c_pointer(), WEFT_FORWARD, 0, {AGREE}, in, out), ierr)
  end subroutine

  ! Modes to points; all else as forward. The points of an r2c come back real.
  subroutine weft_plan%backward/CHECK(in, out, {CHECK}ierr)
    call settle(c_run(self%c_pointer(), WEFT_BACKWARD, 0, {AGREE}, in, out), ierr)
  end subroutine

  ! Several fields from points to modes, in the same messages: at most the problem's n_fields, as many on all
  ! processes. `in` and `out` are either arrays with one more dimension, the last, that counts the fields, or
  ! lists of type(c_ptr) to arrays of this plan (c_loc), which are not checked further. At least one of them
  ! must say how many fields there are. All else as forward. Collective.
  subroutine weft_plan%forward_fields/CHECK(in, out, {CHECK}ierr)
    call settle(c_run(self%c_pointer(), WEFT_FORWARD, 1, {AGREE}, in, out), ierr)
  end subroutine

  ! Several fields from modes to points; all else as forward_fields.
  subroutine weft_plan%backward_fields/CHECK(in, out, {CHECK}ierr)
    call settle(c_run(self%c_pointer(), WEFT_BACKWARD, 1, {AGREE}, in, out), ierr)
  end subroutine

  ! If any process passes another code than WEFT_SUCCESS, all get that of the lowest such rank, and
  ! weft_error_text() is its message: for checks of one's own. Collective.
  subroutine weft_plan%agree(code, message, ierr)
    integer, intent(in) :: code
    call report(c_plan_agree(self%c_pointer(), code, to_c(message)), 0, ierr)
  end subroutine

  ! Proves that all processes pass the same `value` of what is called `name`. Errors: WEFT_MISMATCH, with both
  ! values. Collective.
  subroutine weft_plan%require_equal(name, value, ierr)
    character(*), intent(in) :: value
    call report(c_plan_require_equal(self%c_pointer(), to_c(name), to_c(value)), 0, ierr)
  end subroutine

  ! Releases shared memory and stages now; the plan still answers questions. A call that was started is finished
  ! first. Again does nothing. Errors: WEFT_COMMUNICATION if some process does not come. Collective.
  subroutine weft_plan%close(ierr)
    call report(c_plan_close(self%c_pointer()), 0, ierr)
  end subroutine

  ! Closes the plan if that was not done, and frees the handle; before create it does nothing. Arrays of the
  ! plan stay until plan%free. Errors: as close. Collective.
  mutating subroutine weft_plan%destroy(ierr)
    pointer = self%c_pointer()
    code = c_keep_last(c_plan_free(pointer), 0)
    call self%take(c_null_ptr)
    call settle(code, ierr)
  end subroutine
end module weft_plan_type
