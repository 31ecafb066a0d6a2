#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>

#include "engine/bell.hpp"
#include "engine/log_watch.hpp"
#include "engine/nursery.hpp"
#include "engine/parcel.hpp"
#include "engine/subscription.hpp"

namespace baton {

/// What became of deliveries to one subscription, in this process.
struct DeliveryCounts {
  std::uint64_t delivered = 0;
  std::uint64_t failed = 0;
};

/// Delivers events to the subscriptions of a store, at least once each, from a consumer group for each of them: any
/// number of couriers share the work, and what one of them leaves behind another takes up. Lives on one event loop thread.
class Courier {
 public:
  using Access = View<Verbs<PutRecord, GetRecord, ListRecords, PutGroup, DropGroup, ReadGroup, Ack>>;
  using Trouble = std::function<void(const std::string&)>;

  /// `source`: of the CloudEvents that are sent.
  Courier(const boost::asio::any_io_executor& executor, const Access& store, std::shared_ptr<Sender> sender,
          std::string source, Trouble trouble);

  awaitable<void> run(std::stop_token stop);

  void hear(const LogWatch::News& news);
  /// Subscriptions were changed; those that others change are noticed within some seconds.
  void look_again() { change_.ring(); }
  /// The dead letters of a group were made deliverable again, of which the log says nothing.
  void deliver_again(const GroupName& group);

  const std::map<std::string, DeliveryCounts>& counts() const { return counts_; }

 private:
  struct Round;
  using Rounds = std::map<GroupName, std::shared_ptr<Round>>;
  enum class Fate : std::uint8_t { delivered, failed, gone };

  awaitable<void> update();
  awaitable<void> serve(std::shared_ptr<Round> round);
  awaitable<Result<std::size_t>> deliver_some(std::shared_ptr<Round> round);
  awaitable<void> deliver(std::shared_ptr<Round> round, Event event, Fate* fate);
  awaitable<void> restore_group(std::shared_ptr<Round> round);
  awaitable<void> give_up(std::shared_ptr<Round> round);
  Parcel parcel_for(const Round& round, const Event& event) const;

  boost::asio::any_io_executor executor_;
  Access store_;
  Subscriptions subscriptions_;
  std::shared_ptr<Sender> sender_;
  std::string source_;
  Trouble trouble_;
  ConsumerName consumer_;
  std::stop_token stop_;
  Bell change_;
  Rounds rounds_;
  std::map<std::string, DeliveryCounts> counts_;
  Nursery nursery_;
};

}  // namespace baton
