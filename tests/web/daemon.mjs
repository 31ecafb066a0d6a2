// A daemon of one's own, on a memory store and a free port.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function startDaemon(environment = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'baton-web-'));
  const serve = ['serve', '--store', 'memory:', '--assign', 'pull', '--listen', '127.0.0.1:0'];
  const child = spawn(process.env.BATON_BINARY, serve, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = await listening(child.stdout);
  const token = (await readFile(join(folder, 'baton.token'), 'utf8')).trim();
  const call = (method, path, body, headers = {}) =>
    fetch(url + path, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });
  return {
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
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
