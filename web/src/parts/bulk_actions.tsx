import { useRef, useState } from 'preact/hooks';

import { toAll, type Progress } from '../bulk';
import { useMay } from '../session';
import { allTasks, countTasks, type TaskFilter } from '../task_search';
import { canRetry, hasEnded, type Task } from '../types';
import { attempt, tell } from './notice';
import { ask } from './question';

type Deed = 'retry' | 'cancel';

const words = { retry: { deed: 'Retry', done: 'back in line' }, cancel: { deed: 'Cancel', done: 'cancelled' } };

/** For every task that matches the filters, after it is known how many these are. */
export function BulkActions({ filter, reload }: { filter: TaskFilter; reload: () => void }) {
  const [progress, setProgress] = useState<Progress>();
  const [counting, setCounting] = useState(false);
  const stop = useRef(new AbortController());
  if (!useMay('orchestrator')) return null;

  const start = async (deed: Deed) => {
    setCounting(true);
    const tasks = await suited(filter, deed).finally(() => setCounting(false));
    if (tasks.length === 0) return tell(`No task that matches can be ${deed === 'retry' ? 'retried' : 'cancelled'}.`);
    const { deed: word, done } = words[deed];
    const many = `${tasks.length.toLocaleString('en')} ${tasks.length === 1 ? 'task' : 'tasks'}`;
    const sure = await ask({ title: `${word} ${many}?`, text: described(filter, deed), deed: `${word} ${many}`, grave: deed === 'cancel' });
    if (!sure) return;
    stop.current = new AbortController();
    const ended = await toAll(tasks, deed, setProgress, stop.current.signal).finally(() => setProgress(undefined));
    tell(`${ended.done} ${done}${ended.refused ? `, ${ended.refused} had moved on` : ''}.`);
    reload();
  };
  const begin = (deed: Deed) => void attemptQuietly(() => start(deed));

  if (progress) {
    return (
      <span class="bulk" role="status">
        <progress value={progress.done + progress.refused} max={progress.of} aria-label="Tasks done" />
        <span class="number">
          {progress.done + progress.refused} of {progress.of}
        </span>
        <button type="button" onClick={() => stop.current.abort()}>Stop</button>
      </span>
    );
  }
  return (
    <>
      {possible(filter, 'retry') && (
        <button type="button" disabled={counting} onClick={() => begin('retry')}>Retry all that match…</button>
      )}
      {possible(filter, 'cancel') && (
        <button type="button" class="grave" disabled={counting} onClick={() => begin('cancel')}>Cancel all that match…</button>
      )}
    </>
  );
}

async function attemptQuietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await attempt('', () => Promise.reject(error));
  }
}

function possible(filter: TaskFilter, deed: Deed): boolean {
  const status = filter.status as Task['status'] | '';
  if (status === '') return deed === 'cancel';
  return deed === 'retry' ? canRetry(status) : !hasEnded(status);
}

async function suited(filter: TaskFilter, deed: Deed): Promise<Task[]> {
  const { count } = await countTasks(filter);
  if (count === 0) return [];
  const tasks = await allTasks(filter);
  return tasks.filter((task) => (deed === 'retry' ? canRetry(task.status) : !hasEnded(task.status)));
}

function described(filter: TaskFilter, deed: Deed): string {
  const set = Object.entries(filter).filter(([name, value]) => value !== '' && name !== 'oldest');
  const which = set.map(([name, value]) => `${name} ${String(value)}`).join(', ') || 'every task that has not ended';
  const what = deed === 'retry' ? 'They go to the end of their lines, with their failures forgotten.' : 'Agents that hold one are told with their next beat.';
  return `All that match: ${which}. ${what}`;
}
