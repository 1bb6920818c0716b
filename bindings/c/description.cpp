// Dry runs for C.
#include "handles.hpp"

using namespace weft::c;

namespace {

const weft::Description& description_of(const weft_description* description) {
  return at(description, "the description").value;
}

const weft::Counts& counts_of(const weft_description* description, int direction) {
  const weft::Description& value = description_of(description);
  return one_of(direction, value.forward, value.backward, "direction");
}

template <class T>
const T& step(const std::vector<T>& steps, int i, const char* what) {
  if (i < 0 || i >= static_cast<int>(steps.size()))
    fail("there is no " + std::string(what) + " " + std::to_string(i) + "; there are " +
         std::to_string(steps.size()));
  return steps[i];
}

}  // namespace

int weft_describe(weft_description** description, const weft_problem* problem, int n_processes, int rank,
                  const weft_options* options, int processes_per_node) {
  return guarded([&] {
    at(description, "the pointer to the description") = nullptr;
    const weft::Options chosen = options == nullptr ? weft::Options() : options->value;
    *description = new weft_description{
        weft::describe(at(problem, "the problem").value, n_processes, rank, chosen, processes_per_node), {}};
  });
}

void weft_description_free(weft_description** description) { release(description); }

int weft_description_choice(weft_description* description, const char** text) {
  return guarded([&] {
    auto& handle = at(description, "the description");
    give_text(text, handle.text, weft::to_text(handle.value.choice));
  });
}

int weft_description_layout(const weft_description* description, int side, weft_layout** copy) {
  return guarded([&] {
    const weft::Description& value = description_of(description);
    give_layout(one_of(side, value.points, value.modes, "side"), copy);
  });
}

int weft_description_box(const weft_description* description, int side, int64_t begin[], int64_t end[]) {
  return guarded([&] {
    const weft::Description& value = description_of(description);
    give_box(one_of(side, value.points_box, value.modes_box, "side"), begin, end);
  });
}

int weft_description_n_axes(const weft_description* description, int* n_axes) {
  return guarded([&] { give(n_axes, description_of(description).points.n_axes()); });
}

int weft_description_storage(const weft_description* description, int side, int64_t shape[], int order[],
                             int64_t strides[], int64_t* n_elements) {
  return guarded([&] {
    const weft::Description& value = description_of(description);
    give_storage(one_of(side, value.points_storage, value.modes_storage, "side"), shape, order, strides,
                 n_elements);
  });
}

int weft_description_memory(const weft_description* description, int64_t* stages, int64_t* windows,
                            int64_t* tiles) {
  return guarded([&] {
    const weft::PlanMemory& memory = description_of(description).memory;
    give(stages, memory.stages);
    give(windows, memory.windows);
    give(tiles, memory.tiles);
  });
}

int weft_description_n_steps(const weft_description* description, int direction, int* n_sweeps,
                             int* n_exchanges) {
  return guarded([&] {
    give(n_sweeps, counts_of(description, direction).sweeps.size());
    give(n_exchanges, counts_of(description, direction).exchanges.size());
  });
}

int weft_description_sweep(const weft_description* description, int direction, int i, int* n_axes, int axes[],
                           int64_t* bytes_read, int64_t* bytes_written) {
  return guarded([&] {
    const weft::SweepCounts& sweep = step(counts_of(description, direction).sweeps, i, "sweep");
    give(n_axes, sweep.axes.size());
    give_all(axes, sweep.axes);
    give(bytes_read, sweep.bytes_read);
    give(bytes_written, sweep.bytes_written);
  });
}

int weft_description_exchange(weft_description* description, int direction, int i, const char** name,
                              int64_t* messages, int64_t* bytes_sent, int64_t* peer_bytes, int64_t* flags) {
  return guarded([&] {
    const weft::ExchangeCounts& exchange = step(counts_of(description, direction).exchanges, i, "exchange");
    give_text(name, description->text, exchange.exchange);
    give(messages, exchange.messages);
    give(bytes_sent, exchange.bytes_sent);
    give(peer_bytes, exchange.peer_bytes);
    give(flags, exchange.flags);
  });
}
