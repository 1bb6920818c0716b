// Halos for C.
#include "weft/halo.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "handles.hpp"
#include "weft/array_functions.hpp"
#include "weft/weft_halo.h"

using namespace weft::c;

namespace {

std::span<void* const> fields(int n, void* const* arrays) {
  return {some(arrays, n, "arrays"), static_cast<std::size_t>(n)};
}

}  // namespace

int weft_halo_create_with(weft_halo** halo, const weft_distribution* distribution,
                          const weft_options* options) {
  return guarded([&] {
    at(halo, "the pointer to the halo") = nullptr;
    const weft::Distribution& arrays = distribution_of(distribution);
    *halo = new weft_halo{weft::Halo(arrays, options_or_none(options, "halo")), {}};
  });
}

int weft_halo_create(weft_halo** halo, const weft_distribution* distribution, const int periodic[],
                     const char* exchange, int n_fields, int corners, double timeout) {
  return guarded([&] {
    at(halo, "the pointer to the halo") = nullptr;
    const weft::Distribution& arrays = at(distribution, "the distribution").value;
    weft::HaloOptions options;
    for (int axis = 0; periodic != nullptr && axis < arrays.layout().n_axes(); ++axis)
      options.periodic.push_back(periodic[axis] != 0);
    if (exchange != nullptr) options.exchange = exchange;
    options.n_fields = n_fields;
    options.corners = corners != 0;
    if (timeout != 0) options.timeout = timeout;
    *halo = new weft_halo{weft::Halo(arrays, options), {}};
  });
}

int weft_halo_close(weft_halo* halo) {
  return guarded([&] { halo_of(halo).close(); });
}

int weft_halo_free(weft_halo** halo) {
  if (halo == nullptr || *halo == nullptr) return WEFT_SUCCESS;
  const int code = weft_halo_close(*halo);
  delete *halo;
  *halo = nullptr;
  return code;
}

int weft_halo_exchange(weft_halo* halo, void* array) {
  return guarded([&] { halo_of(halo).exchange(array); });
}
int weft_halo_accumulate(weft_halo* halo, void* array) {
  return guarded([&] { halo_of(halo).accumulate(array); });
}
int weft_halo_exchange_fields(weft_halo* halo, int n_fields, void* const arrays[]) {
  return guarded([&] { halo_of(halo).exchange_fields(fields(n_fields, arrays)); });
}
int weft_halo_accumulate_fields(weft_halo* halo, int n_fields, void* const arrays[]) {
  return guarded([&] { halo_of(halo).accumulate_fields(fields(n_fields, arrays)); });
}
int weft_halo_exchange_start(weft_halo* halo, int n_fields, void* const arrays[]) {
  return guarded([&] { halo_of(halo).exchange_start(fields(n_fields, arrays)); });
}
int weft_halo_exchange_finish(weft_halo* halo) {
  return guarded([&] { halo_of(halo).exchange_finish(); });
}
int weft_halo_accumulate_start(weft_halo* halo, int n_fields, void* const arrays[]) {
  return guarded([&] { halo_of(halo).accumulate_start(fields(n_fields, arrays)); });
}
int weft_halo_accumulate_finish(weft_halo* halo) {
  return guarded([&] { halo_of(halo).accumulate_finish(); });
}
int weft_halo_progress(weft_halo* halo, int* done) {
  return guarded([&] {
    const bool all = halo_of(halo).progress();
    give(done, all ? 1 : 0);
  });
}

int weft_halo_allocate(weft_halo* halo, void** array) {
  return guarded([&] {
    at(array, "the pointer to the array") = nullptr;
    const weft::Distribution& arrays = halo_of(halo).arrays();
    const weft::Index bytes = arrays.memory_elements() * weft::bytes_of(arrays.element());
    *array = lend(halo_of(halo).shared_memory(bytes));
    if (*array != nullptr) return;
    const auto size = static_cast<std::size_t>(std::max<weft::Index>(bytes, 1));
    *array = ::operator new (size, std::align_val_t{64});  // as weft_array_free expects
    std::memset(*array, 0, size);
  });
}

int weft_halo_agree(weft_halo* halo, int code, const char* message) {
  return guarded([&] { weft::agree_on(halo_of(halo).arrays(), [&] { throw_given(code, message); }); });
}

int weft_halo_n_fields(const weft_halo* halo, int* n_fields) {
  return guarded([&] { give(n_fields, halo_of(halo).options().n_fields); });
}
int weft_halo_counts(const weft_halo* halo, int accumulate, int64_t* messages, int64_t* bytes_sent,
                     int64_t* peer_bytes, int64_t* flags) {
  return guarded([&] {
    const weft::ExchangeCounts both[2] = {halo_of(halo).exchange_counts(), halo_of(halo).accumulate_counts()};
    const weft::ExchangeCounts& counts = one_of(accumulate, both[0], both[1], "accumulate");
    give(messages, counts.messages);
    give(bytes_sent, counts.bytes_sent);
    give(peer_bytes, counts.peer_bytes);
    give(flags, counts.flags);
  });
}
int weft_halo_exchange_row(int i, const char** name) {
  return guarded([&] {
    const std::vector<std::string>& names = weft::halo_exchange_names();
    if (i < 0 || i >= static_cast<int>(names.size()))
      fail("there is no row " + std::to_string(i) + "; the rows are 0 to " +
           std::to_string(names.size() - 1));
    give(name, names[static_cast<std::size_t>(i)].c_str());
  });
}
