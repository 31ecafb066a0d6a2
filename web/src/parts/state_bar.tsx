// The states of an agent as a band over time, from what the log tells.
import { clockTime, duration, useSeconds } from '../clock';
import type { LogEvent } from '../types';

interface Stretch {
  state: string;
  from: number;
  to: number;
}

/** The state that an event leaves its agent in; undefined if it does not say. */
function stateAfter(event: LogEvent): string | undefined {
  switch (event.event_type) {
    case 'agent.registered':
      return 'idle';
    case 'agent.changed':
      return String(event.payload.members()['to']);
    case 'agent.removed':
      return 'gone';
    case 'task.assigned':
      return event.payload.members()['pushed'] === true ? 'assigned' : 'working';
    case 'task.completed':
    case 'task.retrying':
    case 'task.failed':
    case 'task.cancelled':
      return 'idle';
    case 'task.requeued':
      return event.payload.members()['reason'] === 'crashed' ? undefined : 'idle';
    default:
      return undefined;
  }
}

function stretches(events: LogEvent[], now: number): Stretch[] {
  const found: Stretch[] = [];
  for (const event of events) {
    const state = stateAfter(event);
    const at = Date.parse(event.at);
    const last = found.at(-1);
    if (state === undefined || last?.state === state) continue;
    // A draining agent stays one when its task is settled.
    if (last?.state === 'draining' && state === 'idle' && event.event_type.startsWith('task.')) continue;
    if (last) last.to = at;
    found.push({ state, from: at, to: now });
  }
  return found;
}

const width = 1000;

export function StateBar({ events }: { events: LogEvent[] }) {
  const now = useSeconds();
  const shown = stretches(events, now);
  const first = shown[0]?.from ?? now;
  const scale = width / Math.max(1, now - first);
  const names = [...new Set(shown.map((each) => each.state))];
  return (
    <figure class="states">
      <svg viewBox={`0 0 ${width} 24`} preserveAspectRatio="none" role="img" aria-label={spoken(shown)}>
        {shown.map((each) => (
          <rect key={each.from} class={`fill-${each.state}`} x={(each.from - first) * scale} y="0" height="24"
            width={Math.max(0.5, (each.to - each.from) * scale)}>
            <title>{`${each.state} for ${duration(each.to - each.from)}, from ${clockTime(new Date(each.from).toISOString())}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption>
        <span class="quiet">{duration(now - first)} ago</span>
        <ul class="legend">
          {names.map((name) => (
            <li key={name}>
              <i class={`fill-${name}`} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
        <span class="quiet">now</span>
      </figcaption>
    </figure>
  );
}

function spoken(shown: Stretch[]): string {
  const last = shown.at(-1);
  return last ? `${shown.length} changes of state, now ${last.state} for ${duration(last.to - last.from)}` : 'no changes';
}
