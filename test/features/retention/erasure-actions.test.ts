// Nothing of an erased person waits for anybody any more: no follow-up, deadline, query, reference or draft stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../src/context.ts';
import { roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { readApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { takeDueDeadlines } from '../../../src/features/deadlines/deadline-jobs.ts';
import { readDraft, saveDraft } from '../../../src/features/drafts/draft-actions.ts';
import { deadlineHandlers } from '../../../src/features/housekeeping/deadlines.ts';
import { findWaitingChecks } from '../../../src/features/lists/client-waiting-queries.ts';
import { beginMonitoring, listFollowUps } from '../../../src/features/monitoring/monitor-actions.ts';
import { sendQuery } from '../../../src/features/queries/query-actions.ts';
import { requestReference } from '../../../src/features/references/reference-actions.ts';
import { findReportType } from '../../../src/features/report-types/report-type-rules.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { openProviderWorld } from '../../providers/provider-world.ts';
import { employed, personnel } from '../references/asked-references.ts';

const world = await openProviderWorld();
const { ctx, caller, database } = world;
const { accountId, environment } = caller;
const userId = await createDeskUser(ctx, 'system', {
  ...{ name: 'Ada', email: 'ada@desk.test', role: 'administrator', accounts: [accountId] },
});
const ada: Caller = { ...caller, actor: `user:${userId}`, permissions: roles.desk.administrator };
const desk = { userId, accounts: [accountId], permissions: roles.desk.administrator };

const typeNamed = (name: string, variant: string | null = null) => {
  const found = findReportType(name, variant);
  if ('missing' in found) throw new Error(name);
  return found.type;
};

const deadlinesOf = async (checkId: string) =>
  (await database.rows<{ kind: string }>(sql`select kind from deadlines where check_id = ${checkId}`)).map(
    ({ kind }) => kind,
  );

test('a follow-up ends with the erasure of its person', async () => {
  const target = await world.report({}, typeNamed('right_to_work'), 'before_expiry');
  const findings = { ...noFindings, breakdown: { permission: { result: 'limited' } } };
  await world.move(target, { move: 'complete', outcome: { result: 'clear', subResult: null, findings } });
  await beginMonitoring(ctx, caller, target, undefined);
  const listed = async () => (await listFollowUps(ctx, desk, 'live', 10)).map(({ report_id }) => report_id);
  assert.deepEqual(await listed(), [target.reportId]);
  const { applicantId } = await readCheck(ctx, caller, target.checkId);
  await erasePerson(ctx, ada, applicantId, 'candidate_asked');
  assert.deepEqual(await listed(), []);
  // The job of a report that was completed shortly before.
  await beginMonitoring(ctx, caller, target, undefined);
  assert.deepEqual([await listed(), await deadlinesOf(target.checkId)], [[], []]);
});

test('queries, references, their chases and drafts end before or with the erasure of their person', async () => {
  const target = await world.report(employed, typeNamed('employment_history', 'uk'));
  const check = await readCheck(ctx, caller, target.checkId);
  const { applicantId } = check;
  await requestReference(ctx, { caller: ada, check, report: check.reports[0]! }, personnel);
  const dueOn = new Date(world.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10);
  await sendQuery(ctx, ada, target, {
    addressee: 'client',
    kind: 'missing_information',
    text: 'Who is the referee?',
    dueOn,
  });
  const { key } = await readApplicant(ctx, caller, applicantId);
  const place = { author: ada.actor, form: '/desk/x', about: { accountId, environment, applicantId, key } };
  await saveDraft(ctx, place, { note: ['He said'] });
  assert.deepEqual((await deadlinesOf(check.id)).toSorted(), ['query_chase', 'reference_chase']);
  await closeCheck(ctx, caller, check.id, 'withdraw');
  await erasePerson(ctx, ada, applicantId, 'candidate_asked');
  assert.deepEqual(await deadlinesOf(check.id), []);
  assert.equal(
    (
      await findWaitingChecks(
        ctx.db,
        caller,
        { kinds: ['query'], withoutRight: [], near: undefined, today: '2026-01-01' },
        10,
      )
    ).length,
    0,
  );
  assert.equal(await readDraft(ctx, place), undefined);
  const left = await database.rows<{ what: string; status: string }>(sql`
    select 'query' as what, status from queries where check_id = ${check.id}
    union all select 'reference', status from report_references where check_id = ${check.id}`);
  assert.deepEqual(
    left.map(({ what, status }) => `${what} ${status}`),
    ['query withdrawn', 'reference withdrawn'],
  );
  world.pass(24 * 90);
  assert.equal(await takeDueDeadlines(ctx, deadlineHandlers), 0);
});
