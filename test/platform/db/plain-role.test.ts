// On an operator's server the program needs no superuser: a role that owns its database is enough.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { rawSql, sql } from '../../../src/platform/db/database.ts';
import { accountRole } from '../../../src/platform/db/grants.ts';
import { servingAccount } from '../../../src/platform/db/served-account.ts';
import { v2Client } from '../../api/v2/v2-client.ts';
import { advance, makeCheck, type Report } from '../../api/v2/v2-samples.ts';
import { testDatabase } from '../../support/database.ts';
import { startProbity, urlOf } from '../../support/probity.ts';

const { database: server, connection } = await testDatabase(2);

const name = `probity_plain_${process.pid}`;
const owner = `${name}_owner`;

/** The statements from the operator's documentation, with this test's own names. */
function documentedStatements(): string[] {
  const text = readFileSync(new URL('../../../docs/setting-up.md', import.meta.url), 'utf8');
  const found = [...text.matchAll(/^(?:create (?:role|database)|grant) .*;$/gm)].map(([statement]) => statement);
  assert.equal(found.length, 5);
  // The test's server has the role of accounts already.
  return found
    .filter((statement) => statement !== `create role ${accountRole};`)
    .map((statement) => statement.replace(/\bprobity(?=_owner\b|\b)/g, name));
}

const { host, port } = new pg.Client(connection);
const connectionOf = (user: string) => ({ host, port, user, password: 'plain', database: name });
const settings = { PROBITY_MASTER_KEYS: randomBytes(32).toString('base64') };

before(async () => {
  for (const statement of documentedStatements()) await server.run(rawSql(statement));
  for (const role of [owner, name]) await server.run(rawSql(`alter role ${role} password 'plain'`));
});
test('a role that only owns its database can migrate it, serve, work and create results', async () => {
  const probity = await startProbity({ connection: connectionOf(owner), settings, workers: true });
  const rights = await probity.database.row<{ is: boolean }>(sql`
    select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls
      or exists (select from pg_auth_members where member = r.oid) as is
    from pg_roles r where rolname = current_user`);
  assert.equal(rights?.is, false);

  const client = v2Client(probity);
  const check = await makeCheck(client);
  await advance(client, check.id, 2);
  const { body } = await client.get<Report>(`/checks/${check.id}/reports/${check.reports[0]!.id}`);
  assert.deepEqual([body.status, body.result], ['complete', 'clear']);
  const document = await probity.fetch(`${new URL(check.download_uri).pathname}.pdf`, {
    key: probity.account.keys.test,
  });
  assert.deepEqual([document.status, document.text.slice(0, 5)], [200, '%PDF-']);
  await probity.stop();
});

test('a role that cannot take on the role of accounts is told how it can', async () => {
  await server.run(rawSql(`revoke ${accountRole} from ${name}`));
  const opened = startProbity({
    connection: connectionOf(name),
    settings: { ...settings, PROBITY_DATABASE_OWNER_URL: urlOf(connectionOf(owner)) },
  });
  const remedy = `GRANT ${accountRole} TO "${name}" WITH INHERIT FALSE, SET TRUE;`;
  await assert.rejects(opened, (error: Error) => error.message.includes(remedy));
  await server.run(rawSql(remedy));
});

test('a role without any right works with what the owner grants it at the start', async () => {
  const probity = await startProbity({
    connection: connectionOf(name),
    settings: { ...settings, PROBITY_DATABASE_OWNER_URL: urlOf(connectionOf(owner)) },
    sandboxLimit: true,
  });
  after(async () => {
    await probity.stop();
    await server.run(rawSql(`drop database ${name} with (force)`));
    for (const role of [owner, name]) await server.run(rawSql(`drop role ${role}`));
  });
  await makeCheck(v2Client(probity));
  await assert.rejects(probity.ctx.db.run(rawSql('delete from events')), { code: '42501' });
  const seen = () => probity.ctx.db.rows(sql`select from accounts`);
  assert.equal((await seen()).length, 2);
  assert.equal((await servingAccount(probity.account.accountId, seen)).length, 1);
});
