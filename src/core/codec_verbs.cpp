#include "core/codec_values.hpp"

namespace baton {

// The verbs.
#define BATON_CODEC(...)                    \
  template Json encode(const __VA_ARGS__&); \
  template Result<__VA_ARGS__> decode(const Json&);

BATON_CODEC(Register)
BATON_CODEC(Deregister)
BATON_CODEC(Beat)
BATON_CODEC(Transition)
BATON_CODEC(GetAgent)
BATON_CODEC(ListAgents)
BATON_CODEC(Submit)
BATON_CODEC(Claim)
BATON_CODEC(Progress)
BATON_CODEC(Settle)
BATON_CODEC(Cancel)
BATON_CODEC(Retry)
BATON_CODEC(Edit)
BATON_CODEC(GetTask)
BATON_CODEC(ListTasks)
BATON_CODEC(QueueStats)
BATON_CODEC(Peek)
BATON_CODEC(SetPaused)
BATON_CODEC(ReadLog)
BATON_CODEC(PutGroup)
BATON_CODEC(DropGroup)
BATON_CODEC(ListGroups)
BATON_CODEC(ReadGroup)
BATON_CODEC(Ack)
BATON_CODEC(InspectGroup)
BATON_CODEC(DeadLetters)
BATON_CODEC(Redrive)
BATON_CODEC(PutThread)
BATON_CODEC(GetThread)
BATON_CODEC(ListThreads)
BATON_CODEC(Append)
BATON_CODEC(Messages)
BATON_CODEC(TryLock)
BATON_CODEC(RenewLock)
BATON_CODEC(ReleaseLock)
BATON_CODEC(InspectLock)
BATON_CODEC(ListLocks)
BATON_CODEC(BeatSession)
BATON_CODEC(SetResult)
BATON_CODEC(GetResult)
BATON_CODEC(OpenCorrelation)
BATON_CODEC(GetCorrelation)
BATON_CODEC(Signal)
BATON_CODEC(Advance)
BATON_CODEC(ListCorrelations)
BATON_CODEC(PutRecord)
BATON_CODEC(GetRecord)
BATON_CODEC(ListRecords)
BATON_CODEC(PurgeTask)
BATON_CODEC(PurgeThread)
BATON_CODEC(PurgeCorrelation)
BATON_CODEC(Sweep)
BATON_CODEC(Health)
BATON_CODEC(Freeze)
BATON_CODEC(Export)
BATON_CODEC(Import)

#undef BATON_CODEC

}  // namespace baton
