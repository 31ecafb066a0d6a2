import { useState } from 'preact/hooks';

import { get, path, post, remove } from '../api';
import { useLoad } from '../load';
import { Empty, Panel, Reading, Table, Trouble, View } from '../parts/frame';
import { attempt } from '../parts/notice';
import { ask } from '../parts/question';
import { Ago, Until } from '../parts/time';
import { Copy, State } from '../parts/words';
import { useMay } from '../session';
import type { Page, Role, Token } from '../types';

const roles: Role[] = ['viewer', 'agent', 'orchestrator', 'admin'];

export function Tokens() {
  const admin = useMay('admin');
  if (!admin) {
    return (
      <View title="Tokens">
        <Empty>Only an admin sees and makes tokens.</Empty>
      </View>
    );
  }
  return <TokenList />;
}

function TokenList() {
  const { value, problem, reload } = useLoad('tokens', (signal) => get<Page<Token>>('/v1/tokens?limit=1000', signal), { every: 10_000 });
  return (
    <View title="Tokens">
      <Trouble problem={problem} />
      <NewToken made={reload} />
      {!value && !problem && <Reading />}
      {value?.items.length === 0 && <Empty command='baton token create "build farm" --role agent'>No token was made yet; the one of this machine is in its file. This makes one, too:</Empty>}
      {value && value.items.length > 0 && (
        <Table label="Tokens" head={['Name', 'Role', 'For', 'State', 'Made', 'By', 'Expires', 'Action']} numeric={[4, 6, 7]}>
          {value.items.map((token) => (
            <tr key={token.id}>
              <td>{token.name}</td>
              <td>{token.role}</td>
              <td class="snippet">{scopeOf(token)}</td>
              <td>
                <State name={token.revoked ? 'revoked' : 'active'} />
              </td>
              <td class="right">
                <Ago at={token.created_at} />
              </td>
              <td class="quiet">{token.created_by}</td>
              <td class="right">{token.expires_at ? <Until at={token.expires_at} /> : <span class="quiet">never</span>}</td>
              <td class="right">
                {!token.revoked && <button type="button" class="grave" aria-label={`Revoke ${token.name}`} onClick={() => revoke(token).then(reload)}>Revoke</button>}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </View>
  );
}

function scopeOf(token: Token): string {
  const { agent, signals, task } = token.scope ?? {};
  const parts = [agent && `agent ${agent}`, signals?.length && `signals ${signals.join(', ')}`, task && `task ${task}`];
  return parts.filter(Boolean).join('; ') || 'everything of its role';
}

async function revoke(token: Token): Promise<void> {
  const sure = await ask({ title: `Revoke ${token.name}?`, text: 'Whoever uses it is refused within two seconds, for good.', deed: 'Revoke it', grave: true });
  if (sure) await attempt(`${token.name} is revoked.`, () => remove(path`/v1/tokens/${token.id}`));
}

function NewToken({ made }: { made: () => void }) {
  const [secret, setSecret] = useState<string>();
  const make = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const field = (name: string) => String(new FormData(form).get(name) ?? '').trim();
    const days = Number(field('days'));
    const body = {
      name: field('name'),
      role: field('role'),
      ...(field('role') === 'agent' && field('agent') ? { scope: { agent: field('agent') } } : {}),
      ...(days > 0 ? { ttl_us: days * 86_400_000_000 } : {}),
    };
    await attempt(`The token ${body.name} is made.`, async () => {
      setSecret((await post<{ secret: string }>('/v1/tokens', body)).secret);
      form.reset();
      made();
    });
  };
  return (
    <Panel title="Make a token">
      <form class="filters" onSubmit={make}>
        <label>
          <span>Name</span>
          <input name="name" required maxLength={128} placeholder="build farm" autocomplete="off" />
        </label>
        <label>
          <span>Role</span>
          <select name="role">
            {roles.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </label>
        <label>
          <span>Only for agent</span>
          <input name="agent" placeholder="farm-*" autocomplete="off" />
        </label>
        <label>
          <span>Days</span>
          <input name="days" type="number" min="0" max="3650" placeholder="for good" />
        </label>
        <button type="submit" class="chief">Make it</button>
      </form>
      {secret && (
        <p class="secret" role="status">
          Copy it now, it is not shown again: <code>{secret}</code> <Copy text={secret} what="token" />
        </p>
      )}
    </Panel>
  );
}
