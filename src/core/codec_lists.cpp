#include "core/codec_values.hpp"

namespace baton {

// Single values, and the lists and optionals that stand alone in replies or in columns of a store.
#define BATON_CODEC(...)                    \
  template Json encode(const __VA_ARGS__&); \
  template Result<__VA_ARGS__> decode(const Json&);

BATON_CODEC(bool)
BATON_CODEC(std::uint64_t)
BATON_CODEC(std::uint32_t)
BATON_CODEC(std::string)
BATON_CODEC(Json)
BATON_CODEC(Time)
BATON_CODEC(Duration)
BATON_CODEC(TaskId)
BATON_CODEC(EventType)
BATON_CODEC(Position)
BATON_CODEC(std::vector<Submitted>)
BATON_CODEC(std::vector<Waiting>)
BATON_CODEC(std::vector<Group>)
BATON_CODEC(std::vector<Delivery>)
BATON_CODEC(std::vector<Agent>)
BATON_CODEC(std::vector<Task>)
BATON_CODEC(std::vector<Event>)
BATON_CODEC(std::vector<Message>)
BATON_CODEC(std::vector<SignalEntry>)
BATON_CODEC(std::vector<Lane>)
BATON_CODEC(std::vector<Time>)
BATON_CODEC(std::vector<TaskId>)
BATON_CODEC(std::vector<SignalName>)
BATON_CODEC(std::vector<Position>)
BATON_CODEC(std::vector<EventType>)
BATON_CODEC(std::vector<std::string>)
BATON_CODEC(std::optional<Grant>)
BATON_CODEC(std::optional<Lock>)
BATON_CODEC(std::optional<Json>)

#undef BATON_CODEC

}  // namespace baton
