// What was done, and what went wrong with it: told once, at the edge, and to screen readers.
import { useEffect, useState } from 'preact/hooks';

import { Problem } from '../api';

interface Notice {
  id: number;
  text: string;
  bad: boolean;
}

let notices: Notice[] = [];
let next = 1;
const watchers = new Set<() => void>();

function change(changed: Notice[]): void {
  notices = changed;
  watchers.forEach((watcher) => watcher());
}

export function tell(text: string, bad = false): void {
  const notice = { id: next++, text, bad };
  change([...notices, notice].slice(-4));
  setTimeout(() => change(notices.filter((each) => each !== notice)), bad ? 12_000 : 5000);
}

/** Does something that may be refused, and tells if it was. */
export async function trying(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    tell(error instanceof Problem ? `${error.detail} ${error.next}` : String(error), true);
    return false;
  }
}

/** The same, and tells when it is done. */
export async function attempt(done: string, work: () => Promise<unknown>): Promise<boolean> {
  const went = await trying(work);
  if (went) tell(done);
  return went;
}

export function Notices() {
  const [shown, setShown] = useState(notices);
  useEffect(() => {
    const look = () => setShown(notices);
    watchers.add(look);
    return () => void watchers.delete(look);
  }, []);
  return (
    <div class="notices" role="status" aria-live="polite">
      {shown.map((notice) => (
        <p key={notice.id} class={notice.bad ? 'bad' : undefined}>
          {notice.text}
        </p>
      ))}
    </div>
  );
}
