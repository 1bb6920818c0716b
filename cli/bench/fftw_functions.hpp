// The FFTW that weft has loaded, for the peers that call functions of it which weft does not need. What is
// declared here are facts of its binary interface.
#pragma once

#include <dlfcn.h>

#include <filesystem>
#include <string>
#include <type_traits>

#include "weft/description.hpp"
#include "weft/error.hpp"

namespace weft::cli {

struct PlanOfFftw;  // opaque

template <class T>
constexpr bool is_single = std::is_same_v<T, float>;

[[noreturn]] inline void refuse(const std::string& reason) { fail(ErrorCode::not_applicable, reason); }

const std::string give_library =
    "install Debian's libfftw3-double3 and libfftw3-single3, or give --fftw-library a build of FFTW of this "
    "precision";

// The file that has the function.
inline std::filesystem::path file_of(const void* function) {
  Dl_info info{};
  return function != nullptr && dladdr(function, &info) != 0 ? std::filesystem::path(info.dli_fname)
                                                             : std::filesystem::path();
}

// Finds functions "fftw_NAME", all of which must be of the library that has `first`.
class Finder {
 public:
  Finder(void* library, std::string prefix, const char* first)
      : library_(library), prefix_(std::move(prefix)), file_(file_of(find(first))) {}

  void* find(const std::string& name) const { return dlsym(library_, (prefix_ + name).c_str()); }

  template <class Function>
  void find_one(const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(find(name));
    if (function == nullptr || file_of(reinterpret_cast<const void*>(function)) != file_)
      lacks_ = prefix_ + name;
  }

  void check() const {
    if (!lacks_.empty()) refuse(file_.string() + " lacks " + lacks_ + "; " + give_library);
  }

 private:
  void* library_;
  std::string prefix_;
  std::filesystem::path file_;
  std::string lacks_;
};

// The library of this precision. From now on other libraries find its functions, too: FFTW-MPI does.
template <class T>
void* open_fftw() {
  const std::vector<std::string> files = library_files("fftw");
  if (files.empty()) refuse(why_missing("fftw"));
  void* library = dlopen(files[is_single<T> ? 1 : 0].c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) refuse(dlerror());
  return library;
}

}  // namespace weft::cli
