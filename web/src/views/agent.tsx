import { get, path, post, remove } from '../api';
import { hearBeats } from '../beats';
import { latestOf } from '../history';
import { useLoad } from '../load';
import { EventTable } from '../parts/event_list';
import { Empty, Facts, Panel, Reading, Trouble, View } from '../parts/frame';
import { JsonView } from '../parts/json_view';
import { attempt } from '../parts/notice';
import { ask } from '../parts/question';
import { StateBar } from '../parts/state_bar';
import { Ago, At, LastBeat, Until } from '../parts/time';
import { State, TaskLink } from '../parts/words';
import { go } from '../route';
import { useMay } from '../session';
import type { Agent, LogEvent } from '../types';

const wanted = 100;

async function readAgent(id: string, signal: AbortSignal): Promise<Agent> {
  const agent = await get<Agent>(path`/v1/agents/${id}`, signal);
  hearBeats([agent]);
  return agent;
}

export function AgentDetail({ id }: { id: string }) {
  const mine = (event: LogEvent) => event.agent_id === id;
  const agent = useLoad(`agent ${id}`, (signal) => readAgent(id, signal), { on: mine, every: 2000 });
  const story = useLoad(`story of ${id}`, (signal) => latestOf(id, wanted, signal), { on: mine });
  return (
    <View title={id} name={`Agent ${id}`} actions={agent.value && <Actions agent={agent.value} reload={agent.reload} />}>
      <Trouble problem={agent.problem} />
      {agent.value && <AgentFacts agent={agent.value} />}
      {story.value && story.value.events.length > 0 && (
        <Panel title="States">
          <StateBar events={story.value.events} />
        </Panel>
      )}
      <Panel title="History" aside={story.value && !story.value.whole && <span class="quiet">the latest</span>}>
        <Trouble problem={story.problem} />
        {!story.value && !story.problem && <Reading />}
        {story.value?.events.length === 0 && <Empty>The log tells nothing about this agent.</Empty>}
        {story.value && story.value.events.length > 0 && (
          <EventTable without="agent" label={`History of ${id}`} events={story.value.events.slice(-wanted).reverse()} />
        )}
      </Panel>
    </View>
  );
}

function AgentFacts({ agent }: { agent: Agent }) {
  const alive = agent.state !== 'crashed';
  return (
    <Panel title="Now">
      <Facts
        facts={[
          ['State', <State name={agent.state} />],
          ['Task', agent.current_task && <TaskLink id={agent.current_task} />],
          ['Attempt', agent.current_task ? agent.attempt : ''],
          ['Last beat', <LastBeat agent={agent} />],
          ['Alive until its next beat', alive && <Until at={agent.deadline} />],
          ['Lanes', agent.lanes.join(', ')],
          ['Version', agent.version],
          ['Joined', <><Ago at={agent.registered_at} /> ago</>],
          ['Incarnation', <span class="mono">{agent.incarnation}</span>],
          ['Crashes of the last minute', agent.crashes.length],
          ['Given no task before', agent.claims_from && <At at={agent.claims_from} />],
        ]}
      />
      {!agent.metadata.isEmpty && <JsonView value={agent.metadata} label="Metadata" />}
    </Panel>
  );
}

function Actions({ agent, reload }: { agent: Agent; reload: () => void }) {
  if (!useMay('orchestrator')) return null;
  const move = (event: string, done: string) =>
    attempt(done, () => post(path`/v1/agents/${agent.id}/transition`, { expected: agent.state, event })).then(reload);
  const leave = async () => {
    const sure = await ask({
      title: `Remove ${agent.id}?`,
      text: 'A task that it holds goes back to its place in line. If the agent still runs, it has to register again.',
      deed: 'Remove it',
      grave: true,
    });
    if (sure && (await attempt(`${agent.id} is removed.`, () => remove(path`/v1/agents/${agent.id}`)))) go('/agents');
  };
  return (
    <>
      {agent.state === 'draining' && agent.current_task === undefined && (
        <button type="button" onClick={() => move('resume', `${agent.id} takes work again.`)}>Resume</button>
      )}
      {agent.state !== 'draining' && agent.state !== 'crashed' && (
        <button type="button" onClick={() => move('drain', `${agent.id} takes no more work.`)}>Drain</button>
      )}
      <button type="button" class="grave" onClick={leave}>Remove</button>
    </>
  );
}
