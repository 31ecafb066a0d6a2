// What we deliver is accepted by the libraries that receivers use.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { startDaemon } from './daemon.mjs';

const require = createRequire(join(process.env.BATON_WEB_MODULES, 'package.json'));
const { HTTP } = require('cloudevents');
const { Webhook, WebhookVerificationError } = require('standardwebhooks');

const folder = mkdtempSync(join(tmpdir(), 'baton-hooks-'));
const key = join(folder, 'key.pem');
const certificate = join(folder, 'certificate.pem');

let daemon;
const closing = [];
before(async () => {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' });
  daemon = await startDaemon({ SSL_CERT_FILE: certificate });
});
after(async () => {
  await daemon.stop();
  for (const server of closing) server.close();
  rmSync(folder, { recursive: true });
});

// A server, its port, and a promise of the first message.
async function receiver(create = createServer) {
  let arrived;
  const hook = new Promise((resolve) => (arrived = resolve));
  const server = create(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.writeHead(200).end('thanks');
    arrived({ headers: request.headers, body });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(server);
  return { port: server.address().port, hook };
}

async function subscribe(name, url) {
  const answer = await daemon.call('PUT', `/v1/subscriptions/${name}`, { url, types: ['task.created'] });
  assert.equal(answer.status, 200);
  return (await answer.json()).secret;
}

async function submit() {
  const answer = await daemon.call('POST', '/v1/tasks', { kind: 'translate', payload: { text: 'été' } });
  assert.equal(answer.status, 201);
}

test('a delivery is verified by standardwebhooks and read by cloudevents', async () => {
  const { port, hook } = await receiver();
  const secret = await subscribe('plain', `http://127.0.0.1:${port}/hooks?from=baton`);
  await submit();
  const { headers, body } = await hook;
  const verified = new Webhook(secret).verify(body, headers);
  assert.equal(verified.type, 'dev.baton.task.created');
  assert.ok(HTTP.toEvent({ headers, body }).validate());
  assert.throws(() => new Webhook(secret).verify(body.replace('created', 'removed'), headers), WebhookVerificationError);
});

test('https is delivered to a receiver whose certificate is trusted', async () => {
  const secure = (handler) =>
    createSecureServer({ key: readFileSync(key), cert: readFileSync(certificate) }, handler);
  const { port, hook } = await receiver(secure);
  const secret = await subscribe('secure', `https://localhost:${port}/hooks`);
  await submit();
  const { headers, body } = await hook;
  assert.ok(new Webhook(secret).verify(body, headers));
});

test('https is not delivered to a receiver of another name', async () => {
  const secure = (handler) =>
    createSecureServer({ key: readFileSync(key), cert: readFileSync(certificate) }, handler);
  const { port } = await receiver(secure);
  await subscribe('stranger', `https://127.0.0.1:${port}/hooks`);
  await submit();
  for (;;) {
    const metrics = await (await daemon.get('/metrics')).text();
    if (metrics.includes('baton_webhook_failures_total{subscription="stranger"} 1')) break;
  }
  assert.ok(!(await (await daemon.get('/metrics')).text()).includes('deliveries_total{subscription="stranger"} 1'));
});
