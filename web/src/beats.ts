// When each agent was last heard of. The daemon tells until when an agent counts as alive: that this moved is a sign of life,
// seen here no later than the next reading.
import { storeNow } from './clock';
import type { Agent } from './types';

export interface Beat {
  at: number;
  /** It was seen to happen; otherwise it is at least that old. */
  seen: boolean;
}

const beats = new Map<string, { deadline: string; beat: Beat }>();

export function hearBeats(agents: Agent[]): void {
  for (const { id, deadline } of agents) {
    const known = beats.get(id);
    if (known?.deadline === deadline) continue;
    beats.set(id, { deadline, beat: { at: storeNow(), seen: known !== undefined } });
  }
}

export function beatOf(agent: Agent): Beat {
  return beats.get(agent.id)?.beat ?? { at: storeNow(), seen: false };
}
