// The time of an account erases nobody about whom something is open, and a refusal because the data are needed keeps them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, todayFor } from '../../../src/context.ts';
import { roles } from '../../../src/features/access/permissions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { reportProblem } from '../../../src/features/cases/candidate-message-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheck, readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, completeForm, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { decideOnCheck } from '../../../src/features/client-decisions/client-decision-actions.ts';
import { seenBy } from '../../../src/features/client-decisions/client-decision-rules.ts';
import { noteAct } from '../../../src/features/data-requests/data-request-act-actions.ts';
import { closeRequest, listRequestsOf } from '../../../src/features/data-requests/data-request-actions.ts';
import { recordRequest } from '../../../src/features/data-requests/data-request-record-actions.ts';
import { changeRenewed } from '../../../src/features/renewals/renewal-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { erasePerson, listDueForErasure, previewErasure } from '../../../src/features/retention/erasure-actions.ts';
import { eraseDuePeople } from '../../../src/features/retention/erasure-jobs.ts';
import { previewErasures } from '../../../src/features/retention/erasure-preview-actions.ts';
import { answerRequest } from '../../../src/features/retention/erasure-refusal-actions.ts';
import { erasesBeforeRenewal, nextErasure } from '../../../src/features/retention/erasure-rules.ts';
import { endHold, readHold } from '../../../src/features/retention/hold-actions.ts';
import { recordLeaving } from '../../../src/features/retention/leaver-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

const { ctx, database, account, caller: callerIn, passSeconds } = await startForms();
const client = callerIn('live');
const { permissions: _, ...tenant } = client;
const userId = await createDeskUser(ctx, 'system', {
  ...{ name: 'Dee', email: 'dee@desk.test', role: 'administrator', accounts: [account.accountId] },
});
const desk: Caller = { ...client, actor: `user:${userId}`, permissions: roles.desk.administrator };
const candidate = { ...tenant, subsidiaryIds: null, actor: 'candidate' } as const;
const DAY = 86_400;

async function complete(result: 'clear' | 'consider'): Promise<Check> {
  const { check } = await placeWaiting(ctx, client, { reports: ['sanctions'] });
  await completeForm(ctx, candidate, check.id, check.order.facts);
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  const outcome = { result, subResult: null, findings: noFindings } as const;
  await moveReport(ctx, client, target, { move: 'complete', outcome });
  return readCheck(ctx, client, check.id);
}

const dueOf = async ({ applicantId }: Check, areKept: boolean) =>
  (await listDueForErasure(ctx, desk, [account.accountId], 'live', { withinDays: 30, limit: 500, areKept })).find(
    ({ applicant_id }) => applicant_id === applicantId,
  );

const askErasure = (check: Check) =>
  recordRequest(ctx, desk, {
    ...{ kind: 'erasure', way: 'letter', receivedOn: todayFor(ctx, desk), words: 'Erase me.' },
    ...{ identity: 'known_address', checkId: check.id },
  });

const requestOf = async (check: Check, id: string) => {
  const { key } = await readCheckAndKey(ctx, tenant, check.id);
  return (await listRequestsOf(ctx, check, key)).find((one) => one.id === id)!;
};

test('an open request, an unanswered problem and an open decision each keep a person from the time of the account', async () => {
  const [requested, reported, undecided, free] = [
    await complete('clear'),
    await complete('clear'),
    await complete('consider'),
    await complete('clear'),
  ];
  const id = await recordRequest(ctx, desk, {
    ...{ kind: 'objection', way: 'letter', receivedOn: todayFor(ctx, desk), words: 'Do not use it.' },
    ...{ identity: 'known_address', checkId: requested.id },
  });
  const { key } = await readCheckAndKey(ctx, tenant, reported.id);
  const own = {
    caller: candidate,
    link: { ...tenant, checkId: reported.id },
    key: key!,
    applicantId: reported.applicantId,
  };
  await reportProblem(ctx, own as never, { text: 'My name is wrong.', reportId: null });
  await changeAccountSettings(ctx, 'system', account.accountId, { eraseAfterDays: 30 });
  passSeconds(60 * DAY);
  const matters = async (check: Check) => (await dueOf(check, true))?.open_matters;
  assert.deepEqual(await matters(requested), ['data_request']);
  assert.ok((await matters(reported))?.includes('message'));
  assert.deepEqual(await matters(undecided), ['decision']);
  assert.deepEqual([await matters(free), (await dueOf(free, false))?.open_matters], [undefined, []]);
  for (const one of [requested, reported, undecided])
    await assert.rejects(erasePerson(ctx, desk, one.applicantId, 'time_is_over'), {
      fields: { applicant: ['cannot be erased: something about them is open'] },
    });
  await eraseDuePeople(ctx);
  assert.equal((await readCheckAndKey(ctx, tenant, free.id)).key, undefined);
  for (const one of [requested, reported, undecided])
    assert.notEqual((await readCheckAndKey(ctx, tenant, one.id)).key, undefined);
  assert.deepEqual((await previewErasure(ctx, desk, undecided.applicantId)).openMatters, ['decision']);
  await closeRequest(ctx, desk, id, { outcome: 'taken_back', words: '', told: 'letter' });
  assert.ok(await dueOf(requested, false));
  await changeAccountSettings(ctx, 'system', account.accountId, { askDecisions: false });
  assert.ok(await dueOf(undecided, false), 'nobody waits for a decision that is recorded elsewhere');
  await changeAccountSettings(ctx, 'system', account.accountId, { askDecisions: true });
  await erasePerson(ctx, desk, undecided.applicantId, 'not_needed');
});

test('the job says that a person waits whose copy is on their own page, until when, and that is no failure', async () => {
  const waiting = await complete('clear');
  await changeAccountSettings(ctx, 'system', account.accountId, { eraseAfterDays: 30 });
  passSeconds(60 * DAY);
  const id = await recordRequest(ctx, desk, {
    ...{ kind: 'access', way: 'letter', receivedOn: todayFor(ctx, desk), words: 'All of it.' },
    ...{ identity: 'known_address', checkId: waiting.id },
  });
  await noteAct(ctx, desk, { applicantId: waiting.applicantId, kinds: ['access'] }, 'copied');
  await closeRequest(ctx, desk, id, { outcome: 'done', words: '', told: 'letter', delivery: 'own_page' });
  const lines: (readonly [string, string, unknown])[] = [];
  const log = Object.fromEntries(
    (['debug', 'info', 'warn', 'error'] as const).map((level) => [
      level,
      (message: string, fields: unknown) => lines.push([level, message, fields]),
    ]),
  ) as unknown as typeof ctx.log;
  await eraseDuePeople({ ...ctx, log });
  const said = lines.filter(([, message]) => message !== 'people erased');
  const until = addDays(todayFor(ctx, desk), 30);
  const { applicantId: resourceId } = waiting;
  assert.deepEqual(said, [['info', 'erasure waits', { resourceId, reason: 'copy_awaited', until }]]);
  passSeconds(31 * DAY);
  await eraseDuePeople(ctx);
  assert.equal((await readCheckAndKey(ctx, tenant, waiting.id)).key, undefined);
});

test('an erasure that is refused for legal claims or a legal duty keeps the person by a hold', async () => {
  const check = await complete('clear');
  const close = async (ending: {
    readonly outcome: 'legal_claims' | 'legal_duty' | 'excessive';
    readonly until: string;
  }) => {
    const request = await requestOf(check, await askErasure(check));
    const refused = await answerRequest(ctx, desk, request, { ...ending, words: 'We need it.', told: 'letter' }).catch(
      (error: unknown) => error,
    );
    if (refused !== undefined)
      await closeRequest(ctx, desk, request.id, { outcome: 'taken_back', words: '', told: 'letter' });
    return [(refused as { fields?: unknown } | undefined)?.fields, await readHold(ctx, desk, check.applicantId)];
  };
  const day = addDays(todayFor(ctx, desk), 400);
  assert.deepEqual(await close({ outcome: 'excessive', until: '' }), [undefined, undefined]);
  assert.deepEqual(await close({ outcome: 'legal_duty', until: '' }), [
    { until: ['Enter the last day for which the law demands the data'] },
    undefined,
  ]);
  assert.deepEqual(await close({ outcome: 'legal_duty', until: day }), [
    undefined,
    { reason: 'legal_duty', until: day },
  ]);
  assert.deepEqual(await close({ outcome: 'legal_claims', until: addDays(day, -5) }), [
    undefined,
    { reason: 'legal_duty', until: day },
  ]);
  assert.deepEqual(await close({ outcome: 'legal_claims', until: '' }), [
    undefined,
    { reason: 'legal_claim', until: null },
  ]);
  await endHold(ctx, desk, check.applicantId);
});

test('a change of the days says how many it erases tonight and soon, and nothing where nobody is erased earlier', async () => {
  await changeAccountSettings(ctx, 'system', account.accountId, { eraseAfterDays: 0 });
  const [old, recent] = [await complete('clear'), await complete('clear')];
  passSeconds(20 * DAY);
  await closeCheck(ctx, client, (await placeWaiting(ctx, client, { reports: ['identity'] })).check.id, 'cancel');
  const preview = await previewErasures(ctx, desk, account.accountId, { eraseAfterDays: 5 });
  const ids = preview!.people.map(({ applicant_id }) => applicant_id);
  for (const { applicantId } of [old, recent]) assert.ok(ids.includes(applicantId));
  assert.equal(preview!.soon, preview!.tonight + 1, 'the one who ended today is erased in five days');
  assert.equal(preview!.people.length, preview!.soon);
  assert.equal(await previewErasures(ctx, desk, account.accountId, { eraseAfterDays: 0 }), undefined);
  await changeAccountSettings(ctx, 'system', account.accountId, { eraseAfterDays: 90 });
  assert.equal(await previewErasures(ctx, desk, account.accountId, { eraseAfterDays: 91 }), undefined);
  assert.equal((await previewErasures(ctx, desk, account.accountId, { eraseAfterDays: 89 }))!.tonight, 0);
  await changeAccountSettings(ctx, 'system', account.accountId, { legalHold: true, eraseAfterDays: 5 });
  const released = await previewErasures(ctx, desk, account.accountId, { legalHold: false });
  assert.deepEqual([released!.tonight, released!.soon], [preview!.tonight, preview!.soon]);
  await changeAccountSettings(ctx, 'system', account.accountId, { legalHold: false, eraseAfterDays: 0 });
});

test('where the account keeps its staff, their days count from when they have left, and who is not staff is erased as before', async () => {
  const people = {
    staff: await complete('clear'),
    leaver: await complete('clear'),
    old: await complete('clear'),
    unsuitable: await complete('clear'),
    withdrawn: (await placeWaiting(ctx, client, { reports: ['sanctions'] })).check,
  };
  await closeCheck(ctx, client, people.withdrawn.id, 'withdraw');
  const today = todayFor(ctx, desk);
  const leave = ({ applicantId }: Check, leftOn: string) =>
    recordLeaving(ctx, { ...client, subsidiaryIds: null }, applicantId, { endsMonitoring: false, leftOn });
  await leave(people.old, addDays(today, -100));
  await decideOnCheck(ctx, client, people.unsuitable.id, {
    ...{ decision: 'not_suitable', reason: 'Said at once.', although: false, told: null },
    seen: seenBy(people.unsuitable, null),
  });
  passSeconds(20 * DAY);
  await leave(people.leaver, todayFor(ctx, desk));
  const kept = { eraseAfterDays: 30, keepsStaff: true };
  const dueIn = async () => {
    const ofAll = await listDueForErasure(ctx, desk, [account.accountId], 'live', { withinDays: 0, limit: 500 });
    const ids = ofAll.map(({ applicant_id }) => applicant_id);
    return Object.entries(people).flatMap(([name, { applicantId }]) => (ids.includes(applicantId) ? [name] : []));
  };
  await changeAccountSettings(ctx, 'system', account.accountId, kept);
  passSeconds(11 * DAY);
  assert.deepEqual(await dueIn(), ['old', 'unsuitable', 'withdrawn']);
  passSeconds(20 * DAY);
  assert.deepEqual(await dueIn(), ['leaver', 'old', 'unsuitable', 'withdrawn']);
  const off = await previewErasures(ctx, desk, account.accountId, { keepsStaff: false });
  assert.ok(off!.people.some(({ applicant_id }) => applicant_id === people.staff.applicantId));
  assert.equal(await previewErasures(ctx, desk, account.accountId, { eraseAfterDays: 40 }), undefined);
  await changeRenewed(ctx, client, people.leaver.applicantId, true);
  await changeAccountSettings(ctx, 'system', account.accountId, { keepsStaff: false });
  assert.deepEqual(await dueIn(), Object.keys(people));
  await changeAccountSettings(ctx, 'system', account.accountId, kept);
  assert.deepEqual(await dueIn(), ['old', 'unsuitable', 'withdrawn'], 'who came back');
  // A hold that ends makes nobody due who is kept as staff.
  await database.run(sql`
    update applicants set hold_reason = 'legal_claim', hold_until = ${addDays(today, 1)} where id = ${people.staff.applicantId}`);
  assert.deepEqual(await dueIn(), ['old', 'unsuitable', 'withdrawn']);
  await changeAccountSettings(ctx, 'system', account.accountId, { keepsStaff: false, eraseAfterDays: 0 });
});

test('staff are erased before a renewal where the days are fewer and nothing keeps them', () => {
  const table = [
    [{ eraseAfterDays: 180, keepsStaff: false }, 36, true],
    [{ eraseAfterDays: 180, keepsStaff: true }, 36, false],
    [{ eraseAfterDays: 0, keepsStaff: false }, 36, false],
    [{ eraseAfterDays: 1200, keepsStaff: false }, 36, false],
    [{ eraseAfterDays: 180, keepsStaff: false }, 0, false],
  ] as const;
  for (const [settings, months, isSo] of table)
    assert.equal(erasesBeforeRenewal(settings, months), isSo, JSON.stringify([settings, months]));
});

test('the night of an erasure is the next one', () => {
  const at = (text: string) => nextErasure(new Date(text)).toISOString();
  assert.equal(at('2026-11-29T09:00:00Z'), '2026-11-30T02:41:00.000Z');
  assert.equal(at('2026-11-29T02:40:00Z'), '2026-11-29T02:41:00.000Z');
  assert.equal(at('2026-11-29T02:41:00Z'), '2026-11-30T02:41:00.000Z');
});
