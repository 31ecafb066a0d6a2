import { get, path, post } from '../api';
import { storyOf } from '../history';
import type { Json } from '../json';
import { useLoad } from '../load';
import { EventTable } from '../parts/event_list';
import { Facts, Panel, Reading, Trouble, View } from '../parts/frame';
import { JsonView } from '../parts/json_view';
import { attempt } from '../parts/notice';
import { ask } from '../parts/question';
import { Ago, At, Until } from '../parts/time';
import { AgentLink, Command, Copy, shortId, State, TaskLink } from '../parts/words';
import { useMay } from '../session';
import { canRetry, hasEnded, type LogEvent, type Task, type Why } from '../types';

export function TaskDetail({ id }: { id: string }) {
  const mine = (event: LogEvent) => event.task_id === id;
  const task = useLoad(`task ${id}`, (signal) => get<Task>(path`/v1/tasks/${id}`, signal), { on: mine, every: 3000 });
  const title = task.value ? `${task.value.kind} ${shortId(id)}` : `Task ${shortId(id)}`;
  return (
    <View title={title} name={title} actions={task.value && <Actions task={task.value} reload={task.reload} />}>
      <Trouble problem={task.problem} />
      {!task.value && !task.problem && <Reading />}
      {task.value && (
        <>
          {!hasEnded(task.value.status) && <WhyPanel id={id} />}
          <TaskFacts task={task.value} />
          <Bodies task={task.value} />
          <Timeline key={id} task={task.value} />
        </>
      )}
    </View>
  );
}

function WhyPanel({ id }: { id: string }) {
  const why = useLoad(`why ${id}`, (signal) => get<Why>(path`/v1/tasks/${id}/why`, signal), { on: () => true, every: 3000 });
  return (
    <Panel title={why.value?.status === 'running' ? 'What it is doing' : 'Why it is not running'} class="why">
      <Trouble problem={why.problem} />
      <ul>
        {why.value?.reasons.map((reason) => (
          <li key={reason.reason + (reason.task ?? reason.agent ?? '')}>
            <p>
              {reason.sentence} {reason.task && <TaskLink id={reason.task} />} {reason.agent && <AgentLink id={reason.agent} />}
            </p>
            {reason.command && <Command text={reason.command} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function TaskFacts({ task }: { task: Task }) {
  return (
    <Panel title="Now">
      <Facts
        facts={[
          ['Status', <State name={task.status} />],
          ['Agent', task.holder && <AgentLink id={task.holder} />],
          ['Lane', <a href={path`/queue/${task.lane}`}>{task.lane}</a>],
          ['Priority', task.priority],
          ['Attempt', task.attempt],
          ['Failures', `${task.failures} of ${task.max_attempts}`],
          ['Crashes', `${task.crashes} of 3`],
          ['Submitted', <><At at={task.created_at} />, <Ago at={task.created_at} /> ago</>],
          ['Started', task.started_at && <At at={task.started_at} />],
          ['Ended', task.ended_at && <At at={task.ended_at} />],
          ['Runs from', task.run_at && <Until at={task.run_at} />],
          ['Deadline', task.deadline && <Until at={task.deadline} />],
          ['Thread', task.thread && <a href={path`/threads/${task.thread}`}>{task.thread}</a>],
          ['Waits for', task.depends_on.length > 0 && <Dependencies task={task} />],
          ['Idempotency key', task.idempotency_key && <span class="mono">{task.idempotency_key}</span>],
          ['Trace', task.traceparent && <span class="mono">{task.traceparent}</span>],
          ['Id', <><span class="mono">{task.id}</span> <Copy text={task.id} what="id" /></>],
        ]}
      />
    </Panel>
  );
}

function Dependencies({ task }: { task: Task }) {
  return (
    <>
      {task.depends_on.map((id) => (
        <span key={id}>
          <TaskLink id={id} />{' '}
        </span>
      ))}
      <span class="quiet">({task.waiting_for} not ended)</span>
    </>
  );
}

function Bodies({ task }: { task: Task }) {
  const bodies: [string, Json | undefined][] = [
    ['Error', task.error],
    ['Result', task.result],
    ['Progress', hasEnded(task.status) ? undefined : task.progress],
    ['Payload', task.payload],
    ['Metadata', task.metadata],
  ];
  return (
    <div class="bodies">
      {bodies.map(
        ([name, value]) =>
          value && !value.isEmpty && (
            <Panel key={name} title={name} aside={<Copy text={value.text} what={name.toLowerCase()} />}>
              <JsonView value={value} label={name} />
            </Panel>
          ),
      )}
    </div>
  );
}

function Timeline({ task }: { task: Task }) {
  const story = useLoad(`story of ${task.id}`, (signal) => storyOf(task, signal), { on: (event) => event.task_id === task.id });
  return (
    <Panel title="Timeline" aside={story.value && !story.value.whole && <span class="quiet">the log was not read to its end</span>}>
      <Trouble problem={story.problem} />
      {!story.value && !story.problem && <Reading />}
      {story.value && <EventTable without="task" label="Timeline" events={story.value.events} />}
    </Panel>
  );
}

function Actions({ task, reload }: { task: Task; reload: () => void }) {
  if (!useMay('orchestrator')) return null;
  const retry = () => attempt('The task is back in line.', () => post(path`/v1/tasks/${task.id}/retry`)).then(reload);
  const cancel = async () => {
    const sure = await ask({
      title: 'Cancel this task?',
      text: task.holder ? `${task.holder} learns it with its next beat.` : 'What waits for it is cancelled, too, unless it was told to go on.',
      deed: 'Cancel the task',
      grave: true,
    });
    if (!sure) return;
    await attempt('The task is cancelled.', () => post(path`/v1/tasks/${task.id}/cancel`, { reason: 'cancelled in the dashboard' }));
    reload();
  };
  return (
    <>
      {canRetry(task.status) && <button type="button" class="chief" onClick={retry}>Retry</button>}
      {!hasEnded(task.status) && <button type="button" class="grave" onClick={cancel}>Cancel</button>}
    </>
  );
}
