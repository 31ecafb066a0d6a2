// A browser that looks at the dashboard, and remembers whatever it complained about.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.env.BATON_WEB_MODULES, 'package.json'));
const { chromium } = require('playwright-core');
const axe = require('axe-core');

const patience = 30_000;

export async function startBrowser() {
  // A browser run by root has no sandbox of its own.
  const args = process.getuid() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: process.env.BATON_CHROMIUM ?? '/usr/bin/chromium', args });
  return { open: (daemon, options) => open(browser, daemon, options), stop: () => browser.close() };
}

/** A page that is signed in. */
async function open(browser, daemon, { token = daemon.token, path = '/', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const complaints = [];
  const strangers = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => !request.url().startsWith(daemon.url) && strangers.push(request.url()));
  await page.goto(daemon.url + path);
  await signIn(page, token);
  return {
    page,
    complaints,
    go: (place) => page.goto(daemon.url + place),
    click: (name) => page.getByRole('button', { name, exact: true }).click(),
    sees: (text) => page.getByText(text).first().waitFor(),
    accessible: (rules) => accessible(page, rules),
    async close() {
      await context.close();
      assert.deepEqual(strangers, [], 'the page asked somebody else');
      assert.deepEqual(complaints, [], 'the browser complained');
    },
  };
}

export async function signIn(page, token) {
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('nav [data-connection="live"]').waitFor();
}

/** Nothing serious that keeps somebody with another way of reading out. */
async function accessible(page, rules) {
  if (!(await page.evaluate(() => 'axe' in window))) {
    // As the browser's own, since the page's policy lets no script in.
    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: axe.source });
  }
  const { violations } = await page.evaluate((runOnly) => window.axe.run(runOnly ? { runOnly } : {}), rules);
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.html.slice(0, 80)}`).join('; ')}`);
  assert.deepEqual(told, [], `at ${page.url()}`);
}
