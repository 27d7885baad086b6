// While a person is restricted nothing is done with their data but what ends it; what was paused goes on afterwards.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, inTransaction } from '../../../src/context.ts';
import { type ClientRole, type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { holdApplicant, updateApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { keepApplication, takeApplicationBack } from '../../../src/features/cases/application-actions.ts';
import { reportProblem } from '../../../src/features/cases/candidate-message-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { listChecks, readCheck, readCheckAndKey, showCheck } from '../../../src/features/checks/check-actions.ts';
import { createCheck } from '../../../src/features/checks/check-placing-actions.ts';
import {
  cancelReport,
  closeCheck,
  completeForm,
  expireCheck,
  moveReport,
  openForm,
  reopenReport,
  resumeCheck,
  resumeReport,
} from '../../../src/features/checks/check-progress-actions.ts';
import { confirmIdentityOf } from '../../../src/features/checks/identity-actions.ts';
import { decideOnCheck } from '../../../src/features/client-decisions/client-decision-actions.ts';
import { commentAsClient } from '../../../src/features/comments/comment-actions.ts';
import { takeDueDeadlines } from '../../../src/features/deadlines/deadline-jobs.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { deadlineHandlers } from '../../../src/features/housekeeping/deadlines.ts';
import { recordNoChange, stopMonitoring, takeRecheck } from '../../../src/features/monitoring/monitor-actions.ts';
import { sendQuery } from '../../../src/features/queries/query-actions.ts';
import { requestReference } from '../../../src/features/references/reference-actions.ts';
import { reportTypeById } from '../../../src/features/report-types/report-type-rules.ts';
import { readReport } from '../../../src/features/reports/report-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { type ReportMove, reportTable } from '../../../src/features/reports/report-states.ts';
import {
  announceLifting,
  askRestriction,
  decideRestriction,
  liftRestriction,
  listRestrictions,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import type { RestrictionGround } from '../../../src/features/restrictions/restriction-grounds.ts';
import { readResults } from '../../../src/features/results/results-actions.ts';
import { erasePerson, listDueForErasure, previewErasure } from '../../../src/features/retention/erasure-actions.ts';
import { isRestrictedRefusal } from '../../../src/lib/refusal.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { until } from '../../support/limited-loops.ts';
import { type Ordered, placeWaiting, startForms } from '../candidate-form/waiting-check.ts';
import { employed, personnel } from '../references/asked-references.ts';

const { ctx, account, caller: callerIn, passSeconds } = await startForms();
const client = callerIn();
const userId = await createDeskUser(ctx, 'system', {
  ...{ name: 'Dee', email: 'dee@desk.test', role: 'administrator', accounts: [account.accountId] },
});
const desk: Caller = { ...client, actor: `user:${userId}`, permissions: roles.desk.administrator };
const { permissions: _, ...tenant } = client;
const candidate = { ...tenant, subsidiaryIds: null, actor: 'candidate' } as const;
const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;

async function submitted(ordered: Ordered = {}): Promise<Check> {
  const { check } = await placeWaiting(ctx, client, { reports: ['identity', 'credit'], ...ordered });
  return completeForm(ctx, candidate, check.id, check.order.facts);
}

const move = (check: Check, at: number, given: Parameters<typeof moveReport>[3]) =>
  moveReport(ctx, desk, { checkId: check.id, reportId: check.reports[at]!.id }, given);

async function complete(check: Check): Promise<Check> {
  for (const at of check.reports.keys()) await move(check, at, { move: 'complete', outcome });
  return readCheck(ctx, client, check.id);
}

async function idOf(check: Check, status: 'open' | 'in_force'): Promise<string> {
  const { key } = await readCheckAndKey(ctx, desk, check.id);
  return (await listRestrictionsOf(ctx, check, key)).find((one) => one.status === status)!.id;
}

async function restrict(check: Check, ground: RestrictionGround = 'accuracy') {
  await askRestriction(ctx, candidate, check.id, { ground, words: 'It is not me.' });
  const id = await idOf(check, 'open');
  await decideRestriction(ctx, desk, check.id, { id, isAccepted: true, answer: '' });
  return id;
}

async function lift(check: Check, id: string) {
  const liftOn = new Date(ctx.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  await announceLifting(ctx, desk, check.id, { id, liftOn, answer: 'It is you.' });
  await assert.rejects(liftRestriction(ctx, desk, check.id, id), { reason: 'state_does_not_allow' });
  passSeconds(86_400);
  await liftRestriction(ctx, desk, check.id, id);
}

const sameAs = ({ reports }: Check): Parameters<typeof createCheck>[3] => ({
  ...{ reports: [{ type: reportTypeById(reports[0]!.reportTypeId)!, options: null }], criminalDetails: null },
  ...{ tags: [], activityYears: null, redirectUri: null, consider: [], orderedByUserId: null },
});

const refused = (work: Promise<unknown>, what: string) => assert.rejects(work, isRestrictedRefusal, what);
const now = (check: Check) => readCheck(ctx, desk, check.id);

/** What brings a report of a new check into each state that has moves. */
const reach = {
  async awaiting_data() {
    return submitted();
  },
  async paused() {
    const check = await submitted();
    return move(check, 0, { move: 'pause' });
  },
  async awaiting_approval() {
    const check = await submitted();
    return move(check, 0, { move: 'await_approval', outcome });
  },
  async complete() {
    return complete(await submitted());
  },
};

/** The only moves that a restriction leaves. */
const ending: readonly ReportMove[] = ['cancel', 'withdraw'];

for (const [state, reached] of Object.entries(reach)) {
  test(`of a report that was ${state}, a restriction leaves only the moves that end the work`, async () => {
    for (const name of Object.keys(reportTable[state as keyof typeof reach]) as ReportMove[]) {
      const check = await reached();
      await restrict(check);
      const target = { checkId: check.id, reportId: check.reports[0]!.id };
      const tried =
        name === 'reopen' || name === 'find_change'
          ? reopenReport(ctx, desk, target, name)
          : moveReport(ctx, desk, target, { move: name, outcome });
      if (!ending.includes(name)) await refused(tried, `${state} ${name}`);
      else await tried;
    }
  });
}

test('nothing else is done with the data of a restricted person, by nobody', async () => {
  const check = await submitted({ facts: employed, reports: ['employment_history:uk', 'identity'] });
  await restrict(check);
  const [job, identity] = check.reports;
  const target = { checkId: check.id, reportId: job!.id };
  const dueOn = '2027-01-04';
  const screener = { userId, accounts: [client.accountId], permissions: roles.desk.administrator };
  const sent = { reference: 'F0001', stage: 'received', lookedOn: '', anyway: '' };
  const asked = { addressee: 'candidate', kind: 'missing_information', text: 'Who?', dueOn } as const;
  const { key } = await readCheckAndKey(ctx, desk, check.id);
  const form = {
    caller: candidate,
    link: { ...check.tenant, checkId: check.id },
    key: key!,
    applicantId: check.applicantId,
  };
  const moves: Readonly<Record<string, () => Promise<unknown>>> = {
    sendQuery: () => sendQuery(ctx, desk, target, asked),
    requestReference: async () =>
      requestReference(ctx, { caller: desk, check: await now(check), report: job! }, personnel),
    keepApplication: () => keepApplication(ctx, screener, job!.id, sent, []),
    takeApplicationBack: () => takeApplicationBack(ctx, screener, job!.id),
    confirmIdentity: () => confirmIdentityOf(ctx, client, check.id),
    commentAsClient: () => commentAsClient(ctx, client, check.id, 'And now?'),
    decide: () => decideOnCheck(ctx, client, check.id, { decision: 'suitable', reason: 'x', seen: '' } as never),
    updateApplicant: async () => {
      await closeCheck(ctx, client, check.id, 'withdraw');
      await updateApplicant(ctx, client, check.applicantId, (facts) => facts);
    },
  };
  await resumeCheck(ctx, client, check.id);
  await resumeReport(ctx, client, target);
  assert.equal((await now(check)).status, 'on_hold', 'interface v2 has no refusal for resuming: it changes nothing');
  for (const [name, act] of Object.entries(moves)) await refused(act(), name);
  await reportProblem(ctx, form, { text: 'I said so.', reportId: identity!.id });
});

test('an order that waits for the form of a restricted person does not start, and no other is placed', async () => {
  const before = await complete(await submitted());
  const awaited = await createCheck(ctx, client, before.applicantId, sameAs(before));
  await restrict(before);
  await openForm(ctx, candidate, awaited.id);
  await refused(completeForm(ctx, candidate, awaited.id, awaited.order.facts), 'start');
  assert.equal((await showCheck(ctx, client, awaited.id)).status, 'awaiting_applicant');
  assert.equal((await expireCheck(ctx, candidate, awaited.id)).status, 'cancelled');
  await refused(createCheck(ctx, client, before.applicantId, sameAs(before)), 'another order');
});

test('an order that is being placed while its person is restricted is not placed', async () => {
  const before = await complete(await submitted());
  await askRestriction(ctx, candidate, before.id, { ground: 'accuracy', words: 'It is not me.' });
  const id = await idOf(before, 'open');
  // In an object, because the transaction would wait for a promise.
  const { placing } = await inTransaction(ctx, async (tx) => {
    await holdApplicant(tx, client, before.applicantId);
    const placing = refused(createCheck(ctx, client, before.applicantId, sameAs(before)), 'the order');
    placing.catch(() => {});
    await until(
      async () =>
        (await ctx.db.row(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)) !== undefined,
    );
    await decideRestriction(tx, desk, before.id, { id, isAccepted: true, answer: '' });
    return { placing };
  });
  await placing;
});

test('an order whose last report is withdrawn while it is restricted completes when that ends', async () => {
  const check = await submitted();
  await move(check, 0, { move: 'complete', outcome });
  const id = await restrict(check);
  const completions = () =>
    ctx.db.rows(sql`select from events where check_id = ${check.id} and type = 'check.completed'`);
  await move(check, 1, { move: 'withdraw' });
  assert.deepEqual([(await now(check)).status, await completions()], ['on_hold', []]);
  await lift(check, id);
  assert.deepEqual([(await now(check)).status, (await completions()).length], ['complete', 1]);
});

test('whoever of the client ordered a check of the person is told once that they are restricted', async () => {
  const earlier = await complete(await submitted());
  const people: string[] = [];
  for (const name of ['Asha', 'Ben']) {
    const given = { name, email: `${name.toLowerCase()}@client.test`, role: 'standard' } as const;
    people.push((await createUser(ctx, 'system', client.accountId, given)).id);
  }
  const orders = [earlier];
  for (let n = 0; n < 2; n++) {
    const check = await createCheck(ctx, client, earlier.applicantId, sameAs(earlier));
    orders.push(await complete(await completeForm(ctx, candidate, check.id, check.order.facts)));
  }
  for (const [n, order] of orders.entries())
    await ctx.db.run(sql`update checks set ordered_by_user_id = ${people[n === 0 ? 0 : 1]!} where id = ${order.id}`);
  await restrict(orders[2]!);
  const mails = await ctx.db.rows<{ name: string }>(sql`
    select u.name from emails m join users u on u.id = m.user_id
    where m.account_id = ${client.accountId} and m.template = 'candidate_restricted' and u.name in ('Asha', 'Ben')
    order by u.name`);
  assert.deepEqual(mails, [{ name: 'Asha' }, { name: 'Ben' }]);
});

test('an order in progress goes on hold and goes on afterwards, except what was paused before', async () => {
  const check = await submitted({ reports: ['identity', 'credit', 'right_to_work'] });
  await move(check, 1, { move: 'pause' });
  await move(check, 2, { move: 'await_approval', outcome });
  const statuses = async () => [(await now(check)).status, ...(await now(check)).reports.map(({ status }) => status)];
  const id = await restrict(check);
  assert.deepEqual(await statuses(), ['on_hold', 'paused', 'paused', 'awaiting_approval']);
  const shown = await showCheck(ctx, client, check.id);
  assert.deepEqual(
    [shown.status, ...shown.reports.map(({ status }) => status)],
    ['on_hold', 'paused', 'paused', 'paused'],
  );
  await lift(check, id);
  assert.deepEqual(await statuses(), ['on_hold', 'awaiting_data', 'paused', 'awaiting_approval']);
  await resumeCheck(ctx, client, check.id);
  assert.deepEqual((await statuses())[0], 'in_progress');
  const events = await ctx.db.rows<{ type: string }>(sql`
    select type from events where check_id = ${check.id} and (type like 'applicant.restrict%' or type = 'report.paused')
    order by id`);
  assert.deepEqual(
    events.map(({ type }) => type),
    [
      'report.paused',
      'applicant.restriction_asked',
      'report.paused',
      'applicant.restricted',
      'applicant.restriction_ending',
      'applicant.restriction_lifted',
    ],
  );
});

test('of two restrictions the first to be lifted lets nothing go on', async () => {
  const check = await submitted();
  const first = await restrict(check);
  const second = await restrict(check, 'legal_claim');
  await lift(check, first);
  assert.equal((await now(check)).isRestricted, true);
  await resumeCheck(ctx, client, check.id);
  assert.equal((await now(check)).status, 'on_hold');
  await lift(check, second);
  assert.deepEqual([(await now(check)).status, (await now(check)).isRestricted], ['in_progress', false]);
});

test('a complete order keeps its results, and shows them to the desk only', async () => {
  const check = await complete(await submitted());
  const id = await restrict(check);
  assert.deepEqual([(await now(check)).status, (await now(check)).result], ['complete', 'clear']);
  const [listed] = (await listChecks(ctx, client, check.applicantId, { page: 1, perPage: 10 })).checks;
  for (const shown of [await showCheck(ctx, client, check.id), listed!]) {
    assert.deepEqual([shown.status, shown.result, shown.completedAt], ['on_hold', null, null]);
    for (const { status, result, trafficLight, findings } of shown.reports)
      assert.deepEqual([status, result, trafficLight, findings], ['paused', null, null, noFindings]);
  }
  const { report } = await readReport(ctx, client, check.id, check.reports[0]!.id);
  assert.deepEqual([report.status, report.result], ['paused', null]);
  await refused(readResults(ctx, client, client, check.id), 'the PDF and the bundle');
  assert.equal((await readResults(ctx, desk, desk, check.id)).check.result, 'clear');
  await lift(check, id);
  assert.deepEqual(
    [(await showCheck(ctx, client, check.id)).status, (await showCheck(ctx, client, check.id)).result],
    ['complete', 'clear'],
  );
});

test('monitoring waits and may be ended, and so do chases', async () => {
  const check = await complete(await submitted({ reports: ['right_to_work'] }));
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  await ctx.db.run(sql`update reports set monitor = 'before_expiry' where id = ${target.reportId}`);
  await ctx.db.run(sql`
    insert into deadlines (account_id, environment, kind, subject_id, check_id, report_id, due_at)
    values (${client.accountId}, 'test', 'monitoring', ${target.reportId}, ${check.id}, ${target.reportId}, ${ctx.now()})`);
  await restrict(check);
  assert.equal(await takeDueDeadlines(ctx, deadlineHandlers), 0);
  assert.equal(await takeRecheck(ctx, { ...client, actor: 'system' }, target), undefined);
  await refused(recordNoChange(ctx, desk, target), 'no change');
  assert.equal((await stopMonitoring(ctx, client, target)).status, 'on_hold');
});

test('an erasure waits for a restriction on the ground of a legal claim, and by time for each', async () => {
  const claim = await complete(await submitted());
  const wrong = await complete(await submitted());
  await restrict(claim, 'legal_claim');
  await restrict(wrong, 'accuracy');
  await ctx.db.run(sql`
    update accounts set settings = settings || '{"eraseAfterDays": 1}' where id = ${client.accountId}`);
  passSeconds(90 * 86_400);
  const due = await listDueForErasure(ctx, desk, 'all', 'test', { withinDays: 0, limit: 100 });
  const ids = due.map(({ applicant_id }) => applicant_id);
  assert.ok(ids.length > 0, 'others are due');
  for (const { applicantId } of [claim, wrong]) assert.ok(!ids.includes(applicantId));
  assert.equal((await previewErasure(ctx, desk, claim.applicantId)).refusedFor, 'restricted');
  await assert.rejects(erasePerson(ctx, desk, claim.applicantId, 'candidate_asked'), { reason: 'invalid_fields' });
  await assert.rejects(erasePerson(ctx, desk, wrong.applicantId, 'time_is_over'), { reason: 'invalid_fields' });
  await erasePerson(ctx, desk, wrong.applicantId, 'candidate_asked');
});

test('each request is answered once, by who may decide, and refused with a reason only', async () => {
  const check = await submitted();
  const asked = { ground: 'objection', words: 'My situation is special.' } as const;
  await assert.rejects(askRestriction(ctx, candidate, check.id, { ...asked, words: '' }), { reason: 'invalid_fields' });
  await askRestriction(ctx, candidate, check.id, asked);
  await assert.rejects(askRestriction(ctx, client, check.id, asked), { reason: 'invalid_fields' });
  const id = await idOf(check, 'open');
  const refusing = { id, isAccepted: false, answer: 'The law demands the check.' };
  for (const [side, role] of [
    ['desk', 'screener'],
    ['desk', 'auditor'],
    ['client', 'administrator'],
  ] as const) {
    const permissions = side === 'desk' ? roles.desk[role as DeskRole] : roles.client[role as ClientRole];
    await assert.rejects(decideRestriction(ctx, { ...desk, permissions }, check.id, refusing), {
      reason: 'not_permitted',
    });
  }
  await assert.rejects(decideRestriction(ctx, desk, check.id, { ...refusing, answer: '' }), {
    reason: 'invalid_fields',
  });
  const listed = await listRestrictions(ctx, desk, 'all', 'test', 100);
  assert.ok(listed.some(({ check_id, status }) => check_id === check.id && status === 'open'));
  await decideRestriction(ctx, desk, check.id, refusing);
  await assert.rejects(decideRestriction(ctx, desk, check.id, refusing), { reason: 'state_does_not_allow' });
  assert.equal((await now(check)).isRestricted, false);
  const mails = (await listEmails(ctx, client, 100)).filter(
    ({ checkId, template }) => checkId === check.id && template === 'restriction',
  );
  assert.deepEqual(
    mails.map(({ subject }) => subject.replace(/ for .*/, '')),
    ['Our answer about your data', 'We have received your request about your data'],
  );
  assert.doesNotMatch(mails[0]!.text, /The law demands/);
});

test('a restriction is not lifted before the mail about it has left', async () => {
  const check = await submitted();
  const id = await restrict(check);
  const liftOn = new Date(ctx.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  for (const wrong of [{ liftOn: ctx.now().toISOString().slice(0, 10) }, { answer: '' }])
    await assert.rejects(announceLifting(ctx, desk, check.id, { id, liftOn, answer: 'Done.', ...wrong }), {
      reason: 'invalid_fields',
    });
  await announceLifting(ctx, desk, check.id, { id, liftOn, answer: 'Done.' });
  passSeconds(2 * 86_400);
  await ctx.db.run(sql`update emails set status = 'queued' where check_id = ${check.id} and template = 'restriction'`);
  await assert.rejects(liftRestriction(ctx, desk, check.id, id), { reason: 'state_does_not_allow' });
  await lift(check, id);
});

test('the time to submit the form goes on after the restriction with what was left of it', async () => {
  const { check } = await placeWaiting(ctx, client, { reports: ['identity'] });
  const dueIn = async () => {
    const row = await ctx.db.row<{ due_at: Date }>(sql`
      select due_at from deadlines where check_id = ${check.id} and kind = 'form_submission'`);
    return Math.round((row!.due_at.getTime() - ctx.now().getTime()) / 86_400_000);
  };
  const before = await dueIn();
  const id = await restrict(check);
  passSeconds(100 * 86_400);
  await lift(check, id);
  assert.equal(await dueIn(), before);
  await takeDueDeadlines(ctx, deadlineHandlers);
  assert.equal((await now(check)).status, 'awaiting_applicant');
});

test('an order that is cancelled report by report while it is restricted stays closed', async () => {
  const check = await submitted();
  const id = await restrict(check);
  for (const { id: reportId } of check.reports) await cancelReport(ctx, client, { checkId: check.id, reportId });
  await lift(check, id);
  assert.equal((await now(check)).status, 'cancelled');
});
