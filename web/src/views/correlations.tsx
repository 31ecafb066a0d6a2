import { get, path, query } from '../api';
import type { Json } from '../json';
import { about, useLoad } from '../load';
import { Choice } from '../parts/filters';
import { Empty, Facts, Panel, Reading, Table, Trouble, View } from '../parts/frame';
import { JsonView } from '../parts/json_view';
import { SwimLanes } from '../parts/swim_lanes';
import { Ago, At, Until } from '../parts/time';
import { State } from '../parts/words';
import { usePlace } from '../route';
import type { Correlation, Page } from '../types';

const statuses = ['collecting', 'ready', 'orchestrating', 'completed', 'failed'] as const;

export function Correlations() {
  const status = usePlace().query.get('status') ?? '';
  const { value, problem } = useLoad(
    `correlations ${status}`,
    (signal) => get<Page<Correlation>>(`/v1/correlations${query({ status, limit: 500 })}`, signal),
    { on: about('correlation') },
  );
  const items = value?.items.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
  return (
    <View title="Correlations">
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <Choice name="status" label="Status" value={status} options={statuses} />
      </form>
      <Trouble problem={problem} />
      {!value && !problem && <Reading />}
      {items?.length === 0 && (
        <Empty command="baton correlation open c1 --expect momentum --expect risk">
          {status ? 'No correlation matches. ' : 'There is no joint work. '}This opens some:
        </Empty>
      )}
      {items && items.length > 0 && (
        <Table label="Correlations" head={['Correlation', 'Status', 'Expects', 'Pattern', 'Step', 'Opened', 'Changed']} numeric={[5, 6]}>
          {items.map((each) => (
            <tr key={each.id}>
              <td>
                <a href={path`/correlations/${each.id}`}>{each.id}</a>
              </td>
              <td>
                <State name={each.status} />
              </td>
              <td class="snippet">{each.expected.join(', ')}</td>
              <td>{each.pattern}</td>
              <td>{each.step}</td>
              <td class="right">
                <Ago at={each.created_at} />
              </td>
              <td class="right">
                <Ago at={each.updated_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </View>
  );
}

export function CorrelationDetail({ id }: { id: string }) {
  const { value, problem } = useLoad(`correlation ${id}`, (signal) => get<Correlation>(path`/v1/correlations/${id}`, signal), {
    on: (event) => event.event_type.startsWith('correlation.') && event.payload.text.includes(JSON.stringify(id)),
  });
  return (
    <View title={id} name={`Correlation ${id}`}>
      <Trouble problem={problem} />
      {!value && !problem && <Reading />}
      {value && <Whole correlation={value} />}
    </View>
  );
}

function Whole({ correlation }: { correlation: Correlation }) {
  const collecting = correlation.status === 'collecting';
  return (
    <>
      <Panel title="Now">
        <Facts
          facts={[
            ['Status', <State name={correlation.status} />],
            ['Signals', `${correlation.signals?.length ?? 0} in, ${correlation.expected.length} expected, ${correlation.min_agents} are enough`],
            ['Collects until', collecting ? <Until at={correlation.timeout_at} /> : <At at={correlation.timeout_at} />],
            ['Pattern', correlation.pattern],
            ['Step', correlation.step],
            ['Version', correlation.version],
            ['Kept until', correlation.expires_at && <Until at={correlation.expires_at} />],
          ]}
        />
      </Panel>
      <Panel title="Signals as they arrived">
        <SwimLanes correlation={correlation} />
      </Panel>
      <div class="bodies">
        {parts(correlation).map(([name, value]) => (
          <Panel key={name} title={name}>
            <JsonView value={value} label={name} />
          </Panel>
        ))}
        {correlation.signals?.map((signal) => (
          <Panel key={`${signal.name} ${signal.version}`} title={`${signal.name}, version ${signal.version}${signal.late ? ', late' : ''}`}>
            <JsonView value={signal.body} label={signal.name} />
          </Panel>
        ))}
        <RecordPanel correlation={correlation} />
      </div>
    </>
  );
}

const titles: Record<string, string> = { decision: 'Decision', merged: 'Merged context' };

/** The members of the document, the decision and what it was made from first. */
function parts(correlation: Correlation): [string, Json][] {
  const members = correlation.document.parts();
  if (members.size === 0 && !correlation.document.isEmpty) return [['Document', correlation.document]];
  const names = [...Object.keys(titles).filter((name) => members.has(name)), ...[...members.keys()].filter((name) => !titles[name])];
  return names.map((name) => [titles[name] ?? name, members.get(name)!]);
}

interface Recorded {
  key: string;
  body: Json;
}

/** What was put on record when it was decided: from which versions, how long it took, or why nothing could be. */
function RecordPanel({ correlation }: { correlation: Correlation }) {
  const key = `${correlation.id}/${correlation.created_at}`;
  const read = (signal: AbortSignal) =>
    get<Page<Recorded>>(`/v1/records/decision${query({ after: `${correlation.id}/`, limit: 20 })}`, signal);
  const { value } = useLoad(`record ${key} ${correlation.status}`, read);
  const record = value?.items.find((each) => each.key === key);
  if (!record) return null;
  return (
    <Panel title="On record">
      <JsonView value={record.body} label="On record" />
    </Panel>
  );
}
