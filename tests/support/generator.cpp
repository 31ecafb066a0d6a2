#include "support/generator.hpp"

#include <array>

#include "support/generator_makes.hpp"

namespace baton::test {
namespace {

using namespace std::chrono_literals;

/// How often a verb is drawn, in relation to the others.
template <class V>
constexpr unsigned weight = 5;
template <>
constexpr unsigned weight<Submit> = 90;
template <>
constexpr unsigned weight<Claim> = 110;
template <>
constexpr unsigned weight<Settle> = 120;
template <>
constexpr unsigned weight<Register> = 50;
template <>
constexpr unsigned weight<Beat> = 40;
template <>
constexpr unsigned weight<Transition> = 40;
template <>
constexpr unsigned weight<Sweep> = 50;
template <>
constexpr unsigned weight<Deregister> = 6;
template <>
constexpr unsigned weight<Progress> = 30;
template <>
constexpr unsigned weight<Cancel> = 20;
template <>
constexpr unsigned weight<Retry> = 25;
template <>
constexpr unsigned weight<Edit> = 30;
template <>
constexpr unsigned weight<TryLock> = 35;
template <>
constexpr unsigned weight<RenewLock> = 15;
template <>
constexpr unsigned weight<ReleaseLock> = 15;
template <>
constexpr unsigned weight<BeatSession> = 20;
template <>
constexpr unsigned weight<PutGroup> = 15;
template <>
constexpr unsigned weight<DropGroup> = 2;
template <>
constexpr unsigned weight<ReadGroup> = 40;
template <>
constexpr unsigned weight<Ack> = 30;
template <>
constexpr unsigned weight<Redrive> = 15;
template <>
constexpr unsigned weight<Append> = 30;
template <>
constexpr unsigned weight<SetResult> = 20;
template <>
constexpr unsigned weight<OpenCorrelation> = 20;
template <>
constexpr unsigned weight<Signal> = 30;
template <>
constexpr unsigned weight<Advance> = 25;
template <>
constexpr unsigned weight<PutRecord> = 30;
template <>
constexpr unsigned weight<GetRecord> = 15;
template <>
constexpr unsigned weight<GetTask> = 20;
template <>
constexpr unsigned weight<GetAgent> = 20;
template <>
constexpr unsigned weight<PurgeTask> = 20;
template <>
constexpr unsigned weight<Freeze> = 1;
template <>
constexpr unsigned weight<Import> = 1;

}  // namespace

template <class... Vs>
Verb Generator::draw_any(Verbs<Vs...>) {
  struct Choice {
    unsigned weight;
    Verb (*make)(Generator&);
  };
  static constexpr std::array choices{Choice{weight<Vs>, [](Generator& own) -> Verb { return own.make<Vs>(); }}...};
  std::uint64_t drawn = chance_.below((weight<Vs> + ...));
  for (const Choice& choice : choices) {
    if (drawn < choice.weight) return choice.make(*this);
    drawn -= choice.weight;
  }
  return Health{};
}

Verb Generator::draw(Time now) {
  now_ = now;
  ++seen_.drawn;
  if (frozen_ && !chance_.one_in(5)) return draw_frozen();
  if (!seen_.verbs.empty() && chance_.one_in(20)) return chance_.pick(seen_.verbs.items());
  Verb verb = draw_any(AllVerbs{});
  while (std::holds_alternative<Freeze>(verb) && !frozen_) verb = draw_any(AllVerbs{});
  return verb;
}

Verb Generator::draw_frozen() {
  if (!frozen_->entered) return Freeze{.frozen = true};
  if (!frozen_->exported) return Export{.after = frozen_->after, .limit = chance_.one_in(3) ? 200U : 1000U};
  if (!frozen_->imported) return import_again();
  return Freeze{.frozen = false};
}

/// Rows that are in the store as they are, so that nothing changes; sometimes with one that nobody exported.
Import Generator::import_again() {
  Import verb;
  for (const std::string& row : frozen_->rows) {
    if (verb.rows.size() < limits::page && !chance_.one_in(3)) verb.rows.push_back(row);
  }
  if (chance_.one_in(4)) verb.rows.resize(std::min<std::size_t>(verb.rows.size(), 3));
  if (chance_.one_in(5) && verb.rows.size() < limits::page) verb.rows.emplace_back(foreign_row);
  return verb;
}

void Generator::answered(const Verb& verb, const Result<Reply>& outcome) {
  if (!frozen_ || !outcome) {
    if (frozen_ && std::holds_alternative<Import>(verb)) frozen_->imported = true;
    return;
  }
  if (const auto* freeze = std::get_if<Freeze>(&verb)) {
    frozen_->entered = freeze->frozen;
    if (!freeze->frozen) {
      frozen_.reset();
      seen_.freezing = false;
    }
    return;
  }
  if (std::holds_alternative<Import>(verb)) frozen_->imported = true;
  const auto* request = std::get_if<Export>(&verb);
  if (request == nullptr || !frozen_->entered || request->after != frozen_->after) return;
  const auto& page = std::get<ExportPage>(*outcome);
  frozen_->rows.insert(frozen_->rows.end(), page.rows.begin(), page.rows.end());
  frozen_->after = page.next;
  frozen_->exported = page.next.empty() || frozen_->rows.size() > 2 * limits::page;
}

Duration Generator::tick() {
  const std::uint64_t drawn = chance_.below(10'000);
  if (drawn < 1) return 31 * 24h + chance_.duration(1s, 24h);
  if (drawn < 6) return chance_.duration(10min, 7h);
  if (drawn < 40) return chance_.duration(10s, 20min);
  if (drawn < 300) return chance_.duration(1s, 60s);
  if (drawn < 4000) return chance_.duration(1us, 1s);
  return Duration{chance_.below(3)};
}

template <>
Freeze Generator::make<Freeze>() {
  // One client at a time, so that what it exports stays true until it is imported.
  if (frozen_) return Freeze{.frozen = frozen_->entered};
  if (seen_.freezing) return {};
  seen_.freezing = true;
  frozen_ = FrozenSection{};
  return Freeze{.frozen = true};
}

template <>
Import Generator::make<Import>() {
  if (frozen_ && frozen_->exported) return import_again();
  return Import{};
}

template <>
Export Generator::make<Export>() {
  Export verb{.limit = limit()};
  if (!seen_.cursors.empty() && chance_.percent(60)) verb.after = chance_.pick(seen_.cursors.items());
  if (chance_.one_in(12)) verb.after = "no cursor";
  return verb;
}

template <>
Health Generator::make<Health>() {
  return {};
}

template <>
Sweep Generator::make<Sweep>() {
  Sweep verb;
  if (chance_.percent(70)) verb.limit = limit();
  if (chance_.percent(50)) verb.keep_events = chance_.between(0, 300);
  if (chance_.percent(20)) verb.max_events = chance_.between(1, 400);
  if (chance_.percent(6)) verb.forget_tasks_after = chance_.duration(1us, 24h);
  if (chance_.one_in(50)) verb.forget_tasks_after = Duration{0};
  return verb;
}

}  // namespace baton::test
