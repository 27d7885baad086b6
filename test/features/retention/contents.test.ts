// What certificates say and the files of orders go when their own time is over, while the person, the number, the day, the result and the light stay.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Caller, todayFor } from '../../../src/context.ts';
import { roles } from '../../../src/features/access/permissions.ts';
import { changeAccountSettings, readAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { attachFile, listAttachments, openAttachment } from '../../../src/features/attachments/attachment-actions.ts';
import { handleMessage, listMessages, reportProblem } from '../../../src/features/cases/candidate-message-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheck, readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { completeForm, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { decideOnCheck, readDecisions } from '../../../src/features/client-decisions/client-decision-actions.ts';
import { seenBy } from '../../../src/features/client-decisions/client-decision-rules.ts';
import {
  answerHearing,
  askCandidate,
  lastHeardAt,
  listHearings,
} from '../../../src/features/client-decisions/hearing-actions.ts';
import { commentAsClient, commentAsDesk, listComments } from '../../../src/features/comments/comment-actions.ts';
import { recordRequest } from '../../../src/features/data-requests/data-request-record-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { verifyAllOutcomes } from '../../../src/features/results/outcome-check-actions.ts';
import { listDeletions, listDueContents } from '../../../src/features/retention/content-actions.ts';
import { deleteDueContents } from '../../../src/features/retention/content-jobs.ts';
import { deleteFileByHand } from '../../../src/features/retention/file-deletion-actions.ts';
import { endHold, keepPerson } from '../../../src/features/retention/hold-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import type { Refusal } from '../../../src/lib/refusal.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { openLocalFileStore } from '../../../src/platform/files/local-file-store.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

const { ctx: bare, account, caller: callerIn, passSeconds } = await startForms();
const dataDir = mkdtempSync(join(tmpdir(), 'probity-contents-'));
after(() => rmSync(dataDir, { recursive: true }));
const ctx = {
  ...bare,
  settings: { ...bare.settings, dataDir },
  files: await openLocalFileStore(join(dataDir, 'files')),
};
const client = callerIn('live');
const { permissions: _, ...tenant } = client;
const userId = await createDeskUser(ctx, 'system', {
  ...{ name: 'Dee', email: 'dee@desk.test', role: 'administrator', accounts: [account.accountId] },
});
const desk: Caller = { ...client, actor: `user:${userId}`, permissions: roles.desk.administrator };
const reader = { userId, accounts: [account.accountId], permissions: roles.desk.administrator };
const scope = { ...desk, subsidiaryIds: null };
const candidate = { ...tenant, subsidiaryIds: null, actor: 'candidate' } as const;
const DAY = 86_400;

async function attach(check: Check, reportId: string | undefined): Promise<string> {
  const fileToken = randomUUID();
  const content = (async function* () {
    yield Buffer.from('a text of the file '.repeat(10));
  })();
  await attachFile(ctx, scope, {
    ...{ orderId: check.orderId, fileToken, fileName: 'copy.txt', description: '', alsoAccepts: ['.txt'], content },
    ...(reportId !== undefined && { reportId }),
  });
  return fileToken;
}

const findings = {
  breakdown: {
    certificate: {
      result: 'clear',
      properties: { number: '001234567890', issued_on: '2026-01-05', name_as_printed: 'Al S' },
    },
    convictions_and_cautions: { result: 'clear' },
    identity_check: { result: 'clear', properties: { route: '1' } },
  },
  properties: {},
  notes: 'One conviction for theft.',
};

/** A basic disclosure and a right to work, each with a file, and a file of the order; complete. */
async function complete(result: 'clear' | 'consider' = 'clear') {
  const { check } = await placeWaiting(ctx, client, { reports: ['criminal_history:basic', 'right_to_work'] });
  await completeForm(ctx, candidate, check.id, check.order.facts);
  const [record, work] = check.reports;
  const files = [await attach(check, record!.id), await attach(check, work!.id), await attach(check, undefined)];
  for (const { id } of check.reports) {
    const isRecord = id === record!.id;
    const outcome = {
      result: isRecord ? result : 'clear',
      subResult: null,
      findings: isRecord ? findings : noFindings,
    } as const;
    await moveReport(ctx, client, { checkId: check.id, reportId: id }, { move: 'complete', outcome } as never);
  }
  return { check: await readCheck(ctx, client, check.id), files };
}

const left = async ({ orderId }: Check) =>
  (await listAttachments(ctx, scope, orderId)).map(({ fileToken }) => fileToken).toSorted();

const recordOf = async ({ id }: Check) => (await readCheck(ctx, client, id)).reports[0]!;

test('the contents of a certificate go after their days, and number, day, result and light stay, as verified as before', async () => {
  assert.equal((await readAccountSettings(ctx, account.accountId)).certificateContentDays, 183, 'a new account');
  const { check, files } = await complete();
  passSeconds(180 * DAY);
  assert.equal(await deleteDueContents(ctx), 0);
  const [due] = await listDueContents(ctx, desk, [account.accountId], 'live', { withinDays: 30, limit: 10 });
  assert.deepEqual([due!.kind, due!.files, due!.has_findings, due!.order_id], ['certificate', 1, true, check.orderId]);
  passSeconds(4 * DAY);
  assert.equal(await deleteDueContents(ctx), 1);
  const now = await recordOf(check);
  assert.deepEqual([now.result, now.trafficLight, now.status], ['clear', check.reports[0]!.trafficLight, 'complete']);
  assert.deepEqual(now.findings.breakdown, {
    certificate: { result: 'clear', properties: { number: '001234567890', issued_on: '2026-01-05' } },
    identity_check: { result: 'clear', properties: { route: '1' } },
  });
  assert.match(now.findings.notes, /^The contents of the certificate were deleted on .* 20\d\d, after 183 days\.$/);
  assert.deepEqual(await left(check), files.slice(1).toSorted());
  await assert.rejects(openAttachment(ctx, scope, files[0]!, { isAtDesk: true }), { reason: 'not_found' });
  const { rows } = { rows: await ctx.db.rows(sql`select 1 from results_documents where check_id = ${check.id}`) };
  assert.equal(rows.length, 0);
  assert.deepEqual(await verifyAllOutcomes(ctx.db, ctx.integrity), []);
  assert.equal(await deleteDueContents(ctx), 0);
  const proof = await listDeletions(ctx, desk, [account.accountId], 'live', { limit: 10 });
  assert.deepEqual(
    proof.map(({ order_id, type, detail }) => [order_id, type, detail.kind, detail.files, detail.days]),
    [[check.orderId, 'report.contents_deleted', 'certificate', 1, 183]],
  );
});

test('monitoring does not keep a certificate, and the time counts from the decision of the client', async () => {
  const { check } = await complete('consider');
  await ctx.db.run(sql`update reports set monitor = 'before_expiry' where check_id = ${check.id}`);
  passSeconds(200 * DAY);
  assert.equal(await deleteDueContents(ctx), 0, 'the client owes a decision');
  const at = new Date(ctx.now().getTime() - 100 * DAY * 1000);
  await ctx.db.run(sql`update checks set decided_at = ${at} where id = ${check.id}`);
  assert.equal(await deleteDueContents(ctx), 0);
  passSeconds(84 * DAY);
  assert.equal(await deleteDueContents(ctx), 1);
  assert.deepEqual(await verifyAllOutcomes(ctx.db, ctx.integrity), []);
});

test('what the client and the candidate wrote about a certificate goes with it, and who decided and when stays', async () => {
  const { check } = await complete('consider');
  const decider = { ...client, permissions: roles.client.administrator };
  const at = addDays(todayFor(ctx, client), 10);
  await askCandidate(ctx, decider, check.id, {
    words: 'One conviction for theft. Why?',
    answerBy: at,
    seen: seenBy(check, null),
  });
  await answerHearing(
    ctx,
    { caller: candidate, link: { checkId: check.id } } as never,
    'I was eighteen, and stole a coat.',
  );
  const seen = seenBy(check, await lastHeardAt(ctx, decider, check.id));
  const risk = { risk_relevance: 'Theft, in a job without money', risk_agreed_by: 'Kit Sample, manager' };
  await decideOnCheck(ctx, decider, check.id, {
    ...{ decision: 'suitable', reason: 'Stole a coat long ago', although: false, told: null, seen, risk },
  });
  const own = await readCheckAndKey(ctx, client, check.id);
  const form = {
    caller: candidate,
    link: { ...tenant, checkId: check.id },
    key: own.key!,
    applicantId: check.applicantId,
  };
  const [record, work] = check.reports;
  const tell = async (text: string, reportId: string | null) => {
    const messageId = await reportProblem(ctx, form, { text, reportId });
    await handleMessage(ctx, reader, { reportId: record!.id, messageId, answer: 'The theft is spent.' });
  };
  await tell('The theft was never proven', record!.id);
  await tell('The day of my visa is wrong', work!.id);
  await tell('My name is wrong', null);
  await commentAsClient(ctx, client, check.id, 'Please look at the theft again');
  await commentAsDesk(ctx, desk, check.id, {
    text: 'Done',
    seen: (await listComments(ctx, check, own.key)).at(-1)!.id,
  });
  passSeconds(184 * DAY);
  const [due] = await listDueContents(ctx, desk, [account.accountId], 'live', { withinDays: 1, limit: 10 });
  assert.equal(due!.check_id, check.id);
  assert.equal(due!.notes, 4, 'two messages and two comments stay');
  await deleteDueContents(ctx);
  const now = await readCheck(ctx, client, check.id);
  const [decision] = await readDecisions(ctx, decider, now);
  assert.match(decision!.reason, /^The contents of the certificate were deleted on/);
  assert.equal(decision!.decision, 'suitable');
  assert.equal(decision!.assessment!.agreedBy, 'Kit Sample, manager');
  const { key } = await readCheckAndKey(ctx, client, check.id);
  const [hearing] = await listHearings(ctx, decider, now, key);
  const messages = await listMessages(ctx, check, key);
  assert.deepEqual(
    messages.map(({ text }) => text.replace(/ on \d.*/, '')),
    ['My name is wrong', 'The day of my visa is wrong', 'The contents of the certificate were deleted'],
  );
  const all = JSON.stringify([decision, hearing, messages.at(-1)]);
  assert.doesNotMatch(all, /theft|coat/i);
  await assert.rejects(ctx.db.run(sql`update hearings set answer_by = '2030-01-01'`), /never changed/);
});

test('right to work papers and other files have days of their own; a hold, a request and a legal hold keep them', async () => {
  const set = (change: object) => changeAccountSettings(ctx, 'system', account.accountId, { ...change });
  await set({ certificateContentDays: 0, rightToWorkFileDays: 40, otherFileDays: 20 });
  const { check, files } = await complete();
  passSeconds(21 * DAY);
  await keepPerson(ctx, desk, check.applicantId, { reason: 'complaint', until: null });
  await deleteDueContents(ctx);
  assert.deepEqual(await left(check), files.toSorted());
  await endHold(ctx, desk, check.applicantId);
  await set({ legalHold: true });
  await deleteDueContents(ctx);
  assert.deepEqual(await left(check), files.toSorted());
  await set({ legalHold: false });
  await deleteDueContents(ctx);
  assert.deepEqual(await left(check), files.slice(0, 2).toSorted());
  passSeconds(20 * DAY);
  await recordRequest(ctx, desk, {
    ...{ kind: 'objection', way: 'letter', receivedOn: ctx.now().toISOString().slice(0, 10), words: 'No.' },
    ...{ identity: 'known_address', checkId: check.id },
  });
  await deleteDueContents(ctx);
  assert.deepEqual(await left(check), files.slice(0, 2).toSorted());
  await ctx.db.run(sql`update data_requests set is_open = false where check_id = ${check.id}`);
  await deleteDueContents(ctx);
  assert.deepEqual(await left(check), files.slice(0, 1).toSorted());
  assert.equal((await recordOf(check)).findings.notes, findings.notes);
});

test('somebody who may erase deletes a single file for a reason, and says so where an outcome may rest on it', async () => {
  const { check } = await placeWaiting(ctx, client, { reports: ['criminal_history:basic'] });
  await completeForm(ctx, candidate, check.id, check.order.facts);
  const reportId = check.reports[0]!.id;
  const [first, second] = [await attach(check, reportId), await attach(check, undefined)];
  const remove = (fileToken: string, isSaid: boolean, by = scope) =>
    deleteFileByHand(ctx, by, { checkId: check.id, fileToken, reason: 'wrong_person', isSaid });
  const screener = { ...scope, permissions: roles.desk.screener };
  await assert.rejects(remove(first, true, screener), { reason: 'not_permitted' });
  await keepPerson(ctx, desk, check.applicantId, { reason: 'complaint', until: null });
  await assert.rejects(remove(first, true), ({ fields }: Refusal) => /a hold keeps/.test(fields.file![0]!));
  await endHold(ctx, desk, check.applicantId);
  await remove(first, false);
  const outcome = { result: 'clear', subResult: null, findings } as const;
  await moveReport(ctx, client, { checkId: check.id, reportId }, { move: 'await_approval', outcome } as never);
  await assert.rejects(remove(second, false), {
    fields: { said: ['Say that you know that an outcome may rest on it'] },
  });
  await remove(second, true);
  assert.deepEqual(await left(check), []);
  await assert.rejects(remove(second, true), { reason: 'not_found' });
  const proof = await listDeletions(ctx, desk, [account.accountId], 'live', { limit: 50 });
  assert.deepEqual(
    proof.slice(-2).map(({ type, detail }) => [type, detail.reason, (detail.rested as string[]).length]),
    [
      ['attachment.deleted', 'wrong_person', 0],
      ['attachment.deleted', 'wrong_person', 1],
    ],
  );
});
