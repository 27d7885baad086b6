// The three operations of value sets: content, ownership, locale and caching.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJobRole, retireJobRole } from '../../../src/features/report-types/agreement-actions.ts';
import { valueSetIds } from '../../../src/features/value-sets/value-set.ts';
import { valueSets } from '../../../src/features/value-sets/value-sets.ts';
import { makeAccount } from '../../support/accounts.ts';
import { startProbity } from '../../support/probity.ts';
import { assertRefused, v1Client } from './v1-client.ts';

const probity = await startProbity();
const client = v1Client(probity);
const sets = '/metadata/valuesets';

type Values = readonly { readonly value: string; readonly name: string; readonly description: string }[];

test('the 23 sets are listed in the interface’s order, and each can be read by its id', async () => {
  const { body } = await client.get<readonly { id: string; name: string; description: string }[]>(sets);
  assert.deepEqual(
    body.map(({ id }) => id),
    valueSetIds,
  );
  for (const set of body) {
    assert.deepEqual((await client.get(`${sets}/${set.id}`)).body, set);
    assert.deepEqual(Object.keys(set), ['id', 'name', 'description']);
  }
});

test('every set answers all its values, each with value, name and description only', async () => {
  for (const { id, values } of valueSets) {
    if (id === 'dbsjobrole') continue;
    const { body } = await client.get<Values>(`${sets}/${id}/values`);
    const published = values.map(({ value, name, description }) => ({ value, name, description }));
    assert.deepEqual(body, published, id);
  }
});

test('an id is read in any case; an unknown one is not found', async () => {
  assert.equal((await client.get<{ id: string }>(`${sets}/FCAPRAApproved`)).body.id, 'fcapraapproved');
  for (const id of ['colours', 'constructor', '1', 'a-b', '%2e%2e']) {
    assertRefused(await client.get(`${sets}/${id}`), 404, 'not_found');
    assertRefused(await client.get(`${sets}/${id}/values`), 404, 'not_found');
  }
});

test('en-GB is the only locale', async () => {
  for (const query of ['', '?locale=', '?locale=en-GB', '?Locale=EN-gb', '?other=fr-FR']) {
    assert.equal((await client.get(`${sets}/titles/values${query}`)).status, 200, query);
  }
  for (const locale of ['fr-FR', 'en', 'en-US', 'en_GB', 'en-GB-x', '%20']) {
    assertRefused(await client.get(`${sets}/titles/values?locale=${locale}`), 400, 'invalid_fields', ['locale']);
  }
});

test('the values of dbsjobrole are the live job roles of the account', async () => {
  const { accountId } = probity.account;
  const role = await createJobRole(probity.ctx, 'system', accountId, {
    roleTitle: 'Driver',
    roleCheckType: 'standard',
  });
  const retired = await createJobRole(probity.ctx, 'system', accountId, {
    roleTitle: 'Cook',
    roleCheckType: 'enhanced',
  });
  await retireJobRole(probity.ctx, 'system', accountId, retired);
  const answer = await client.get<Values>(`${sets}/dbsjobrole/values`);
  assert.deepEqual(answer.body.at(-1), {
    value: String(role),
    name: 'Driver',
    description: 'Agreed for standard checks.',
  });
  assert.ok(answer.body.every(({ name }) => name !== 'Cook'));
  assert.equal(answer.headers['cache-control'], 'private, no-cache');
  const stranger = v1Client(probity, 'test', (await makeAccount(probity.ctx)).keys.test);
  const { body: theirs } = await stranger.get<Values>(`${sets}/dbsjobrole/values`);
  assert.ok(theirs.every(({ value }) => !answer.body.some((ours) => ours.value === value)));
});

test('a client that already has the values gets 304', async () => {
  for (const path of [sets, `${sets}/titles`, `${sets}/titles/values`]) {
    const answer = await client.get(path);
    const { etag } = answer.headers;
    assert.match(String(etag), /^"[\w-]{22}"$/);
    assert.equal(answer.headers['cache-control'], 'private, max-age=3600');
    for (const known of [String(etag), `"other", W/${etag}`, '*']) {
      const again = await client.get(path, { headers: { 'If-None-Match': known } });
      assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', etag], known);
    }
    assert.equal((await client.get(path, { headers: { 'If-None-Match': '"other"' } })).status, 200);
  }
});
