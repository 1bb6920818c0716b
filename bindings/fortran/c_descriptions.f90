! weft.h for Fortran, second part: dry runs. See c_values.f90.
module weft_c_descriptions
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_ptr
  implicit none
  public

  interface
    integer(c_int) function c_describe(description, problem, n_processes, rank, options, processes_per_node) &
        bind(C, name="weft_describe")
      import
      type(c_ptr), intent(inout) :: description
      type(c_ptr), value :: problem, options
      integer(c_int), value :: n_processes, rank, processes_per_node
    end function
    subroutine c_description_free(description) bind(C, name="weft_description_free")
      import
      type(c_ptr), intent(inout) :: description
    end subroutine
    integer(c_int) function c_description_choice(description, text) bind(C, name="weft_description_choice")
      import
      type(c_ptr), value :: description
      type(c_ptr), intent(inout) :: text
    end function
    integer(c_int) function c_description_layout(description, side, copy) &
        bind(C, name="weft_description_layout")
      import
      type(c_ptr), value :: description
      integer(c_int), value :: side
      type(c_ptr), intent(inout) :: copy
    end function
    integer(c_int) function c_description_box(description, side, begin, end) &
        bind(C, name="weft_description_box")
      import
      type(c_ptr), value :: description
      integer(c_int), value :: side
      integer(c_int64_t), intent(inout) :: begin(*), end(*)
    end function
    integer(c_int) function c_description_storage(description, side, shape, order, strides, n_elements) &
        bind(C, name="weft_description_storage")
      import
      type(c_ptr), value :: description
      integer(c_int), value :: side
      integer(c_int64_t), intent(inout) :: shape(*), strides(*), n_elements
      integer(c_int), intent(inout) :: order(*)
    end function
    integer(c_int) function c_description_memory(description, stages, windows, tiles) &
        bind(C, name="weft_description_memory")
      import
      type(c_ptr), value :: description
      integer(c_int64_t), intent(inout) :: stages, windows, tiles
    end function
    integer(c_int) function c_description_n_steps(description, direction, n_sweeps, n_exchanges) &
        bind(C, name="weft_description_n_steps")
      import
      type(c_ptr), value :: description
      integer(c_int), value :: direction
      integer(c_int), intent(inout) :: n_sweeps, n_exchanges
    end function
    integer(c_int) function c_description_sweep(description, direction, i, n_axes, axes, bytes_read, &
        bytes_written) bind(C, name="weft_description_sweep")
      import
      type(c_ptr), value :: description
      integer(c_int), value :: direction, i
      integer(c_int), intent(inout) :: n_axes, axes(*)
      integer(c_int64_t), intent(inout) :: bytes_read, bytes_written
    end function
    integer(c_int) function c_description_exchange(description, direction, i, name, messages, bytes_sent, &
        peer_bytes, flags) bind(C, name="weft_description_exchange")
      import
      type(c_ptr), value :: description
      integer(c_int), value :: direction, i
      type(c_ptr), intent(inout) :: name
      integer(c_int64_t), intent(inout) :: messages, bytes_sent, peer_bytes, flags
    end function
  end interface
end module weft_c_descriptions
