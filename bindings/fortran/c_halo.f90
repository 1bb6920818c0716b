! weft_halo.h for Fortran: the C++ functions of this folder that know array descriptors.
module weft_c_halo
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_float, c_int, c_int64_t, c_ptr
  implicit none
  public

  ! Points an array to new memory of a halo, for each element type.
  interface c_halo_point
    integer(c_int) function c_halo_point_r4(halo, global, array) bind(C, name="weft_fortran_halo_point")
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: global
      real(c_float), pointer, dimension(..), intent(inout) :: array
    end function
    integer(c_int) function c_halo_point_r8(halo, global, array) bind(C, name="weft_fortran_halo_point")
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: global
      real(c_double), pointer, dimension(..), intent(inout) :: array
    end function
    integer(c_int) function c_halo_point_c4(halo, global, array) bind(C, name="weft_fortran_halo_point")
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: global
      complex(c_float), pointer, dimension(..), intent(inout) :: array
    end function
    integer(c_int) function c_halo_point_c8(halo, global, array) bind(C, name="weft_fortran_halo_point")
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: global
      complex(c_double), pointer, dimension(..), intent(inout) :: array
    end function
  end interface

  interface
    integer(c_int) function c_halo_create(halo, distribution, periodic, exchange, n_fields, corners, timeout) &
        bind(C, name="weft_fortran_halo_create")
      import
      type(c_ptr), intent(inout) :: halo
      type(c_ptr), value :: distribution
      integer(c_int), intent(in) :: periodic(*)
      character(kind=c_char), intent(in) :: exchange(*)
      integer(c_int), value :: n_fields, corners
      real(c_double), value :: timeout
    end function
    integer(c_int) function c_halo_close(halo) bind(C, name="weft_fortran_halo_close")
      import
      type(c_ptr), value :: halo
    end function
    integer(c_int) function c_halo_free(halo) bind(C, name="weft_fortran_halo_free")
      import
      type(c_ptr), intent(inout) :: halo
    end function
    integer(c_int) function c_halo_start(halo, accumulate, array) bind(C, name="weft_fortran_halo_start")
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: accumulate
      type(*), dimension(..), intent(inout), optional :: array
    end function
    integer(c_int) function c_halo_finish(halo, accumulate) bind(C, name="weft_fortran_halo_finish")
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: accumulate
    end function
    integer(c_int) function c_halo_progress(halo, done) bind(C, name="weft_fortran_halo_progress")
      import
      type(c_ptr), value :: halo
      integer(c_int), intent(inout) :: done
    end function
    integer(c_int) function c_halo_facts(halo, accumulate, n_ghosts, counts) bind(C, name="weft_fortran_halo_facts")
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: accumulate
      integer(c_int64_t), intent(inout) :: n_ghosts, counts(4)
    end function
    integer(c_int) function c_halo_words(halo, explains, text) bind(C, name="weft_fortran_halo_words")
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: explains
      type(c_ptr), intent(inout) :: text
    end function
  end interface
end module weft_c_halo
