// Queries: the report waits until they are answered, whoever is asked is chased, and nothing that is typed is readable.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller, Ctx } from '../../../src/context.ts';
import { roles } from '../../../src/features/access/permissions.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { closeUnverified } from '../../../src/features/cases/screening-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import {
  closeCheck,
  completeForm,
  moveReport,
  reopenReport,
} from '../../../src/features/checks/check-progress-actions.ts';
import { listDeadlines } from '../../../src/features/deadlines/deadline-actions.ts';
import { takeDueDeadlines } from '../../../src/features/deadlines/deadline-jobs.ts';
import { afterWorkingDays } from '../../../src/features/deadlines/deadline-schedule.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { deadlineHandlers } from '../../../src/features/housekeeping/deadlines.ts';
import { findWaitingChecks } from '../../../src/features/lists/client-waiting-queries.ts';
import type { Addressee } from '../../../src/features/queries/query.ts';
import {
  answerQuery,
  listQueries,
  postponeQuery,
  recordAnswer,
  saveAnswerDraft,
  sendQuery,
  withdrawQuery,
} from '../../../src/features/queries/query-actions.ts';
import { requestReference } from '../../../src/features/references/reference-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';
import { employmentReport, personnel } from '../references/asked-references.ts';

const { ctx, database, caller, account, passSeconds } = await startForms();
const client = caller('live');
const desk: Caller = { ...client, actor: `user:${ctx.newId()}`, permissions: roles.desk.screener };
const candidate: Caller = {
  ...client,
  actor: 'candidate',
  permissions: ['read_checks', 'attach_files', 'answer_queries'],
};
const secret = 'Brockenhurst';

async function submitted() {
  const { check } = await placeWaiting(ctx, client, { reports: ['identity', 'right_to_work'] });
  const { order } = await readCheck(ctx, client, check.id);
  const started = await completeForm(ctx, client, check.id, order.facts);
  return { check: started, reportId: started.reports[0]!.id };
}

const today = () => ctx.now().toISOString().slice(0, 10);

async function asked(addressee: Addressee = 'candidate') {
  const { check, reportId } = await submitted();
  const queryId = await askWithin(check.id, reportId, addressee);
  return { check, reportId, queryId };
}

const askWithin = (checkId: string, reportId: string, addressee: Addressee, dueOn = today()) =>
  sendQuery(
    ctx,
    desk,
    { checkId, reportId },
    { addressee, kind: 'missing_information', text: `Where did you live before ${secret}?`, dueOn },
  );

const standing = async (checkId: string) => {
  const { status, reports } = await readCheck(ctx, client, checkId);
  return [status, ...reports.map((report) => report.status)];
};

const waitingFor = async (reportId: string) =>
  (await database.row<{ waiting_for: string | null }>(sql`select waiting_for from reports where id = ${reportId}`))!
    .waiting_for;

const notified = async (checkId: string, since = 0) =>
  (
    await database.rows<{ type: string }>(
      sql`select type from events where check_id = ${checkId} and notifies order by xid, id`,
    )
  )
    .map(({ type }) => type)
    .slice(since);

/** Who withdrew what, as the events say. */
const withdrawals = (checkId: string) =>
  database.rows<{ type: string; id: string; actor: string; status: string }>(sql`
    select type, coalesce(detail ->> 'query_id', resource_id) as id, actor, status from events
    where check_id = ${checkId} and type in ('query.withdrawn', 'reference.withdrawn') order by xid, id`);

const only = async (check: Parameters<typeof listQueries>[1]) => (await listQueries(ctx, check))[0]!;

test('a query pauses its report until the candidate answers, and every change notifies in order', async () => {
  const { check, reportId } = await submitted();
  const before = (await notified(check.id)).length;
  const queryId = await askWithin(check.id, reportId, 'candidate');
  assert.deepEqual(await standing(check.id), ['on_hold', 'paused', 'awaiting_data']);
  assert.equal(await waitingFor(reportId), 'candidate');
  const target = { checkId: check.id, queryId, addressee: 'candidate' as const };
  await answerQuery(ctx, candidate, target, ` In ${secret}. `);
  assert.deepEqual(await standing(check.id), ['in_progress', 'awaiting_data', 'awaiting_data']);
  assert.equal(await waitingFor(reportId), null);
  assert.deepEqual(await notified(check.id, before), [
    ...['query.sent', 'report.paused', 'check.on_hold'],
    ...['query.answered', 'report.resumed', 'check.resumed'],
  ]);
  const { status, answer, text, endedBy } = await only(check);
  assert.deepEqual([status, answer, endedBy], ['answered', `In ${secret}.`, 'candidate']);
  assert.match(text, new RegExp(secret));
  await assert.rejects(answerQuery(ctx, candidate, target, 'Again'), { reason: 'state_does_not_allow' });
});

test('the mail holds the link and not the question, and nothing typed is stored in clear', async () => {
  const { check, queryId } = await asked();
  const [mail] = await listEmails(ctx, client, 1);
  assert.deepEqual([mail!.template, mail!.checkId], ['query_to_candidate', check.id]);
  assert.match(mail!.text, /\/form\/[\w-]{87}\n/);
  assert.doesNotMatch(mail!.text, new RegExp(secret));
  const target = { checkId: check.id, queryId, addressee: 'candidate' as const };
  await saveAnswerDraft(ctx, candidate, target, { answer: `Near ${secret}` });
  assert.equal((await only(check)).answer, `Near ${secret}`);
  const row = await database.row<object>(sql`select * from queries where id = ${queryId}`);
  const events = await database.rows<object>(sql`select * from events where check_id = ${check.id}`);
  for (const stored of [row, events])
    assert.doesNotMatch(Buffer.from(JSON.stringify(stored)).toString(), new RegExp(secret));
});

test('the report resumes after the last of its queries only, answered, withdrawn or recorded by a screener', async () => {
  const { check, reportId, queryId } = await asked();
  const second = await askWithin(check.id, reportId, 'client');
  const third = await askWithin(check.id, reportId, 'candidate');
  assert.equal(await waitingFor(reportId), 'client');
  await withdrawQuery(ctx, desk, { checkId: check.id, queryId });
  assert.deepEqual(await standing(check.id), ['on_hold', 'paused', 'awaiting_data']);
  await recordAnswer(ctx, desk, { checkId: check.id, queryId: second }, 'They said yes.');
  assert.equal(await waitingFor(reportId), 'candidate');
  await answerQuery(ctx, candidate, { checkId: check.id, queryId: third, addressee: 'candidate' }, 'Yes');
  assert.deepEqual(await standing(check.id), ['in_progress', 'awaiting_data', 'awaiting_data']);
  assert.deepEqual(
    (await listQueries(ctx, check)).map(({ status, endedBy }) => [status, endedBy]),
    [
      ['withdrawn', desk.actor],
      ['answered', desk.actor],
      ['answered', 'candidate'],
    ],
  );
});

test('a report that somebody paused for another reason stays paused when its queries are answered', async () => {
  const { check, reportId } = await submitted();
  const target = { checkId: check.id, reportId };
  await moveReport(ctx, desk, target, { move: 'pause' });
  const first = await askWithin(check.id, reportId, 'candidate');
  const answer = (queryId: string) =>
    answerQuery(ctx, candidate, { checkId: check.id, queryId, addressee: 'candidate' }, 'Yes');
  await answer(first);
  assert.deepEqual(await standing(check.id), ['on_hold', 'paused', 'awaiting_data']);
  assert.equal(await waitingFor(reportId), null);
  await moveReport(ctx, desk, target, { move: 'resume' });
  const second = await askWithin(check.id, reportId, 'candidate');
  await moveReport(ctx, desk, target, { move: 'resume' });
  await moveReport(ctx, desk, target, { move: 'pause' });
  await answer(second);
  assert.deepEqual(await standing(check.id), ['on_hold', 'paused', 'awaiting_data'], 'paused by hand meanwhile');
});

const dueOnOf = async (reportId: string) =>
  (await database.row<{ due_on: string }>(sql`select due_on from reports where id = ${reportId}`))!.due_on;

/** The due date of a report before its candidate was asked, and after `end` has ended the wait for the answer. */
async function dueAround(
  end: (target: { readonly checkId: string; readonly reportId: string; readonly queryId: string }) => Promise<unknown>,
  isSet = false,
) {
  const { check, reportId, queryId } = await asked();
  const before = addDays(today(), 2);
  await database.run(sql`
    update reports set due_on = ${before}, due_on_is_set = ${isSet}, first_due_on = ${isSet ? before : null}
    where id = ${reportId}`);
  await end({ checkId: check.id, reportId, queryId });
  assert.equal(await waitingFor(reportId), null);
  return { reportId, before, after: await dueOnOf(reportId) };
}

/** Nine days have six or seven working days, and fewer with holidays. */
const isMoved = (due: { readonly before: string; readonly after: string }) => due.after >= addDays(due.before, 5);

const answeredLater = async ({ checkId, queryId }: { readonly checkId: string; readonly queryId: string }) => {
  passSeconds(9 * 86_400);
  await recordAnswer(ctx, desk, { checkId, queryId }, 'They called.');
};

test('the due date of a report moves by the working days for which the candidate was waited for, unless somebody set it', async () => {
  const asUsual = await dueAround(answeredLater);
  assert.ok(isMoved(asUsual), JSON.stringify(asUsual));
  const { detail } = (await database.row<{ detail: unknown }>(sql`
    select detail from events where report_id = ${asUsual.reportId} and type = 'report.due_date_changed'`))!;
  assert.deepEqual(detail, { from: asUsual.before, to: asUsual.after, because: 'waited' });
  const asSet = await dueAround(answeredLater, true);
  assert.equal(asSet.after, asSet.before);
  // Turnaround judges by the day that was due before somebody set one.
  const { first } = (await database.row<{ first: string }>(sql`
    select first_due_on as first from reports where id = ${asSet.reportId}`))!;
  assert.ok(isMoved({ before: asSet.before, after: first }), first);
});

let readings = 0;
/** Every reading of the clock is a millisecond later than the one before, as with a statement in between. */
const running: Ctx = {
  ...ctx,
  now() {
    readings += 1;
    return new Date(ctx.now().getTime() + readings);
  },
};

test('the last chase of a query that nobody answered moves the due date, also by a clock that runs meanwhile', async () => {
  for (const by of [ctx, running]) {
    const due = await dueAround(async () => {
      for (let days = 0; days < 40; days += 1) {
        passSeconds(86_400);
        await takeDueDeadlines(by, deadlineHandlers);
      }
    });
    assert.ok(isMoved(due), JSON.stringify(due));
  }
});

const nobodyAnswered = {
  ...{ result: 'unidentified' as const, subResult: null },
  findings: { ...noFindings, notes: 'No answer.' },
};

test('an outcome that is proposed while the candidate is waited for moves the due date, which counts if it is sent back', async () => {
  const due = await dueAround(async (target) => {
    passSeconds(9 * 86_400);
    await moveReport(ctx, desk, target, { move: 'resume' });
    await moveReport(ctx, desk, target, { move: 'await_approval', outcome: nobodyAnswered });
    await moveReport(ctx, desk, target, { move: 'need_more', isSentBack: true });
  });
  assert.ok(isMoved(due), JSON.stringify(due));
});

test('an outcome that is proposed as soon as the candidate has answered moves the due date no further', async () => {
  await dueAround(async (target) => {
    await answeredLater(target);
    const due = await dueOnOf(target.reportId);
    await moveReport(ctx, desk, target, { move: 'await_approval', outcome: nobodyAnswered });
    assert.equal(await dueOnOf(target.reportId), due);
  });
});

test('nobody answers for another, sends without permission, or asks about a report that is not worked on', async () => {
  const { check, reportId, queryId } = await asked('client');
  const refused = (work: Promise<unknown>, reason: string) => assert.rejects(work, { reason });
  const target = { checkId: check.id, queryId };
  await refused(answerQuery(ctx, candidate, { ...target, addressee: 'candidate' }, 'Yes'), 'not_found');
  const reader = { ...client, permissions: roles.client.read_only };
  await refused(answerQuery(ctx, reader, { ...target, addressee: 'client' }, 'Yes'), 'not_permitted');
  await refused(recordAnswer(ctx, client, target, 'Yes'), 'not_permitted');
  await refused(withdrawQuery(ctx, client, target), 'not_permitted');
  await refused(answerQuery(ctx, client, { ...target, addressee: 'client' }, ' '), 'invalid_fields');
  const other = await submitted();
  await refused(withdrawQuery(ctx, desk, { checkId: other.check.id, queryId }), 'not_found');
  const test = caller('test');
  await refused(answerQuery(ctx, test, { ...target, addressee: 'client' }, 'Yes'), 'not_found');
  await answerQuery(ctx, client, { ...target, addressee: 'client' }, 'Yes');
  const outcome = { result: 'clear' as const, subResult: null, findings: noFindings };
  await moveReport(ctx, desk, { checkId: check.id, reportId }, { move: 'complete', outcome });
  await refused(askWithin(check.id, reportId, 'candidate'), 'state_does_not_allow');
});

async function passWorkingDays(days: number) {
  passSeconds((afterWorkingDays(ctx.now(), days, bankHolidays).getTime() - ctx.now().getTime()) / 1000);
  await takeDueDeadlines(ctx, deadlineHandlers);
}

test('the candidate is chased every 3 working days, three times; then the report waits for its screener', async () => {
  const { check, reportId, queryId } = await asked();
  const mails = async () =>
    (await listEmails(ctx, client, 1000)).filter(
      (mail) => mail.checkId === check.id && mail.template === 'query_to_candidate',
    );
  const found: unknown[] = [];
  for (const days of [2, 1, 3, 3, 3, 10]) {
    await passWorkingDays(days);
    const { chases, isExhausted } = await only(check);
    found.push([(await mails()).length - 1, chases, isExhausted]);
  }
  assert.deepEqual(found, [
    ...[
      [0, 0, false],
      [1, 1, false],
      [2, 2, false],
      [3, 3, false],
    ],
    ...[
      [3, 3, true],
      [3, 3, true],
    ],
  ]);
  assert.equal((await notified(check.id)).filter((type) => type === 'query.chased').length, 3);
  assert.match((await mails())[0]!.subject, /^We still wait/);
  const asksBy = (await mails()).toReversed().map(({ text }) => /Please answer (by|soon)/.exec(text)?.[1]);
  assert.deepEqual(asksBy, ['by', 'soon', 'soon', 'soon'], 'the first mail alone is before the day');
  const waits = async () => [await waitingFor(reportId), ...(await standing(check.id))];
  const working = [null, 'in_progress', 'awaiting_data', 'awaiting_data'];
  assert.deepEqual(await waits(), working, 'no chase is left: the screener decides');
  await postponeQuery(ctx, desk, { checkId: check.id, queryId }, today());
  assert.deepEqual(await waits(), ['candidate', 'on_hold', 'paused', 'awaiting_data']);
  await passWorkingDays(1);
  assert.deepEqual(await waits(), working);
  const target = { checkId: check.id, queryId, addressee: 'candidate' as const };
  await answerQuery(ctx, candidate, target, 'Late, but here');
  const { status, isExhausted } = await only(check);
  assert.deepEqual([status, isExhausted, ...(await waits())], ['answered', false, ...working]);
});

test('a query is not given up before the working day after the day by which an answer was asked for', async () => {
  const { check, reportId } = await submitted();
  const dueOn = addDays(today(), 42);
  await askWithin(check.id, reportId, 'candidate', dueOn);
  const given = async () => {
    const { chases, isExhausted } = await only(check);
    return [chases, isExhausted];
  };
  for (const _ of [1, 2, 3, 4]) await passWorkingDays(3);
  assert.deepEqual(await given(), [3, false]);
  for (let day = 0; day < 42 && today() < dueOn; day += 1) await passWorkingDays(1);
  assert.deepEqual(await given(), [3, false]);
  assert.equal(await waitingFor(reportId), 'candidate');
  await passWorkingDays(1);
  assert.deepEqual(await given(), [3, true]);
  assert.equal(await waitingFor(reportId), null);
});

test('who is given more time to answer is not chased before the working day after that time', async () => {
  const { check, queryId } = await asked();
  const chasedOn = async (dueOn: string) => {
    await postponeQuery(ctx, desk, { checkId: check.id, queryId }, dueOn);
    return (await listDeadlines(ctx, client, check.id))[0]!.dueAt.toISOString().slice(0, 10);
  };
  const saturday = addDays(today(), (13 - new Date(today()).getUTCDay()) % 7 || 7);
  assert.equal(await chasedOn(saturday), ukDateOf(afterWorkingDays(new Date(`${saturday}T12:00Z`), 1, bankHolidays)));
  assert.equal(await chasedOn(today()), ukDateOf(afterWorkingDays(ctx.now(), 1, bankHolidays)));
});

test('a client is chased every 5 working days, the one who ordered or else the administrators, until they answer', async () => {
  const { check, queryId } = await asked('client');
  const mails = async () =>
    (await listEmails(ctx, client, 1000)).filter(({ subject }) => subject.endsWith(`order VF${check.orderId}`));
  const [first, ...others] = await mails();
  assert.deepEqual([first!.to.address, others.length], [`${account.accountId}@administrator.test`, 0]);
  assert.doesNotMatch(first!.text, new RegExp(`Alex|${secret}`));
  await passWorkingDays(5);
  assert.equal((await mails()).length, 2);
  await answerQuery(ctx, client, { checkId: check.id, queryId, addressee: 'client' }, 'Yes');
  await passWorkingDays(30);
  assert.equal((await mails()).length, 2);
  const person = { name: 'Robin', email: 'robin@sample-care.test', role: 'standard' as const };
  const { id } = await createUser(ctx, 'system', account.accountId, person);
  const { check: theirs, reportId } = await submitted();
  await database.run(sql`update checks set ordered_by_user_id = ${id} where id = ${theirs.id}`);
  await askWithin(theirs.id, reportId, 'client');
  assert.equal((await listEmails(ctx, client, 1))[0]!.to.address, person.email);
});

const openTo = ({ subsidiaryIds = null, ...who }: Caller) =>
  findWaitingChecks(
    ctx.db,
    { ...who, subsidiaryIds },
    { kinds: ['query'], withoutRight: [], near: undefined, today: '2026-01-01' },
    100,
  );

test('open queries to the client are listed for those who see the order, and end with their report', async () => {
  const before = (await openTo(client)).length;
  const { check, queryId } = await asked('client');
  const listed = await openTo(client);
  assert.deepEqual([listed.length, listed.at(-1)?.query?.id], [before + 1, queryId]);
  assert.equal((await openTo({ ...client, subsidiaryIds: [ctx.newId()] })).length, 0);
  assert.equal((await openTo(caller('test'))).length, 0);
  await closeCheck(ctx, client, check.id, 'cancel');
  assert.equal((await openTo(client)).length, before);
  assert.equal((await only(check)).status, 'withdrawn');
  const event = { type: 'query.withdrawn', id: queryId, actor: client.actor, status: 'cancelled' };
  assert.deepEqual(await withdrawals(check.id), [event]);
  await passWorkingDays(6);
  assert.equal((await only(check)).chases, 0);
});

test('a query does not come back when its closed report is opened again', async () => {
  const { check, reportId, queryId } = await asked('client');
  const target = { checkId: check.id, reportId };
  const before = (await openTo(client)).length;
  await moveReport(ctx, desk, target, { move: 'resume' });
  const outcome = { result: 'clear' as const, subResult: null, findings: noFindings };
  await moveReport(ctx, desk, target, { move: 'complete', outcome });
  assert.deepEqual(await listDeadlines(ctx, client, check.id), []);
  await reopenReport(ctx, desk, target, 'reopen');
  const { status, endedBy } = await only(check);
  assert.deepEqual([status, endedBy], ['withdrawn', desk.actor]);
  const event = { type: 'query.withdrawn', id: queryId, actor: desk.actor, status: 'complete' };
  assert.deepEqual(await withdrawals(check.id), [event]);
  assert.equal((await openTo(client)).length, before - 1);
  await passWorkingDays(6);
  assert.equal((await only(check)).chases, 0);
});

test('a reference that is out with its referee is withdrawn when its report closes', async () => {
  const at = await employmentReport(ctx, client);
  const id = await requestReference(ctx, at, personnel);
  const { checkId } = (await database.row<{ checkId: string }>(
    sql`select check_id as "checkId" from report_references where id = ${id}`,
  ))!;
  assert.equal((await listDeadlines(ctx, client, checkId)).length, 1);
  await closeCheck(ctx, client, checkId, 'withdraw');
  assert.deepEqual(await listDeadlines(ctx, client, checkId), []);
  assert.deepEqual(await database.row(sql`select status from report_references where id = ${id}`), {
    status: 'withdrawn',
  });
  const event = { type: 'reference.withdrawn', id, actor: client.actor, status: 'withdrawn' };
  assert.deepEqual(await withdrawals(checkId), [event]);
});

test('a query ends when an outcome is proposed, so that nobody is chased while that awaits approval', async () => {
  const { check, reportId, queryId } = await asked();
  const target = { checkId: check.id, reportId };
  await moveReport(ctx, desk, target, { move: 'resume' });
  const outcome = { result: 'clear' as const, subResult: null, findings: noFindings };
  await moveReport(ctx, desk, target, { move: 'await_approval', outcome });
  assert.deepEqual([await waitingFor(reportId), (await only(check)).status], [null, 'withdrawn']);
  assert.deepEqual(await listDeadlines(ctx, client, check.id), []);
  const event = { type: 'query.withdrawn', id: queryId, actor: desk.actor, status: 'awaiting_approval' };
  assert.deepEqual(await withdrawals(check.id), [event]);
  await passWorkingDays(6);
  assert.equal((await only(check)).chases, 0);
});

test('nobody is chased for what was closed as unable to verify, also while that awaits approval', async () => {
  await changeAccountSettings(ctx, 'system', account.accountId, { approveUnidentified: true });
  const { check, reportId, queryId } = await asked();
  const screener = { userId: ctx.newId(), accounts: [account.accountId], permissions: roles.desk.screener };
  await closeUnverified(ctx, screener, reportId, { reason: 'no_reply', requestsSent: 4, notes: '' });
  assert.equal((await readCheck(ctx, client, check.id)).reports[0]!.status, 'awaiting_approval');
  assert.deepEqual([await waitingFor(reportId), (await only(check)).status], [null, 'withdrawn']);
  assert.deepEqual(await listDeadlines(ctx, client, check.id), []);
  const actor = `user:${screener.userId}`;
  const event = { type: 'query.withdrawn', id: queryId, actor, status: 'awaiting_approval' };
  assert.deepEqual(await withdrawals(check.id), [event]);
});
