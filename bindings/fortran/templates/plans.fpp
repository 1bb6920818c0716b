! type(weft_plan).
!
! C++: class Plan.
! The communicator may be one of mpi_f08 or of mpi.
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

  ! C++: Plan::Plan.
  ! Options may be left out; they must be the same on all processes. Both are copied. An earlier plan of this variable is
  ! not destroyed. On an error there is no plan.
  mutating subroutine weft_plan%create/COMM/OPTIONS(problem, comm, {OPTIONS}ierr)
    type(weft_options), intent(in) :: options
    pointer = c_null_ptr
    code = c_plan_create(pointer, handle_of_problem(problem), {HANDLE}, {HOW})
    code = c_keep_last(code, n_axes_of_problem(problem))
    call self%take(pointer)
    call settle(code, ierr)
  end subroutine

  ! C++: Plan::forward.
  ! in, out: arrays of plan%points and plan%modes, or any arrays of the same type, shape and strides, which are never
  !     copied: WEFT_INVALID_ARGUMENT for others. An array that is not allocated or associated is right where the block
  !     is empty. `in` is not changed, and must not overlap `out`; a plan with in_place=yes wants both in the same memory.
  ! All processes agree on the check of the arrays, which costs one small reduction; with check=.false. an error is that
  ! of the process that finds it, and the others wait.
  subroutine weft_plan%forward/CHECK(in, out, {CHECK}ierr): &
      settle(c_run(self%c_pointer(), WEFT_FORWARD, 0, {AGREE}, in, out))
  ! C++: Plan::backward.
  ! Arrays and check as of forward.
  subroutine weft_plan%backward/CHECK(in, out, {CHECK}ierr): &
      settle(c_run(self%c_pointer(), WEFT_BACKWARD, 0, {AGREE}, in, out))
  ! C++: Plan::forward_fields.
  ! in, out: arrays with one more dimension, the last, that counts the 1 to n_fields fields, or lists of type(c_ptr) to
  !     arrays of this plan (c_loc), which are not checked further. At least one must say how many fields there are.
  ! All else as of forward.
  subroutine weft_plan%forward_fields/CHECK(in, out, {CHECK}ierr): &
      settle(c_run(self%c_pointer(), WEFT_FORWARD, 1, {AGREE}, in, out))
  ! C++: Plan::backward_fields.
  ! in, out: as of forward_fields.
  subroutine weft_plan%backward_fields/CHECK(in, out, {CHECK}ierr): &
      settle(c_run(self%c_pointer(), WEFT_BACKWARD, 1, {AGREE}, in, out))
  ! C++: Plan::agree.
  ! code, message: what this process found; WEFT_SUCCESS: all is right. All get the code of the lowest rank that has
  !     another one, and weft_error_text() is its message.
  subroutine weft_plan%agree(code, message, ierr): report(c_plan_agree(self%c_pointer(), code, to_c(message)), 0)
    integer, intent(in) :: code
  ! C++: Plan::require_equal.
  subroutine weft_plan%require_equal(name, value, ierr): &
      report(c_plan_require_equal(self%c_pointer(), to_c(name), to_c(value)), 0)
    character(*), intent(in) :: value
  ! C++: Plan::close.
  subroutine weft_plan%close(ierr): report(c_plan_close(self%c_pointer()), 0)

  ! Closes the plan if that was not done, and frees the handle; before create it does nothing. Arrays of the plan stay
  ! until plan%free. Errors as of close. Collective. In Fortran alone.
  mutating subroutine weft_plan%destroy(ierr)
    pointer = self%c_pointer()
    code = c_keep_last(c_plan_free(pointer), 0)
    call self%take(c_null_ptr)
    call settle(code, ierr)
  end subroutine
end module weft_plan_type
