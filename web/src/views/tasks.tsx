import { useEffect, useState } from 'preact/hooks';

import { about, useLoad } from '../load';
import { BulkActions } from '../parts/bulk_actions';
import { Choice, Entry } from '../parts/filters';
import { Empty, Reading, Table, Trouble, View } from '../parts/frame';
import { trying } from '../parts/notice';
import { Ago } from '../parts/time';
import { AgentLink, State, TaskLink } from '../parts/words';
import { go, usePlace } from '../route';
import { filterOf, findTasks, type Found, type TaskFilter } from '../task_search';
import { taskStatuses, type Task } from '../types';

const screen = 100;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function Tasks() {
  const place = usePlace();
  const filter = filterOf(place.query);
  const key = JSON.stringify(filter);
  const first = useLoad(`tasks ${key}`, (signal) => findTasks(filter, screen, undefined, signal), {
    on: about('task'),
    every: 10_000,
  });
  const [further, setFurther] = useState<{ key: string; found: Found }>();
  useEffect(() => {
    if (uuid.test(filter.text)) go(`/tasks/${filter.text.toLowerCase()}`, true);
  }, [filter.text]);

  const more = further?.key === key ? further.found : undefined;
  const tasks = first.value && without(first.value.tasks, more?.tasks ?? []);
  const next = more ? more.next : first.value?.next;
  const goOn = () =>
    trying(async () => {
      const found = await findTasks(filter, screen, next);
      setFurther({ key, found: { ...found, tasks: [...(more?.tasks ?? []), ...found.tasks] } });
    });

  return (
    <View title="Tasks" actions={<BulkActions filter={filter} reload={first.reload} />}>
      <TaskFilters filter={filter} />
      <Trouble problem={first.problem} />
      {!tasks && !first.problem && <Reading />}
      {tasks?.length === 0 && <NoTasks filtered={key !== JSON.stringify(filterOf(new URLSearchParams()))} />}
      {tasks && tasks.length > 0 && <TaskTable tasks={tasks} />}
      {next !== undefined && (
        <p class="more">
          <button type="button" onClick={goOn}>Show more</button>
          <span class="quiet">{tasks?.length} shown</span>
        </p>
      )}
    </View>
  );
}

/** Those of the first page may since have been joined by ones that were read further down. */
function without(first: Task[], others: Task[]): Task[] {
  const known = new Set(first.map((task) => task.id));
  return [...first, ...others.filter((task) => !known.has(task.id))];
}

function TaskFilters({ filter }: { filter: TaskFilter }) {
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <Entry name="q" label="Find" value={filter.text} placeholder="id, or text in name, holder, error" wide />
      <Choice name="status" label="Status" value={filter.status} options={taskStatuses} />
      <Entry name="kind" label="Kind" value={filter.kind} />
      <Entry name="lane" label="Lane" value={filter.lane} />
      <Entry name="holder" label="Agent" value={filter.holder} />
      <Choice name="order" label="Order" value={filter.oldest ? 'oldest' : ''} options={['oldest']} all="newest" />
      <details open={filter.thread + filter.from + filter.until !== ''}>
        <summary>More</summary>
        <Entry name="thread" label="Thread" value={filter.thread} />
        <Entry name="from" label="Submitted from" value={filter.from} type="datetime-local" />
        <Entry name="until" label="until" value={filter.until} type="datetime-local" />
      </details>
    </form>
  );
}

function NoTasks({ filtered }: { filtered: boolean }) {
  if (filtered) return <Empty>No task matches.</Empty>;
  return <Empty command={`baton task submit research '{"topic":"tides"}'`}>No task was submitted yet. This submits one:</Empty>;
}

function TaskTable({ tasks }: { tasks: Task[] }) {
  return (
    <Table label="Tasks" head={['Task', 'Status', 'Kind', 'Lane', 'Priority', 'Attempt', 'Agent', 'Error', 'Submitted', 'Changed']} numeric={[4, 5, 8, 9]}>
      {tasks.map((task) => (
        <tr key={task.id}>
          <td>
            <TaskLink id={task.id} />
          </td>
          <td>
            <State name={task.status} />
          </td>
          <td>{task.kind}</td>
          <td class={task.lane === task.kind ? 'quiet' : undefined}>{task.lane}</td>
          <td class="right number">{task.priority}</td>
          <td class="right number">{task.attempt}</td>
          <td>
            <AgentLink id={task.holder} />
          </td>
          <td class="snippet mono">{task.error?.text.slice(0, 120)}</td>
          <td class="right">
            <Ago at={task.created_at} />
          </td>
          <td class="right">
            <Ago at={task.updated_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
