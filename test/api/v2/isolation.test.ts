// Calls every operation of the OpenAPI document as callers without access: other accounts, other environments, other
// keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v2Bases } from '../../../src/api/v2/index.ts';
import type { Environment } from '../../../src/context.ts';
import { changeUser, createApiKey, createUser, revokeApiKey } from '../../../src/features/accounts/account-actions.ts';
import { makeAccount } from '../../support/accounts.ts';
import { startProbity } from '../../support/probity.ts';
import { allowLoopback, bodyFor, documentedOperations, makeWorlds, pathFor, type World } from './operation-samples.ts';
import { assertRefused, type V2Client, v2Client } from './v2-client.ts';
import { makeApplicant, nobody } from './v2-samples.ts';

const probity = await startProbity({ settings: allowLoopback });
const { account, ctx } = probity;
const foreign = await makeAccount(ctx, 'Foreign Care');
const environments: readonly Environment[] = ['test', 'live'];

const servedIn = (environment: Environment) =>
  documentedOperations.filter((operation) => environment === 'test' || !operation.isSandboxOnly);

/** Identifiers of resources that do not exist. */
const emptyWorld = (world: World): World =>
  Object.fromEntries(Object.keys(world).map((name) => [name, name.endsWith('_id') ? nobody : '999999']));

/** The error without its request id. */
const bare = (text: string) => text.replace(/"id":"[^"]*"/, '');

async function answersTo(client: V2Client, operation: (typeof documentedOperations)[number], world: World) {
  const json = bodyFor(operation);
  return client.send(operation.method, pathFor(operation, world), json === undefined ? {} : { json });
}

for (const environment of environments) {
  const worlds = await makeWorlds(v2Client(probity, environment), probity.database);
  const world = worlds.for('readCheck');

  const assertUnseen = async (stranger: V2Client) => {
    for (const operation of servedIn(environment).filter(({ path }) => path.includes('{'))) {
      const answer = await answersTo(stranger, operation, worlds.for(operation.operationId));
      const missing = await answersTo(stranger, operation, emptyWorld(world));
      assertRefused(answer, 404, 'resource_not_found');
      assert.equal(bare(answer.text), bare(missing.text), operation.operationId);
      assert.deepEqual(Object.keys(answer.headers), Object.keys(missing.headers));
    }
  };

  test(`every operation hides ${environment} resources from another account`, async () => {
    await assertUnseen(v2Client(probity, environment, foreign.keys[environment]));
  });

  test(`lists of another account contain no ${environment} data`, async () => {
    const stranger = v2Client(probity, environment, foreign.keys[environment]);
    for (const operation of servedIn(environment).filter(
      ({ path, method }) => method === 'GET' && !path.includes('{'),
    )) {
      const answer = await stranger.get(operation.path);
      assert.equal(answer.status, 200, operation.operationId);
      for (const id of worlds.ids) assert.equal(answer.text.includes(id), false, operation.operationId);
    }
  });

  test(`every operation on the ${environment} path refuses a key of the other environment`, async () => {
    const other = environment === 'test' ? 'live' : 'test';
    const client = v2Client(probity, environment, account.keys[other]);
    for (const operation of servedIn(environment)) {
      const answer = await answersTo(client, operation, worlds.for(operation.operationId));
      assertRefused(answer, 401, 'authorization_error', []);
    }
  });

  test(`every operation on the ${environment} path refuses a read-only user`, async () => {
    const client = v2Client(probity, environment, account.readOnlyKeys[environment]);
    for (const operation of servedIn(environment)) {
      const answer = await answersTo(client, operation, worlds.for(operation.operationId));
      assertRefused(answer, 401, 'user_authorization_error', []);
    }
  });

  test(`every operation on the ${environment} path refuses an unusable key`, async () => {
    const key = async (expiresAt: Date | null, userId = account.userId) =>
      createApiKey(ctx, 'system', account.accountId, { userId, environment, expiresAt });
    const revoked = await key(null);
    await revokeApiKey(ctx, 'system', account.accountId, revoked.id);
    const gone = await createUser(ctx, 'system', account.accountId, {
      name: 'Gone',
      email: `gone@${environment}.test`,
      role: 'standard',
    });
    const disabled = await key(null, gone.id);
    await changeUser(ctx, 'system', account.accountId, { id: gone.id, disabled: true });
    const unusable = {
      missing: '',
      malformed: 'no key at all',
      unknown: `${environment}_${'0'.repeat(32)}`,
      expired: (await key(new Date(Date.now() - 1000))).key,
      revoked: revoked.key,
      'of a disabled user': disabled.key,
    };
    for (const [what, text] of Object.entries(unusable)) {
      const client = v2Client(probity, environment, text);
      for (const operation of servedIn(environment)) {
        const answer = await answersTo(client, operation, worlds.for(operation.operationId));
        assertRefused(answer, 401, 'unauthorized_request', []);
        assert.equal(answer.headers['x-request-id'] === undefined, false, what);
      }
    }
  });

  test(`the ${environment} path hides the same account's data of the other environment`, async () => {
    const other = environment === 'test' ? 'live' : 'test';
    const otherWorlds = await makeWorlds(v2Client(probity, other), probity.database);
    const client = v2Client(probity, environment);
    // Webhooks and agreements belong to the account in both environments.
    const separate = /\{(applicant|check|report|event)_id\}/;
    for (const operation of servedIn(environment).filter(({ path }) => separate.test(path))) {
      const answer = await answersTo(client, operation, otherWorlds.for(operation.operationId));
      assertRefused(answer, 404, 'resource_not_found');
    }
  });
}

test('refused requests have changed nothing', async () => {
  const client = v2Client(probity);
  const worlds = await makeWorlds(client, probity.database);
  const world = worlds.for('readCheck');
  const read = async () => {
    const paths = [
      `/applicants/${world.applicant_id}`,
      `/applicants/${world.applicant_id}/checks?expand=reports`,
      `/webhooks/${world.webhook_id}`,
    ];
    return Promise.all(
      paths.map(async (path) => (await client.get(path)).text.replace(/"(download|form)_uri":"[^"]*"/g, '')),
    );
  };
  const before = await read();
  const strangers = [foreign.keys.test, account.keys.live, account.readOnlyKeys.test, ''];
  for (const key of strangers) {
    const stranger = v2Client(probity, 'test', key);
    for (const operation of documentedOperations.filter(({ method, path }) => method !== 'GET' && path.includes('{'))) {
      await answersTo(stranger, operation, world);
    }
  }
  assert.deepEqual(await read(), before);
});

test('reads a key in every form of the header', async () => {
  const key = account.keys.test;
  const forms = [
    key,
    ` ${key} `,
    `Token token=${key}`,
    `token token=${key}`,
    `TOKEN Token="${key}"`,
    `Bearer ${key}`,
    `bearer  ${key}`,
  ];
  for (const authorization of forms) {
    const answer = await probity.fetch(`${v2Bases.test}/jobroles`, { key: authorization });
    assert.equal(answer.status, 200, authorization);
  }
  for (const authorization of [
    `Basic ${key}`,
    `Token ${key}`,
    `Token token=${key}x`,
    `${key} ${key}`,
    key.toUpperCase(),
  ]) {
    const answer = await probity.fetch(`${v2Bases.test}/jobroles`, { key: authorization });
    assertRefused(answer, 401, 'unauthorized_request');
  }
  const inQuery = await probity.fetch(`${v2Bases.test}/jobroles?key=${key}&authorization=${key}`);
  assertRefused(inQuery, 401, 'unauthorized_request');
});

test('accepts several keys of one environment at once', async () => {
  const { key, id } = await createApiKey(ctx, 'system', account.accountId, {
    userId: account.userId,
    environment: 'test',
  });
  const [old, rotated] = [v2Client(probity), v2Client(probity, 'test', key)];
  const made = await makeApplicant(rotated);
  assert.equal((await old.get(`/applicants/${made.id}`)).status, 200);
  await revokeApiKey(ctx, 'system', account.accountId, id);
  // A database notification tells every process of the change.
  let answer = await rotated.get('/jobroles');
  for (const until = performance.now() + 90_000; performance.now() < until && answer.status === 200; ) {
    answer = await rotated.get('/jobroles');
  }
  assertRefused(answer, 401, 'unauthorized_request');
  assert.equal((await old.get('/jobroles')).status, 200);
});
