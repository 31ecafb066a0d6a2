#include "backend/redis/dialer.hpp"

#include <algorithm>
#include <utility>

namespace baton::redis {
namespace {

constexpr int most_redirects = 5;

Refusal unavailable(std::string detail) {
  return {.error = {.code = Errc::unavailable, .detail = std::move(detail)}, .untouched = true};
}

void add_new(std::deque<Address>& all, const Address& address) {
  if (std::ranges::find(all, address) == all.end()) all.push_back(address);
}

/// `CLUSTER NODES`: a line a node, `id host:port@bus,… flags …`.
std::vector<Address> nodes_in(std::string_view text, const std::string& asked_host) {
  std::vector<Address> nodes;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    line.remove_prefix(std::min(line.find(' ') + 1, line.size()));
    auto node = read_address(line.substr(0, line.find_first_of("@ ")));
    if (!node) continue;
    if (node->host.empty()) node->host = asked_host;
    nodes.push_back(*std::move(node));
  }
  return nodes;
}

/// What a Sentinel answers: host and port as texts; nil: it does not know the name.
std::optional<Address> address_in(const Value& reply) {
  if (reply.items.size() != 2) return std::nullopt;
  return read_address(reply.items[0].text + ":" + reply.items[1].text);
}

Refusal understand_sentinel(std::string_view text, const Address& sentinel) {
  Refusal refusal = understand(text);
  if (refusal.error.code == Errc::invalid) {
    refusal.error.detail =
        "the server at " + to_text(sentinel) + " is no Sentinel; name Sentinels in the URL, or write redis://";
  } else if (refusal.error.code == Errc::unauthorized) {
    refusal.error.detail = "the Sentinel wants a password; write it into the URL: ?sentinel_password=PASSWORD";
  }
  return refusal;
}

}  // namespace

Dialer::Dialer(Target target, ClientOptions options, std::shared_ptr<Trust> trust)
    : target_(std::move(target)), options_(std::move(options)), trust_(std::move(trust)) {}

void Dialer::redirect(Address node) {
  if (node.host.empty() && current_) node.host = current_->host;
  if (!by_sentinel()) current_ = std::move(node);
}

Introduction Dialer::introduction(Greet greet) const {
  Introduction all{.user = target_.user, .password = target_.password, .database = target_.database};
  if (greet == Greet::yes) all.greeting = options_.greeting;
  return all;
}

std::deque<Address> Dialer::candidates() const {
  std::deque<Address> all;
  if (current_) all.push_back(*current_);
  for (const Address& address : target_.addresses) add_new(all, address);
  for (const Address& node : nodes_) add_new(all, node);
  return all;
}

awaitable<Attempt<Established>> Dialer::dial(Greet greet) {
  return by_sentinel() ? dial_by_sentinels(greet) : dial_known(greet);
}

awaitable<Attempt<Established>> Dialer::dial_known(Greet greet) {
  std::deque<Address> addresses = candidates();
  Attempt<Established> made = std::unexpected(unavailable("the URL names no server"));
  int redirects = 0;
  while (!addresses.empty()) {
    const Address address = std::move(addresses.front());
    addresses.pop_front();
    made = co_await open(address, introduction(greet));
    if (made) {
      current_ = address;
      if (made->facts.clustered) co_await learn_nodes(*made);
      co_return made;
    }
    const Refusal& refusal = made.error();
    if (refusal.reaction == Reaction::follow && ++redirects <= most_redirects) {
      addresses.push_front(refusal.elsewhere);
      if (addresses.front().host.empty()) addresses.front().host = address.host;
    } else if (refusal.error.code != Errc::unavailable) {
      co_return made;
    }
  }
  co_return made;
}

/// A Sentinel may be behind the times: what it names must prove to be a primary, else the next Sentinel is asked.
awaitable<Attempt<Established>> Dialer::dial_by_sentinels(Greet greet) {
  Attempt<Established> made = std::unexpected(unavailable("the URL names no Sentinel"));
  bool is_known = false;
  for (std::size_t i = 0; i < target_.addresses.size(); ++i) {
    const auto primary = co_await ask_sentinel(target_.addresses[i]);
    is_known = is_known || !primary || *primary;
    if (!primary) {
      made = std::unexpected(primary.error());
    } else if (*primary) {
      made = co_await open(**primary, introduction(greet));
      // The Sentinels may be about to choose another one.
      if (!made && is_retryable(made.error().error)) made.error().reaction = Reaction::find_primary;
    }
    if (made) co_return made;
  }
  if (is_known) co_return made;
  co_return std::unexpected(Refusal{.error = {.code = Errc::invalid,
                                              .detail = "the Sentinels know no primary named \"" + target_.primary +
                                                        "\"; correct the name in the URL"}});
}

awaitable<Attempt<Established>> Dialer::dial_node(Address node) {
  if (node.host.empty() && current_) node.host = current_->host;
  co_return co_await open(std::move(node), introduction(Greet::no));
}

awaitable<Attempt<Established>> Dialer::open(Address address, Introduction introduction) {
  const TimePoint until = SteadyClock::now() + options_.connect_timeout;
  auto wire = co_await connect_wire(address, trust_, until);
  if (!wire) co_return std::unexpected(Refusal{.error = std::move(wire.error()), .untouched = true});
  auto link = std::make_shared<Link>(*std::move(wire));
  ServerFacts facts;
  facts.address = to_text(address);
  facts.by_sentinel = by_sentinel();
  auto known = co_await introduce(link, std::move(introduction), std::move(facts), until);
  if (!known) co_return std::unexpected(std::move(known.error()));
  co_return Established{.link = std::move(link), .facts = *std::move(known)};
}

awaitable<void> Dialer::learn_nodes(Established made) {
  const auto nodes = co_await made.link->ask({{"CLUSTER", "NODES"}}, SteadyClock::now() + options_.connect_timeout);
  if (nodes && nodes->front().kind == Value::Kind::text) nodes_ = nodes_in(nodes->front().text, current_->host);
}

awaitable<Attempt<std::optional<Address>>> Dialer::ask_sentinel(Address sentinel) {
  const TimePoint until = SteadyClock::now() + options_.connect_timeout;
  auto wire = co_await connect_wire(sentinel, trust_, until);
  if (!wire) co_return std::unexpected(Refusal{.error = std::move(wire.error()), .untouched = true});
  Link link(*std::move(wire));
  std::vector<Command> commands = login(target_.sentinel_user, target_.sentinel_password);
  commands.push_back({"SENTINEL", "get-master-addr-by-name", target_.primary});
  const auto replies = co_await link.ask(std::move(commands), until);
  if (!replies) {
    co_return std::unexpected(
        unavailable("no answer of the Sentinel at " + to_text(sentinel) + ": " + replies.error().detail));
  }
  if (replies->front().kind == Value::Kind::error && replies->size() > 1) {
    co_return std::unexpected(understand_login(replies->front().text));
  }
  const Value& named = replies->back();
  if (named.kind == Value::Kind::error) co_return std::unexpected(understand_sentinel(named.text, sentinel));
  co_return address_in(named);
}

}  // namespace baton::redis
