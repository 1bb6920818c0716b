// Arrays of a plan as Fortran sees them: descriptors with the strides of the plan, and checks against them.
//
// A Fortran pointer may have any strides, but only a descriptor written in C can give it permuted ones: this
// is how modes in the order `fast` are indexed in the problem's order of axes without a copy.
#include <algorithm>
#include <cstring>
#include <new>
#include <string_view>

#include "support.hpp"

namespace weft::fortran {
namespace {

constexpr std::int64_t cache_line = 64;

const CFI_type_t types[2][2] = {{CFI_type_float_Complex, CFI_type_double_Complex},
                                {CFI_type_float, CFI_type_double}};  // [is_real][is_double]

std::string shape_in_words(const std::int64_t* lengths, int n) {
  std::string text;
  for (int i = 0; i < n; ++i) text += (i > 0 ? "," : "") + std::to_string(lengths[i]);
  return "(" + text + ")";
}

std::string strides_in_words(const Block& block, const CFI_cdesc_t* array) {
  std::int64_t strides[WEFT_MAX_AXES];
  for (int i = 0; i < block.n_axes; ++i)
    strides[i] =
        (array == nullptr ? block.strides[i] : static_cast<std::int64_t>(array->dim[i].sm)) / block.bytes;
  return shape_in_words(strides, block.n_axes);
}

bool same_strides(const Block& block, const CFI_cdesc_t* array) {
  for (int i = 0; i < block.n_axes; ++i)
    if (block.shape[i] > 1 && array->dim[i].sm != block.strides[i]) return false;
  return true;
}

bool same_shape(const Block& block, const CFI_cdesc_t* array) {
  for (int i = 0; i < block.n_axes; ++i)
    if (array->dim[i].extent != block.shape[i]) return false;
  return true;
}

std::string type_complaint(const Block& block, const CFI_cdesc_t* array) {
  if (array->type == block.type) return "";
  return std::string("the ") + block.side + " of this " + block.owner + " are " + in_words(block.type) +
         ", not " + in_words(array->type) + "; use the type of the problem's transform and precision";
}

std::string rank_complaint(const Block& block, const CFI_cdesc_t* array, bool several) {
  const int wanted = block.n_axes + (several ? 1 : 0);
  if (array->rank == wanted) return "";
  return std::string("the array of ") + block.side + " has rank " + std::to_string(array->rank) +
         ", but it needs rank " + std::to_string(wanted) +
         (several ? "; its last dimension counts the fields" : "; declare one dimension for each axis");
}

// Bytes from one field to the next where weft allocates several: enough for both sides, if it is in place.
int bytes_of_field(const weft_plan* plan, const Block& block, std::int64_t& bytes) {
  const int code = weft_plan_in_place_bytes(plan, &bytes);
  bytes = std::max(bytes, block.n_elements * block.bytes);
  bytes = std::max<std::int64_t>(1, (bytes + cache_line - 1) / cache_line) * cache_line;
  return code;
}

// Making an array is collective, and so is its error, where arrays are shared.
bool is_collective(const weft_plan* plan) {
  int shares_arrays = 0;
  return weft_plan_shares_arrays(plan, &shares_arrays) == WEFT_SUCCESS && shares_arrays != 0;
}

bool is_on_host(const weft_plan* plan) {
  const char* space = nullptr;
  return weft_plan_space(const_cast<weft_plan*>(plan), &space) == WEFT_SUCCESS &&
         std::string_view(space) == "host";
}

// Null where there is no memory left.
void* zeros(std::int64_t bytes) {
  const auto size = static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1));
  void* memory = ::operator new (size, std::align_val_t{cache_line}, std::nothrow);
  if (memory != nullptr) std::memset(memory, 0, size);
  return memory;
}

int allocate(const weft_plan* plan, int side, int n_fields, std::int64_t field_bytes, void*& memory) {
  if (n_fields == 0) return keep_last(weft_plan_allocate(plan, side, &memory), 0);
  // Freed by weft_array_free(), as every array of a plan.
  if (!is_on_host(plan) || is_collective(plan)) {
    const int code = keep_last(weft_plan_shared_memory(plan, n_fields * field_bytes, &memory), 0);
    if (code != WEFT_SUCCESS || memory != nullptr) return code;
  }
  memory = zeros(n_fields * field_bytes);
  if (memory == nullptr)
    return keep(WEFT_RESOURCE,
                "there is no memory left for " + std::to_string(n_fields) + " fields; use more processes");
  return WEFT_SUCCESS;
}

// Two arrays with the same elements, wherever these lie.
std::string copy_complaint(const CFI_cdesc_t* array, const CFI_cdesc_t* host) {
  if (array->type != host->type)
    return "the array of the plan is of type " + in_words(array->type) + ", the one of the host of " +
           in_words(host->type) + "; use the same type";
  bool same = array->rank == host->rank;
  for (int i = 0; same && i < array->rank; ++i)
    same = array->dim[i].extent == host->dim[i].extent && array->dim[i].sm >= 0;
  return same ? ""
              : "the array of the plan and the one of the host differ in shape; give one of the same shape";
}

// Bytes from the first element to the end of the last; 0 where there is none.
std::int64_t span_of(const CFI_cdesc_t* array) {
  std::int64_t bytes = static_cast<std::int64_t>(array->elem_len);
  for (int i = 0; i < array->rank; ++i) {
    if (array->dim[i].extent == 0) return 0;
    bytes += (array->dim[i].extent - 1) * array->dim[i].sm;
  }
  return bytes;
}

// Between `staged`, which lies as `array` does, and `host`: the first `n_axes` axes.
void copy_elements(const CFI_cdesc_t* array, char* staged, const CFI_cdesc_t* host, char* at, bool to_host,
                   int n_axes) {
  if (n_axes == 0) {
    std::memcpy(to_host ? at : staged, to_host ? staged : at, array->elem_len);
    return;
  }
  for (std::int64_t i = 0; i < array->dim[n_axes - 1].extent; ++i)
    copy_elements(array, staged + i * array->dim[n_axes - 1].sm, host, at + i * host->dim[n_axes - 1].sm,
                  to_host, n_axes - 1);
}

// Points `array` to `memory`, as `n_fields` fields or, if that is 0, as one without a dimension for them.
void describe(const Block& block, void* memory, int n_fields, std::int64_t field_bytes, bool global,
              CFI_cdesc_t* array) {
  array->base_addr = memory;
  for (int i = 0; i < block.n_axes; ++i) {
    array->dim[i].lower_bound = global ? block.lower[i] : 1;
    array->dim[i].extent = block.shape[i];
    array->dim[i].sm = block.strides[i];
  }
  if (n_fields == 0) return;
  array->dim[block.n_axes].lower_bound = 1;
  array->dim[block.n_axes].extent = n_fields;
  array->dim[block.n_axes].sm = field_bytes;
}

}  // namespace

namespace {

// From what C says of the block: `begin` in global indices, lengths and strides in elements.
void turn_block(const std::int64_t* begin, const std::int64_t* shape, const std::int64_t* strides,
                Block& block) {
  for (int i = 0; i < block.n_axes; ++i) {
    const int axis = block.n_axes - 1 - i;
    block.lower[i] = begin[axis] + 1;
    block.shape[i] = shape[axis];
    block.strides[i] = strides[axis] * block.bytes;
  }
}

}  // namespace

int block_of(const weft_plan* plan, int side, Block& block) {
  std::int64_t lower[WEFT_MAX_AXES], shape[WEFT_MAX_AXES], strides[WEFT_MAX_AXES];
  int is_real = 0, is_double = 0;
  int code = weft_plan_n_axes(plan, &block.n_axes);
  if (code == WEFT_SUCCESS) code = weft_plan_box(plan, side, lower, nullptr);
  if (code == WEFT_SUCCESS) code = weft_plan_storage(plan, side, shape, nullptr, strides, &block.n_elements);
  if (code == WEFT_SUCCESS) code = weft_plan_element(plan, side, &block.bytes, &is_real, &is_double);
  if (code != WEFT_SUCCESS) return keep_last(code, block.n_axes);
  turn_block(lower, shape, strides, block);
  block.type = types[is_real][is_double];
  block.side = side == WEFT_POINTS ? "points" : "modes";
  block.maker = side == WEFT_POINTS ? "plan%points" : "plan%modes";
  return WEFT_SUCCESS;
}

int block_of(const weft_distribution* distribution, Block& block) {
  std::int64_t lower[WEFT_MAX_AXES], shape[WEFT_MAX_AXES], strides[WEFT_MAX_AXES];
  std::int64_t ghosts[WEFT_MAX_AXES] = {};
  int is_real = 0, is_double = 0;
  weft_layout* layout = nullptr;
  int code = weft_distribution_n_axes(distribution, &block.n_axes);
  if (code == WEFT_SUCCESS) code = weft_distribution_box(distribution, lower, nullptr);
  if (code == WEFT_SUCCESS) code = weft_distribution_storage(distribution, shape, nullptr, strides);
  if (code == WEFT_SUCCESS) code = weft_distribution_memory_elements(distribution, &block.n_elements);
  if (code == WEFT_SUCCESS)
    code = weft_distribution_element(distribution, &block.bytes, &is_real, &is_double);
  if (code == WEFT_SUCCESS) code = weft_distribution_layout(distribution, &layout);
  if (code == WEFT_SUCCESS) code = weft_layout_ghosts(layout, ghosts);
  weft_layout_free(&layout);
  if (code != WEFT_SUCCESS) return keep_last(code, block.n_axes);
  for (int axis = 0; block.n_elements > 0 && axis < block.n_axes; ++axis) {
    lower[axis] -= ghosts[axis];
    shape[axis] += 2 * ghosts[axis];
  }
  turn_block(lower, shape, strides, block);
  block.type = types[is_real][is_double];
  block.side = "elements";
  block.owner = "distribution";
  block.maker = "distribution%allocate";
  return WEFT_SUCCESS;
}

std::string pointer_complaint(const Block& block, const CFI_cdesc_t* array) {
  const std::string wrong = type_complaint(block, array);
  return wrong.empty() ? rank_complaint(block, array, false) : wrong;
}

void point_to(const Block& block, void* memory, bool global, CFI_cdesc_t* array) {
  describe(block, memory, 0, 0, global, array);
}

int point_to_zeros(const Block& block, bool global, CFI_cdesc_t* array) {
  array->base_addr = nullptr;
  const std::string wrong = pointer_complaint(block, array);
  if (!wrong.empty()) return keep(WEFT_INVALID_ARGUMENT, wrong);
  void* memory = zeros(block.n_elements * block.bytes);
  if (memory == nullptr)
    return keep(WEFT_RESOURCE, "there is no memory left for an array; use more processes");
  describe(block, memory, 0, 0, global, array);
  return WEFT_SUCCESS;
}

std::string in_words(CFI_type_t type) {
  if (type == CFI_type_float) return "real(c_float)";
  if (type == CFI_type_double) return "real(c_double)";
  if (type == CFI_type_float_Complex) return "complex(c_float)";
  if (type == CFI_type_double_Complex) return "complex(c_double)";
  if (type == CFI_type_cptr) return "type(c_ptr)";
  return "elements of another type";
}

std::string complaint(const Block& block, const CFI_cdesc_t* array, bool several) {
  const std::string side = block.side;
  if (array == nullptr || array->base_addr == nullptr) {
    if (block.empty()) return "";
    return "the array of " + side + " is not allocated, but this process has a block of " +
           shape_in_words(block.shape, block.n_axes) + " elements; pass an array of that shape";
  }
  std::string text = type_complaint(block, array);
  if (text.empty()) text = rank_complaint(block, array, several);
  if (!text.empty()) return text;
  if (!same_shape(block, array)) {
    std::int64_t extents[WEFT_MAX_AXES];
    for (int i = 0; i < block.n_axes; ++i) extents[i] = array->dim[i].extent;
    return "the array of " + side + " has shape " + shape_in_words(extents, block.n_axes) +
           ", but the block of this process has " + shape_in_words(block.shape, block.n_axes) +
           "; use the shape of the " + block.owner + " that is called";
  }
  if (block.empty() || same_strides(block, array)) return "";
  return "the array of " + side + " has strides " + strides_in_words(block, array) +
         " in elements, but the " + block.owner + "'s are " + strides_in_words(block, nullptr) +
         "; make the array by call " + block.maker + ", or set order to Fortran and pass no section";
}

void* address_of(const CFI_cdesc_t* array) { return array == nullptr ? nullptr : array->base_addr; }

int n_axes_of(const weft_distribution* distribution) {
  int n_axes = 0;
  weft_distribution_n_axes(distribution, &n_axes);
  return n_axes;
}

}  // namespace weft::fortran

using namespace weft::fortran;

extern "C" {

// Points `array` to memory of its own (`at` NULL) or to that of `at`. n_fields < 0: not given.
int weft_fortran_point(weft_plan* plan, int side, int n_fields, int global, Input at, Pointer array) {
  array->base_addr = nullptr;
  Block block;
  if (const int code = block_of(plan, side, block); code != WEFT_SUCCESS) return code;
  const bool several = n_fields >= 0;
  std::string wrong = type_complaint(block, array);
  if (wrong.empty()) wrong = rank_complaint(block, array, several);
  if (wrong.empty() && n_fields == 0) wrong = "n_fields is 0; give at least 1, or leave it out";
  const int verdict = wrong.empty() ? WEFT_SUCCESS : WEFT_INVALID_ARGUMENT;
  if (at == nullptr && is_collective(plan)) {
    const int code = weft_plan_agree(plan, verdict, wrong.c_str());
    if (code != WEFT_SUCCESS) return keep(code, weft_last_error());
  }
  if (verdict != WEFT_SUCCESS) return keep(verdict, wrong);

  std::int64_t field_bytes = 0;
  if (const int code = bytes_of_field(plan, block, field_bytes); code != WEFT_SUCCESS)
    return keep_last(code, block.n_axes);
  void* memory = at == nullptr ? nullptr : at->base_addr;
  if (memory == nullptr) {
    const int code = allocate(plan, side, several ? n_fields : 0, field_bytes, memory);
    if (code != WEFT_SUCCESS) return code;
  }
  describe(block, memory, several ? n_fields : 0, field_bytes, global != 0, array);
  return WEFT_SUCCESS;
}

// Points `array` to new memory for a block of the distribution.
int weft_fortran_distribution_point(const weft_distribution* distribution, int global, Pointer array) {
  array->base_addr = nullptr;
  Block block;
  const int code = block_of(distribution, block);
  return code != WEFT_SUCCESS ? code : point_to_zeros(block, global != 0, array);
}

// Copies the elements of `host`, any array of the program, into `array`, one of the plan's memory space with
// as many elements along each axis; or the reverse.
int weft_fortran_copy(const weft_plan* plan, int to_host, Output array, Output host) {
  if (array == nullptr || host == nullptr)
    return keep(WEFT_INVALID_ARGUMENT, "an array is missing; give both");
  const std::string wrong = copy_complaint(array, host);
  if (!wrong.empty()) return keep(WEFT_INVALID_ARGUMENT, wrong);
  const std::int64_t bytes = span_of(array);
  std::vector<char> staged(static_cast<std::size_t>(bytes));
  int code = weft_plan_copy_to_host(plan, staged.data(), array->base_addr, bytes);
  if (bytes > 0 && code == WEFT_SUCCESS) {
    copy_elements(array, staged.data(), host, static_cast<char*>(host->base_addr), to_host != 0, array->rank);
    if (to_host == 0) code = weft_plan_copy_from_host(plan, array->base_addr, staged.data(), bytes);
  }
  return keep_last(code, array->rank);
}

// Frees what weft_fortran_point() allocated, and makes `array` point to nothing. Shown, because programs call
// it: a procedure of a type stands for it, and compilers call what it stands for.
WEFT_API void weft_fortran_free(Pointer array) {
  weft_array_free(array->base_addr);
  array->base_addr = nullptr;
}

}  // extern "C"
