// Every view, as people with different screens and eyes meet it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { startBrowser } from './browser.mjs';
import { startDaemon } from './daemon.mjs';
import { claim, digits, failOne, hostile, makeFleet, task, tokenOf } from './fleet.mjs';

let browser;
let daemon;
before(async () => {
  browser = await startBrowser();
  daemon = await startDaemon();
  await makeFleet(daemon);
  await claim(daemon, 'bob');
});
after(async () => {
  await browser?.stop();
  await daemon?.stop();
});

/** Each view with something that only it shows. */
const views = [
  ['/', 'Needs attention'],
  ['/agents', 'ann'],
  ['/agents/bob', 'States'],
  ['/tasks', 'research'],
  [`/tasks/${task}`, 'Timeline'],
  ['/queue', 'By priority'],
  ['/queue/research', 'Next in line'],
  ['/events', 'agent.registered'],
  ['/events/1', 'Payload'],
  ['/groups/billing', 'Dead letters'],
  ['/threads', 'support/1'],
  ['/threads/support%2F1', 'user'],
  ['/correlations', 'c1'],
  ['/correlations/c1', 'Signals as they arrived'],
  ['/locks', 'front page'],
  ['/tokens', 'Make a token'],
  ['/system', 'Durability'],
];

/** Whatever is the same in dark and on a phone is looked at once. */
for (const [name, options, rules] of [
  ['in light', { colorScheme: 'light' }, undefined],
  ['in dark', { colorScheme: 'dark' }, ['color-contrast']],
  ['on a phone', { viewport: { width: 390, height: 800 } }, ['scrollable-region-focusable', 'target-size']],
]) {
  test(`every view can be read by everybody, ${name}`, async () => {
    const seen = await browser.open(daemon, options);
    for (const [place, mark] of views) {
      await seen.go(place);
      await seen.sees(mark);
      await seen.page.locator('.reading').waitFor({ state: 'detached' });
      await seen.accessible(rules);
      const wide = await seen.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      assert.equal(wide, false, `${place} is wider than the screen`);
    }
    await seen.close();
  });
}

test('what agents wrote is text, and its digits are all there', async () => {
  const seen = await browser.open(daemon, { path: `/tasks/${task}` });
  const payload = seen.page.getByLabel('Payload', { exact: true });
  await payload.waitFor();
  assert.ok((await payload.innerText()).includes(digits));
  assert.ok((await payload.innerText()).includes(JSON.stringify(hostile)));
  await seen.go('/threads/support%2F1');
  await seen.sees(hostile);
  assert.equal(await seen.page.locator('main img, main script').count(), 0);
  assert.notEqual(await seen.page.title(), '1');
  await seen.close();
});

test('links lead from view to view, by keyboard alone, and back', async () => {
  const seen = await browser.open(daemon);
  await seen.page.getByRole('link', { name: 'Agents', exact: true }).focus();
  await seen.page.keyboard.press('Enter');
  await seen.page.getByRole('link', { name: 'ann', exact: true }).focus();
  await seen.page.keyboard.press('Enter');
  await seen.page.getByRole('heading', { level: 1, name: 'ann' }).waitFor();
  assert.equal(new URL(seen.page.url()).pathname, '/agents/ann');
  await seen.page.goBack();
  await seen.page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
  await seen.close();
});

test('an empty store says which command fills each view', async () => {
  const empty = await startDaemon();
  const seen = await browser.open(empty);
  for (const place of ['/agents', '/tasks', '/queue', '/events', '/threads', '/correlations', '/locks']) {
    await seen.go(place);
    await seen.page.locator('.empty code').first().waitFor();
    await seen.accessible();
  }
  await seen.close();
  await empty.stop();
});

test('a viewer sees everything and no button that changes anything', async () => {
  await failOne(daemon, 'ann');
  const seen = await browser.open(daemon, { token: await tokenOf(daemon, 'viewer') });
  const harmless = /^(Sign out|copy|Copy the .*|Hold still|Show more)$/;
  for (const [place, mark] of views.filter(([place]) => place !== '/tokens')) {
    await seen.go(place);
    await seen.sees(mark);
    const names = await seen.page.getByRole('button').evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent));
    assert.deepEqual(names.filter((name) => !harmless.test(name)), [], place);
  }
  await seen.go('/tokens');
  await seen.sees('Only an admin');
  await seen.close();
});

test('a wrong token is told so, and signing out ends the session', async () => {
  const seen = await browser.open(daemon);
  await seen.click('Sign out');
  await seen.page.getByLabel('Token').fill('wrong');
  await seen.click('Sign in');
  await seen.sees('That token is not known.');
  await seen.page.reload();
  await seen.page.getByLabel('Token').waitFor();
  const cookies = await seen.page.context().cookies();
  assert.ok(cookies.every(({ httpOnly, sameSite }) => httpOnly && sameSite === 'Strict'));
  seen.complaints.length = 0;
  await seen.close();
});
