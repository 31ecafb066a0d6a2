#include <cstdint>

// Libraries whose reached places are counted tell these where the counters are. A fuzzer has functions of these names that listen;
// every other program takes the ones here, which do not.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the compiler gave the names
extern "C" {
[[gnu::weak]] void __sanitizer_cov_8bit_counters_init(char* /*begin*/, char* /*end*/) {}
[[gnu::weak]] void __sanitizer_cov_pcs_init(const std::uintptr_t* /*begin*/, const std::uintptr_t* /*end*/) {}
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
