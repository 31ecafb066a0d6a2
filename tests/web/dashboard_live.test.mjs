// The page as the fleet moves, agents stop and the daemon dies.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';

import { startBrowser } from './browser.mjs';
import { startDaemon } from './daemon.mjs';
import { failOne } from './fleet.mjs';

const long = process.env.BATON_LONG !== undefined;

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

test('an agent that stops is on the attention list without a reload', async (t) => {
  const daemon = await startDaemon();
  const stale = 3000;
  const agent = spawn(process.execPath, [fileURLToPath(new URL('beating_agent.mjs', import.meta.url)), daemon.url, daemon.token, String(stale)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => agent.stdout.once('data', resolve));
  const seen = await browser.open(daemon, { path: '/agents/stopper' });
  await seen.page.locator('span', { hasText: /^\d+ s ago$/ }).waitFor(); // A beat was seen.
  await seen.go('/');
  await seen.sees('Needs attention');
  agent.kill('SIGSTOP');
  const stopped = performance.now();
  await seen.page.locator('.attention li[data-subject="stopper"]').waitFor();
  const took = performance.now() - stopped;
  t.diagnostic(`on the list ${Math.round(took)} ms after it stopped; stale after ${stale} ms`);
  if (long) assert.ok(took < stale + 2000);
  agent.kill('SIGKILL');
  await seen.close();
  await daemon.stop();
});

/** The positions that the tail shows, newest first. */
const tail = (page) =>
  page.locator('.scroll[aria-label="Live tail"] tbody tr td:first-child').allInnerTexts().then((all) => all.map(Number));

const submit = (daemon, count) => daemon.done('POST', '/v1/tasks', { tasks: Array.from({ length: count }, () => ({ kind: 'k' })) });

test('a daemon that dies and comes back leaves no gap in the tail, and nothing twice', async () => {
  const daemon = await startDaemon({}, 'sqlite:state.db');
  const seen = await browser.open(daemon, { path: '/events' });
  await submit(daemon, 20);
  for (let life = 0; life < 3; ++life) {
    await daemon.kill();
    await seen.page.locator('nav [data-connection="reconnecting"]').waitFor();
    await daemon.restart();
    await submit(daemon, 20);
    await seen.page.locator('nav [data-connection="live"]').waitFor();
  }
  await submit(daemon, 20);
  const last = (await daemon.done('GET', '/v1/health')).last;
  await seen.page.getByRole('link', { name: String(last), exact: true }).waitFor();
  const shown = await tail(seen.page);
  assert.deepEqual(shown, shown.map((_, i) => last - i));
  assert.equal(shown.length, last);
  // A daemon that is away is what the browser complains about here.
  seen.complaints.length = 0;
  await seen.close();
  await daemon.stop();
});

/** As if the tab were in the background, or in front again. */
const hide = (page, hidden) =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'hidden', { value: is, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

test('a page that nobody looks at holds no connection, and misses nothing', async () => {
  const daemon = await startDaemon();
  const seen = await browser.open(daemon, { path: '/events' });
  await submit(daemon, 5);
  await hide(seen.page, true);
  const clients = async () => /baton_stream_clients (\d+)/.exec(await (await daemon.get('/metrics')).text())[1];
  while ((await clients()) !== '0');
  await submit(daemon, 5);
  await hide(seen.page, false);
  await seen.page.getByRole('link', { name: '10', exact: true }).waitFor();
  assert.deepEqual(await tail(seen.page), [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  await seen.close();
  await daemon.stop();
});

test('twelve failures among many tasks are found by URL and retried at once', async (t) => {
  const daemon = await startDaemon({}, 'sqlite:state.db');
  const many = long ? 200_000 : 3000;
  await daemon.done('POST', '/v1/agents/ann/register', { incarnation: 'ann-1', lanes: ['fragile'], ttl_us: 600_000_000 });
  for (let i = 0; i < many; i += 1000) await submit(daemon, 1000);
  for (let i = 0; i < 12; ++i) {
    await daemon.done('POST', '/v1/tasks', { kind: 'fragile' });
    await failOne(daemon, 'ann');
  }
  const seen = await browser.open(daemon, { path: '/tasks?status=failed' });
  await seen.page.locator('tbody tr').nth(11).waitFor();
  assert.equal(await seen.page.locator('tbody tr').count(), 12);
  const began = performance.now();
  await seen.page.reload();
  await seen.page.locator('tbody tr').nth(11).waitFor();
  t.diagnostic(`read again in ${Math.round(performance.now() - began)} ms among ${many} tasks`);
  await seen.click('Retry all that match…');
  await seen.page.getByRole('dialog').getByRole('button', { name: 'Retry 12 tasks', exact: true }).click();
  await seen.sees('12 back in line.');
  await seen.sees('No task matches.');
  assert.equal((await daemon.done('GET', '/v1/tasks/count?status=pending&kind=fragile')).count, 12);
  await seen.close();
  await daemon.stop();
});

test('a busy log keeps the page responsive', async (t) => {
  const daemon = await startDaemon();
  const seen = await browser.open(daemon, { path: '/events' });
  await seen.page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.longest = Math.max(window.longest, entry.duration);
    }).observe({ type: 'longtask' });
  });
  const seconds = long ? 30 : 3;
  const began = performance.now();
  for (let sent = 0; sent < seconds * 2000; sent += 500) {
    await submit(daemon, 500);
    const ahead = (sent / 2000) * 1000 - (performance.now() - began);
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
  }
  const last = (await daemon.done('GET', '/v1/health')).last;
  await seen.page.getByRole('link', { name: String(last), exact: true }).waitFor();
  const shown = await tail(seen.page);
  assert.deepEqual(shown, shown.map((_, i) => last - i));
  const longest = await seen.page.evaluate(() => window.longest);
  t.diagnostic(`${last} events in ${Math.round(performance.now() - began)} ms; the longest task of the page took ${Math.round(longest)} ms`);
  if (long) assert.ok(longest <= 100);
  await seen.close();
  await daemon.stop();
});
