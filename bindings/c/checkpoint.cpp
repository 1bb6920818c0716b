// Checkpoints for C.
#include "weft/checkpoint.hpp"

#include <iterator>

#include "handles.hpp"
#include "weft/array_functions.hpp"
#include "weft/weft_checkpoint.h"

using namespace weft::c;

struct weft_checkpoint_writer {
  weft::CheckpointWriter value;
};

struct weft_checkpoint {
  weft::Checkpoint value;
  std::string choice;  // as it was last asked for
};

namespace {

weft::CheckpointWriter& of(weft_checkpoint_writer* writer) {
  return at(writer, "the checkpoint writer").value;
}
const weft::Checkpoint& of(const weft_checkpoint* checkpoint) {
  return at(checkpoint, "the checkpoint").value;
}

std::string name_at(const char* name) { return &at(name, "the name"); }

// A path that may be NULL on some processes.
std::string agreed_path(MPI_Comm comm, const char* path) {
  weft::agree_on(comm, [&] { at(path, "the path"); });
  return path;
}

// The value that `make` makes of pointers, which may be wrong on some processes.
template <class Make>
int set(weft_checkpoint_writer* writer, const char* name, Make&& make) {
  return guarded([&] {
    weft::AttributeValue value;
    of(writer).agree([&] {
      name_at(name);
      value = make();
    });
    of(writer).set(name, value);
  });
}

template <class T>
const T& value_of(const weft_checkpoint* checkpoint, const char* name) {
  const weft::AttributeValue& value = of(checkpoint).value(name_at(name));
  const T* as_wanted = std::get_if<T>(&value);
  if (as_wanted == nullptr) of(checkpoint).get<T>(name);  // an Error that says what it is
  return *as_wanted;
}

template <class T>
const T& entry(const std::vector<T>& list, int i, const char* what) {
  if (i < 0 || i >= static_cast<int>(list.size()))
    fail(std::string(what) + " " + std::to_string(i) + " is asked for; the checkpoint has " +
         std::to_string(list.size()) + ", from 0 on");
  return list[static_cast<std::size_t>(i)];
}

int length_of(const weft::AttributeValue& value) {
  return std::visit(
      [](const auto& v) -> int {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>)
          return 1;
        else
          return static_cast<int>(v.size());
      },
      value);
}

}  // namespace

int weft_checkpoint_writer_create(weft_checkpoint_writer** writer, const char* path, MPI_Comm comm) {
  return guarded([&] {
    at(writer, "the pointer to the checkpoint writer") = nullptr;
    *writer = new weft_checkpoint_writer{weft::CheckpointWriter(agreed_path(comm, path), comm)};
  });
}

int weft_checkpoint_writer_create_f(weft_checkpoint_writer** writer, const char* path, int comm) {
  return weft_checkpoint_writer_create(writer, path, communicator_of_fortran(comm));
}

int weft_checkpoint_add(weft_checkpoint_writer* writer, const char* name,
                        const weft_distribution* distribution, const void* data, const char* units) {
  return guarded([&] {
    of(writer).agree([&] {
      name_at(name);
      at(distribution, "the distribution");
    });
    of(writer).add(name, distribution->value, data, units == nullptr ? "" : units);
  });
}

int weft_checkpoint_set_text(weft_checkpoint_writer* writer, const char* name, const char* value) {
  return set(writer, name, [&] { return std::string(&at(value, "the value")); });
}
int weft_checkpoint_set_number(weft_checkpoint_writer* writer, const char* name, double value) {
  return set(writer, name, [&] { return value; });
}
int weft_checkpoint_set_whole(weft_checkpoint_writer* writer, const char* name, int64_t value) {
  return set(writer, name, [&] { return value; });
}
int weft_checkpoint_set_texts(weft_checkpoint_writer* writer, const char* name, int n,
                              const char* const values[]) {
  return set(writer, name, [&] {
    std::vector<std::string> texts;
    const char* const* first = some(values, n, "values");
    for (int i = 0; i < n; ++i) texts.emplace_back(&at(first[i], "one of the values"));
    return texts;
  });
}
int weft_checkpoint_set_numbers(weft_checkpoint_writer* writer, const char* name, int n,
                                const double values[]) {
  return set(writer, name, [&] {
    const double* first = some(values, n, "values");
    return std::vector<double>(first, first + n);
  });
}
int weft_checkpoint_set_wholes(weft_checkpoint_writer* writer, const char* name, int n,
                               const int64_t values[]) {
  return set(writer, name, [&] {
    const int64_t* first = some(values, n, "values");
    return std::vector<std::int64_t>(first, first + n);
  });
}

int weft_checkpoint_add_plan(weft_checkpoint_writer* writer, const weft_plan* plan) {
  return guarded([&] {
    of(writer).agree([&] { at(plan, "the plan"); });
    of(writer).add_plan(plan->value);
  });
}

int weft_checkpoint_commit(weft_checkpoint_writer* writer) {
  return guarded([&] { of(writer).commit(); });
}

void weft_checkpoint_writer_free(weft_checkpoint_writer** writer) { release(writer); }

int weft_checkpoint_open(weft_checkpoint** checkpoint, const char* path, MPI_Comm comm, int check) {
  return guarded([&] {
    at(checkpoint, "the pointer to the checkpoint") = nullptr;
    using Check = weft::CheckpointCheck;
    const Check everything = Check::everything, headers = Check::headers;
    weft::agree_on(comm, [&] { one_of(check, everything, headers, "check"); });
    *checkpoint = new weft_checkpoint{
        weft::Checkpoint(agreed_path(comm, path), comm, one_of(check, everything, headers, "check")), ""};
  });
}

int weft_checkpoint_open_with(weft_checkpoint** checkpoint, const char* path, MPI_Comm comm,
                              const weft_options* options) {
  return guarded([&] {
    at(checkpoint, "the pointer to the checkpoint") = nullptr;
    *checkpoint = new weft_checkpoint{
        weft::Checkpoint(agreed_path(comm, path), comm, options_or_none(options, "checkpoint")), ""};
  });
}

int weft_checkpoint_open_with_f(weft_checkpoint** checkpoint, const char* path, int comm,
                                const weft_options* options) {
  return weft_checkpoint_open_with(checkpoint, path, communicator_of_fortran(comm), options);
}

int weft_checkpoint_open_f(weft_checkpoint** checkpoint, const char* path, int comm, int check) {
  return weft_checkpoint_open(checkpoint, path, communicator_of_fortran(comm), check);
}

void weft_checkpoint_free(weft_checkpoint** checkpoint) { release(checkpoint); }

int weft_checkpoint_path(const weft_checkpoint* checkpoint, const char** path) {
  return guarded([&] { give(path, of(checkpoint).path().c_str()); });
}
int weft_checkpoint_note(weft_checkpoint* checkpoint, const char** note) {
  return guarded([&] { give(note, of(checkpoint).note().c_str()); });
}

int weft_checkpoint_n_fields(const weft_checkpoint* checkpoint, int* n_fields) {
  return guarded([&] { give(n_fields, of(checkpoint).names().size()); });
}
int weft_checkpoint_field_name(const weft_checkpoint* checkpoint, int i, const char** name) {
  return guarded(
      [&] { give(name, of(checkpoint).info(entry(of(checkpoint).names(), i, "field")).name.c_str()); });
}
int weft_checkpoint_has_field(const weft_checkpoint* checkpoint, const char* name, int* has) {
  return guarded([&] { give(has, of(checkpoint).has_field(name_at(name))); });
}
int weft_checkpoint_field(const weft_checkpoint* checkpoint, const char* name, int* n_axes, int64_t shape[],
                          int* is_real, int* is_double, const char** units) {
  return guarded([&] {
    const weft::CheckpointField& field = of(checkpoint).info(name_at(name));
    give(n_axes, field.shape.size());
    give_all(shape, field.shape);
    give(is_real, field.element.is_real);
    give(is_double, field.element.is_double);
    give(units, field.units.c_str());
  });
}

int weft_checkpoint_read(const weft_checkpoint* checkpoint, const char* name,
                         const weft_distribution* distribution, void* data) {
  return guarded([&] {
    of(checkpoint).agree([&] {
      name_at(name);
      at(distribution, "the distribution");
    });
    of(checkpoint).read(name, distribution->value, data);
  });
}
int weft_checkpoint_verify(const weft_checkpoint* checkpoint) {
  return guarded([&] { of(checkpoint).verify(); });
}

int weft_checkpoint_n_values(const weft_checkpoint* checkpoint, int* n_values) {
  return guarded([&] { give(n_values, of(checkpoint).values().size()); });
}
int weft_checkpoint_value_name(const weft_checkpoint* checkpoint, int i, const char** name) {
  return guarded([&] {
    const weft::Attributes& values = of(checkpoint).values();
    if (i < 0 || i >= static_cast<int>(values.size()))
      fail("value " + std::to_string(i) + " is asked for; the checkpoint has " +
           std::to_string(values.size()) + ", from 0 on");
    give(name, std::next(values.begin(), i)->first.c_str());
  });
}
int weft_checkpoint_has_value(const weft_checkpoint* checkpoint, const char* name, int* has) {
  return guarded([&] { give(has, of(checkpoint).values().count(name_at(name)) != 0); });
}
int weft_checkpoint_value(const weft_checkpoint* checkpoint, const char* name, const char** kind, int* n) {
  return guarded([&] {
    static const char* const kinds[] = {"text", "number", "whole", "texts", "numbers", "wholes"};
    const weft::AttributeValue& value = of(checkpoint).value(name_at(name));
    give(kind, kinds[value.index()]);
    give(n, length_of(value));
  });
}
int weft_checkpoint_get_text(const weft_checkpoint* checkpoint, const char* name, const char** value) {
  return guarded([&] { give(value, value_of<std::string>(checkpoint, name).c_str()); });
}
int weft_checkpoint_get_number(const weft_checkpoint* checkpoint, const char* name, double* value) {
  return guarded([&] { give(value, of(checkpoint).get<double>(name_at(name))); });
}
int weft_checkpoint_get_whole(const weft_checkpoint* checkpoint, const char* name, int64_t* value) {
  return guarded([&] { give(value, value_of<std::int64_t>(checkpoint, name)); });
}
int weft_checkpoint_get_texts(const weft_checkpoint* checkpoint, const char* name, int i,
                              const char** value) {
  return guarded(
      [&] { give(value, entry(value_of<std::vector<std::string>>(checkpoint, name), i, "text").c_str()); });
}
int weft_checkpoint_get_numbers(const weft_checkpoint* checkpoint, const char* name, int* n,
                                const double** values) {
  return guarded([&] {
    const auto& list = value_of<std::vector<double>>(checkpoint, name);
    give(n, list.size());
    give(values, list.data());
  });
}
int weft_checkpoint_get_wholes(const weft_checkpoint* checkpoint, const char* name, int* n,
                               const int64_t** values) {
  return guarded([&] {
    const auto& list = value_of<std::vector<std::int64_t>>(checkpoint, name);
    give(n, list.size());
    give(values, list.data());
  });
}

int weft_checkpoint_has_plan(const weft_checkpoint* checkpoint, int* has) {
  return guarded([&] { give(has, of(checkpoint).has_plan()); });
}
int weft_checkpoint_choice(weft_checkpoint* checkpoint, const char** choice) {
  return guarded([&] { give_text(choice, checkpoint->choice, weft::to_text(of(checkpoint).choice())); });
}
int weft_checkpoint_make_plan(weft_checkpoint* checkpoint, weft_plan** plan, const weft_options* options) {
  return guarded([&] {
    at(plan, "the pointer to the plan") = nullptr;
    of(checkpoint);
    *plan =
        new weft_plan{checkpoint->value.make_plan(options == nullptr ? weft::Options() : options->value), ""};
  });
}
