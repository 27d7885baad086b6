// What a command does is recorded with who ran it, and lists say so: of two administrators on a machine, which one it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceOnAdministrator } from '../../src/cli/serve.ts';
import { createApiKey } from '../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../src/features/accounts/sign-in-actions.ts';
import { sql } from '../../src/platform/db/database.ts';
import { commandLine } from '../support/command-line.ts';
import { startProbity, urlOf } from '../support/probity.ts';

const { ctx, account, connection, database, settings } = await startProbity();
const env = { DATABASE_URL: urlOf(connection), PROBITY_DATA_DIR: settings.dataDir };
const line = commandLine({ ...env, SUDO_USER: 'ana', USER: 'root' });

const person = (email: string, role: 'administrator' | 'screener') =>
  createDeskUser(ctx, 'system', { name: email.split('@')[0]!, email, role, accounts: 'all' });

const eventsOf = (type: string) =>
  database.rows<{ detail: Record<string, unknown> }>(
    sql`select detail from events where type = ${type} order by id desc`,
  );

test('the record of a command names who ran it, and whom it concerned', async () => {
  const id = await createDeskUser(ctx, 'system', {
    ...{ name: 'Lee Leaver', email: 'leaver@operator.example', role: 'screener' },
    accounts: [account.accountId],
  });
  await line.json('desk-users', 'disable', '--email', 'leaver@operator.example');
  assert.deepEqual(
    (await eventsOf('desk_user.disabled')).map(({ detail }) => detail.run_by),
    ['ana'],
  );
  await line.json('desk-users', 'enable', '--email', 'leaver@operator.example', '--by', 'Bo Berg\n');
  const { security_events: events } = await line.json('security-events', 'list', '--since', '2000-01-01');
  const told = events!.filter(({ type }) => String(type).startsWith('user.'));
  assert.deepEqual(
    told.map(({ type, who, about, actor, detail }) => [type, who, about, actor, JSON.parse(String(detail))]),
    [
      ['user.enabled', 'Bo Berg, by a command', 'Lee Leaver', 'system', { user_id: id, run_by: 'Bo Berg' }],
      ['user.disabled', 'ana, by a command', 'Lee Leaver', 'system', { user_id: id, run_by: 'ana' }],
    ],
  );
});

test('a key that was ended by a command is named, and what the program does by itself is nobody’s', async () => {
  const { id } = await createApiKey(ctx, 'system', account.accountId, {
    userId: account.userId,
    environment: 'test',
    label: 'HR system',
  });
  await line.json('keys', 'revoke', '--id', id);
  const table = await line.run(['security-events', 'list', '--since', '2000-01-01', '--type', 'key.revoked']);
  assert.match(table.out, /key\.revoked\s+Revoked an API key\s+key HR system\s+ana, by a command/);
  const [created] = await eventsOf('api_key.created');
  assert.equal('run_by' in created!.detail, false);
  const unknown = await line.run(['security-events', 'list', '--since', '2000-01-01', '--type', 'any']);
  assert.match(unknown.err, /^Refused:\n {2}--type must be one of .*key\.revoked/);
});

test('the last administrator of the desk can be neither disabled nor given another role', async () => {
  const advice =
    /^No administrator of the desk can sign in\. Make one: npx probity desk-users create .* --role administrator/;
  await person('screener@operator.example', 'screener');
  assert.match((await adviceOnAdministrator(ctx))!, advice);
  await person('first@operator.example', 'administrator');
  assert.match((await adviceOnAdministrator(ctx))!, advice, 'who was only invited manages nothing yet');
  await createSignIn(ctx, 'system', { email: 'first@operator.example', password: 'correct horse battery staple' });
  assert.equal(await adviceOnAdministrator(ctx), undefined);
  const refused = /role is that of the last administrator of the desk: make another one first/;
  for (const args of [['disable'], ['change', '--role', 'screener']]) {
    const { code, err } = await line.run(['desk-users', ...args, '--email', 'first@operator.example']);
    assert.equal(code, 1);
    assert.match(err, refused);
  }
  await person('second@operator.example', 'administrator');
  await line.json('desk-users', 'disable', '--email', 'first@operator.example');
  assert.match((await line.run(['desk-users', 'disable', '--email', 'second@operator.example'])).err, refused);
  // An end of their access that an earlier version let happen.
  await database.run(sql`update desk_users set access_until = '2020-01-01' where email = 'second@operator.example'`);
  assert.match((await adviceOnAdministrator(ctx))!, advice);
});

test('a refusal names what was typed: an argument without dashes, an option with them', async () => {
  const refusal = async (...args: string[]) => (await line.run(args)).err;
  assert.equal(await refusal('jobs', 'retry', '9999'), 'Nothing was changed:\n  id is of no job that failed: 9999\n');
  assert.match(await refusal('jobs', 'retry', '--id', '9999'), /^ {2}--id is of no job/m);
  const setting = await refusal('accounts', 'set', account.accountId, 'acceptOrder=yes');
  assert.match(setting, /^ {2}acceptOrder is not a setting$/m);
});

test('help fits on a terminal', async () => {
  const { out } = await line.run(['security-events', 'list', '--help']);
  assert.deepEqual(
    out.split('\n').filter((text) => text.length > 120),
    [],
  );
});
