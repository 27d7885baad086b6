// Approval at the desk: when it is demanded, what a reviewer can do, and how a complete report is corrected.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import { sayAbsence } from '../../../src/features/accounts/absence-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { verifyRows } from '../../../src/features/accounts/row-check-jobs.ts';
import { changeDeskUser, createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { readOutcomeHistory } from '../../../src/features/cases/approval-actions.ts';
import {
  closeUnverified,
  correctReport,
  openReport,
  type Screener,
  screenReport,
  sendBack,
} from '../../../src/features/cases/screening-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { createCheck } from '../../../src/features/checks/check-placing-actions.ts';
import { closeCheck, completeForm, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { chooseProviders } from '../../../src/features/provider-requests/choice-actions.ts';
import type { Provider } from '../../../src/features/provider-requests/provider.ts';
import { workOnRequest } from '../../../src/features/provider-requests/request-actions.ts';
import type { ReportResult } from '../../../src/features/report-types/breakdown.ts';
import { reportTypeById } from '../../../src/features/report-types/report-type-rules.ts';
import { noFindings, type Outcome, propertiesOf } from '../../../src/features/reports/report-rules.ts';
import { verifyAllOutcomes } from '../../../src/features/results/outcome-check-actions.ts';
import { endTraining, listTrainings, recordTraining } from '../../../src/features/training/training-actions.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { openProviders } from '../../../src/providers/built-in.ts';
import { makeAccount } from '../../support/accounts.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

const { ctx, database, passSeconds } = await startForms();

const outcome = (result: ReportResult, notes = ''): Outcome => ({
  result,
  subResult: null,
  findings: { ...noFindings, notes },
});

async function startDesk(settings: Readonly<Record<string, unknown>> = {}) {
  const account = await makeAccount(ctx, 'Approving Care');
  const { accountId } = account;
  await changeAccountSettings(ctx, 'system', accountId, settings);
  const user = async (name: string, role: DeskRole = 'screener'): Promise<Screener> => {
    const email = `${name}@${accountId}.test`;
    const userId = await createDeskUser(ctx, 'system', { name, email, role, accounts: [accountId] });
    return { userId, accounts: [accountId], permissions: roles.desk[role] };
  };
  const tenant = account.caller('live');
  const place = async (reports: readonly string[] = ['identity']): Promise<Check> => {
    const { check } = await placeWaiting(ctx, tenant, { reports });
    return completeForm(ctx, tenant, check.id, check.order.facts);
  };
  const read = async ({ id }: Check, index = 0) => {
    const check = await readCheck(ctx, tenant, id);
    return { check, report: check.reports[index]! };
  };
  const history = ({ id, reports }: Check) =>
    readOutcomeHistory(ctx, { ...tenant, permissions: roles.desk.auditor }, { checkId: id, reportId: reports[0]!.id });
  const eventsOf = async ({ id }: Check) =>
    (
      await database.rows<{ type: string }>(sql`
        select type from events where account_id = ${accountId} and check_id = ${id} order by id`)
    ).map(({ type }) => type);
  return { accountId, tenant, user, place, read, history, eventsOf };
}

test('an adverse outcome awaits approval with its reason, and a colleague approves it', async () => {
  const desk = await startDesk({ approveAdverse: true });
  const [ann, ben] = [await desk.user('ann'), await desk.user('ben', 'reviewer')];
  const check = await desk.place();
  const reportId = check.reports[0]!.id;
  await screenReport(ctx, ann, reportId, { move: 'complete', outcome: outcome('consider', 'one judgment') });
  const { report } = await desk.read(check);
  assert.deepEqual([report.status, report.approvalReasons], ['awaiting_approval', ['adverse']]);
  await screenReport(ctx, ben, reportId, { move: 'complete' });
  const approved = await desk.read(check);
  assert.deepEqual([approved.report.status, approved.report.approvalReasons], ['complete', null]);
  assert.equal(approved.check.status, 'complete');
  const { reviews } = await desk.history(check);
  assert.deepEqual(
    reviews.map(({ decision, reviewer, version }) => [decision, reviewer, version]),
    [['approved', 'ben', 1]],
  );
});

test('a clear outcome of the same account is complete at once, except of a new screener', async () => {
  const desk = await startDesk({ approveAdverse: true });
  const ann = await desk.user('ann');
  const [first, second] = [await desk.place(), await desk.place()];
  await screenReport(ctx, ann, first.reports[0]!.id, { move: 'complete', outcome: outcome('clear') });
  assert.equal((await desk.read(first)).report.status, 'complete');
  await changeDeskUser(ctx, 'system', ann.userId, { newUntil: '2999-12-31' });
  await screenReport(ctx, ann, second.reports[0]!.id, { move: 'complete', outcome: outcome('clear') });
  assert.deepEqual((await desk.read(second)).report.approvalReasons, ['new_screener']);
});

test('somebody trained approves the outcomes of who is not, and whoever is not trained approves none', async () => {
  const desk = await startDesk({ approveUntrained: true });
  const [ann, ben, cy] = [
    await desk.user('ann'),
    await desk.user('ben', 'reviewer'),
    await desk.user('cy', 'reviewer'),
  ];
  const training = { areas: ['identity'], completedOn: '2020-01-31', validUntil: '', how: 'Taught by the lead' };
  const complete = { move: 'complete', outcome: outcome('clear') } as const;
  const check = await desk.place();
  const reportId = check.reports[0]!.id;
  await screenReport(ctx, ann, reportId, complete);
  assert.deepEqual((await desk.read(check)).report.approvalReasons, ['untrained']);
  await assert.rejects(screenReport(ctx, ben, reportId, { move: 'complete' }), { reason: 'not_permitted' });
  assert.equal((await openReport(ctx, ben, reportId)).lacksTraining, true);
  await recordTraining(ctx, 'system', cy.userId, training);
  await screenReport(ctx, cy, reportId, { move: 'complete' });
  assert.equal((await desk.read(check)).report.status, 'complete');

  await recordTraining(ctx, 'system', ann.userId, training);
  const [alone, later, edited] = [await desk.place(), await desk.place(), await desk.place()];
  await screenReport(ctx, ann, alone.reports[0]!.id, complete);
  assert.equal((await desk.read(alone)).report.status, 'complete');
  await endTraining(ctx, 'system', ann.userId, { area: 'identity', why: 'Errors in the sample' });
  await screenReport(ctx, ann, later.reports[0]!.id, complete);
  assert.deepEqual((await desk.read(later)).report.approvalReasons, ['untrained']);
  // Behind the program.
  await database.run(sql`update desk_trainings set completed_on = '2020-01-31' where desk_user_id = ${ann.userId}`);
  await screenReport(ctx, ann, edited.reports[0]!.id, complete);
  assert.deepEqual((await desk.read(edited)).report.approvalReasons, ['in_training', 'untrained']);
});

test('others approve what somebody completes in training, until so many reports of the area are complete', async () => {
  const desk = await startDesk();
  const [ann, ben] = [await desk.user('ann'), await desk.user('ben', 'reviewer')];
  const complete = { move: 'complete', outcome: outcome('clear') } as const;
  const learns = (userId: string) =>
    recordTraining(ctx, 'system', userId, {
      ...{ areas: ['identity'], completedOn: '', validUntil: '', how: 'Beside the lead' },
      training: { until: '', reports: '2' },
    });
  await learns(ann.userId);
  await learns(ben.userId);
  const cy = await desk.user('cy', 'reviewer');
  for (let n = 0; n < 2; n += 1) {
    const check = await desk.place();
    const reportId = check.reports[0]!.id;
    await screenReport(ctx, ann, reportId, complete);
    assert.deepEqual((await desk.read(check)).report.approvalReasons, ['in_training']);
    await assert.rejects(screenReport(ctx, ben, reportId, { move: 'complete' }), { reason: 'not_permitted' });
    await screenReport(ctx, cy, reportId, { move: 'complete' });
  }
  const [alone, changed] = [await desk.place(), await desk.place()];
  await screenReport(ctx, ann, alone.reports[0]!.id, complete);
  assert.equal((await desk.read(alone)).report.status, 'complete', 'trained after two');
  passSeconds(1);
  await learns(ann.userId);
  await screenReport(ctx, ann, changed.reports[0]!.id, complete);
  assert.deepEqual((await desk.read(changed)).report.approvalReasons, ['in_training'], 'counted from the new entry');
});

test('a training goes on after its last report while too many of its outcomes were sent back', async () => {
  const desk = await startDesk();
  const [ann, cy] = [await desk.user('ann'), await desk.user('cy', 'reviewer')];
  const complete = { move: 'complete', outcome: outcome('clear') } as const;
  await recordTraining(ctx, 'system', ann.userId, {
    ...{ areas: ['identity'], completedOn: '', validUntil: '', how: 'Beside the lead' },
    training: { until: '', reports: '1' },
  });
  const reasonsOfNext = async (isSentBack: boolean) => {
    const check = await desk.place();
    const reportId = check.reports[0]!.id;
    await screenReport(ctx, ann, reportId, complete);
    const { approvalReasons } = (await desk.read(check)).report;
    if (isSentBack) {
      await sendBack(ctx, cy, reportId, { code: 'data', text: 'The date is missing.' });
      await screenReport(ctx, ann, reportId, complete);
    }
    if (approvalReasons !== null) await screenReport(ctx, cy, reportId, { move: 'complete' });
    return approvalReasons;
  };
  assert.deepEqual(await reasonsOfNext(true), ['in_training']);
  assert.deepEqual(await reasonsOfNext(false), ['in_training'], 'one of one was sent back');
  await database.run(sql`
    insert into quality_programme_versions (version, percent, period, with_approved, trained_after, trained_below, author, created_at)
    values (1, 0, 'month', false, 0, 100, 'system', now())`);
  assert.equal(await reasonsOfNext(false), null, 'the desk allows more errors');
});

test('the review of the last report of a training counts in it, however long it takes to store', async () => {
  const slow = {
    ...ctx,
    now: () => {
      passSeconds(1);
      return ctx.now();
    },
  };
  const desk = await startDesk();
  const [ann, cy] = [await desk.user('ann'), await desk.user('cy', 'reviewer')];
  await recordTraining(ctx, 'system', ann.userId, {
    ...{ areas: ['identity'], completedOn: '', validUntil: '', how: 'Beside the lead' },
    training: { until: '', reports: '1' },
  });
  const approved = await desk.place();
  await screenReport(slow, ann, approved.reports[0]!.id, { move: 'complete', outcome: outcome('clear') });
  await screenReport(slow, cy, approved.reports[0]!.id, { move: 'complete' });
  const [training] = await listTrainings(ctx, 'system', [ann.userId]);
  assert.deepEqual([training!.reportsDone, training!.judged], [1, 1]);
});

test('settings that somebody lowers or puts back in the database lower nothing', async () => {
  const desk = await startDesk();
  const ann = await desk.user('ann');
  const { settings, mac } = (await database.row<{ settings: object; mac: Buffer }>(
    sql`select settings, mac from accounts where id = ${desk.accountId}`,
  ))!;
  await changeAccountSettings(ctx, 'system', desk.accountId, { approveAdverse: true });
  const edits = {
    row_not_ours: sql`update accounts set settings = '{}' where id = ${desk.accountId}`,
    row_put_back: sql`
      update accounts set settings = ${JSON.stringify(settings)}::jsonb, mac = ${mac} where id = ${desk.accountId}`,
  };
  for (const [kind, edit] of Object.entries(edits)) {
    const check = await desk.place();
    await database.run(edit);
    await screenReport(ctx, ann, check.reports[0]!.id, { move: 'complete', outcome: outcome('consider') });
    assert.equal((await desk.read(check)).report.status, 'awaiting_approval');
    const found = (await verifyRows(database, ctx.integrity)).filter(({ key }) => key === desk.accountId);
    const kinds = found.map((one) => `${one.kind} ${one.table}`);
    assert.ok(kinds.includes(`${kind} accounts`), kinds.join());
  }
});

test('the quality sample draws the same reports again, and others of another screener', async () => {
  const desk = await startDesk({ qualitySamplePercent: 50 });
  const drawn = async (who: Screener, check: Check) => {
    await screenReport(ctx, who, check.reports[0]!.id, { move: 'complete', outcome: outcome('clear') });
    const { report } = await desk.read(check);
    return report.status === 'awaiting_approval';
  };
  const ann = await desk.user('ann');
  const ben = await desk.user('ben', 'reviewer');
  let count = 0;
  for (let index = 0; index < 12; index += 1) {
    const check = await desk.place();
    if (!(await drawn(ann, check))) continue;
    count += 1;
    await sendBack(ctx, ben, check.reports[0]!.id, { code: 'source', text: 'Name a second source.' });
    assert.equal(await drawn(ann, check), true, 'the same draw again');
  }
  assert.ok(count > 0 && count < 12, `${count} of 12`);
  await changeDeskUser(ctx, 'system', ann.userId, { samplePercent: 0 });
  assert.equal(await drawn(ann, await desk.place()), false);
});

test('a reviewer who changes an outcome is its author, whom somebody else approves', async () => {
  const desk = await startDesk();
  const [ann, ben, cat] = [
    await desk.user('ann'),
    await desk.user('ben', 'reviewer'),
    await desk.user('cat', 'reviewer'),
  ];
  const check = await desk.place();
  const reportId = check.reports[0]!.id;
  await screenReport(ctx, ann, reportId, { move: 'await_approval', outcome: outcome('clear') });
  assert.deepEqual((await desk.read(check)).report.approvalReasons, ['asked_for']);
  await screenReport(ctx, ben, reportId, { move: 'complete', outcome: outcome('consider', 'a second match') });
  const { report } = await desk.read(check);
  assert.deepEqual([report.status, report.result], ['awaiting_approval', 'consider']);
  assert.deepEqual(report.approvalReasons, ['asked_for', 'changed']);
  for (const who of [ben, ann])
    await assert.rejects(screenReport(ctx, who, reportId, { move: 'complete' }), { reason: 'not_permitted' });
  await screenReport(ctx, cat, reportId, { move: 'complete' });
  const { reviews, versions } = await desk.history(check);
  assert.deepEqual(
    reviews.map(({ decision, reviewer, version }) => [decision, reviewer, version]),
    [
      ['changed', 'ben', 1],
      ['approved', 'cat', 2],
    ],
  );
  assert.deepEqual(
    versions.map(({ name }) => name),
    ['ann', 'ben'],
  );
});

test('two reviewers finish a report that one of them changed, whoever proposes last', async () => {
  const desk = await startDesk({ approveCriminalRecords: true, approveAdverse: true });
  const [ann, ben] = [await desk.user('ann', 'administrator'), await desk.user('ben', 'reviewer')];
  const propose = async () => {
    const check = await desk.place(['criminal_history:basic']);
    const reportId = check.reports[0]!.id;
    const complete = (who: Screener, result?: ReportResult) =>
      screenReport(ctx, who, reportId, { move: 'complete', ...(result && { outcome: outcome(result) }) });
    await complete(ann, 'clear');
    await complete(ben, 'consider');
    const proposerFor = async (who: Screener) => (await openReport(ctx, who, reportId)).proposer;
    assert.deepEqual([await proposerFor(ann), await proposerFor(ben)], ['colleague', 'self']);
    return { check, reportId, complete, proposerFor };
  };
  const status = async (check: Check) => (await desk.read(check)).report.status;

  const approved = await propose();
  await assert.rejects(approved.complete(ben), { reason: 'not_permitted' });
  await approved.complete(ann);
  assert.equal(await status(approved.check), 'complete');

  const returned = await propose();
  await sendBack(ctx, ann, returned.reportId, { code: 'judgement', text: 'The judgment is of a namesake.' });
  await returned.complete(ann, 'clear');
  assert.deepEqual([await returned.proposerFor(ann), await returned.proposerFor(ben)], ['self', 'colleague']);
  await assert.rejects(returned.complete(ann), { reason: 'not_permitted' });
  await returned.complete(ben);
  assert.equal(await status(returned.check), 'complete');
});

test('what is sent back to somebody who is away is nobody’s, and theirs again after their last day', async () => {
  const desk = await startDesk();
  const [ann, ben] = [await desk.user('ann'), await desk.user('ben', 'reviewer')];
  const today = ukDateOf(ctx.now());
  const holderAfterReturn = async () => {
    const reportId = (await desk.place()).reports[0]!.id;
    await screenReport(ctx, ann, reportId, { move: 'await_approval', outcome: outcome('clear') });
    await sendBack(ctx, ben, reportId, { code: 'wording', text: 'The notes do not name the register.' });
    const row = await database.row<{ assignee_id: string | null }>(sql`
      select assignee_id from reports where id = ${reportId}`);
    return row!.assignee_id;
  };
  await sayAbsence(ctx, ann, ann.userId, { from: today, until: today });
  assert.equal(await holderAfterReturn(), null);
  passSeconds(86_400);
  assert.equal(await holderAfterReturn(), ann.userId);
});

test('a proposal is sent back with a coded error and words, which stay', async () => {
  const desk = await startDesk();
  const [ann, ben] = [await desk.user('ann'), await desk.user('ben', 'reviewer')];
  const check = await desk.place();
  const reportId = check.reports[0]!.id;
  await screenReport(ctx, ann, reportId, { move: 'await_approval', outcome: outcome('clear') });
  await assert.rejects(screenReport(ctx, ben, reportId, { move: 'need_more' }), { reason: 'invalid_fields' });
  await assert.rejects(sendBack(ctx, ben, reportId, { code: 'mood', text: '' }), (error: { fields: object }) => {
    assert.deepEqual(Object.keys(error.fields), ['code', 'text']);
    return true;
  });
  const text = 'The notes do not name the register.';
  await sendBack(ctx, ben, reportId, { code: 'wording', text });
  assert.deepEqual((await desk.read(check)).report.status, 'awaiting_data');
  const { reviews } = await desk.history(check);
  assert.deepEqual(
    reviews.map(({ decision, code, text: said }) => [decision, code, said]),
    [['sent_back', 'wording', text]],
  );
  const [stored] = await database.rows<{ sealed_text: Buffer }>(sql`
    select sealed_text from report_reviews where report_id = ${reportId}`);
  assert.ok(!stored!.sealed_text.includes('register'));
});

test('an author does not approve their own proposal by sending it unchanged as a change', async () => {
  const desk = await startDesk();
  const [ben, cat] = [await desk.user('ben', 'reviewer'), await desk.user('cat', 'reviewer')];
  const check = await desk.place();
  const reportId = check.reports[0]!.id;
  await screenReport(ctx, ben, reportId, { move: 'await_approval', outcome: outcome('clear') });
  for (const who of [ben, cat])
    await assert.rejects(screenReport(ctx, who, reportId, { move: 'change', outcome: outcome('clear') }), {
      reason: 'invalid_fields',
    });
  await screenReport(ctx, ben, reportId, { move: 'change', outcome: outcome('clear', 'Seen twice.') });
  assert.deepEqual((await desk.history(check)).reviews, []);
  assert.equal((await desk.read(check)).report.status, 'awaiting_approval');
});

/** A provider that answers clear, and the account's choice of it for every result. */
async function startClearProvider(accountId: string, typeId: number) {
  const opened = openProviders(ctx.settings, { allow: [], ourPorts: [] });
  after(() => opened.outgoing.close());
  const provider: Provider = {
    name: 'clear_house',
    label: 'Clear house',
    capabilities: { calls: 'with_key', results: ['clear'], types: [reportTypeById(typeId)!.name], facts: [] },
    limits: { timeoutMs: 1000, answersWithinHours: 1, costPence: 0 },
    request: async () => ({ kind: 'accepted', reference: 'CH-1' }),
    poll: async () => ({ kind: 'result', reference: 'CH-1', outcome: outcome('clear') }),
  };
  const type = reportTypeById(typeId)!;
  const given = { type, providers: [provider.name], personReleases: 'not_clear' as const };
  await chooseProviders(ctx, 'system', accountId, given, new Map([[provider.name, provider.capabilities]]));
  const supply = { ...opened, builtIn: new Map([[provider.name, provider]]) };
  return async ({ id: checkId, reports }: Check, steps: number) => {
    const target = { accountId, environment: 'live' as const, checkId, reportId: reports[0]!.id };
    for (let step = 0; step < steps; step += 1) {
      await workOnRequest(ctx, supply, target);
      passSeconds(3000);
    }
  };
}

test("a provider's clear answer awaits approval where the account approves the type, and one reviewer releases it", async () => {
  const desk = await startDesk({ approveCriminalRecords: true });
  const [ann, ben] = [await desk.user('ann'), await desk.user('ben', 'reviewer')];
  const check = await desk.place(['criminal_history:basic']);
  const reportId = check.reports[0]!.id;
  const work = await startClearProvider(desk.accountId, check.reports[0]!.reportTypeId);
  await work(check, 3);
  const { report } = await desk.read(check);
  assert.deepEqual(
    [report.status, report.approvalReasons],
    ['awaiting_approval', ['provider_answer', 'criminal_record']],
  );
  await assert.rejects(screenReport(ctx, ann, reportId, { move: 'complete' }), { reason: 'not_permitted' });
  await screenReport(ctx, ben, reportId, { move: 'complete', outcome: outcome('clear') });
  assert.equal((await desk.read(check)).report.status, 'complete');
  assert.deepEqual(
    (await desk.history(check)).reviews.map(({ decision, reviewer }) => [decision, reviewer]),
    [['approved', 'ben']],
  );
});

test('a provider asked before a person completed a report does not complete it after it is reopened', async () => {
  const desk = await startDesk();
  const ben = await desk.user('ben', 'reviewer');
  const check = await desk.place();
  const reportId = check.reports[0]!.id;
  const work = await startClearProvider(desk.accountId, check.reports[0]!.reportTypeId);
  await work(check, 2);
  await screenReport(ctx, ben, reportId, { move: 'complete', outcome: outcome('consider') });
  await correctReport(ctx, ben, reportId, { code: 'our_error', text: 'The wrong date.' });
  await work(check, 1);
  const { report } = await desk.read(check);
  assert.deepEqual([report.status, report.approvalReasons], ['awaiting_approval', ['provider_answer']]);
});

test('what a provider proposed is decided by one person, who may differ from it', async () => {
  const desk = await startDesk();
  const [ann, ben] = [await desk.user('ann'), await desk.user('ben', 'reviewer')];
  const check = await desk.place();
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  const provider = { ...desk.tenant, actor: 'provider:sanctions_lists' as const };
  await moveReport(ctx, provider, target, {
    move: 'await_approval',
    outcome: outcome('unidentified'),
    demands: () => ['provider_answer'],
  });
  assert.deepEqual((await desk.read(check)).report.approvalReasons, ['provider_answer']);
  await assert.rejects(screenReport(ctx, ann, target.reportId, { move: 'complete' }), { reason: 'not_permitted' });
  await screenReport(ctx, ben, target.reportId, { move: 'complete', outcome: outcome('clear', 'another person') });
  assert.deepEqual((await desk.read(check)).report.result, 'clear');
});

test('a complete report is reopened and corrected: its versions stay, and client and candidate are told', async () => {
  const desk = await startDesk();
  const [ann, ben] = [await desk.user('ann'), await desk.user('ben', 'reviewer')];
  const check = await desk.place();
  const reportId = check.reports[0]!.id;
  await screenReport(ctx, ann, reportId, { move: 'complete', outcome: outcome('consider', 'one judgment') });
  const reason = { code: 'candidate_disputes', text: 'The judgment is of a namesake.' };
  await assert.rejects(correctReport(ctx, ann, reportId, reason), { reason: 'not_permitted' });
  await correctReport(ctx, ben, reportId, reason);
  const open = await desk.read(check);
  assert.deepEqual([open.check.status, open.check.result, open.check.completedAt], ['in_progress', null, null]);
  assert.deepEqual([open.report.status, open.report.completedAt], ['awaiting_data', null]);
  assert.deepEqual((await desk.eventsOf(check)).slice(-2), ['report.reopened', 'check.reopened']);
  const told = ['check_complete', 'report_reopened', 'report_reopened_candidate', 'report_complete_again'];
  const mails = async () => (await listEmails(ctx, desk.tenant, 9)).filter(({ template }) => told.includes(template));
  assert.deepEqual((await mails()).map(({ template }) => template).sort(), told.slice(0, 3));
  await screenReport(ctx, ann, reportId, { move: 'complete', outcome: outcome('clear') });
  assert.deepEqual((await mails()).map(({ template }) => template).toSorted(), told.toSorted());
  for (const { text } of await mails()) assert.doesNotMatch(text, /consider|judgment|namesake|clear/i);
  const corrected = await desk.read(check);
  assert.deepEqual([corrected.check.status, corrected.check.result], ['complete', 'clear']);
  assert.deepEqual((await desk.eventsOf(check)).slice(-2), ['report.completed', 'check.completed']);
  assert.deepEqual(
    (await desk.history(check)).versions.map(({ version }) => version),
    [1, 2],
  );
  const problems = await verifyAllOutcomes(database, ctx.integrity);
  assert.deepEqual(
    problems.filter(({ checkId }) => checkId === check.id),
    [],
  );
});

test('a delivered Consider that is reopened becomes Clear only with a second person', async () => {
  const desk = await startDesk({ approveAdverse: true });
  const [ann, ben] = [await desk.user('ann'), await desk.user('ben', 'reviewer')];
  const check = await desk.place();
  const reportId = check.reports[0]!.id;
  await screenReport(ctx, ann, reportId, { move: 'complete', outcome: outcome('consider', 'one judgment') });
  await screenReport(ctx, ben, reportId, { move: 'complete' });
  await correctReport(ctx, ben, reportId, { code: 'candidate_disputes', text: 'The judgment is of a namesake.' });
  await screenReport(ctx, ann, reportId, { move: 'complete', outcome: outcome('clear') });
  const { report } = await desk.read(check);
  assert.deepEqual([report.status, report.approvalReasons], ['awaiting_approval', ['no_longer_adverse']]);
  await screenReport(ctx, ben, reportId, { move: 'complete' });
  assert.equal((await desk.read(check)).check.result, 'clear');
});

/** Says who approves what awaits approval, and how the report then stands. */
const approvedBy = async (desk: Awaited<ReturnType<typeof startDesk>>, check: Check, who: Screener) => {
  await screenReport(ctx, who, check.reports[0]!.id, { move: 'complete' });
  const { report } = await desk.read(check);
  return [report.status, report.result, report.approvalReasons];
};

test('a Clear in place of a Consider that was sent back awaits approval again after it is sent back too', async () => {
  const desk = await startDesk({ approveAdverse: true });
  const [ann, ben] = [await desk.user('ann'), await desk.user('ben', 'reviewer')];
  const check = await desk.place();
  const reportId = check.reports[0]!.id;
  const propose = (result: ReportResult) =>
    screenReport(ctx, ann, reportId, { move: 'complete', outcome: outcome(result) });
  const sendBackFor = (code: string, text: string) => sendBack(ctx, ben, reportId, { code, text });
  await propose('consider');
  await sendBackFor('wording', 'Say which court.');
  await propose('clear');
  assert.deepEqual((await desk.read(check)).report.approvalReasons, ['no_longer_adverse', 'sent_back']);
  await sendBackFor('judgement', 'The judgment is theirs. This is Consider.');
  // What was sent back is not forgotten over a pause.
  await screenReport(ctx, ann, reportId, { move: 'pause' });
  await screenReport(ctx, ann, reportId, { move: 'resume' });
  await propose('clear');
  const { report } = await desk.read(check);
  assert.deepEqual([report.status, report.approvalReasons], ['awaiting_approval', ['no_longer_adverse', 'sent_back']]);
  assert.deepEqual(await approvedBy(desk, check, ben), ['complete', 'clear', null]);
});

test('a reviewer who changes an outcome and takes the change back does not complete it alone', async () => {
  const desk = await startDesk({ approveAdverse: true });
  const [ann, ben, cat] = [
    await desk.user('ann'),
    await desk.user('ben', 'reviewer'),
    await desk.user('cat', 'reviewer'),
  ];
  const check = await desk.place();
  const reportId = check.reports[0]!.id;
  const clear = { move: 'complete', outcome: outcome('clear') } as const;
  await screenReport(ctx, ann, reportId, { move: 'complete', outcome: outcome('consider', 'one judgment') });
  await screenReport(ctx, ben, reportId, clear);
  const changed = ['awaiting_approval', ['no_longer_adverse', 'changed']];
  const standing = async () => {
    const { report } = await desk.read(check);
    return [report.status, report.approvalReasons];
  };
  assert.deepEqual(await standing(), changed);
  await screenReport(ctx, ben, reportId, { move: 'need_more' });
  await screenReport(ctx, ben, reportId, clear);
  assert.deepEqual(await standing(), changed);
  await assert.rejects(screenReport(ctx, ben, reportId, { move: 'complete' }), { reason: 'not_permitted' });
  assert.deepEqual(await approvedBy(desk, check, cat), ['complete', 'clear', null]);
});

test('a Clear in place of a delivered Consider awaits approval again after it is sent back', async () => {
  const desk = await startDesk({ approveAdverse: true });
  const [ann, ben] = [await desk.user('ann'), await desk.user('ben', 'reviewer')];
  const check = await desk.place();
  const reportId = check.reports[0]!.id;
  const clear = { move: 'complete', outcome: outcome('clear') } as const;
  await screenReport(ctx, ann, reportId, { move: 'complete', outcome: outcome('consider', 'one judgment') });
  await screenReport(ctx, ben, reportId, { move: 'complete' });
  await correctReport(ctx, ben, reportId, { code: 'candidate_disputes', text: 'Look again.' });
  await screenReport(ctx, ann, reportId, clear);
  await sendBack(ctx, ben, reportId, { code: 'judgement', text: 'It is theirs.' });
  await screenReport(ctx, ann, reportId, clear);
  const { report } = await desk.read(check);
  assert.deepEqual([report.status, report.approvalReasons], ['awaiting_approval', ['no_longer_adverse', 'sent_back']]);
  assert.deepEqual(await approvedBy(desk, check, ben), ['complete', 'clear', null]);
});

test('an outcome whose approval was asked for and that was sent back is approved before it is complete', async () => {
  const desk = await startDesk();
  const [ann, ben] = [await desk.user('ann'), await desk.user('ben', 'reviewer')];
  const check = await desk.place();
  const reportId = check.reports[0]!.id;
  await screenReport(ctx, ann, reportId, { move: 'await_approval', outcome: outcome('clear') });
  await sendBack(ctx, ben, reportId, { code: 'judgement', text: 'This is another person.' });
  await screenReport(ctx, ann, reportId, { move: 'complete', outcome: outcome('clear') });
  const { report } = await desk.read(check);
  assert.deepEqual([report.status, report.approvalReasons], ['awaiting_approval', ['sent_back']]);
  assert.deepEqual(await approvedBy(desk, check, ben), ['complete', 'clear', null]);
});

test('a report is reopened while the candidate has another ongoing check; no check is placed until both are over', async () => {
  const desk = await startDesk();
  const ben = await desk.user('ben', 'reviewer');
  const check = await desk.place();
  const reportId = check.reports[0]!.id;
  await screenReport(ctx, ben, reportId, { move: 'complete', outcome: outcome('clear') });
  const order = () =>
    createCheck(ctx, desk.tenant, check.applicantId, {
      reports: [{ type: reportTypeById(check.reports[0]!.reportTypeId)!, options: null }],
      ...{
        criminalDetails: null,
        tags: [],
        activityYears: null,
        redirectUri: null,
        consider: [],
        orderedByUserId: null,
      },
    });
  const second = await order();
  await correctReport(ctx, ben, reportId, { code: 'our_error', text: 'The wrong date.' });
  assert.equal((await desk.read(check)).check.status, 'in_progress');
  await assert.rejects(order(), { reason: 'check_ongoing' });
  await closeCheck(ctx, desk.tenant, second.id, 'withdraw');
  await assert.rejects(order(), { reason: 'check_ongoing' }, 'the reopened check is ongoing');
  await screenReport(ctx, ben, reportId, { move: 'complete', outcome: outcome('clear') });
  assert.equal((await order()).status, 'awaiting_applicant');
});

test('a report that nobody could confirm is closed with its reason, which every surface says in words', async () => {
  const desk = await startDesk({ approveUnidentified: true });
  const [ann, ben] = [await desk.user('ann'), await desk.user('ben', 'reviewer')];
  const check = await desk.place(['employment_history:uk']);
  const reportId = check.reports[0]!.id;
  await screenReport(ctx, ann, reportId, { move: 'pause' });
  await closeUnverified(ctx, ann, reportId, { reason: 'no_reply', requestsSent: 4, notes: 'Closed in spring.' });
  assert.deepEqual((await desk.read(check)).report.approvalReasons, ['unidentified']);
  await screenReport(ctx, ben, reportId, { move: 'complete' });
  const { report } = await desk.read(check);
  assert.equal(report.result, 'unidentified');
  assert.deepEqual(propertiesOf(report), {
    unable_to_verify: 'no_reply',
    requests_sent: 4,
    unable_to_verify_text: 'No reply to our 4 requests',
    traffic_light: 'Amber',
    notes: 'Closed in spring.',
  });
});

test('only an unidentified report says that it could not be verified', async () => {
  const desk = await startDesk();
  const ann = await desk.user('ann');
  const check = await desk.place(['employment_history:uk']);
  const findings = { ...noFindings, properties: { unable_to_verify: 'refuses' } };
  const given = { move: 'complete', outcome: { result: 'clear', subResult: null, findings } } as const;
  await assert.rejects(screenReport(ctx, ann, check.reports[0]!.id, given), { reason: 'invalid_fields' });
});
