// Who contributed what, and when: a lane for each name, time from left to right.
import { clockTime, duration, useSeconds } from '../clock';
import type { Correlation, Signal } from '../types';

const width = 1000;
const laneHeight = 30;

export function SwimLanes({ correlation }: { correlation: Correlation }) {
  const now = useSeconds();
  const signals = correlation.signals ?? [];
  const names = [...new Set([...correlation.expected, ...signals.map((signal) => signal.name)])];
  const begin = Date.parse(correlation.created_at);
  const deadline = Date.parse(correlation.timeout_at);
  const open = correlation.status === 'collecting';
  const last = Math.max(...signals.map((signal) => Date.parse(signal.at)), Date.parse(correlation.updated_at));
  const end = Math.max(begin + 1, open ? Math.max(deadline, now) : last + (last - begin) * 0.05);
  const x = (at: number) => ((at - begin) / (end - begin)) * width;
  return (
    <div class="lanes">
      {names.map((name) => (
        <Lane key={name} name={name} expected={correlation.expected.includes(name)} open={open} x={x} now={open ? now : end}
          signals={signals.filter((signal) => signal.name === name)} />
      ))}
      <p class="axis">
        <span>{clockTime(correlation.created_at)}</span>
        <span>{open ? `collects for ${duration(deadline - begin)}` : `ended after ${duration(last - begin)}`}</span>
      </p>
    </div>
  );
}

interface LaneProps {
  name: string;
  expected: boolean;
  open: boolean;
  now: number;
  signals: Signal[];
  x: (at: number) => number;
}

function Lane({ name, expected, open, now, signals, x }: LaneProps) {
  const first = signals[0] ? Date.parse(signals[0].at) : now;
  const state = signals.length > 0 ? (signals[0]!.late ? 'late' : 'in') : open ? 'awaited' : 'missing';
  return (
    <div class="lane">
      <span class="name">
        {name} {!expected && <span class="quiet">not expected</span>}
      </span>
      <svg viewBox={`0 0 ${width} ${laneHeight}`} preserveAspectRatio="none" role="img"
        aria-label={signals[0] ? `${name}: ${state} at ${clockTime(signals[0].at)}` : `${name}: ${state}`}>
        <rect class="track" x="0" y="13" width={width} height="4" />
        <rect class={`wait ${state}`} x="0" y="11" width={Math.max(2, Math.min(width, x(first)))} height="8" />
        {signals.map((signal) => (
          <rect key={signal.version} class={signal.late ? 'mark late' : 'mark'} x={Math.min(width - 8, Math.max(0, x(Date.parse(signal.at)) - 4))} y="5" width="8" height="20">
            <title>{`version ${signal.version} at ${clockTime(signal.at)}`}</title>
          </rect>
        ))}
      </svg>
      <span class={`quiet ${state === 'missing' || state === 'late' ? 'late' : ''}`}>{state}</span>
    </div>
  );
}
