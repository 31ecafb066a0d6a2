import { get, path, post } from '../api';
import { FleetCharts } from '../charts/fleet_charts';
import { heardTime } from '../clock';
import { useLoad } from '../load';
import { Empty, Panel, Reading, Trouble, View } from '../parts/frame';
import { attempt } from '../parts/notice';
import { Ago } from '../parts/time';
import { Command, State } from '../parts/words';
import { useMay } from '../session';
import type { Attention, AttentionItem, Subject } from '../types';

async function readAttention(signal: AbortSignal): Promise<Attention> {
  const attention = await get<Attention>('/v1/attention', signal);
  heardTime(attention.now);
  return attention;
}

export function Home() {
  const { value, problem, reload } = useLoad('attention', readAttention, { on: () => true, every: 2000 });
  return (
    <View title="Fleet" name="Home">
      <Trouble problem={problem} />
      <Panel title="Needs attention" class="attention" aside={value && <Verdict attention={value} />}>
        {!value && !problem && <Reading />}
        {value && value.items.length === 0 && <Empty>Nothing needs anybody.</Empty>}
        <ul>
          {value?.items.map((item) => (
            <Item key={`${item.rule} ${item.subject.id ?? ''}`} item={item} reload={reload} />
          ))}
        </ul>
      </Panel>
      <FleetCharts />
    </View>
  );
}

function Verdict({ attention }: { attention: Attention }) {
  const count = attention.items.length;
  if (count === 0) return <span class="state good"><i aria-hidden="true" />well</span>;
  return <span class="quiet">{count}{attention.complete ? '' : ' or more'}{count > 1 && ', the most severe first'}</span>;
}

function Item({ item, reload }: { item: AttentionItem; reload: () => void }) {
  return (
    <li class={item.severity} data-rule={item.rule} data-subject={item.subject.id}>
      <State name={item.severity} />
      <div>
        <p>{item.sentence}</p>
        <p class="quiet">
          {item.since && (
            <>
              for <Ago at={item.since} /> ·{' '}
            </>
          )}
          <Command text={item.command} />
        </p>
      </div>
      <div class="actions">
        <Remedy item={item} reload={reload} />
      </div>
    </li>
  );
}

/** The button that helps, or the way to where it is. */
function Remedy({ item, reload }: { item: AttentionItem; reload: () => void }) {
  const may = useMay('orchestrator');
  const lane = item.subject.id ?? '';
  const resume = (target: string, done: string) => attempt(done, () => post(target)).then(reload);
  if (may && item.rule === 'all_paused') {
    return <button type="button" onClick={() => resume('/v1/queue/resume', 'All lanes go on.')}>Resume all</button>;
  }
  if (may && item.rule === 'lane_paused') {
    return (
      <button type="button" onClick={() => resume(path`/v1/queue/lanes/${lane}/resume`, `${lane} goes on.`)}>
        Resume {lane}
      </button>
    );
  }
  const href = placeOf(item);
  return href ? <a class="button" href={href}>{item.count > 1 ? 'See them' : 'See it'}</a> : null;
}

const statuses: Record<string, string> = {
  task_dead: 'dead', task_failed: 'failed', task_blocked: 'blocked', task_running_long: 'running', task_waiting_long: 'pending',
};

function placeOf(item: AttentionItem): string | undefined {
  const status = statuses[item.rule];
  if (item.count > 1 && status) return `/tasks?status=${status}`;
  if (item.count > 1 && item.subject.kind === 'agent') return '/agents';
  return hrefOf(item.subject);
}

function hrefOf(subject: Subject): string | undefined {
  const id = subject.id ?? '';
  switch (subject.kind) {
    case 'agent':
      return path`/agents/${id}`;
    case 'task':
      return path`/tasks/${id}`;
    case 'lane':
      return path`/queue/${id}`;
    case 'group':
      return path`/groups/${id}`;
    default:
      return '/system';
  }
}
