// What the Fortran module needs and Fortran cannot do: array descriptors, and texts turned to Fortran's axes.
//
// Fortran axis f (from 1, the fastest in memory) of d axes is C axis d - f, so every list that goes by axes
// or by grid dimensions is reversed. Texts follow the same rule: "8x6x4" reads "4x6x8", "axis 0" reads
// "axis 3". Functions of C linkage are called by the modules of this folder only; they are no interface.
#pragma once

#include <ISO_Fortran_binding.h>

#include <cstdint>
#include <string>
#include <vector>

// MPI in C alone: mpifort links nothing of MPI in C++.
#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#include "weft/weft.h"
#include "weft/weft_arrays.h"

namespace weft::fortran {

// The arrays that functions of C linkage take; bindings/generate.py reads their declarations. Fortran passes
// descriptors, without copies: of an array that is read or written in the call, or also after it, NULL if
// there is none.
using Input = const CFI_cdesc_t*;
using Output = const CFI_cdesc_t*;
using LaterInput = const CFI_cdesc_t*;
using LaterOutput = const CFI_cdesc_t*;
// A pointer of Fortran, of any of the four types of elements, which the function associates.
using Pointer = CFI_cdesc_t*;

// A text of the library with its axes, shapes and grids as Fortran counts them. With n_axes = 0 nothing is
// known about axes, and only shapes and grids are turned.
std::string to_fortran(const std::string& text, int n_axes);

// Keeps the words of an error for weft_error_text(); returns `code`.
int keep(int code, const std::string& message);
// The same with those of weft_last_error(), turned to Fortran's axes. Does nothing for WEFT_SUCCESS.
int keep_last(int code, int n_axes);

// What `the halo is NULL` reads in Fortran.
inline constexpr const char* no_halo = "the halo was not created, or is destroyed; call create";

// The arrays of one side of a plan, or of a distribution, on this process, in Fortran's order of axes.
struct Block {
  int n_axes = 0;
  std::int64_t lower[WEFT_MAX_AXES] = {};    // global index of the first element, from 1
  std::int64_t shape[WEFT_MAX_AXES] = {};    // local lengths
  std::int64_t strides[WEFT_MAX_AXES] = {};  // bytes between neighbours
  std::int64_t n_elements = 0;               // spanned in memory
  int bytes = 0;                             // of an element
  CFI_type_t type = 0;                       // of an element
  const char* side = "";                     // "points", "modes", "wall", "elements"
  const char* owner = "plan";                // whose they are: "plan", "distribution"
  const char* maker = "";                    // the procedure that makes such an array
  bool empty() const { return n_elements == 0; }
};

// The fields that a caller passed.
struct Fields {
  std::vector<void*> pointers;
  std::string wrong;  // what is wrong with them, or ""
  int n() const { return static_cast<int>(pointers.size()); }
};

// Code and block of a side of `plan`.
int block_of(const weft_plan* plan, int side, Block& block);

// The same of a distribution: the block with its ghost cells.
int block_of(const weft_distribution* distribution, Block& block);

// Points `array` to new memory of zeros for a block, freed by weft_array_free(). Local.
int point_to_zeros(const Block& block, bool global, CFI_cdesc_t* array);

// What is wrong with a pointer for such an array, or ""; and points it to `memory`.
std::string pointer_complaint(const Block& block, const CFI_cdesc_t* array);
void point_to(const Block& block, void* memory, bool global, CFI_cdesc_t* array);

std::string in_words(CFI_type_t type);  // "real(c_double)", ...

// What is wrong with `array` as the block, or "". With `several` it has one more dimension, for fields.
std::string complaint(const Block& block, const CFI_cdesc_t* array, bool several);

// The address of an array, null for one that is not there; the number of axes of a distribution.
void* address_of(const CFI_cdesc_t* array);
int n_axes_of(const weft_distribution* distribution);

// call() after all processes have found their arrays right, with its words kept. `wrong` is what is wrong
// here, or "". Collective.
template <class Call>
int called(const weft_distribution* distribution, int n_axes, const std::string& wrong, Call&& call) {
  const int verdict = wrong.empty() ? WEFT_SUCCESS : WEFT_INVALID_ARGUMENT;
  const int code = weft_distribution_agree(distribution, verdict, wrong.c_str());
  if (code != WEFT_SUCCESS) return keep(code, weft_last_error());
  return keep_last(call(), n_axes);
}

// call(address) if `array` is one of the distribution on all processes, and nothing else is `wrong`.
// Collective.
template <class Call>
int with_array(const weft_distribution* distribution, const CFI_cdesc_t* array, Call&& call,
               const std::string& wrong = "") {
  Block block;
  if (const int code = block_of(distribution, block); code != WEFT_SUCCESS) return code;
  return called(distribution, block.n_axes, wrong.empty() ? complaint(block, array, false) : wrong,
                [&] { return call(address_of(array)); });
}

// "" unless both are given: options, and arguments that say the same.
inline std::string options_complaint(const weft_options* options, bool has_others) {
  return options != nullptr && has_others ? "options and other arguments are given; set all in the options"
                                          : "";
}

}  // namespace weft::fortran
