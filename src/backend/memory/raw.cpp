#include "backend/memory/raw.hpp"

#include "backend/memory/ledger.hpp"

namespace baton::memory {

namespace {

class RawLedger final : public RawEngine {
 public:
  Replay run(const std::vector<Verb>& verbs, std::size_t /*callers*/) override {
    return replay_one_by_one(verbs, [this](const Verb& verb) { return ledger_.execute(verb, clock_.now()); });
  }

 private:
  SystemClock clock_;
  Ledger ledger_;
};

}  // namespace

std::unique_ptr<RawEngine> open_raw() { return std::make_unique<RawLedger>(); }

}  // namespace baton::memory
