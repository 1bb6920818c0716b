// Operators on modes for Fortran: arrays behind descriptors as lists of fields, in the order of C.
//
// Component i of a vector belongs to the transformed axis i as Fortran counts them, so lists are reversed.
// That turns the orientation of the axes round, and with it the sign of a curl.
#include <algorithm>
#include <vector>

#include "support.hpp"
#include "weft/weft_spectral.h"

using namespace weft::fortran;

namespace {

// What the operators are given: a handle, and the plan that says how arrays lie.
struct Operators {
  const weft_spectral* spectral;
  weft_plan* plan;
};

enum class Rank { one_field, several_fields, either };

// The fields in an array of one field, in one of one more dimension, or in a list of type(c_ptr).
Fields fields_of(const Block& block, const CFI_cdesc_t* array, Rank rank) {
  Fields fields;
  const bool is_given = array != nullptr && array->base_addr != nullptr;
  const bool is_list = array != nullptr && array->type == CFI_type_cptr && array->rank == 1;
  const bool several =
      rank == Rank::several_fields ||
      (rank == Rank::either && (is_list || (array != nullptr && array->rank > block.n_axes)));
  if (!several) {
    fields.pointers.assign(1, is_given ? array->base_addr : nullptr);
    fields.wrong = complaint(block, array, false);
  } else if (!is_given) {
    fields.wrong =
        "an array of several fields is not allocated; pass one of that many fields, of size 0 where the "
        "block is empty";
  } else {
    const CFI_dim_t& dimension = array->dim[is_list ? 0 : array->rank - 1];
    if (!is_list) fields.wrong = complaint(block, array, true);
    for (CFI_index_t i = 0; fields.wrong.empty() && i < dimension.extent; ++i) {
      char* element = static_cast<char*>(array->base_addr) + i * dimension.sm;
      fields.pointers.push_back(is_list ? *reinterpret_cast<void**>(element) : element);
      if (fields.pointers.back() == nullptr && !block.empty())
        fields.wrong =
            "one of the fields is a null pointer, but this process has a block of modes; pass c_loc of an "
            "array";
    }
  }
  std::reverse(fields.pointers.begin(), fields.pointers.end());
  return fields;
}

// call(inputs, outputs) of checked arrays.
template <class Call>
int applied(const Operators& operators, const CFI_cdesc_t* in, Rank in_rank, const CFI_cdesc_t* out,
            Rank out_rank, Call call) {
  Block block;
  if (const int code = block_of(operators.plan, WEFT_MODES, block); code != WEFT_SUCCESS) return code;
  const Fields from = fields_of(block, in, in_rank), to = fields_of(block, out, out_rank);
  if (!from.wrong.empty()) return keep(WEFT_INVALID_ARGUMENT, from.wrong);
  if (!to.wrong.empty()) return keep(WEFT_INVALID_ARGUMENT, to.wrong);
  return keep_last(call(from, to), block.n_axes);
}

// The same for sums over all processes: what is wrong on one is the error of all.
template <class Call>
int summed(const Operators& operators, const CFI_cdesc_t* a, const CFI_cdesc_t* b, Call call) {
  Block block;
  if (const int code = block_of(operators.plan, WEFT_MODES, block); code != WEFT_SUCCESS) return code;
  const Fields first = fields_of(block, a, Rank::either), second = fields_of(block, b, Rank::either);
  std::string wrong = first.wrong.empty() ? second.wrong : first.wrong;
  if (wrong.empty() && first.n() != second.n())
    wrong = "an inner product of " + std::to_string(first.n()) + " and " + std::to_string(second.n()) +
            " fields; give as many of each";
  const int code =
      weft_plan_agree(operators.plan, wrong.empty() ? WEFT_SUCCESS : WEFT_INVALID_ARGUMENT, wrong.c_str());
  if (code != WEFT_SUCCESS) return keep(code, weft_last_error());
  return keep_last(call(first, second), block.n_axes);
}

}  // namespace

extern "C" {

int weft_fortran_derivative(const weft_spectral* s, weft_plan* plan, Input in, Output out, int axis,
                            int order) {
  return applied({s, plan}, in, Rank::one_field, out, Rank::one_field,
                 [&](const Fields& from, const Fields& to) {
                   return weft_spectral_derivative(s, from.pointers[0], to.pointers[0], axis, order);
                 });
}

// operation: 0 the Laplacian, 1 its inverse.
int weft_fortran_laplacian(const weft_spectral* s, weft_plan* plan, Input in, Output out, int operation) {
  const auto call = operation == 0 ? weft_spectral_laplacian : weft_spectral_inverse_laplacian;
  return applied(
      {s, plan}, in, Rank::one_field, out, Rank::one_field,
      [&](const Fields& from, const Fields& to) { return call(s, from.pointers[0], to.pointers[0]); });
}

int weft_fortran_dealias(const weft_spectral* s, weft_plan* plan, Input in, Output out, int rule) {
  return applied({s, plan}, in, Rank::one_field, out, Rank::one_field,
                 [&](const Fields& from, const Fields& to) {
                   return weft_spectral_dealias(s, from.pointers[0], to.pointers[0], rule);
                 });
}

int weft_fortran_shift(const weft_spectral* s, weft_plan* plan, Input in, Output out,
                       const double displacement[]) {
  return applied({s, plan}, in, Rank::one_field, out, Rank::one_field,
                 [&](const Fields& from, const Fields& to) {
                   return weft_spectral_shift(s, from.pointers[0], to.pointers[0], displacement);
                 });
}

int weft_fortran_gradient(const weft_spectral* s, weft_plan* plan, Input in, Output out) {
  return applied({s, plan}, in, Rank::one_field, out, Rank::several_fields,
                 [&](const Fields& from, const Fields& to) {
                   return weft_spectral_gradient(s, from.pointers[0], to.n(), to.pointers.data());
                 });
}

int weft_fortran_divergence(const weft_spectral* s, weft_plan* plan, Input in, Output out) {
  return applied({s, plan}, in, Rank::several_fields, out, Rank::one_field,
                 [&](const Fields& from, const Fields& to) {
                   return weft_spectral_divergence(s, from.n(), from.pointers.data(), to.pointers[0]);
                 });
}

int weft_fortran_curl(const weft_spectral* s, weft_plan* plan, Input in, Output out, double factor) {
  return applied(
      {s, plan}, in, Rank::several_fields, out, Rank::either, [&](const Fields& from, const Fields& to) {
        return weft_spectral_curl(s, from.n(), from.pointers.data(), to.n(), to.pointers.data(), -factor);
      });
}

int weft_fortran_project(const weft_spectral* s, weft_plan* plan, Input in, Output out) {
  return applied({s, plan}, in, Rank::several_fields, out, Rank::several_fields,
                 [&](const Fields& from, const Fields& to) {
                   if (from.n() != to.n())
                     return keep(WEFT_INVALID_ARGUMENT, std::to_string(from.n()) + " inputs and " +
                                                            std::to_string(to.n()) +
                                                            " outputs were given; give as many of each");
                   return weft_spectral_project(s, from.n(), from.pointers.data(), to.pointers.data());
                 });
}

int weft_fortran_inner_product(const weft_spectral* s, weft_plan* plan, Input a, Input b, double* product) {
  return summed({s, plan}, a, b, [&](const Fields& x, const Fields& y) {
    return weft_spectral_inner_product(s, x.n(), x.pointers.data(), y.pointers.data(), product);
  });
}

int weft_fortran_energy_spectrum(const weft_spectral* s, weft_plan* plan, Input u, double width,
                                 double energy[]) {
  return summed({s, plan}, u, u, [&](const Fields& x, const Fields&) {
    return weft_spectral_energy_spectrum(s, x.n(), x.pointers.data(), width, energy);
  });
}

}  // extern "C"
