// `probity calendar` with the real program: what an operator has to do by themselves, the first to come first.
import assert from 'node:assert/strict';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDeskUser } from '../../src/features/accounts/sign-in-actions.ts';
import { addDays, addMonths, addYears } from '../../src/lib/dates.ts';
import { ukDateOf } from '../../src/lib/uk-times.ts';
import { sql } from '../../src/platform/db/database.ts';
import { commandLine } from '../support/command-line.ts';
import { startProbity, urlOf } from '../support/probity.ts';

const { ctx, account, connection, database, settings } = await startProbity();
const env = { DATABASE_URL: urlOf(connection), PROBITY_DATA_DIR: settings.dataDir };

async function calendar(more: Readonly<Record<string, string>> = {}) {
  const { calendar: rows } = await commandLine({ ...env, ...more }).json('calendar');
  return rows as unknown as readonly { by: string | null; what: string; do: string }[];
}

const today = ukDateOf(new Date());

test('what has to be done within a year is listed by its day', async () => {
  const key = join(settings.dataDir, 'evidence-key.pem');
  writeFileSync(key, 'a key');
  utimesSync(key, new Date('2020-03-04T12:00:00Z'), new Date('2020-03-04T12:00:00Z'));
  const price = (id: number, days: number) =>
    database.run(sql`
      insert into account_report_types (account_id, report_type_id, next_price_pence, next_from)
      values (${account.accountId}, ${id}, 900, ${addDays(today, days)}::date)
      on conflict (account_id, report_type_id) do update set next_price_pence = 900, next_from = excluded.next_from`);
  await price(1, 40);
  await price(2, 400);
  const rows = await calendar({ PROBITY_DVLA_PASSWORD_ENDS: addDays(today, 30) });
  const days = rows.map(({ by }) => by!);
  assert.deepEqual(days, days.toSorted());
  assert.ok(
    days.every((day) => day <= addYears(today, 1)),
    'later ones are not listed yet',
  );
  const byOf = (what: RegExp) => rows.find((row) => what.test(row.what))?.by;
  assert.equal(rows[0]!.by, '2021-03-04');
  assert.match(rows[0]!.what, /^the key that signs evidence bundles of 2020-03-04 is a year old$/);
  assert.equal(byOf(/^the password of DVLA driver data ends$/), addDays(today, 30));
  assert.equal(byOf(/^agreed prices or fees change in 1 account$/), addDays(today, 40));
  assert.equal(byOf(/^the trial of a restore, of which none is recorded$/), today);
});

test('the review of access to the desk is due a year after there was first anybody, and after each that ended', async () => {
  await createDeskUser(ctx, 'system', {
    name: 'Ada',
    email: 'ada@desk.example',
    role: 'administrator',
    accounts: 'all',
  });
  const review = async (more = {}) =>
    (await calendar(more)).find(({ what }) => what.startsWith('the review of who has access'));
  assert.deepEqual(
    [(await review())!.by, (await review())!.what],
    [addYears(today, 1), 'the review of who has access to the desk, which was never done'],
  );
  await database.run(sql`
    insert into access_reviews (id, started_at, started_by, ended_at, ended_by)
    values (${ctx.newId()}, now(), 'system', now(), 'system')`);
  const monthly = await review({ PROBITY_ACCESS_REVIEW_MONTHS: '1' });
  assert.deepEqual(
    [monthly!.by, monthly!.what],
    [addMonths(today, 1), `the review of who has access to the desk, last on ${today}`],
  );
  assert.equal(await review({ PROBITY_ACCESS_REVIEW_MONTHS: '0' }), undefined);
});

test('a trial of a restore is due again half a year after the last one that was recorded', async () => {
  const { out } = await commandLine(env).run(['restore-trial', '/backup/2026-11-23']);
  assert.match(out, /Recorded that .*\nFrom here no backup can be read there/);
  const trial = (await calendar()).find(({ what }) => what.startsWith('the trial of a restore'))!;
  assert.deepEqual([trial.by, trial.what], [addMonths(today, 6), `the trial of a restore, last on ${today}`]);
});

test('a file of the master key beside the setting that is used instead is not listed', async () => {
  const text = readFileSync(join(settings.dataDir, 'master.key'), 'utf8').trim();
  const isListed = async (more = {}) => (await calendar(more)).some(({ what }) => what.startsWith('the master key'));
  assert.deepEqual([await isListed(), await isListed({ PROBITY_MASTER_KEYS: text })], [true, false]);
});
