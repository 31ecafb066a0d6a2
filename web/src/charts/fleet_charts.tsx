import { useEffect, useMemo } from 'preact/hooks';

import { get, send } from '../api';
import { useSeconds } from '../clock';
import { live, useEvents } from '../live';
import { useLoad } from '../load';
import { agentStates, type AgentState, type Queue } from '../types';
import { Chart, type Series } from './chart';
import { Figures, type Gauge } from './figures';
import { metric } from './metrics';

const mostSeries = 5;

/** As in the band of an agent's states. */
const stateColours: Record<AgentState, number> = { idle: 2, assigned: 5, working: 1, reporting: 4, draining: 3, crashed: 0 };

async function readGauges(signal: AbortSignal): Promise<{ lanes: Gauge; priorities: Gauge; agents: Gauge }> {
  const [queue, metrics] = await Promise.all([
    get<Queue>('/v1/queue?limit=1000', signal),
    send('GET', '/metrics', undefined, signal).then((answer) => answer.text()),
  ]);
  const lanes: Gauge = {};
  const priorities: Gauge = {};
  for (const line of queue.lines) {
    lanes[line.lane] = (lanes[line.lane] ?? 0) + line.depth;
    priorities[line.priority] = (priorities[line.priority] ?? 0) + line.depth;
  }
  return { lanes, priorities, agents: metric(metrics, 'baton_agents', 'state') };
}

export function FleetCharts() {
  const figures = useMemo(() => new Figures(), []);
  useEffect(() => figures.hear(live.recent), []);
  useEvents((events) => figures.hear(events));
  const { value } = useLoad('gauges', readGauges, { on: () => true, every: 5000 });
  useEffect(() => {
    if (value) figures.sample(value);
  }, [value]);
  useSeconds();

  const times = figures.times();
  const gauges = (sample: 'lanes' | 'priorities', names: string[]): Series[] =>
    names.map((name, i) => ({ name, values: figures.gauge(sample, name), colour: i + 1 }));
  // In one order, so that colours stay.
  const lanes = figures.names('lanes').slice(0, mostSeries).sort();
  const priorities = figures.names('priorities').slice(0, mostSeries).sort((a, b) => Number(a) - Number(b));
  const states = agentStates.filter((state) => figures.names('agents').includes(state));
  const crowd = states.map((name) => ({ name, values: figures.gauge('agents', name), colour: stateColours[name] }));

  return (
    <div class="charts">
      <Chart
        title="Throughput"
        times={times}
        shape="lines"
        unit="/s"
        series={[
          { name: 'submitted', values: figures.rate('created'), colour: 2 },
          { name: 'completed', values: figures.rate('completed'), colour: 1 },
        ]}
      />
      <Chart
        title="Wait for an agent"
        times={times}
        shape="lines"
        unit=" s"
        series={[
          { name: 'p50', values: figures.wait(0.5), colour: 1 },
          { name: 'p99', values: figures.wait(0.99), colour: 3 },
        ]}
      />
      <Chart title="Queue by lane" times={times} shape="stack" series={gauges('lanes', lanes)} />
      <Chart title="Queue by priority" times={times} shape="stack" series={gauges('priorities', priorities)} />
      <Chart title="Agents by state" times={times} shape="stack" series={crowd} />
      <Chart
        title="Failures"
        times={times}
        shape="bars"
        series={[
          { name: 'tried again', values: figures.number('retrying'), colour: 3 },
          { name: 'failed', values: figures.number('failed'), colour: 0 },
          { name: 'agents crashed', values: figures.number('crashed'), colour: 4 },
        ]}
      />
    </div>
  );
}
