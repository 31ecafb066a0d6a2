import { beatOf } from '../beats';
import { clockTime, duration, useSeconds } from '../clock';
import type { Agent } from '../types';

/** How long ago, and when exactly to whoever points at it. */
export function Ago({ at }: { at: string | undefined }) {
  const now = useSeconds();
  if (!at) return <span class="quiet">–</span>;
  return (
    <time dateTime={at} title={at}>
      {duration(now - Date.parse(at))}
    </time>
  );
}

/** How long until then, or since when it is over. */
export function Until({ at }: { at: string }) {
  const left = Date.parse(at) - useSeconds();
  return (
    <time dateTime={at} title={at} class={left < 0 ? 'late' : undefined}>
      {left < 0 ? `${duration(-left)} over` : `in ${duration(left)}`}
    </time>
  );
}

export function At({ at }: { at: string | undefined }) {
  if (!at) return <span class="quiet">–</span>;
  return (
    <time dateTime={at} title={at} class="number">
      {clockTime(at)}
    </time>
  );
}

/** How long ago the agent was last heard of, or how long at least. */
export function LastBeat({ agent }: { agent: Agent }) {
  const { at, seen } = beatOf(agent);
  const age = duration(useSeconds() - at);
  return seen ? <span>{age} ago</span> : <span title="none since this page was opened">&gt; {age} ago</span>;
}
