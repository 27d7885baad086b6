// A client asks a candidate before it decides about results that are not clear, the candidate answers or does not, and may be told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { screenReport } from '../../../src/features/cases/screening-actions.ts';
import { readCheck, readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, moveReport, reopenReport } from '../../../src/features/checks/check-progress-actions.ts';
import { delayDeadlines } from '../../../src/features/deadlines/deadline-actions.ts';
import { takeDueDeadlines } from '../../../src/features/deadlines/deadline-jobs.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { deadlineHandlers } from '../../../src/features/housekeeping/deadlines.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { addDays, addWorkingDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { britishDate } from '../../../src/portals/shared/page-filters.ts';
import { sendForm } from '../candidate/sent-form.ts';
import { clientEmail, deskEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const tenant = portal.caller('test');
const screener = { userId: portal.deskUserId, accounts: 'all', permissions: roles.desk.administrator } as const;
const client = await signedInVisitor(portal, clientEmail);
const today = ukDateOf(ctx.now());
const usual = addWorkingDays(today, 5, bankHolidays.england_and_wales);
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const home = '/portal?environment=test';

/** A check of a candidate who has sent the form, whose only report is complete. */
async function completed(result: 'clear' | 'consider' = 'consider') {
  const sender = await sendForm(portal);
  const check = await readCheck(ctx, tenant, sender.checkId);
  const outcome = { result, subResult: null, findings: noFindings } as const;
  await screenReport(ctx, screener, check.reports[0]!.id, { move: 'complete', outcome });
  const page = `/portal/checks/${check.id}`;
  return {
    ...sender,
    check,
    page,
    decision: `${page}/decision`,
    hearing: `${page}/hearing`,
    order: `VF${check.orderId}`,
  };
}
type Completed = Awaited<ReturnType<typeof completed>>;

const words = 'Please tell us about the document.';
const ask = ({ decision, hearing }: Completed, fields = {}) =>
  client.submit(decision, hearing, { words, answer_by: usual, ...fields });
const answer = ({ base, device }: Completed, text: string) =>
  device.submit(`${base}/status`, `${base}/hearing`, { answer: text });
const status = async ({ base, device }: Completed) => textOf((await device.get(`${base}/status`)).body);
const mails = async ({ check, order }: Completed) =>
  (await listEmails(ctx, tenant, 300)).filter(
    ({ template, checkId, subject }) =>
      /^(hearing|decision)_/.test(template) && (checkId === check.id || subject.includes(order)),
  );
const events = ({ check }: Completed) =>
  ctx.db.rows<{ type: string; detail: unknown }>(sql`
    select type, detail from events
    where check_id = ${check.id} and (type like 'check.hearing%' or type like 'check.decision%') order by id`);
const lineOf = async ({ order }: Completed, path = home) =>
  [...(await client.get(path)).body.matchAll(/<li[^>]*>[\s\S]*?<\/li>/g)]
    .map(([line]) => textOf(line))
    .find((line) => line.includes(order));
async function dayPasses({ check }: Completed) {
  await portal.superuser.run(sql`
    update deadlines set due_at = now() - interval '1 minute' where check_id = ${check.id} and kind = 'hearing'`);
  await takeDueDeadlines(ctx, deadlineHandlers);
}

test('the page of the decision asks the candidate first, in words that name what is not clear, within five working days', async () => {
  const one = await completed();
  const { body } = await client.get(one.decision);
  assert.match(body, /Ask the candidate first/);
  assert.match(body, /this part of it is not clear:\s+- Right to Work/i);
  assert.match(body, new RegExp(`name="answer_by"[^>]*value="${usual}"`));
  assert.match(
    textOf(body),
    /You may decide without asking[^.]+\. If you have not, ask before you choose Not suitable/,
  );

  const empty = await ask(one, { words: ' ', answer_by: today });
  assert.equal(empty.status, 422);
  assert.match(empty.body, /Write what you ask the candidate[\s\S]+Enter a day from tomorrow on/);
  const unfilled = await ask(one, { words: 'Tell us about [what].' });
  assert.match(
    unfilled.body,
    /Replace the words in square brackets[\s\S]+>Tell us about \[what\]\.</,
    'what was typed stays',
  );
  assert.deepEqual(await events(one), []);

  const sent = await ask(one);
  assert.equal(sent.headers.location, `${one.decision}?done=asked`);
  const shown = textOf((await client.get(one.decision)).body);
  assert.match(
    shown,
    new RegExp(`${words} Asked by .+ No answer yet: the candidate may answer until ${britishDate(usual)}`),
  );
  assert.doesNotMatch(shown, /Ask the candidate first/);
  const line = await lineOf(one);
  assert.match(line ?? '', new RegExp(`To be heard until ${britishDate(usual)}`));
  assert.doesNotMatch(line ?? '', /Decide/);
  assert.match(
    textOf((await client.get(`${home}&waiting=yes`)).body),
    new RegExp(`to be heard until ${britishDate(usual)}`),
  );
  assert.match(
    textOf((await client.get(one.page)).body),
    /The candidate was asked before the decision, and may answer until/,
  );
  assert.deepEqual(await events(one), [{ type: 'check.hearing_asked', detail: { answer_by: usual } }]);
});

test('the mail leads to the page of the candidate without what is asked, and their answer is decided on', async () => {
  const one = await completed();
  await ask(one);
  const [mail] = await mails(one);
  assert.equal(mail?.template, 'hearing_asked');
  assert.match(mail!.text, new RegExp(`${one.base}[\\s\\S]+Please answer by`));
  assert.doesNotMatch(mail!.text, /document|clear|consider/i);
  assert.match(
    await status(one),
    new RegExp(`Acme Care would like your answer before they decide, by ${britishDate(usual)}.+${words}`),
  );

  const empty = await answer(one, ' ');
  assert.deepEqual([empty.status, /Write your answer/.test(empty.body)], [422, true]);
  const old = hiddenFields((await client.get(one.decision)).body, one.decision);
  const sent = await answer(one, 'It is <not> mine.');
  assert.equal(sent.headers.location, `${one.base}/status?answered`);
  assert.match((await one.device.get(`${one.base}/status?answered`)).body, /Your answer is sent to Acme Care/);
  const unread = await client.post(one.decision, { ...old, decision: 'not_suitable', reason: 'The document.' });
  assert.deepEqual([unread.status, /the candidate was asked or answered/.test(unread.body)], [422, true]);
  assert.match(await status(one), /You answered on .+It is &lt;not&gt; mine\..+Add to your answer/);
  await answer(one, 'I found the receipt.');

  assert.deepEqual((await mails(one)).map(({ template }) => template).toSorted(), [
    'hearing_answered',
    'hearing_answered',
    'hearing_asked',
  ]);
  assert.match((await lineOf(one)) ?? '', /Decide about the candidate, who answered/);
  assert.match(
    textOf((await client.get(one.page)).body),
    /Needs you: decide about the candidate , because the candidate has answered/,
  );
  assert.match(textOf((await client.get(one.decision)).body), /It is &lt;not&gt; mine\..+I found the receipt\./);
  await dayPasses(one);
  assert.ok(!(await events(one)).some(({ type }) => type === 'check.hearing_lapsed'));

  await client.submit(one.decision, one.decision, { decision: 'suitable', reason: 'It does not matter here.' });
  assert.match(await status(one), /Acme Care has decided since/);
  const late = await one.device.post(`${one.base}/hearing`, {
    ...hiddenFields((await one.device.get(`${one.base}/problem`)).body, `${one.base}/problem`),
    answer: 'Too late.',
  });
  assert.equal(late.headers.location, `${one.base}/status`);
  assert.doesNotMatch(await status(one), /Too late/);
});

test('the client hears that nothing came once the day has passed, and the candidate may answer until the decision', async () => {
  const one = await completed();
  await ask(one);
  await dayPasses(one);
  assert.deepEqual(
    (await events(one)).map(({ type }) => type),
    ['check.hearing_asked', 'check.hearing_lapsed'],
  );
  const told = (await mails(one)).find(({ template }) => template === 'hearing_lapsed');
  assert.match(told!.text, new RegExp(`${one.order}[\\s\\S]+nothing has come`));
  assert.match((await lineOf(one)) ?? '', /Decide about the candidate, who did not answer/);
  assert.match(textOf((await client.get(one.decision)).body), /No answer came\..+Ask the candidate again/);
  assert.equal((await answer(one, 'I was away.')).status, 303);
  assert.match((await lineOf(one)) ?? '', /who answered/);
});

test('a decision ends the wait for the answer, and may be told to the candidate in words of the client', async () => {
  const one = await completed();
  await ask(one);
  const decide = (fields: Record<string, string>) =>
    client.submit(one.decision, one.decision, { decision: 'not_suitable', reason: 'Inside.', ...fields });
  const unfilled = await decide({ tell: 'yes', told: 'We have decided [what].' });
  assert.deepEqual([unfilled.status, /Replace the words in square brackets/.test(unfilled.body)], [422, true]);
  const sent = await decide({ tell: 'yes', told: 'We do not go on.' });
  assert.equal(sent.headers.location, `${one.page}?done=told`);
  const shown = await status(one);
  assert.match(shown, /What Acme Care tells you We do not go on\./);
  assert.doesNotMatch(shown, /Inside/);
  const mail = (await mails(one)).find(({ template }) => template === 'decision_told');
  assert.match(mail!.text, new RegExp(one.base));
  assert.doesNotMatch(mail!.text, /do not go on|suitable/i);
  await dayPasses(one);
  assert.deepEqual(
    (await events(one)).map(({ type }) => type),
    ['check.hearing_asked', 'check.decision_told'],
  );
  assert.match(textOf((await client.get(one.page)).body), /The candidate was told: We do not go on\./);

  const quiet = await completed();
  await client.submit(quiet.decision, quiet.decision, {
    decision: 'not_suitable',
    reason: 'Inside.',
    told: 'Not sent.',
  });
  assert.deepEqual(await mails(quiet), [], 'nobody is told unless the client says so');
  assert.doesNotMatch(await status(quiet), /Not sent/);
});

test('the client’s own words begin what is written, and what the candidate must learn stands with any words', async () => {
  await changeAccountSettings(ctx, 'system', accountId, {
    hearingWords: 'Our panel meets on Fridays.\nTell us your side.',
    decisionWords: 'The panel has met: [what it decided].',
  });
  const one = await completed();
  const { body } = await client.get(one.decision);
  assert.match(body, /Our panel meets on Fridays\.\s+Tell us your side\.\s+This part[^:]+:\s+- Right to Work/i);
  assert.match(body, /The panel has met: \[what it decided\]\./);
  await ask(one, { words: 'Short.' });
  const asked = await status(one);
  assert.match(
    asked,
    new RegExp(`What is not clear: Right to work.+by ${britishDate(usual)}.+ask for a copy of the results`, 'i'),
  );
  assert.match(asked, /say that one is not right/);
  await client.submit(one.decision, one.decision, {
    ...{ decision: 'not_suitable', reason: 'Inside.', tell: 'yes', told: 'We do not go on.' },
  });
  assert.match(await status(one), /We do not go on\..+ask for a copy of the results ?, and say that one is not right/);
  await changeAccountSettings(ctx, 'system', accountId, { hearingWords: '', decisionWords: '' });
});

test('where a criminal record is not clear, the words ask for the original certificate, or are the client’s own about it', async () => {
  const { id, reports } = await portal.placeCheck('live', {}, ['criminal_history:basic']);
  const outcome = { result: 'consider', subResult: null, findings: noFindings } as const;
  await moveReport(
    ctx,
    portal.caller('live'),
    { checkId: id, reportId: reports[0]!.id },
    { move: 'complete', outcome },
  );
  const words = async () => (await client.get(`/portal/checks/${id}/decision`)).body;
  assert.match(await words(), /please show us the original/);
  assert.doesNotMatch((await client.get((await completed()).decision)).body, /show us the original/);
  await changeAccountSettings(ctx, 'system', accountId, { certificateHearingWords: 'Bring it to Jo in Leeds.' });
  assert.match(await words(), /Bring it to Jo in Leeds\.\s+This part/);
  await changeAccountSettings(ctx, 'system', accountId, { certificateHearingWords: '' });
});

test('nobody is asked about clear results, twice at once, or while they are restricted', async () => {
  const clear = await completed('clear');
  assert.doesNotMatch((await client.get(clear.decision)).body, /Ask the candidate first/);
  const one = await completed();
  const fields = hiddenFields((await client.get(one.decision)).body, one.hearing);
  await ask(one);
  assert.equal((await client.post(one.hearing, { ...fields, words, answer_by: usual })).status, 422);
  await ctx.batches.write();

  const other = await completed();
  const opened = hiddenFields((await client.get(other.decision)).body, other.hearing);
  await askRestriction(ctx, tenant, other.check.id, { ground: 'accuracy', words: 'It is not me.' });
  const { check, key } = await readCheckAndKey(ctx, tenant, other.check.id);
  const [open] = await listRestrictionsOf(ctx, check, key);
  await decideRestriction(
    ctx,
    { ...tenant, actor: `user:${portal.deskUserId}`, permissions: roles.desk.administrator },
    check.id,
    { id: open!.id, isAccepted: true, answer: '' },
  );
  assert.notEqual((await client.post(other.hearing, { ...opened, words, answer_by: usual })).status, 303);
  assert.deepEqual(await events(other), []);
});

test('a day that a restriction has moved is the one that stands on the pages', async () => {
  const one = await completed();
  await ask(one);
  await delayDeadlines(ctx, tenant, one.check.id, 3 * 86_400_000);
  assert.match(textOf((await client.get(one.decision)).body), new RegExp(`until ${britishDate(addDays(usual, 3))}`));
  assert.match(await status(one), new RegExp(`by ${britishDate(addDays(usual, 3))}`));
});

test('who may not read results learns of no hearing, the desk sees it in the history, and the texts are erased with the person', async () => {
  const one = await completed();
  await ask(one);
  await answer(one, 'It is mine.');
  const email = 'requester@acme.test';
  await createUser(ctx, 'system', accountId, { name: 'Requester', email, role: 'requester' });
  await createSignIn(ctx, 'system', { email, password });
  const requester = await signedInVisitor(portal, email);
  assert.doesNotMatch((await requester.get(one.page)).body, /asked before|answered what/);
  const desk = await signedInVisitor(portal, deskEmail);
  assert.match(
    textOf((await desk.get(`/desk/orders/${one.check.id}`)).body),
    /The candidate answered what the client asked/,
  );
  assert.match(textOf((await client.get(one.page)).body), /The candidate answered what you asked/);

  await ctx.batches.write();
  await erasePerson(ctx, tenant, one.check.applicantId, 'candidate_asked');
  assert.doesNotMatch((await client.get(one.decision)).body, /It is mine|tell us about the document/);
  await dayPasses(one);
});

test('what is asked ends by itself once a corrected result is clear, in the history and on the candidate’s page', async () => {
  const one = await completed();
  await ask(one);
  const reportId = one.check.reports[0]!.id;
  await reopenReport(ctx, tenant, { checkId: one.check.id, reportId }, 'reopen');
  await takeDueDeadlines(ctx, deadlineHandlers);
  assert.match(await status(one), /Send your answer/, 'while it is looked at again');
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await screenReport(ctx, screener, reportId, { move: 'complete', outcome });
  await takeDueDeadlines(ctx, deadlineHandlers);
  assert.deepEqual(
    (await events(one)).map(({ type }) => type),
    ['check.hearing_asked', 'check.hearing_ended'],
  );
  const shown = await status(one);
  assert.match(shown, /This is over: [^.]+ has nothing to decide about it any more/);
  assert.doesNotMatch(shown, /Send your answer|would like your answer|has decided since/);
  assert.match(textOf((await client.get(one.page)).body), /What you asked the candidate has ended/);
  await dayPasses(one);
  assert.equal((await events(one)).length, 2, 'its day means nothing any more');
});

test('it goes on where a corrected result is still not clear, and ends where the check is closed', async () => {
  const [again, closed] = [await completed(), await completed()];
  for (const one of [again, closed]) {
    await ask(one);
    await reopenReport(ctx, tenant, { checkId: one.check.id, reportId: one.check.reports[0]!.id }, 'reopen');
  }
  const outcome = { result: 'consider', subResult: null, findings: noFindings } as const;
  await screenReport(ctx, screener, again.check.reports[0]!.id, { move: 'complete', outcome });
  await closeCheck(ctx, tenant, closed.check.id, 'withdraw');
  await takeDueDeadlines(ctx, deadlineHandlers);
  assert.match(await status(again), /Send your answer/);
  assert.match(await status(closed), /This is over/);
  assert.equal((await events(again)).length, 1);
});
