import { useEffect, useState } from 'preact/hooks';

import { get } from '../api';
import { live, useConnection, useEvents } from '../live';
import { about, useLoad } from '../load';
import { EventTable } from '../parts/event_list';
import { Entry } from '../parts/filters';
import { Empty, Facts, Panel, Reading, Trouble, View } from '../parts/frame';
import { JsonView } from '../parts/json_view';
import { At } from '../parts/time';
import { AgentLink, TaskLink } from '../parts/words';
import { usePlace } from '../route';
import type { Group, LogEvent, LogPage } from '../types';
import { GroupTable } from './groups';

const shownAtOnce = 200;

interface EventFilter {
  types: string;
  task: string;
  agent: string;
}

/** `task.*` is all of a noun; several with commas or spaces between them. */
function fits(event: LogEvent, filter: EventFilter): boolean {
  const patterns = filter.types.split(/[\s,]+/).filter(Boolean);
  const typed = patterns.length === 0 || patterns.some((each) =>
    each.endsWith('*') ? event.event_type.startsWith(each.slice(0, -1)) : event.event_type === each);
  return typed && (filter.task === '' || event.task_id === filter.task) && (filter.agent === '' || event.agent_id === filter.agent);
}

function tail(filter: EventFilter): LogEvent[] {
  return live.recent.filter((event) => fits(event, filter)).slice(-shownAtOnce);
}

export function Events() {
  const { query } = usePlace();
  const filter = { types: query.get('types') ?? '', task: query.get('task') ?? '', agent: query.get('agent') ?? '' };
  const key = JSON.stringify(filter);
  const [events, setEvents] = useState<LogEvent[]>(() => tail(filter));
  const [paused, setPaused] = useState(false);
  useEffect(() => setEvents(tail(filter)), [key]);
  useEvents(() => {
    if (!paused) setEvents(tail(filter));
  });
  const resume = () => {
    setPaused(false);
    setEvents(tail(filter));
  };
  return (
    <View title="Events" actions={<button type="button" onClick={paused ? resume : () => setPaused(true)}>{paused ? 'Follow' : 'Hold still'}</button>}>
      <GroupsPanel />
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <Entry name="types" label="Types" value={filter.types} placeholder="task.*, agent.changed" wide />
        <Entry name="task" label="Task" value={filter.task} />
        <Entry name="agent" label="Agent" value={filter.agent} />
      </form>
      {live.trims > 0 && <div class="trouble">The log was trimmed before some events could be read here.</div>}
      {events.length === 0 ? <NoEvents filtered={key !== '{"types":"","task":"","agent":""}'} /> : <EventTable label="Live tail" events={events.toReversed()} />}
    </View>
  );
}

function NoEvents({ filtered }: { filtered: boolean }) {
  const connection = useConnection();
  if (connection !== 'live') return <Reading />;
  if (filtered) return <Empty>No recent event matches. New ones appear here.</Empty>;
  return <Empty command="baton task submit research">The log is empty. This makes an event:</Empty>;
}

function GroupsPanel() {
  const groups = useLoad('groups', readGroups, { on: () => true, every: 5000 });
  return (
    <Panel title="Consumer groups">
      <Trouble problem={groups.problem} />
      {groups.value?.length === 0 ? (
        <Empty command="baton group create audit">
          Nobody reads the log as a group. This makes one:
        </Empty>
      ) : (
        groups.value && <GroupTable groups={groups.value} />
      )}
    </Panel>
  );
}

async function readGroups(signal: AbortSignal) {
  const answer = await get<Record<string, Group[]>>('/v1/groups', signal);
  return Object.values(answer)[0]!;
}

/** One event, at a place that can be sent to others. */
export function EventDetail({ position }: { position: number }) {
  const { value, problem } = useLoad(`event ${position}`, (signal) => get<LogPage>(`/v1/events?after=${position - 1}&limit=1`, signal), {
    on: about('task', 'agent'),
  });
  const event = value?.events.find((each) => each.position === position);
  return (
    <View title={`Event ${position}`} actions={<Neighbours position={position} last={value?.last ?? position} />}>
      <Trouble problem={problem} />
      {!value && !problem && <Reading />}
      {value && !event && <Empty>{missing(position, value)}</Empty>}
      {event && (
        <>
          <Panel title={event.event_type}>
            <Facts
              facts={[
                ['At', <At at={event.at} />],
                ['Task', event.task_id && <TaskLink id={event.task_id} />],
                ['Agent', event.agent_id && <AgentLink id={event.agent_id} />],
              ]}
            />
          </Panel>
          <Panel title="Payload">
            <JsonView value={event.payload} label="Payload" />
          </Panel>
        </>
      )}
    </View>
  );
}

function missing(position: number, log: LogPage): string {
  return position < log.first ? `The log now begins at ${log.first}: this event was trimmed.` : 'The log does not reach that far yet.';
}

function Neighbours({ position, last }: { position: number; last: number }) {
  return (
    <>
      {position > 1 && <a class="button" href={`/events/${position - 1}`}>Before</a>}
      {position < last && <a class="button" href={`/events/${position + 1}`}>After</a>}
      <a class="button" href="/events">Tail</a>
    </>
  );
}
