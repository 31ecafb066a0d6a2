import { get, path, post } from '../api';
import { useLoad } from '../load';
import { EventTable } from '../parts/event_list';
import { Empty, Facts, Panel, Reading, Table, Trouble, View } from '../parts/frame';
import { attempt, tell, trying } from '../parts/notice';
import { ask } from '../parts/question';
import { Ago, Until } from '../parts/time';
import { Count } from '../parts/words';
import { useMay } from '../session';
import type { DeadLetter, Group, GroupReport, Page } from '../types';

const when = { on: () => true, every: 5000 };

export function GroupTable({ groups }: { groups: Group[] }) {
  return (
    <Table label="Consumer groups" head={['Group', 'Lag', 'Pending', 'Dead letters', 'Dropped', 'Delivered up to', 'Since']} numeric={[1, 2, 3, 4, 5, 6]}>
      {groups.map((group) => (
        <tr key={group.name}>
          <td>
            <a href={path`/groups/${group.name}`}>{group.name}</a>
          </td>
          <td class="right">
            <Count value={group.lag} />
          </td>
          <td class="right">
            <Count value={group.pending} />
          </td>
          <td class={group.dead > 0 ? 'right late' : 'right'}>
            <Count value={group.dead} />
          </td>
          <td class={group.dropped > 0 ? 'right late' : 'right'}>
            <Count value={group.dropped} />
          </td>
          <td class="right">
            <a class="number" href={`/events/${group.cursor}`}>{group.cursor}</a>
          </td>
          <td class="right">
            <Ago at={group.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function GroupDetail({ name }: { name: string }) {
  const report = useLoad(`group ${name}`, (signal) => get<GroupReport>(path`/v1/groups/${name}`, signal), when);
  const letters = useLoad(`letters ${name}`, (signal) => get<Page<DeadLetter, number>>(path`/v1/groups/${name}/dead-letters`, signal), when);
  const reload = () => {
    report.reload();
    letters.reload();
  };
  const group = report.value?.group;
  return (
    <View title={name} name={`Group ${name}`} actions={group && <Redrive group={group} reload={reload} />}>
      <Trouble problem={report.problem} />
      {!group && !report.problem && <Reading />}
      {group && (
        <Panel title="Now">
          <Facts
            facts={[
              ['Lag', <Count value={group.lag} />],
              ['Pending', <Count value={group.pending} />],
              ['Dead letters', <Count value={group.dead} />],
              ['Dropped by the log', <Count value={group.dropped} />],
              ['Delivered up to', <a class="number" href={`/events/${group.cursor}`}>{group.cursor}</a>],
              ['Given again after', `${group.visibility_us / 1_000_000} s`],
              ['Given up after', `${group.max_deliveries} deliveries`],
            ]}
          />
        </Panel>
      )}
      <Panel title="Dead letters">
        {letters.value?.items.length === 0 && <Empty>No delivery was given up.</Empty>}
        {letters.value && letters.value.items.length > 0 && (
          <EventTable label="Dead letters" events={letters.value.items.map((letter) => letter.event)} />
        )}
      </Panel>
      <Panel title="Pending">
        {report.value?.pending.length === 0 && <Empty>Everything that was handed out is acknowledged.</Empty>}
        {report.value && report.value.pending.length > 0 && <PendingTable report={report.value} />}
      </Panel>
    </View>
  );
}

function PendingTable({ report }: { report: GroupReport }) {
  return (
    <Table label="Pending deliveries" head={['Event', 'Consumer', 'Deliveries', 'Given again']} numeric={[0, 2, 3]}>
      {report.pending.map((each) => (
        <tr key={each.position}>
          <td class="right">
            <a class="number" href={`/events/${each.position}`}>{each.position}</a>
          </td>
          <td>{each.consumer}</td>
          <td class="right number">{each.count}</td>
          <td class="right">
            <Until at={each.visible_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** First how many there are, by a dry run; then, if wanted, for real. */
function Redrive({ group, reload }: { group: Group; reload: () => void }) {
  if (!useMay('orchestrator') || group.dead === 0) return null;
  const redrive = async () => {
    const count = await redriven(group.name, true);
    if (count === 0) return tell('There is nothing to redrive any more.');
    const letters = `${count} dead ${count === 1 ? 'letter' : 'letters'}`;
    const sure = await ask({ title: `Redrive ${letters}?`, text: 'They are delivered again at once, and their deliveries are counted from the beginning.', deed: `Redrive ${letters}` });
    if (sure) await attempt(`${letters} will be delivered again.`, () => redriven(group.name, false));
    reload();
  };
  return <button type="button" onClick={() => trying(redrive)}>Redrive…</button>;
}

async function redriven(group: string, dry: boolean): Promise<number> {
  const answer = await post<Record<string, number>>(path`/v1/groups/${group}/redrive`, { dry_run: dry });
  return Object.values(answer)[0]!;
}
