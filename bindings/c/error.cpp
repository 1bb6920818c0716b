// Errors, versions and the tables of keys for C.
#include <new>

#include "handles.hpp"
#include "weft/version.hpp"

namespace weft::c {
namespace {

std::string& last_error() {
  thread_local std::string text;
  return text;
}

}  // namespace

int keep_error(int code, const char* message) {
  try {
    last_error() = message;
  } catch (const std::bad_alloc&) {
    last_error().clear();
  }
  return code;
}

int keep_current_exception() {
  try {
    throw;
  } catch (const Error& error) {
    return keep_error(static_cast<int>(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    return keep_error(WEFT_RESOURCE, "there is no memory left; use more processes");
  } catch (const std::exception& error) {
    return keep_error(WEFT_INTERNAL, error.what());
  } catch (...) {
    return keep_error(WEFT_INTERNAL, "an unknown exception");
  }
}

void throw_given(int code, const char* message) {
  if (code == WEFT_SUCCESS) return;
  const bool known = code >= WEFT_INVALID_ARGUMENT && code <= WEFT_COMMUNICATION;
  fail(known ? static_cast<ErrorCode>(code) : ErrorCode::invalid_argument,
       message == nullptr ? weft_error_name(code) : message);
}

void give_text(const char** result, std::string& kept, std::string text) {
  kept = std::move(text);
  give(result, kept.c_str());
}

void give_box(const Box& box, std::int64_t begin[], std::int64_t end[]) {
  for (std::size_t axis = 0; axis < box.ranges.size(); ++axis) {
    if (begin != nullptr) begin[axis] = box.ranges[axis].begin;
    if (end != nullptr) end[axis] = box.ranges[axis].end;
  }
}

void give_storage(const Storage& storage, std::int64_t shape[], int order[], std::int64_t strides[],
                  std::int64_t* n_elements) {
  give_all(shape, storage.shape);
  give_all(order, storage.order);
  give_all(strides, storage.strides);
  give(n_elements, storage.n_elements());
}

void give_layout(const Layout& layout, weft_layout** copy) {
  at(copy, "the pointer to the layout") = new weft_layout{layout, {}};
}

namespace {

int give_row(const std::vector<OptionRow>& table, int i, const char** key, const char** values,
             const char** standard, const char** meaning) {
  return guarded([&] {
    if (i < 0 || i >= static_cast<int>(table.size()))
      fail("there is no row " + std::to_string(i) + "; the rows are 0 to " +
           std::to_string(table.size() - 1));
    const OptionRow& row = table[i];
    give(key, row.key.c_str());
    give(values, row.values.c_str());
    give(standard, row.standard.c_str());
    give(meaning, row.meaning.c_str());
  });
}

}  // namespace
}  // namespace weft::c

using namespace weft::c;

const char* weft_last_error(void) { return last_error().c_str(); }

const char* weft_error_name(int code) {
  if (code == WEFT_SUCCESS) return "success";
  if (code == WEFT_INTERNAL) return "internal error";
  if (code < WEFT_SUCCESS || code > WEFT_INTERNAL) return "unknown";
  return weft::name_of(static_cast<weft::ErrorCode>(code));
}

const char* weft_version(void) { return WEFT_VERSION; }

const char* weft_mpi_library(void) {
  static const std::string text = weft::mpi_library();
  return text.c_str();
}

const char* weft_fft_library(void) {
  static const std::string text = weft::fft_library();
  return text.c_str();
}

int weft_check_launcher(void) {
  return guarded([] { weft::check_launcher(); });
}

int weft_problem_row(int i, const char** key, const char** values, const char** standard,
                     const char** meaning) {
  return give_row(weft::problem_table(), i, key, values, standard, meaning);
}

int weft_option_row(int i, const char** key, const char** values, const char** standard,
                    const char** meaning) {
  return weft_option_row_of("plan", i, key, values, standard, meaning);
}

int weft_option_object(int i, const char** object) {
  return guarded([&] {
    const std::vector<std::string>& all = weft::option_objects();
    if (i < 0 || i >= static_cast<int>(all.size()))
      fail("there is no object " + std::to_string(i) + " with options; there are 0 to " +
           std::to_string(all.size() - 1));
    give(object, all[static_cast<std::size_t>(i)].c_str());
  });
}

int weft_option_row_of(const char* object, int i, const char** key, const char** values,
                       const char** standard, const char** meaning) {
  const std::vector<weft::OptionRow>* table = nullptr;
  const int code = guarded([&] { table = &weft::option_table(&at(object, "the object")); });
  return code == WEFT_SUCCESS ? give_row(*table, i, key, values, standard, meaning) : code;
}
