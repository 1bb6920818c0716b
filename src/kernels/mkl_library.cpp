// Finding and loading MKL.
//
// MKL ends the program where a part of it is missing, so its parts are looked for before any of its functions
// is called. And it puts all its names, those of an FFTW of its own among them, where every library of the
// program looks for names: FFTW is put in front of them first (fftw.cpp).
#include "kernels/mkl_library.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>

#include "kernels/fftw.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::inline kernels {

namespace {

namespace fs = std::filesystem;

constexpr const char* variable = "WEFT_MKL";
constexpr const char* remedy =
    "set WEFT_MKL to the file libmkl_rt.so of a complete MKL, or choose another backend, as backend=native";

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The folder in which MKL looks for its parts.
fs::path folder_of(void* handle) {
  const link_map* map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) return {};
  std::error_code error;
  const fs::path file = fs::canonical(map->l_name, error);
  return error ? fs::path() : file.parent_path();
}

void check_parts(const fs::path& folder) {
  for (const std::string part : {"libmkl_core.so", "libmkl_sequential.so", "libmkl_intel_"}) {
    std::error_code error;
    const fs::directory_iterator files(folder, error);
    if (std::none_of(begin(files), end(files), [&](const fs::directory_entry& file) {
          return file.path().filename().string().starts_with(part);
        }))
      fail(ErrorCode::resource, "it is not complete: " + folder.string() + " has no " + part +
                                    (part.ends_with("_") ? "*.so" : ""));
  }
}

template <class Function>
void take(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  if (function == nullptr)
    fail(ErrorCode::resource, std::string("it has no function ") + name + ", so it is not libmkl_rt");
}

// The name of the loaded file libmkl_NAME.so that has the kernels for this processor; empty if there is none.
std::string processor_part() {
  std::string found;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        const std::string file = fs::path(info->dlpi_name).filename().string();
        for (const std::string part : {"def", "mc3", "avx", "avx2", "avx512", "avx10"})
          if (file.starts_with("libmkl_" + part + ".so")) *static_cast<std::string*>(result) = part;
        return 0;
      },
      &found);
  return found;
}

// MKL chooses its code for the processor when the first transform is committed.
std::string version_of(const MklLibrary& mkl) {
  struct {  // MKLVersion
    int major, minor, update;
    const char *status, *build, *processor, *platform;
  } version{};
  mkl.get_version(&version);
  MklTransform(mkl, Dfti::double_precision, Dfti::complex, {2}).commit();
  const std::string part = processor_part();
  return "mkl-" + std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
         std::to_string(version.update) + (part.empty() ? "" : "-" + part);
}

// Throws Error(resource) in words that go on after "FILE cannot be used: ".
MklLibrary load(const std::string& file, MklThreads threads) {
  const bool is_loaded = dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD) != nullptr;
  put_fftw_in_front();
  void* handle = dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) fail(ErrorCode::resource, dlerror());
  MklLibrary mkl;
  mkl.file = file;
  take(handle, "DftiCreateDescriptor", mkl.create);
  take(handle, "DftiSetValue", mkl.set_value);
  take(handle, "DftiCommitDescriptor", mkl.commit);
  take(handle, "DftiComputeForward", mkl.forward);
  take(handle, "DftiComputeBackward", mkl.backward);
  take(handle, "DftiFreeDescriptor", mkl.free);
  take(handle, "DftiErrorMessage", mkl.message);
  take(handle, "MKL_Set_Threading_Layer", mkl.set_threading_layer);
  take(handle, "MKL_Set_Num_Threads", mkl.set_num_threads);
  take(handle, "MKL_Get_Version", mkl.get_version);
  check_parts(folder_of(handle));
  if (!is_loaded) mkl.set_threading_layer(static_cast<int>(threads));
  mkl.version = version_of(mkl);
  return mkl;
}

bool is_there(const std::string& file) {
  std::error_code error;
  if (file.find('/') != std::string::npos) return fs::exists(file, error);
  void* handle = dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (handle != nullptr) dlclose(handle);
  return handle != nullptr;
}

// The folders in which the loader looks for what this library opens by its name, but for its cache.
std::vector<std::string> folders_of_loader() {
  Dl_info library{};
  if (dladdr(reinterpret_cast<void*>(&find_mkl), &library) == 0) return {};
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

// What the loader finds by this name. Where LD_LIBRARY_PATH has an empty element or another that depends on
// the current folder, whoever may write there could plant a library: the other folders are looked into by
// name.
std::vector<std::string> as_loader_finds(const std::string& name) {
  static const std::vector<std::string> folders = folders_of_loader();
  const auto is_absolute = [](const std::string& folder) { return folder.starts_with('/'); };
  if (std::all_of(folders.begin(), folders.end(), is_absolute)) return {name};
  std::vector<std::string> files;
  for (const std::string& folder : folders)
    if (is_absolute(folder)) files.push_back(folder + "/" + name);
  return files;
}

// Where a name without a folder is not found by the loader.
std::vector<std::string> mkl_folders() {
  std::vector<std::string> folders;
  const auto add = [&](const std::string& root, std::initializer_list<const char*> inside) {
    for (const char* folder : inside)
      if (!root.empty()) folders.push_back(root + "/" + folder);
  };
  add(environment("MKLROOT"), {"lib", "lib/intel64"});
  add(environment("VIRTUAL_ENV"), {"lib"});
  add(environment("CONDA_PREFIX"), {"lib"});
  add("/opt/intel/oneapi/mkl/latest", {"lib", "lib/intel64"});
  return folders;
}

MklSearch search(MklThreads threads) {
  const bool is_told = !environment(variable).empty();
  std::string found;  // what is wrong with the first file that there is
  for (const std::string& file : mkl_files()) {
    if (!is_told && !is_there(file)) continue;
    try {
      return {new MklLibrary(load(file, threads)), ""};
    } catch (const Error& problem) {
      if (found.empty())
        found = file + (is_told ? ", which WEFT_MKL names," : "") + " cannot be used: " + problem.what();
    }
  }
  if (found.empty()) found = "the loader finds no libmkl_rt.so, and there is none in " + join(mkl_folders());
  return {nullptr, "MKL is missing: " + found + "; " + remedy};
}

}  // namespace

std::vector<std::string> mkl_files() {
  if (const std::string told = environment(variable); !told.empty())
    return told.find('/') == std::string::npos ? as_loader_finds(told) : std::vector{told};
  constexpr std::array names{"libmkl_rt.so.3", "libmkl_rt.so.2", "libmkl_rt.so.1", "libmkl_rt.so"};
  std::vector<std::string> files;
  for (const char* name : names)
    for (const std::string& file : as_loader_finds(name)) files.push_back(file);
  for (const std::string& folder : mkl_folders())
    for (const char* name : names) files.push_back(folder + "/" + name);
  return files;
}

const MklSearch& find_mkl(MklThreads threads) {
  static std::mutex one_at_a_time;
  static auto& known = *new std::map<std::string, MklSearch>;  // by what WEFT_MKL says; lives as long as MKL
  const std::lock_guard lock(one_at_a_time);
  const auto [at, is_new] = known.try_emplace(environment(variable));
  if (is_new) at->second = search(threads);
  return at->second;
}

MklTransform::MklTransform(const MklLibrary& mkl, int precision, int domain,
                           const std::vector<MklInteger>& lengths)
    : mkl_(mkl) {
  for (MklInteger length : lengths) name_ += (name_.empty() ? "" : "x") + std::to_string(length);
  const auto n_axes = static_cast<MklInteger>(lengths.size());
  // A single length is passed as it is, several by their address.
  check(n_axes == 1 ? mkl_.create(&transform_, precision, domain, n_axes, lengths[0])
                    : mkl_.create(&transform_, precision, domain, n_axes, lengths.data()));
}

MklTransform::~MklTransform() { mkl_.free(&transform_); }

void MklTransform::check(MklInteger status) const {
  if (status != 0)
    fail(ErrorCode::resource, "MKL refuses a transform of " + name_ + " points: " + mkl_.message(status));
}

}  // namespace weft::inline kernels
