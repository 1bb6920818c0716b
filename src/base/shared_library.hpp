// Shared libraries that are loaded when they are first wanted, FFTW and MKL: nothing of them is needed to
// build or to link, and nothing is loaded that somebody could have put where the program happens to run.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "weft/error.hpp"

namespace weft::inline base {

// The variable of the environment; empty if it is not set.
std::string environment(const char* name);

// What the loader finds by this name, without a folder.
std::vector<std::string> as_loader_finds(const std::string& name);

// The file that a variable of the environment names, as as_loader_finds() says if it is without a folder.
std::vector<std::string> told_files(const char* variable);

// True if the file exists, or can be opened by a name without a folder.
bool is_there(const std::string& file);

// All its calls of itself are bound now (RTLD_NOW) or when they are made. Throws Error(resource) in words of
// the loader. A library is never closed: neither FFTW nor MKL bear it.
void* open_library(const std::string& file, int binding);

// Where the loader found it.
std::string file_of_library(void* library);

// The address of a function or of data; null if the library and those that it needs have none of this name.
void* find_symbol(void* library, const std::string& name);

// Sets `function` to the one of that name. Throws Error(resource).
template <class Function>
void take(void* library, const std::string& name, const std::string& title, Function*& function) {
  function = reinterpret_cast<Function*>(find_symbol(library, name));
  if (function == nullptr)
    fail(ErrorCode::resource, "it has no function " + name + ", so it is not " + title);
}

template <class Library>
struct LibrarySearch {
  const Library* found = nullptr;  // null: there is none that can be used
  std::string missing;             // why not, and the remedy; empty if there is one

  // The library. Throws Error(resource) with the remedy where it is missing.
  const Library& needed() const {
    if (found == nullptr) fail(ErrorCode::resource, missing);
    return *found;
  }
};

// Where a library is looked for, and what is said if it is not there.
struct LibraryPlaces {
  std::string title;               // "MKL"
  const char* variable = nullptr;  // of the environment, which names the file: "WEFT_MKL"
  std::vector<std::string> files;
  std::string nowhere;  // "the loader finds no libmkl_rt.so"
  std::string remedy;
};

// The first of the files that `load` can use. `load` throws Error(resource) in words that go on after "FILE
// cannot be used: ".
template <class Library, class Load>
LibrarySearch<Library> search_library(const LibraryPlaces& places, const Load& load) {
  const bool is_told = !environment(places.variable).empty();
  std::string found;  // what is wrong with the first file that there is
  for (const std::string& file : places.files) {
    if (!is_told && !is_there(file)) continue;
    try {
      return {new Library(load(file)), ""};
    } catch (const Error& problem) {
      const std::string who = is_told ? std::string(", which ") + places.variable + " names," : "";
      if (found.empty()) found = file + who + " cannot be used: " + problem.what();
    }
  }
  return {nullptr,
          places.title + " is missing: " + (found.empty() ? places.nowhere : found) + "; " + places.remedy};
}

// What `search` finds, once for each value of the variable. Any thread may call it.
template <class Library, class Search>
const LibrarySearch<Library>& search_once(const char* variable, const Search& search) {
  static std::mutex one_at_a_time;
  static auto& known = *new std::map<std::string, LibrarySearch<Library>>;  // lives as long as the libraries
  const std::lock_guard lock(one_at_a_time);
  const auto [at, is_new] = known.try_emplace(environment(variable));
  if (is_new) at->second = search();
  return at->second;
}

}  // namespace weft::inline base
