#include "crash/survivor.hpp"

#include <limits>

#include "baton/open.hpp"
#include "support/invariants.hpp"

namespace baton::test {

Child Survivor::start(Workload workload, const std::vector<std::string>& environment) {
  acknowledged_.next_life();
  workload.url = url_;
  workload.round = std::to_string(seed_) + "-" + std::to_string(++lives_);
  return Child(own_program(), to_arguments(workload), environment);
}

std::optional<Acknowledgement> Survivor::note(const std::optional<std::string>& line, Moment until) {
  auto told = line ? parse_acknowledgement(*line) : std::nullopt;
  if (told && told->at <= until) acknowledged_.add(*told);
  return told;
}

bool Survivor::hear(Child& worker, Moment until) {
  const auto line = worker.line();
  note(line, until);
  return line.has_value();
}

std::optional<Acknowledgement> Survivor::hears_after(Child& worker, Moment moment, std::chrono::seconds within) {
  const auto until = moment + within;
  while (const auto line = worker.line(until)) {
    auto told = note(line);
    if (told && told->at > moment) return told;
  }
  return std::nullopt;
}

void Survivor::listen(Child& worker, std::size_t acknowledgements) {
  for (std::size_t heard = 0; heard < acknowledgements && hear(worker); ++heard) {
  }
}

void Survivor::bury(Child& worker, Moment power_went) {
  worker.kill();
  while (hear(worker, power_went)) {
  }
  worker.reap();
}

int Survivor::bury(Child& worker) {
  listen(worker, std::numeric_limits<std::size_t>::max());
  return worker.reap();
}

std::vector<std::string> Survivor::examine() {
  auto store = open_store(url_);
  if (!store) return {"the store does not open: " + store.error().detail};
  BlockingStore blocking(*store);
  // A server may still be at what the dead have sent; frozen, it changes nothing while we look.
  if (auto frozen = blocking.call(Freeze{}); !frozen) return {"the store does not freeze: " + frozen.error().detail};
  std::vector<std::string> wrong = broken_invariants(blocking);
  for (std::string& missing : acknowledged_.missing_in(blocking)) wrong.push_back(std::move(missing));
  if (auto thawed = blocking.call(Freeze{.frozen = false}); !thawed) wrong.push_back(thawed.error().detail);
  store->port()->close();
  for (std::string& damage : damages_of(url_)) wrong.push_back(std::move(damage));
  return wrong;
}

}  // namespace baton::test
