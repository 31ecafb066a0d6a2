import { useRef, useState } from 'preact/hooks';

import { toAll, type Progress } from '../bulk';
import { useMay } from '../session';
import { allTasks, countTasks, type TaskFilter } from '../task_search';
import { canRetry, hasEnded, type TaskStatus } from '../types';
import { tell, trying } from './notice';
import { ask } from './question';

type Deed = 'retry' | 'cancel';

const words = {
  retry: { deed: 'Retry', done: 'back in line', effect: 'They go to the end of their lines, with their failures forgotten.' },
  cancel: { deed: 'Cancel', done: 'cancelled', effect: 'Agents that hold one are told with their next beat.' },
};

/** What can be done to every task of that status. */
function deedFor(status: TaskStatus | ''): Deed | undefined {
  if (status === '' || status === 'completed') return undefined;
  return canRetry(status) ? 'retry' : hasEnded(status) ? undefined : 'cancel';
}

/** For every task that matches the filters, after it is known how many these are. */
export function BulkActions({ filter, reload }: { filter: TaskFilter; reload: () => void }) {
  const [progress, setProgress] = useState<Progress>();
  const [counting, setCounting] = useState(false);
  const stop = useRef(new AbortController());
  const deed = deedFor(filter.status as TaskStatus | '');
  if (!useMay('orchestrator') || (!deed && !progress)) return null;

  const carryOut = async (deed: Deed) => {
    if (!(await wanted(filter, deed, setCounting))) return;
    stop.current = new AbortController();
    setProgress({ done: 0, refused: 0, of: 0 });
    try {
      const ended = await toAll(await allTasks(filter), deed, setProgress, stop.current.signal);
      tell(`${ended.done} ${words[deed].done}${ended.refused ? `, ${ended.refused} had moved on` : ''}.`);
    } finally {
      setProgress(undefined);
      reload();
    }
  };

  if (progress) return <Bar progress={progress} stop={() => stop.current.abort()} />;
  return (
    <button type="button" class={deed === 'cancel' ? 'grave' : undefined} disabled={counting} onClick={() => trying(() => carryOut(deed!))}>
      {words[deed!].deed} all that match…
    </button>
  );
}

async function wanted(filter: TaskFilter, deed: Deed, counting: (now: boolean) => void): Promise<boolean> {
  counting(true);
  const { count, complete } = await countTasks(filter).finally(() => counting(false));
  if (count === 0) {
    tell('No task matches any more.');
    return false;
  }
  const many = `${complete ? '' : 'at least '}${count.toLocaleString('en')} ${count === 1 ? 'task' : 'tasks'}`;
  const word = words[deed].deed;
  return ask({ title: `${word} ${many}?`, text: described(filter, deed), deed: `${word} ${many}`, grave: deed === 'cancel' });
}

function described(filter: TaskFilter, deed: Deed): string {
  const set = Object.entries(filter).filter(([name, value]) => value !== '' && name !== 'oldest');
  return `All that match: ${set.map(([name, value]) => `${name} ${String(value)}`).join(', ')}. ${words[deed].effect}`;
}

function Bar({ progress, stop }: { progress: Progress; stop: () => void }) {
  const past = progress.done + progress.refused;
  return (
    <span class="bulk" role="status">
      <progress value={past} max={Math.max(1, progress.of)} aria-label="Tasks done" />
      <span class="number">
        {past} of {progress.of}
      </span>
      <button type="button" onClick={stop}>Stop</button>
    </span>
  );
}
