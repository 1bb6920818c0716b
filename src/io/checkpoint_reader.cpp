// Reading a checkpoint: process 0 looks at the seal and tells the others what it says; HDF5 is not asked.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>

#include "base/input_file.hpp"
#include "base/replacement.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "comm/communicators.hpp"
#include "io/checkpoint_fields.hpp"
#include "io/checkpoint_plan.hpp"
#include "io/checkpoint_seal.hpp"
#include "io/options.hpp"
#include "io/transfer.hpp"
#include "plan/task.hpp"
#include "tune/known_plans.hpp"
#include "weft/checkpoint.hpp"
#include "weft/error.hpp"
#include "weft/tuning.hpp"
#include "weft/weft.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

bool is_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

// Of a symbolic link, the predecessor lies beside the file that it points to.
std::string previous_of(const std::string& path) {
  std::error_code ignored;
  std::string beside = Replacement::previous_of(path);
  if (!std::filesystem::is_symlink(path, ignored) || std::filesystem::exists(beside, ignored)) return beside;
  const std::filesystem::path target = std::filesystem::weakly_canonical(path, ignored);
  return target.empty() ? beside : Replacement::previous_of(target.string());
}

// A checkpoint that is whole.
struct Opened {
  std::string path;
  Seal seal;
  std::string identity;  // of the file, on process 0
};

void check_data(MPI_Comm comm, const Opened& opened) {
  const std::vector<FieldSum> sums = sums_in_file(comm, opened.path, opened.seal.fields);
  std::vector<std::string> damaged;
  for (std::size_t i = 0; i < sums.size(); ++i)
    if (sums[i] != opened.seal.fields[i].sum) damaged.push_back("'" + opened.seal.fields[i].name + "'");
  if (damaged.empty()) return;
  fail(opened.path + ": the data of " + (damaged.size() > 1 ? "the fields " : "the field ") + join(damaged) +
       (damaged.size() > 1 ? " are" : " is") + " damaged (the checksum differs)");
}

Opened open_one(MPI_Comm comm, int rank, const std::string& path, CheckpointCheck check) {
  Opened opened{path, {}, {}};
  std::string text;
  weft::agree(comm, [&] {
    if (rank != 0) return;
    opened.identity = InputFile(path).identity();
    try {
      text = checked_seal(path);
    } catch (const Error& error) {
      const std::string said = error.what();
      fail(error.code(), said.find(path) == std::string::npos ? path + ": " + said : said);
    }
  });
  text = broadcast(comm, text, 0);
  weft::agree(comm, [&] { opened.seal = parse_seal(text); });
  if (check == CheckpointCheck::everything) check_data(comm, opened);
  return opened;
}

// Whether there are finite numbers among n of them that single precision does not hold.
bool has_too_large(const std::byte* numbers, Index n) {
  bool found = false;
  for (Index i = 0; i < n; ++i) {
    double x = 0;
    std::memcpy(&x, numbers + i * static_cast<Index>(sizeof x), sizeof x);
    found |= std::isfinite(x) && std::abs(x) > std::numeric_limits<float>::max();
  }
  return found;
}

std::string kind_of(ElementType element) { return element.is_real ? "real" : "complex"; }

void check_array(const SealedField& field, const std::string& path, const Distribution& distribution) {
  const std::string here = "the field '" + field.name + "' in " + path + " ";
  if (field.shape != distribution.layout().shape)
    fail(here + "has the shape " + to_text(field.shape) + ", the array " +
         to_text(distribution.layout().shape) +
         "; read it into an array of its own shape. To continue with another resolution, transform that "
         "array to "
         "modes, and the modes back to points by plans with fewer modes than points (`kept`)");
  if (field.element.is_real != distribution.element().is_real)
    fail(here + "is " + kind_of(field.element) + ", the array " + kind_of(distribution.element()) +
         "; pass an array of " + kind_of(field.element) + " numbers");
}

}  // namespace

struct WEFT_HIDDEN Checkpoint::Impl {
  std::shared_ptr<Communicators> processes;
  Opened opened;
  std::string given;     // path, as it was given
  std::string previous;  // path of its predecessor
  std::string note;
  std::vector<CheckpointField> fields;
  std::optional<Choice> choice;

  MPI_Comm base() const { return processes->base(); }
  void open(CheckpointCheck check);
  void add_note(const std::string& line) {
    if (note.find(line) == std::string::npos) note += (note.empty() ? "" : "\n") + line;
  }
  const SealedField& field(const std::string& name) const {
    for (const SealedField& one : opened.seal.fields)
      if (one.name == name) return one;
    std::vector<std::string> known;
    for (const SealedField& one : opened.seal.fields) known.push_back(one.name);
    const std::string none = "the checkpoint " + opened.path + " has no field '" + name + "'";
    fail(known.empty()
             ? none + ", nor any other"
             : none + "; the nearest is '" + nearest(name, known) + "' (it has: " + join(known) + ")");
  }
  void check_unchanged() const {
    if (processes->rank() == 0 &&
        (!is_there(opened.path) || InputFile(opened.path).identity() != opened.identity))
      fail(ErrorCode::resource, opened.path + " was replaced or changed since it was opened; open it again");
  }
  std::string remedy() const {
    return opened.path == given ? "; open " + previous + ", or restore the file from a copy"
                                : "; restore it from a copy";
  }
};

// PATH, else its predecessor.
void Checkpoint::Impl::open(CheckpointCheck check) {
  const int rank = processes->rank();
  previous = broadcast(base(), rank == 0 ? previous_of(given) : "", 0);
  std::optional<Error> first;
  try {
    opened = open_one(base(), rank, given, check);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::communication) throw;
    first = error;
  }
  if (!first) return;
  int has_previous = rank == 0 && is_there(previous) ? 1 : 0;
  check_mpi(MPI_Bcast(&has_previous, 1, MPI_INT, 0, base()), "looking for the previous checkpoint");
  if (has_previous == 0)
    fail(first->code(),
         std::string("no checkpoint can be read: ") + first->what() + "; and there is no " + previous);
  try {
    opened = open_one(base(), rank, previous, check);
  } catch (const Error& second) {
    if (second.code() == ErrorCode::communication) throw;
    fail(second.code(), std::string("no checkpoint can be read: ") + first->what() + "; and " +
                            second.what() + "; restore one of them from a copy");
  }
  add_note(std::string(first->what()) + "; the checkpoint before it is used, " + previous);
}

Checkpoint::Checkpoint(const std::string& path, MPI_Comm comm, CheckpointCheck check)
    : Checkpoint(path, comm, CheckpointOptions{check}) {}

Checkpoint::Checkpoint(const std::string& path, MPI_Comm comm, OptionTexts options)
    : Checkpoint(path, comm, agreed_options(communicators_of(comm)->base(), checkpoint_options(), options)) {}

Checkpoint::Checkpoint(const std::string& path, MPI_Comm comm, const Options& options)
    : Checkpoint(path, comm, agreed_options(communicators_of(comm)->base(), checkpoint_options(), options)) {}

Checkpoint::Checkpoint(const std::string& path, MPI_Comm comm, const CheckpointOptions& options)
    : impl_(std::make_unique<Impl>()) {
  const Doing doing("to open a checkpoint");
  impl_->processes = communicators_of(comm);
  impl_->given = path;
  std::vector<std::pair<std::string, std::string>> facts = checkpoint_options().facts(options);
  facts.insert(facts.begin(), {"path", path});
  require_equal(impl_->base(), facts, "to open a checkpoint");
  impl_->open(options.check);
  for (const SealedField& field : impl_->opened.seal.fields)
    impl_->fields.push_back({field.name, field.shape, field.element, field.units});
  if (has_plan())
    weft::agree(impl_->base(),
                [&] { impl_->choice = parse_choice(entry(impl_->opened.seal.plan, "choice")); });
}

Checkpoint::~Checkpoint() = default;
Checkpoint::Checkpoint(Checkpoint&&) noexcept = default;
Checkpoint& Checkpoint::operator=(Checkpoint&&) noexcept = default;

const std::string& Checkpoint::path() const { return impl_->opened.path; }
const std::string& Checkpoint::note() const { return impl_->note; }

std::vector<std::string> Checkpoint::names() const {
  std::vector<std::string> all;
  for (const CheckpointField& field : impl_->fields) all.push_back(field.name);
  return all;
}

bool Checkpoint::has_field(const std::string& name) const {
  return std::any_of(impl_->fields.begin(), impl_->fields.end(),
                     [&](const CheckpointField& field) { return field.name == name; });
}

const CheckpointField& Checkpoint::info(const std::string& name) const {
  impl_->field(name);  // or an Error
  return *std::find_if(impl_->fields.begin(), impl_->fields.end(),
                       [&](const CheckpointField& field) { return field.name == name; });
}

const Attributes& Checkpoint::values() const { return impl_->opened.seal.metadata; }

const AttributeValue& Checkpoint::value(const std::string& name) const {
  const auto found = values().find(name);
  if (found != values().end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [key, value] : values()) known.push_back(key);
  const std::string none = "the checkpoint " + path() + " has no value '" + name + "'";
  fail(known.empty()
           ? none + ", nor any other"
           : none + "; the nearest is '" + nearest(name, known) + "' (it has: " + join(known) + ")");
}

void Checkpoint::fail_type(const std::string& name) const {
  static const char* const kinds[] = {"a text",          "a number",          "a whole number",
                                      "a list of texts", "a list of numbers", "a list of whole numbers"};
  fail("the value '" + name + "' in " + path() + " is " + kinds[value(name).index()] + "; get that");
}

void Checkpoint::read(const std::string& name, const Distribution& distribution, void* data) const {
  const Doing doing("to read a checkpoint", default_timeout(),
                    whole_bytes(distribution.layout().shape, distribution.element()));
  const MPI_Comm base = impl_->base();
  require_equal(base, {{"name", name},
                       {"layout", to_text(distribution.layout())},
                       {"element type", to_text(distribution.element())}});
  weft::agree(base, [&] {
    check_same_processes(base, distribution);
    check_array(impl_->field(name), path(), distribution);
    check_memory(distribution, data, name);
    impl_->check_unchanged();
  });
  const SealedField& field = impl_->field(name);
  const bool narrows = field.element.is_double && !distribution.element().is_double;
  FieldSum sum;
  bool too_large = false;
  const auto seen = [&](const Box& chunk, const std::byte* elements, const Extents& strides) {
    sum += field_sum(field.shape, field.element, chunk, elements, strides);
    // What is converted lies in a buffer without gaps.
    if (narrows) too_large |= has_too_large(elements, chunk.n_points() * (field.element.is_real ? 1 : 2));
  };
  read_blocks(base, file_array(path(), field), memory_block(distribution),
              const_cast<std::byte*>(first_of(distribution, data)), chunk_bytes, seen);
  const bool is_right = sum_over(base, sum) == field.sum;
  weft::agree(base, [&] {
    impl_->check_unchanged();
    if (!is_right)
      fail("the field '" + name + "' in " + path() + " is damaged (the checksum differs)" + impl_->remedy());
    if (too_large)
      fail("the field '" + name + "' in " + path() +
           " has numbers that are too large for single precision; read it in double precision");
  });
}

void Checkpoint::verify() const {
  const Doing doing("to verify a checkpoint");
  weft::agree(impl_->base(), [&] { impl_->check_unchanged(); });
  check_data(impl_->base(), impl_->opened);
}

bool Checkpoint::has_plan() const { return !impl_->opened.seal.plan.empty(); }

const Choice& Checkpoint::choice() const {
  n_processes_of(impl_->opened.seal.plan);  // or an Error
  return *impl_->choice;
}

Problem Checkpoint::problem() const { return problem_of(impl_->opened.seal.plan, impl_->processes->size()); }

Options Checkpoint::plan_options(const Options& options) {
  const Doing doing("to make a plan from a checkpoint");
  const Ingredients& plan = impl_->opened.seal.plan;
  const Problem wanted = problem();
  const int n_before = n_processes_of(plan), n_now = impl_->processes->size();
  if (n_before != n_now) {
    impl_->add_note("the choice '" + entry(plan, "choice") + "' is for " + std::to_string(n_before) +
                    " processes, these are " + std::to_string(n_now) + "; it is left out" +
                    (has_layouts(plan) ? ", and the layouts of the problem with it" : ""));
    return options;
  }
  const PlanTask task = make_task(wanted, impl_->base(), *impl_->processes, options);
  if (task.settings.choice) return options;  // the caller knows better
  std::string fft_wisdom;
  weft::agree(impl_->base(), [&] { fft_wisdom = fft_wisdom_of(plan, impl_->processes->rank()); });
  const std::string refusal = refusal_of(task, entry(plan, "choice"), fft_wisdom);
  if (!refusal.empty()) {
    impl_->add_note("the choice '" + entry(plan, "choice") + "' is left out: " + refusal);
    return options;
  }
  return with_choice(options, choice());
}

Plan Checkpoint::make_plan(const Options& options) {
  const Options all = plan_options(options);
  return Plan(problem(), impl_->base(), all);
}

void Checkpoint::agree(const std::function<void()>& check) const { weft::agree(impl_->base(), check); }

}  // namespace weft
