import { get, path } from '../api';
import type { Json } from '../json';
import { about, useLoad } from '../load';
import { Empty, Facts, Panel, Reading, Table, Trouble, View } from '../parts/frame';
import { JsonView } from '../parts/json_view';
import { Ago, At } from '../parts/time';
import { Count, TaskLink } from '../parts/words';
import type { Message, Page, Thread } from '../types';

const when = { on: about('thread', 'message') };

export function Threads() {
  const { value, problem } = useLoad('threads', (signal) => get<Page<Thread>>('/v1/threads?limit=1000', signal), when);
  return (
    <View title="Threads" actions={value && <Count value={value.items.length} />}>
      <Trouble problem={problem} />
      {!value && !problem && <Reading />}
      {value?.items.length === 0 && (
        <Empty command="baton thread create hello">
          There is no conversation yet. This begins one:
        </Empty>
      )}
      {value && value.items.length > 0 && (
        <Table label="Threads" head={['Thread', 'Messages', 'Changed', 'Begun', 'Metadata']} numeric={[1, 2, 3]}>
          {value.items.map((thread) => (
            <tr key={thread.id}>
              <td>
                <a href={path`/threads/${thread.id}`}>{thread.id}</a>
              </td>
              <td class="right">
                <Count value={thread.messages} />
              </td>
              <td class="right">
                <Ago at={thread.updated_at} />
              </td>
              <td class="right">
                <Ago at={thread.created_at} />
              </td>
              <td class="snippet mono">{thread.metadata.isEmpty ? '' : thread.metadata.text.slice(0, 120)}</td>
            </tr>
          ))}
        </Table>
      )}
    </View>
  );
}

interface Messages {
  items: Message[];
  more: boolean;
}

export function ThreadDetail({ id }: { id: string }) {
  const thread = useLoad(`thread ${id}`, (signal) => get<Thread>(path`/v1/threads/${id}`, signal), when);
  const messages = useLoad(`messages ${id}`, (signal) => get<Messages>(path`/v1/threads/${id}/messages` + '?limit=200', signal), when);
  return (
    <View title={id} name={`Thread ${id}`} actions={<a class="button" href={`/tasks?thread=${encodeURIComponent(id)}`}>Its tasks</a>}>
      <Trouble problem={thread.problem} />
      {thread.value && (
        <Panel title="Now">
          <Facts facts={[['Messages', <Count value={thread.value.messages} />], ['Begun', <At at={thread.value.created_at} />]]} />
          {!thread.value.metadata.isEmpty && <JsonView value={thread.value.metadata} label="Metadata" />}
        </Panel>
      )}
      {messages.value?.more && <p class="quiet">The latest 200 messages are shown.</p>}
      {messages.value?.items.length === 0 && <Empty>Nobody has said anything yet.</Empty>}
      <ol class="conversation">
        {messages.value?.items.map((message) => (
          <li key={message.id} class={message.role === 'user' ? 'user' : undefined}>
            <header>
              <b>{message.role}</b> <span class="quiet number">{message.number}</span> <At at={message.at} />
              {message.task && <TaskLink id={message.task} />}
            </header>
            <Body body={message.body} />
          </li>
        ))}
      </ol>
    </View>
  );
}

/** What was said, as text where it is text. */
function Body({ body }: { body: Json }) {
  const said = body.text.startsWith('"') ? (JSON.parse(body.text) as string) : body.members()['text'];
  return typeof said === 'string' ? <p class="said">{said}</p> : <JsonView value={body} label="Message" />;
}
