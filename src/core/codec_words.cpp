#include "core/codec_values.hpp"

namespace baton {

// The words and the structs that replies are made of.
#define BATON_CODEC(...)                    \
  template Json encode(const __VA_ARGS__&); \
  template Result<__VA_ARGS__> decode(const Json&);

BATON_CODEC(Fence)
BATON_CODEC(LockFence)
BATON_CODEC(Event)
BATON_CODEC(Agent)
BATON_CODEC(Orders)
BATON_CODEC(AgentPage)
BATON_CODEC(LastSettle)
BATON_CODEC(Task)
BATON_CODEC(NewTask)
BATON_CODEC(Submitted)
BATON_CODEC(Grant)
BATON_CODEC(Heard)
BATON_CODEC(NextClaim)
BATON_CODEC(Settled)
BATON_CODEC(TaskPage)
BATON_CODEC(Line)
BATON_CODEC(LineRef)
BATON_CODEC(QueueReport)
BATON_CODEC(Waiting)
BATON_CODEC(Done)
BATON_CODEC(LogPage)
BATON_CODEC(Group)
BATON_CODEC(Delivery)
BATON_CODEC(Pending)
BATON_CODEC(GroupReport)
BATON_CODEC(DeadLetter)
BATON_CODEC(DeadLetterPage)
BATON_CODEC(Thread)
BATON_CODEC(Message)
BATON_CODEC(ThreadPage)
BATON_CODEC(MessagePage)
BATON_CODEC(Lock)
BATON_CODEC(TryLockReply)
BATON_CODEC(LockPage)
BATON_CODEC(Session)
BATON_CODEC(SignalEntry)
BATON_CODEC(Correlation)
BATON_CODEC(CorrelationPage)
BATON_CODEC(Record)
BATON_CODEC(RecordPage)
BATON_CODEC(Purged)
BATON_CODEC(SweepReport)
BATON_CODEC(HealthReport)
BATON_CODEC(ExportPage)

#undef BATON_CODEC

}  // namespace baton
