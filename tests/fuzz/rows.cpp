// Imported exports: hostile rows are refused or imported, and what was imported can be exported again.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "backend/memory/ledger.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const baton::Time now{std::chrono::days{20'000}};
  baton::memory::Ledger ledger;
  if (!ledger.execute(baton::Freeze{.frozen = true}, now)) std::abort();
  baton::Import import;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  while (!text.empty() && import.rows.size() < 1000) {
    const auto end = text.find('\n');
    import.rows.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  (void)ledger.execute(import, now);
  if (!ledger.execute(baton::Export{}, now)) std::abort();
  if (!ledger.execute(baton::Freeze{.frozen = false}, now)) std::abort();
  (void)ledger.execute(baton::Sweep{}, now + std::chrono::hours{24 * 365});
  return 0;
}
