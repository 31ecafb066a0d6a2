import { get, query } from '../api';
import { hearBeats } from '../beats';
import { about, useLoad } from '../load';
import { Choice, Entry } from '../parts/filters';
import { Empty, Reading, Table, Trouble, View } from '../parts/frame';
import { Ago, LastBeat, Until } from '../parts/time';
import { AgentLink, Count, State, TaskLink } from '../parts/words';
import { usePlace } from '../route';
import { agentStates, type Agent, type Page } from '../types';

const most = 1000;

async function readAgents(state: string, signal: AbortSignal): Promise<{ agents: Agent[]; more: boolean }> {
  const page = await get<Page<Agent>>(`/v1/agents${query({ state, limit: most })}`, signal);
  hearBeats(page.items);
  return { agents: page.items, more: page.next !== undefined };
}

export function Agents() {
  const place = usePlace();
  const state = place.query.get('state') ?? '';
  const text = place.query.get('q') ?? '';
  const { value, problem } = useLoad(`agents ${state}`, (signal) => readAgents(state, signal), {
    on: about('agent', 'task'),
    every: 5000,
  });
  const shown = value?.agents.filter((agent) => `${agent.id} ${agent.lanes.join(' ')} ${agent.version}`.includes(text));
  return (
    <View title="Agents" actions={value && <Count value={value.agents.length} />}>
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <Choice name="state" label="State" value={state} options={agentStates} />
        <Entry name="q" label="Name, lane or version" value={text} />
      </form>
      <Trouble problem={problem} />
      {!value && !problem && <Reading />}
      {shown?.length === 0 && <NoAgents filtered={state !== '' || text !== ''} />}
      {shown && shown.length > 0 && <AgentTable agents={shown} />}
      {value?.more && <p class="quiet">The first {most} agents by name are shown. Filter by state to see others.</p>}
    </View>
  );
}

function NoAgents({ filtered }: { filtered: boolean }) {
  if (filtered) return <Empty>No agent matches.</Empty>;
  return <Empty command="baton dev">No agent has registered yet. The demonstration brings some:</Empty>;
}

function AgentTable({ agents }: { agents: Agent[] }) {
  return (
    <Table label="Agents" head={['Agent', 'State', 'Task', 'Lanes', 'Last beat', 'Alive until', 'Crashes of late', 'Version', 'Joined']} numeric={[4, 5, 6, 8]}>
      {agents.map((agent) => (
        <tr key={agent.id}>
          <td>
            <AgentLink id={agent.id} />
          </td>
          <td>
            <State name={agent.state} />
          </td>
          <td>
            <TaskLink id={agent.current_task} />
          </td>
          <td class="snippet">{agent.lanes.join(', ')}</td>
          <td class="right">
            <LastBeat agent={agent} />
          </td>
          <td class="right">{agent.state === 'crashed' ? <span class="quiet">–</span> : <Until at={agent.deadline} />}</td>
          <td class="right number">{agent.crashes.length === 0 ? <span class="quiet">0</span> : agent.crashes.length}</td>
          <td class="quiet">{agent.version}</td>
          <td class="right">
            <Ago at={agent.registered_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
