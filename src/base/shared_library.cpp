// Finding and opening shared libraries.
#include "base/shared_library.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace weft::inline base {

namespace {

// The folders in which the loader looks for what this library opens by its name, but for its cache.
std::vector<std::string> folders_of_loader() {
  Dl_info library{};
  if (dladdr(reinterpret_cast<void*>(&open_library), &library) == 0) return {};
  void* self = dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (self == nullptr) self = dlopen(nullptr, RTLD_LAZY);  // weft is in the program itself
  Dl_serinfo size{};
  if (dlinfo(self, RTLD_DI_SERINFOSIZE, &size) != 0) return {};
  std::vector<char> memory(size.dls_size);
  auto* const found = new (memory.data()) Dl_serinfo(size);
  if (dlinfo(self, RTLD_DI_SERINFO, found) != 0) return {};
  std::vector<std::string> folders;
  for (unsigned i = 0; i < found->dls_cnt; ++i) folders.emplace_back(found->dls_serpath[i].dls_name);
  return folders;
}

}  // namespace

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Where LD_LIBRARY_PATH has an empty element or another that depends on the current folder, whoever may write
// there could plant a library: the other folders are looked into by name.
std::vector<std::string> as_loader_finds(const std::string& name) {
  static const std::vector<std::string> folders = folders_of_loader();
  const auto is_absolute = [](const std::string& folder) { return folder.starts_with('/'); };
  if (std::all_of(folders.begin(), folders.end(), is_absolute)) return {name};
  std::vector<std::string> files;
  for (const std::string& folder : folders)
    if (is_absolute(folder)) files.push_back(folder + "/" + name);
  return files;
}

std::vector<std::string> told_files(const char* variable) {
  const std::string told = environment(variable);
  if (told.empty()) return {};
  return told.find('/') == std::string::npos ? as_loader_finds(told) : std::vector{told};
}

bool is_there(const std::string& file) {
  std::error_code error;
  if (file.find('/') != std::string::npos) return std::filesystem::exists(file, error);
  void* handle = dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (handle != nullptr) dlclose(handle);
  return handle != nullptr;
}

void* open_library(const std::string& file, int binding) {
  void* library = dlopen(file.c_str(), binding | RTLD_LOCAL);
  if (library == nullptr) fail(ErrorCode::resource, dlerror());
  return library;
}

std::string file_of_library(void* library) {
  const link_map* map = nullptr;
  return dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 ? map->l_name : "";
}

void* find_symbol(void* library, const std::string& name) { return dlsym(library, name.c_str()); }

}  // namespace weft::inline base
