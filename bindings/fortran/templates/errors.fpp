! Constants, the words of errors, and what every procedure does with them: `ierr`, or the end of the job.
module weft_errors
  public :: WEFT_SUCCESS, WEFT_INVALID_ARGUMENT, WEFT_MISMATCH, WEFT_NOT_APPLICABLE, WEFT_RESOURCE, &
            WEFT_COMMUNICATION, WEFT_INTERNAL, WEFT_POINTS, WEFT_MODES, WEFT_FORWARD, WEFT_BACKWARD, &
            WEFT_MAX_AXES, weft_index
  public :: weft_error_text, weft_error_name, weft_version, weft_mpi_library, weft_fft_library, &
            weft_check_launcher
  public :: settle, report, refuse, from_c, to_c, turned, axes_text

  integer, parameter :: weft_index = c_int64_t  ! kind of global indices, lengths and bytes
  integer, parameter :: WEFT_MAX_AXES = 6

  integer, parameter :: WEFT_SUCCESS = 0
  integer, parameter :: WEFT_INVALID_ARGUMENT = 1  ! the caller passed something that cannot be right
  integer, parameter :: WEFT_MISMATCH = 2          ! an argument that must be equal on all processes differs
  integer, parameter :: WEFT_NOT_APPLICABLE = 3    ! right in itself, but not for this shape or process count
  integer, parameter :: WEFT_RESOURCE = 4          ! memory, shared memory or a library is missing
  integer, parameter :: WEFT_COMMUNICATION = 5     ! MPI reported an error, or a process did not come in time
  integer, parameter :: WEFT_INTERNAL = 6          ! an error of weft; please report it

  integer, parameter :: WEFT_POINTS = 0, WEFT_MODES = 1       ! the two sides of a transform
  integer, parameter :: WEFT_FORWARD = 0, WEFT_BACKWARD = 1   ! the two directions of a plan

  interface
    pure integer(c_size_t) function strlen(text) bind(C)
      import
      type(c_ptr), value :: text
    end function
  end interface

contains

  ! The words of the last error in this thread; '' if there was none. Axes in it count as in Fortran. Not
  ! collective. In Fortran alone.
  function weft_error_text() result(text)
    text = from_c(c_last_error())
  end function

  ! C++: name_of.
  ! 'success' for 0, 'internal error' for WEFT_INTERNAL. Not collective.
  function weft_error_name(code) result(text)
    integer, intent(in) :: code
    text = from_c(c_error_name(code))
  end function

  ! The version of weft: '0.1.0'. Not collective. In Fortran alone.
  function weft_version() result(text)
    text = from_c(c_version())
  end function

  ! C++: mpi_library.
  function weft_mpi_library() result(text)
    text = from_c(c_mpi_library())
  end function

  ! C++: fft_library.
  function weft_fft_library() result(text)
    text = from_c(c_fft_library())
  end function

  ! C++: check_launcher.
  subroutine weft_check_launcher(ierr): report(c_check_launcher(), 0)

  ! --- for the other modules -----------------------------------------------------------------------

  ! Gives `code` to the caller, or ends the job with the words that are kept if it is an error without ierr.
  subroutine settle(code, ierr)
    if (present(ierr)) then
      ierr = code
    else if (code /= WEFT_SUCCESS) then
      write (error_unit, '(2a)') 'weft: error: ', weft_error_text()
      flush (error_unit)
      call c_end_job()
    end if
  end subroutine

  ! The same for the code of a function of weft.h, whose words are turned to Fortran's axes first.
  subroutine report(code, n_axes, ierr): settle(c_keep_last(code, n_axes))

  ! An invalid argument that is found here.
  subroutine refuse(message, ierr): settle(c_keep(WEFT_INVALID_ARGUMENT, to_c(message)))

  ! A string of C, '' for NULL.
  function from_c(pointer) result(text)
    type(c_ptr), intent(in) :: pointer
    character(kind=c_char), pointer :: letters(:)
    integer :: i
    text = ''
    if (.not. c_associated(pointer)) return
    call c_f_pointer(pointer, letters, [strlen(pointer)])
    deallocate (text)
    allocate (character(size(letters)) :: text)
    do i = 1, size(letters)
      text(i:i) = letters(i)
    end do
  end function

  ! A string for C: without trailing blanks, ended by a null character.
  pure function to_c(text) result(letters)
    character(*), intent(in) :: text
    character(kind=c_char) :: letters(len_trim(text) + 1)
    integer :: i
    do i = 1, len_trim(text)
      letters(i) = text(i:i)
    end do
    letters(len_trim(text) + 1) = c_null_char
  end function

  ! A text of the library turned to Fortran's axes; shapes and grids only, in either direction, if n_axes = 0.
  function turned(text, n_axes) result(fortran)
    character(*), intent(in) :: text
    character(:), allocatable :: fortran
    fortran = from_c(c_text(to_c(text), n_axes))
  end function

  ! The value of key axes, from C to Fortran or back; '' if it is neither 'all' nor a list.
  function axes_text(text, n_axes) result(other)
    character(*), intent(in) :: text
    character(:), allocatable :: other
    other = from_c(c_axes(to_c(text), n_axes))
  end function
end module weft_errors
