// What the API says of itself is read by tools that know nothing of us.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { startDaemon } from './daemon.mjs';

// The modules are in the build folder.
const require = createRequire(join(process.env.BATON_WEB_MODULES, 'package.json'));
const { createConfig, lintFromString } = require('@redocly/openapi-core');

let daemon;
before(async () => (daemon = await startDaemon()));
after(() => daemon.stop());

async function problems(source) {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const found = await lintFromString({ source, config });
  return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
}

test('a validator accepts the description', async () => {
  const answer = await daemon.get('/openapi.json');
  assert.equal(answer.status, 200);
  assert.deepEqual(await problems(await answer.text()), []);
});

test('the validator is one: a broken description is refused', async () => {
  const document = await (await daemon.get('/openapi.json')).json();
  document.paths['/v1/agents/{agent}'].get.parameters = [];
  document.paths['/v1/tasks'].post.requestBody.content['application/json'].example.priority = 'high';
  const found = (await problems(JSON.stringify(document))).join('\n');
  assert.match(found, /path-parameters-defined/);
  assert.match(found, /example/);
});
