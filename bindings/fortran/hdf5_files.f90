! type(weft_hdf5_writer) and type(weft_hdf5_reader): distributed arrays in HDF5 files; and .npy files, XDMF and VTK
! images of slices.
!
! A file has its axes in the order of C: the first axis of Fortran is the last one of a dataset, as with the Fortran
! interface of HDF5. Arrays are made by distribution%allocate, or have the same type, shape and strides; they may be
! left out, or not allocated, where the block is empty. Unless stated otherwise procedures are collective, with the
! same arguments on all processes but for the arrays. What they do: doc/files.md.
module weft_hdf5_files_type
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_f_pointer, c_int, c_int64_t, c_loc, c_null_char, &
                                         c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int32, int64, real64
  use mpi_f08, only: MPI_Comm
  use weft_c_files
  use weft_distribution_type
  use weft_errors
  implicit none
  private
  public :: weft_hdf5_writer, weft_hdf5_reader, weft_write_npy, weft_read_npy, weft_write_xdmf, weft_write_vtk_slice
  public :: adopt_reader, numbers_of  ! for the module of series
  public :: WEFT_PRECISION_OF_MEMORY, WEFT_PRECISION_SINGLE, WEFT_PRECISION_DOUBLE

  integer, parameter :: WEFT_PRECISION_OF_MEMORY = 0, WEFT_PRECISION_SINGLE = 1, WEFT_PRECISION_DOUBLE = 2

  ! A file that is being written beside its final name. A handle: copies are the same writer.
  type :: weft_hdf5_writer
    type(c_ptr), private :: handle = c_null_ptr
  contains
    procedure, private :: writer_create_integer, writer_create_f08
    procedure, private :: set_text, set_number, set_int32, set_int64, set_numbers
    generic :: create => writer_create_integer, writer_create_f08
    generic :: set_attribute => set_text, set_number, set_int32, set_int64, set_numbers
    procedure :: write => writer_write
    procedure :: commit => writer_commit
    procedure :: destroy => writer_destroy
  end type

  ! A file to read.
  type :: weft_hdf5_reader
    type(c_ptr), private :: handle = c_null_ptr
  contains
    procedure, private :: reader_create_integer, reader_create_f08
    procedure, private :: get_text, get_number, get_int64, get_numbers
    generic :: create => reader_create_integer, reader_create_f08
    generic :: attribute => get_text, get_number, get_int64, get_numbers
    procedure :: shape => reader_shape
    procedure :: read => reader_read
    procedure :: destroy => reader_destroy
  end type

contains

  ! On the processes of `comm`, a communicator of mpi_f08 or of mpi.
  subroutine writer_create_integer(self, path, comm, ierr)
    class(weft_hdf5_writer), intent(inout) :: self
    character(*), intent(in) :: path
    integer, intent(in) :: comm
    integer, intent(out), optional :: ierr
    self%handle = c_null_ptr
    call report(c_hdf5_writer_create(self%handle, to_c(path), int(comm, c_int)), 0, ierr)
  end subroutine
  subroutine writer_create_f08(self, path, comm, ierr)
    class(weft_hdf5_writer), intent(inout) :: self
    character(*), intent(in) :: path
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierr
    call writer_create_integer(self, path, comm%MPI_VAL, ierr)
  end subroutine

  ! A new dataset with the owned elements. chunks: lengths of the chunks, one for each axis; compression: 1 (fast) to
  ! 9 (small), 0: none; shuffle, fletcher32: filters of HDF5; precision: of the file.
  subroutine writer_write(self, name, distribution, array, chunks, compression, shuffle, fletcher32, precision, ierr)
    class(weft_hdf5_writer), intent(in) :: self
    character(*), intent(in) :: name
    type(weft_distribution), intent(in) :: distribution
    type(*), dimension(..), intent(in), optional :: array
    integer, intent(in), optional :: chunks(:), compression, precision
    logical, intent(in), optional :: shuffle, fletcher32
    integer, intent(out), optional :: ierr
    integer(c_int64_t), allocatable :: lengths(:)
    integer(c_int) :: level, shuffled, checked, in_file
    allocate (lengths(0))
    if (present(chunks)) lengths = int(chunks, c_int64_t)
    call numbers_of(compression, shuffle, fletcher32, precision, level, shuffled, checked, in_file)
    call settle(c_hdf5_write(self%handle, to_c(name), distribution%c_pointer(), array, size(lengths, kind=c_int), &
                             lengths, level, shuffled, checked, in_file), ierr)
  end subroutine

  ! Options of a dataset as C has them.
  subroutine numbers_of(compression, shuffle, fletcher32, precision, level, shuffled, checked, in_file)
    integer, intent(in), optional :: compression, precision
    logical, intent(in), optional :: shuffle, fletcher32
    integer(c_int), intent(out) :: level, shuffled, checked, in_file
    level = 0
    if (present(compression)) level = int(compression, c_int)
    shuffled = 0
    if (present(shuffle)) shuffled = merge(1_c_int, 0_c_int, shuffle)
    checked = 0
    if (present(fletcher32)) checked = merge(1_c_int, 0_c_int, fletcher32)
    in_file = WEFT_PRECISION_OF_MEMORY
    if (present(precision)) in_file = int(precision, c_int)
  end subroutine

  ! An attribute of '/' (the file), a dataset or a group: a text (without trailing blanks), a number, a whole number,
  ! or a list of numbers. One of that name is replaced. Lists that go by axes (lengths, origin) have the order of the file,
  ! with the last axis of Fortran first.
  subroutine set_text(self, object, name, value, ierr)
    class(weft_hdf5_writer), intent(in) :: self
    character(*), intent(in) :: object, name, value
    integer, intent(out), optional :: ierr
    call report(c_hdf5_set_text(self%handle, to_c(object), to_c(name), to_c(value)), 0, ierr)
  end subroutine
  subroutine set_number(self, object, name, value, ierr)
    class(weft_hdf5_writer), intent(in) :: self
    character(*), intent(in) :: object, name
    real(real64), intent(in) :: value
    integer, intent(out), optional :: ierr
    call report(c_hdf5_set_number(self%handle, to_c(object), to_c(name), value), 0, ierr)
  end subroutine
  subroutine set_int64(self, object, name, value, ierr)
    class(weft_hdf5_writer), intent(in) :: self
    character(*), intent(in) :: object, name
    integer(int64), intent(in) :: value
    integer, intent(out), optional :: ierr
    call report(c_hdf5_set_whole(self%handle, to_c(object), to_c(name), value), 0, ierr)
  end subroutine
  subroutine set_int32(self, object, name, value, ierr)
    class(weft_hdf5_writer), intent(in) :: self
    character(*), intent(in) :: object, name
    integer(int32), intent(in) :: value
    integer, intent(out), optional :: ierr
    call set_int64(self, object, name, int(value, int64), ierr)
  end subroutine
  subroutine set_numbers(self, object, name, value, ierr)
    class(weft_hdf5_writer), intent(in) :: self
    character(*), intent(in) :: object, name
    real(real64), intent(in) :: value(:)
    integer, intent(out), optional :: ierr
    call report(c_hdf5_set_numbers(self%handle, to_c(object), to_c(name), size(value, kind=c_int), [value]), 0, ierr)
  end subroutine

  ! The data reach the disk, then the file gets its name.
  subroutine writer_commit(self, ierr)
    class(weft_hdf5_writer), intent(in) :: self
    integer, intent(out), optional :: ierr
    call report(c_hdf5_commit(self%handle), 0, ierr)
  end subroutine

  ! Removes the unfinished file unless it was committed; before create it does nothing. Not collective.
  subroutine writer_destroy(self)
    class(weft_hdf5_writer), intent(inout) :: self
    call c_hdf5_writer_free(self%handle)
  end subroutine

  subroutine reader_create_integer(self, path, comm, ierr)
    class(weft_hdf5_reader), intent(inout) :: self
    character(*), intent(in) :: path
    integer, intent(in) :: comm
    integer, intent(out), optional :: ierr
    self%handle = c_null_ptr
    call report(c_hdf5_reader_create(self%handle, to_c(path), int(comm, c_int)), 0, ierr)
  end subroutine
  subroutine reader_create_f08(self, path, comm, ierr)
    class(weft_hdf5_reader), intent(inout) :: self
    character(*), intent(in) :: path
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierr
    call reader_create_integer(self, path, comm%MPI_VAL, ierr)
  end subroutine

  ! A reader that was opened elsewhere.
  subroutine adopt_reader(reader, handle)
    type(weft_hdf5_reader), intent(inout) :: reader
    type(c_ptr), intent(in) :: handle
    reader%handle = handle
  end subroutine

  ! The lengths of a dataset, in the order of Fortran. Not collective.
  subroutine reader_shape(self, name, lengths, ierr)
    class(weft_hdf5_reader), intent(in) :: self
    character(*), intent(in) :: name
    integer(int64), allocatable, intent(out) :: lengths(:)
    integer, intent(out), optional :: ierr
    integer(c_int) :: n_axes, is_real, is_double, is_integer
    integer(c_int64_t) :: all(32)
    integer :: code
    n_axes = 0
    code = c_hdf5_info(self%handle, to_c(name), n_axes, all, is_real, is_double, is_integer)
    lengths = all(n_axes:1:-1)
    call report(code, 0, ierr)
  end subroutine

  ! Reads the owned elements of an array of the dataset's shape. convert: numbers of another precision are converted,
  ! else they are an error.
  subroutine reader_read(self, name, distribution, array, convert, ierr)
    class(weft_hdf5_reader), intent(in) :: self
    character(*), intent(in) :: name
    type(weft_distribution), intent(in) :: distribution
    type(*), dimension(..), intent(in), optional :: array
    logical, intent(in), optional :: convert
    integer, intent(out), optional :: ierr
    integer(c_int) :: converted
    converted = 0
    if (present(convert)) converted = merge(1_c_int, 0_c_int, convert)
    call settle(c_hdf5_read(self%handle, to_c(name), distribution%c_pointer(), array, converted), ierr)
  end subroutine

  ! An attribute of '/', a dataset or a group. Not collective.
  subroutine get_text(self, object, name, value, ierr)
    class(weft_hdf5_reader), intent(in) :: self
    character(*), intent(in) :: object, name
    character(:), allocatable, intent(out) :: value
    integer, intent(out), optional :: ierr
    type(c_ptr) :: text
    character(kind=c_char), pointer :: letters(:)
    integer :: code, n
    code = c_hdf5_get_text(self%handle, to_c(object), to_c(name), text)
    value = ''
    if (code == WEFT_SUCCESS) then
      call c_f_pointer(text, letters, [huge(1)])
      n = 0
      do while (letters(n + 1) /= c_null_char)
        n = n + 1
        value = value//letters(n)
      end do
    end if
    call report(code, 0, ierr)
  end subroutine
  subroutine get_number(self, object, name, value, ierr)
    class(weft_hdf5_reader), intent(in) :: self
    character(*), intent(in) :: object, name
    real(real64), intent(out) :: value
    integer, intent(out), optional :: ierr
    value = 0
    call report(c_hdf5_get_number(self%handle, to_c(object), to_c(name), value), 0, ierr)
  end subroutine
  subroutine get_int64(self, object, name, value, ierr)
    class(weft_hdf5_reader), intent(in) :: self
    character(*), intent(in) :: object, name
    integer(int64), intent(out) :: value
    integer, intent(out), optional :: ierr
    value = 0
    call report(c_hdf5_get_whole(self%handle, to_c(object), to_c(name), value), 0, ierr)
  end subroutine
  subroutine get_numbers(self, object, name, value, ierr)
    class(weft_hdf5_reader), intent(in) :: self
    character(*), intent(in) :: object, name
    real(real64), allocatable, intent(out) :: value(:)
    integer, intent(out), optional :: ierr
    type(c_ptr) :: list
    real(c_double), pointer :: numbers(:)
    integer(c_int) :: n
    integer :: code
    code = c_hdf5_get_numbers(self%handle, to_c(object), to_c(name), n, list)
    allocate (value(0))
    if (code == WEFT_SUCCESS) then
      call c_f_pointer(list, numbers, [n])
      value = numbers
    end if
    call report(code, 0, ierr)
  end subroutine

  ! Not collective; before create it does nothing.
  subroutine reader_destroy(self)
    class(weft_hdf5_reader), intent(inout) :: self
    call c_hdf5_reader_free(self%handle)
  end subroutine

  ! .npy files, as numpy.save writes the array with the axes in the order of C.
  subroutine weft_write_npy(path, distribution, array, ierr)
    character(*), intent(in) :: path
    type(weft_distribution), intent(in) :: distribution
    type(*), dimension(..), intent(in), optional :: array
    integer, intent(out), optional :: ierr
    call settle(c_npy_write(to_c(path), distribution%c_pointer(), array), ierr)
  end subroutine
  subroutine weft_read_npy(path, distribution, array, ierr)
    character(*), intent(in) :: path
    type(weft_distribution), intent(in) :: distribution
    type(*), dimension(..), intent(in), optional :: array
    integer, intent(out), optional :: ierr
    call settle(c_npy_read(to_c(path), distribution%c_pointer(), array), ierr)
  end subroutine

  ! An XDMF file about HDF5 files in its folder or below: a series in time if there are several.
  subroutine weft_write_xdmf(path, files, comm, ierr)
    character(*), intent(in) :: path, files(:)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierr
    character(kind=c_char), target :: letters(len(files) + 1, size(files))
    type(c_ptr) :: pointers(size(files))
    integer :: i, k
    letters = c_null_char
    do i = 1, size(files)
      do k = 1, len_trim(files(i))
        letters(k, i) = files(i)(k:k)
      end do
      pointers(i) = c_loc(letters(1, i))
    end do
    call report(c_xdmf_write(to_c(path), size(files, kind=c_int), pointers, int(comm%MPI_VAL, c_int)), 0, ierr)
  end subroutine

  ! The plane `index` (from 1) of `axis` (from 1; 0 of an array of two axes) as a VTK image; lengths of the domain,
  ! one for each axis.
  subroutine weft_write_vtk_slice(path, name, distribution, array, axis, index, lengths, ierr)
    character(*), intent(in) :: path, name
    type(weft_distribution), intent(in) :: distribution
    type(*), dimension(..), intent(in), optional :: array
    integer, intent(in) :: axis, index
    real(real64), intent(in), optional :: lengths(:)
    integer, intent(out), optional :: ierr
    call settle(c_vtk_write_slice(to_c(path), to_c(name), distribution%c_pointer(), array, int(axis, c_int), &
                                  int(index, c_int64_t), lengths), ierr)
  end subroutine
end module
