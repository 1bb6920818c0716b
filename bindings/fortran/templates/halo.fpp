! type(weft_halo): ghost cells around the block of each process, brought up to date from the blocks that they are
! copies of, or added to them.
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
! processes, which travel in the same messages. Procedures are collective unless they say otherwise; errors in the
! arrays are those of all processes.
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

  ! The halo of the arrays of `distribution`, whose layout has ghost cells; it may be destroyed afterwards. Either
  ! `options` of 'halo' (weft_options%create, weft_option_row lists them), or some of the others, which are kept for one
  ! release:
  ! periodic: one for each axis, whether the array begins again beyond its end; without: along all axes. exchange:
  ! 'auto' (without) or a row of the table in doc/halo.md. n_fields: most arrays of a call; without: 1. corners:
  ! .false.: only ghost cells that lie beside the block along one axis. timeout: seconds, for a process that does
  ! not come; without: 600. An earlier halo of this variable is not destroyed. Errors, and then there is no halo:
  ! WEFT_INVALID_ARGUMENT, WEFT_MISMATCH, WEFT_NOT_APPLICABLE for an exchange that cannot be used here,
  ! WEFT_RESOURCE.
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

  ! Releases memory now; the variable still answers questions. A call that was started is finished first. Again
  ! does nothing.
  mutating subroutine weft_halo%close(ierr)
    call settle(c_halo_close(self%handle), ierr)
  end subroutine

  ! Closes the halo if that was not done, and frees the handle; before create it does nothing. Arrays stay until
  ! free.
  mutating subroutine weft_halo%destroy(ierr)
    call settle(c_halo_free(self%handle), ierr)
    self%d = 0
  end subroutine

  ! Every ghost cell becomes a copy of the element that lies there; those beyond the end of an axis that is not
  ! periodic are left as they are. Errors: WEFT_INVALID_ARGUMENT for arrays that are not those of the halo.
  mutating subroutine weft_halo%exchange(array, ierr)
    type(*), dimension(..), intent(inout), optional :: array
    call settle(whole_call(self, 0, array), ierr)
  end subroutine

  ! Every ghost cell is added to the element that it is a copy of, then set to 0. Errors as of exchange.
  mutating subroutine weft_halo%accumulate(array, ierr)
    type(*), dimension(..), intent(inout), optional :: array
    call settle(whole_call(self, 1, array), ierr)
  end subroutine

  ! The same in two calls. In between the array may be read (of exchange), but not written, and no other call of
  ! this halo may start: that is WEFT_INVALID_ARGUMENT on the process that does it.
  mutating subroutine weft_halo%exchange_start(array, ierr)
    type(*), dimension(..), intent(inout), asynchronous, optional :: array
    call settle(c_halo_start(self%handle, 0, array), ierr)
  end subroutine
  mutating subroutine weft_halo%exchange_finish(ierr)
    call settle(c_halo_finish(self%handle, 0), ierr)
  end subroutine
  mutating subroutine weft_halo%accumulate_start(array, ierr)
    type(*), dimension(..), intent(inout), asynchronous, optional :: array
    call settle(c_halo_start(self%handle, 1, array), ierr)
  end subroutine
  mutating subroutine weft_halo%accumulate_finish(ierr)
    call settle(c_halo_finish(self%handle, 1), ierr)
  end subroutine

  ! Moves on what can be moved on without waiting. done: finish would not wait. Not collective.
  mutating subroutine weft_halo%progress(done, ierr)
    logical, intent(out), optional :: done
    integer(c_int) :: all
    all = 0
    call settle(c_halo_progress(self%handle, all), ierr)
    if (present(done)) done = all /= 0
  end subroutine

  ! Makes `array` this process's block with its ghost cells: zero, indexed in the order of the axes, from 1 or, with
  ! global=.true., by the global indices (ghost cells then lie outside the block). By windows it lies in memory that
  ! the processes of a node share, and is copied once instead of twice; it may outlive the halo. Errors, and then
  ! `array` is null: WEFT_INVALID_ARGUMENT for another type or rank, WEFT_RESOURCE. To be freed by free.
  mutating subroutine weft_halo%allocate/ELEMENT(array, global, ierr)
    {TYPE}, pointer, dimension(..), intent(inout) :: array
    call settle(c_halo_point(self%handle, flag(global), array), ierr)
  end subroutine

  ! --- what it is; not collective -------------------------------------------------------------------

  ! The exchange that is used: what auto has chosen, or what was asked for.
  function weft_halo%exchange_name(ierr) result(name)
    name = words(self, 0, ierr)
  end function

  ! In words.
  function weft_halo%explain(ierr) result(text)
    text = turned(words(self, 1, ierr), self%d)
  end function

  ! Ghost cells of this process that are copies of something.
  integer(weft_index) function weft_halo%n_ghosts(ierr) result(n_ghosts)
    integer(c_int64_t) :: counts(4)
    n_ghosts = 0
    call settle(c_halo_facts(self%handle, 0, n_ghosts, counts), ierr)
  end function

  ! What exchange (accumulate=.true.: accumulate) of one array costs this process: messages, bytes in them, bytes
  ! copied straight from or to other processes, flags that are waited for.
  subroutine weft_halo%counts(messages, bytes_sent, peer_bytes, flags, accumulate, ierr)
    integer(weft_index), intent(out), optional :: messages, bytes_sent, peer_bytes, flags
    logical, intent(in), optional :: accumulate
    integer(c_int64_t) :: counts(4), n
    counts = 0
    n = 0
    call settle(c_halo_facts(self%handle, flag(accumulate), n, counts), ierr)
    if (present(messages)) messages = counts(1)
    if (present(bytes_sent)) bytes_sent = counts(2)
    if (present(peer_bytes)) peer_bytes = counts(3)
    if (present(flags)) flags = counts(4)
  end subroutine

  ! --- parts of the above --------------------------------------------------------------------------

  integer(c_int) function whole_call(self, accumulate, array) result(code)
    class(weft_halo), intent(inout) :: self
    integer(c_int), intent(in) :: accumulate
    type(*), dimension(..), intent(inout), optional :: array
    code = c_halo_start(self%handle, accumulate, array)
    if (code == WEFT_SUCCESS) code = c_halo_finish(self%handle, accumulate)
  end function

  function words(self, explains, ierr) result(text)
    class(weft_halo), intent(in) :: self
    integer(c_int), intent(in) :: explains
    text = ''
    pointer = c_null_ptr
    code = c_halo_words(self%handle, explains, pointer)
    if (code == WEFT_SUCCESS) text = from_c(pointer)
    call settle(code, ierr)
  end function
end module weft_halo_type
