import { get, send } from '../api';
import { figure } from '../charts/metrics';
import { useLoad } from '../load';
import { Empty, Facts, Panel, Reading, Table, Trouble, View } from '../parts/frame';
import { At } from '../parts/time';
import { Count } from '../parts/words';
import { useMay } from '../session';
import type { AuditEntry, Health, Page } from '../types';

interface Seen {
  health: Health;
  metrics: string;
  version: string;
}

async function readSystem(signal: AbortSignal): Promise<Seen> {
  const [health, metrics, api] = await Promise.all([
    get<Health>('/v1/health', signal),
    send('GET', '/metrics', undefined, signal).then((answer) => answer.text()),
    send('GET', '/openapi.json', undefined, signal).then((answer) => answer.json() as Promise<{ info: { version: string } }>),
  ]);
  return { health, metrics, version: api.info.version };
}

export function System() {
  const admin = useMay('admin');
  const { value, problem } = useLoad('system', readSystem, { every: 5000 });
  return (
    <View title="System">
      <Trouble problem={problem} />
      {!value && !problem && <Reading />}
      {value && <StorePanel seen={value} />}
      {value && <SupervisorPanel metrics={value.metrics} />}
      {admin && <AuditPanel />}
    </View>
  );
}

function Yes({ good, yes, no }: { good: boolean; yes: string; no: string }) {
  return (
    <span class={`state ${good ? 'good' : 'bad'}`}>
      <i aria-hidden="true" />
      {good ? yes : no}
    </span>
  );
}

function StorePanel({ seen }: { seen: Seen }) {
  const { health } = seen;
  return (
    <Panel title="Store">
      <Facts
        facts={[
          ['Daemon', `baton ${seen.version}`],
          ['Store', `${health.backend} ${health.version}`],
          ['Durability', <Yes good={health.durable} yes={health.durability} no={health.durability} />],
          ['Health', <Yes good={!health.degraded && !health.frozen} yes="well" no={health.frozen ? 'frozen: every write is refused' : 'degraded: results are not kept now'} />],
          ['Log', <><Count value={health.first} /> – <Count value={health.last} /></>],
          ['Its clock', <At at={health.now} />],
        ]}
      />
      {health.notes.length > 0 && (
        <ul class="notes">
          {health.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const figures: [string, string][] = [
  ['Passes of the supervisor', 'baton_passes_total'],
  ['Sweeps', 'baton_sweeps_total'],
  ['Errors of the store', 'baton_store_errors_total'],
  ['Times it backed off', 'baton_backoffs_total'],
  ['Claims that met somebody else’s', 'baton_conflicts_total'],
  ['Late results', 'baton_task_late_results_total'],
  ['Events dropped unread', 'baton_events_dropped_total'],
  ['Clients of the live stream', 'baton_stream_clients'],
  ['Longest running attempt, s', 'baton_task_running_oldest_seconds'],
];

function SupervisorPanel({ metrics }: { metrics: string }) {
  return (
    <Panel title="This daemon, since its start" aside={<a href="/metrics" target="_blank">All metrics</a>}>
      <Facts
        facts={figures.map(([name, metric]) => {
          const value = figure(metrics, metric);
          return [name, value === undefined ? '' : <Count value={Math.round(value * 10) / 10} />];
        })}
      />
    </Panel>
  );
}

function AuditPanel() {
  const { value, problem } = useLoad('audit', (signal) => get<Page<AuditEntry>>('/v1/audit?limit=50', signal), { every: 5000 });
  return (
    <Panel title="Audit" aside={<span class="quiet">the latest 50</span>}>
      <Trouble problem={problem} />
      {value?.items.length === 0 && <Empty>Nobody has changed anything yet.</Empty>}
      {value && value.items.length > 0 && (
        <Table label="Audit" head={['Time', 'Who', 'Role', 'Did', 'To', 'Outcome', 'From']}>
          {value.items.map((entry) => (
            <tr key={entry.request_id + entry.at}>
              <td>
                <At at={entry.at} />
              </td>
              <td>{entry.actor_name || entry.actor}</td>
              <td class="quiet">{entry.role}</td>
              <td>{entry.action}</td>
              <td class="snippet mono">{entry.object}</td>
              <td class={entry.outcome === 'done' ? 'quiet' : 'late'}>{entry.outcome}</td>
              <td class="quiet">{entry.address}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}
