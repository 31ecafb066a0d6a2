#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "backend/redis/setup.hpp"

namespace baton::redis {

struct Established {
  std::shared_ptr<Link> link;
  ServerFacts facts;
};

/// Finds the server that serves us, wherever it has gone, and opens connections to it. Belongs to one event loop with
/// one thread.
class Dialer {
 public:
  /// `trust`: nothing for plain connections.
  Dialer(Target target, ClientOptions options, std::shared_ptr<Trust> trust);

  enum class Greet : std::uint8_t { yes, no };
  /// One try: each address that may know, once. The refusal is that of the last one.
  awaitable<Attempt<Established>> dial(Greet greet);
  /// A connection to one node of the cluster, for one command.
  awaitable<Attempt<Established>> dial_node(Address node);

  /// The cluster says that this node serves us now. The addresses we began with stay known.
  void redirect(Address node);
  bool by_sentinel() const { return !target_.primary.empty(); }

 private:
  awaitable<Attempt<Established>> dial_known(Greet greet);
  awaitable<Attempt<Established>> dial_by_sentinels(Greet greet);
  awaitable<Attempt<std::optional<Address>>> ask_sentinel(Address sentinel);
  std::deque<Address> candidates() const;
  awaitable<Attempt<Established>> open(Address address, Introduction introduction);
  awaitable<void> learn_nodes(Established made);
  Introduction introduction(Greet greet) const;

  Target target_;
  ClientOptions options_;
  std::shared_ptr<Trust> trust_;
  std::optional<Address> current_;
  std::vector<Address> nodes_;  ///< of the cluster, as the last one told
};

}  // namespace baton::redis
