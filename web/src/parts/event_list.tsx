import { memo } from '../memo';

import type { LogEvent } from '../types';
import { At } from './time';
import { Table } from './frame';
import { AgentLink, TaskLink } from './words';

interface Props {
  events: LogEvent[];
  label: string;
  /** What is the same in all of them need not be said. */
  without?: 'task' | 'agent';
}

export function EventTable({ events, label, without }: Props) {
  const nouns = [without !== 'task' && 'Task', without !== 'agent' && 'Agent'].filter((noun) => noun !== false);
  return (
    <Table label={label} head={['Position', 'Time', 'Event', ...nouns, 'What']} numeric={[0]}>
      {events.map((event) => (
        <EventRow key={event.position} event={event} without={without} />
      ))}
    </Table>
  );
}

/** An event never changes, so its row is drawn once. */
const EventRow = memo(function EventRow({ event, without }: { event: LogEvent; without: Props['without'] }) {
  return (
    <tr>
      <td class="right">
        <a class="number" href={`/events/${event.position}`}>
          {event.position}
        </a>
      </td>
      <td>
        <At at={event.at} />
      </td>
      <td>
        <span class={`event ${toneOf(event)}`}>{event.event_type}</span>
      </td>
      {without !== 'task' && (
        <td>
          <TaskLink id={event.task_id} />
        </td>
      )}
      {without !== 'agent' && (
        <td>
          <AgentLink id={event.agent_id} />
        </td>
      )}
      <td class="snippet mono">{event.payload.isEmpty ? '' : event.payload.text.slice(0, 160)}</td>
    </tr>
  );
});

function toneOf(event: LogEvent): string {
  if (/\.(failed|dead|dead_lettered|late_result|expired)$/.test(event.event_type)) return 'bad';
  if (event.event_type === 'agent.changed' && event.payload.text.includes('"to":"crashed"')) return 'bad';
  if (/\.(completed|acquired)$/.test(event.event_type)) return 'good';
  return '';
}
