// What the page is made of: small, kept by browsers, and without a way for text to become markup.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import http from 'node:http';

import { startDaemon } from './daemon.mjs';

let daemon;
before(async () => (daemon = await startDaemon()));
after(() => daemon.stop());

/** The answer as it comes over the wire; fetch would unpack it. */
function raw(path, headers = {}) {
  return new Promise((resolve, reject) => {
    http.get(daemon.url + path, { headers }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }));
    }).on('error', reject);
  });
}

const gzip = { 'Accept-Encoding': 'gzip' };
const browser = { Accept: 'text/html,*/*' };

async function assets() {
  const { body } = await raw('/');
  return [...body.toString().matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
}

test('all of it is less than 200 kB, compressed', async () => {
  let bytes = (await raw('/', gzip)).body.length;
  for (const path of await assets()) bytes += (await raw(path, gzip)).body.length;
  assert.ok(bytes > 10_000 && bytes < 200_000, `${bytes} bytes`);
});

test('compressed or not, it is the same; files are kept for ever, the page is asked about', async () => {
  for (const path of await assets()) {
    const packed = await raw(path, gzip);
    const plain = await raw(path);
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.ok(gunzipSync(packed.body).equals(plain.body));
    assert.match(packed.headers['cache-control'], /immutable/);
    const known = await raw(path, { 'If-None-Match': packed.headers.etag });
    assert.equal(known.status, 304);
    assert.equal(known.body.length, 0);
  }
  assert.equal((await raw('/')).headers['cache-control'], 'no-cache');
  assert.equal((await raw('/assets/none.js')).status, 404);
});

test('links to views get the page; programs are told that there is no such path', async () => {
  assert.ok((await raw('/tasks?status=failed', browser)).body.equals((await raw('/')).body));
  assert.equal((await raw('/tasks')).status, 404);
  assert.equal((await raw('/v1/nothing', browser)).status, 404);
});

test('the policy lets nothing in from elsewhere, and nothing inline', async () => {
  const { headers, body } = await raw('/');
  assert.match(headers['content-security-policy'], /default-src 'self'/);
  assert.doesNotMatch(headers['content-security-policy'], /unsafe/);
  assert.doesNotMatch(body.toString(), /<style|style=|<script(?![^>]*src=)|https?:/);
});

test('the sources know no way to make markup of text', () => {
  const forbidden = /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|\beval\b|new Function|createContextualFragment/;
  const folder = join(process.env.BATON_SOURCE_DIR, 'web/src');
  const files = readdirSync(folder, { recursive: true }).filter((file) => /\.tsx?$/.test(file));
  assert.ok(files.length > 30);
  for (const file of files) assert.doesNotMatch(readFileSync(join(folder, file), 'utf8'), forbidden, file);
});
