// The table of roles: complete, without unused permissions, and equal to the database's constraints.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayDo, othersMay, permissions, roles } from '../../../src/features/access/permissions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { testDatabase } from '../../support/database.ts';

const { database } = await testDatabase();

test('the roles are those of clients and of the desk', () => {
  assert.deepEqual(Object.keys(roles.client), [
    'administrator',
    'standard',
    'requester',
    'approver',
    'identity_verifier',
    'decider',
    'compliance',
    'status_reader',
    'record_reader',
    'billing',
    'read_only',
  ]);
  assert.deepEqual(Object.keys(roles.desk), [
    ...[
      'screener',
      'reviewer',
      'team_leader',
      'account_manager',
      'administrator',
      'data_protection',
      'finance',
      'auditor',
    ],
  ]);
});

test('every permission belongs to a role, to a referee or to a candidate, and no role lists one twice', () => {
  const rows = Object.values(roles).flatMap((kind) => Object.values<readonly string[]>(kind));
  assert.deepEqual(new Set([...rows.flat(), ...othersMay.referee, ...othersMay.candidate]), new Set(permissions));
  for (const row of rows) assert.equal(new Set(row).size, row.length);
});

/** It says with which page of the desk somebody begins, and opens none. */
const opensNothing = 'look_after_clients';

test('the administrators of a client and of the desk have every permission of the other roles there', () => {
  for (const kind of Object.values(roles)) {
    for (const permission of Object.values<readonly (typeof permissions)[number][]>(kind).flat()) {
      assert.ok(permission === opensNothing || mayDo({ permissions: kind.administrator }, permission), permission);
    }
  }
});

test('every role may sign in, and the keys of users who only read, decide or see charges open no API', () => {
  for (const kind of Object.values(roles)) {
    for (const row of Object.values<readonly string[]>(kind)) assert.ok(row.includes('sign_in'));
  }
  const withoutApi = Object.entries(roles.client).filter(([, row]) => !mayDo({ permissions: row }, 'use_api'));
  assert.deepEqual(
    withoutApi.map(([role]) => role),
    ['decider', 'compliance', 'status_reader', 'record_reader', 'billing', 'read_only'],
  );
});

for (const [table, kind] of [
  ['users', 'client'],
  ['desk_users', 'desk'],
] as const) {
  test(`the database accepts the roles of the table for ${table}, and no others`, async () => {
    const row = await database.row<{ definition: string }>(sql`
      select pg_get_constraintdef(oid) as definition from pg_constraint where conname = ${`${table}_role_check`}`);
    const words = [...row!.definition.matchAll(/'(\w+)'/g)].map(([, word]) => word);
    assert.deepEqual(words, Object.keys(roles[kind]));
  });
}
