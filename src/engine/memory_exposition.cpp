#include "engine/memory_exposition.hpp"

#include "engine/exposition.hpp"

namespace baton {

std::string expose(const Correlator& correlator) {
  Exposition out;
  out.family(Metric::memory);
  for (const MemoryCount& count : memory_counts) out.sample(correlator.counts().*count.member, count.name);
  out.family(Metric::memory_expired);
  for (const auto& [type, count] : correlator.hot().expired()) out.sample(count, type);
  out.alone(Metric::memory_hot, correlator.hot().size());
  out.family(Metric::signal_seconds).histogram(correlator.times().signal);
  out.family(Metric::decision_seconds).histogram(correlator.times().decision);
  return out.text();
}

}  // namespace baton
