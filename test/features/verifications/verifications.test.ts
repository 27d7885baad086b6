// Verifications against the real database: recorded once, sealed, taken back, never changed; and the sheet that follows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../src/context.ts';
import { attachFile } from '../../../src/features/attachments/attachment-actions.ts';
import { readOutstanding } from '../../../src/features/cases/outstanding-actions.ts';
import { openReport, screenReport } from '../../../src/features/cases/screening-actions.ts';
import { readCheck, readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { findHistory } from '../../../src/features/events/check-history-queries.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { requestReference } from '../../../src/features/references/reference-actions.ts';
import { recordCall } from '../../../src/features/references/reference-record-actions.ts';
import { takeOver } from '../../../src/features/references/reference-take-over-actions.ts';
import { whyInWriting } from '../../../src/features/references/written-reference-rules.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { sheetJson } from '../../../src/features/results/document-sheet-rules.ts';
import { awaitsApproval } from '../../../src/features/verifications/history-report-rules.ts';
import { readSheet } from '../../../src/features/verifications/sheet-actions.ts';
import type { Sheet } from '../../../src/features/verifications/sheet-rules.ts';
import {
  fileText,
  openLabels,
  sourceText,
  totalSentence,
} from '../../../src/features/verifications/sheet-words-rules.ts';
import {
  evidenceFor,
  readVerifications,
  recordVerification,
  takeBackVerification,
} from '../../../src/features/verifications/verification-actions.ts';
import { addDays, addYears } from '../../../src/lib/dates.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { startProbity } from '../../support/probity.ts';
import { placeWaiting } from '../candidate-form/waiting-check.ts';
import { employed, personnel } from '../references/asked-references.ts';

const { ctx, account } = await startProbity();
const by = account.caller('live');
const today = ukDateOf(ctx.now());
const jobSince = addYears(today, -3);
const [job, other] = employed.activities!;
const stated = {
  ...employed,
  activities: [
    { ...job!, start_date: addYears(today, -8), end_date: addDays(jobSince, -61) },
    { ...other!, start_date: jobSince, end_date: null },
  ],
};
const refused = (reason: string) => (error: unknown) => error instanceof Refusal && error.reason === reason;

async function place(reports: readonly string[] = ['activity:5y']) {
  const { check } = await placeWaiting(ctx, by, { facts: stated, reports });
  await completeForm(ctx, { ...by, actor: 'candidate' }, check.id, { ...noFacts, ...check.order.facts, ...stated });
  const placed = await readCheck(ctx, by, check.id);
  const screener: Caller & { subsidiaryIds: null } = {
    ...{ ...by, subsidiaryIds: null, actor: 'user:00000000-0000-7000-8000-0000000000aa' },
    permissions: ['ask_references', 'record_outcomes', 'read_reports', 'attach_files'],
  };
  return { caller: screener, check: placed, report: placed.reports[0]! };
}
type Placed = Awaited<ReturnType<typeof place>>;

async function sheetOf({ check: { id } }: Placed, reader: 'desk' | 'client' = 'desk'): Promise<Sheet | undefined> {
  const { check, key } = await readCheckAndKey(ctx, by, id);
  return readSheet(ctx, check, { key, reader });
}

const verdicts = (sheet: Sheet | undefined) => sheet?.rows.map(({ verdict }) => verdict);

/** As a screener types what confirms all of a row. */
async function verify(at: Placed, key: string, typed: object = {}): Promise<string> {
  const row = (await sheetOf(at))!.rows.find((one) => one.key.startsWith(key))!;
  return recordVerification(ctx, at, row, {
    ...{ source: 'hmrc', from: row.from, to: row.to, by: '', on: today, fileTokens: [], note: 'Kept by HMRC' },
    ...typed,
  });
}

async function attachTo(at: Placed, reportId: string): Promise<string> {
  const content = (async function* () {
    yield Buffer.from('They drove for us and were never late. '.repeat(40));
  })();
  const fileToken = ctx.newId();
  const file = { fileToken, orderId: at.check.orderId, fileName: 'letter.txt', description: '', content };
  await attachFile(ctx, at.caller, { ...file, alsoAccepts: ['txt'], reportId });
  return fileToken;
}

const complete = async (at: Placed) => {
  const user = '00000000-0000-7000-8000-0000000000aa';
  const screener = {
    userId: user,
    accounts: [by.accountId],
    permissions: ['record_outcomes', 'read_reports'],
  } as const;
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await screenReport(ctx, screener, at.report.id, { move: 'complete', outcome });
};

test('a period is verified by what a screener records, with its evidence, and the history of the report tells it', async () => {
  const at = await place();
  assert.deepEqual(verdicts(await sheetOf(at)), ['stated_only', 'gap_unexplained', 'stated_only']);
  const fileToken = ctx.newId();
  const content = (async function* () {
    yield Buffer.from('Paid: £2,500 a month. '.repeat(60));
  })();
  const file = { fileToken, orderId: at.check.orderId, fileName: 'payslips.txt', description: '', content };
  await attachFile(ctx, at.caller, { ...file, alsoAccepts: ['txt'], reportId: at.report.id });
  await verify(at, 'activities-0', {
    ...{ source: 'pay_documents', fileTokens: [fileToken], note: '' },
    pages: { [fileToken]: '2 - 3;5' },
  });
  await verify(at, 'gap-', { source: 'travel' });
  const sheet = (await sheetOf(at))!;
  assert.deepEqual(verdicts(sheet), ['verified', 'gap_shown', 'stated_only']);
  assert.match(totalSentence(sheet), /^Verified .+ of 5 years 1 day; 3 years 1 day stated only\.$/);
  const [said] = sheet.rows[0]!.confirmations;
  assert.deepEqual([said!.source, said!.on, said!.fileTokens], ['pay_documents', today, [fileToken]]);
  assert.equal(fileText('payslips.txt', fileToken, said!), 'payslips.txt, pages 2–3, 5');
  assert.deepEqual(
    sheetJson(sheet, [{ fileToken }] as never).periods[0]!.confirmations[0]!.pages,
    { [fileToken]: '2–3, 5' },
    'the evidence bundle names them too',
  );
  assert.equal(said!.recorded!.author, at.caller.actor);
  const about = { checkId: at.check.id, reportId: at.report.id, types: ['report.period_verified'] as const };
  const events = await findHistory(ctx.db, by, about);
  assert.deepEqual(
    events.map(({ detail }) => detail),
    [{ source: 'pay_documents' }, { source: 'travel' }],
  );
});

test('a file of one report that reads the history is evidence in the others of the order, and no other file is', async () => {
  const at = await place(['activity:5y', 'employment_history:uk', 'identity']);
  const [activity, employment, identity] = at.check.reports;
  const letter = await attachTo(at, employment!.id);
  const passport = await attachTo(at, identity!.id);
  const offered = (await evidenceFor(ctx, { ...at, report: activity! })).map(({ fileToken }) => fileToken);
  assert.deepEqual([offered.includes(letter), offered.includes(passport)], [true, false]);
  await verify(at, 'activities-0', { fileTokens: [letter], note: '' });
  await assert.rejects(verify(at, 'activities-0', { fileTokens: [passport] }), refused('invalid_fields'));
});

test('a reference that was taken over verifies its job, and nobody records it', async () => {
  const at = await place();
  const id = await requestReference(ctx, at, { ...personnel, entryKey: 'activities-1', by: 'telephone' });
  const since = addDays(jobSince, 70);
  const said = { 'from-day': String(Number(since.slice(8))), 'from-month': String(Number(since.slice(5, 7))) };
  await recordCall(ctx, at.caller, id, {
    call: { person: 'Pat Lee', number: '01632 960 001' },
    authentication: { step: 'switchboard_call', by: '01632 960 000' },
    scope: 'factual',
    typed: { ...said, 'from-year': since.slice(0, 4), still_there: 'yes', role: 'Driver', referee_name: 'Pat Lee' },
  });
  assert.equal((await sheetOf(at))!.rows[2]!.verdict, 'stated_only', 'the answer is not accepted yet');
  await takeOver(ctx, at.caller, id);
  const row = (await sheetOf(at))!.rows[2]!;
  assert.deepEqual([row.verdict, row.unverifiedDays, row.confirmed?.from], ['dates_differ', 70, since]);
  assert.equal(row.confirmations[0]!.source, 'telephone');
  assert.match(row.confirmations[0]!.by, /^Pat Lee, /);
  assert.match(sourceText(row.confirmations[0]!), /^Telephone, .*, in writing: not yet$/);
  await attachTo(at, at.report.id);
  assert.doesNotMatch(sourceText((await sheetOf(at))!.rows[2]!.confirmations[0]!), /in writing/);
});

test('only a history by a standard that wants it asks for what is said by telephone in writing', () => {
  const ofType = (code: string) => {
    const found = namedType(code);
    assert.ok('type' in found);
    return { reportTypeId: found.type.id };
  };
  const asked = (...codes: string[]) => whyInWriting('standard', codes.map(ofType));
  assert.match(asked('activity:5y', 'employment_history:uk')!, /^BS 7858 wants .* confirmed in writing/);
  assert.equal(asked('employment_history:uk'), undefined);
  assert.equal(asked('activity:3y', 'employment_history:uk'), undefined);
});

test('what is recorded is taken back once, with a reason, and counts no longer', async () => {
  const at = await place();
  const id = await verify(at, 'activities-1');
  await assert.rejects(takeBackVerification(ctx, at, id, ''), refused('invalid_fields'));
  await assert.rejects(
    takeBackVerification(ctx, { ...at, caller: { ...at.caller, permissions: [] } }, id, 'No'),
    refused('not_permitted'),
  );
  await takeBackVerification(ctx, at, id, 'It is of a namesake.');
  await assert.rejects(takeBackVerification(ctx, at, id, 'Again.'), refused('state_does_not_allow'));
  assert.equal((await sheetOf(at))!.rows[2]!.verdict, 'stated_only');
  const { check, key } = await readCheckAndKey(ctx, by, at.check.id);
  const [kept] = await readVerifications(ctx, check, key);
  assert.deepEqual([kept!.takenBack!.reason, kept!.takenBack!.author], ['It is of a namesake.', at.caller.actor]);
  await assert.rejects(takeBackVerification(ctx, await place(), id, 'Of another order.'), refused('not_found'));
});

test('nothing is taken back while a report that reads the history awaits approval', async () => {
  const at = await place(['activity:5y', 'employment_history:uk', 'identity']);
  const id = await verify(at, 'activities-1');
  const withStatus = (index: number) => ({
    ...at,
    check: {
      ...at.check,
      reports: at.check.reports.map((one, place) =>
        place === index ? { ...one, status: 'awaiting_approval' as const } : one,
      ),
    },
  });
  for (const index of [0, 1])
    await assert.rejects(takeBackVerification(ctx, withStatus(index), id, 'Late.'), (error: unknown) => {
      assert.ok(refused('state_does_not_allow')(error));
      assert.match((error as Refusal).fields.status![0]!, /send it back first/);
      return true;
    });
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  const screener = {
    userId: at.caller.actor.slice(5),
    accounts: [by.accountId],
    permissions: ['record_outcomes', 'read_reports'],
  } as const;
  await screenReport(ctx, screener, at.report.id, { move: 'await_approval', outcome });
  await assert.rejects(
    takeBackVerification(ctx, at, id, 'Late.'),
    refused('state_does_not_allow'),
    'proposed meanwhile',
  );
  assert.equal(awaitsApproval(withStatus(2).check), false, 'the identity does not rest on it');
});

test('each wrong field of a verification is named', async () => {
  const at = await place();
  const fields = (typed: object) =>
    verify(at, 'activities-1', typed).then(
      () => [],
      (error: unknown) => Object.keys((error as Refusal).fields),
    );
  const long = 'x'.repeat(2001);
  assert.deepEqual(await fields({ source: 'hearsay', by: long, note: long }), [
    'source',
    'confirmed_by',
    'verification_note',
  ]);
  assert.deepEqual(await fields({ from: '', to: addDays(today, 1), on: '2026-13-01' }), [
    'confirmed_from',
    'confirmed_to',
    'verified_on',
  ]);
  assert.deepEqual(await fields({ from: today, to: addDays(today, -1) }), ['confirmed_to']);
  assert.deepEqual(await fields({ from: '2001-01-01', to: '2001-02-01' }), ['confirmed_from'], 'outside of the period');
  assert.deepEqual(await fields({ on: addDays(today, -1) }), ['verified_on'], 'verified before its last day');
  assert.deepEqual(await fields({ note: '' }), ['evidence'], 'neither a file nor a note');
  assert.deepEqual(await fields({ fileTokens: [at.report.id] }), ['evidence'], 'no file of the order');
  for (const pages of ['2', '3–2', '0', 'the last', '1–2–3'])
    assert.deepEqual(await fields({ pages: { [at.report.id]: pages } }), [`pages_${at.report.id}`], pages);
});

test('nothing is recorded or taken back on a complete report, nor by who may not ask for references', async () => {
  const at = await place();
  const id = await verify(at, 'activities-1');
  await assert.rejects(
    verify({ ...at, caller: { ...at.caller, permissions: ['read_reports'] } }, 'gap-'),
    refused('not_permitted'),
  );
  await complete(at);
  await assert.rejects(verify(at, 'gap-'), refused('state_does_not_allow'));
  await assert.rejects(takeBackVerification(ctx, at, id, 'Late.'), refused('state_does_not_allow'));
});

test('the client sees the sheet once a report that reads the history is complete, and what complete reports rest on', async () => {
  const at = await place(['activity:5y', 'employment_history:uk']);
  await verify(at, 'activities-1');
  await verify({ ...at, report: at.check.reports[1]! }, 'gap-');
  assert.equal(await sheetOf(at, 'client'), undefined);
  await complete(at);
  assert.deepEqual(verdicts(await sheetOf(at, 'client')), ['stated_only', 'gap_unexplained', 'verified']);
  assert.deepEqual(verdicts(await sheetOf(at)), ['stated_only', 'gap_shown', 'verified']);
});

test('an order that asks for no years has no sheet', async () => {
  assert.equal(await sheetOf(await place(['employment_history:uk'])), undefined);
  assert.equal(await sheetOf(await place(['identity'])), undefined);
});

test('a Clear of the activity names the times that nothing verifies, until something does', async () => {
  const at = await place();
  const periods = async () => {
    const user = at.caller.actor.slice('user:'.length);
    const opened = await openReport(
      ctx,
      { userId: user, accounts: [by.accountId], permissions: ['read_reports'] },
      at.report.id,
    );
    return (await readOutstanding(ctx, opened, noFindings)).periods;
  };
  assert.deepEqual(await periods(), openLabels((await sheetOf(at))!));
  assert.equal((await periods()).length, 1);
  for (const key of ['activities-0', 'gap-', 'activities-1']) await verify(at, key);
  assert.deepEqual(await periods(), []);
});

test('what is recorded is sealed with the applicant’s key and never changed', async () => {
  const at = await place();
  const id = await verify(at, 'activities-1', { by: 'Pat Secret', note: 'Secret note' });
  await takeBackVerification(ctx, at, id, 'Secret reason');
  const rows = await ctx.db.rows(sql`
    select to_jsonb(v) as row from period_verifications v where report_id = ${at.report.id}
    union all select to_jsonb(e) from events e where check_id = ${at.check.id}`);
  const text = JSON.stringify(rows);
  assert.ok(!text.includes('Secret') && !text.includes(Buffer.from('Secret').toString('hex')));
  await assert.rejects(ctx.db.run(sql`update period_verifications set author = 'system' where id = ${id}`));
  await assert.rejects(ctx.db.run(sql`delete from period_verifications where id = ${id}`));
});
