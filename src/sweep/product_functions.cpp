// Products of points, ready to be given to Plan::convolve.
//
// Compiled once for each instruction set by google/highway and chosen at run time. Each product is written
// once, for vectors of real numbers and for pairs of them that hold complex ones; what does not fill a vector
// goes one by one through the same code, so that a point gets the same bits in any block.
#include "codelets/targets.hpp"
// After that:
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sweep/product_functions.cpp"
#include <hwy/foreach_target.h>
// After foreach_target:
#include <hwy/highway.h>

#include <string>

#include "weft/products.hpp"
#include "weft/words.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline sweep {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D>
struct RealValue {
  hn::Vec<D> v;
};
template <class D>
struct ComplexValue {
  hn::Vec<D> re, im;
};

template <class D>
HWY_INLINE RealValue<D> operator*(RealValue<D> a, RealValue<D> b) {
  return {hn::Mul(a.v, b.v)};
}
template <class D>
HWY_INLINE RealValue<D> operator+(RealValue<D> a, RealValue<D> b) {
  return {hn::Add(a.v, b.v)};
}
template <class D>
HWY_INLINE RealValue<D> operator-(RealValue<D> a, RealValue<D> b) {
  return {hn::Sub(a.v, b.v)};
}
template <class D>
HWY_INLINE ComplexValue<D> operator*(ComplexValue<D> a, ComplexValue<D> b) {
  return {hn::Sub(hn::Mul(a.re, b.re), hn::Mul(a.im, b.im)),
          hn::Add(hn::Mul(a.re, b.im), hn::Mul(a.im, b.re))};
}
template <class D>
HWY_INLINE ComplexValue<D> operator+(ComplexValue<D> a, ComplexValue<D> b) {
  return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)};
}
template <class D>
HWY_INLINE ComplexValue<D> operator-(ComplexValue<D> a, ComplexValue<D> b) {
  return {hn::Sub(a.re, b.re), hn::Sub(a.im, b.im)};
}

// The fields of a block at the points of one vector.
template <class D>
class RealPoints {
 public:
  using T = hn::TFromD<D>;
  HWY_INLINE RealPoints(const PointsBlock& block, std::size_t i) : block_(block), i_(i) {}
  HWY_INLINE RealValue<D> get(std::size_t field) const {
    return {hn::LoadU(D(), static_cast<const T*>(block_.in[field]) + i_)};
  }
  HWY_INLINE void put(std::size_t field, RealValue<D> value) const {
    hn::StoreU(value.v, D(), static_cast<T*>(block_.out[field]) + i_);
  }
  HWY_INLINE RealValue<D> half(RealValue<D> a) const { return {hn::Mul(a.v, hn::Set(D(), T{0.5}))}; }

 private:
  const PointsBlock& block_;
  std::size_t i_;
};

template <class D>
class ComplexPoints {
 public:
  using T = hn::TFromD<D>;
  HWY_INLINE ComplexPoints(const PointsBlock& block, std::size_t i) : block_(block), i_(2 * i) {}
  HWY_INLINE ComplexValue<D> get(std::size_t field) const {
    ComplexValue<D> value;
    hn::LoadInterleaved2(D(), static_cast<const T*>(block_.in[field]) + i_, value.re, value.im);
    return value;
  }
  HWY_INLINE void put(std::size_t field, ComplexValue<D> value) const {
    hn::StoreInterleaved2(value.re, value.im, D(), static_cast<T*>(block_.out[field]) + i_);
  }
  HWY_INLINE ComplexValue<D> half(ComplexValue<D> a) const {
    const auto factor = hn::Set(D(), T{0.5});
    return {hn::Mul(a.re, factor), hn::Mul(a.im, factor)};
  }

 private:
  const PointsBlock& block_;
  std::size_t i_;
};

struct RotationalProduct {
  template <class At>
  HWY_INLINE void operator()(const PointsBlock&, const At& at) const {
    const auto u0 = at.get(0), u1 = at.get(1), u2 = at.get(2);
    const auto w0 = at.get(3), w1 = at.get(4), w2 = at.get(5);
    at.put(0, u1 * w2 - u2 * w1);
    at.put(1, u2 * w0 - u0 * w2);
    at.put(2, u0 * w1 - u1 * w0);
  }
};

struct DivergenceProduct {
  template <class At>
  HWY_INLINE void operator()(const PointsBlock& block, const At& at) const {
    const std::size_t d = block.in.size();
    std::size_t next = 0;
    for (std::size_t i = 0; i < d; ++i)
      for (std::size_t j = i; j < d; ++j) at.put(next++, at.get(i) * at.get(j));
  }
};

struct SkewProduct {
  template <class At>
  HWY_INLINE void operator()(const PointsBlock& block, const At& at) const {
    std::size_t d = 1;
    while (d + d * d < block.in.size()) ++d;
    std::size_t next = d;
    for (std::size_t i = 0; i < d; ++i) {
      auto sum = at.get(0) * at.get(d + d * i);
      for (std::size_t j = 1; j < d; ++j) sum = sum + at.get(j) * at.get(d + d * i + j);
      at.put(i, at.half(sum));
      for (std::size_t j = i; j < d; ++j) at.put(next++, at.half(at.get(i) * at.get(j)));
    }
  }
};

struct FluxProduct {
  template <class At>
  HWY_INLINE void operator()(const PointsBlock& block, const At& at) const {
    const std::size_t d = block.out.size();
    const auto scalar = at.get(d);
    for (std::size_t i = 0; i < d; ++i) at.put(i, at.get(i) * scalar);
  }
};

template <template <class> class Points, class T, class Product>
HWY_INLINE void for_points(const PointsBlock& block, const Product& product) {
  using Many = hn::ScalableTag<T>;
  using One = hn::CappedTag<T, 1>;
  const auto n = static_cast<std::size_t>(block.n_points), lanes = hn::Lanes(Many());
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) product(block, Points<Many>(block, i));
  for (; i < n; ++i) product(block, Points<One>(block, i));
}

template <class Product>
HWY_INLINE void compute(const PointsBlock& block, const Product& product) {
  const auto [is_double, is_real] = block.element;
  if (is_double)
    is_real ? for_points<RealPoints, double>(block, product)
            : for_points<ComplexPoints, double>(block, product);
  else
    is_real ? for_points<RealPoints, float>(block, product)
            : for_points<ComplexPoints, float>(block, product);
}

void Rotational(const PointsBlock& block) { compute(block, RotationalProduct()); }
void Divergence(const PointsBlock& block) { compute(block, DivergenceProduct()); }
void Skew(const PointsBlock& block) { compute(block, SkewProduct()); }
void Flux(const PointsBlock& block) { compute(block, FluxProduct()); }

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline sweep
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

namespace {

void check(bool fits, const PointsBlock& block, const char* product, const char* takes) {
  if (fits) return;
  fail(std::string("the product ") + product + " takes " + takes + ", not " +
       std::to_string(block.in.size()) + " inputs and " + std::to_string(block.out.size()) +
       " outputs; pass as many fields to convolve");
}

}  // namespace

HWY_EXPORT(Rotational);
HWY_EXPORT(Divergence);
HWY_EXPORT(Skew);
HWY_EXPORT(Flux);

void rotational(const PointsBlock& block) {
  check(block.in.size() == 6 && block.out.size() == 3, block, "rotational", "6 inputs and 3 outputs");
  HWY_DYNAMIC_DISPATCH(Rotational)(block);
}

void divergence(const PointsBlock& block) {
  const std::size_t d = block.in.size();
  check(d > 0 && block.out.size() == d * (d + 1) / 2, block, "divergence",
        "d inputs and d (d + 1) / 2 outputs");
  HWY_DYNAMIC_DISPATCH(Divergence)(block);
}

void skew(const PointsBlock& block) {
  std::size_t d = 1;
  while (d + d * d < block.in.size()) ++d;
  check(block.in.size() == d + d * d && block.out.size() == d + d * (d + 1) / 2, block, "skew",
        "d + d d inputs and d + d (d + 1) / 2 outputs");
  HWY_DYNAMIC_DISPATCH(Skew)(block);
}

void flux(const PointsBlock& block) {
  check(block.in.size() >= 2 && block.out.size() + 1 == block.in.size(), block, "flux",
        "d + 1 inputs and d outputs");
  HWY_DYNAMIC_DISPATCH(Flux)(block);
}

namespace {

struct Product {
  const char* name;
  void (*function)(const PointsBlock&);
};

constexpr Product products[] = {
    {"rotational", rotational}, {"divergence", divergence}, {"skew", skew}, {"flux", flux}};

}  // namespace

const std::vector<std::string>& product_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Product& product : products) all.emplace_back(product.name);
    return all;
  }();
  return names;
}

PointsFunction find_product(const std::string& name) {
  for (const Product& product : products)
    if (name == product.name) return product.function;
  fail_unknown("product", product_names(), name);
}

}  // namespace weft
#endif
