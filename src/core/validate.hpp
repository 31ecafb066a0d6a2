#pragma once

#include "baton/verb.hpp"
#include "core/check.hpp"

namespace baton {

/// As declared in baton/store.hpp, for those who do not need the rest of it.
Result<void> validate(const Verb& verb);

void examine(Check& check, const Register& verb);
void examine(Check& check, const Deregister& verb);
void examine(Check& check, const Beat& verb);
void examine(Check& check, const Transition& verb);
void examine(Check& check, const GetAgent& verb);
void examine(Check& check, const ListAgents& verb);

void examine(Check& check, const Submit& verb);
void examine(Check& check, const Claim& verb);
void examine(Check& check, const Progress& verb);
void examine(Check& check, const Settle& verb);
void examine(Check& check, const Cancel& verb);
void examine(Check& check, const Retry& verb);
void examine(Check& check, const Edit& verb);
void examine(Check& check, const GetTask& verb);
void examine(Check& check, const ListTasks& verb);

void examine(Check& check, const QueueStats& verb);
void examine(Check& check, const Peek& verb);
void examine(Check& check, const SetPaused& verb);

void examine(Check& check, const ReadLog& verb);
void examine(Check& check, const PutGroup& verb);
void examine(Check& check, const DropGroup& verb);
void examine(Check& check, const ListGroups& verb);
void examine(Check& check, const ReadGroup& verb);
void examine(Check& check, const Ack& verb);
void examine(Check& check, const InspectGroup& verb);
void examine(Check& check, const DeadLetters& verb);
void examine(Check& check, const Redrive& verb);

void examine(Check& check, const PutThread& verb);
void examine(Check& check, const GetThread& verb);
void examine(Check& check, const ListThreads& verb);
void examine(Check& check, const Append& verb);
void examine(Check& check, const Messages& verb);

void examine(Check& check, const TryLock& verb);
void examine(Check& check, const RenewLock& verb);
void examine(Check& check, const ReleaseLock& verb);
void examine(Check& check, const InspectLock& verb);
void examine(Check& check, const ListLocks& verb);
void examine(Check& check, const BeatSession& verb);

void examine(Check& check, const SetResult& verb);
void examine(Check& check, const GetResult& verb);

void examine(Check& check, const OpenCorrelation& verb);
void examine(Check& check, const GetCorrelation& verb);
void examine(Check& check, const Signal& verb);
void examine(Check& check, const Advance& verb);
void examine(Check& check, const ListCorrelations& verb);

void examine(Check& check, const PutRecord& verb);
void examine(Check& check, const GetRecord& verb);
void examine(Check& check, const ListRecords& verb);

void examine(Check& check, const PurgeTask& verb);
void examine(Check& check, const PurgeThread& verb);
void examine(Check& check, const PurgeCorrelation& verb);

void examine(Check& check, const Sweep& verb);
void examine(Check& check, const Health& verb);
void examine(Check& check, const Freeze& verb);
void examine(Check& check, const Export& verb);
void examine(Check& check, const Import& verb);

}  // namespace baton
