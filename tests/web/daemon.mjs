// A daemon of one's own, on a memory store (unless told otherwise) and a free port.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

// A test that failed stops nothing, and would never end.
const alive = new Set();
after(() => alive.forEach((child) => child.kill('SIGKILL')));

export async function startDaemon(environment = {}, store = 'memory:') {
  const folder = await mkdtemp(join(tmpdir(), 'baton-web-'));
  const start = (listen) => launch(folder, { ...process.env, ...environment }, store, listen);
  let running = await start('127.0.0.1:0');
  const { url } = running;
  const token = (await readFile(join(folder, 'baton.token'), 'utf8')).trim();
  const call = (method, path, body, headers = {}) =>
    fetch(url + path, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });
  return {
    url,
    token,
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    // What cannot fail in a test that is about something else.
    async done(method, path, body) {
      const answer = await call(method, path, body);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    async kill() {
      running.child.kill('SIGKILL');
      await running.ended;
    },
    async restart() {
      running = await start(new URL(url).host);
    },
    async stop() {
      running.child.kill('SIGTERM');
      await running.ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function launch(folder, env, store, listen) {
  const serve = ['serve', '--store', store, '--assign', 'pull', '--listen', listen];
  const child = spawn(process.env.BATON_BINARY, serve, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  alive.add(child);
  const ended = new Promise((resolve) => child.once('exit', resolve)).then(() => alive.delete(child));
  return { child, ended, url: await listening(child.stdout) };
}

async function listening(output) {
  let text = '';
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    text += chunk;
    const found = /listens on (http:\/\/[^\s]+)/.exec(text);
    if (found && text.includes('\n  token')) {
      output.resume();
      return found[1];
    }
  }
  throw new Error(`the daemon did not start: ${text}`);
}
