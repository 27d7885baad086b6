// References: asked by mail, reminded four times, answered behind a link and a code, declined, taken by telephone.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { eraseApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { attachFile, listAttachments } from '../../../src/features/attachments/attachment-actions.ts';
import { readCheck, readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { advanceTestClock } from '../../../src/features/checks/sandbox-actions.ts';
import { takeDueDeadlines } from '../../../src/features/deadlines/deadline-jobs.ts';
import { readDraft, saveDraft } from '../../../src/features/drafts/draft-actions.ts';
import { enterCode, sendCode } from '../../../src/features/mailed-links/access-actions.ts';
import { tokenOf } from '../../../src/features/mailed-links/link-tokens.ts';
import { questionnaires } from '../../../src/features/references/questionnaires.ts';
import {
  askAgain,
  changeReferee,
  compareReference,
  listReferences,
  requestReference,
  withdrawReference,
} from '../../../src/features/references/reference-actions.ts';
import {
  beginCorrection,
  chooseScope,
  endCorrection,
  openReferenceLink,
  referenceLink,
  saveSection,
  sendReference,
} from '../../../src/features/references/reference-answer-actions.ts';
import { authenticateReferee } from '../../../src/features/references/reference-authentication-actions.ts';
import { chaseReferee } from '../../../src/features/references/reference-deadlines.ts';
import {
  declineReference,
  reconsiderReference,
  removeLetter,
  retractReference,
} from '../../../src/features/references/reference-decline-actions.ts';
import { referenceJobs } from '../../../src/features/references/reference-jobs.ts';
import { recordCall } from '../../../src/features/references/reference-record-actions.ts';
import {
  readNextReminder,
  readReminders,
  setNextReminder,
} from '../../../src/features/references/reference-reminder-actions.ts';
import { takeOver, withTakenOver } from '../../../src/features/references/reference-take-over-actions.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { openLocalFileStore } from '../../../src/platform/files/local-file-store.ts';
import { makeAccount } from '../../support/accounts.ts';
import { startForms } from '../candidate-form/waiting-check.ts';
import { ask, codeIn, employmentReport, mailsTo, personnel, tokenIn } from './asked-references.ts';

const { ctx: bare, database, account, caller, passSeconds } = await startForms();
const dataDir = mkdtempSync(join(tmpdir(), 'probity-references-'));
after(() => rmSync(dataDir, { recursive: true }));
const ctx = {
  ...bare,
  settings: { ...bare.settings, dataDir },
  files: await openLocalFileStore(join(dataDir, 'files')),
};
const by = caller('test');
const DAY = 86_400;

const refused = (reason: string) => (error: unknown) => error instanceof Refusal && error.reason === reason;

type Asked = Awaited<ReturnType<typeof ask>>;

const stateOf = async ({ at }: Asked) => (await listReferences(ctx, by, at.report.id))[0]!;
const newestToken = async ({ at }: Asked) =>
  tokenIn((await mailsTo(ctx, by, at.check.id, 'reference_request'))[0]!.text);

const waitingFor = async ({ at }: Asked) =>
  (await database.row<{ waiting_for: string | null }>(sql`select waiting_for from reports where id = ${at.report.id}`))!
    .waiting_for;

/** Opens the newest link with its code. */
async function opened(asked: Asked, token?: string) {
  const link = token ?? (await newestToken(asked));
  const { front } = await openReferenceLink(ctx, link, undefined);
  passSeconds(60);
  assert.deepEqual(await sendCode(ctx, referenceLink(front)), { sent: true });
  const [mail] = await mailsTo(ctx, by, asked.at.check.id, 'reference_code');
  const entered = await enterCode(ctx, referenceLink(front), codeIn(mail!.text));
  assert.equal(entered.is, 'right');
  const session = entered.is === 'right' ? entered.sessionToken : '';
  const { form } = await openReferenceLink(ctx, link, session);
  return { form: form!, session, token: link };
}

const authentication = { step: 'switchboard_call', by: '020 7946 0000, from their site' };

const sections = Object.fromEntries(questionnaires.standard.sections.map((section) => [section.key, section]));
const typed: Readonly<Record<string, Record<string, string>>> = {
  employment: {
    ...{ 'from-day': '1', 'from-month': '6', 'from-year': '2019', still_there: 'no', role: 'Driver' },
    ...{ 'to-day': '', 'to-month': '6', 'to-year': '2023' },
  },
  leaving: { employment_type: 'full_time', reason: 'Resigned' },
  conduct: { disciplinary: 'no', rehire: 'yes' },
  referee: { referee_name: 'Pat Referee' },
};

test('the mail to a referee names the day by which an answer helps, where the report has a due date', async () => {
  const asked = await ask(ctx, by);
  const mailOf = async () => (await mailsTo(ctx, by, asked.at.check.id, 'reference_request'))[0]!.text;
  await database.run(sql`update reports set due_on = null where id = ${asked.at.report.id}`);
  await askAgain(ctx, asked.at.caller, asked.id);
  assert.doesNotMatch(await mailOf(), /An answer by/);
  const dueOn = addDays(ukDateOf(ctx.now()), 400);
  await database.run(sql`update reports set due_on = ${dueOn} where id = ${asked.at.report.id}`);
  passSeconds(60);
  await askAgain(ctx, asked.at.caller, asked.id);
  assert.match(await mailOf(), /\nAn answer by \d+ [A-Z][a-z]+ 20\d\d helps us to finish the check in time\.\n/);
});

test('a request by mail names the candidate and the employer alone, and the report waits for the source', async () => {
  const asked = await ask(ctx, by);
  const [mail] = await mailsTo(ctx, by, asked.at.check.id, 'reference_request');
  assert.equal(mail!.to.address, 'hr@acme.test');
  assert.match(mail!.text, /a reference on the employment of Alex Sample at Acme Ltd, as part of a background check/);
  assert.match(mail!.text, /about 15 questions, which take about 5 minutes/);
  assert.doesNotMatch(mail!.text, /Driver|2019|candidate\.test/);
  assert.match(mail!.subject, /^Sample Care asks you for a reference \(VF\d+\)$/);
  assert.equal(await waitingFor(asked), 'source');
});

test('the referee answers section by section on two devices, and sends', async () => {
  const asked = await ask(ctx, by);
  const first = await opened(asked);
  await chooseScope(ctx, first.form, 'whole');
  assert.equal(await saveSection(ctx, first.form, sections.employment!, typed.employment!), undefined);
  assert.equal(await sendReference(ctx, first.form), false, 'questions are left');
  const second = await opened(asked, first.token);
  assert.equal(second.form.reference.reply.answers.from, '2019-06-01');
  for (const key of ['leaving', 'conduct', 'referee']) {
    assert.equal(await saveSection(ctx, second.form, sections[key]!, typed[key]!), undefined);
  }
  assert.deepEqual(Object.keys((await saveSection(ctx, second.form, sections.conduct!, {})) ?? {}), [
    'disciplinary',
    'rehire',
  ]);
  assert.equal(await sendReference(ctx, second.form), true);
  const { status, reply } = await stateOf(asked);
  assert.deepEqual([status, reply.answers.to, reply.scope], ['answered', '2023-06', 'whole']);
  assert.equal(await waitingFor(asked), null);
  const { front, form } = await openReferenceLink(ctx, first.token, first.session);
  assert.deepEqual([front.isOpen, form?.isOpen], [false, false]);
  await assert.rejects(chooseScope(ctx, second.form, 'factual'), refused('state_does_not_allow'));
});

/** Every question is answered, and the reference sent. */
async function answerAll(asked: Asked, from: Readonly<Record<string, string>> = {}) {
  const one = await opened(asked);
  await chooseScope(ctx, one.form, 'whole');
  for (const [key, fields] of Object.entries(typed)) {
    const given = key === 'employment' ? { ...fields, ...from } : fields;
    assert.equal(await saveSection(ctx, one.form, sections[key]!, given), undefined);
  }
  assert.equal(await sendReference(ctx, one.form), true);
  return one;
}

test('who sent a reference gets a mail without what it says, and reads it again behind the link and a code', async () => {
  const asked = await ask(ctx, by);
  const { token } = await answerAll(asked);
  const [mail] = await mailsTo(ctx, by, asked.at.check.id, 'reference_sent');
  assert.equal(mail!.to.address, 'hr@acme.test');
  assert.match(mail!.text, /we received your reference on Alex Sample for/);
  assert.doesNotMatch(mail!.text, /Driver|2019|warning/i);
  assert.doesNotMatch(mail!.subject, /Alex/);
  assert.equal(tokenIn(mail!.text), token);
  const { form } = await opened(asked, tokenIn(mail!.text));
  assert.deepEqual([form.isSent, form.isOpen, form.sent.answers.role], [true, false, 'Driver']);
});

test('a referee corrects what they sent: both versions stay, and it has to be taken over anew', async () => {
  const asked = await ask(ctx, by);
  const { token } = await answerAll(asked);
  await takeOver(ctx, asked.at.caller, asked.id, { given: authentication });
  passSeconds(60);
  const { form } = await opened(asked, token);
  await assert.rejects(
    saveSection(ctx, form, sections.employment!, typed.employment!),
    refused('state_does_not_allow'),
  );
  await beginCorrection(ctx, form);
  const right = { ...typed.employment!, 'from-month': '3' };
  await saveSection(ctx, form, sections.employment!, right);
  const begun = await stateOf(asked);
  assert.deepEqual([begun.reply.answers.from, begun.takenOverAt === null], ['2019-06-01', false]);
  await assert.rejects(declineReference(ctx, form, 'No'), refused('state_does_not_allow'));
  passSeconds(60);
  assert.equal(await sendReference(ctx, form), true);
  const { reply, takenOverAt, status } = await stateOf(asked);
  assert.deepEqual(
    [status, reply.answers.from, reply.correction, takenOverAt],
    ['answered', '2019-03-01', undefined, null],
  );
  assert.deepEqual(
    reply.earlier!.map(({ answers }) => answers.from),
    ['2019-06-01'],
  );
  assert.deepEqual((await withTakenOver(ctx, by, asked.at.report)).findings, asked.at.report.findings);
  assert.equal((await mailsTo(ctx, by, asked.at.check.id, 'reference_sent')).length, 2);
  const [row] = await database.rows<{ is_listed: boolean }>(sql`
    select status <> 'withdrawn' and taken_over_at is null as is_listed from report_references where id = ${asked.id}`);
  assert.equal(row!.is_listed, true, 'the list of references has it again');
});

test('a correction that corrects nothing is no version, and one that is left leaves what was sent', async () => {
  const asked = await ask(ctx, by);
  const { token } = await answerAll(asked);
  const { form } = await opened(asked, token);
  await beginCorrection(ctx, form);
  assert.equal(await sendReference(ctx, form), true);
  assert.equal((await stateOf(asked)).reply.earlier, undefined);
  await beginCorrection(ctx, form);
  await chooseScope(ctx, form, 'factual');
  await endCorrection(ctx, form);
  const { reply } = await stateOf(asked);
  assert.deepEqual([reply.scope, reply.correction], ['whole', undefined]);
});

const letter = (name: string) => ({
  ...{ fileToken: ctx.newId(), fileName: name, description: 'From the referee' },
  content: (async function* () {
    yield Buffer.from(`${name} ${'x'.repeat(2000)}`);
  })(),
});

test('a letter is at the desk once it is sent, one that is taken away goes with the correction, and one that is left does not', async () => {
  const asked = await ask(ctx, by);
  const { check } = asked.at;
  const scope = { ...by, subsidiaryIds: null };
  const atDesk = async () => (await listAttachments(ctx, scope, check.orderId)).map(({ fileName }) => fileName);
  const open = await opened(asked);
  const add = (name: string) => attachFile(ctx, open.form.caller, { ...letter(name), orderId: check.orderId });
  const wrong = await add('wrong.txt');
  await add('right.txt');
  assert.deepEqual(await atDesk(), []);
  await removeLetter(ctx, open.form, wrong.fileToken);
  await answerAll(asked);
  assert.deepEqual(await atDesk(), ['right.txt']);
  passSeconds(60);
  const { form } = await opened(asked, open.token);
  const [right] = await listAttachments(ctx, form.caller, check.orderId);
  await beginCorrection(ctx, form);
  passSeconds(60);
  await add('newer.txt');
  await removeLetter(ctx, form, right!.fileToken);
  assert.deepEqual(await atDesk(), ['right.txt'], 'nothing changes before it is sent');
  await endCorrection(ctx, form);
  assert.deepEqual(await sealedNames(), ['right.txt']);
  await beginCorrection(ctx, form);
  await add('newest.txt');
  await removeLetter(ctx, form, right!.fileToken);
  passSeconds(60);
  assert.equal(await sendReference(ctx, form), true);
  assert.deepEqual(await atDesk(), ['newest.txt']);
  assert.equal((await stateOf(asked)).reply.earlier!.length, 1, 'the letters are a correction of their own');
  await assert.rejects(removeLetter(ctx, form, right!.fileToken), refused('state_does_not_allow'));

  async function sealedNames() {
    return (await listAttachments(ctx, form.caller, check.orderId)).map(({ fileName }) => fileName);
  }
});

test('a referee takes back what they sent with its letters, or what they declined, and the desk reads why', async () => {
  const asked = await ask(ctx, by);
  const { token } = await answerAll(asked);
  const { form, session } = await opened(asked, token);
  await assert.rejects(retractReference(ctx, form, ''), refused('invalid_fields'));
  await retractReference(ctx, form, 'It is not about a person I know');
  const { status, reply } = await stateOf(asked);
  assert.deepEqual(
    [status, reply],
    ['declined', { answers: {}, declined: 'Withdrawn after it was sent. It is not about a person I know' }],
  );
  const after = (await openReferenceLink(ctx, token, session)).form!;
  assert.deepEqual([after.isSent, after.isDeclined, after.mayReconsider], [false, true, true]);
  await assert.rejects(retractReference(ctx, after, 'Again'), refused('state_does_not_allow'));
  await reconsiderReference(ctx, after);
  assert.deepEqual([(await stateOf(asked)).status, await waitingFor(asked)], ['requested', 'source']);
  await answerAll(asked);
  assert.equal((await stateOf(asked)).status, 'answered');
});

test('once an outcome rests on a reference its referee cannot correct it any more', async () => {
  const asked = await ask(ctx, by);
  const { token } = await answerAll(asked);
  const { report, caller: screener, check } = asked.at;
  await takeOver(ctx, screener, asked.id, { given: authentication });
  passSeconds(60);
  const { form } = await opened(asked, token);
  await beginCorrection(ctx, form);
  const { findings } = await withTakenOver(ctx, by, report);
  await moveReport(
    ctx,
    screener,
    { checkId: check.id, reportId: report.id },
    {
      move: 'await_approval',
      outcome: { result: 'consider', subResult: null, findings },
      demands: () => ['asked_for'],
    },
  );
  await assert.rejects(sendReference(ctx, form), refused('state_does_not_allow'));
  const again = await opened(asked, token);
  assert.deepEqual([again.form.isSent, again.form.mayCorrect, again.form.isCorrecting], [true, false, false]);
  await assert.rejects(beginCorrection(ctx, again.form), refused('state_does_not_allow'));
});

/** Does the jobs that the closing of a report has enqueued. */
async function tellReferees(asked: Asked): Promise<void> {
  const jobs = await database.rows<{ payload: Record<string, unknown> }>(sql`
    select j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'tell_referee'`);
  const own = jobs.filter(({ payload }) => payload.referenceId === asked.id);
  for (const { payload } of own) await referenceJobs(ctx).tell_referee!(payload);
}

test('a referee who has not answered learns that the reference is no longer needed, by whom it ever ends', async () => {
  const told = async (one: Asked) => (await mailsTo(ctx, by, one.at.check.id, 'reference_not_needed')).length;
  const withdrawn = await ask(ctx, by);
  await withdrawReference(ctx, withdrawn.at.caller, withdrawn.id);
  assert.equal(await told(withdrawn), 1);

  const closed = await ask(ctx, by);
  await closeCheck(ctx, { ...by, permissions: ['order_checks'] }, closed.at.check.id, 'withdraw');
  await tellReferees(closed);
  const [mail] = await mailsTo(ctx, by, closed.at.check.id, 'reference_not_needed');
  assert.equal(mail!.to.address, 'hr@acme.test');
  assert.match(mail!.subject, /^The reference for Sample Care is no longer needed \(VF\d+\)$/);

  const silent = await ask(ctx, by);
  await database.run(sql`update report_references set status = 'unanswered' where id = ${silent.id}`);
  await closeCheck(ctx, { ...by, permissions: ['order_checks'] }, silent.at.check.id, 'cancel');
  await tellReferees(silent);
  assert.equal(await told(silent), 1);
  await tellReferees(silent);
  assert.equal(await told(silent), 1, 'not again when the report is opened and closed once more');
  await database.run(
    sql`update report_references set mailed_at = mailed_at + interval '1 hour' where id = ${silent.id}`,
  );
  await tellReferees(silent);
  assert.equal(await told(silent), 2, 'they were asked again meanwhile');

  const answered = await ask(ctx, by);
  await answerAll(answered);
  const called = await ask(ctx, by, { by: 'telephone' });
  for (const one of [answered, called]) {
    await closeCheck(ctx, { ...by, permissions: ['order_checks'] }, one.at.check.id, 'withdraw');
    await tellReferees(one);
    assert.equal(await told(one), 0);
  }
});

test('what is taken over fills the breakdown of the open report, until an outcome includes it', async () => {
  const asked = await ask(ctx, by);
  const { form } = await opened(asked);
  await chooseScope(ctx, form, 'whole');
  for (const [key, fields] of Object.entries(typed)) await saveSection(ctx, form, sections[key]!, fields);
  await sendReference(ctx, form);
  const { report, caller: screener } = asked.at;
  assert.deepEqual((await withTakenOver(ctx, by, report)).findings, report.findings);
  await authenticateReferee(ctx, screener, asked.id, { step: 'switchboard_call', by: '020 7946 0000' });
  await takeOver(ctx, screener, asked.id);
  const { breakdown, notes } = (await withTakenOver(ctx, by, report)).findings;
  assert.equal(breakdown.dates!.result, 'consider');
  assert.equal(breakdown.dates!.properties!.difference_days, 92);
  assert.equal(breakdown.referee_authenticated!.result, 'switchboard_call');
  assert.match(notes, /the start differs by 92 days/);
});

test('a good reference that is taken over after an outcome was sent back leaves what the adverse one said', async () => {
  const at = await employmentReport(ctx, by);
  const all: Record<string, string> = Object.assign({}, ...Object.values(typed));
  const takeDown = async (entryKey: string, answers: Record<string, string>) => {
    const id = await requestReference(ctx, at, { ...personnel, by: 'telephone', entryKey });
    const call = { person: 'Pat Referee', number: '020 7946 0000' };
    await recordCall(ctx, at.caller, id, { call, authentication, scope: 'whole', typed: { ...all, ...answers } });
    passSeconds(60);
    await takeOver(ctx, at.caller, id);
    const report = (await readCheck(ctx, by, at.check.id)).reports[0]!;
    return (await withTakenOver(ctx, by, report)).findings;
  };
  const theft = { disciplinary_details: 'Theft', rehire_details: 'Theft' };
  const first = await takeDown('activities-0', { disciplinary: 'yes', rehire: 'no', ...theft });
  passSeconds(60);
  const target = { checkId: at.check.id, reportId: at.report.id };
  const permissions = ['record_outcomes', 'approve_outcomes'];
  await moveReport(ctx, { ...at.caller, permissions }, target, {
    move: 'await_approval',
    outcome: { result: 'consider', subResult: null, findings: first },
    demands: () => ['asked_for'],
  });
  const reviewer = { ...at.caller, actor: 'user:00000000-0000-7000-8000-0000000000bb', permissions } as const;
  await moveReport(ctx, reviewer, target, { move: 'need_more' });
  const { breakdown, properties } = await takeDown('activities-1', {});
  assert.deepEqual([breakdown.conduct, breakdown.rehire], [first.breakdown.conduct, first.breakdown.rehire]);
  assert.equal((properties.employments as unknown[]).length, 2);
});

test('a referee declines with a reason; the screener may ask again or take it by telephone', async () => {
  const asked = await ask(ctx, by);
  const { form } = await opened(asked);
  await assert.rejects(declineReference(ctx, form, ''), refused('invalid_fields'));
  await declineReference(ctx, form, 'We have no records of them');
  assert.deepEqual([(await stateOf(asked)).status, await waitingFor(asked)], ['declined', null]);
  const { caller: screener } = asked.at;
  await askAgain(ctx, screener, asked.id);
  assert.deepEqual([(await stateOf(asked)).status, await waitingFor(asked)], ['requested', 'source']);
  const call = { person: 'Pat Referee', number: '020 7946 0000' };
  const taken = { call, authentication, scope: 'factual' as const };
  const all = Object.assign({}, ...Object.values(typed)) as Record<string, string>;
  await assert.rejects(
    recordCall(ctx, screener, asked.id, { ...taken, authentication: { step: undefined, by: '' }, typed: {} }),
    (error: unknown) => {
      assert.ok(error instanceof Refusal);
      assert.deepEqual(Object.keys(error.fields), ['from-day', 'still_there', 'role', 'referee_name', 'step']);
      return true;
    },
  );
  await recordCall(ctx, screener, asked.id, { ...taken, typed: all });
  const { status, reply } = await stateOf(asked);
  assert.deepEqual([status, reply.call, reply.answers.reason], ['answered', taken.call, undefined]);
  assert.equal(await waitingFor(asked), null);
});

test('a referee who does not answer is reminded four times with a fresh link, then the report waits for its screener', async () => {
  const asked = await ask(ctx, by);
  const mails = () => mailsTo(ctx, by, asked.at.check.id, 'reference_request');
  const passDays = async (days: number) => {
    for (let day = 0; day < days; day += 1) {
      await advanceTestClock(ctx, by, DAY);
      await takeDueDeadlines(ctx, [chaseReferee]);
    }
  };
  await passDays(1);
  assert.equal((await mails()).length, 1, 'is not due yet');
  await passDays(20);
  const sent = await mails();
  assert.equal(sent.length, 5);
  assert.match(sent[0]!.subject, /^Reminder/);
  assert.equal(new Set(sent.map(({ text }) => tokenIn(text))).size, 2, 'the reminders carry the same fresh link');
  assert.deepEqual([(await stateOf(asked)).status, await waitingFor(asked)], ['unanswered', null]);
  assert.equal((await readReminders(ctx, await stateOf(asked))).length, 4);
  await passDays(20);
  assert.equal((await mails()).length, 5);
  // The fresh link still works, and replaces the first one.
  const { form } = await opened(asked);
  assert.equal((await openReferenceLink(ctx, tokenIn(sent.at(-1)!.text), undefined)).front.isReplaced, true);
  await declineReference(ctx, form, 'Too late');
  assert.equal((await stateOf(asked)).status, 'declined');
});

test('the reminders are as many as the account sets, and the next one goes out on the day that a screener sets', async () => {
  const live = caller('live');
  await changeAccountSettings(ctx, 'system', live.accountId, { referenceRemindersAtMost: 1 });
  const asked = await ask(ctx, live);
  const state = async () => (await listReferences(ctx, live, asked.at.report.id))[0]!;
  const today = ukDateOf(ctx.now());
  await assert.rejects(setNextReminder(ctx, asked.at.caller, asked.id, today), refused('invalid_fields'));
  const day = addDays(today, 20);
  await setNextReminder(ctx, asked.at.caller, asked.id, day);
  const next = await readNextReminder(ctx, await state());
  assert.equal(next && ukDateOf(next), day);
  for (const [days, count, status] of [
    [19, 0, 'requested'],
    [2, 1, 'requested'],
    [7, 1, 'unanswered'],
  ] as const) {
    passSeconds(days * DAY);
    await takeDueDeadlines(ctx, [chaseReferee]);
    const reminders = await readReminders(ctx, await state());
    assert.deepEqual([reminders.length, (await state()).status], [count, status]);
  }
  await assert.rejects(
    setNextReminder(ctx, asked.at.caller, asked.id, addDays(day, 60)),
    refused('state_does_not_allow'),
  );
  await changeAccountSettings(ctx, 'system', live.accountId, { referenceRemindersAtMost: 4 });
});

test('a corrected address gets a link of its own: the earlier one opens nothing, and its answers are removed', async () => {
  const asked = await ask(ctx, by);
  const { form, session, token } = await opened(asked);
  await chooseScope(ctx, form, 'whole');
  await saveSection(ctx, form, sections.employment!, typed.employment!);
  const corrected = { ...personnel.referee, email: 'personnel@acme.test' };
  await changeReferee(ctx, asked.at.caller, asked.id, corrected);
  assert.deepEqual((await stateOf(asked)).reply, { answers: {} });
  const old = await openReferenceLink(ctx, token, session);
  assert.deepEqual([old.front.isReplaced, old.form], [true, undefined]);
  await assert.rejects(
    saveSection(ctx, form, sections.employment!, typed.employment!),
    refused('state_does_not_allow'),
  );
  const [mail] = await mailsTo(ctx, by, asked.at.check.id, 'reference_request');
  assert.equal(mail!.to.address, 'personnel@acme.test');
  assert.equal((await opened(asked)).form.reference.request.referee.email, 'personnel@acme.test');
});

test('what a referee typed without sending it is deleted when another one is asked', async () => {
  const asked = await ask(ctx, by);
  const { form } = await opened(asked);
  const about = { ...asked.at.check.tenant, applicantId: form.applicantId, key: form.key };
  const place = { author: form.caller.actor, form: '/questions/conduct', about };
  await saveDraft(ctx, place, { anything_else: ['Dismissed for theft'] });
  await changeReferee(ctx, asked.at.caller, asked.id, { ...personnel.referee, name: 'Pat Corrected' });
  assert.notEqual(await readDraft(ctx, place), undefined, 'the same address is the same person');
  await changeReferee(ctx, asked.at.caller, asked.id, { ...personnel.referee, email: 'personnel@acme.test' });
  assert.equal(await readDraft(ctx, place), undefined);
  // A save that was under way is not theirs either.
  await saveDraft(ctx, place, { anything_else: ['Dismissed for theft'] });
  const { caller: next } = (await opened(asked)).form;
  assert.equal(await readDraft(ctx, { ...place, author: next.actor }), undefined);
});

test('no link that was mailed to a replaced referee opens the reference, and no session of theirs', async () => {
  const asked = await ask(ctx, by);
  const { session } = await opened(asked);
  await askAgain(ctx, asked.at.caller, asked.id);
  const mailedAgain = await newestToken(asked);
  passSeconds(60);
  await changeReferee(ctx, asked.at.caller, asked.id, { ...personnel.referee, email: 'personnel@acme.test' });
  const { front } = await openReferenceLink(ctx, mailedAgain, session);
  assert.equal(front.isReplaced, true);
  await assert.rejects(sendCode(ctx, referenceLink(front)), refused('state_does_not_allow'));
  assert.equal((await openReferenceLink(ctx, await newestToken(asked), session)).form, undefined);
});

test('a corrected or removed address of a reference by telephone writes to nobody, and the report waits for nobody', async () => {
  const asked = await ask(ctx, by, { by: 'telephone' });
  for (const email of ['personnel@acme.test', '']) {
    await changeReferee(ctx, asked.at.caller, asked.id, { ...personnel.referee, email });
    const { request, mailedAt, status } = await stateOf(asked);
    assert.deepEqual([request.referee.email, mailedAt, status], [email, null, 'requested']);
    assert.deepEqual(await mailsTo(ctx, by, asked.at.check.id, 'reference_request'), []);
    assert.equal(await waitingFor(asked), null);
  }
  assert.deepEqual(await database.rows(sql`select kind from deadlines where subject_id = ${asked.id}`), []);
  await assert.rejects(askAgain(ctx, asked.at.caller, asked.id), refused('invalid_fields'));
});

test('the authentication of a referee does not count for the corrected one', async () => {
  for (const change of [{ name: 'Sam Referee' }, { email: 'personnel@acme.test' }]) {
    const asked = await ask(ctx, by);
    const { form } = await opened(asked);
    await chooseScope(ctx, form, 'whole');
    await authenticateReferee(ctx, asked.at.caller, asked.id, { step: 'switchboard_call', by: '020 7946 0000' });
    await changeReferee(ctx, asked.at.caller, asked.id, { ...personnel.referee, ...change });
    const { authentication, reply } = await stateOf(asked);
    assert.equal(authentication, null);
    assert.deepEqual(reply, 'name' in change ? { answers: {}, scope: 'whole' } : { answers: {} });
  }
});

test('how a referee was authenticated is an event with the step only', async () => {
  const asked = await ask(ctx, by);
  await authenticateReferee(ctx, asked.at.caller, asked.id, { step: 'switchboard_call', by: '020 7946 0000' });
  const events = await database.rows(sql`
    select detail, report_id from events where resource_id = ${asked.id} and type = 'reference.authenticated'`);
  assert.deepEqual(events, [{ detail: { step: 'switchboard_call' }, report_id: asked.at.report.id }]);
});

test('the reminders to the referee of an erased applicant end', async () => {
  const asked = await ask(ctx, by);
  const deadlines = () => database.rows(sql`select kind from deadlines where subject_id = ${asked.id}`);
  assert.equal((await deadlines()).length, 1);
  await closeCheck(ctx, by, asked.at.check.id, 'cancel');
  const byProgram = { ...asked.at.check.tenant, actor: 'system', clockOffsetSeconds: 0 } as const;
  await eraseApplicant(ctx, byProgram, asked.at.check.applicantId, 'candidate_asked');
  passSeconds(30 * DAY);
  await takeDueDeadlines(ctx, [chaseReferee]);
  assert.deepEqual(await deadlines(), []);
});

test('a withdrawn request takes no answers and no reminder', async () => {
  const asked = await ask(ctx, by);
  const { form } = await opened(asked);
  await withdrawReference(ctx, asked.at.caller, asked.id);
  assert.equal(await waitingFor(asked), null);
  await assert.rejects(chooseScope(ctx, form, 'whole'), refused('state_does_not_allow'));
  await assert.rejects(askAgain(ctx, asked.at.caller, asked.id), refused('state_does_not_allow'));
  passSeconds(30 * DAY);
  await takeDueDeadlines(ctx, [chaseReferee]);
  assert.equal((await mailsTo(ctx, by, asked.at.check.id, 'reference_request')).length, 1);
});

test('a link of another account, environment or purpose, or an invalid one, opens nothing', async () => {
  const asked = await ask(ctx, by);
  const other = (await makeAccount(ctx, 'Other Care')).accountId;
  const link = { accountId: account.accountId, environment: 'test', subjectId: asked.id } as const;
  const token = await newestToken(asked);
  const foreign = [
    await tokenOf(ctx, 'reference', { ...link, accountId: other }),
    await tokenOf(ctx, 'reference', { ...link, environment: 'live' }),
    await tokenOf(ctx, 'form', link),
    await tokenOf(ctx, 'reference', { ...link, subjectId: asked.at.check.id }),
    ...['', 'x', `${token}x`, token.slice(1)],
  ];
  for (const wrong of foreign) await assert.rejects(openReferenceLink(ctx, wrong, undefined), refused('not_found'));
  // A session of one reference opens no other.
  const { session } = await opened(asked);
  const another = await ask(ctx, by);
  assert.equal((await openReferenceLink(ctx, await newestToken(another), session)).form, undefined);
});

test('the database holds nothing readable of the referee, the claim and the answers, and no link or code', async () => {
  const asked = await ask(ctx, by);
  const { form, session, token } = await opened(asked);
  await chooseScope(ctx, form, 'whole');
  await saveSection(ctx, form, sections.employment!, typed.employment!);
  const rows = await database.rows(sql`
    select to_jsonb(r) as row from report_references r where id = ${asked.id}
    union all select to_jsonb(e) from events e where check_id = ${asked.at.check.id}
    union all select to_jsonb(s) from link_sessions s where subject_id = ${asked.id}
    union all select to_jsonb(c) from link_codes c where subject_id = ${asked.id}
    union all select to_jsonb(m) from emails m where check_id = ${asked.at.check.id}`);
  const text = JSON.stringify(rows);
  for (const secret of ['Referee', 'acme', 'Acme', 'Driver', token, session]) {
    assert.ok(!text.includes(secret) && !text.includes(Buffer.from(secret).toString('hex')), secret);
  }
  const [mail] = await mailsTo(ctx, by, asked.at.check.id, 'reference_code');
  assert.ok(!text.includes(codeIn(mail!.text).replaceAll(' ', '')));
});

test('a report that is closed waits for nobody, and its referee is asked for nothing more', async () => {
  const asked = await ask(ctx, by);
  const { form } = await opened(asked);
  const { at } = asked;
  await moveReport(ctx, by, { checkId: at.check.id, reportId: at.report.id }, { move: 'cancel' });
  assert.equal(await waitingFor(asked), null);
  const { front } = await openReferenceLink(ctx, await newestToken(asked), undefined);
  assert.equal(front.isOpen, false);
  await assert.rejects(chooseScope(ctx, form, 'whole'), refused('state_does_not_allow'));
  await assert.rejects(askAgain(ctx, at.caller, asked.id), refused('state_does_not_allow'));
});

test('of a report that was closed meanwhile no reference is asked, and nothing is mailed', async () => {
  const at = await employmentReport(ctx, by);
  await closeCheck(ctx, by, at.check.id, 'withdraw');
  await assert.rejects(requestReference(ctx, at, personnel), refused('state_does_not_allow'));
  assert.deepEqual(await listReferences(ctx, by, at.report.id), []);
  assert.deepEqual(await mailsTo(ctx, by, at.check.id, 'reference_request'), []);
});

test('a code that was mailed before the order was withdrawn opens no reference', async () => {
  const asked = await ask(ctx, by);
  const { front } = await openReferenceLink(ctx, await newestToken(asked), undefined);
  await sendCode(ctx, referenceLink(front));
  const [mail] = await mailsTo(ctx, by, asked.at.check.id, 'reference_code');
  await closeCheck(ctx, by, asked.at.check.id, 'withdraw');
  await assert.rejects(enterCode(ctx, referenceLink(front), codeIn(mail!.text)), refused('state_does_not_allow'));
  const events = await database.rows(sql`
    select type from events where resource_id = ${asked.id} and type = 'reference.opened'`);
  const sessions = await database.rows(sql`select from link_sessions where subject_id = ${asked.id}`);
  assert.deepEqual([events, sessions], [[], []]);
});

test('on a closed report nobody corrects or authenticates a referee, or takes down a call', async () => {
  const { id, at } = await ask(ctx, by);
  await moveReport(ctx, by, { checkId: at.check.id, reportId: at.report.id }, { move: 'cancel' });
  const all = Object.assign({}, ...Object.values(typed)) as Record<string, string>;
  const call = { person: 'Pat Referee', number: '020 7946 0000' };
  const taken = { call, authentication, scope: 'whole', typed: all } as const;
  const isClosed = refused('state_does_not_allow');
  await assert.rejects(recordCall(ctx, at.caller, id, taken), isClosed);
  await assert.rejects(authenticateReferee(ctx, at.caller, id, { step: 'switchboard_call', by: '' }), isClosed);
  const corrected = { ...personnel.referee, email: 'personnel@acme.test' };
  await assert.rejects(changeReferee(ctx, at.caller, id, corrected), isClosed);
});

test('only who may ask references does, and only for an entry of the history', async () => {
  const at = await employmentReport(ctx, by);
  const nobody = { ...at, caller: { ...at.caller, permissions: ['read_reports'] } };
  await assert.rejects(requestReference(ctx, nobody, personnel), refused('not_permitted'));
  const wrong = { ...personnel, entryKey: 'activities-7', referee: { ...personnel.referee, email: 'no address' } };
  await assert.rejects(requestReference(ctx, at, wrong), (error: unknown) => {
    assert.ok(error instanceof Refusal);
    assert.deepEqual(Object.keys(error.fields).sort(), ['email', 'entry']);
    return true;
  });
});

test('an employer who states weeks later that a present job has ended contradicts nothing', async () => {
  const asked = await ask(ctx, by, { entryKey: 'activities-1', by: 'telephone' });
  passSeconds(30 * DAY);
  const [year, month, left] = addDays(ukDateOf(ctx.now()), -10).split('-');
  const call = { person: 'Pat Referee', number: '020 7946 0000' };
  const answers: Record<string, string> = {
    ...Object.assign({}, ...Object.values(typed)),
    ...{ 'from-month': '7', 'from-year': '2023', 'to-day': left, 'to-month': month, 'to-year': year },
  };
  await recordCall(ctx, asked.at.caller, asked.id, { call, authentication, scope: 'whole', typed: answers });
  const compared = await compareReference(ctx, await stateOf(asked));
  assert.deepEqual(
    compared.map(({ of, verdict }) => `${of} ${verdict}`),
    ['from same', 'to same', 'role same'],
  );
});

test('half an hour after midnight in the summer, a referee and a caller may state the day that has begun in the UK', async () => {
  const beginning = new Date(`${ctx.now().getUTCFullYear() + 1}-06-01T23:30:00Z`);
  passSeconds((beginning.getTime() - ctx.now().getTime()) / 1000);
  const today = { 'to-day': '2', 'to-month': '6', 'to-year': String(beginning.getUTCFullYear()) };
  const mailed = await ask(ctx, by);
  const { form } = await opened(mailed);
  await chooseScope(ctx, form, 'whole');
  assert.equal(await saveSection(ctx, form, sections.employment!, { ...typed.employment!, ...today }), undefined);
  const called = await ask(ctx, by, { by: 'telephone' });
  const call = { person: 'Pat Referee', number: '020 7946 0000' };
  const all: Record<string, string> = Object.assign({}, ...Object.values(typed), today);
  await recordCall(ctx, called.at.caller, called.id, { call, authentication, scope: 'whole', typed: all });
  assert.equal((await stateOf(called)).status, 'answered');
});

test('the mail says the name that the candidate had then; what else the screener chose stands behind the code', async () => {
  const at = await employmentReport(ctx, by);
  const former = {
    title: null,
    middle_name: null,
    has_one_name: null,
    for_authorities_only: null,
    known_from: '1990-03-04',
    known_to: '2020-02-01',
  };
  const facts = { ...at.check.order.facts, previous_names: [{ ...former, first_name: '', last_name: 'Formerly' }] };
  const changed = { ...at, check: { ...at.check, order: { ...at.check.order, facts } } };
  const told = async (id: string) => (await listReferences(ctx, by, at.report.id)).find((one) => one.id === id)!;
  const usual = await requestReference(ctx, changed, personnel);
  assert.deepEqual((await told(usual)).request.told, [{ of: 'former_name', text: 'Alex Formerly' }]);
  const [mail] = await mailsTo(ctx, by, at.check.id, 'reference_request');
  assert.match(mail!.text, /of Alex Sample, who then had the name Alex Formerly, at Acme Ltd, as part/);
  assert.doesNotMatch(mail!.subject, /Formerly|Sample,/);
  const later = { ...personnel, entryKey: 'activities-1', told: ['dob', 'job_title'] };
  const chosen = await told(await requestReference(ctx, changed, later));
  assert.deepEqual(chosen.request.told, [
    { of: 'dob', text: '4 March 1990', born: '1990-03-04' },
    { of: 'job_title', text: 'Driver' },
  ]);
  const [newest] = await mailsTo(ctx, by, at.check.id, 'reference_request');
  assert.doesNotMatch(newest!.text, /Formerly|4 March 1990|Driver/);
  const none = await requestReference(ctx, changed, { ...later, anyway: 'Asked anew.', told: [] });
  assert.deepEqual((await told(none)).request.told, []);
});

test('a referee who cannot find the person is told more, and stays authenticated', async () => {
  const asked = await ask(ctx, by, { by: 'telephone' });
  await authenticateReferee(ctx, asked.at.caller, asked.id, authentication);
  await changeReferee(ctx, asked.at.caller, asked.id, personnel.referee, { told: ['dob', 'dates'] });
  const { request, authentication: step } = await stateOf(asked);
  assert.deepEqual(request.told, [
    { of: 'dob', text: '4 March 1990', born: '1990-03-04' },
    {
      ...{ of: 'dates', text: 'from 1 March 2019 until 30 June 2023' },
      days: { from: '2019-03-01', until: '2023-06-30' },
    },
  ]);
  assert.equal(step, 'switchboard_call');
});

test('of a restricted person a referee is shown nothing, also on a device that was signed in before', async () => {
  const asked = await ask(ctx, by);
  const { token, session } = await opened(asked);
  const { check, caller } = asked.at;
  const desk = { ...caller, permissions: roles.desk.administrator };
  await askRestriction(ctx, { ...by, actor: 'candidate' }, check.id, { ground: 'accuracy', words: 'Not me.' });
  const { key } = await readCheckAndKey(ctx, desk, check.id);
  const [{ id } = { id: '' }] = await listRestrictionsOf(ctx, check, key);
  await decideRestriction(ctx, desk, check.id, { id, isAccepted: true, answer: '' });
  assert.equal((await openReferenceLink(ctx, token, session)).form, undefined);
});

test('the mail to a corrected address says what the screener chose with it, and not what was told before', async () => {
  const asked = await ask(ctx, by);
  const referee = { ...personnel.referee, email: 'personnel@acme.test' };
  await changeReferee(ctx, asked.at.caller, asked.id, referee, { told: ['dates'] });
  const [mail] = await mailsTo(ctx, by, asked.at.check.id, 'reference_request');
  assert.match(mail!.text, /Alex Sample, from 1 March 2019 until 30 June 2023/);
  const again = { ...referee, email: 'hr@acme.test' };
  await changeReferee(ctx, asked.at.caller, asked.id, again, { told: [] });
  const [newest] = await mailsTo(ctx, by, asked.at.check.id, 'reference_request');
  assert.deepEqual([newest!.to.address, /1 March 2019/.test(newest!.text)], ['hr@acme.test', false]);
});
