// The program runs the business with a role of its own, which may do what its statements need and no more.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { registerTables } from '../../../src/features/registers/register-queries.ts';
import { attemptTables } from '../../../src/platform/db/attempt-counts.ts';
import { openDatabase, rawSql, sql } from '../../../src/platform/db/database.ts';
import { tableGrants } from '../../../src/platform/db/grants.ts';
import { guardedTables } from '../../../src/platform/db/guarded-rows.ts';
import { testDatabase } from '../../support/database.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { database, programConnection } = await testDatabase(2);
const program = openDatabase({ connection: programConnection, poolSize: 1, onIdleError: () => {} });
after(() => program.close());

/** Written by the sign-in library and by the migration runner, whose statements are not in our source. */
const ofLibraries = /^(?:sign_in_\w+|migrations)$/;

/** What the statements of the source and of the functions in the migrations do with each table. */
function grantsNeeded(): Map<string, Set<string>> {
  const needed = new Map<string, Set<string>>();
  const note = (table: string, grant: string) => {
    if (!needed.has(table)) needed.set(table, new Set(['select']));
    needed.get(table)!.add(grant);
  };
  for (const file of globSync(['src/**/*.ts', 'migrations/*.sql'], { cwd: root })) {
    // A row that a migration itself inserts is the owner's.
    const text = readFileSync(`${root}/${file}`, 'utf8').replace(/^insert into \w+ default values;$/gm, '');
    for (const [, table] of text.matchAll(/insert\s+into\s+(\w+)/gi)) note(table!, 'insert');
    for (const [, table] of text.matchAll(/insert\s+into\s+(\w+)(?:(?!insert\s+into|`\)|;\n).)*?do\s+update/gis)) {
      note(table!, 'update');
    }
    for (const [, table] of text.matchAll(/\bupdate\s+(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/gi)) note(table!, 'update');
    for (const [, table] of text.matchAll(/delete\s+from\s+(\w+)/gi)) note(table!, 'delete');
  }
  // The keyed hash of a row is stored by a statement that names no table.
  for (const table of Object.keys(guardedTables)) note(table, 'update');
  // So are the versions of registers.
  for (const table of registerTables) note(table, 'insert');
  // Attempts are counted by a statement that names no table either.
  for (const table of Object.keys(attemptTables)) for (const grant of ['insert', 'update']) note(table, grant);
  return needed;
}

test('every table is granted for the statements that the program has, and no others', async () => {
  const tables = await database.rows<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  const needed = grantsNeeded();
  // A table that no statement uses yet is not judged.
  const names = tables.map(({ name }) => name).filter((name) => !ofLibraries.test(name) && needed.has(name));
  const order = ['select', 'insert', 'update', 'delete'];
  const expected = Object.fromEntries(
    names.sort().map((name) => [name, order.filter((grant) => needed.get(name)?.has(grant)).join(', ')]),
  );
  const listed = Object.entries(tableGrants)
    .filter(([name]) => !ofLibraries.test(name))
    // A statement does not say which columns it changes.
    .map(([name, granted]) => {
      const grants = granted.replace(/ \([\w,\s]+\)/, '').split(', ');
      return [name, grants.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)).join(', ')];
    });
  assert.deepEqual(Object.fromEntries(listed), expected);
});

const mayNot: Readonly<Record<string, string>> = {
  'change an event': `update events set type = 'check.completed'`,
  'delete an event': 'delete from events',
  'empty a table': 'truncate charges',
  'change a link of the audit trail': 'update event_links set seq = 0',
  'change an amount of the ledger': 'update charges set amount_pence = 0',
  'delete a line of the ledger': 'delete from charges',
  'delete an order': 'delete from checks',
  'delete an account': 'delete from accounts',
  'change the history of migrations': 'delete from migrations',
  'drop a trigger': 'drop trigger events_are_append_only on events',
  'switch triggers off': `set session_replication_role = replica`,
  'make a table': 'create table here (id int)',
  'change a table': 'alter table users drop column role',
  'become the owner': 'set role probity_owner',
  'make a role': 'create role other superuser',
  'read passwords': 'select rolpassword from pg_authid',
  'read a file': `select pg_read_file('PG_VERSION')`,
  'run a program': `copy users to program 'cat'`,
};

// A server that DATABASE_URL names has one role for all tests.
const skip = process.env.DATABASE_URL ? 'a given server has one role' : false;

test('the role of the program may neither rewrite what is append-only nor change the schema or the server', {
  skip,
}, async (t) => {
  for (const [what, statement] of Object.entries(mayNot)) {
    await t.test(`may not ${what}`, () =>
      assert.rejects(program.run(rawSql(statement)), (error) => (error as { code?: string }).code === '42501'),
    );
  }
  const rights = await program.row<{ is: boolean }>(sql`
    select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as is
    from pg_roles where rolname = current_user`);
  assert.equal(rights?.is, false);
});
