// A report that is ordered ahead of others is urgent from its first day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { createCheck } from '../../../src/features/checks/check-placing-actions.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { findReportType, type OrderedOption } from '../../../src/features/report-types/report-type-rules.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { startForms } from '../candidate-form/waiting-check.ts';

const { ctx, caller } = await startForms();

test('a report with the option “Ahead of other orders” is urgent, and the others of its order are not', async () => {
  const found = findReportType('criminal_history', 'basic');
  if ('missing' in found) throw new Error('no such type');
  const tenant = caller('live');
  const { id } = await createApplicant(ctx, tenant, {
    ...noFacts,
    first_name: 'Alex',
    last_name: 'Sample',
    email: 'a@candidate.test',
  });
  const ordered = (options: readonly OrderedOption[] | null) => ({ type: found.type, options });
  const check = await createCheck(ctx, tenant, id, {
    reports: [
      ordered([{ name: 'rush', options: null }]),
      ordered([{ name: 'volunteer', options: null }]),
      ordered(null),
    ],
    ...{ criminalDetails: null, tags: [], activityYears: null, redirectUri: null, consider: [], orderedByUserId: null },
  });
  const rows = await ctx.db.rows<{ priority: number }>(sql`
    select priority from reports where check_id = ${check.id} order by position`);
  assert.deepEqual(
    rows.map(({ priority }) => priority),
    [1, 0, 0],
  );
});
