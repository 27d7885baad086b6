// The time to submit the form: reminders, the notice, the cancelled order, and more time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import {
  extendSubmission,
  readFormDeadlines,
  remindNow,
} from '../../../src/features/candidate-form/form-deadline-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, completeForm, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import {
  extendedSubmission,
  formDeadlines,
  lastDayOf,
  nextReminder,
} from '../../../src/features/checks/form-deadline-schedule.ts';
import { takeDueDeadlines } from '../../../src/features/deadlines/deadline-jobs.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { deadlineHandlers } from '../../../src/features/housekeeping/deadlines.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { upTo } from '../../support/limited-loops.ts';
import { placeWaiting, startForms } from './waiting-check.ts';

const { ctx, database, caller, account, passSeconds } = await startForms();
const by = caller('live');
const DAY = 86_400;
const settings = { candidateReminderDays: 7, submissionWorkingDays: 60 };
const day = (at: Date | undefined) => at?.toISOString().slice(0, 10);

async function passDays(days: number) {
  passSeconds(days * DAY);
  await takeDueDeadlines(ctx, deadlineHandlers);
}

const mailsOf = async (template: string, checkId: string | null) =>
  (await listEmails(ctx, by, 1000)).filter((mail) => mail.template === template && mail.checkId === checkId);

const eventsOf = async (checkId: string) =>
  (
    await database.rows<{ type: string }>(
      sql`select type from events where check_id = ${checkId} order by occurred_at, id`,
    )
  ).map(({ type }) => type);

test('the schedule: reminders on working days, the last one with the notice five working days before the end', () => {
  const placed = new Date('2026-11-26T09:00:00Z');
  const [reminder, submission] = formDeadlines(placed, settings, bankHolidays);
  assert.deepEqual([day(reminder!.dueAt), lastDayOf(submission!.dueAt)], ['2026-12-03', '2027-02-23']);
  for (const [now, next] of [
    ['2026-12-03', '2026-12-10'],
    ['2026-12-18', '2026-12-29'],
    ['2027-02-11', '2027-02-16'],
    ['2027-02-16', '2027-02-23'],
  ]) {
    assert.equal(day(nextReminder(new Date(`${now}T09:00:00Z`), submission!, settings, bankHolidays)), next, now);
  }
});

test('the form can be submitted on the whole of the last day, also when the clocks change before it', () => {
  const placed = new Date('2026-10-01T00:30:00+01:00');
  const [, submission] = formDeadlines(placed, { ...settings, submissionWorkingDays: 20 }, bankHolidays);
  assert.equal(lastDayOf(submission!.dueAt), '2026-10-29');
  assert.deepEqual(submission!.dueAt, new Date('2026-10-30T00:00:00Z'));
  const [, inSummer] = formDeadlines(
    new Date('2026-03-20T18:00:00Z'),
    { ...settings, submissionWorkingDays: 7 },
    bankHolidays,
  );
  assert.equal(lastDayOf(inSummer!.dueAt), '2026-03-31');
  assert.deepEqual(inSummer!.dueAt, new Date('2026-03-31T23:00:00Z'));
  const longer = extendedSubmission(submission!.dueAt, placed, 5, bankHolidays);
  assert.deepEqual([lastDayOf(longer), longer], ['2026-11-05', new Date('2026-11-06T00:00:00Z')]);
});

test('an order is not cancelled on the last day that was promised, but once it is over', async () => {
  const { check } = await placeWaiting(ctx, by);
  const { dueAt } = (await readFormDeadlines(ctx, by, check))!.submission;
  const passUntil = async (at: number) => {
    passSeconds((at - ctx.now().getTime()) / 1000);
    await takeDueDeadlines(ctx, deadlineHandlers);
    return (await readCheck(ctx, by, check.id)).status;
  };
  assert.equal(await passUntil(dueAt.getTime() - 1000), 'awaiting_applicant');
  const [mail] = await mailsOf('form_reminder', check.id);
  assert.ok(mail!.text.includes(`submitted by ${formatLongDate(ukDateOf(ctx.now()))}`));
  assert.equal(await passUntil(dueAt.getTime()), 'cancelled');
});

test('the candidate is reminded by mail until the form is submitted', async () => {
  const { check } = await placeWaiting(ctx, by);
  await passDays(6);
  assert.equal((await mailsOf('form_reminder', check.id)).length, 0);
  await passDays(1);
  const [mail] = await mailsOf('form_reminder', check.id);
  assert.match(mail!.text, /\/form\/[\w-]{87}\n/);
  assert.match(mail!.text, /cancelled/);
  await passDays(7);
  assert.equal((await mailsOf('form_reminder', check.id)).length, 2);
  await completeForm(ctx, by, check.id, (await readCheck(ctx, by, check.id)).order.facts);
  await passDays(100);
  assert.equal((await mailsOf('form_reminder', check.id)).length, 2);
  assert.equal((await readCheck(ctx, by, check.id)).status, 'in_progress');
});

test('an order without its form is cancelled at the end of the time, after a notice to the candidate and the client', async () => {
  const { check } = await placeWaiting(ctx, by);
  const deadlines = (await readFormDeadlines(ctx, by, check))!;
  const notices = async () => mailsOf('submission_notice', null);
  const before = (await notices()).length;
  const daysTo = (at: Date) => Math.ceil((at.getTime() - ctx.now().getTime()) / (DAY * 1000));
  for (const _ of upTo(100, 'the notice')) {
    if (daysTo(deadlines.submission.dueAt) <= 7) break;
    await passDays(1);
  }
  assert.equal((await notices()).length, before + 1);
  const [notice] = await notices();
  assert.match(notice!.subject, new RegExp(`^Order VF${check.orderId} is cancelled on`));
  assert.doesNotMatch(notice!.text, /Alex|Sample\b(?! Care)/);
  const reminders = await mailsOf('form_reminder', check.id);
  assert.ok(reminders.length >= 11, `${reminders.length} reminders`);
  await passDays(daysTo(deadlines.submission.dueAt));
  assert.equal((await readCheck(ctx, by, check.id)).status, 'cancelled');
  assert.equal((await notices()).length, before + 1);
  assert.deepEqual((await eventsOf(check.id)).slice(-4).sort(), [
    'check.cancelled',
    'report.cancelled',
    'report.cancelled',
    'report.cancelled',
  ]);
});

test('a candidate who was invited is told when the check is closed before it is complete, and why', async () => {
  const mailOf = async (checkId: string) => (await mailsOf('check_closed', checkId)).map(({ text }) => text);
  const { check: withdrawn } = await placeWaiting(ctx, by);
  await closeCheck(ctx, by, withdrawn.id, 'withdraw');
  const [told, ...more] = await mailOf(withdrawn.id);
  assert.match(
    told!,
    /that Sample Care asked for is closed, and will not go on\.[\s\S]*You can ask for a copy of it[\s\S]*\/form\//,
  );
  assert.deepEqual(more, []);
  const { check: late } = await placeWaiting(ctx, by);
  const { dueAt } = (await readFormDeadlines(ctx, by, late))!.submission;
  passSeconds((dueAt.getTime() - ctx.now().getTime()) / 1000);
  await takeDueDeadlines(ctx, deadlineHandlers);
  const [expired, ...others] = await mailOf(late.id);
  assert.match(expired!, /The time to submit the form of the background check that Sample Care asked for is over/);
  assert.deepEqual(others, []);
  const { check: submitted } = await placeWaiting(ctx, by);
  await completeForm(ctx, by, submitted.id, submitted.order.facts);
  for (const { id: reportId } of submitted.reports) {
    await moveReport(ctx, by, { checkId: submitted.id, reportId }, { move: 'cancel' });
  }
  assert.equal((await readCheck(ctx, by, submitted.id)).status, 'cancelled');
  assert.equal((await mailOf(submitted.id)).length, 1);
});

test('more time moves the end and brings a new notice; only who may give it does', async () => {
  const { check } = await placeWaiting(ctx, by);
  const before = (await readFormDeadlines(ctx, by, check))!.submission.dueAt;
  await assert.rejects(extendSubmission(ctx, { ...by, permissions: ['read_checks'] }, check.id, 10), {
    reason: 'not_permitted',
  });
  await assert.rejects(extendSubmission(ctx, by, check.id, 3), { reason: 'invalid_fields' });
  const after = await extendSubmission(ctx, by, check.id, 10);
  assert.ok(after.getTime() - before.getTime() >= 14 * DAY * 1000);
  assert.deepEqual((await readFormDeadlines(ctx, by, check))!.submission.dueAt, after);
  await remindNow(ctx, by, check.id);
  assert.equal((await mailsOf('form_reminder', check.id)).length, 1);
  await closeCheck(ctx, by, check.id, 'withdraw');
  assert.equal(await readFormDeadlines(ctx, by, await readCheck(ctx, by, check.id)), undefined);
  await assert.rejects(extendSubmission(ctx, by, check.id, 10), { reason: 'state_does_not_allow' });
  await assert.rejects(remindNow(ctx, by, check.id), { reason: 'state_does_not_allow' });
});

test("an account's own settings count for its next orders", async () => {
  await changeAccountSettings(ctx, 'system', account.accountId, { candidateReminderDays: 2, submissionWorkingDays: 6 });
  const { check } = await placeWaiting(ctx, by);
  const { reminder, submission } = (await readFormDeadlines(ctx, by, check))!;
  assert.ok(reminder!.dueAt.getTime() - ctx.now().getTime() <= 5 * DAY * 1000);
  assert.ok(submission.dueAt.getTime() - ctx.now().getTime() <= 14 * DAY * 1000);
});
