// `probity providers`: connects providers, lists the facts that they receive, chooses and disconnects them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLine } from '../support/command-line.ts';
import { testDatabase } from '../support/database.ts';
import { urlOf } from '../support/probity.ts';

test('a provider is connected with a secret, chosen for a type, and disconnected', async () => {
  const { connection } = await testDatabase();
  const { run, json } = commandLine({ DATABASE_URL: urlOf(connection), PROBITY_MAIL_URL: 'smtp://localhost:1' });
  const one = async (...args: readonly string[]) => (await json('providers', ...args)).providers ?? [];
  await json('accounts', 'create', '--name', 'Sample Care');
  const address = ['--name', 'address_house', '--url', 'https://api.address-house.example/v1'];
  const facts = ['--fact', 'first_name', '--fact', 'addresses.postcode'];
  const [connected] = await one('connect', ...address, '--type', 'identity', ...facts);
  assert.match(String(connected?.secret), /^whsec_/);
  const listed = await one('list');
  const row = listed.find(({ name }) => name === 'address_house');
  assert.deepEqual([row?.types, row?.countries, row?.facts], ['identity', 'all', 'first_name addresses.postcode']);
  assert.deepEqual([row?.calls, row?.failures, row?.paidPence, row?.breaker], [0, 0, 0, 'closed']);
  assert.ok(!JSON.stringify(listed).includes(String(connected?.secret)));

  const refused = await run(['providers', 'choose', '--report', 'credit', '--provider', 'address_house']);
  assert.match(refused.err, /address_house does not answer credit/);
  await one('choose', '--report', 'identity', '--provider', 'address_house', '--provider', 'manual');
  assert.deepEqual(await one('choices'), [
    { report: 'identity', providers: 'address_house, manual', personReleases: 'not_clear' },
  ]);
  const [rotated] = await one('rotate', '--name', 'address_house');
  assert.notEqual(rotated?.secret, connected?.secret);
  await one('choose', '--report', 'identity', '--provider', 'manual');
  assert.deepEqual(await one('choices'), []);
  await one('disconnect', '--name', 'address_house');
  assert.match((await run(['providers', 'rotate', '--name', 'address_house'])).err, /is not connected/);
});
