// Looking for FFTW among what the process has loaded.
//
// The next definition in the loader's order is FFTW's where the program is linked with it. A Python module
// has loaded it for itself, perhaps under another file name: so all loaded libraries are asked in turn.
#include "fftw.hpp"

#include <dlfcn.h>
#include <link.h>

#include <string>
#include <vector>

namespace weft::fftw_mpi {

namespace {

// Is the address in this library, or in another copy of it (one that is linked, and one that is preloaded)?
bool is_own(const void* address) {
  Dl_info info = {};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return false;
  const std::string file = info.dli_fname;
  return file.find("libweft_fftw3", file.rfind('/') + 1) != std::string::npos;
}

std::vector<std::string> loaded_libraries() {
  std::vector<std::string> names;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* list) {
        if (info->dlpi_name != nullptr && *info->dlpi_name != '\0')
          static_cast<std::vector<std::string>*>(list)->emplace_back(info->dlpi_name);
        return 0;
      },
      &names);
  return names;
}

void* find_loaded(const char* name) {
  if (void* next = dlsym(RTLD_NEXT, name); next != nullptr && !is_own(next)) return next;
  for (const std::string& file : loaded_libraries()) {
    void* library = dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (library == nullptr) continue;
    void* found = dlsym(library, name);
    dlclose(library);  // what had loaded it keeps it
    if (found != nullptr && !is_own(found)) return found;
  }
  return nullptr;
}

// Debian's FFTW with MPI is built for Open MPI; into the processes of another MPI library none is loaded.
bool load_library() {
#ifdef OPEN_MPI
  static const bool is_loaded = dlopen(FFTW_LIBRARY, RTLD_LAZY | RTLD_LOCAL) != nullptr;
  return is_loaded;
#else
  return false;
#endif
}

}  // namespace

int& InsideFftw::depth() {
  static thread_local int depth = 0;
  return depth;
}

void* find_fftw(const char* name, bool load) {
  void* found = find_loaded(name);
  if (found == nullptr && load && load_library()) found = find_loaded(name);
  return found;
}

void* fftw_address(std::atomic<void*>& known, const char* name, bool load) {
  void* found = known.load(std::memory_order_acquire);
  if (found == nullptr) {
    found = find_fftw(name, load);
    known.store(found, std::memory_order_release);
  }
  return found;
}

}  // namespace weft::fftw_mpi
