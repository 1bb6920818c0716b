// FFTW's functions in both precisions, by one name: Fftw<double>::mpi_plan_dft_3d is fftw_mpi_plan_dft_3d.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdio>

namespace of_double {
using Real = double;
using Length = std::ptrdiff_t;
#define FFTW(name) fftw_##name
#include "../../../bindings/fftw_mpi/functions.hpp"
#undef FFTW
extern "C" Handle fftw_mpi_plan_many_dft_f03(int, const Length*, Length, Length, Length, Complex*, Complex*,
                                             MPI_Fint, int, unsigned);
extern "C" Length fftw_mpi_local_size_3d_f03(Length, Length, Length, MPI_Fint, Length*, Length*);
}  // namespace of_double

namespace of_single {
using Real = float;
using Length = std::ptrdiff_t;
#define FFTW(name) fftwf_##name
#include "../../../bindings/fftw_mpi/functions.hpp"
#undef FFTW
extern "C" Handle fftwf_mpi_plan_many_dft_f03(int, const Length*, Length, Length, Length, Complex*, Complex*,
                                              MPI_Fint, int, unsigned);
extern "C" Length fftwf_mpi_local_size_3d_f03(Length, Length, Length, MPI_Fint, Length*, Length*);
}  // namespace of_single

namespace weft::test {

using Length = std::ptrdiff_t;

template <class Real>
struct Fftw;

#define FFTW_ALL(of)                                                                                         \
  of(mpi_plan_many_transpose) of(mpi_plan_transpose) of(mpi_plan_many_dft) of(mpi_plan_dft)                  \
      of(mpi_plan_dft_1d) of(mpi_plan_dft_2d) of(mpi_plan_dft_3d) of(mpi_plan_many_r2r) of(mpi_plan_r2r)     \
          of(mpi_plan_r2r_2d) of(mpi_plan_r2r_3d) of(mpi_plan_many_dft_r2c) of(mpi_plan_dft_r2c)             \
              of(mpi_plan_dft_r2c_2d) of(mpi_plan_dft_r2c_3d) of(mpi_plan_many_dft_c2r) of(mpi_plan_dft_c2r) \
                  of(mpi_plan_dft_c2r_2d) of(mpi_plan_dft_c2r_3d) of(mpi_local_size_many_transposed)         \
                      of(mpi_local_size_many) of(mpi_local_size_transposed) of(mpi_local_size)               \
                          of(mpi_local_size_many_1d) of(mpi_local_size_1d) of(mpi_local_size_2d)             \
                              of(mpi_local_size_2d_transposed) of(mpi_local_size_3d)                         \
                                  of(mpi_local_size_3d_transposed) of(execute) of(execute_dft)               \
                                      of(execute_dft_r2c) of(execute_dft_c2r) of(execute_r2r)                \
                                          of(mpi_execute_dft) of(mpi_execute_dft_r2c)                        \
                                              of(mpi_execute_dft_c2r) of(mpi_execute_r2r) of(destroy_plan)   \
                                                  of(print_plan) of(fprint_plan) of(sprint_plan) of(cost)    \
                                                      of(estimate_cost) of(flops) of(mpi_init)               \
                                                          of(mpi_cleanup) of(cleanup) of(set_timelimit)      \
                                                              of(mpi_gather_wisdom) of(mpi_broadcast_wisdom) \
                                                                  of(mpi_plan_many_dft_f03)                  \
                                                                      of(mpi_local_size_3d_f03)

#define FFTW_MEMBER(name) static constexpr auto name = &of_double::fftw_##name;
template <>
struct Fftw<double> {
  using Handle = of_double::Handle;
  FFTW_ALL(FFTW_MEMBER)
};
#undef FFTW_MEMBER
#define FFTW_MEMBER(name) static constexpr auto name = &of_single::fftwf_##name;
template <>
struct Fftw<float> {
  using Handle = of_single::Handle;
  FFTW_ALL(FFTW_MEMBER)
};
#undef FFTW_MEMBER

namespace flag {
enum : unsigned {
  measure = 0,
  destroy_input = 1U << 0,
  exhaustive = 1U << 3,
  preserve_input = 1U << 4,
  patient = 1U << 5,
  estimate = 1U << 6,
  wisdom_only = 1U << 21,
  scrambled_in = 1U << 27,
  scrambled_out = 1U << 28,
  transposed_in = 1U << 29,
  transposed_out = 1U << 30,
};
}

enum KindOfR2r { r2hc, hc2r, dht, redft00, redft01, redft10, redft11, rodft00, rodft01, rodft10, rodft11 };

}  // namespace weft::test
