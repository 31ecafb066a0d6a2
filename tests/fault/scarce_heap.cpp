#include "fault/scarce_heap.hpp"

#include <cstdlib>
#include <new>

namespace baton::test {
namespace {

thread_local std::uint64_t requests_left = 0;  ///< until the one that is refused; at 0 none is
thread_local bool refused_one = false;

bool refuses() {
  if (requests_left == 0 || --requests_left > 0) return false;
  refused_one = true;
  return true;
}

}  // namespace

void* scarce_bytes(std::size_t size) {
  void* const bytes = refuses() ? nullptr : std::malloc(size == 0 ? 1 : size);
  if (bytes == nullptr) throw std::bad_alloc();
  return bytes;
}

ScarceHeap::ScarceHeap(std::uint64_t nth) {
  refused_one = false;
  requests_left = nth;
}
ScarceHeap::~ScarceHeap() { requests_left = 0; }
bool ScarceHeap::has_refused() const { return refused_one; }

}  // namespace baton::test

// These stand before those of the standard library, for everything in this program.
void* operator new(std::size_t size) { return baton::test::scarce_bytes(size); }
void operator delete(void* bytes) noexcept { std::free(bytes); }
void operator delete(void* bytes, std::size_t /*size*/) noexcept { std::free(bytes); }
