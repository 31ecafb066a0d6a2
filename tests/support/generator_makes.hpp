#pragma once

#include "support/generator.hpp"

/// One way to make each verb, declared before use because two files define them.
namespace baton::test {

#define BATON_MAKES(verb) \
  template <>             \
  verb Generator::make<verb>()

BATON_MAKES(Register);
BATON_MAKES(Deregister);
BATON_MAKES(Beat);
BATON_MAKES(Transition);
BATON_MAKES(GetAgent);
BATON_MAKES(ListAgents);
BATON_MAKES(Submit);
BATON_MAKES(Claim);
BATON_MAKES(Progress);
BATON_MAKES(Settle);
BATON_MAKES(Cancel);
BATON_MAKES(Retry);
BATON_MAKES(Edit);
BATON_MAKES(GetTask);
BATON_MAKES(ListTasks);
BATON_MAKES(QueueStats);
BATON_MAKES(Peek);
BATON_MAKES(SetPaused);
BATON_MAKES(ReadLog);
BATON_MAKES(PutGroup);
BATON_MAKES(DropGroup);
BATON_MAKES(ListGroups);
BATON_MAKES(ReadGroup);
BATON_MAKES(Ack);
BATON_MAKES(InspectGroup);
BATON_MAKES(DeadLetters);
BATON_MAKES(Redrive);
BATON_MAKES(PutThread);
BATON_MAKES(GetThread);
BATON_MAKES(ListThreads);
BATON_MAKES(Append);
BATON_MAKES(Messages);
BATON_MAKES(TryLock);
BATON_MAKES(RenewLock);
BATON_MAKES(ReleaseLock);
BATON_MAKES(InspectLock);
BATON_MAKES(ListLocks);
BATON_MAKES(BeatSession);
BATON_MAKES(SetResult);
BATON_MAKES(GetResult);
BATON_MAKES(OpenCorrelation);
BATON_MAKES(GetCorrelation);
BATON_MAKES(Signal);
BATON_MAKES(Advance);
BATON_MAKES(ListCorrelations);
BATON_MAKES(PutRecord);
BATON_MAKES(GetRecord);
BATON_MAKES(ListRecords);
BATON_MAKES(PurgeTask);
BATON_MAKES(PurgeThread);
BATON_MAKES(PurgeCorrelation);
BATON_MAKES(Sweep);
BATON_MAKES(Health);
BATON_MAKES(Freeze);
BATON_MAKES(Export);
BATON_MAKES(Import);

}  // namespace baton::test
