! weft_files.h for Fortran, and the C++ functions of this folder that know array descriptors.
module weft_c_files
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_int64_t, c_ptr
  implicit none
  public

  interface
    integer(c_int) function c_hdf5_writer_create(writer, path, comm) bind(C, name="weft_hdf5_writer_create_f")
      import
      type(c_ptr), intent(inout) :: writer
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int), value :: comm
    end function
    integer(c_int) function c_hdf5_write(writer, name, distribution, array, n_chunks, chunks, compression, shuffle, &
                                         fletcher32, precision) bind(C, name="weft_fortran_hdf5_write")
      import
      type(c_ptr), value :: writer, distribution
      character(kind=c_char), intent(in) :: name(*)
      type(*), dimension(..), intent(in), optional :: array
      integer(c_int), value :: n_chunks, compression, shuffle, fletcher32, precision
      integer(c_int64_t), intent(in) :: chunks(*)
    end function
    integer(c_int) function c_hdf5_set_text(writer, object, name, value) bind(C, name="weft_hdf5_set_text")
      import
      type(c_ptr), value :: writer
      character(kind=c_char), intent(in) :: object(*), name(*), value(*)
    end function
    integer(c_int) function c_hdf5_set_number(writer, object, name, value) bind(C, name="weft_hdf5_set_number")
      import
      type(c_ptr), value :: writer
      character(kind=c_char), intent(in) :: object(*), name(*)
      real(c_double), value :: value
    end function
    integer(c_int) function c_hdf5_set_whole(writer, object, name, value) bind(C, name="weft_hdf5_set_whole")
      import
      type(c_ptr), value :: writer
      character(kind=c_char), intent(in) :: object(*), name(*)
      integer(c_int64_t), value :: value
    end function
    integer(c_int) function c_hdf5_set_numbers(writer, object, name, n, values) bind(C, name="weft_hdf5_set_numbers")
      import
      type(c_ptr), value :: writer
      character(kind=c_char), intent(in) :: object(*), name(*)
      integer(c_int), value :: n
      real(c_double), intent(in) :: values(*)
    end function
    integer(c_int) function c_hdf5_commit(writer) bind(C, name="weft_hdf5_commit")
      import
      type(c_ptr), value :: writer
    end function
    subroutine c_hdf5_writer_free(writer) bind(C, name="weft_hdf5_writer_free")
      import
      type(c_ptr), intent(inout) :: writer
    end subroutine
    integer(c_int) function c_hdf5_reader_create(reader, path, comm) bind(C, name="weft_hdf5_reader_create_f")
      import
      type(c_ptr), intent(inout) :: reader
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int), value :: comm
    end function
    subroutine c_hdf5_reader_free(reader) bind(C, name="weft_hdf5_reader_free")
      import
      type(c_ptr), intent(inout) :: reader
    end subroutine
    integer(c_int) function c_hdf5_info(reader, name, n_axes, shape, is_real, is_double, is_integer) &
        bind(C, name="weft_hdf5_info")
      import
      type(c_ptr), value :: reader
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), intent(out) :: n_axes, is_real, is_double, is_integer
      integer(c_int64_t), intent(out) :: shape(*)
    end function
    integer(c_int) function c_hdf5_read(reader, name, distribution, array, convert) &
        bind(C, name="weft_fortran_hdf5_read")
      import
      type(c_ptr), value :: reader, distribution
      character(kind=c_char), intent(in) :: name(*)
      type(*), dimension(..), intent(in), optional :: array
      integer(c_int), value :: convert
    end function
    integer(c_int) function c_hdf5_get_text(reader, object, name, value) bind(C, name="weft_hdf5_get_text")
      import
      type(c_ptr), value :: reader
      character(kind=c_char), intent(in) :: object(*), name(*)
      type(c_ptr), intent(out) :: value
    end function
    integer(c_int) function c_hdf5_get_number(reader, object, name, value) bind(C, name="weft_hdf5_get_number")
      import
      type(c_ptr), value :: reader
      character(kind=c_char), intent(in) :: object(*), name(*)
      real(c_double), intent(out) :: value
    end function
    integer(c_int) function c_hdf5_get_whole(reader, object, name, value) bind(C, name="weft_hdf5_get_whole")
      import
      type(c_ptr), value :: reader
      character(kind=c_char), intent(in) :: object(*), name(*)
      integer(c_int64_t), intent(out) :: value
    end function
    integer(c_int) function c_hdf5_get_numbers(reader, object, name, n, values) bind(C, name="weft_hdf5_get_numbers")
      import
      type(c_ptr), value :: reader
      character(kind=c_char), intent(in) :: object(*), name(*)
      integer(c_int), intent(out) :: n
      type(c_ptr), intent(out) :: values
    end function
    integer(c_int) function c_npy_write(path, distribution, array) bind(C, name="weft_fortran_npy_write")
      import
      character(kind=c_char), intent(in) :: path(*)
      type(c_ptr), value :: distribution
      type(*), dimension(..), intent(in), optional :: array
    end function
    integer(c_int) function c_npy_read(path, distribution, array) bind(C, name="weft_fortran_npy_read")
      import
      character(kind=c_char), intent(in) :: path(*)
      type(c_ptr), value :: distribution
      type(*), dimension(..), intent(in), optional :: array
    end function
    integer(c_int) function c_vtk_write_slice(path, name, distribution, array, axis, index, lengths) &
        bind(C, name="weft_fortran_vtk_write_slice")
      import
      character(kind=c_char), intent(in) :: path(*), name(*)
      type(c_ptr), value :: distribution
      type(*), dimension(..), intent(in), optional :: array
      integer(c_int), value :: axis
      integer(c_int64_t), value :: index
      real(c_double), intent(in), optional :: lengths(*)
    end function
    integer(c_int) function c_xdmf_write(path, n, files, comm) bind(C, name="weft_xdmf_write_f")
      import
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int), value :: n, comm
      type(c_ptr), intent(in) :: files(*)
    end function
  end interface
end module
