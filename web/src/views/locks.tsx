import { get, path, post } from '../api';
import { about, useLoad } from '../load';
import { Empty, Reading, Table, Trouble, View } from '../parts/frame';
import { attempt } from '../parts/notice';
import { ask } from '../parts/question';
import { Ago, Until } from '../parts/time';
import { AgentLink, Count } from '../parts/words';
import { useMay } from '../session';
import type { Lock, Page } from '../types';

export function Locks() {
  const may = useMay('orchestrator');
  const { value, problem, reload } = useLoad('locks', (signal) => get<Page<Lock>>('/v1/locks?limit=1000', signal), {
    on: about('lock'),
    every: 5000,
  });
  return (
    <View title="Locks" actions={value && <Count value={value.items.length} />}>
      <Trouble problem={problem} />
      {!value && !problem && <Reading />}
      {value?.items.length === 0 && (
        <Empty command={`curl -H "Authorization: Bearer $(cat baton.token)" ${location.origin}/v1/locks/report/try -d '{"owner":"me"}'`}>
          No lock is held. This takes one for five minutes:
        </Empty>
      )}
      {value && value.items.length > 0 && (
        <Table label="Locks" head={['Lock', 'Owner', 'Bound to', 'Token', 'Held for', 'Expires', ...(may ? ['Action'] : [])]} numeric={[3, 4, 5, 6]}>
          {value.items.map((lock) => (
            <tr key={lock.name}>
              <td>{lock.name}</td>
              <td>{lock.owner}</td>
              <td>
                {lock.agent ? <AgentLink id={lock.agent} /> : <span class="quiet">{lock.session ? `session ${lock.session}` : '–'}</span>}
              </td>
              <td class="right number">{lock.token}</td>
              <td class="right">
                <Ago at={lock.acquired_at} />
              </td>
              <td class="right">
                <Until at={lock.expires_at} />
              </td>
              {may && (
                <td class="right">
                  <button type="button" class="grave" aria-label={`Release ${lock.name}`} onClick={() => release(lock).then(reload)}>Release</button>
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
    </View>
  );
}

async function release(lock: Lock): Promise<void> {
  const sure = await ask({
    title: `Release ${lock.name}?`,
    text: `${lock.owner} is not told. Whatever it writes under this lock's token is refused from then on.`,
    deed: 'Release it',
    grave: true,
  });
  if (sure) {
    await attempt(`${lock.name} is free.`, () =>
      post(path`/v1/locks/${lock.name}/release`, { owner: lock.owner, token: lock.token }));
  }
}
