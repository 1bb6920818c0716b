// Functions of distributed arrays: sums, norms, extrema, random fields, and moves between processes.
//
// distribution, data: how the array is spread, and its memory on this process: a pointer, or a Field. The
//     memory holds distribution.memory_elements() elements in any order of the axes. Functions read and write
//     the owned elements, and skip ghost cells. The address may be null where the block is empty.
//
// "Collective" is over the communicator of the distribution. All arguments but the memory are the same on all
// processes, and all processes get the same Error. Error(invalid_argument) for null memory of a block that is
// not empty, and for a Field of other elements or too small. Error(mismatch) for arguments that differ
// between processes; Error(communication) if a process does not come. A function lists its other errors. Each
// function starts with one small reduction, which finds these errors.
// Example:
//   int n_processes = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
//   const weft::Layout rows{{6, 4}, {{n_processes}}, {0}, {}};
//   const weft::Distribution arrays(MPI_COMM_WORLD, rows, weft::element_type<double>());
//   auto u = arrays.allocate<double>();
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
// checked); converts implicitly from both. Not collective. Errors: none.
class ConstMemory {
 public:
  // The memory at an address.
  // address: of this process's array; null where its block is empty.
  ConstMemory(const void* address) : address_(address) {}  // NOLINT(google-explicit-constructor)
  // The memory of a field.
  // field: of this process's array.
  template <class T>
  ConstMemory(const Field<T>& field)  // NOLINT(google-explicit-constructor)
      : address_(field.data()), n_elements_(static_cast<Index>(field.size())), element_(element_type<T>()) {}
  const void* address() const { return address_; }  // where it begins
  Index n_elements() const { return n_elements_; }  // that it holds; -1: unknown
  ElementType element() const { return element_; }  // of a field, where n_elements() is known

 private:
  const void* address_;
  Index n_elements_ = -1;
  ElementType element_ = {};
};

// The memory of an array that a function writes. A raw pointer or a Field, as ConstMemory. Not collective.
// Errors: none.
// address, field: as of ConstMemory.
class Memory : public ConstMemory {
 public:
  // The memory at an address, or of a field.
  Memory(void* address) : ConstMemory(address) {}  // NOLINT(google-explicit-constructor)
  template <class T>
  Memory(Field<T>& field) : ConstMemory(field) {}  // NOLINT(google-explicit-constructor)
  void* address() const { return const_cast<void*>(ConstMemory::address()); }  // where it begins
};

// Makes checks of a program on all processes together: if any process finds an error, all get that of the
// lowest such rank, with its code and its message. Collective.
// In C++: `check` runs on every process, and throws an Error if something is wrong. It must not make
// collective calls.
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

// The type of sums of elements T: double, or std::complex<double>.
template <class T>
using SumOf = std::conditional_t<element_type<T>().is_real, double, std::complex<double>>;

// The sum of all elements. It is computed as with twice the digits of double precision and rounded once, also
// for single precision. For numbers x_i with the sum s the result is s (1 + e) + d, with |e| <= 2^-53 and |d|
// <= 2^-80 sum |x_i|. The method is that of Ogita, Rump and Oishi, SIAM J. Sci. Comput. 26, 2005. The result
// is the same on all processes. With any process count, layout and memory order it is the same within one
// unit in the last place, unless the sum cancels to less than 2^-27 of sum |x_i|. Infinities and NaN give the
// result of a plain loop. Collective.
// In C++: the imaginary part is 0 for real elements.
std::complex<double> sum(const Distribution& distribution, ConstMemory data);
// The mean of all elements, as accurate as `sum()`. Collective.
// In C++: the imaginary part is 0 for real elements.
std::complex<double> mean(const Distribution& distribution, ConstMemory data);
// The sum of conj(a_i) b_i: the first factor is conjugated, as by numpy.vdot. It is as accurate as `sum()`:
// each product of doubles keeps all its digits. Collective.
// a, b: the memory of two arrays of one distribution.
// In C++: the imaginary part is 0 for real elements.
std::complex<double> dot(const Distribution& distribution, ConstMemory a, ConstMemory b);
// The sum, mean or product of fields of T, real if T is real. Collective.
// a, b: the memory of two arrays of one distribution.
template <class T>
SumOf<T> sum(const Distribution& distribution, const Field<T>& data);
template <class T>
SumOf<T> mean(const Distribution& distribution, const Field<T>& data);
template <class T>
SumOf<T> dot(const Distribution& distribution, const Field<T>& a, const Field<T>& b);

// Which norm: sum |x_i|, sqrt(sum |x_i|^2), or max |x_i|.
enum class NormOrder { one, two, infinity };
// The norm of all elements as one vector. Collective.
// order: one, sum |x_i|; two, sqrt(sum |x_i|^2), also where squares overflow or vanish; or infinity, max
//     |x_i|. Error(invalid_argument) for others.
double norm(const Distribution& distribution, ConstMemory data, NormOrder order = NormOrder::two);

// --- extrema -----------------------------------------------------------------------------------------

// An extreme value and its global index: of equal values the first in C order.
struct Extremum {
  double value = 0;
  Extents index;
};
// The smallest element and its global index: of equal elements the first in C order. If any element is NaN,
// the value is NaN and the index that of the first NaN, as in numpy. Error(invalid_argument) for complex
// elements, which have no order. Collective.
Extremum minimum(const Distribution& distribution, ConstMemory data);
// The largest element and its global index; otherwise as `minimum()`. Collective.
Extremum maximum(const Distribution& distribution, ConstMemory data);

// The number of elements whose magnitude is not below a bound; NaN counts. With the bound infinity these are
// the elements that are not finite: whether a simulation has blown up. In all languages.
// bound: above 0, the same on all processes; else Error(invalid_argument), Error(mismatch).
// Collective over the communicator of the distribution.
Index count_outside(const Distribution& distribution, ConstMemory data, double bound);

// --- random fields -----------------------------------------------------------------------------------
// Philox4x64-10 generates numbers by their position (Salmon, Moraes, Dror and Shaw, SC11). The element with
// the C-order index i has word i of the stream of the key (seed, 0); complex elements have words 2i and 2i+1.
// Word i is numpy.random.Philox(key=seed).random_raw(i + 1)[i].

// Fills an array with random numbers of uniform distribution in low <= x < high. The numbers depend on the
// seed and the global index alone, not on the process count, layout or memory order (Philox4x64-10: Salmon,
// Moraes, Dror and Shaw, SC11). Real and imaginary parts of complex elements are independent. Doubles in [0,
// 1) are those of numpy.random.Generator(numpy.random.Philox(key=seed)).random(shape). Their distance from
// low is a multiple of 2^-53 (high - low). Single precision has the same numbers to its digits, in multiples
// of 2^-24. Collective.
// seed: any. Independent fields need different seeds; a uniform and a normal field of one seed are not
//     independent.
// low, high: the bounds, 0 and 1 if not given; Error(invalid_argument) unless low < high are finite.
void random_uniform(const Distribution& distribution, Memory data, std::uint64_t seed, double low = 0,
                    double high = 1);
// Fills an array with random numbers of normal distribution, also each part of complex elements. By the
// method of Box and Muller words 2k and 2k+1 of the stream of `random_uniform()` give numbers 2k and 2k+1.
// The last digit may depend on the machine's library of elementary functions. Collective.
// seed: as of `random_uniform()`.
// mean, deviation: of the distribution, 0 and 1 if not given; the deviation is that of each part of complex
//     elements. Error(invalid_argument) unless both are finite and deviation >= 0.
void random_normal(const Distribution& distribution, Memory data, std::uint64_t seed, double mean = 0,
                   double deviation = 1);

// --- moves -------------------------------------------------------------------------------------------
// Elements travel in messages of a few hundred kilobytes, a few at a time: a move of an array of any size
// takes a few megabytes of memory. Dense arrays have the axes of the distribution, in C order without gaps,
// and its elements. Errors are as of all functions here.
// region: a box of global indices within the array, which may be empty; Error(invalid_argument) for others.

inline constexpr int everywhere = -1;

// Collects the whole array, or a region of it, in a dense array on one process or on all. Collective.
// region: a box of global indices within the array, which may be empty, else Error(invalid_argument); if not
//     given, the whole array.
// out: receives the elements, in C order without gaps; on other processes than `root` it is not used and may
//     be null.
// root: the rank that receives them, or everywhere; Error(invalid_argument) for others.
// Example:
//   int n_processes = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
//   const weft::Distribution arrays(MPI_COMM_WORLD, {{6, 4}, {{n_processes}}, {0}, {}},
//                                   weft::element_type<double>());
//   auto u = arrays.allocate<double>();
//   weft::fill(arrays, u, [](const weft::Extents& i) { return static_cast<double>(10 * i[0] + i[1]); });
//   std::vector<double> row(4);
//   weft::gather(arrays, u, weft::Box{{{5, 6}, {0, 4}}}, row.data());
//   assert(row == (std::vector<double>{50, 51, 52, 53}));
void gather(const Distribution& distribution, ConstMemory data, void* out, int root = everywhere);
void gather(const Distribution& distribution, ConstMemory data, const Box& region, void* out,
            int root = everywhere);

// Spreads a dense array of one process over the array, or over a region of it; elements outside the region
// stay unchanged. Collective.
// region: as of `gather()`.
// in: the elements, in C order without gaps; on other processes than `root` it is not used and may be null.
// root: the rank that has them; Error(invalid_argument) for others.
void scatter(const Distribution& distribution, const void* in, int root, Memory data);
void scatter(const Distribution& distribution, const Box& region, const void* in, int root, Memory data);

// Gives each process a box of the array. Collective; regions and their arrays may differ.
// region: the box for this process, of global indices within the array; it may be empty.
//     Error(invalid_argument) for others.
// out: receives the elements of the region, in C order without gaps; null for an empty region.
// Example:
//   int n_processes = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
//   const weft::Distribution arrays(MPI_COMM_WORLD, {{6, 4}, {{n_processes}}, {0}, {}},
//                                   weft::element_type<double>());
//   auto u = arrays.allocate<double>();
//   weft::fill(arrays, u, [](const weft::Extents& i) { return static_cast<double>(10 * i[0] + i[1]); });
//   double corner = 0;  // on process 0; the others ask for nothing
//   const weft::Index wanted = arrays.rank() == 0 ? 1 : 0;
//   weft::read_box(arrays, u, weft::Box{{{5, 5 + wanted}, {3, 3 + wanted}}}, &corner);
//   assert(arrays.rank() != 0 || corner == 53);
void read_box(const Distribution& distribution, ConstMemory data, const Box& region, void* out);
// Writes a box of the array from each process. Collective; regions and their arrays may differ.
// region: the box that this process writes, as of `read_box()`; Error(invalid_argument) if those of several
//     processes overlap.
// in: the new elements of the region, in C order without gaps; null for an empty region.
void write_box(const Distribution& distribution, const Box& region, const void* in, Memory data);

// Moves all elements of an array to one with another layout, memory order, or ghost cells (those of the
// output stay unchanged). For repeated moves a plan that transforms nothing is faster: it chooses among
// exchanges, and plans the move once instead of in every call. Collective.
// from, to: distributions of the same shape, element type and communicator; else Error(invalid_argument).
// in, out: the arrays, spread as `from` and as `to`; Error(invalid_argument) if they overlap.
// In C++: `redistribution()` is the problem of that plan.
void redistribute(const Distribution& from, ConstMemory in, const Distribution& to, Memory out);

// --- element by element ------------------------------------------------------------------------------

// Visits each owned element, in the order of the memory. Not collective. Errors: only those of the function.
// visit: a function that is called with the global index of the element (Extents) and with its offset, in
//     elements from the beginning of the memory.
template <class Visit>
void for_each_index(const Distribution& distribution, Visit&& visit);

// Sets each owned element to a function of its global index. Not collective. Error(invalid_argument) unless T
// is the element type of the distribution.
// value: the function, which is called with the global index of the element (Extents).
// Example:
//   int n_processes = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
//   const weft::Distribution arrays(MPI_COMM_WORLD, {{6, 4}, {{n_processes}}, {0}, {}},
//                                   weft::element_type<double>(), {1, 0});
//   auto u = arrays.allocate<double>();
//   weft::fill(arrays, u, [](const weft::Extents& i) { return std::sin(0.5 * static_cast<double>(i[0])); });
template <class T, class Value>
void fill(const Distribution& distribution, T* data, Value&& value);
template <class T, class Value>
void fill(const Distribution& distribution, Field<T>& data, Value&& value);

}  // namespace weft

#include "weft/array_templates.hpp"  // IWYU pragma: export
