! type(weft_checkpoint_writer): a checkpoint that is being written.
!
! A file has its axes in the order of C: the first axis of Fortran is the last one of a dataset, as with the
! Fortran interface of HDF5. Conventions: doc/checkpoints.md.
module weft_checkpoint_writer_type
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_int64_t, c_loc, c_null_char, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int32, int64, real64
  use mpi_f08, only: MPI_Comm
  use weft_c_checkpoint
  use weft_distribution_type
  use weft_errors
  use weft_plan_type
  implicit none
  private
  public :: weft_checkpoint_writer

  ! A handle: copies are the same writer. All procedures but destroy are collective, with the same names and
  ! values on all processes. Errors, after which the checkpoint cannot be committed and what was there
  ! before is as it was: WEFT_INVALID_ARGUMENT, WEFT_MISMATCH, WEFT_RESOURCE (no space, another program
  ! writes the file).
  type :: weft_checkpoint_writer
    type(c_ptr), private :: handle = c_null_ptr
  contains
    procedure, private :: create_integer, create_f08
    procedure, private :: set_text, set_number, set_int32, set_int64, set_texts, set_numbers, set_int32s, set_int64s
    generic :: create => create_integer, create_f08
    generic :: set => set_text, set_number, set_int32, set_int64, set_texts, set_numbers, set_int32s, set_int64s
    procedure :: add => writer_add
    procedure :: add_plan => writer_add_plan
    procedure :: commit => writer_commit
    procedure :: destroy => destroy_writer
  end type

contains

  ! Of a file `path`, which need not exist, on the processes of `comm`, a communicator of mpi_f08 or of mpi.
  subroutine create_integer(self, path, comm, ierr)
    class(weft_checkpoint_writer), intent(inout) :: self
    character(*), intent(in) :: path
    integer, intent(in) :: comm
    integer, intent(out), optional :: ierr
    self%handle = c_null_ptr
    call report(c_writer_create(self%handle, to_c(path), int(comm, c_int)), 0, ierr)
  end subroutine
  subroutine create_f08(self, path, comm, ierr)
    class(weft_checkpoint_writer), intent(inout) :: self
    character(*), intent(in) :: path
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierr
    call create_integer(self, path, comm%MPI_VAL, ierr)
  end subroutine

  ! Writes a field now: the owned elements of `array`, which distribution%allocate makes, or any array of
  ! the same type, shape and strides; it may be left out, or not allocated, where the block is empty. Names
  ! are not blank and have no '/'.
  subroutine writer_add(self, name, distribution, array, units, ierr)
    class(weft_checkpoint_writer), intent(in) :: self
    character(*), intent(in) :: name
    type(weft_distribution), intent(in) :: distribution
    type(*), dimension(..), intent(in), optional :: array
    character(*), intent(in), optional :: units
    integer, intent(out), optional :: ierr
    if (present(units)) then
      call settle(c_checkpoint_add(self%handle, to_c(name), distribution%c_pointer(), array, to_c(units)), ierr)
    else
      call settle(c_checkpoint_add(self%handle, to_c(name), distribution%c_pointer(), array, to_c('')), ierr)
    end if
  end subroutine

  ! A named value: a text (without trailing blanks), a number, a whole number, or a list of these. Replaces
  ! one of the same name.
  subroutine set_text(self, name, value, ierr)
    class(weft_checkpoint_writer), intent(in) :: self
    character(*), intent(in) :: name, value
    integer, intent(out), optional :: ierr
    call report(c_checkpoint_set_text(self%handle, to_c(name), to_c(value)), 0, ierr)
  end subroutine
  subroutine set_number(self, name, value, ierr)
    class(weft_checkpoint_writer), intent(in) :: self
    character(*), intent(in) :: name
    real(real64), intent(in) :: value
    integer, intent(out), optional :: ierr
    call report(c_checkpoint_set_number(self%handle, to_c(name), value), 0, ierr)
  end subroutine
  subroutine set_int64(self, name, value, ierr)
    class(weft_checkpoint_writer), intent(in) :: self
    character(*), intent(in) :: name
    integer(int64), intent(in) :: value
    integer, intent(out), optional :: ierr
    call report(c_checkpoint_set_whole(self%handle, to_c(name), value), 0, ierr)
  end subroutine
  subroutine set_int32(self, name, value, ierr)
    class(weft_checkpoint_writer), intent(in) :: self
    character(*), intent(in) :: name
    integer(int32), intent(in) :: value
    integer, intent(out), optional :: ierr
    call set_int64(self, name, int(value, int64), ierr)
  end subroutine
  subroutine set_texts(self, name, values, ierr)
    class(weft_checkpoint_writer), intent(in) :: self
    character(*), intent(in) :: name, values(:)
    integer, intent(out), optional :: ierr
    character(kind=c_char), target :: letters(len(values) + 1, size(values))
    type(c_ptr) :: pointers(size(values))
    integer :: i, k
    letters = c_null_char
    do i = 1, size(values)
      do k = 1, len_trim(values(i))
        letters(k, i) = values(i)(k:k)
      end do
      pointers(i) = c_loc(letters(1, i))
    end do
    call report(c_checkpoint_set_texts(self%handle, to_c(name), size(values), pointers), 0, ierr)
  end subroutine
  subroutine set_numbers(self, name, values, ierr)
    class(weft_checkpoint_writer), intent(in) :: self
    character(*), intent(in) :: name
    real(real64), intent(in) :: values(:)
    integer, intent(out), optional :: ierr
    call report(c_checkpoint_set_numbers(self%handle, to_c(name), size(values), [values]), 0, ierr)
  end subroutine
  subroutine set_int64s(self, name, values, ierr)
    class(weft_checkpoint_writer), intent(in) :: self
    character(*), intent(in) :: name
    integer(int64), intent(in) :: values(:)
    integer, intent(out), optional :: ierr
    call report(c_checkpoint_set_wholes(self%handle, to_c(name), size(values), [values]), 0, ierr)
  end subroutine
  subroutine set_int32s(self, name, values, ierr)
    class(weft_checkpoint_writer), intent(in) :: self
    character(*), intent(in) :: name
    integer(int32), intent(in) :: values(:)
    integer, intent(out), optional :: ierr
    call set_int64s(self, name, int(values, int64), ierr)
  end subroutine

  ! What a plan is made from: its problem, its choice, and what FFT libraries learned.
  subroutine writer_add_plan(self, plan, ierr)
    class(weft_checkpoint_writer), intent(in) :: self
    type(weft_plan), intent(in) :: plan
    integer, intent(out), optional :: ierr
    call report(c_checkpoint_add_plan(self%handle, plan%c_pointer()), 0, ierr)
  end subroutine

  ! The data reach the disk, the file gets its name, and what had it is kept as PATH.previous.
  subroutine writer_commit(self, ierr)
    class(weft_checkpoint_writer), intent(in) :: self
    integer, intent(out), optional :: ierr
    call report(c_checkpoint_commit(self%handle), 0, ierr)
  end subroutine

  ! Removes the unfinished file unless it was committed; before create it does nothing. Not collective.
  subroutine destroy_writer(self)
    class(weft_checkpoint_writer), intent(inout) :: self
    call c_writer_free(self%handle)
  end subroutine
end module weft_checkpoint_writer_type
