// Calls every operation of the v1 document as callers without access: other accounts, environments, subsidiaries,
// keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../../../src/context.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createApiKey, createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { createPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { makeAccount } from '../../support/accounts.ts';
import { startProbity } from '../../support/probity.ts';
import { attachFile, documentedOperations, makeWorld, nobodys, samples, type World } from './operation-samples.ts';
import { assertRefused, type V1Client, v1Client } from './v1-client.ts';
import { candidateEntry } from './v1-samples.ts';

const probity = await startProbity({ settings: { PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*' } });
const { account, ctx } = probity;
const foreign = await makeAccount(ctx, 'Foreign Care');
const packageId = await createPackage(ctx, 'system', account.accountId, {
  name: 'Drivers of ours',
  reports: [{ name: 'identity' }],
});

async function subsidiary(name: string) {
  const { id: subsidiaryId } = await createSubsidiary(ctx, 'system', account.accountId, { name, externalId: name });
  const person = { name, email: `${name}@users.test`, role: 'standard' as const, ...scopeOf(subsidiaryId) };
  const { id: userId } = await createUser(ctx, 'system', account.accountId, person);
  const keyOf = async (environment: Environment) =>
    (await createApiKey(ctx, 'system', account.accountId, { userId, environment })).key;
  return {
    id: subsidiaryId,
    acting: { VerifileSubsidiaryOrganisationId: name },
    keys: { live: await keyOf('live'), test: await keyOf('test') },
  };
}
const [north, south, west] = [await subsidiary('north'), await subsidiary('south'), await subsidiary('west')];
const { id: regionalId } = await createUser(ctx, 'system', account.accountId, {
  ...{ name: 'Regional', email: 'regional@users.test', role: 'standard', externalId: 'regional' },
  subsidiaryIds: [south.id, north.id],
});
const asRegional = { VerifileUserId: 'regional' };

/** The error without its request id. */
const bare = (text: string) => text.replace(/"urn:uuid:[^"]*"/, '');

async function answerTo(client: V1Client, operation: (typeof documentedOperations)[number], world: World) {
  const { path, sent } = samples[operation.operationId]!(world);
  return client.send(operation.method, path, sent);
}

const aboutSomething = documentedOperations.filter(
  ({ operationId }) => samples[operationId]!(nobodys).isAboutSomething,
);

async function assertUnseen(stranger: V1Client, world: World, operations = aboutSomething): Promise<void> {
  for (const operation of operations) {
    const answer = await answerTo(stranger, operation, world);
    const missing = await answerTo(stranger, operation, nobodys);
    assertRefused(answer, 404, 'not_found');
    assert.equal(bare(answer.text), bare(missing.text), operation.operationId);
    assert.deepEqual(Object.keys(answer.headers), Object.keys(missing.headers));
  }
}

for (const environment of ['test', 'live'] as const satisfies readonly Environment[]) {
  const world = await makeWorld(v1Client(probity, environment), packageId);

  test(`every operation hides ${environment} resources from another account`, async () => {
    await assertUnseen(v1Client(probity, environment, foreign.keys[environment]), world);
  });

  test(`every operation hides ${environment} resources from a key of the other environment`, async () => {
    const other = v1Client(probity, environment === 'test' ? 'live' : 'test');
    const separate = aboutSomething.filter(({ operationId }) => operationId !== 'readPackage');
    await assertUnseen(other, world, separate);
  });

  test(`every operation hides ${environment} orders and their files from another subsidiary`, async () => {
    const whole = v1Client(probity, environment);
    const { Id: order } = await candidateEntry(v1Client(probity, environment, north.keys[environment]));
    const theirs = { ...world, order, file: await attachFile(whole, order) };
    const ofOrders = aboutSomething.filter(({ path }) => /^\/(?:orders|attachments)/.test(path));
    assert.equal(ofOrders.length, 8);
    for (const stranger of [
      v1Client(probity, environment, undefined, south.acting),
      v1Client(probity, environment, south.keys[environment]),
    ]) {
      await assertUnseen(stranger, theirs, ofOrders);
      for (const path of ['/orders', '/orders/GetOpenOrders']) assert.deepEqual((await stranger.get(path)).body, []);
    }
    const northern = v1Client(probity, environment, undefined, north.acting);
    assert.equal((await northern.get<unknown[]>(`/attachments?orderId=${order}`)).body.length, 1);
    assert.equal((await northern.get(`/attachments/download?fileToken=${theirs.file}`)).status, 200);
  });

  test(`a user of two of three subsidiaries sees exactly their ${environment} orders, by a key of theirs and as the acting user`, async () => {
    const whole = v1Client(probity, environment);
    const { key } = await createApiKey(ctx, 'system', account.accountId, { userId: regionalId, environment });
    const [byKey, acting] = [
      v1Client(probity, environment, key),
      v1Client(probity, environment, undefined, asRegional),
    ];
    const placed = async (client: V1Client) => {
      const { Id: order } = await candidateEntry(client);
      return { ...world, order, file: await attachFile(whole, order) };
    };
    const of = ({ keys }: typeof north) => v1Client(probity, environment, keys[environment]);
    const own = [await placed(of(north)), await placed(of(south)), await placed(byKey), await placed(acting)];
    const others = [await placed(of(west)), await placed(whole)];
    const ofOrders = aboutSomething.filter(({ path }) => /^\/(?:orders|attachments)/.test(path));
    const idsIn = async (client: V1Client, path: string) =>
      (await client.get<readonly unknown[]>(path)).body.map((one) => JSON.stringify(one)).toSorted();
    for (const regional of [byKey, acting]) {
      for (const theirs of others) await assertUnseen(regional, theirs, ofOrders);
      for (const theirs of own)
        for (const operation of ofOrders.filter(({ method }) => method === 'GET'))
          assert.equal((await answerTo(regional, operation, theirs)).status, 200, operation.operationId);
      for (const path of ['/orders', '/orders/GetOpenOrders']) {
        const expected = [...(await idsIn(of(north), path)), ...(await idsIn(of(south), path))].toSorted();
        assert.ok(expected.length >= own.length);
        assert.deepEqual(await idsIn(regional, path), expected);
      }
      const lists = documentedOperations.filter(
        ({ method, operationId }) => method === 'GET' && !samples[operationId]!(nobodys).isAboutSomething,
      );
      for (const operation of lists) {
        const { text } = await answerTo(regional, operation, world);
        for (const { order, file } of others)
          for (const id of [file, `"Id":${order},`]) assert.equal(text.includes(id), false, operation.operationId);
      }
    }
    // What they place without a word is of their first subsidiary.
    assert.equal((await of(south).get(`/orders/${own[2]!.order}`)).status, 200);
    assert.equal((await of(south).get(`/orders/${own[3]!.order}`)).status, 200);
  });

  test(`a user of two subsidiaries acts for each of them in ${environment} data, and for no third`, async () => {
    const { key } = await createApiKey(ctx, 'system', account.accountId, { userId: regionalId, environment });
    const as = (acting: Readonly<Record<string, string>>) => v1Client(probity, environment, key, acting);
    const { Id: ofNorth } = await candidateEntry(as(north.acting));
    assert.equal((await v1Client(probity, environment, north.keys[environment]).get(`/orders/${ofNorth}`)).status, 200);
    assertRefused(await as(south.acting).get(`/orders/${ofNorth}`), 404, 'not_found');
    assertRefused(await as(west.acting).get('/orders'), 403, 'not_permitted');
    // Of two sets, what both have.
    const both = v1Client(probity, environment, north.keys[environment], asRegional);
    assert.equal((await both.get(`/orders/${ofNorth}`)).status, 200);
    const { Id: ofSouth } = await candidateEntry(as(south.acting));
    assertRefused(await both.get(`/orders/${ofSouth}`), 404, 'not_found');
  });

  test(`lists of another account contain no ${environment} data`, async () => {
    const stranger = v1Client(probity, environment, foreign.keys[environment]);
    const lists = documentedOperations.filter(
      ({ method, operationId }) => method === 'GET' && !samples[operationId]!(nobodys).isAboutSomething,
    );
    for (const operation of lists) {
      const answer = await answerTo(stranger, operation, world);
      assert.equal(answer.status, 200, operation.operationId);
      for (const id of [world.webhook, world.file, `"Id":${world.order},`, 'Drivers of ours']) {
        assert.equal(answer.text.includes(id), false, operation.operationId);
      }
    }
  });

  test(`every operation refuses a read-only user of the ${environment} environment`, async () => {
    const client = v1Client(probity, environment, account.readOnlyKeys[environment]);
    for (const operation of documentedOperations) {
      assertRefused(await answerTo(client, operation, world), 401, 'read_only_user', ['']);
    }
  });

  test(`refused requests have changed no ${environment} data`, async () => {
    const client = v1Client(probity, environment);
    const status = await client.get<{ orderStatus: string }>(`/orders/${world.order}/status`);
    assert.equal(status.body.orderStatus, 'Application');
    assert.equal((await client.get(`/webhooks/webhook/${world.webhook}`)).status, 200);
    const files = await client.get<unknown[]>(`/attachments?orderId=${world.order}`);
    assert.equal(files.body.length, 1);
  });
}
