// Small words of the page: states, names, commands.
import { useState } from 'preact/hooks';

import { path } from '../api';

const tones: Record<string, string> = {
  idle: 'calm', assigned: 'busy', working: 'busy', reporting: 'busy', draining: 'warn', crashed: 'bad',
  pending: 'wait', running: 'busy', scheduled: 'wait', blocked: 'wait', completed: 'good', failed: 'bad', dead: 'bad',
  cancelled: 'calm', collecting: 'wait', ready: 'busy', orchestrating: 'busy', critical: 'bad', warning: 'warn',
  notice: 'calm', paused: 'warn', revoked: 'bad', expired: 'warn', active: 'good',
};

export function State({ name }: { name: string }) {
  return (
    <span class={`state ${tones[name] ?? 'calm'}`}>
      <i aria-hidden="true" />
      {name}
    </span>
  );
}

export function TaskLink({ id }: { id: string | undefined }) {
  if (!id) return <span class="quiet">–</span>;
  return (
    <a class="mono" href={path`/tasks/${id}`} title={id}>
      {shortId(id)}
    </a>
  );
}

/** The end of a UUIDv7: its beginning is the time, and alike in all of the same minute. */
export function shortId(id: string): string {
  return id.length > 16 ? `…${id.slice(-12)}` : id;
}

export function AgentLink({ id }: { id: string | undefined }) {
  if (!id) return <span class="quiet">–</span>;
  return <a href={path`/agents/${id}`}>{id}</a>;
}

/** A command that can be typed, and copied where the browser lets us. */
export function Command({ text }: { text: string }) {
  return (
    <span class="command">
      <code>{text}</code>
      <Copy text={text} what="command" />
    </span>
  );
}

export function Copy({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  if (!navigator.clipboard) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button type="button" class="copy" onClick={copy} aria-label={`Copy the ${what}`}>
      {copied ? 'copied' : 'copy'}
    </button>
  );
}

export function Count({ value }: { value: number }) {
  return <span class="number">{value.toLocaleString('en')}</span>;
}
