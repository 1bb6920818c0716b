// Functions of distributed arrays: sums, norms, extrema, random fields, and moves between processes.
//
// Each takes the Distribution of the array and the address of its memory on this process: a pointer, or a
// Field. The memory holds distribution.memory_elements() elements in any order of the axes; what is read or
// written are the owned elements, ghost cells are skipped. A null pointer is right where the block is empty.
//
// Unless a function says otherwise it is collective over the communicator of the distribution, its arguments
// are the same on all processes (but for the memory), and all processes get the same Error: invalid_argument
// (null memory of a block that is not empty, a Field of other elements or too small, and what the function
// lists), mismatch (other arguments on another process), communication (some process does not come). All
// start with one small reduction, which finds these.
// Example:
//   int n_processes = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
//   const weft::Layout rows{{6, 4}, {{n_processes}}, {0}, {}};
//   const weft::Distribution arrays(MPI_COMM_WORLD, rows, weft::element_type<double>());
//   auto u = weft::make_field<double>(arrays);
//   weft::fill(arrays, u, [](const weft::Extents& i) { return static_cast<double>(10 * i[0] + i[1]); });
//   assert(weft::sum(arrays, u) == 636 && weft::mean(arrays, u) == 26.5);
//   assert(weft::maximum(arrays, u).value == 53);
#pragma once

#include <mpi.h>

#include <complex>
#include <cstdint>
#include <functional>
#include <type_traits>

#include "weft/distribution.hpp"
#include "weft/export.h"
#include "weft/field.hpp"
#include "weft/layout.hpp"

namespace weft WEFT_API {

// --- arguments -------------------------------------------------------------------------------------

// The memory of an array that a function reads. A raw pointer (unchecked) or a Field (type and size are
// checked); converts implicitly from both.
class ConstMemory {
 public:
  ConstMemory(const void* address) : address_(address) {}  // NOLINT(google-explicit-constructor)
  template <class T>
  ConstMemory(const Field<T>& field)  // NOLINT(google-explicit-constructor)
      : address_(field.data()), n_elements_(static_cast<Index>(field.size())), element_(element_type<T>()) {}
  const void* address() const { return address_; }
  Index n_elements() const { return n_elements_; }  // -1: unknown
  ElementType element() const { return element_; }  // if n_elements() is known

 private:
  const void* address_;
  Index n_elements_ = -1;
  ElementType element_ = {};
};

// The same of an array that a function writes.
class Memory : public ConstMemory {
 public:
  Memory(void* address) : ConstMemory(address) {}  // NOLINT(google-explicit-constructor)
  template <class T>
  Memory(Field<T>& field) : ConstMemory(field) {}  // NOLINT(google-explicit-constructor)
  void* address() const { return const_cast<void*>(ConstMemory::address()); }
};

// A field for the arrays of a distribution, zero. Its indices count from the beginning of the memory: with
// ghost cells from the first of these. T must be the element type: Error(invalid_argument). Not collective.
template <class T>
Field<T> make_field(const Distribution& distribution);

// Runs `check` on every process; if it throws an Error on any, all throw that of the lowest such rank.
// Nothing collective may happen in it.
// Example:
//   int n_processes = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
//   const weft::Distribution arrays(MPI_COMM_WORLD, {{64}, {{n_processes}}, {0}, {}},
//                                   weft::element_type<double>());
//   weft::agree_on(arrays, [&] {
//     if (arrays.box().empty())
//       throw weft::Error(weft::ErrorCode::invalid_argument, "a process has no points; use fewer processes");
//   });
void agree_on(const Distribution& distribution, const std::function<void()>& check);

// --- sums and norms ----------------------------------------------------------------------------------
// Of n numbers x_i the result is s (1 + e) + d with |e| <= 2^-53 and |d| <= 2^-80 sum |x_i|: as if computed
// with twice the digits of double and rounded once (sums of errors: Ogita, Rump and Oishi, SIAM J. Sci.
// Comput. 26, 2005), for single precision too. It is the same on all processes, and, unless the sum cancels
// to less than 2^-27 of sum |x_i|, the same within one unit in the last place on any process count, layout
// and memory order. Infinities and NaN give what a plain loop gives.

// What sums of elements T are: double, or std::complex<double>.
template <class T>
using SumOf = std::conditional_t<element_type<T>().is_real, double, std::complex<double>>;

// The sum of all elements, their mean; of real elements the imaginary part is 0.
std::complex<double> sum(const Distribution& distribution, ConstMemory data);
std::complex<double> mean(const Distribution& distribution, ConstMemory data);
// The sum of conj(a_i) b_i: the first factor is conjugated, as by numpy.vdot. Each product of doubles is kept
// with all its digits.
std::complex<double> dot(const Distribution& distribution, ConstMemory a, ConstMemory b);
// The same of fields of T, real where T is.
template <class T>
SumOf<T> sum(const Distribution& distribution, const Field<T>& data);
template <class T>
SumOf<T> mean(const Distribution& distribution, const Field<T>& data);
template <class T>
SumOf<T> dot(const Distribution& distribution, const Field<T>& a, const Field<T>& b);

// one: sum |x_i|; two: sqrt(sum |x_i|^2), also where squares overflow or vanish; infinity: max |x_i|.
enum class NormOrder { one, two, infinity };
double norm(const Distribution& distribution, ConstMemory data, NormOrder order = NormOrder::two);

// --- extrema -----------------------------------------------------------------------------------------

// An extreme value and the global index where it is: of equal ones the first in C order.
struct Extremum {
  double value = 0;
  Extents index;
};
// As numpy: if any element is NaN the value is NaN, and the index that of the first NaN. Complex elements are
// an Error(invalid_argument): they have no order.
Extremum minimum(const Distribution& distribution, ConstMemory data);
Extremum maximum(const Distribution& distribution, ConstMemory data);

// The number of elements whose magnitude is not below a bound; NaN is counted. With the bound infinity these
// are the elements that are no finite numbers: whether a simulation has blown up. In all languages.
// bound: above 0, the same on all processes; else Error(invalid_argument), Error(mismatch).
// Collective over the communicator of the distribution.
Index count_outside(const Distribution& distribution, ConstMemory data, double bound);

// --- random fields -----------------------------------------------------------------------------------
// Philox4x64-10, a generator of numbers by their position (Salmon, Moraes, Dror and Shaw, SC11): the number
// of the element with the C-order index i is word i of the stream of the key (seed, 0), whatever the process
// count, layout and memory order; complex elements take words 2i and 2i+1 for real and imaginary part,
// independently. Word i is numpy.random.Philox(key=seed).random_raw(i + 1)[i], so that random_uniform of
// doubles in [0, 1) is numpy.random.Generator(numpy.random.Philox(key=seed)).random(shape). Fields that shall
// be independent need seeds of their own; uniform and normal fields of one seed are not independent either.

// Equally distributed in low <= x < high; multiples of 2^-53 (high - low) off low in double, of 2^-24 in
// single precision, the same number to its digits. Error(invalid_argument) unless low < high are finite.
void random_uniform(const Distribution& distribution, Memory data, std::uint64_t seed, double low = 0,
                    double high = 1);
// Normally distributed with this mean and standard deviation, each part of complex elements too (Box and
// Muller: words 2k and 2k+1 give numbers 2k and 2k+1). The last digit may depend on the machine's library of
// elementary functions. Error(invalid_argument) unless both are finite and deviation >= 0.
void random_normal(const Distribution& distribution, Memory data, std::uint64_t seed, double mean = 0,
                   double deviation = 1);

// --- moves -------------------------------------------------------------------------------------------
// Elements travel in messages of a few hundred kilobytes, of which a few are under way at a time: arrays of
// any size move with a few megabytes of memory beside them. Dense arrays have the axes of the distribution,
// in C order without gaps, and its elements. Regions are boxes of global indices within the array; empty ones
// are legal: Error(invalid_argument) otherwise.

inline constexpr int everywhere = -1;

// The whole array, or a region of it, as a dense array `out` on process `root`, or on all. On the others
// `out` is not used and may be null.
// Example:
//   int n_processes = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
//   const weft::Distribution arrays(MPI_COMM_WORLD, {{6, 4}, {{n_processes}}, {0}, {}},
//                                   weft::element_type<double>());
//   auto u = weft::make_field<double>(arrays);
//   weft::fill(arrays, u, [](const weft::Extents& i) { return static_cast<double>(10 * i[0] + i[1]); });
//   std::vector<double> row(4);
//   weft::gather(arrays, u, weft::Box{{{5, 6}, {0, 4}}}, row.data());
//   assert(row == (std::vector<double>{50, 51, 52, 53}));
void gather(const Distribution& distribution, ConstMemory data, void* out, int root = everywhere);
void gather(const Distribution& distribution, ConstMemory data, const Box& region, void* out,
            int root = everywhere);

// The reverse: the elements of the array, or of a region of it, from a dense array `in` on process `root`.
// Elements outside the region stay as they are.
void scatter(const Distribution& distribution, const void* in, int root, Memory data);
void scatter(const Distribution& distribution, const Box& region, const void* in, int root, Memory data);

// Any box of the array, to whoever wants it: each process passes its own region, empty if it wants nothing,
// and gets it as a dense array `out` (null for an empty region).
// Example:
//   int n_processes = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
//   const weft::Distribution arrays(MPI_COMM_WORLD, {{6, 4}, {{n_processes}}, {0}, {}},
//                                   weft::element_type<double>());
//   auto u = weft::make_field<double>(arrays);
//   weft::fill(arrays, u, [](const weft::Extents& i) { return static_cast<double>(10 * i[0] + i[1]); });
//   double corner = 0;  // on process 0; the others ask for nothing
//   const weft::Index wanted = arrays.rank() == 0 ? 1 : 0;
//   weft::read_box(arrays, u, weft::Box{{{5, 5 + wanted}, {3, 3 + wanted}}}, &corner);
//   assert(arrays.rank() != 0 || corner == 53);
void read_box(const Distribution& distribution, ConstMemory data, const Box& region, void* out);
// The reverse: each process passes a region, and its new elements as a dense array `in`. Regions of several
// processes must not overlap: Error(invalid_argument).
void write_box(const Distribution& distribution, const Box& region, const void* in, Memory data);

// All elements of `in`, spread as `from`, to `out`, spread as `to`: another layout, memory order, or ghost
// cells (those of `out` stay as they are). Both distributions have the same shape, element type and
// communicator, and the arrays do not overlap: Error(invalid_argument). For a move that is made again and
// again a Plan of redistribution() is faster: it can choose among exchanges, and keeps what this works out in
// every call.
void redistribute(const Distribution& from, ConstMemory in, const Distribution& to, Memory out);

// --- element by element ------------------------------------------------------------------------------

// Calls visit(global index, offset in elements from the beginning of the memory) for each owned element, in
// the order of the memory. Not collective.
template <class Visit>
void for_each_index(const Distribution& distribution, Visit&& visit);

// Sets each owned element to value(global index). Not collective.
// Example:
//   int n_processes = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
//   const weft::Distribution arrays(MPI_COMM_WORLD, {{6, 4}, {{n_processes}}, {0}, {}},
//                                   weft::element_type<double>(), {1, 0});
//   auto u = weft::make_field<double>(arrays);
//   weft::fill(arrays, u, [](const weft::Extents& i) { return std::sin(0.5 * static_cast<double>(i[0])); });
template <class T, class Value>
void fill(const Distribution& distribution, T* data, Value&& value);
template <class T, class Value>
void fill(const Distribution& distribution, Field<T>& data, Value&& value);

}  // namespace weft

#include "weft/array_templates.hpp"  // IWYU pragma: export
