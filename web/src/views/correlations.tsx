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
      </div>
    </>
  );
}

/** The decision and the merged context by themselves, where the document has them; then all of it. */
function parts(correlation: Correlation): [string, Json][] {
  if (correlation.document.isEmpty) return [];
  const members = correlation.document.parts();
  const found: [string, Json][] = [];
  for (const [member, title] of [['decision', 'Decision'], ['merged_context', 'Merged context']] as const) {
    const value = members.get(member);
    if (value && !value.isEmpty) found.push([title, value]);
  }
  return [...found, ['Document', correlation.document]];
}
