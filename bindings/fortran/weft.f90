! weft: fast transforms of arrays that are spread over many processes. The Fortran interface.
!
!   use weft
!   type(weft_problem) :: problem
!   type(weft_plan) :: plan
!   real(8), pointer :: u(:,:,:)
!   complex(8), pointer :: uh(:,:,:)
!   call problem%create('r2c', [256, 256, 256])
!   call plan%create(problem, MPI_COMM_WORLD)
!   call plan%points(u)
!   call plan%modes(uh)
!   call plan%forward(u, uh)
!
! Axes count from 1 and are listed as Fortran does: axis 1 varies fastest in memory, the halved axis of an r2c
! is axis 1, and points are cut on the last axes. Global indices count from 1, ranks from 0. Process grids are
! listed in the same order as the axes that they cut, and ranks go along their first dimension first. Only the
! environment variable WEFT_OPTIONS, shared by programs in all languages, is written in the order of C.
!
! `ierr` is always the last argument and optional; it gets WEFT_SUCCESS or an error code, and
! weft_error_text() says in words what was wrong. Without ierr an error prints these words and ends the job.
! Collective procedures give the same code on all processes. Each type is documented in its own file.
module weft
  use weft_checkpoint_type, only: weft_checkpoint, WEFT_CHECK_EVERYTHING, WEFT_CHECK_HEADERS
  use weft_checkpoint_writer_type, only: weft_checkpoint_writer
  use weft_description_type, only: weft_description
  use weft_distribution_type, only: weft_distribution, WEFT_NORM_ONE, WEFT_NORM_TWO, WEFT_NORM_INFINITY, &
                                    WEFT_EVERYWHERE
  use weft_errors, only: WEFT_SUCCESS, WEFT_INVALID_ARGUMENT, WEFT_MISMATCH, WEFT_NOT_APPLICABLE, &
                         WEFT_RESOURCE, WEFT_COMMUNICATION, WEFT_INTERNAL, WEFT_POINTS, WEFT_MODES, &
                         WEFT_FORWARD, WEFT_BACKWARD, WEFT_MAX_AXES, weft_index, weft_error_text, &
                         weft_error_name, weft_version, weft_mpi_library, weft_fft_library, weft_check_launcher
  use weft_halo_type, only: weft_halo
  use weft_hdf5_files_type, only: weft_hdf5_writer, weft_hdf5_reader, weft_write_npy, weft_read_npy, weft_write_xdmf, &
                                  weft_write_vtk_slice, WEFT_PRECISION_OF_MEMORY, WEFT_PRECISION_SINGLE, &
                                  WEFT_PRECISION_DOUBLE
  use weft_helmholtz_type, only: weft_helmholtz
  use weft_layout_type, only: weft_layout
  use weft_machine, only: weft_measure_rates, weft_rates
  use weft_options_type, only: weft_options, weft_option_row, weft_option_object
  use weft_plan_products_type, only: weft_points_block, weft_points_function, weft_block_input, weft_block_output
  use weft_plan_type, only: weft_plan
  use weft_problem_type, only: weft_problem, weft_problem_row
  use weft_series_type, only: weft_series
  use weft_spectral_type, only: weft_spectral, WEFT_CUBIC, WEFT_SPHERICAL
  implicit none
  public
end module weft
