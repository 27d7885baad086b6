// Calls every operation of the OpenAPI document as callers without access: other accounts, other environments, other
// keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v2Bases } from '../../../src/api/v2/index.ts';
import type { Environment } from '../../../src/context.ts';
import { changeUser, createApiKey, createUser, revokeApiKey } from '../../../src/features/accounts/account-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { rawSql, sql } from '../../../src/platform/db/database.ts';
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

  test(`the key of a user of two of three subsidiaries sees exactly their ${environment} people and checks`, async () => {
    const make = async (name: string) =>
      (await createSubsidiary(ctx, 'system', account.accountId, { name: `${name} ${environment}` })).id;
    const [north, south, west] = [await make('North'), await make('South'), await make('West')];
    const { id: userId } = await createUser(ctx, 'system', account.accountId, {
      ...{
        name: 'Regional',
        email: `regional@${environment}.test`,
        role: 'administrator',
        subsidiaryIds: [south, north],
      },
    });
    const { key } = await createApiKey(ctx, 'system', account.accountId, { userId, environment });
    const regional = v2Client(probity, environment, key);
    const mine = await makeWorlds(v2Client(probity, environment), probity.database);
    const about = /\{(?:applicant|check|report|event)_id\}/;
    const ofAccount = /^\/(?:webhooks|events)/;
    const move = async (to: string | null) => {
      for (const table of ['applicants', 'checks'])
        await probity.database.run(sql`
          update ${rawSql(table)} set subsidiary_id = ${to}
          where account_id = ${account.accountId} and environment = ${environment}
            and ${table === 'checks' ? sql`applicant_id` : sql`id`} = any (${mine.ids}::uuid[])`);
    };
    const operations = servedIn(environment).filter(({ path }) => about.test(path));
    const listed = async () =>
      (await regional.get<{ applicants: { id: string }[] }>('/applicants?per_page=500')).body.applicants.map(
        ({ id }) => id,
      );
    for (const foreignTo of [west, null]) {
      await move(foreignTo);
      for (const operation of operations) {
        const answer = await answersTo(regional, operation, mine.for(operation.operationId));
        const missing = await answersTo(regional, operation, emptyWorld(mine.for('readCheck')));
        // What is about the whole account is refused to whoever is held to a subsidiary, whatever it names.
        assert.ok(answer.status === 404 || (answer.status === 401 && ofAccount.test(operation.path)), operation.path);
        assert.equal(bare(answer.text), bare(missing.text), operation.operationId);
      }
      assert.deepEqual(await listed(), []);
    }
    for (const own of [north, south]) {
      await move(own);
      for (const operation of operations.filter(({ method, path }) => method === 'GET' && !ofAccount.test(path)))
        assert.equal(
          (await answersTo(regional, operation, mine.for(operation.operationId))).status,
          200,
          `${operation.operationId} of one's own`,
        );
      assert.ok((await listed()).includes(mine.for('readCheck').applicant_id!));
    }
    const added = await makeApplicant(regional);
    const row = await probity.database.row<{ subsidiary_id: string }>(
      sql`select subsidiary_id from applicants where id = ${added.id}`,
    );
    assert.equal(row!.subsidiary_id, south, 'what they add is of their first');
    assert.ok((await listed()).includes(added.id));
    for (const path of ['/webhooks', '/events'])
      assert.notEqual((await regional.get(path)).text.includes(mine.for('readCheck').webhook_id!), true);
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
