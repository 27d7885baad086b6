// The common rules of interface v2: the alias in replies, HEAD, and body types.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { v2Alias, v2Bases } from '../../../src/api/v2/bases.ts';
import type { SentRequest } from '../../support/probity.ts';
import { startProbity } from '../../support/probity.ts';
import { assertRefused, v2Client } from './v2-client.ts';
import { type Applicant, type Check, jane, makeApplicant, makeCheck, nobody } from './v2-samples.ts';

const probity = await startProbity();
const { keys } = probity.account;
const client = v2Client(probity);
const aliased = (path: string, sent: SentRequest = {}) => probity.fetch(path, { key: keys.test, ...sent });

test('the href of every reply resolves with the key of its environment', async () => {
  for (const environment of ['live', 'test'] as const) {
    const own = v2Client(probity, environment);
    const key = keys[environment];
    const applicant = await makeApplicant(own);
    const check = await makeCheck(own, {}, applicant.id);
    for (const { id, href } of [applicant, check, ...check.reports]) {
      const answer = await aliased(href, { key });
      assert.deepEqual([answer.status, (answer.json as { id: string }).id], [200, id], href);
    }
    const other = environment === 'live' ? keys.test : keys.live;
    assertRefused(await aliased(applicant.href, { key: other }), 404, 'resource_not_found');
    const read = await aliased(`${v2Alias}/applicants/${applicant.id}`, { key });
    assert.equal((read.json as Applicant).sandbox, environment === 'test');
  }
  assertRefused(await aliased('/v2/jobroles', { key: undefined }), 401, 'unauthorized_request');
  assertRefused(await aliased('/v2/nothing'), 404, 'resource_not_found');
});

test('a request under the alias counts as one under its base path', async () => {
  const sent = { method: 'POST', json: jane, headers: { 'idempotency-key': randomUUID() } } as const;
  const first = await aliased('/v2/applicants', sent);
  const again = await aliased(`${v2Bases.test}/applicants`, sent);
  assert.deepEqual([again.status, again.text, again.headers['idempotent-replayed']], [201, first.text, 'true']);
});

test('under the alias, the sandbox exists for test keys only', async () => {
  const check = await makeCheck(client);
  const path = `/v2/sandbox/checks/${check.id}/advance`;
  assertRefused(await aliased(path, { method: 'POST', key: keys.live }), 404, 'resource_not_found');
  assert.equal((await aliased(path, { method: 'POST' })).status, 204);
  const { body } = await client.get<Check>(
    `/applicants/${(await client.get<{ applicants: Applicant[] }>('/applicants')).body.applicants[0]!.id}/checks/${check.id}`,
  );
  assert.equal(body.status, 'in_progress');
});

test('HEAD is answered wherever GET is, like GET without a body', async () => {
  const applicant = await makeApplicant(client);
  const check = await makeCheck(client, {}, applicant.id);
  for (const path of [
    `/applicants/${applicant.id}`,
    '/applicants?per_page=1',
    `/applicants/${applicant.id}/checks/${check.id}`,
    `/checks/${check.id}/reports`,
    '/reporttypes',
    '/webhooks',
    `/applicants/${nobody}`,
    '/applicants?page=0',
  ]) {
    const get = await client.get(path);
    const head = await aliased(`${v2Bases.test}${path}`, { method: 'HEAD' });
    assert.equal(head.status, get.status, path);
    assert.equal(head.text, '');
    for (const name of ['content-type', 'x-total-count', 'link'])
      assert.equal(head.headers[name], get.headers[name], `${name} of ${path}`);
    assert.match(String(head.headers['x-request-id']), /^[0-9a-f-]{36}$/);
  }
});

test('a body without a type, of text/json or of …+json is read as JSON or as a form by its first character', async () => {
  const form = new URLSearchParams(jane).toString();
  for (const type of [undefined, 'text/json', 'TEXT/JSON; charset=utf-8', 'application/vnd.api+json', '']) {
    for (const body of [JSON.stringify(jane), ` \n${JSON.stringify(jane)}`, form]) {
      const answer = await aliased(`${v2Bases.test}/applicants`, {
        method: 'POST',
        body,
        ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      });
      assert.equal(answer.status, 201, `${type}: ${answer.text}`);
    }
    const list = { method: 'POST', body: '[]', headers: type === undefined ? {} : { 'content-type': type } } as const;
    assertRefused(await aliased(`${v2Bases.test}/applicants`, list), 400, 'bad_request');
  }
});
