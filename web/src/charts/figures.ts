// What the charts of the first view show: counted from the log as it is heard, and sampled from the store.
import { storeNow } from '../clock';
import type { LogEvent } from '../types';

export const step = 5;
export const steps = 60;

export type Gauge = Record<string, number>;

interface Bucket {
  created: number;
  completed: number;
  failed: number;
  retrying: number;
  crashed: number;
  waits: number[];
}

const samples = ['lanes', 'priorities', 'agents'] as const;
type Sample = (typeof samples)[number];

/** Tasks whose beginning is remembered, to know how long they waited. */
const mostWaiting = 20_000;

const counted: Record<string, keyof Omit<Bucket, 'waits'>> = {
  'task.created': 'created',
  'task.completed': 'completed',
  'task.failed': 'failed',
  'task.dead': 'failed',
  'task.retrying': 'retrying',
};

export class Figures {
  private readonly buckets = new Map<number, Bucket>();
  private readonly gauges = new Map<number, Record<Sample, Gauge>>();
  private readonly pendingSince = new Map<string, number>();

  hear(events: LogEvent[]): void {
    for (const event of events) this.count(event);
    this.forget();
  }

  sample(taken: Record<Sample, Gauge>): void {
    this.gauges.set(slot(storeNow()), taken);
  }

  /** The times of the window, in seconds. */
  times(): number[] {
    // The step that is under way would look like a fall.
    const last = slot(storeNow()) - 1;
    return Array.from({ length: steps }, (_, i) => (last - steps + 1 + i) * step);
  }

  /** How often a second. */
  rate(name: keyof Omit<Bucket, 'waits'>): number[] {
    return this.window((bucket) => (bucket?.[name] ?? 0) / step) as number[];
  }

  /** How many of that kind there were in each step. */
  number(name: keyof Omit<Bucket, 'waits'>): number[] {
    return this.window((bucket) => bucket?.[name] ?? 0) as number[];
  }

  /** The wait in seconds that this share of tasks did not exceed. */
  wait(share: number): (number | null)[] {
    return this.window((bucket) => {
      if (!bucket || bucket.waits.length === 0) return null;
      const sorted = bucket.waits.toSorted((a, b) => a - b);
      return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]! / 1000;
    });
  }

  /** A sampled gauge by name: between samples it stays what it was. */
  gauge(sample: Sample, name: string): (number | null)[] {
    let value: number | null = null;
    return this.slots().map((at) => {
      const taken = this.gauges.get(at + 1) ?? this.gauges.get(at);
      if (taken) value = taken[sample][name] ?? 0;
      return value;
    });
  }

  /** The names that a gauge had within the window, the largest first. */
  names(sample: Sample): string[] {
    const most = new Map<string, number>();
    for (const at of this.gauges.keys()) {
      for (const [name, value] of Object.entries(this.gauges.get(at)?.[sample] ?? {})) {
        most.set(name, Math.max(most.get(name) ?? 0, value));
      }
    }
    return [...most.keys()].sort((a, b) => most.get(b)! - most.get(a)!);
  }

  private slots(): number[] {
    return this.times().map((time) => time / step);
  }

  private window<T>(read: (bucket: Bucket | undefined) => T): T[] {
    return this.slots().map((at) => read(this.buckets.get(at)));
  }

  private count(event: LogEvent): void {
    const at = Date.parse(event.at);
    const bucket = this.bucket(slot(at));
    const name = counted[event.event_type];
    if (name) bucket[name]++;
    if (event.event_type === 'agent.changed' && event.payload.members()['to'] === 'crashed') bucket.crashed++;
    if (event.task_id) this.time(event, event.task_id, at, bucket);
  }

  private time(event: LogEvent, task: string, at: number, bucket: Bucket): void {
    if (event.event_type === 'task.requeued' || event.event_type === 'task.created') {
      const status = event.payload.members()['status'];
      if (status === undefined || status === 'pending') this.pendingSince.set(task, at);
      return;
    }
    const since = this.pendingSince.get(task);
    if (since === undefined) return;
    this.pendingSince.delete(task);
    if (event.event_type === 'task.assigned') bucket.waits.push(Math.max(0, at - since));
  }

  private bucket(at: number): Bucket {
    let bucket = this.buckets.get(at);
    if (!bucket) {
      bucket = { created: 0, completed: 0, failed: 0, retrying: 0, crashed: 0, waits: [] };
      this.buckets.set(at, bucket);
    }
    return bucket;
  }

  private forget(): void {
    const oldest = slot(storeNow()) - steps;
    for (const at of this.buckets.keys()) if (at < oldest) this.buckets.delete(at);
    for (const at of this.gauges.keys()) if (at < oldest) this.gauges.delete(at);
    for (const task of this.pendingSince.keys()) {
      if (this.pendingSince.size <= mostWaiting) break;
      this.pendingSince.delete(task);
    }
  }
}

function slot(milliseconds: number): number {
  return Math.floor(milliseconds / 1000 / step);
}
