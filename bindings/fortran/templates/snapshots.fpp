! type(weft_series): snapshots of fields at growing times, with an XDMF file that shows them all.
!
!   call series%create('flow', MPI_COMM_WORLD)
!   call series%set_attribute('u', 'units', 'm/s')
!   call series%add('u', distribution, u)
!   call series%add('v', distribution, v)
!   call series%append(time, step)
!
! C++: class Series.
! Arrays are those of weft_hdf5_writer. Formats: doc/files.md.
module weft_series_type
  use weft_distribution_type
  use weft_errors
  use weft_hdf5_files_type
  use weft_options_type
  use weft_support
  public :: weft_series

  ! A handle: copies are the same series.
  type :: weft_series
    type(c_ptr), private :: handle = c_null_ptr
    type(c_ptr), private :: fields = c_null_ptr  ! of the next snapshot
  end type

contains

  ! C++: Series::Series.
  mutating subroutine weft_series%create/COMM(prefix, comm, ierr)
    self%handle = c_null_ptr
    self%fields = c_null_ptr
    code = c_series_create(self%handle, to_c(prefix), {HANDLE})
    if (code == WEFT_SUCCESS) self%fields = c_fields_create()
    call report(code, 0, ierr)
  end subroutine

  ! An attribute of '/' (the file of a snapshot) or of a field, for each snapshot from now on that has this field: a text
  ! (without trailing blanks), a number, a whole number, or a list of numbers. One of that name is replaced. Lists
  ! that go by axes (lengths, origin) have the order of the file, with the last axis of Fortran first.
  ! In Fortran alone.
  subroutine weft_series%set_attribute/VALUE(object, name, value, ierr): &
      report(c_series_set_{KIND}(self%handle, to_c(object), to_c(name), {VALUE}), 0)
    {TYPE}, intent(in) :: value
  subroutine weft_series%set_attribute/numbers(object, name, value, ierr): &
      report(c_series_set_numbers(self%handle, to_c(object), to_c(name), size(value), [value]), 0)
    real(real64), intent(in) :: value(:)
  ! A field of the next snapshot. Nothing is written yet: the array, with the values that it will have, and the
  ! distribution must live until append. Declare the array `target` or `asynchronous`, or use a pointer of
  ! distribution%allocate. In Fortran alone.
  subroutine weft_series%add(name, distribution, array, ierr): &
      settle(c_series_add(self%handle, self%fields, to_c(name), distribution%c_pointer(), array))
    type(*), dimension(..), intent(in), optional, asynchronous, target :: array
  ! C++: Series::append.
  ! The fields are those that were added since the last call. They are forgotten, also after an error: the next
  ! snapshot begins with none. Options, for all fields, are those of weft_hdf5_writer%write.
  subroutine weft_series%append/WHOLE(time, step, compression, shuffle, fletcher32, precision, options, ierr): &
      report(c_series_append(self%handle, self%fields, time, int(step, int64), given(compression, 0), flag(shuffle), &
        flag(fletcher32), given(precision, WEFT_PRECISION_OF_MEMORY), handle_of_options(options)), 0)
    real(real64), intent(in) :: time
    {TYPE}, intent(in) :: step

  ! How many snapshots there are; 0 before create. Not collective. In Fortran alone.
  integer function weft_series%n_snapshots() result(n)
    n = 0
    if (c_series_n_snapshots(self%handle, n) /= WEFT_SUCCESS) n = 0
  end function

  ! What snapshot i is, from 1. Not collective. In Fortran alone.
  subroutine weft_series%snapshot(i, time, step, path, ierr)
    real(real64), intent(out) :: time
    integer(int64), intent(out) :: step
    character(:), allocatable, intent(out), optional :: path
    time = 0
    step = 0
    pointer = c_null_ptr
    if (present(path)) path = ''
    if (is_missing(self, i, ierr)) return
    code = c_series_snapshot(self%handle, i - 1, time, step, pointer)
    if (present(path)) path = from_c(pointer)
    call report(code, 0, ierr)
  end subroutine

  ! C++: Series::open.
  ! i: which one of the snapshots, from 1; WEFT_INVALID_ARGUMENT if there is none.
  subroutine weft_series%open(i, reader, ierr)
    pointer = c_null_ptr
    call adopt_reader(reader, pointer)
    if (is_missing(self, i, ierr)) return
    code = c_series_open(self%handle, i - 1, pointer)
    call adopt_reader(reader, pointer)
    call report(code, 0, ierr)
  end subroutine

  ! Whether there is no snapshot i; the error says so with numbers from 1.
  logical function is_missing(self, i, ierr)
    class(weft_series), intent(in) :: self
    character(80) :: words
    n = self%n_snapshots()
    is_missing = i < 1 .or. i > n
    if (.not. is_missing) return
    write (words, '(a,i0,a,i0,a)') 'snapshot ', i, ' is asked for; the series has ', n, ', from 1 on'
    call refuse(words, ierr)
  end function

  ! Closes no file: none is open between calls. Before create it does nothing. Not collective. In Fortran alone.
  mutating subroutine weft_series%destroy()
    call c_series_free(self%handle)
    call c_fields_free(self%fields)
  end subroutine
end module
