! type(weft_series): snapshots of fields at growing times, PREFIX.000000.h5, PREFIX.000001.h5, ..., and PREFIX.xdmf, which
! shows them all.
!
!   call series%create('flow', MPI_COMM_WORLD)
!   call series%set_attribute('u', 'units', 'm/s')
!   call series%add('u', distribution, u)
!   call series%add('v', distribution, v)
!   call series%append(time, step)
!
! A file that is written is never touched again. A series goes on where it ended when it is created again, on any number
! of processes. Arrays are those of weft_hdf5_writer. Unless stated otherwise procedures are collective, with the same
! arguments on all processes but for the arrays. What they do: doc/files.md.
module weft_series_type
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int32, int64, real64
  use mpi_f08, only: MPI_Comm
  use weft_c_series
  use weft_distribution_type
  use weft_errors
  use weft_hdf5_files_type
  implicit none
  private
  public :: weft_series

  ! A handle: copies are the same series.
  type :: weft_series
    type(c_ptr), private :: handle = c_null_ptr
    type(c_ptr), private :: fields = c_null_ptr  ! of the next snapshot
  contains
    procedure, private :: create_integer, create_f08, append_int32, append_int64
    procedure, private :: set_text, set_number, set_int32, set_int64, set_numbers
    generic :: create => create_integer, create_f08
    generic :: set_attribute => set_text, set_number, set_int32, set_int64, set_numbers
    procedure :: add => series_add
    generic :: append => append_int32, append_int64
    procedure :: n_snapshots => series_n_snapshots
    procedure :: snapshot => series_snapshot
    procedure :: open => series_open
    procedure :: destroy => series_destroy
  end type

contains

  ! Finds what is there; the folder must exist. On the processes of `comm`, a communicator of mpi_f08 or of mpi.
  subroutine create_integer(self, prefix, comm, ierr)
    class(weft_series), intent(inout) :: self
    character(*), intent(in) :: prefix
    integer, intent(in) :: comm
    integer, intent(out), optional :: ierr
    integer :: code
    self%handle = c_null_ptr
    self%fields = c_null_ptr
    code = c_series_create(self%handle, to_c(prefix), int(comm, c_int))
    if (code == WEFT_SUCCESS) self%fields = c_fields_create()
    call report(code, 0, ierr)
  end subroutine
  subroutine create_f08(self, prefix, comm, ierr)
    class(weft_series), intent(inout) :: self
    character(*), intent(in) :: prefix
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierr
    call create_integer(self, prefix, comm%MPI_VAL, ierr)
  end subroutine

  ! An attribute of '/' (the file of a snapshot) or of a field, for each snapshot from now on that has this field: a text
  ! (without trailing blanks), a number, a whole number, or a list of numbers. One of that name is replaced. Lists
  ! that go by axes (lengths, origin) have the order of the file, with the last axis of Fortran first.
  subroutine set_text(self, object, name, value, ierr)
    class(weft_series), intent(in) :: self
    character(*), intent(in) :: object, name, value
    integer, intent(out), optional :: ierr
    call report(c_series_set_text(self%handle, to_c(object), to_c(name), to_c(value)), 0, ierr)
  end subroutine
  subroutine set_number(self, object, name, value, ierr)
    class(weft_series), intent(in) :: self
    character(*), intent(in) :: object, name
    real(real64), intent(in) :: value
    integer, intent(out), optional :: ierr
    call report(c_series_set_number(self%handle, to_c(object), to_c(name), value), 0, ierr)
  end subroutine
  subroutine set_int64(self, object, name, value, ierr)
    class(weft_series), intent(in) :: self
    character(*), intent(in) :: object, name
    integer(int64), intent(in) :: value
    integer, intent(out), optional :: ierr
    call report(c_series_set_whole(self%handle, to_c(object), to_c(name), value), 0, ierr)
  end subroutine
  subroutine set_int32(self, object, name, value, ierr)
    class(weft_series), intent(in) :: self
    character(*), intent(in) :: object, name
    integer(int32), intent(in) :: value
    integer, intent(out), optional :: ierr
    call set_int64(self, object, name, int(value, int64), ierr)
  end subroutine
  subroutine set_numbers(self, object, name, value, ierr)
    class(weft_series), intent(in) :: self
    character(*), intent(in) :: object, name
    real(real64), intent(in) :: value(:)
    integer, intent(out), optional :: ierr
    call report(c_series_set_numbers(self%handle, to_c(object), to_c(name), size(value, kind=c_int), [value]), 0, ierr)
  end subroutine

  ! A field of the next snapshot. Nothing is written yet: the array, with the values that it will have, and the
  ! distribution must live until append. Declare the array `target` or `asynchronous`, or use a pointer of
  ! distribution%allocate.
  subroutine series_add(self, name, distribution, array, ierr)
    class(weft_series), intent(in) :: self
    character(*), intent(in) :: name
    type(weft_distribution), intent(in) :: distribution
    type(*), dimension(..), intent(in), optional, asynchronous, target :: array
    integer, intent(out), optional :: ierr
    call settle(c_series_add(self%handle, self%fields, to_c(name), distribution%c_pointer(), array), ierr)
  end subroutine

  ! Writes a snapshot of the fields that were added since the last call, and the XDMF file. time: above that of the last
  ! snapshot; step: of the simulation, not below the last one. Options for all fields, as of weft_hdf5_writer. The fields
  ! are forgotten, also after an error: the next snapshot begins with none.
  subroutine append_int64(self, time, step, compression, shuffle, fletcher32, precision, ierr)
    class(weft_series), intent(in) :: self
    real(real64), intent(in) :: time
    integer(int64), intent(in) :: step
    integer, intent(in), optional :: compression, precision
    logical, intent(in), optional :: shuffle, fletcher32
    integer, intent(out), optional :: ierr
    integer(c_int) :: level, shuffled, checked, in_file
    call numbers_of(compression, shuffle, fletcher32, precision, level, shuffled, checked, in_file)
    call report(c_series_append(self%handle, self%fields, time, step, level, shuffled, checked, in_file), 0, ierr)
  end subroutine
  subroutine append_int32(self, time, step, compression, shuffle, fletcher32, precision, ierr)
    class(weft_series), intent(in) :: self
    real(real64), intent(in) :: time
    integer(int32), intent(in) :: step
    integer, intent(in), optional :: compression, precision
    logical, intent(in), optional :: shuffle, fletcher32
    integer, intent(out), optional :: ierr
    call append_int64(self, time, int(step, int64), compression, shuffle, fletcher32, precision, ierr)
  end subroutine

  ! How many snapshots there are; 0 before create. Not collective.
  integer function series_n_snapshots(self) result(n)
    class(weft_series), intent(in) :: self
    integer(c_int) :: found
    found = 0
    if (c_series_n_snapshots(self%handle, found) /= WEFT_SUCCESS) found = 0
    n = found
  end function

  ! What snapshot i is, from 1. Not collective.
  subroutine series_snapshot(self, i, time, step, path, ierr)
    class(weft_series), intent(in) :: self
    integer, intent(in) :: i
    real(real64), intent(out) :: time
    integer(int64), intent(out) :: step
    character(:), allocatable, intent(out), optional :: path
    integer, intent(out), optional :: ierr
    type(c_ptr) :: text
    integer :: code
    time = 0
    step = 0
    text = c_null_ptr
    if (present(path)) path = ''
    if (is_missing(self, i, ierr)) return
    code = c_series_snapshot(self%handle, int(i - 1, c_int), time, step, text)
    if (present(path)) path = from_c(text)
    call report(code, 0, ierr)
  end subroutine

  ! Snapshot i, from 1, to read.
  subroutine series_open(self, i, reader, ierr)
    class(weft_series), intent(in) :: self
    integer, intent(in) :: i
    type(weft_hdf5_reader), intent(inout) :: reader
    integer, intent(out), optional :: ierr
    type(c_ptr) :: opened
    integer :: code
    opened = c_null_ptr
    call adopt_reader(reader, opened)
    if (is_missing(self, i, ierr)) return
    code = c_series_open(self%handle, int(i - 1, c_int), opened)
    call adopt_reader(reader, opened)
    call report(code, 0, ierr)
  end subroutine

  ! Whether there is no snapshot i; the error says so with numbers from 1.
  logical function is_missing(self, i, ierr)
    class(weft_series), intent(in) :: self
    integer, intent(in) :: i
    integer, intent(out), optional :: ierr
    character(80) :: words
    is_missing = i < 1 .or. i > self%n_snapshots()
    if (.not. is_missing) return
    write (words, '(a,i0,a,i0,a)') 'snapshot ', i, ' is asked for; the series has ', self%n_snapshots(), ', from 1 on'
    call refuse(words, ierr)
  end function

  ! Closes no file: none is open between calls. Not collective; before create it does nothing.
  subroutine series_destroy(self)
    class(weft_series), intent(inout) :: self
    call c_series_free(self%handle)
    call c_fields_free(self%fields)
  end subroutine
end module
