! weft_checkpoint.h for Fortran, and the C++ functions of this folder that know array descriptors.
module weft_c_checkpoint
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_int64_t, c_ptr
  implicit none
  public

  interface
    integer(c_int) function c_writer_create(writer, path, comm) bind(C, name="weft_checkpoint_writer_create_f")
      import
      type(c_ptr), intent(inout) :: writer
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int), value :: comm
    end function
    integer(c_int) function c_checkpoint_add(writer, name, distribution, array, units) &
        bind(C, name="weft_fortran_checkpoint_add")
      import
      type(c_ptr), value :: writer, distribution
      character(kind=c_char), intent(in) :: name(*), units(*)
      type(*), dimension(..), intent(in), optional :: array
    end function
    integer(c_int) function c_checkpoint_set_text(writer, name, value) bind(C, name="weft_checkpoint_set_text")
      import
      type(c_ptr), value :: writer
      character(kind=c_char), intent(in) :: name(*), value(*)
    end function
    integer(c_int) function c_checkpoint_set_number(writer, name, value) bind(C, name="weft_checkpoint_set_number")
      import
      type(c_ptr), value :: writer
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: value
    end function
    integer(c_int) function c_checkpoint_set_whole(writer, name, value) bind(C, name="weft_checkpoint_set_whole")
      import
      type(c_ptr), value :: writer
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: value
    end function
    integer(c_int) function c_checkpoint_set_texts(writer, name, n, values) bind(C, name="weft_checkpoint_set_texts")
      import
      type(c_ptr), value :: writer
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: n
      type(c_ptr), intent(in) :: values(*)
    end function
    integer(c_int) function c_checkpoint_set_numbers(writer, name, n, values) &
        bind(C, name="weft_checkpoint_set_numbers")
      import
      type(c_ptr), value :: writer
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: n
      real(c_double), intent(in) :: values(*)
    end function
    integer(c_int) function c_checkpoint_set_wholes(writer, name, n, values) bind(C, name="weft_checkpoint_set_wholes")
      import
      type(c_ptr), value :: writer
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: n
      integer(c_int64_t), intent(in) :: values(*)
    end function
    integer(c_int) function c_checkpoint_add_plan(writer, plan) bind(C, name="weft_checkpoint_add_plan")
      import
      type(c_ptr), value :: writer, plan
    end function
    integer(c_int) function c_checkpoint_commit(writer) bind(C, name="weft_checkpoint_commit")
      import
      type(c_ptr), value :: writer
    end function
    subroutine c_writer_free(writer) bind(C, name="weft_checkpoint_writer_free")
      import
      type(c_ptr), intent(inout) :: writer
    end subroutine

    integer(c_int) function c_checkpoint_open(checkpoint, path, comm, check) bind(C, name="weft_checkpoint_open_f")
      import
      type(c_ptr), intent(inout) :: checkpoint
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int), value :: comm, check
    end function
    subroutine c_checkpoint_free(checkpoint) bind(C, name="weft_checkpoint_free")
      import
      type(c_ptr), intent(inout) :: checkpoint
    end subroutine
    integer(c_int) function c_checkpoint_path(checkpoint, path) bind(C, name="weft_checkpoint_path")
      import
      type(c_ptr), value :: checkpoint
      type(c_ptr), intent(inout) :: path
    end function
    integer(c_int) function c_checkpoint_note(checkpoint, note) bind(C, name="weft_checkpoint_note")
      import
      type(c_ptr), value :: checkpoint
      type(c_ptr), intent(inout) :: note
    end function
    integer(c_int) function c_checkpoint_n_fields(checkpoint, n) bind(C, name="weft_checkpoint_n_fields")
      import
      type(c_ptr), value :: checkpoint
      integer(c_int), intent(inout) :: n
    end function
    integer(c_int) function c_checkpoint_field_name(checkpoint, i, name) bind(C, name="weft_checkpoint_field_name")
      import
      type(c_ptr), value :: checkpoint
      integer(c_int), value :: i
      type(c_ptr), intent(inout) :: name
    end function
    integer(c_int) function c_checkpoint_has_field(checkpoint, name, has) bind(C, name="weft_checkpoint_has_field")
      import
      type(c_ptr), value :: checkpoint
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), intent(inout) :: has
    end function
    integer(c_int) function c_checkpoint_field(checkpoint, name, n_axes, shape, is_real, is_double, units) &
        bind(C, name="weft_checkpoint_field")
      import
      type(c_ptr), value :: checkpoint
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), intent(inout) :: n_axes, is_real, is_double
      integer(c_int64_t), intent(inout) :: shape(*)
      type(c_ptr), intent(inout) :: units
    end function
    integer(c_int) function c_checkpoint_read(checkpoint, name, distribution, array) &
        bind(C, name="weft_fortran_checkpoint_read")
      import
      type(c_ptr), value :: checkpoint, distribution
      character(kind=c_char), intent(in) :: name(*)
      type(*), dimension(..), intent(inout), optional :: array
    end function
    integer(c_int) function c_checkpoint_verify(checkpoint) bind(C, name="weft_checkpoint_verify")
      import
      type(c_ptr), value :: checkpoint
    end function
    integer(c_int) function c_checkpoint_n_values(checkpoint, n) bind(C, name="weft_checkpoint_n_values")
      import
      type(c_ptr), value :: checkpoint
      integer(c_int), intent(inout) :: n
    end function
    integer(c_int) function c_checkpoint_value_name(checkpoint, i, name) bind(C, name="weft_checkpoint_value_name")
      import
      type(c_ptr), value :: checkpoint
      integer(c_int), value :: i
      type(c_ptr), intent(inout) :: name
    end function
    integer(c_int) function c_checkpoint_has_value(checkpoint, name, has) bind(C, name="weft_checkpoint_has_value")
      import
      type(c_ptr), value :: checkpoint
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), intent(inout) :: has
    end function
    integer(c_int) function c_checkpoint_value(checkpoint, name, kind, n) bind(C, name="weft_checkpoint_value")
      import
      type(c_ptr), value :: checkpoint
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), intent(inout) :: kind
      integer(c_int), intent(inout) :: n
    end function
    integer(c_int) function c_checkpoint_get_text(checkpoint, name, value) bind(C, name="weft_checkpoint_get_text")
      import
      type(c_ptr), value :: checkpoint
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), intent(inout) :: value
    end function
    integer(c_int) function c_checkpoint_get_number(checkpoint, name, value) bind(C, name="weft_checkpoint_get_number")
      import
      type(c_ptr), value :: checkpoint
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(inout) :: value
    end function
    integer(c_int) function c_checkpoint_get_whole(checkpoint, name, value) bind(C, name="weft_checkpoint_get_whole")
      import
      type(c_ptr), value :: checkpoint
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), intent(inout) :: value
    end function
    integer(c_int) function c_checkpoint_get_texts(checkpoint, name, i, value) bind(C, name="weft_checkpoint_get_texts")
      import
      type(c_ptr), value :: checkpoint
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: i
      type(c_ptr), intent(inout) :: value
    end function
    integer(c_int) function c_checkpoint_get_numbers(checkpoint, name, n, values) &
        bind(C, name="weft_checkpoint_get_numbers")
      import
      type(c_ptr), value :: checkpoint
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), intent(inout) :: n
      type(c_ptr), intent(inout) :: values
    end function
    integer(c_int) function c_checkpoint_get_wholes(checkpoint, name, n, values) &
        bind(C, name="weft_checkpoint_get_wholes")
      import
      type(c_ptr), value :: checkpoint
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), intent(inout) :: n
      type(c_ptr), intent(inout) :: values
    end function
    integer(c_int) function c_checkpoint_has_plan(checkpoint, has) bind(C, name="weft_checkpoint_has_plan")
      import
      type(c_ptr), value :: checkpoint
      integer(c_int), intent(inout) :: has
    end function
    integer(c_int) function c_checkpoint_choice(checkpoint, choice) bind(C, name="weft_checkpoint_choice")
      import
      type(c_ptr), value :: checkpoint
      type(c_ptr), intent(inout) :: choice
    end function
    integer(c_int) function c_checkpoint_make_plan(checkpoint, plan, options) bind(C, name="weft_checkpoint_make_plan")
      import
      type(c_ptr), value :: checkpoint, options
      type(c_ptr), intent(inout) :: plan
    end function
  end interface
end module weft_c_checkpoint
