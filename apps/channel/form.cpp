// The table of forms of the nonlinear term.
#include "channel/form.hpp"

#include "weft/named_rows.hpp"

namespace weft::channel {
namespace {

void spread_skew(const ColumnTile& tile, const Waves& waves, const Vector& u, Lanes* work) {
  int output = 0;
  for (const Lanes* component : {u.x, u.y, u.z}) tile.write(component, output++);
  for (const Lanes* component : {u.x, u.y, u.z}) {
    tile.times_i(waves.alpha, component, work);
    tile.write(work, output++);
    tile.derivative(component, work);
    tile.write(work, output++);
    tile.times_i(waves.beta, component, work);
    tile.write(work, output++);
  }
}

// Subtracts the divergence of the symmetric tensor whose components above the diagonal are the inputs from 3
// on from minus the first three inputs.
void gather_skew(const ColumnTile& tile, const Waves& waves, const Vector& n, Lanes* work) {
  int input = 0;
  for (Lanes* component : {n.x, n.y, n.z}) {
    tile.read(input++, component);
    tile.multiply(-1, component, component);
  }
  tile.read(input++, work);  // uu
  tile.add_times_i(waves.minus_alpha, work, n.x);
  tile.read(input++, work);  // uv
  tile.add_derivative(-1, work, n.x);
  tile.add_times_i(waves.minus_alpha, work, n.y);
  tile.read(input++, work);  // uw
  tile.add_times_i(waves.minus_beta, work, n.x);
  tile.add_times_i(waves.minus_alpha, work, n.z);
  tile.read(input++, work);  // vv
  tile.add_derivative(-1, work, n.y);
  tile.read(input++, work);  // vw
  tile.add_times_i(waves.minus_beta, work, n.y);
  tile.add_derivative(-1, work, n.z);
  tile.read(input++, work);  // ww
  tile.add_times_i(waves.minus_beta, work, n.z);
}

void spread_rotational(const ColumnTile& tile, const Waves& waves, const Vector& u, Lanes* work) {
  int output = 0;
  for (const Lanes* component : {u.x, u.y, u.z}) tile.write(component, output++);
  tile.derivative(u.z, work);  // dw/dy - dv/dz
  tile.add_times_i(waves.minus_beta, u.y, work);
  tile.write(work, output++);
  tile.times_i(waves.beta, u.x, waves.minus_alpha, u.z, work);  // du/dz - dw/dx
  tile.write(work, output++);
  tile.times_i(waves.alpha, u.y, work);  // dv/dx - du/dy
  tile.add_derivative(-1, u.x, work);
  tile.write(work, output++);
}

void gather_rotational(const ColumnTile& tile, const Waves&, const Vector& n, Lanes*) {
  int input = 0;
  for (Lanes* component : {n.x, n.y, n.z}) tile.read(input++, component);
}

}  // namespace

const std::vector<Form>& forms() {
  static const std::vector<Form> table = {
      {"skew", 12, 9, weft::skew, spread_skew, gather_skew},
      {"rotational", 6, 3, weft::rotational, spread_rotational, gather_rotational},
  };
  return table;
}

const Form& find_form(const std::string& name) {
  return find_by_name(forms(), "form of the nonlinear term", name);
}

}  // namespace weft::channel
