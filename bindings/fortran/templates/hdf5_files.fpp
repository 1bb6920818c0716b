! type(weft_hdf5_writer) and type(weft_hdf5_reader): distributed arrays in HDF5 files; and .npy files, XDMF and VTK
! images of slices.
!
! A file has its axes in the order of C: the first axis of Fortran is the last one of a dataset, as with the Fortran
! interface of HDF5. Arrays are made by distribution%allocate, or have the same type, shape and strides; they may be
! left out, or not allocated, where the block is empty. Unless stated otherwise procedures are collective, with the
! same arguments on all processes but for the arrays. What they do: doc/files.md.
module weft_hdf5_files_type
  use weft_distribution_type
  use weft_errors
  use weft_options_type
  use weft_support
  public :: weft_hdf5_writer, weft_hdf5_reader, weft_write_npy, weft_read_npy, weft_write_xdmf, weft_write_vtk_slice
  public :: adopt_reader  ! for the module of series
  public :: WEFT_PRECISION_OF_MEMORY, WEFT_PRECISION_SINGLE, WEFT_PRECISION_DOUBLE

  integer, parameter :: WEFT_PRECISION_OF_MEMORY = 0, WEFT_PRECISION_SINGLE = 1, WEFT_PRECISION_DOUBLE = 2

  ! A file that is being written beside its final name. A handle: copies are the same writer.
  type :: weft_hdf5_writer
    type(c_ptr), private :: handle = c_null_ptr
  end type

  ! A file to read.
  type :: weft_hdf5_reader
    type(c_ptr), private :: handle = c_null_ptr
  end type

contains

  ! On the processes of `comm`, a communicator of mpi_f08 or of mpi.
  mutating subroutine weft_hdf5_writer%create/COMM(path, comm, ierr)
    self%handle = c_null_ptr
    call report(c_hdf5_writer_create(self%handle, to_c(path), {HANDLE}), 0, ierr)
  end subroutine

  ! A new dataset with the owned elements. chunks: lengths of the chunks, one for each axis; compression: 1 (fast) to
  ! 9 (small), 0: none; shuffle, fletcher32: filters of HDF5; precision: of the file. Or, instead of these, which are
  ! kept for one release, `options` of 'dataset' (weft_options%create, weft_option_row lists them).
  subroutine weft_hdf5_writer%write(name, distribution, array, chunks, compression, shuffle, fletcher32, precision, &
                                    options, ierr)
    integer, intent(in), optional :: chunks(:)
    integer(c_int64_t), allocatable :: lengths(:)
    allocate (lengths(0))
    if (present(chunks)) lengths = int(chunks, c_int64_t)
    call settle(c_hdf5_write(self%handle, to_c(name), distribution%c_pointer(), array, size(lengths), lengths, &
                             given(compression, 0), flag(shuffle), flag(fletcher32), &
                             given(precision, WEFT_PRECISION_OF_MEMORY), handle_of_options(options)), ierr)
  end subroutine

  ! An attribute of '/' (the file), a dataset or a group: a text (without trailing blanks), a number, a whole number,
  ! or a list of numbers. One of that name is replaced. Lists that go by axes (lengths, origin) have the order of the file,
  ! with the last axis of Fortran first.
  subroutine weft_hdf5_writer%set_attribute/VALUE(object, name, value, ierr)
    {TYPE}, intent(in) :: value
    call report(c_hdf5_set_{KIND}(self%handle, to_c(object), to_c(name), {VALUE}), 0, ierr)
  end subroutine
  subroutine weft_hdf5_writer%set_attribute/numbers(object, name, value, ierr)
    real(real64), intent(in) :: value(:)
    call report(c_hdf5_set_numbers(self%handle, to_c(object), to_c(name), size(value), [value]), 0, ierr)
  end subroutine

  ! The data reach the disk, then the file gets its name.
  subroutine weft_hdf5_writer%commit(ierr)
    call report(c_hdf5_commit(self%handle), 0, ierr)
  end subroutine

  ! Removes the unfinished file unless it was committed; before create it does nothing. Not collective.
  mutating subroutine weft_hdf5_writer%destroy()
    call c_hdf5_writer_free(self%handle)
  end subroutine

  mutating subroutine weft_hdf5_reader%create/COMM(path, comm, ierr)
    self%handle = c_null_ptr
    call report(c_hdf5_reader_create(self%handle, to_c(path), {HANDLE}), 0, ierr)
  end subroutine

  ! A reader that was opened elsewhere.
  subroutine adopt_reader(reader, handle)
    reader%handle = handle
  end subroutine

  ! The lengths of a dataset, in the order of Fortran. Not collective.
  subroutine weft_hdf5_reader%shape(name, lengths, ierr)
    integer(int64), allocatable, intent(out) :: lengths(:)
    integer(c_int) :: n_axes, is_real, is_double, is_integer
    integer(c_int64_t) :: all(32)
    n_axes = 0
    code = c_hdf5_info(self%handle, to_c(name), n_axes, all, is_real, is_double, is_integer)
    lengths = all(n_axes:1:-1)
    call report(code, 0, ierr)
  end subroutine

  ! Reads the owned elements of an array of the dataset's shape. convert: numbers of another precision are converted,
  ! else they are an error. Or `options` of 'reading'.
  subroutine weft_hdf5_reader%read(name, distribution, array, convert, options, ierr)
    logical, intent(in), optional :: convert
    call settle(c_hdf5_read(self%handle, to_c(name), distribution%c_pointer(), array, flag(convert), &
                            handle_of_options(options)), ierr)
  end subroutine

  ! An attribute of '/', a dataset or a group. Not collective.
  subroutine weft_hdf5_reader%attribute/text(object, name, value, ierr)
    character(:), allocatable, intent(out) :: value
    code = c_hdf5_get_text(self%handle, to_c(object), to_c(name), pointer)
    value = ''
    if (code == WEFT_SUCCESS) value = from_c(pointer)
    call report(code, 0, ierr)
  end subroutine
  subroutine weft_hdf5_reader%attribute/NUMBER(object, name, value, ierr)
    {TYPE}, intent(out) :: value
    value = 0
    call report(c_hdf5_get_{KIND}(self%handle, to_c(object), to_c(name), value), 0, ierr)
  end subroutine
  subroutine weft_hdf5_reader%attribute/numbers(object, name, value, ierr)
    real(real64), allocatable, intent(out) :: value(:)
    real(c_double), pointer :: numbers(:)
    code = c_hdf5_get_numbers(self%handle, to_c(object), to_c(name), n, pointer)
    allocate (value(0))
    if (code == WEFT_SUCCESS) then
      call c_f_pointer(pointer, numbers, [n])
      value = numbers
    end if
    call report(code, 0, ierr)
  end subroutine

  ! Not collective; before create it does nothing.
  mutating subroutine weft_hdf5_reader%destroy()
    call c_hdf5_reader_free(self%handle)
  end subroutine

  ! .npy files, as numpy.save writes the array with the axes in the order of C.
  subroutine weft_write_npy(path, distribution, array, ierr)
    call settle(c_npy_write(to_c(path), distribution%c_pointer(), array), ierr)
  end subroutine
  subroutine weft_read_npy(path, distribution, array, ierr)
    call settle(c_npy_read(to_c(path), distribution%c_pointer(), array), ierr)
  end subroutine

  ! An XDMF file about HDF5 files in its folder or below: a series in time if there are several.
  subroutine weft_write_xdmf(path, files, comm, ierr)
    character(*), intent(in) :: files(:)
    type(MPI_Comm), intent(in) :: comm
    character(kind=c_char), allocatable, target :: letters(:, :)
    type(c_ptr) :: pointers(size(files))
    call texts_for_c(files, letters, pointers)
    call report(c_xdmf_write(to_c(path), size(files), pointers, comm%MPI_VAL), 0, ierr)
  end subroutine

  ! The plane `index` (from 1) of `axis` (from 1; 0 of an array of two axes) as a VTK image; lengths of the domain,
  ! one for each axis.
  subroutine weft_write_vtk_slice(path, name, distribution, array, axis, index, lengths, ierr)
    integer, intent(in) :: index
    real(real64), intent(in), optional :: lengths(:)
    call settle(c_vtk_write_slice(to_c(path), to_c(name), distribution%c_pointer(), array, axis, &
                                  int(index, c_int64_t), lengths), ierr)
  end subroutine
end module
