// Finding and loading MKL, which ends the program where a part of it is missing: its parts are looked for
// before any of its functions is called.
#include "kernels/mkl_library.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "weft/words.hpp"

namespace weft::inline kernels {

namespace {

namespace fs = std::filesystem;

constexpr const char* variable = "WEFT_MKL";

// The folder in which MKL looks for its parts.
fs::path folder_of(void* handle) {
  std::error_code error;
  const fs::path file = fs::canonical(file_of_library(handle), error);
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

MklLibrary load(const std::string& file, MklThreads threads) {
  const bool is_loaded = dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD) != nullptr;
  void* handle = open_library(file, RTLD_LAZY);
  MklLibrary mkl;
  mkl.file = file_of_library(handle);
  const auto take_one = [&](const char* name, auto& function) { take(handle, name, "libmkl_rt", function); };
  take_one("DftiCreateDescriptor", mkl.create);
  take_one("DftiSetValue", mkl.set_value);
  take_one("DftiCommitDescriptor", mkl.commit);
  take_one("DftiComputeForward", mkl.forward);
  take_one("DftiComputeBackward", mkl.backward);
  take_one("DftiFreeDescriptor", mkl.free);
  take_one("DftiErrorMessage", mkl.message);
  take_one("MKL_Set_Threading_Layer", mkl.set_threading_layer);
  take_one("MKL_Set_Num_Threads", mkl.set_num_threads);
  take_one("MKL_Get_Version", mkl.get_version);
  check_parts(folder_of(handle));
  if (!is_loaded) mkl.set_threading_layer(static_cast<int>(threads));
  mkl.version = version_of(mkl);
  return mkl;
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

}  // namespace

std::vector<std::string> mkl_files() {
  if (!environment(variable).empty()) return told_files(variable);
  constexpr std::array names{"libmkl_rt.so.3", "libmkl_rt.so.2", "libmkl_rt.so.1", "libmkl_rt.so"};
  std::vector<std::string> files;
  for (const char* name : names)
    for (const std::string& file : as_loader_finds(name)) files.push_back(file);
  for (const std::string& folder : mkl_folders())
    for (const char* name : names) files.push_back(folder + "/" + name);
  return files;
}

const MklSearch& find_mkl(MklThreads threads) {
  return search_once<MklLibrary>(variable, [threads] {
    return search_library<MklLibrary>(
        {"MKL", variable, mkl_files(),
         "the loader finds no libmkl_rt.so, and there is none in " + join(mkl_folders()),
         "set WEFT_MKL to the file libmkl_rt.so of a complete MKL, or choose another backend, as "
         "backend=native"},
        [threads](const std::string& file) { return load(file, threads); });
  });
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
