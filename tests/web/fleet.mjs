// What the views have to show something of, brought about over the API.

export const task = '019a86ff-1234-7abc-8def-0123456789ab';
export const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
/** Digits that no double has room for. */
export const digits = '12345678901234567890.12345678901234567890';

export async function makeFleet(daemon) {
  const { done } = daemon;
  const register = (agent, lanes) => done('POST', `/v1/agents/${agent}/register`, { incarnation: `${agent}-1`, lanes, ttl_us: 600_000_000 });
  await register('ann', ['research']);
  await register('bob', ['write']);
  await submitText(daemon, `{"id":"${task}","kind":"research","payload":{"text":${JSON.stringify(hostile)},"exact":${digits}}}`);
  await done('POST', '/v1/tasks', { kind: 'write', payload: { about: 'tides' } });
  await done('POST', '/v1/tasks', { kind: 'index', priority: 100 });
  await done('PUT', '/v1/threads/support%2F1', { metadata: { customer: hostile } });
  await done('POST', '/v1/threads/support%2F1/messages', { id: 'm1', role: 'user', body: { text: hostile } });
  await done('POST', '/v1/locks/front%20page/try', { owner: 'nightly' });
  await done('POST', '/v1/correlations', { id: 'c1', expected: ['momentum', 'risk'], min_agents: 1, timeout_us: 600_000_000, pattern: 'collect' });
  await done('POST', '/v1/correlations/c1/signal', { name: 'momentum', body: { confidence: 0.82 } });
  await done('PUT', '/v1/groups/billing', { after: 0, visibility_us: 1, max_deliveries: 1 });
  await done('POST', '/v1/groups/billing/read', { consumer: 'worker', limit: 8 });
  // A sweep gives up what was not acknowledged.
  while ((await done('GET', '/v1/groups/billing')).group.dead < 8);
}

/** A body that is sent as it is. */
async function submitText(daemon, body) {
  const answer = await fetch(`${daemon.url}/v1/tasks`, { method: 'POST', body, headers: { Authorization: `Bearer ${daemon.token}` } });
  if (!answer.ok) throw new Error(await answer.text());
}

/** The agent takes its next task. */
export function claim(daemon, agent) {
  return daemon.done('POST', `/v1/agents/${agent}/claim`, { incarnation: `${agent}-1`, claim_id: `claim-${Math.random()}` });
}

/** Gives the task up for good. */
export async function failOne(daemon, agent) {
  const { fence } = await claim(daemon, agent);
  await daemon.done('POST', `/v1/tasks/${fence.task}/fail`, { fence, error: { message: hostile }, retry: false });
  return fence.task;
}

export async function tokenOf(daemon, role) {
  return (await daemon.done('POST', '/v1/tokens', { name: `a ${role}`, role })).secret;
}
