! type(weft_halo): ghost cells around the block of each process, brought up to date from the blocks that they are
! copies of, or added to them.
!
! C++: class Halo.
!
!   call layout%set_ghosts([1, 1, 1])
!   call distribution%create(layout, MPI_COMM_WORLD)
!   call halo%create(distribution)
!   call halo%allocate(u)
!   call halo%exchange(u)
!   call halo%accumulate(u)
!
! Arrays hold their ghost cells, as those of allocate or of distribution%allocate. A call takes one of them, several
! in an array with one more dimension, the last, or a list of type(c_ptr); at most n_fields, as many on all
! processes, which travel in the same messages. Errors in the arrays are those of all processes: WEFT_INVALID_ARGUMENT.
module weft_halo_type
  use weft_distribution_type
  use weft_errors
  use weft_options_type
  use weft_support
  public :: weft_halo

  ! A handle: copies are the same halo. To be freed by destroy.
  type :: weft_halo
    private
    type(c_ptr) :: handle = c_null_ptr
    integer :: d = 0  ! number of axes
  contains
    ! Frees an array that allocate made, and nullifies it; a null one is left as it is. Not collective.
    procedure, private, nopass :: free_r4 => c_free_r4, free_r8 => c_free_r8, free_c4 => c_free_c4, free_c8 => c_free_c8
    generic :: free => free_r4, free_r8, free_c4, free_c8
  end type

contains

  ! C++: Halo::Halo.
  ! distribution: of a layout with ghost cells; it may be destroyed afterwards.
  ! options: of 'halo' (weft_options%create, weft_option_row lists them); or some of the others, which are kept for one
  !     release.
  ! periodic: one for each axis, whether the array begins again beyond its end; without: along all axes.
  ! exchange: 'auto' (without) or a row of the table in doc/halo.md.
  ! n_fields: most arrays of a call; without: 1.
  ! corners: .false.: only ghost cells that lie beside the block along one axis.
  ! timeout: seconds, for a process that does not come; without: 600.
  ! An earlier halo of this variable is not destroyed. After an error there is no halo.
  mutating subroutine weft_halo%create(distribution, periodic, exchange, n_fields, corners, timeout, options, ierr)
    class(weft_distribution), intent(in) :: distribution
    logical, intent(in), optional :: periodic(:), corners
    character(*), intent(in), optional :: exchange
    real(c_double), intent(in), optional :: timeout
    integer(c_int) :: flags(WEFT_MAX_AXES)
    character(:), allocatable :: row, message
    integer :: n, code, agreed
    self%handle = c_null_ptr
    self%d = 0
    n = distribution%n_axes(code)
    if (code /= WEFT_SUCCESS) then
      call settle(code, ierr)
      return
    end if
    flags = 1
    row = 'auto'
    code = WEFT_SUCCESS
    if (present(periodic)) then
      if (size(periodic) == n) then
        flags(1:n) = merge(1_c_int, 0_c_int, periodic(n:1:-1))
      else
        code = WEFT_INVALID_ARGUMENT
      end if
    end if
    message = 'periodic has another number of elements than the array has axes; give one for each axis'
    if (present(options) .and. (present(periodic) .or. present(exchange) .or. present(n_fields) .or. &
                                present(corners) .or. present(timeout))) then
      code = WEFT_INVALID_ARGUMENT
      message = 'a halo is given options and other arguments; set all in the options'
    end if
    call distribution%agree(code, message, agreed)
    if (agreed /= WEFT_SUCCESS) then
      call settle(agreed, ierr)
      return
    end if
    if (present(exchange)) row = trim(exchange)
    call settle(c_halo_create(self%handle, distribution%c_pointer(), flags, to_c(row), given(n_fields, 1), &
                              flag(corners, .true.), given(timeout, 0.0_c_double), handle_of_options(options)), ierr)
    self%d = n
  end subroutine

  ! C++: Halo::close.
  mutating subroutine weft_halo%close(ierr): settle(c_halo_close(self%handle))

  ! Closes the halo if that was not done, and frees the handle; before create it does nothing. Arrays stay until
  ! free. Collective over the distribution's communicator. In Fortran alone.
  mutating subroutine weft_halo%destroy(ierr)
    call settle(c_halo_free(self%handle), ierr)
    self%d = 0
  end subroutine

  ! C++: Halo::exchange.
  mutating subroutine weft_halo%exchange(array, ierr): settle(whole_call(self, 0, array))
    type(*), dimension(..), intent(inout), optional :: array
  ! C++: Halo::accumulate.
  mutating subroutine weft_halo%accumulate(array, ierr): settle(whole_call(self, 1, array))
    type(*), dimension(..), intent(inout), optional :: array
  ! C++: Halo::exchange_start.
  mutating subroutine weft_halo%exchange_start(array, ierr): settle(c_halo_start(self%handle, 0, array))
    type(*), dimension(..), intent(inout), asynchronous, optional :: array
  ! C++: Halo::exchange_finish.
  mutating subroutine weft_halo%exchange_finish(ierr): settle(c_halo_finish(self%handle, 0))
  ! C++: Halo::accumulate_start.
  mutating subroutine weft_halo%accumulate_start(array, ierr): settle(c_halo_start(self%handle, 1, array))
    type(*), dimension(..), intent(inout), asynchronous, optional :: array
  ! C++: Halo::accumulate_finish.
  mutating subroutine weft_halo%accumulate_finish(ierr): settle(c_halo_finish(self%handle, 1))

  ! C++: Halo::progress.
  ! done: the result.
  mutating subroutine weft_halo%progress(done, ierr)
    logical, intent(out), optional :: done
    integer(c_int) :: all
    all = 0
    call settle(c_halo_progress(self%handle, all), ierr)
    if (present(done)) done = all /= 0
  end subroutine

  ! C++: Halo::allocate.
  ! array: gets the new array, indexed in the order of the axes, from 1 or, with global=.true., by the global indices
  !     (ghost cells then lie outside the block). To be freed by free. After an error it is null:
  !     WEFT_INVALID_ARGUMENT also for another rank, WEFT_RESOURCE.
  mutating subroutine weft_halo%allocate/ELEMENT(array, global, ierr): &
      settle(c_halo_point(self%handle, flag(global), array))
    {TYPE}, pointer, dimension(..), intent(inout) :: array

  ! --- what it is; not collective -------------------------------------------------------------------

  ! C++: Halo::exchange_counts, Halo::accumulate_counts.
  ! accumulate: .true.: the latter.
  subroutine weft_halo%counts(messages, bytes_sent, peer_bytes, flags, accumulate, ierr)
    integer(weft_index), intent(out), optional :: messages, bytes_sent, peer_bytes, flags
    logical, intent(in), optional :: accumulate
    if (present(messages)) messages = 0
    if (present(bytes_sent)) bytes_sent = 0
    if (present(peer_bytes)) peer_bytes = 0
    if (present(flags)) flags = 0
    call report(c_halo_counts(c_halo_pointer(self%handle), flag(accumulate), messages, bytes_sent, peer_bytes, flags), &
                self%d, ierr)
  end subroutine

  ! --- parts of the above --------------------------------------------------------------------------

  integer(c_int) function whole_call(self, accumulate, array) result(code)
    class(weft_halo), intent(inout) :: self
    integer(c_int), intent(in) :: accumulate
    type(*), dimension(..), intent(inout), optional :: array
    code = c_halo_start(self%handle, accumulate, array)
    if (code == WEFT_SUCCESS) code = c_halo_finish(self%handle, accumulate)
  end function
end module weft_halo_type
