// Numbers from the beginning of a cache line on, as vector code loads them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

namespace weft::inline solvers {

template <class T>
struct Aligned {
  // `n` zeros.
  explicit Aligned(std::size_t n)
      : size(n),
        data(
            static_cast<T*>(::operator new (std::max<std::size_t>(n, 1) * sizeof(T), std::align_val_t{64}))) {
    std::fill_n(data.get(), n, T{});
  }
  struct Free {
    void operator()(T* p) const { ::operator delete (p, std::align_val_t{64}); }
  };
  std::size_t size;
  std::unique_ptr<T[], Free> data;
};

}  // namespace weft::inline solvers
