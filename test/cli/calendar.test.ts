// `probity calendar` with the real program: what an operator has to do by themselves, the first to come first.
import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { recordSecurityEvent } from '../../src/features/security-events/security-event-actions.ts';
import { bankHolidaysSource } from '../../src/lib/bank-holidays.ts';
import { addDays, addYears } from '../../src/lib/dates.ts';
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

test('what has a day is listed by its day, and what has none at the end', async () => {
  const key = join(settings.dataDir, 'evidence-key.pem');
  writeFileSync(key, 'a key');
  utimesSync(key, new Date('2020-03-04T12:00:00Z'), new Date('2020-03-04T12:00:00Z'));
  await database.run(sql`
    insert into account_report_types (account_id, report_type_id, next_price_pence, next_from)
    values (${account.accountId}, 1, 900, ${addDays(today, 40)}::date)
    on conflict (account_id, report_type_id) do update set next_price_pence = 900, next_from = excluded.next_from`);
  const rows = await calendar({ PROBITY_DVLA_PASSWORD_ENDS: addDays(today, 30) });
  const dated = rows.slice(0, -1).map(({ by }) => by!);
  assert.deepEqual(dated, dated.toSorted());
  assert.deepEqual([rows.at(-1)!.by, rows.at(-1)!.what], [null, 'every few months: the trial of a restore']);
  const byOf = (what: RegExp) => rows.find((row) => what.test(row.what))?.by;
  assert.equal(rows[0]!.by, '2021-03-04');
  assert.match(rows[0]!.what, /^the key that signs evidence bundles of 2020-03-04 is a year old$/);
  assert.equal(byOf(/^the review of who has access, which nobody has recorded$/), today);
  assert.equal(byOf(/^the password of DVLA driver data ends$/), addDays(today, 30));
  assert.equal(byOf(/^agreed prices or fees change in 1 account$/), addDays(today, 40));
  assert.equal(byOf(/^the bank holidays end/), bankHolidaysSource.endsOn);
});

test('a recorded review of who has access is due again after a year', async () => {
  const detail = { active: 1, quiet: 0, no_factor: 0, disabled: 0 };
  await recordSecurityEvent(ctx, { type: 'access.reviewed', actor: 'system', detail });
  const review = (await calendar()).find(({ what }) => what.startsWith('the review of who has access'))!;
  assert.deepEqual([review.by, review.what], [addYears(today, 1), `the review of who has access, last on ${today}`]);
});
