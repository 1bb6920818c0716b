! type(weft_checkpoint_writer): a checkpoint that is being written.
!
! C++: class CheckpointWriter.
! A handle: copies are the same writer. A file has its axes in the order of C: the first axis of Fortran is the last one
! of a dataset, as with the Fortran interface of HDF5. Arrays are made by distribution%allocate, or have the same type,
! shape and strides; they may be left out, or not allocated, where the block is empty. What a checkpoint is:
! doc/checkpoints.md.
module weft_checkpoint_writer_type
  use weft_distribution_type
  use weft_errors
  use weft_plan_type
  use weft_support
  public :: weft_checkpoint_writer

  type :: weft_checkpoint_writer
    type(c_ptr), private :: handle = c_null_ptr
  end type

contains

  ! C++: CheckpointWriter::CheckpointWriter.
  ! comm: the processes that write, a communicator of mpi_f08 or of mpi.
  mutating subroutine weft_checkpoint_writer%create/COMM(path, comm, ierr)
    self%handle = c_null_ptr
    call report(c_checkpoint_writer_create(self%handle, to_c(path), {HANDLE}), 0, ierr)
  end subroutine

  ! C++: CheckpointWriter::add.
  subroutine weft_checkpoint_writer%add(name, distribution, array, units, ierr)
    character(*), intent(in), optional :: units
    if (present(units)) then
      call settle(c_checkpoint_add(self%handle, to_c(name), distribution%c_pointer(), array, to_c(units)), ierr)
    else
      call settle(c_checkpoint_add(self%handle, to_c(name), distribution%c_pointer(), array, to_c('')), ierr)
    end if
  end subroutine

  ! C++: CheckpointWriter::set.
  ! value: a text (without trailing blanks), a number, or a whole number.
  ! values: a list of one of these.
  subroutine weft_checkpoint_writer%set/VALUE(name, value, ierr): &
      report(c_checkpoint_set_{KIND}(self%handle, to_c(name), {VALUE}), 0)
    {TYPE}, intent(in) :: value
  subroutine weft_checkpoint_writer%set/texts(name, values, ierr)
    character(*), intent(in) :: values(:)
    character(kind=c_char), allocatable, target :: letters(:, :)
    type(c_ptr) :: pointers(size(values))
    call texts_for_c(values, letters, pointers)
    call report(c_checkpoint_set_texts(self%handle, to_c(name), size(values), pointers), 0, ierr)
  end subroutine
  subroutine weft_checkpoint_writer%set/LIST(name, values, ierr): &
      report(c_checkpoint_set_{KIND}(self%handle, to_c(name), size(values), [values]), 0)
    {TYPE}, intent(in) :: values(:)
  subroutine weft_checkpoint_writer%set/int32s(name, values, ierr)
    integer(int32), intent(in) :: values(:)
    call self%set(name, int(values, int64), ierr)
  end subroutine

  ! C++: CheckpointWriter::add_plan.
  subroutine weft_checkpoint_writer%add_plan(plan, ierr): &
      report(c_checkpoint_add_plan(self%handle, plan%c_pointer()), 0)
  ! C++: CheckpointWriter::commit.
  subroutine weft_checkpoint_writer%commit(ierr): report(c_checkpoint_commit(self%handle), 0)

  ! Removes the unfinished file unless it was committed; before create it does nothing. Not collective.
  ! In Fortran alone.
  mutating subroutine weft_checkpoint_writer%destroy()
    call c_checkpoint_writer_free(self%handle)
  end subroutine
end module weft_checkpoint_writer_type
