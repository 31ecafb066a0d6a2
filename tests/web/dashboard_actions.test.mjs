// Everything that can be done in the dashboard, done there.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { startBrowser } from './browser.mjs';
import { startDaemon } from './daemon.mjs';
import { claim, failOne, makeFleet, task } from './fleet.mjs';

let browser;
let daemon;
let seen;
before(async () => {
  browser = await startBrowser();
  daemon = await startDaemon();
  await makeFleet(daemon);
  seen = await browser.open(daemon);
});
after(async () => {
  await seen?.close();
  await browser?.stop();
  await daemon?.stop();
});

/** Presses the button of the question that is asked. */
const answer = (name) => seen.page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

test('an agent is drained, resumed and removed', async () => {
  await seen.go('/agents/bob');
  await seen.click('Drain');
  await seen.page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
  assert.equal((await daemon.done('GET', '/v1/agents/bob')).state, 'draining');
  await seen.click('Resume');
  await seen.page.getByRole('button', { name: 'Drain', exact: true }).waitFor();
  assert.equal((await daemon.done('GET', '/v1/agents/bob')).state, 'idle');
  await seen.click('Remove');
  await answer('Leave it');
  assert.equal((await daemon.get('/v1/agents/bob')).status, 200);
  await seen.click('Remove');
  await answer('Remove it');
  await seen.page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
  assert.equal((await daemon.get('/v1/agents/bob')).status, 404);
});

test('a failed task is retried, and cancelled while it waits', async () => {
  assert.equal(await failOne(daemon, 'ann'), task);
  await seen.go(`/tasks/${task}`);
  await seen.click('Retry');
  await seen.sees('Why it is not running');
  assert.equal((await daemon.done('GET', `/v1/tasks/${task}`)).status, 'pending');
  await seen.click('Cancel');
  await answer('Cancel the task');
  await seen.page.getByRole('button', { name: 'Retry', exact: true }).waitFor();
  assert.equal((await daemon.done('GET', `/v1/tasks/${task}`)).status, 'cancelled');
});

test('lanes are paused and resumed, one or all', async () => {
  await seen.go('/queue');
  await seen.click('Pause write');
  await seen.page.getByRole('button', { name: 'Resume write', exact: true }).waitFor();
  assert.deepEqual((await daemon.done('GET', '/v1/queue')).paused, ['write']);
  await seen.go('/');
  await seen.click('Resume write');
  await seen.sees('write goes on.');
  assert.deepEqual((await daemon.done('GET', '/v1/queue')).paused, []);
  await seen.go('/queue');
  await seen.click('Pause all');
  await seen.sees('All lanes are paused');
  await seen.click('Resume all');
  await seen.page.getByRole('button', { name: 'Pause all', exact: true }).waitFor();
  assert.equal((await daemon.done('GET', '/v1/queue')).all_paused, false);
});

test('dead letters are counted and redriven', async () => {
  await seen.go('/groups/billing');
  await seen.click('Redrive…');
  await answer('Redrive 8 dead letters');
  await seen.sees('No delivery was given up.');
  assert.equal((await daemon.done('GET', '/v1/groups/billing')).group.dead, 0);
});

test('a lock is released whoever holds it', async () => {
  await seen.go('/locks');
  await seen.click('Release front page');
  await answer('Release it');
  await seen.sees('No lock is held.');
});

test('a token is made, shown once, and revoked', async () => {
  await seen.go('/tokens');
  await seen.page.getByLabel('Name').fill('build farm');
  await seen.page.getByLabel('Role').selectOption('agent');
  await seen.page.getByLabel('Only for agent').fill('farm-*');
  await seen.click('Make it');
  const secret = (await seen.page.locator('.secret code').innerText()).trim();
  const who = await fetch(`${daemon.url}/v1/whoami`, { headers: { Authorization: `Bearer ${secret}` } });
  assert.equal((await who.json()).scope.agent, 'farm-*');
  await seen.click('Revoke build farm');
  await answer('Revoke it');
  await seen.sees('revoked');
  assert.equal((await fetch(`${daemon.url}/v1/whoami`, { headers: { Authorization: `Bearer ${secret}` } })).status, 401);
});

test('filters are in the URL: what it names is shown, and what is chosen gets there', async () => {
  await seen.go('/tasks?kind=index');
  await seen.page.locator('tbody tr').first().waitFor();
  assert.equal(await seen.page.locator('tbody tr').count(), 1);
  await seen.page.getByLabel('Status').selectOption('completed');
  await seen.sees('No task matches.');
  assert.equal(new URL(seen.page.url()).search, '?kind=index&status=completed');
  await seen.page.goBack();
  await seen.page.locator('tbody tr').first().waitFor();
  await seen.page.getByLabel('Find').fill(task);
  await seen.page.getByRole('heading', { level: 1, name: /^research/ }).waitFor();
});

test('all that match are cancelled after a count', async () => {
  for (let i = 0; i < 3; ++i) await daemon.done('POST', '/v1/tasks', { kind: 'surplus' });
  await seen.go('/tasks?kind=surplus&status=pending');
  await seen.click('Cancel all that match…');
  await answer('Cancel 3 tasks');
  await seen.sees('3 cancelled.');
  assert.equal((await daemon.done('GET', '/v1/tasks/count?kind=surplus&status=cancelled')).count, 3);
});

test('an event has a place of its own, between its neighbours', async () => {
  await seen.go('/events');
  await seen.page.getByLabel('Types').fill('agent.*');
  await seen.page.waitForURL(/types=agent/);
  const types = await seen.page.locator('table[aria-label], .scroll[aria-label="Live tail"] tbody tr td:nth-child(3)').allInnerTexts();
  assert.ok(types.length > 0 && types.every((type) => type.startsWith('agent.')), String(types));
  await seen.page.locator('.scroll[aria-label="Live tail"] tbody tr td a').first().click();
  await seen.page.getByRole('heading', { level: 1, name: /^Event \d+$/ }).waitFor();
  await seen.page.getByRole('link', { name: 'Before' }).click();
  await seen.page.getByRole('heading', { level: 1, name: /^Event \d+$/ }).waitFor();
});

test('what a task is doing is shown while it runs', async () => {
  await daemon.done('POST', '/v1/tasks', { kind: 'research' });
  const grant = await claim(daemon, 'ann');
  await daemon.done('POST', `/v1/tasks/${grant.fence.task}/progress`, { fence: grant.fence, progress: { percent: 40 } });
  await seen.go(`/tasks/${grant.fence.task}`);
  await seen.sees('What it is doing');
  await seen.sees('Progress');
  await daemon.done('POST', `/v1/tasks/${grant.fence.task}/complete`, { fence: grant.fence, result: { words: 7 } });
  await seen.sees('Result');
});
