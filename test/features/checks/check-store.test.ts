import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { type NewCheck, placeChecksSql } from '../../../src/features/checks/check-store.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { startProbity } from '../../support/probity.ts';

const { ctx, account, database } = await startProbity();
const caller = account.caller('test');

const bareCheck = (applicantId: string): NewCheck => ({
  accountId: caller.accountId,
  environment: 'test',
  id: ctx.newId(),
  applicantId,
  applicantVersion: 1,
  type: 'standard',
  jurisdiction: 'england_and_wales',
  activityYears: null,
  orderedByUserId: null,
  subsidiaryId: null,
  uniqueKey: null,
  bodyMac: null,
  referenceKeys: null,
  earlierNumberKey: null,
  purchaseOrderKey: null,
  packageId: null,
  createdAt: new Date(),
  status: 'awaiting_applicant',
  startedAt: null,
  sealedOrder: Buffer.alloc(0),
  reports: [],
  events: [],
  emails: [],
  deadlines: [],
});

const facts = { ...noFacts, first_name: 'Test', last_name: 'Person', email: 'test@example.com' };
const newApplicant = async () => (await createApplicant(ctx, caller, facts)).id;

/** Each session reports its statistics at the end of a statement, at most once a second. */
async function deadlocks(): Promise<number | undefined> {
  await sleep(1100);
  await Promise.all(Array.from({ length: 10 }, () => database.run(sql`select pg_sleep(0.05)`)));
  return (
    await database.row<{ n: number }>(
      sql`select deadlocks as n from pg_stat_database where datname = current_database()`,
    )
  )?.n;
}

test('batches of the same applicants in any order cause no deadlock, and each applicant gets one check', async () => {
  for (let round = 0; round < 6; round += 1) {
    const applicants = await Promise.all(Array.from({ length: 40 }, newApplicant));
    const placed = await Promise.all(
      [applicants, applicants.toReversed(), applicants, applicants.toReversed()].map((order) =>
        database.rows(placeChecksSql(order.map(bareCheck))),
      ),
    );
    assert.equal(placed.flat().length, 40);
  }
  assert.equal(await deadlocks(), 0);
});
