// Events are CloudEvents to a library that knows nothing of us.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { startDaemon } from './daemon.mjs';

const require = createRequire(join(process.env.BATON_WEB_MODULES, 'package.json'));
const { CloudEvent, HTTP } = require('cloudevents');

let daemon;
before(async () => {
  daemon = await startDaemon();
  const made = [
    ['POST', '/v1/agents/ann/register', { incarnation: '1', lanes: ['translate'] }],
    ['POST', '/v1/tasks', { kind: 'translate', payload: { text: 'été' } }],
    ['POST', '/v1/agents/ann/claim', { incarnation: '1', claim_id: 'c1' }],
    ['PUT', '/v1/threads/order%2017', {}],
    ['POST', '/v1/locks/a%2Fb/try', { owner: 'me' }],
    ['POST', '/v1/queue/pause', {}],
    ['POST', '/v1/correlations', { id: 'trade', expected: ['one'], timeout_us: 60000000 }],
  ];
  for (const [method, path, body] of made) {
    const answer = await daemon.call(method, path, body);
    assert.ok(answer.ok, await answer.text());
  }
});
after(() => daemon.stop());

async function batch() {
  const answer = await daemon.get('/v1/events?after=0', { Accept: 'application/cloudevents-batch+json' });
  return { headers: Object.fromEntries(answer.headers), body: await answer.text() };
}

test('the log is a batch of them', async () => {
  const events = HTTP.toEvent(await batch());
  const plain = (await (await daemon.get('/v1/events?after=0')).json()).events;
  assert.equal(events.length, plain.length);
  for (const [i, event] of events.entries()) {
    assert.ok(event instanceof CloudEvent);
    assert.ok(event.validate());
    assert.equal(event.id, String(plain[i].position));
    assert.equal(event.type, `dev.baton.${plain[i].event_type}`);
    assert.equal(event.source, 'urn:baton:default');
    assert.deepEqual(event.data, plain[i]);
  }
  const subjects = events.map((event) => event.subject);
  assert.ok(subjects.includes('agents/ann'));
  assert.ok(subjects.includes('threads/order%2017'));
  assert.ok(subjects.includes('locks/a%2Fb'));
  assert.ok(subjects.includes('correlations/trade'));
});

test('the stream tells them', async () => {
  const answer = await daemon.get('/v1/events/stream?after=0&format=cloudevents');
  let text = '';
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes('correlation.opened')) break;
  }
  const data = text.split('\n').filter((line) => line.startsWith('data: '));
  for (const line of data) {
    const headers = { 'content-type': 'application/cloudevents+json' };
    assert.ok(HTTP.toEvent({ headers, body: line.slice(6) }).validate());
  }
});

test('the library is one: half of a batch is refused', async () => {
  const { headers, body } = await batch();
  const events = JSON.parse(body);
  delete events[0].source;
  assert.throws(() => HTTP.toEvent({ headers, body: JSON.stringify(events) }).forEach((event) => event.validate()));
});
