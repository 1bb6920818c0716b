// The rates of the machine for C.
#include "handles.hpp"

using namespace weft::c;

int weft_measure_rates(MPI_Comm comm, const weft_options* options, double* alone_cached, double* alone_memory,
                       double* together_cached, double* together_memory, int64_t* cache_bytes) {
  return guarded([&] {
    const weft::Options chosen = options == nullptr ? weft::Options() : options->value;
    const weft::MachineRates rates = weft::measure_rates(comm, chosen);
    give(alone_cached, rates.alone.cached);
    give(alone_memory, rates.alone.memory);
    give(together_cached, rates.together.cached);
    give(together_memory, rates.together.memory);
    give(cache_bytes, rates.cache_bytes);
  });
}

int weft_measure_rates_f(int comm, const weft_options* options, double* alone_cached, double* alone_memory,
                         double* together_cached, double* together_memory, int64_t* cache_bytes) {
  return weft_measure_rates(communicator_of_fortran(comm), options, alone_cached, alone_memory,
                            together_cached, together_memory, cache_bytes);
}
