// Figures as the daemon exposes them for Prometheus.
import type { Gauge } from './figures';

/** The values of one metric by its one label. */
export function metric(text: string, name: string, label: string): Gauge {
  const found: Gauge = {};
  for (const line of text.split('\n')) {
    if (!line.startsWith(`${name}{`)) continue;
    const parts = /^\w+\{(\w+)="((?:[^"\\]|\\.)*)"\} (\S+)/.exec(line);
    if (parts?.[1] === label) found[parts[2]!] = Number(parts[3]);
  }
  return found;
}

/** A metric without a label. */
export function figure(text: string, name: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}
