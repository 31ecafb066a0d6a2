// One deed done to many tasks, a few at a time.
import { path, post, Problem } from './api';
import type { Task } from './types';

export interface Progress {
  done: number;
  refused: number;
  of: number;
}

const atOnce = 8;

/** A task that has moved on meanwhile refuses; the others go on. Ends early when asked to, or when the daemon is gone. */
export async function toAll(tasks: Task[], deed: 'retry' | 'cancel', tell: (progress: Progress) => void, stop: AbortSignal): Promise<Progress> {
  const progress = { done: 0, refused: 0, of: tasks.length };
  const left = [...tasks].reverse();
  const one = async () => {
    for (let task = left.pop(); task && !stop.aborted; task = left.pop()) {
      try {
        await post(path`/v1/tasks/${task.id}/` + deed);
        progress.done++;
      } catch (error) {
        if (!(error instanceof Problem) || (error.status !== 409 && error.status !== 404)) throw error;
        progress.refused++;
      }
      tell({ ...progress });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return progress;
}
