// The conformance tests of every data provider.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/db/database.ts';
import { manualProvider } from '../../src/providers/manual/manual-provider.ts';
import { sandboxProvider } from '../../src/providers/sandbox/sandbox-provider.ts';
import { startProbity } from '../support/probity.ts';

const providers = [manualProvider, sandboxProvider];

test('every provider has a name of its own', () => {
  assert.equal(new Set(providers.map(({ name }) => name)).size, providers.length);
  for (const { name } of providers) assert.match(name, /^[a-z][a-z0-9_]*$/);
});

test('requesting a report again after a crash changes nothing', async () => {
  const { fetch, account, ctx, database } = await startProbity();
  const base = '/vft-staging/v2';
  const key = account.keys.test;
  const person = {
    first_name: 'Jo',
    last_name: 'Sample',
    email: 'jo@candidate.test',
    gender: 'female',
    country: 'GBR',
  };
  const applicant = (await fetch(`${base}/applicants`, { method: 'POST', key, json: person })).json as { id: string };
  const order = { type: 'standard', reports: [{ name: 'identity' }] };
  const check = (await fetch(`${base}/applicants/${applicant.id}/checks`, { method: 'POST', key, json: order }))
    .json as {
    id: string;
    reports: { id: string }[];
  };
  const request = { ...account.caller('test'), checkId: check.id, reportId: check.reports[0]!.id };
  const state = () =>
    database.rows(sql`
      select (select json_agg(r order by r.id) from reports r) as reports,
        (select count(*) from events) as events, (select count(*) from emails) as emails`);
  for (const provider of providers) {
    await provider.request(ctx, request);
    const before = await state();
    await provider.request(ctx, request);
    assert.deepEqual(await state(), before, provider.name);
  }
});
