// The indexes that read the references of open reports, however many reports are complete.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { countReferences, findListedReferences } from '../../../src/features/lists/reference-list-queries.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { planOf, readWhole } from '../../support/plans.ts';
import { startForms } from '../candidate-form/waiting-check.ts';

const { ctx, database } = await startForms();

test('the references of 100 open reports are found without a look at the 20,000 complete ones', async () => {
  const { accountId } = await makeAccount(ctx, 'Busy Care');
  // Nobody takes over what a closed report no longer needs, so its references never leave the index of the unsettled.
  await database.run(sql`
    with people as (
      insert into applicants (account_id, environment, id, created_at, sealed_facts)
      select ${accountId}::uuid, 'live', uuidv7(), now(), '' from generate_series(1, 20100) returning id
    ), orders as (
      insert into checks (account_id, environment, id, applicant_id, type, status, created_at, sealed_order)
      select ${accountId}::uuid, 'live', id, id, 'standard',
        case when row_number() over () > 20000 then 'in_progress' else 'complete' end, now(), '' from people
      returning id, status
    ), asked as (
      insert into reports (account_id, environment, id, check_id, position, report_type_id, name, status, provider,
        created_at, requested_at)
      select ${accountId}::uuid, 'live', uuidv7(), id, 1, 1, 'employment_history:uk',
        case status when 'complete' then 'complete' else 'awaiting_data' end, 'manual', now(), now() from orders
      returning id, check_id
    )
    insert into report_references (account_id, environment, id, check_id, report_id, questionnaire, status, sealed_request,
      requested_by, requested_at)
    select ${accountId}::uuid, 'live', uuidv7(), check_id, id, 'employment', 'declined', '', 'system', now() from asked`);
  await database.run(sql`vacuum analyze report_references`);
  await database.run(sql`vacuum analyze reports`);
  await database.run(sql`vacuum analyze checks`);
  await database.run(sql`vacuum analyze applicants`);
  const page = { now: ctx.now(), environment: 'live', owner: 'anybody', view: 'all', offset: 0, limit: 51 } as const;
  for (const accounts of ['all', [accountId]] as const) {
    const reader = { userId: ctx.newId(), accounts, permissions: roles.desk.reviewer };
    for (const owner of ['anybody', 'me', 'nobody'] as const)
      assert.deepEqual(
        readWhole(await planOf(database, (db) => findListedReferences(db, reader, { ...page, owner }))),
        [],
      );
    assert.deepEqual(readWhole(await planOf(database, (db) => countReferences(db, reader, page))), []);
  }
});
