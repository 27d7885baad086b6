// The day by which a form is asked for, where the first day of work or the urgency needs it earlier than the time for it ends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { openFormLink, saveAnswer } from '../../../src/features/candidate-form/form-actions.ts';
import {
  askForFormBy,
  extendSubmission,
  readFormDeadlines,
} from '../../../src/features/candidate-form/form-deadline-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import {
  formDeadlines,
  hurriedDeadlines,
  lastDayOf,
  nextReminder,
  submitByOf,
  wantedAtOf,
} from '../../../src/features/checks/form-deadline-schedule.ts';
import { changeUrgency } from '../../../src/features/checks/urgent-actions.ts';
import { takeDueDeadlines } from '../../../src/features/deadlines/deadline-jobs.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { deadlineHandlers } from '../../../src/features/housekeeping/deadlines.ts';
import { addReports } from '../../../src/features/orders/added-report-actions.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { recordWorkStart, removeWorkStart } from '../../../src/features/work-starts/work-start-actions.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { addDays, formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { placeWaiting, startForms } from './waiting-check.ts';

// From 4 March 2026 on, a Wednesday.
const { ctx, caller, passSeconds } = await startForms();
const by = caller('live');
const settings = { candidateReminderDays: 7, submissionWorkingDays: 60 };
const mailsOf = async (template: string, checkId: string) =>
  (await listEmails(ctx, by, 1000)).filter((mail) => mail.template === template && mail.checkId === checkId);
const today = () => ukDateOf(ctx.now());
const timeOf = async (checkId: string) => (await readFormDeadlines(ctx, by, await readCheck(ctx, by, checkId)))!;

const typeOf = (name: string) => catalogue.find((type) => type.name === name && type.variant === null)!;

async function passDay() {
  passSeconds(86_400);
  await takeDueDeadlines(ctx, deadlineHandlers);
}

test('a form is wanted so that the reports can be complete on the first day, else on the next working day before it', () => {
  const dueAt = new Date('2027-02-24T00:00:00Z');
  // A Monday.
  const wanted = (hurry: Partial<Parameters<typeof wantedAtOf>[1]>, end = dueAt) => {
    const at = wantedAtOf('2026-11-30', { workingDays: 10, ...hurry }, end, bankHolidays);
    return at && lastDayOf(at);
  };
  assert.equal(wanted({}), null, 'without a first day the time for the form is as it was');
  assert.equal(wanted({ startsOn: '2027-01-18' }), '2027-01-04');
  assert.equal(
    wanted({ startsOn: '2026-12-07' }),
    '2026-12-01',
    'the reports cannot be complete: the next working day',
  );
  assert.equal(wanted({ startsOn: '2026-12-01' }), '2026-11-30', 'tomorrow: today');
  assert.equal(wanted({ startsOn: '2026-11-16' }), '2026-12-01', 'somebody who works already');
  assert.equal(wanted({ isUrgent: true }), '2026-12-02');
  assert.equal(wanted({ isUrgent: true, startsOn: '2026-12-01' }), '2026-11-30');
  assert.equal(wanted({ isUrgent: true, startsOn: '2027-01-18' }), '2026-12-02');
  assert.equal(wanted({ startsOn: '2027-06-01' }), null, 'never later than the time for the form');
});

test('from two working days before that day the candidate is reminded on every working day, until five after it', () => {
  const placed = new Date('2026-11-30T16:00:00Z');
  const usual = formDeadlines(placed, settings, bankHolidays);
  const soon = hurriedDeadlines(usual, { startsOn: '2026-12-07', workingDays: 10 }, placed, settings, bankHolidays);
  assert.deepEqual(
    soon.map(({ dueAt, wantedAt = null }) => [dueAt, wantedAt]),
    [
      [new Date('2026-12-01T09:00:00Z'), null],
      [usual[1]!.dueAt, new Date('2026-12-02T00:00:00Z')],
    ],
  );
  assert.equal(hurriedDeadlines(usual, { workingDays: 10 }, placed, settings, bankHolidays), usual);
  const days = ['2026-12-04', '2026-12-08', '2026-12-09'];
  const next = days.map((day) =>
    ukDateOf(nextReminder(new Date(`${day}T09:00:00Z`), soon[1]!, settings, bankHolidays)),
  );
  assert.deepEqual(next, ['2026-12-07', '2026-12-15', '2026-12-16'], 'Monday after Friday, then as always');
  const far = { ...soon[1]!, wantedAt: new Date('2027-01-05T00:00:00Z') };
  assert.equal(ukDateOf(nextReminder(placed, far, settings, bankHolidays)), '2026-12-07', 'far off, as always');
});

test('the invitation and the reminders name the day and the first day of work, and nothing is cancelled on it', async () => {
  const startsOn = addDays(today(), 2);
  const { check } = await placeWaiting(ctx, by, { hurry: { startsOn } });
  await recordWorkStart(ctx, by, check.id, { startsOn });
  const wanted = addDays(today(), 1);
  const { submission } = await timeOf(check.id);
  assert.equal(submitByOf(submission), wanted);
  const [invitation] = await mailsOf('check_invitation', check.id);
  assert.match(invitation!.text, new RegExp(`first day of work is planned for ${formatLongDate(startsOn)}`));
  assert.match(invitation!.text, new RegExp(`submit the form by ${formatLongDate(wanted)}`));

  await passDay();
  const [first] = await mailsOf('form_reminder', check.id);
  assert.match(first!.subject, new RegExp(`by ${formatLongDate(wanted)}$`));
  assert.match(
    first!.text,
    new RegExp(`not submitted by ${formatLongDate(lastDayOf(submission.dueAt))}, the check is`),
  );
  await passDay();
  const [second] = await mailsOf('form_reminder', check.id);
  assert.match(second!.subject, /as soon as you can$/);
  assert.equal((await readCheck(ctx, by, check.id)).status, 'awaiting_applicant');
});

test('an order without a first day keeps its time, which follows once a day is said, and comes back when it is removed', async () => {
  const { check } = await placeWaiting(ctx, by);
  const [invitation] = await mailsOf('check_invitation', check.id);
  const before = await timeOf(check.id);
  assert.equal(before.submission.wantedAt, null);
  assert.match(invitation!.text, new RegExp(`by ${formatLongDate(lastDayOf(before.submission.dueAt))}`));
  assert.doesNotMatch(invitation!.text, /first day/);
  await recordWorkStart(ctx, by, check.id, { startsOn: addDays(today(), 8) });
  const hurried = await timeOf(check.id);
  assert.ok(submitByOf(hurried.submission) < addDays(today(), 8));
  assert.ok(hurried.reminder!.dueAt < before.reminder!.dueAt);
  assert.deepEqual(hurried.submission.dueAt, before.submission.dueAt, 'the end stays');
  await removeWorkStart(ctx, by, check.id);
  assert.equal((await timeOf(check.id)).submission.wantedAt, null);
});

test('a nearer day may be set, never one that has passed, and the candidate is told at once', async () => {
  const { check } = await placeWaiting(ctx, by);
  const { submission } = await timeOf(check.id);
  const last = lastDayOf(submission.dueAt);
  for (const day of [addDays(today(), -1), addDays(last, 1), 'soon', '2026-02-30'])
    await assert.rejects(askForFormBy(ctx, by, check.id, day), { reason: 'invalid_fields' }, day);
  const reader = { ...by, permissions: ['read_checks'] };
  await assert.rejects(askForFormBy(ctx, reader, check.id, today()), { reason: 'not_permitted' });
  const day = addDays(today(), 2);
  await askForFormBy(ctx, by, check.id, day);
  assert.equal(submitByOf((await timeOf(check.id)).submission), day);
  const [told] = await mailsOf('form_reminder', check.id);
  assert.match(told!.subject, new RegExp(`by ${formatLongDate(day)}$`));
  await askForFormBy(ctx, by, check.id, last);
  assert.equal((await timeOf(check.id)).submission.wantedAt, null);
});

test('a day that somebody chose stays where the first day of work does', async () => {
  const { check } = await placeWaiting(ctx, by);
  const startsOn = addDays(today(), 40);
  await recordWorkStart(ctx, by, check.id, { startsOn });
  const chosen = addDays(today(), 2);
  await askForFormBy(ctx, by, check.id, chosen);
  const condition = { completeBy: addDays(startsOn, 30), risk: 'Supervised by a colleague.' };
  await recordWorkStart(ctx, by, check.id, { startsOn, condition });
  assert.equal(submitByOf((await timeOf(check.id)).submission), chosen);
  await recordWorkStart(ctx, by, check.id, { startsOn: addDays(startsOn, 20) });
  assert.ok(submitByOf((await timeOf(check.id)).submission) > chosen, 'another first day needs another day');
});

test('a first day after the end of the time for the form counts once that time is longer', async () => {
  const { check } = await placeWaiting(ctx, by);
  const last = lastDayOf((await timeOf(check.id)).submission.dueAt);
  const startsOn = addDays(last, 30);
  await recordWorkStart(ctx, by, check.id, { startsOn });
  assert.equal((await timeOf(check.id)).submission.wantedAt, null);
  await extendSubmission(ctx, by, check.id, 40);
  const { submission } = await timeOf(check.id);
  assert.ok(submitByOf(submission) < startsOn && startsOn < lastDayOf(submission.dueAt));
});

test('the candidate gets one mail with a nearer day, also where it is sent twice', async () => {
  const { check } = await placeWaiting(ctx, by);
  const day = addDays(today(), 3);
  await askForFormBy(ctx, by, check.id, day);
  await askForFormBy(ctx, by, check.id, day);
  assert.equal((await mailsOf('form_reminder', check.id)).length, 1);
  await askForFormBy(ctx, by, check.id, addDays(day, -1));
  assert.equal((await mailsOf('form_reminder', check.id)).length, 2, 'another day is told');
});

test('an order that is made urgent a second time wants its form as from the first time', async () => {
  await changeAccountSettings(ctx, 'system', by.accountId, { urgentOrders: true, urgentPounds: 0 });
  const { check } = await placeWaiting(ctx, by, { reports: ['right_to_work'] });
  const urgent = (isUrgent: boolean) => changeUrgency(ctx, by, check.id, { isUrgent, confirmedPence: 0 });
  await urgent(true);
  const first = submitByOf((await timeOf(check.id)).submission);
  await passDay();
  await urgent(false);
  assert.notEqual(submitByOf((await timeOf(check.id)).submission), first);
  await urgent(true);
  assert.equal(submitByOf((await timeOf(check.id)).submission), first);
});

test('a slower report that is added wants the form earlier, and a faster one leaves its day', async () => {
  const [fast, slow] = [typeOf('right_to_work'), typeOf('activity')];
  assert.ok(fast.workingDays!.value < slow.workingDays!.value);
  const startsOn = addDays(today(), 40);
  const { check } = await placeWaiting(ctx, by, { reports: ['right_to_work'], hurry: { startsOn } });
  await recordWorkStart(ctx, by, check.id, { startsOn });
  const before = submitByOf((await timeOf(check.id)).submission);
  await addReports(ctx, by, check.id, [slow]);
  const after = submitByOf((await timeOf(check.id)).submission);
  assert.ok(after < before, `${after} is before ${before}`);
  await askForFormBy(ctx, by, check.id, addDays(today(), 3));
  await addReports(ctx, by, check.id, [typeOf('identity')]);
  assert.equal(
    submitByOf((await timeOf(check.id)).submission),
    addDays(today(), 3),
    'the day that somebody chose stays',
  );
});

test('a page that the form does not have is not saved', async () => {
  const { token } = await placeWaiting(ctx, by, { reports: ['right_to_work'] });
  const { front } = await openFormLink(ctx, token, undefined);
  const form = { ...front, saved: new Map(), order: { facts: {} } } as unknown as Parameters<typeof saveAnswer>[1];
  await assert.rejects(saveAnswer(ctx, form, 'no-such-page', { answer: {}, seenVersion: 0 }), { reason: 'not_found' });
});
