import { get, path, post } from '../api';
import { about, useLoad } from '../load';
import { Empty, Panel, Reading, Table, Trouble, View } from '../parts/frame';
import { attempt } from '../parts/notice';
import { Ago } from '../parts/time';
import { Count, State, TaskLink } from '../parts/words';
import { useMay } from '../session';
import type { Line, Queue } from '../types';

const readQueue = (signal: AbortSignal) => get<Queue>('/v1/queue?limit=1000', signal);
const when = { on: about('task', 'queue'), every: 5000 };

interface LaneRow {
  lane: string;
  paused: boolean;
  depth: number;
  oldest: string | undefined;
  lines: Line[];
}

function lanesOf(queue: Queue): LaneRow[] {
  const lanes = new Map<string, LaneRow>();
  const row = (lane: string) => {
    if (!lanes.has(lane)) lanes.set(lane, { lane, paused: queue.paused.includes(lane), depth: 0, oldest: undefined, lines: [] });
    return lanes.get(lane)!;
  };
  queue.paused.forEach(row);
  for (const line of queue.lines) {
    const lane = row(line.lane);
    lane.depth += line.depth;
    lane.lines.push(line);
    if (!lane.oldest || line.oldest < lane.oldest) lane.oldest = line.oldest;
  }
  return [...lanes.values()].sort((a, b) => (a.lane < b.lane ? -1 : 1));
}

export function QueueView() {
  const { value, problem, reload } = useLoad('queue', readQueue, when);
  const lanes = value ? lanesOf(value) : [];
  const deepest = Math.max(1, ...lanes.map((lane) => lane.depth));
  return (
    <View title="Queue" actions={value && <PauseButton all paused={value.all_paused} reload={reload} />}>
      <Trouble problem={problem} />
      {value?.all_paused && <div class="trouble">All lanes are paused: nothing is claimed.</div>}
      {!value && !problem && <Reading />}
      {value && lanes.length === 0 && <Empty command="baton task submit research">Nothing waits. This puts something in line:</Empty>}
      {lanes.length > 0 && (
        <Table label="Queue" head={['Lane', 'Waiting', 'Share', 'By priority', 'Oldest', 'State', 'Action']} numeric={[1, 4, 6]}>
          {lanes.map((lane) => (
            <tr key={lane.lane}>
              <td>
                <a href={path`/queue/${lane.lane}`}>{lane.lane}</a>
              </td>
              <td class="right">
                <Count value={lane.depth} />
              </td>
              <td class="meter">
                <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(100 * lane.depth) / deepest} height="1" />
                </svg>
              </td>
              <td>
                {lane.lines.map((line) => (
                  <span key={line.priority} class="pair">
                    <span class="quiet">{line.priority}</span> <Count value={line.depth} />
                  </span>
                ))}
              </td>
              <td class="right">
                <Ago at={lane.oldest} />
              </td>
              <td>{lane.paused ? <State name="paused" /> : <span class="quiet">open</span>}</td>
              <td class="right">
                <PauseButton lane={lane.lane} paused={lane.paused} reload={reload} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </View>
  );
}

function PauseButton(props: { lane?: string; all?: boolean; paused: boolean; reload: () => void }) {
  if (!useMay('orchestrator')) return null;
  const deed = props.paused ? 'resume' : 'pause';
  const target = props.lane === undefined ? `/v1/queue/${deed}` : path`/v1/queue/lanes/${props.lane}/` + deed;
  const which = props.lane ?? 'Every lane';
  const done = props.paused ? `${which} goes on.` : `${which} is paused.`;
  const label = `${props.paused ? 'Resume' : 'Pause'}${props.all ? ' all' : ''}`;
  return (
    <button type="button" aria-label={props.lane ? `${label} ${props.lane}` : label}
      onClick={() => attempt(done, () => post(target)).then(props.reload)}>
      {label}
    </button>
  );
}

interface Waiting {
  task: string;
  priority: number;
  place: number;
}

/** The next tasks of one lane. */
export function LaneView({ lane }: { lane: string }) {
  const queue = useLoad('queue', readQueue, when);
  const next = useLoad(`lane ${lane}`, (signal) => get<Record<string, Waiting[]>>(path`/v1/queue/lanes/${lane}` + '?limit=100', signal), when);
  const waiting = next.value && Object.values(next.value)[0];
  const paused = queue.value?.paused.includes(lane) ?? false;
  return (
    <View title={lane} name={`Lane ${lane}`} actions={queue.value && <PauseButton lane={lane} paused={paused} reload={queue.reload} />}>
      <Trouble problem={next.problem} />
      {paused && <div class="trouble">This lane is paused: nothing of it is claimed.</div>}
      <Panel title="Next in line" aside={<a href={`/tasks?lane=${encodeURIComponent(lane)}`}>All tasks of this lane</a>}>
        {!waiting && !next.problem && <Reading />}
        {waiting?.length === 0 && <Empty command={`baton task submit ${lane}`}>Nothing waits in this lane.</Empty>}
        {waiting && waiting.length > 0 && (
          <Table label="Next in line" head={['Place', 'Task', 'Priority']} numeric={[0, 2]}>
            {waiting.map((each, i) => (
              <tr key={each.task}>
                <td class="right quiet number">{i + 1}</td>
                <td>
                  <TaskLink id={each.task} />
                </td>
                <td class="right number">{each.priority}</td>
              </tr>
            ))}
          </Table>
        )}
      </Panel>
    </View>
  );
}
