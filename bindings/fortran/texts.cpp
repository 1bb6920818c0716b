// Texts between C's and Fortran's way to count axes, and the words of the last error.
//
// The library speaks of axes in few forms, listed in `forms`; everything else in a text is left as it is.
#include <chrono>
#include <cstdlib>
#include <regex>
#include <sstream>
#include <thread>
#include <vector>

#include "support.hpp"

namespace weft::fortran {
namespace {

std::string& last_words() {
  thread_local std::string text;
  return text;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::string join_reversed(const std::vector<std::string>& parts, char separator) {
  std::string text;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part)
    text += (text.empty() ? "" : std::string(1, separator)) + *part;
  return text;
}

std::string axis(const std::string& number, int n_axes) { return std::to_string(n_axes - std::stol(number)); }

// "8x6x4" to "4x6x8".
std::string turned_shape(const std::string& text) { return join_reversed(split(text, 'x'), 'x'); }

// "0,2" of three axes to "1,3": reversed, since C lists from slow to fast and Fortran from fast to slow.
std::string turned_axes(const std::string& text, int n_axes) {
  std::vector<std::string> parts = split(text, ',');
  for (std::string& part : parts) part = axis(part, n_axes);
  return join_reversed(parts, ',');
}

// "2,1" to "1,2": a sequence in time, which keeps its order.
std::string renamed_axes(const std::string& text, int n_axes) {
  std::string renamed;
  for (const std::string& part : split(text, ','))
    renamed += (renamed.empty() ? "" : ",") + axis(part, n_axes);
  return renamed;
}

// One form of speech: how it looks, and what it reads in Fortran.
struct Form {
  std::regex looks;
  std::string (*turn)(const std::smatch& match, int n_axes);
  bool knows_axes;  // n_axes is needed
};

std::string list_or_word(const std::string& text, int n_axes) {
  static const std::regex list(R"(-?\d{1,9}(,-?\d{1,9})*)");
  return std::regex_match(text, list) ? turned_axes(text, n_axes) : text;
}

// Tried in this order at each place of the text.
const std::vector<Form>& forms() {
  static const std::vector<Form> table = {
      {std::regex(R"('axes' is (\S+) on process (\d+) and (\S+) on)"),
       [](const std::smatch& m, int d) {
         return "'axes' is " + list_or_word(m[1], d) + " on process " + m[2].str() + " and " +
                list_or_word(m[3], d) + " on";
       },
       true},
      {std::regex(R"('lengths' is (\S+) on process (\d+) and (\S+) on)"),
       [](const std::smatch& m, int) {
         return "'lengths' is " + join_reversed(split(m[1], ','), ',') + " on process " + m[2].str() +
                " and " + join_reversed(split(m[3], ','), ',') + " on";
       },
       false},
      {std::regex("the halo is NULL; pass one that was created and is not freed"),
       [](const std::smatch&, int) { return std::string(no_halo); }, false},
      {std::regex(R"((transform axes |sweep )(\d{1,9}(?:,\d{1,9})*)(?!\d))"),
       [](const std::smatch& m, int d) { return m[1].str() + renamed_axes(m[2], d); }, true},
      {std::regex(R"(the axes (\d{1,9}) to (\d{1,9})(?!\d))"),
       [](const std::smatch& m, int d) { return "the axes " + axis(m[2], d) + " to " + axis(m[1], d); },
       true},
      {std::regex(
           R"((axes (?:are |of the (?:points|modes) is )?|memory order )(-?\d{1,9}(?:,-?\d{1,9})*)(?!\d))"),
       [](const std::smatch& m, int d) { return m[1].str() + turned_axes(m[2], d); }, true},
      {std::regex("once, from slowest to fastest varying"),
       [](const std::smatch&, int) { return std::string("once, from fastest to slowest varying"); }, false},
      {std::regex(R"(axis (-?\d{1,9})(?!\d))"),
       [](const std::smatch& m, int d) { return "axis " + axis(m[1], d); }, true},
      {std::regex(R"(('order' is |and )C( on process))"),
       [](const std::smatch& m, int) { return m[1].str() + "Fortran" + m[2].str(); }, false},
      {std::regex(R"(\b(?:yes|no)(?:,(?:yes|no))+\b)"),  // one for each axis
       [](const std::smatch& m, int) { return join_reversed(split(m[0], ','), ','); }, false},
      {std::regex(R"(\b\d+(?:x\d+)+\b)"), [](const std::smatch& m, int) { return turned_shape(m[0]); },
       false},
  };
  return table;
}

}  // namespace

std::string to_fortran(const std::string& text, int n_axes) {
  // The environment is shared with programs in other languages: its texts are quoted as they are.
  if (text.rfind("environment variable", 0) == 0) return text;
  std::string turned;
  for (auto place = text.begin(); place != text.end();) {
    const Form* next = nullptr;
    std::smatch nearest;
    for (const Form& form : forms()) {
      std::smatch match;
      if (form.knows_axes && n_axes == 0) continue;
      const auto flags = place == text.begin() ? std::regex_constants::match_default
                                               : std::regex_constants::match_prev_avail;
      if (!std::regex_search(place, text.end(), match, form.looks, flags)) continue;
      if (next != nullptr && match.position() >= nearest.position()) continue;
      next = &form;
      nearest = match;
    }
    if (next == nullptr) return turned.append(place, text.end());
    turned.append(place, place + nearest.position()).append(next->turn(nearest, n_axes));
    place += nearest.position() + nearest.length();
  }
  return turned;
}

int keep(int code, const std::string& message) {
  last_words() = message;
  return code;
}

int keep_last(int code, int n_axes) {
  return code == WEFT_SUCCESS ? code : keep(code, to_fortran(weft_last_error(), n_axes));
}

}  // namespace weft::fortran

using namespace weft::fortran;

extern "C" {

const char* weft_fortran_last_error() { return last_words().c_str(); }
int weft_fortran_keep(int code, const char* message) { return keep(code, message); }
int weft_fortran_keep_last(int code, int n_axes) { return keep_last(code, n_axes); }

// Valid until the next call in this thread.
const char* weft_fortran_text(const char* text, int n_axes) {
  thread_local std::string turned;
  turned = to_fortran(text, n_axes);
  return turned.c_str();
}

// The value of key "axes", "1,3" and "0,2" of three axes, in either direction. NULL if it is no list.
const char* weft_fortran_axes(const char* text, int n_axes) {
  thread_local std::string turned;
  turned = text;
  static const std::regex list(R"( *-?\d{1,9}( *, *-?\d{1,9})* *)");
  if (turned == "all") return turned.c_str();
  if (!std::regex_match(turned, list)) return nullptr;
  turned = turned_axes(turned, n_axes);
  return turned.c_str();
}

// Ends the job, or this process where MPI is not running, with the status of the program weft.
void weft_fortran_end_job() {
  int initialised = 0, finalised = 0;
  MPI_Initialized(&initialised);
  MPI_Finalized(&finalised);
  if (initialised != 0 && finalised == 0) {
    // The launcher of MPICH drops what it has not yet read when a job ends: time for the words to arrive.
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  std::exit(2);
}

}  // extern "C"
