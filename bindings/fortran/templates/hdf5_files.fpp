! type(weft_hdf5_writer) and type(weft_hdf5_reader): distributed arrays in HDF5 files; and .npy files, XDMF and VTK
! images of slices.
!
! A file has its axes in the order of C: the first axis of Fortran is the last one of a dataset, as with the Fortran
! interface of HDF5. Arrays are made by distribution%allocate, or have the same type, shape and strides; they may be
! left out, or not allocated, where the block is empty. A communicator is one of mpi_f08 or of mpi. Formats:
! doc/files.md.
module weft_hdf5_files_type
  use weft_distribution_type
  use weft_errors
  use weft_options_type
  use weft_support
  public :: weft_hdf5_writer, weft_hdf5_reader, weft_write_npy, weft_read_npy, weft_write_xdmf, weft_write_vtk_slice
  public :: adopt_reader  ! for the module of series
  public :: WEFT_PRECISION_OF_MEMORY, WEFT_PRECISION_SINGLE, WEFT_PRECISION_DOUBLE

  integer, parameter :: WEFT_PRECISION_OF_MEMORY = 0, WEFT_PRECISION_SINGLE = 1, WEFT_PRECISION_DOUBLE = 2

  ! C++: class Hdf5Writer.
  ! A handle: copies are the same writer.
  type :: weft_hdf5_writer
    type(c_ptr), private :: handle = c_null_ptr
  end type

  ! C++: class Hdf5Reader.
  ! A handle: copies are the same reader.
  type :: weft_hdf5_reader
    type(c_ptr), private :: handle = c_null_ptr
  end type

contains

  ! C++: Hdf5Writer::Hdf5Writer.
  mutating subroutine weft_hdf5_writer%create/COMM(path, comm, ierr)
    self%handle = c_null_ptr
    call report(c_hdf5_writer_create(self%handle, to_c(path), {HANDLE}), 0, ierr)
  end subroutine

  ! C++: Hdf5Writer::write.
  ! options: those of 'dataset' (weft_options%create). WEFT_INVALID_ARGUMENT for chunks that do not fit the array.
  ! chunks, compression, shuffle, fletcher32, precision: in place of options, kept for one release: lengths of the
  !     chunks, one for each axis; 1 (fast) to 9 (small), 0: none; filters of HDF5; precision of the file.
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

  ! C++: Hdf5Writer::set_attribute.
  ! value: a text (without trailing blanks), a number, a whole number, or a list of numbers. Lists that go by axes
  !     (lengths, origin) have the order of the file, with the last axis of Fortran first.
  subroutine weft_hdf5_writer%set_attribute/VALUE(object, name, value, ierr): &
      report(c_hdf5_set_{KIND}(self%handle, to_c(object), to_c(name), {VALUE}), 0)
    {TYPE}, intent(in) :: value
  subroutine weft_hdf5_writer%set_attribute/numbers(object, name, value, ierr): &
      report(c_hdf5_set_numbers(self%handle, to_c(object), to_c(name), size(value), [value]), 0)
    real(real64), intent(in) :: value(:)
  ! C++: Hdf5Writer::commit.
  subroutine weft_hdf5_writer%commit(ierr): report(c_hdf5_commit(self%handle), 0)

  ! Removes the unfinished file unless it was committed; before create it does nothing. Not collective.
  ! In Fortran alone.
  mutating subroutine weft_hdf5_writer%destroy()
    call c_hdf5_writer_free(self%handle)
  end subroutine

  ! C++: Hdf5Reader::Hdf5Reader.
  mutating subroutine weft_hdf5_reader%create/COMM(path, comm, ierr)
    self%handle = c_null_ptr
    call report(c_hdf5_reader_create(self%handle, to_c(path), {HANDLE}), 0, ierr)
  end subroutine

  ! A reader that was opened elsewhere.
  subroutine adopt_reader(reader, handle)
    reader%handle = handle
  end subroutine

  ! C++: Hdf5Reader::info.
  ! lengths: the shape of the dataset, in the order of Fortran.
  subroutine weft_hdf5_reader%shape(name, lengths, ierr)
    integer(int64), allocatable, intent(out) :: lengths(:)
    integer(c_int) :: n_axes, is_real, is_double, is_integer
    integer(c_int64_t) :: all(32)
    n_axes = 0
    code = c_hdf5_info(self%handle, to_c(name), n_axes, all, is_real, is_double, is_integer)
    lengths = all(n_axes:1:-1)
    call report(code, 0, ierr)
  end subroutine

  ! C++: Hdf5Reader::read.
  ! convert: the option as a logical, in place of options, kept for one release.
  subroutine weft_hdf5_reader%read(name, distribution, array, convert, options, ierr): &
      settle(c_hdf5_read(self%handle, to_c(name), distribution%c_pointer(), array, flag(convert), &
        handle_of_options(options)))
    logical, intent(in), optional :: convert

  ! C++: Hdf5Reader::attributes_here.
  ! name: the attribute of them that is the result. WEFT_INVALID_ARGUMENT if there is none of that name and kind.
  ! value: a text, a number, a whole number, or a list of numbers.
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

  ! Closes the file; before create it does nothing. Not collective. In Fortran alone.
  mutating subroutine weft_hdf5_reader%destroy()
    call c_hdf5_reader_free(self%handle)
  end subroutine

  ! C++: write_array.
  ! The file has the axes in the order of C. Collective over the communicator of the array.
  subroutine weft_write_npy(path, distribution, array, ierr): &
      settle(c_npy_write(to_c(path), distribution%c_pointer(), array))
  ! C++: read_array.
  ! path: of the file. WEFT_RESOURCE if it cannot be read, WEFT_INVALID_ARGUMENT if it is damaged, or if its elements
  !     are no numbers.
  ! distribution: how the array is spread; WEFT_INVALID_ARGUMENT unless it has the shape of the file. Collective over
  !     its communicator.
  subroutine weft_read_npy(path, distribution, array, ierr): &
      settle(c_npy_read(to_c(path), distribution%c_pointer(), array))

  ! C++: write_xdmf.
  subroutine weft_write_xdmf(path, files, comm, ierr)
    character(*), intent(in) :: files(:)
    type(MPI_Comm), intent(in) :: comm
    character(kind=c_char), allocatable, target :: letters(:, :)
    type(c_ptr) :: pointers(size(files))
    call texts_for_c(files, letters, pointers)
    call report(c_xdmf_write(to_c(path), size(files), pointers, comm%MPI_VAL), 0, ierr)
  end subroutine

  ! C++: write_vtk_slice.
  ! axis: of three axes the one that the plane is normal to, from 1; of two axes 0.
  ! index: of the plane along that axis, a global one from 1.
  ! lengths: of the domain, one for each axis. Without them points are at 0, 1, 2, ...
  subroutine weft_write_vtk_slice(path, name, distribution, array, axis, index, lengths, ierr): &
      settle(c_vtk_write_slice(to_c(path), to_c(name), distribution%c_pointer(), array, axis, int(index, c_int64_t), &
        lengths))
    integer, intent(in) :: index
    real(real64), intent(in), optional :: lengths(:)
end module
