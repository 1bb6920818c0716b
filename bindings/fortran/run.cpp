// The calls of a plan: checks the arrays behind the descriptors, agrees on the result, and transforms.
//
// The descriptors come without any copy: the module's dummy arguments are type(*), dimension(..), for which
// the compiler passes the actual array as it is. So a section that does not fit is seen, and refused.
#include "support.hpp"

using namespace weft::fortran;

namespace {

bool is_pointer_list(const CFI_cdesc_t* array) {
  return array != nullptr && array->type == CFI_type_cptr && array->rank == 1;
}
bool is_given(const CFI_cdesc_t* array) { return array != nullptr && array->base_addr != nullptr; }

char* element(const CFI_cdesc_t* array, int dimension, int i) {
  return static_cast<char*>(array->base_addr) + i * array->dim[dimension].sm;
}

// How many fields `array` holds; 0 if it does not say.
int count(const Block& block, const CFI_cdesc_t* array) {
  if (is_pointer_list(array)) return static_cast<int>(array->dim[0].extent);
  const bool says = is_given(array) && array->rank == block.n_axes + 1;
  return says ? static_cast<int>(array->dim[block.n_axes].extent) : 0;
}

void one_field(const Block& block, const CFI_cdesc_t* array, Fields& fields) {
  fields.pointers.assign(1, is_given(array) ? array->base_addr : nullptr);
  fields.wrong = complaint(block, array, false);
}

void several_fields(const Block& block, const CFI_cdesc_t* array, int n, Fields& fields) {
  fields.pointers.assign(static_cast<std::size_t>(n), nullptr);
  fields.wrong.clear();
  if (is_pointer_list(array)) {
    for (int i = 0; i < n && i < count(block, array); ++i)
      fields.pointers[i] = *reinterpret_cast<void**>(element(array, 0, i));
    for (const void* pointer : fields.pointers)
      if (pointer == nullptr && !block.empty())
        fields.wrong = std::string("one of the fields of ") + block.side +
                       " is a null pointer, but this process has a block of them; pass c_loc of an array";
    return;
  }
  fields.wrong = complaint(block, array, true);
  if (fields.wrong.empty() && is_given(array))
    for (int i = 0; i < n && i < count(block, array); ++i)
      fields.pointers[i] = element(array, block.n_axes, i);
}

// Input and output, of which either may leave open how many fields there are where its block is empty.
std::string gather(const Block blocks[2], const CFI_cdesc_t* const arrays[2], bool several,
                   Fields fields[2]) {
  if (several) {
    const int counts[2] = {count(blocks[0], arrays[0]), count(blocks[1], arrays[1])};
    const int n = counts[0] > 0 ? counts[0] : counts[1];
    for (int i : {0, 1}) several_fields(blocks[i], arrays[i], n, fields[i]);
    if (n == 0 && fields[0].wrong.empty() && fields[1].wrong.empty())
      return "neither array says how many fields there are; pass one of that many fields, of size 0 where "
             "the block is empty";
    if (counts[0] > 0 && counts[1] > 0 && counts[0] != counts[1])
      return std::to_string(counts[0]) + " inputs and " + std::to_string(counts[1]) +
             " outputs were given; give as many of each";
  } else {
    for (int i : {0, 1}) one_field(blocks[i], arrays[i], fields[i]);
  }
  return fields[0].wrong.empty() ? fields[1].wrong : fields[0].wrong;
}

// What is done with arrays that are right: weft_forward_fields, ...
using Call = int (*)(weft_plan*, int n_fields, const void* const in[], void* const out[]);

// `several`: arrays of one more dimension, or lists of pointers. `agree`: the checks are agreed on.
int checked(Call call, weft_plan* plan, int direction, int several, int agree, const CFI_cdesc_t* in,
            const CFI_cdesc_t* out) {
  const int from = direction == WEFT_FORWARD ? WEFT_POINTS : WEFT_MODES;
  Block blocks[2];
  int code = block_of(plan, from, blocks[0]);
  if (code == WEFT_SUCCESS) code = block_of(plan, 1 - from, blocks[1]);
  if (code != WEFT_SUCCESS) return code;

  const CFI_cdesc_t* const arrays[2] = {in, out};
  thread_local Fields fields[2];  // kept from call to call, so that a call allocates nothing
  const std::string wrong = gather(blocks, arrays, several != 0, fields);
  code = wrong.empty() ? WEFT_SUCCESS : WEFT_INVALID_ARGUMENT;
  if (agree != 0) {
    code = weft_plan_agree(plan, code, wrong.c_str());
    // One field is one everywhere.
    if (code == WEFT_SUCCESS && several != 0)
      code = weft_plan_require_equal(plan, "the number of fields",
                                     std::to_string(fields[0].pointers.size()).c_str());
    if (code != WEFT_SUCCESS) return keep(code, weft_last_error());
  } else if (code != WEFT_SUCCESS) {
    return keep(code, wrong);
  }
  return keep_last(call(plan, fields[0].n(), fields[0].pointers.data(), fields[1].pointers.data()),
                   blocks[0].n_axes);
}

}  // namespace

extern "C" {

int weft_fortran_run(weft_plan* plan, int direction, int several, int agree, Input in, Output out) {
  return checked(direction == WEFT_FORWARD ? weft_forward_fields : weft_backward_fields, plan, direction,
                 several, agree, in, out);
}

// The library copies the list of fields: only the arrays must live until finish.
int weft_fortran_start(weft_plan* plan, int direction, int several, int agree, LaterInput in,
                       LaterOutput out) {
  return checked(direction == WEFT_FORWARD ? weft_forward_start : weft_backward_start, plan, direction,
                 several, agree, in, out);
}

}  // extern "C"
