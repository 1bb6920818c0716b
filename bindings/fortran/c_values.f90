! weft.h for Fortran, first part: errors, tables of keys, layouts, problems, options, descriptions.
!
! Names begin with c_ where those of C begin with weft_; see weft.h for what each does. Axes, shapes and grids
! are those of C here: the modules above turn them. Results are intent(inout), not intent(out): C leaves
! them as they are after an error, and what was in them before must survive.
module weft_c_values
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_int64_t, c_ptr, c_size_t
  implicit none
  public

  interface
    ! --- texts, errors, tables ---
    integer(c_size_t) function c_strlen(text) bind(C, name="strlen")
      import
      type(c_ptr), value :: text
    end function
    type(c_ptr) function c_last_error() bind(C, name="weft_fortran_last_error")
      import
    end function
    integer(c_int) function c_keep(code, message) bind(C, name="weft_fortran_keep")
      import
      integer(c_int), value :: code
      character(kind=c_char), intent(in) :: message(*)
    end function
    integer(c_int) function c_keep_last(code, n_axes) bind(C, name="weft_fortran_keep_last")
      import
      integer(c_int), value :: code, n_axes
    end function
    type(c_ptr) function c_text(text, n_axes) bind(C, name="weft_fortran_text")
      import
      character(kind=c_char), intent(in) :: text(*)
      integer(c_int), value :: n_axes
    end function
    type(c_ptr) function c_axes(text, n_axes) bind(C, name="weft_fortran_axes")
      import
      character(kind=c_char), intent(in) :: text(*)
      integer(c_int), value :: n_axes
    end function
    subroutine c_end_job() bind(C, name="weft_fortran_end_job")
    end subroutine
    type(c_ptr) function c_error_name(code) bind(C, name="weft_error_name")
      import
      integer(c_int), value :: code
    end function
    type(c_ptr) function c_version() bind(C, name="weft_version")
      import
    end function
    type(c_ptr) function c_mpi_library() bind(C, name="weft_mpi_library")
      import
    end function
    type(c_ptr) function c_fft_library() bind(C, name="weft_fft_library")
      import
    end function
    integer(c_int) function c_check_launcher() bind(C, name="weft_check_launcher")
      import
    end function
    integer(c_int) function c_measure_rates(comm, options, alone_cached, alone_memory, together_cached, &
                                            together_memory, cache_bytes) bind(C, name="weft_measure_rates_f")
      import
      integer(c_int), value :: comm
      type(c_ptr), value :: options
      real(c_double), intent(inout) :: alone_cached, alone_memory, together_cached, together_memory
      integer(c_int64_t), intent(inout) :: cache_bytes
    end function
    integer(c_int) function c_problem_row(i, key, values, standard, meaning) bind(C, name="weft_problem_row")
      import
      integer(c_int), value :: i
      type(c_ptr), intent(inout) :: key, values, standard, meaning
    end function
    integer(c_int) function c_option_row(i, key, values, standard, meaning) bind(C, name="weft_option_row")
      import
      integer(c_int), value :: i
      type(c_ptr), intent(inout) :: key, values, standard, meaning
    end function

    ! --- layouts ---
    integer(c_int) function c_layout_create(layout, n_axes, shape, n_dims, grid, cut) &
        bind(C, name="weft_layout_create")
      import
      type(c_ptr), intent(inout) :: layout
      integer(c_int), value :: n_axes, n_dims
      integer(c_int64_t), intent(in) :: shape(*)
      integer(c_int), intent(in) :: grid(*), cut(*)
    end function
    integer(c_int) function c_layout_set_blocks(layout, axis, n_blocks, sizes) &
        bind(C, name="weft_layout_set_blocks")
      import
      type(c_ptr), value :: layout
      integer(c_int), value :: axis, n_blocks
      integer(c_int64_t), intent(in) :: sizes(*)
    end function
    integer(c_int) function c_layout_set_ghosts(layout, ghosts) bind(C, name="weft_layout_set_ghosts")
      import
      type(c_ptr), value :: layout
      integer(c_int64_t), intent(in) :: ghosts(*)
    end function
    integer(c_int) function c_layout_ghosts(layout, ghosts) bind(C, name="weft_layout_ghosts")
      import
      type(c_ptr), value :: layout
      integer(c_int64_t), intent(inout) :: ghosts(*)
    end function
    subroutine c_layout_free(layout) bind(C, name="weft_layout_free")
      import
      type(c_ptr), intent(inout) :: layout
    end subroutine
    integer(c_int) function c_layout_shape(layout, n_axes, shape) bind(C, name="weft_layout_shape")
      import
      type(c_ptr), value :: layout
      integer(c_int), intent(inout) :: n_axes
      integer(c_int64_t), intent(inout) :: shape(*)
    end function
    integer(c_int) function c_layout_grid(layout, n_dims, grid, cut) bind(C, name="weft_layout_grid")
      import
      type(c_ptr), value :: layout
      integer(c_int), intent(inout) :: n_dims
      integer(c_int), intent(inout), optional :: grid(*), cut(*)
    end function
    integer(c_int) function c_layout_box(layout, rank, begin, end) bind(C, name="weft_layout_box")
      import
      type(c_ptr), value :: layout
      integer(c_int), value :: rank
      integer(c_int64_t), intent(inout) :: begin(*), end(*)
    end function
    integer(c_int) function c_layout_text(layout, text) bind(C, name="weft_layout_text")
      import
      type(c_ptr), value :: layout
      type(c_ptr), intent(inout) :: text
    end function

    ! --- problems and options ---
    integer(c_int) function c_problem_create(problem, transform, n_axes, shape) &
        bind(C, name="weft_problem_create")
      import
      type(c_ptr), intent(inout) :: problem
      character(kind=c_char), intent(in) :: transform(*)
      integer(c_int), value :: n_axes
      integer(c_int64_t), intent(in) :: shape(*)
    end function
    integer(c_int) function c_problem_set(problem, key, text) bind(C, name="weft_problem_set")
      import
      type(c_ptr), value :: problem
      character(kind=c_char), intent(in) :: key(*), text(*)
    end function
    integer(c_int) function c_problem_get(problem, key, text) bind(C, name="weft_problem_get")
      import
      type(c_ptr), value :: problem
      character(kind=c_char), intent(in) :: key(*)
      type(c_ptr), intent(inout) :: text
    end function
    integer(c_int) function c_problem_set_layout(problem, side, layout) bind(C, name="weft_problem_set_layout")
      import
      type(c_ptr), value :: problem, layout
      integer(c_int), value :: side
    end function
    integer(c_int) function c_problem_shape(problem, side, n_axes, shape) bind(C, name="weft_problem_shape")
      import
      type(c_ptr), value :: problem
      integer(c_int), value :: side
      integer(c_int), intent(inout) :: n_axes
      integer(c_int64_t), intent(inout) :: shape(*)
    end function
    subroutine c_problem_free(problem) bind(C, name="weft_problem_free")
      import
      type(c_ptr), intent(inout) :: problem
    end subroutine
    integer(c_int) function c_options_create(options) bind(C, name="weft_options_create")
      import
      type(c_ptr), intent(inout) :: options
    end function
    integer(c_int) function c_options_set(options, key, text) bind(C, name="weft_options_set")
      import
      type(c_ptr), value :: options
      character(kind=c_char), intent(in) :: key(*), text(*)
    end function
    integer(c_int) function c_options_get(options, key, text) bind(C, name="weft_options_get")
      import
      type(c_ptr), value :: options
      character(kind=c_char), intent(in) :: key(*)
      type(c_ptr), intent(inout) :: text
    end function
    subroutine c_options_free(options) bind(C, name="weft_options_free")
      import
      type(c_ptr), intent(inout) :: options
    end subroutine
  end interface
end module weft_c_values
