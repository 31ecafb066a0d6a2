import { useEffect, useRef, useState } from 'preact/hooks';

import { onSignedOut, Problem } from './api';
import { live, useConnection } from './live';
import { Empty, View } from './parts/frame';
import { Notices } from './parts/notice';
import { Asker } from './parts/question';
import { usePlace, type Place } from './route';
import { maybeSignedIn, Session, signOut, whoAmI } from './session';
import type { Identity } from './types';
import { AgentDetail } from './views/agent';
import { Agents } from './views/agents';
import { CorrelationDetail, Correlations } from './views/correlations';
import { EventDetail, Events } from './views/events';
import { GroupDetail } from './views/groups';
import { Home } from './views/home';
import { Locks } from './views/locks';
import { LaneView, QueueView } from './views/queue';
import { SignIn } from './views/sign_in';
import { System } from './views/system';
import { TaskDetail } from './views/task';
import { Tasks } from './views/tasks';
import { ThreadDetail, Threads } from './views/threads';
import { Tokens } from './views/tokens';

const views = ['agents', 'tasks', 'queue', 'events', 'threads', 'correlations', 'locks', 'tokens', 'system'];

type Known = { identity: Identity } | 'nobody' | 'asking';

export function App() {
  const [known, setKnown] = useState<Known>('asking');
  useEffect(() => {
    onSignedOut(() => setKnown('nobody'));
    if (maybeSignedIn()) void recognise(setKnown);
    else setKnown('nobody');
  }, []);
  const identity = typeof known === 'object' ? known.identity : undefined;
  useEffect(() => {
    if (identity) live.start();
    else live.stop();
  }, [identity]);

  if (known === 'asking') return <main class="sign-in quiet">Looking for the daemon…</main>;
  if (!identity) return <SignIn done={(signedIn) => setKnown({ identity: signedIn })} />;
  return (
    <Session.Provider value={identity}>
      <a class="skip" href="#content">Skip to the content</a>
      <Frame identity={identity} leave={() => signOut().finally(() => setKnown('nobody'))} />
      <Asker />
      <Notices />
    </Session.Provider>
  );
}

/** A daemon that does not answer is asked again; one that knows nobody is told. */
async function recognise(set: (known: Known) => void): Promise<void> {
  for (;;) {
    try {
      return set({ identity: await whoAmI() });
    } catch (error) {
      if (error instanceof Problem && error.status === 401) return;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

/** Another view begins at its beginning, for those who read it by ear or keyboard, too. */
function useFocusOnMove(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current !== path) document.getElementById('content')?.focus({ preventScroll: true });
    before.current = path;
  }, [path]);
}

function Frame({ identity, leave }: { identity: Identity; leave: () => void }) {
  const place = usePlace();
  useFocusOnMove(place.segments.join('/'));
  const here = place.segments[0] === 'groups' ? 'events' : (place.segments[0] ?? '');
  return (
    <div class="frame">
      <nav aria-label="Views">
        <a class="brand" href="/">baton</a>
        <a href="/" aria-current={here === '' ? 'page' : undefined}>Home</a>
        {views.map((view) => (
          <a key={view} href={`/${view}`} aria-current={here === view ? 'page' : undefined}>
            {view[0]!.toUpperCase() + view.slice(1)}
          </a>
        ))}
        <div class="who">
          <ConnectionState />
          <span class="quiet" title={`Role ${identity.role}`}>{identity.name || identity.id} · {identity.role}</span>
          <button type="button" onClick={leave}>Sign out</button>
        </div>
      </nav>
      <main id="content" tabIndex={-1}>
        <Away />
        <Content place={place} />
      </main>
    </div>
  );
}

function ConnectionState() {
  const connection = useConnection();
  const tone = connection === 'live' ? 'good' : 'warn';
  return (
    <span class={`state ${tone}`} role="status" data-connection={connection}>
      <i aria-hidden="true" />
      {connection === 'live' ? 'live' : `${connection}…`}
    </span>
  );
}

/** Said where it cannot be missed: what is shown may be old. */
function Away() {
  if (useConnection() !== 'reconnecting') return null;
  return (
    <div class="trouble" role="status">
      The daemon does not answer. What is shown may be old; the page goes on where it was as soon as the daemon is back.
    </div>
  );
}

function Content({ place }: { place: Place }) {
  const [view, name] = place.segments;
  const rest = place.segments.slice(1).join('/');
  switch (view) {
    case undefined:
      return <Home />;
    case 'agents':
      return name ? <AgentDetail id={name} /> : <Agents />;
    case 'tasks':
      return name ? <TaskDetail id={name} /> : <Tasks />;
    case 'queue':
      return name ? <LaneView lane={rest} /> : <QueueView />;
    case 'events':
      return name && /^\d+$/.test(name) ? <EventDetail position={Number(name)} /> : <Events />;
    case 'groups':
      return name ? <GroupDetail name={rest} /> : <Events />;
    case 'threads':
      return name ? <ThreadDetail id={rest} /> : <Threads />;
    case 'correlations':
      return name ? <CorrelationDetail id={rest} /> : <Correlations />;
    case 'locks':
      return <Locks />;
    case 'tokens':
      return <Tokens />;
    case 'system':
      return <System />;
    default:
      return (
        <View title="Not here">
          <Empty>There is no such view. <a href="/">Go to the first one.</a></Empty>
        </View>
      );
  }
}
