// Datatypes: which numbers of a memory that holds 0, 1, 2, ... an element of the type covers, in which order,
// and where the next element begins.
#include <algorithm>
#include <utility>

#include "check.hpp"

namespace weft::test {
namespace {

constexpr int unit = sizeof(int);

// A type that is committed, and freed at the end.
class Type {
 public:
  Type(int code, MPI_Datatype type) : type_(type) {
    expect_success(code);
    expect_success(MPI_Type_commit(&type_));
  }
  Type(Type&& other) noexcept : type_(std::exchange(other.type_, MPI_DATATYPE_NULL)) {}
  ~Type() {
    if (type_ == MPI_DATATYPE_NULL) return;
    expect_success(MPI_Type_free(&type_));
    EXPECT_EQ(type_, MPI_DATATYPE_NULL);
  }
  operator MPI_Datatype() const { return type_; }

 private:
  MPI_Datatype type_;
};

Type contiguous(int n, MPI_Datatype type) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  const int code = MPI_Type_contiguous(n, type, &made);
  return {code, made};
}
Type spaced(int n, int length, MPI_Aint stride, MPI_Datatype type) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  const int code = MPI_Type_create_hvector(n, length, stride, type, &made);
  return {code, made};
}
Type resized(MPI_Datatype type, MPI_Aint lower, MPI_Aint extent) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  const int code = MPI_Type_create_resized(type, lower, extent, &made);
  return {code, made};
}
Type subarray(const std::vector<int>& shape, const std::vector<int>& sizes, const std::vector<int>& starts,
              MPI_Datatype type) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  const int code = MPI_Type_create_subarray(static_cast<int>(shape.size()), shape.data(), sizes.data(),
                                            starts.data(), MPI_ORDER_C, type, &made);
  return {code, made};
}
Type together(const std::vector<int>& lengths, const std::vector<MPI_Aint>& starts,
              const std::vector<MPI_Datatype>& types) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  const int code = MPI_Type_create_struct(static_cast<int>(lengths.size()), lengths.data(), starts.data(),
                                          types.data(), &made);
  return {code, made};
}

// What n elements of the type cover, of memory in front of which there is some, too: by sending and by
// receiving.
std::vector<int> covered(MPI_Datatype type, int n) {
  constexpr std::size_t before = 16, behind = 200;
  const std::vector<int> memory = numbers(before + behind);
  std::vector<int> sent(behind, -1), received(before + behind, -1);
  const OwnComm own;
  MPI_Request request = MPI_REQUEST_NULL;
  expect_success(MPI_Irecv(sent.data(), behind, MPI_INT, 0, 1, own, &request));
  expect_success(MPI_Send(&memory[before], n, type, 0, 1, own));
  expect_success(MPI_Wait(&request, MPI_STATUS_IGNORE));
  while (!sent.empty() && sent.back() == -1) sent.pop_back();

  expect_success(MPI_Irecv(&received[before], n, type, 0, 2, own, &request));
  expect_success(MPI_Send(sent.data(), static_cast<int>(sent.size()), MPI_INT, 0, 2, own));
  expect_success(MPI_Wait(&request, MPI_STATUS_IGNORE));
  std::vector<int> expected(before + behind, -1);
  for (const int number : sent) expected[number] = number;
  EXPECT_EQ(received, expected);
  for (int& number : sent) number -= before;
  return sent;
}

using Numbers = std::vector<int>;

TEST(AloneDatatypes, AreContiguous) {
  EXPECT_EQ(covered(MPI_INT, 3), (Numbers{0, 1, 2}));
  EXPECT_EQ(covered(contiguous(2, MPI_INT), 2), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(covered(contiguous(2 * unit, MPI_BYTE), 2), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(covered(contiguous(0, MPI_INT), 2), Numbers{});
  EXPECT_EQ(covered(contiguous(2, resized(MPI_INT, 0, 3 * unit)), 2), (Numbers{0, 3, 6, 9}));
}

TEST(AloneDatatypes, AreThoseOfC) {
  const std::vector<std::pair<MPI_Datatype, int>> types{
      {MPI_BYTE, 1},   {MPI_CHAR, 1},    {MPI_UNSIGNED_CHAR, 1}, {MPI_INT, sizeof(int)},    {MPI_FLOAT, 4},
      {MPI_DOUBLE, 8}, {MPI_INT64_T, 8}, {MPI_UINT64_T, 8},      {MPI_C_DOUBLE_COMPLEX, 16}};
  for (const auto& [type, bytes] : types) {
    const std::vector<unsigned char> from(2 * 16, 7);
    std::vector<unsigned char> to(2 * 16, 0), expected(2 * 16, 0);
    std::fill_n(expected.begin(), 2 * bytes, 7);
    expect_success(MPI_Allgather(from.data(), 2, type, to.data(), 2, type, MPI_COMM_SELF));
    EXPECT_EQ(to, expected);
  }
}

TEST(AloneDatatypes, AreSpaced) {
  EXPECT_EQ(covered(spaced(3, 2, 5 * unit, MPI_INT), 1), (Numbers{0, 1, 5, 6, 10, 11}));
  EXPECT_EQ(covered(spaced(2, 1, 3 * unit, MPI_INT), 2), (Numbers{0, 3, 4, 7}));  // ends with its last part
  EXPECT_EQ(covered(spaced(2, 1, 20 * unit, spaced(2, 1, 3 * unit, MPI_INT)), 1), (Numbers{0, 3, 20, 23}));
  EXPECT_EQ(covered(spaced(2, 1, unit, spaced(2, 1, 4 * unit, MPI_INT)), 1), (Numbers{0, 4, 1, 5}));
  EXPECT_EQ(covered(spaced(0, 1, unit, MPI_INT), 3), Numbers{});
  EXPECT_EQ(covered(spaced(3, 0, 4 * unit, MPI_INT), 3), Numbers{});
}

TEST(AloneDatatypes, MayGoBackwards) {
  EXPECT_EQ(covered(spaced(3, 1, -2 * unit, MPI_INT), 1), (Numbers{0, -2, -4}));
  EXPECT_EQ(covered(spaced(3, 1, -2 * unit, MPI_INT), 2), (Numbers{0, -2, -4, 5, 3, 1}));
}

TEST(AloneDatatypes, AreResized) {
  EXPECT_EQ(covered(resized(contiguous(2, MPI_INT), 0, 5 * unit), 3), (Numbers{0, 1, 5, 6, 10, 11}));
  EXPECT_EQ(covered(resized(spaced(2, 1, 6 * unit, MPI_INT), 0, unit), 3), (Numbers{0, 6, 1, 7, 2, 8}));
  EXPECT_EQ(covered(resized(MPI_INT, -unit, 3 * unit), 2), (Numbers{0, 3}));
  EXPECT_EQ(covered(contiguous(2, resized(MPI_INT, -unit, 3 * unit)), 2), (Numbers{0, 3, 6, 9}));
}

TEST(AloneDatatypes, AreBlocksOfArrays) {
  EXPECT_EQ(covered(subarray({6}, {2}, {3}, MPI_INT), 2), (Numbers{3, 4, 9, 10}));
  EXPECT_EQ(covered(subarray({3, 4}, {2, 2}, {1, 1}, MPI_INT), 2), (Numbers{5, 6, 9, 10, 17, 18, 21, 22}));
  EXPECT_EQ(covered(subarray({2, 3, 4}, {2, 1, 3}, {0, 2, 1}, MPI_INT), 1), (Numbers{9, 10, 11, 21, 22, 23}));
  EXPECT_EQ(covered(subarray({2, 2}, {2, 1}, {0, 1}, contiguous(2, MPI_INT)), 1), (Numbers{2, 3, 6, 7}));
  EXPECT_EQ(covered(resized(subarray({3, 4}, {2, 1}, {0, 3}, MPI_INT), 0, 20 * unit), 2),
            (Numbers{3, 7, 23, 27}));
}

TEST(AloneDatatypes, AreStructs) {
  EXPECT_EQ(covered(together({2, 1}, {0, 5 * unit}, {MPI_INT, MPI_INT}), 2), (Numbers{0, 1, 5, 6, 7, 11}));
  EXPECT_EQ(covered(together({1, 2}, {6 * unit, 0}, {MPI_INT, MPI_INT}), 1),
            (Numbers{6, 0, 1}));  // as they are named
  EXPECT_EQ(covered(together({1, 1}, {2 * unit, 4 * unit}, {MPI_INT, MPI_INT}), 2), (Numbers{2, 4, 5, 7}));
  EXPECT_EQ(covered(together({1, 0}, {unit, 9 * unit}, {MPI_INT, MPI_INT}), 2), (Numbers{1, 2}));
  const Type block = subarray({2, 3}, {2, 1}, {0, 1}, MPI_INT), spread = spaced(2, 1, 4 * unit, MPI_INT);
  EXPECT_EQ(covered(together({1, 1}, {0, 10 * unit}, {block, spread}), 1), (Numbers{1, 4, 10, 14}));
  EXPECT_EQ(covered(together({2}, {0}, {block}), 2), (Numbers{1, 4, 7, 10, 13, 16, 19, 22}));
}

TEST(AloneDatatypes, EndLikeStructsOfC) {
  struct Particle {
    double place;
    char kind;
    bool operator==(const Particle&) const = default;
  };
  const Type type = together({1, 1}, {0, offsetof(Particle, kind)}, {MPI_DOUBLE, MPI_CHAR});
  const std::vector<Particle> from{{1, 'a'}, {2, 'b'}, {3, 'c'}};
  std::vector<Particle> to(3);
  expect_success(MPI_Allgather(from.data(), 3, type, to.data(), 3, type, MPI_COMM_SELF));
  EXPECT_EQ(to, from);
}

TEST(AloneDatatypes, MayBeFreedWhileTheyAreUsed) {
  const OwnComm own;
  const std::vector<int> sent{1, 2};
  std::vector<int> place(4, -1);
  MPI_Request requests[3];
  {
    const Type type = spaced(2, 1, 3 * unit, MPI_INT);
    expect_success(MPI_Irecv(place.data(), 1, type, 0, 1, own, &requests[0]));
    expect_success(MPI_Recv_init(place.data(), 1, type, 0, 2, own, &requests[1]));
  }
  expect_success(MPI_Isend(sent.data(), 2, MPI_INT, 0, 1, own, &requests[2]));
  expect_success(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
  expect_success(MPI_Wait(&requests[2], MPI_STATUS_IGNORE));
  EXPECT_EQ(place, (Numbers{1, -1, -1, 2}));
  place.assign(4, -1);
  expect_success(MPI_Isend(sent.data(), 2, MPI_INT, 0, 2, own, &requests[2]));
  expect_success(MPI_Startall(1, &requests[1]));
  expect_success(MPI_Waitall(2, &requests[1], MPI_STATUSES_IGNORE));
  EXPECT_EQ(place, (Numbers{1, -1, -1, 2}));
  expect_success(MPI_Request_free(&requests[1]));
}

}  // namespace
}  // namespace weft::test
