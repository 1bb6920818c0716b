// Layouts, problems and options for C: values behind handles.
#include "handles.hpp"

using namespace weft::c;

namespace {

weft::Extents lengths(int n, const std::int64_t* values, const char* name) {
  some(values, n, name);
  return weft::Extents(values, values + n);
}

std::vector<int> numbers(int n, const int* values, const char* name) {
  some(values, n, name);
  return std::vector<int>(values, values + n);
}

// Sets a handle to a new object, or to NULL if that fails.
template <class Handle, class Make>
int create(Handle** handle, const char* name, Make&& make) {
  return guarded([&] {
    at(handle, name) = nullptr;
    *handle = new Handle{make(), {}};
  });
}

}  // namespace

// --- layouts -------------------------------------------------------------------------------------

int weft_layout_create(weft_layout** layout, int n_axes, const int64_t shape[], int n_dims, const int grid[],
                       const int cut[]) {
  return create(layout, "the pointer to the layout", [&] {
    weft::Layout made{
        lengths(n_axes, shape, "shape"), {numbers(n_dims, grid, "grid")}, numbers(n_dims, cut, "cut"), {}};
    weft::check(made);
    return made;
  });
}

int weft_layout_set_blocks(weft_layout* layout, int axis, int n_blocks, const int64_t sizes[]) {
  return guarded([&] {
    weft::Layout changed = at(layout, "the layout").value;
    const int n_axes = changed.n_axes();
    if (axis < 0 || axis >= n_axes)
      fail("axis " + std::to_string(axis) + " does not exist; the layout has the axes 0 to " +
           std::to_string(n_axes - 1));
    changed.splits.resize(static_cast<std::size_t>(n_axes));
    changed.splits[axis].block_sizes = lengths(n_blocks, sizes, "sizes");
    weft::check(changed);
    layout->value = std::move(changed);
  });
}

int weft_layout_set_ghosts(weft_layout* layout, const int64_t ghosts[]) {
  return guarded([&] {
    weft::Layout changed = at(layout, "the layout").value;
    changed.ghosts.clear();
    if (ghosts != nullptr) changed.ghosts = lengths(changed.n_axes(), ghosts, "ghosts");
    weft::check(changed);
    layout->value = std::move(changed);
  });
}

void weft_layout_free(weft_layout** layout) { release(layout); }

int weft_layout_shape(const weft_layout* layout, int* n_axes, int64_t shape[]) {
  return guarded([&] {
    give(n_axes, at(layout, "the layout").value.n_axes());
    give_all(shape, layout->value.shape);
  });
}

int weft_layout_grid(const weft_layout* layout, int* n_dims, int grid[], int cut[]) {
  return guarded([&] {
    const weft::Layout& value = at(layout, "the layout").value;
    give(n_dims, value.grid.dims.size());
    give_all(grid, value.grid.dims);
    give_all(cut, value.cut);
  });
}

int weft_layout_ghosts(const weft_layout* layout, int64_t ghosts[]) {
  return guarded([&] {
    const weft::Layout& value = at(layout, "the layout").value;
    give_all(ghosts, value.ghosts.empty() ? weft::Extents(value.shape.size(), 0) : value.ghosts);
  });
}

int weft_layout_box(const weft_layout* layout, int rank, int64_t begin[], int64_t end[]) {
  return guarded([&] {
    const weft::Layout& value = at(layout, "the layout").value;
    if (rank < 0 || rank >= value.n_processes())
      fail("there is no rank " + std::to_string(rank) + " in this layout; its ranks are 0 to " +
           std::to_string(value.n_processes() - 1));
    give_box(weft::box_of(value, rank), begin, end);
  });
}

int weft_layout_text(weft_layout* layout, const char** text) {
  return guarded([&] {
    auto& handle = at(layout, "the layout");
    give_text(text, handle.text, weft::to_text(handle.value));
  });
}

// --- problems ------------------------------------------------------------------------------------

int weft_problem_create(weft_problem** problem, const char* transform, int n_axes, const int64_t shape[]) {
  return create(problem, "the pointer to the problem", [&] {
    weft::Problem made = weft::c2c(lengths(n_axes, shape, "shape"));
    weft::set(made, "transform", &at(transform, "transform"));
    weft::Problem known = made;  // the kinds of its axes come later
    if (known.transform == weft::Transform::r2r) known.transform = weft::Transform::c2c;
    weft::check(known);
    if (made.transform == weft::Transform::none) made.order = weft::Order::c;
    return made;
  });
}

int weft_problem_set(weft_problem* problem, const char* key, const char* value) {
  return guarded([&] { weft::set(at(problem, "the problem").value, &at(key, "key"), &at(value, "value")); });
}

int weft_problem_get(weft_problem* problem, const char* key, const char** value) {
  return guarded([&] {
    auto& handle = at(problem, "the problem");
    give_text(value, handle.text, weft::get(handle.value, &at(key, "key")));
  });
}

int weft_problem_set_layout(weft_problem* problem, int side, const weft_layout* layout) {
  return guarded([&] {
    weft::Problem& value = at(problem, "the problem").value;
    one_of(side, value.points, value.modes, "side") = at(layout, "the layout").value;
  });
}

int weft_problem_shape(const weft_problem* problem, int side, int* n_axes, int64_t shape[]) {
  return guarded([&] {
    const weft::Problem& value = at(problem, "the problem").value;
    const weft::Extents modes = weft::modes_shape(value);
    give(n_axes, value.shape.size());
    give_all(shape, one_of(side, value.shape, modes, "side"));
  });
}

void weft_problem_free(weft_problem** problem) { release(problem); }

// --- options -------------------------------------------------------------------------------------

int weft_options_create(weft_options** options) { return weft_options_create_for(options, "plan"); }

int weft_options_create_for(weft_options** options, const char* object) {
  return create(options, "the pointer to the options",
                [&] { return weft::options_for(&at(object, "the object")); });
}

int weft_options_set(weft_options* options, const char* key, const char* value) {
  return guarded([&] { at(options, "the options").value.set(&at(key, "key"), &at(value, "value")); });
}

int weft_options_get(weft_options* options, const char* key, const char** value) {
  return guarded([&] {
    auto& handle = at(options, "the options");
    give_text(value, handle.text, handle.value.get(&at(key, "key")));
  });
}

void weft_options_free(weft_options** options) { release(options); }
