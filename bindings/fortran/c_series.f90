! Series of weft_files.h for Fortran, and the functions of series.cpp.
module weft_c_series
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_int64_t, c_ptr
  implicit none
  public

  interface
    integer(c_int) function c_series_create(series, prefix, comm) bind(C, name="weft_series_create_f")
      import
      type(c_ptr), intent(inout) :: series
      character(kind=c_char), intent(in) :: prefix(*)
      integer(c_int), value :: comm
    end function
    subroutine c_series_free(series) bind(C, name="weft_series_free")
      import
      type(c_ptr), intent(inout) :: series
    end subroutine
    integer(c_int) function c_series_set_text(series, object, name, value) bind(C, name="weft_series_set_text")
      import
      type(c_ptr), value :: series
      character(kind=c_char), intent(in) :: object(*), name(*), value(*)
    end function
    integer(c_int) function c_series_set_number(series, object, name, value) &
        bind(C, name="weft_series_set_number")
      import
      type(c_ptr), value :: series
      character(kind=c_char), intent(in) :: object(*), name(*)
      real(c_double), value :: value
    end function
    integer(c_int) function c_series_set_whole(series, object, name, value) &
        bind(C, name="weft_series_set_whole")
      import
      type(c_ptr), value :: series
      character(kind=c_char), intent(in) :: object(*), name(*)
      integer(c_int64_t), value :: value
    end function
    integer(c_int) function c_series_set_numbers(series, object, name, n, values) &
        bind(C, name="weft_series_set_numbers")
      import
      type(c_ptr), value :: series
      character(kind=c_char), intent(in) :: object(*), name(*)
      integer(c_int), value :: n
      real(c_double), intent(in) :: values(*)
    end function
    type(c_ptr) function c_fields_create() bind(C, name="weft_fortran_fields_create")
      import
    end function
    subroutine c_fields_free(fields) bind(C, name="weft_fortran_fields_free")
      import
      type(c_ptr), intent(inout) :: fields
    end subroutine
    integer(c_int) function c_series_add(series, fields, name, distribution, array) &
        bind(C, name="weft_fortran_series_add")
      import
      type(c_ptr), value :: series, fields, distribution
      character(kind=c_char), intent(in) :: name(*)
      type(*), dimension(..), intent(in), optional, asynchronous, target :: array
    end function
    integer(c_int) function c_series_append(series, fields, time, step, compression, shuffle, fletcher32, precision) &
        bind(C, name="weft_fortran_series_append")
      import
      type(c_ptr), value :: series, fields
      real(c_double), value :: time
      integer(c_int64_t), value :: step
      integer(c_int), value :: compression, shuffle, fletcher32, precision
    end function
    integer(c_int) function c_series_n_snapshots(series, n) bind(C, name="weft_series_n_snapshots")
      import
      type(c_ptr), value :: series
      integer(c_int), intent(out) :: n
    end function
    integer(c_int) function c_series_snapshot(series, i, time, step, path) bind(C, name="weft_series_snapshot")
      import
      type(c_ptr), value :: series
      integer(c_int), value :: i
      real(c_double), intent(out) :: time
      integer(c_int64_t), intent(out) :: step
      type(c_ptr), intent(out) :: path
    end function
    integer(c_int) function c_series_open(series, i, reader) bind(C, name="weft_series_open")
      import
      type(c_ptr), value :: series
      integer(c_int), value :: i
      type(c_ptr), intent(inout) :: reader
    end function
  end interface
end module
