// Finding and loading FFTW. Its calls of itself are bound at once: MKL, loaded later, has functions of the
// same names.
#include "kernels/fftw_library.hpp"

#include <dlfcn.h>

#include <filesystem>

namespace weft::inline kernels {

std::mutex fftw_planner;

namespace {

constexpr const char* fftw_variable = "WEFT_FFTW";
constexpr const char* fftw_title = "FFTW";

// How names of one precision differ.
struct PrecisionNames {
  const char* prefix;  // of functions
  const char* file;    // in names of files
  const char* other;   // of the other precision
};
constexpr PrecisionNames double_names{"fftw_", "fftw3.", "fftw3f."},
    single_names{"fftwf_", "fftw3f.", "fftw3."};

std::string standard_name(const PrecisionNames& names) { return std::string("lib") + names.file + "so.3"; }

// The library that has this precision, looked for in `file` first.
void* open_precision(const std::string& file, const PrecisionNames& names) {
  std::vector<std::string> files = {file};
  const std::filesystem::path path = file;
  std::string name = path.filename().string();
  if (const std::size_t at = name.find(names.other); path.has_parent_path() && at != std::string::npos)
    files.push_back(path.parent_path() / name.replace(at, std::string(names.other).size(), names.file));
  for (const std::string& found : as_loader_finds(standard_name(names))) files.push_back(found);
  for (const std::string& candidate : files) {
    if (!is_there(candidate)) continue;
    void* library = open_library(candidate, RTLD_NOW);
    if (find_symbol(library, std::string(names.prefix) + "execute") != nullptr) return library;
  }
  fail(ErrorCode::resource, "it has no " + std::string(names.prefix) + "execute, and there is no " +
                                standard_name(names) + " beside it or where the loader looks");
}

template <class Real>
void take_functions(void* library, const std::string& prefix, FftwFunctions<Real>& f) {
  const auto take_one = [&](const char* name, auto& function) {
    take(library, prefix + name, fftw_title, function);
  };
  take_one("plan_many_dft", f.plan_c2c);
  take_one("plan_many_dft_r2c", f.plan_r2c);
  take_one("plan_many_dft_c2r", f.plan_c2r);
  take_one("plan_guru64_r2r", f.plan_r2r);
  take_one("execute_dft", f.run_c2c);
  take_one("execute_dft_r2c", f.run_r2c);
  take_one("execute_dft_c2r", f.run_c2r);
  take_one("execute_r2r", f.run_r2r);
  take_one("destroy_plan", f.destroy);
  take_one("export_wisdom_to_string", f.export_wisdom);
  take_one("import_wisdom_from_string", f.import_wisdom);
  take_one("forget_wisdom", f.forget_wisdom);
}

FftwLibrary load_fftw(const std::string& file) {
  void* told = open_library(file, RTLD_NOW);
  if (find_symbol(told, "fftw_execute") == nullptr && find_symbol(told, "fftwf_execute") == nullptr)
    fail(ErrorCode::resource, "it has neither fftw_execute nor fftwf_execute, so it is not libfftw3.so");
  void* of_double = open_precision(file, double_names);
  void* of_single = open_precision(file, single_names);
  FftwLibrary fftw;
  fftw.files = {file_of_library(of_double), file_of_library(of_single)};
  const char* version = nullptr;
  take(of_double, "fftw_version", fftw_title, version);
  fftw.version = version;
  take_functions(of_double, double_names.prefix, fftw.of_double);
  take_functions(of_single, single_names.prefix, fftw.of_single);
  return fftw;
}

}  // namespace

const LibrarySearch<FftwLibrary>& find_fftw() {
  return search_once<FftwLibrary>(fftw_variable, [] {
    const bool is_told = !environment(fftw_variable).empty();
    return search_library<FftwLibrary>(
        {fftw_title, fftw_variable,
         is_told ? told_files(fftw_variable) : as_loader_finds(standard_name(double_names)),
         "the loader finds no " + standard_name(double_names),
         "install Debian's libfftw3-double3 and libfftw3-single3, or set WEFT_FFTW to a file libfftw3.so, or "
         "choose another backend, as backend=native"},
        load_fftw);
  });
}

}  // namespace weft::inline kernels
