! What names mean that procedures of the templates use without declaring them.
arguments
  type(*), dimension(..), intent(in), optional :: a, b, array, at, f, in, u
  type(*), dimension(..), intent(inout), optional :: out
  {COMM}, intent(in) :: comm
  type(weft_points_block), intent(in) :: block
  type(weft_distribution), intent(in) :: distribution
  type(weft_layout), intent(inout) :: layout
  type(weft_options), intent(in), optional :: options
  type(weft_plan), intent(in) :: plan
  type(weft_problem), intent(in) :: problem
  type(weft_hdf5_reader), intent(inout) :: reader
  type(c_ptr), intent(in) :: handle
  character(*), intent(in) :: key, message, name, object, path, prefix, transform, what
  character(:), allocatable, intent(out), optional :: meaning, standard, values
  integer, intent(in) :: axis, direction, i, n_axes, rank, rule, side
  integer, intent(in), optional :: compression, n_fields, precision, processes_per_node
  integer(c_int), intent(in) :: code
  integer, allocatable, intent(out), optional :: order(:)
  integer(weft_index), allocatable, intent(out), optional :: shape(:), strides(:)
  integer(weft_index), intent(out) :: lower(:), upper(:)
  integer(weft_index), intent(out), optional :: index(:), n_elements
  logical, intent(in) :: check
  logical, intent(in), optional :: fletcher32, global, shuffle
  logical, intent(out), optional :: is_double, is_real
  real(c_double), intent(in) :: width
  real(c_double), intent(in), optional :: deviation, high, low, mean
  real(c_double), allocatable, intent(out) :: energy(:)
  integer, intent(out), optional :: ierr
results
  character(:), allocatable :: name, text, value
  integer(weft_index), allocatable :: ghosts(:), shape(:)
locals
  integer(c_int) :: code, n
  type(c_ptr) :: pointer
  integer(c_int64_t) :: begins(WEFT_MAX_AXES), ends(WEFT_MAX_AXES)
  integer(c_int64_t) :: c_shape(WEFT_MAX_AXES), c_strides(WEFT_MAX_AXES)
  integer(c_int) :: c_order(WEFT_MAX_AXES)
