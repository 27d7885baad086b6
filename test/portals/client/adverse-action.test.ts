// For a job in the United States a decision against a candidate takes a notice with the report and their rights, a time to answer,
// and a final notice (Fair Credit Reporting Act).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { moveTestClock, readTestClock } from '../../../src/features/accounts/test-clock-actions.ts';
import { handleMessage } from '../../../src/features/cases/candidate-message-actions.ts';
import { recordOrderLaw } from '../../../src/features/cases/order-law-actions.ts';
import { correctReport, screenReport } from '../../../src/features/cases/screening-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { decidesFrom } from '../../../src/features/client-decisions/adverse-action-rules.ts';
import { keepText, readText } from '../../../src/features/desk-texts/desk-text-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { addDays, addWorkingDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { britishDate } from '../../../src/portals/shared/page-filters.ts';
import { sendForm, signIn } from '../candidate/sent-form.ts';
import { clientEmail, deskEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const tenant = portal.caller('test');
const screener = { userId: portal.deskUserId, accounts: 'all', permissions: roles.desk.administrator } as const;
const client = await signedInVisitor(portal, clientEmail);
const desk = await signedInVisitor(portal, deskEmail);
await changeAccountSettings(ctx, 'system', accountId, { vatCountry: 'United States' });
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const answerBy = addWorkingDays(ukDateOf(ctx.now()), 5, bankHolidays.england_and_wales);

async function completed() {
  const sender = await sendForm(portal);
  const check = await readCheck(ctx, tenant, sender.checkId);
  await screenReport(ctx, screener, check.reports[0]!.id, { move: 'complete', outcome });
  const page = `/portal/checks/${check.id}`;
  return { ...sender, check, decision: `${page}/decision`, hearing: `${page}/hearing` };
}
const outcome = { result: 'consider', subResult: null, findings: noFindings } as const;
type Completed = Awaited<ReturnType<typeof completed>>;

const against = { decision: 'not_suitable', reason: 'The conviction.', tell: 'yes', told: 'We go no further.' };
const decide = ({ decision }: Completed, fields = {}) => client.submit(decision, decision, { ...against, ...fields });
const ask = ({ decision, hearing }: Completed, by = answerBy) =>
  client.submit(decision, hearing, { words: 'Please tell us about it.', answer_by: by });
const status = async ({ base, device }: Completed) => textOf((await device.get(`${base}/status`)).body);

const one = await completed();

test('nobody decides against a candidate before the notice and its time, and what the candidate reads names the law', async () => {
  const refused = await decide(one);
  assert.equal(refused.status, 422);
  assert.doesNotMatch(refused.body, /gets the results from you alone/);
  assert.match(textOf(refused.body), /give the candidate the notice first, with the report and the summary of rights/);
  assert.match(
    textOf((await ask(one, addDays(ukDateOf(ctx.now()), 1))).body),
    /at least the working days that your account has set/,
  );
  const subject = await readText(ctx, screener, 'notices', 'fcra_rights');
  const text = 'The summary of the authority, as the desk keeps it.';
  await keepText(ctx, screener, { subject: subject.subject, text, seenVersion: 0 });
  assert.doesNotMatch(await status(one), /Your results/, 'the account shows candidates none');
  assert.equal((await ask(one)).status, 303);
  const read = await status(one);
  assert.match(read, /Please tell us about it\. This notice is given under the Fair Credit Reporting Act/);
  assert.match(read, /Nothing is decided yet/);
  assert.match(read, /The summary of the authority, as the desk keeps it/);
  assert.match(read, /Your results [\s\S]*Save your results \(PDF\)/, 'the copy of the report');
  const early = await decide(one);
  assert.equal(early.status, 422);
  assert.match(textOf(early.body), /The time of the notice is not over yet/);
  assert.match(textOf(early.body), new RegExp(`Not suitable from ${britishDate(addDays(answerBy, 1))}`));
});

test('a dispute stops the time of the notice until the desk has dealt with it', async () => {
  const { base, device } = one;
  await device.submit(`${base}/problem`, `${base}/problem`, { text: 'That is not me.' });
  const refused = await decide(one);
  assert.equal(refused.status, 422);
  assert.doesNotMatch(textOf(refused.body), /or tick that you decide before/, 'it would change nothing');
  assert.match(textOf(refused.body), /nobody decides against them before that is looked into/);
  assert.match(textOf(refused.body), /the time of the notice stands still until that is looked into/);
  const reportId = one.check.reports[0]!.id;
  const [, messageId] = new RegExp(`/desk/reports/${reportId}/messages/([0-9a-f-]+)`).exec(
    (await desk.get(`/desk/reports/${reportId}`)).body,
  )!;
  await handleMessage(ctx, screener, { reportId, messageId: messageId!, answer: 'We looked again: it is you.' });
  assert.match(textOf((await decide(one)).body), /The time of the notice is not over yet/);
  const at = (day: string) => new Date(`${day}T12:00:00Z`);
  const notice = { askedOn: '2026-03-02', answerBy: '2026-03-09' };
  const spans = [
    { sent_at: at('2026-03-03'), handled_at: at('2026-03-06') },
    { sent_at: at('2026-03-04'), handled_at: at('2026-03-05') },
  ];
  const calendar = ctx.calendar();
  assert.equal(decidesFrom(notice, [], calendar), '2026-03-10');
  assert.equal(decidesFrom(notice, spans, calendar), '2026-03-13', 'each day of a dispute counts once');
  const onlyFriday = { askedOn: '2026-03-06', answerBy: '2026-03-13' };
  const monday = { sent_at: at('2026-03-09'), handled_at: at('2026-03-10') };
  assert.equal(decidesFrom(onlyFriday, [monday], calendar), '2026-03-17', 'a working day for a working day');
  const easter = { askedOn: '2026-03-26', answerBy: '2026-04-02' };
  const lastOfMarch = { sent_at: at('2026-03-31'), handled_at: at('2026-04-01') };
  assert.equal(decidesFrom(easter, [lastOfMarch], calendar), '2026-04-08', 'over the end of a month and bank holidays');
});

test('after the time the client decides, tells the candidate, and the final notice names who made the report and the rights', async () => {
  await moveTestClock(ctx, tenant, 20 * 24 * 3600);
  assert.match(
    textOf((await decide(one, { tell: '' })).body),
    /you tell the candidate of a decision against them: tick this/,
  );
  assert.equal((await decide(one)).status, 303);
  const read = await status(one);
  assert.match(read, /We go no further\. This notice is given under the Fair Credit Reporting Act/);
  assert.match(read, /did not make this decision and cannot tell you why/);
  assert.match(read, /free copy of your report within 60 days[\s\S]+dispute with/);
});

const inDays = (days: number) => moveTestClock(ctx, tenant, days * 24 * 3600);
const testToday = async () => ukDateOf(new Date(ctx.now().getTime() + (await readTestClock(ctx, tenant)) * 1000));

test('the time of a notice that is a letter runs from the day on which it was handed over', async () => {
  const letter = await completed();
  await portal.superuser.run(sql`update checks set type = 'express' where id = ${letter.check.id}`);
  assert.equal((await ask(letter, addDays(await testToday(), 20))).status, 303);
  await inDays(25);
  assert.match(textOf((await decide(letter)).body), /letter: record the day on which you handed it over/);
  const on = await testToday();
  await client.submit(letter.decision, `/portal/checks/${letter.check.id}/letters/hearing`, { on });
  const early = textOf((await decide(letter)).body);
  assert.match(early, /The time of the notice is not over yet/);
  const from = addDays(addWorkingDays(on, 5, bankHolidays.england_and_wales), 1);
  assert.match(early, new RegExp(`Not suitable from ${britishDate(from)}`));
  await inDays(20);
  assert.equal((await decide(letter)).status, 303);
});

test('what is prefilled is no decision, so that nobody who is found suitable reads that they were turned down', async () => {
  const other = await completed();
  const [, told] = /<textarea[^>]*name="told"[^>]*>([^<]*)</.exec((await client.get(other.decision)).body)!;
  const sent = await decide(other, { decision: 'suitable', told: told! });
  assert.match(textOf(sent.body), /Replace the words in square brackets/);
});

test('a job elsewhere takes no such notice, and what was asked then is none once the job is in the United States', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { vatCountry: '' });
  const other = await completed();
  assert.doesNotMatch((await client.get(other.decision)).body, /Fair Credit Reporting Act/);
  assert.equal((await decide(other, { tell: '' })).status, 303);
  const moved = await completed();
  assert.equal((await ask(moved, addDays(await testToday(), 10))).status, 303);
  const reportId = moved.check.reports[0]!.id;
  await correctReport(ctx, screener, reportId, { code: 'our_error', text: 'The wrong country.' });
  await recordOrderLaw(ctx, screener, reportId, { jobCountry: 'USA', legalGround: '' });
  await screenReport(ctx, screener, reportId, { move: 'complete', outcome });
  assert.match(textOf((await decide(moved)).body), /give the candidate the notice first/);
  assert.equal((await ask(moved, addDays(await testToday(), 20))).status, 303, 'without waiting for an answer');
  assert.doesNotMatch((await client.get(moved.decision)).body, /name="answer_by"/, 'once');
  assert.match(textOf((await decide(moved)).body), /The time of the notice is not over yet/);
  await inDays(25);
  assert.equal((await decide(moved)).status, 303);
});

test('where two people decide, a dispute after the proposal holds it up until the desk has dealt with it', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { vatCountry: 'United States', twoDeciders: true });
  const email = 'second@client.example';
  await createUser(ctx, 'system', accountId, { name: 'Second', email, role: 'decider' });
  await createSignIn(ctx, 'system', { email, password });
  const second = await signedInVisitor(portal, email);
  const proposed = await completed();
  const { base, device, decision } = proposed;
  assert.equal((await ask(proposed, addDays(await testToday(), 10))).status, 303);
  await inDays(15);
  assert.match(String((await decide(proposed)).headers.location), /done=proposed$/);
  await signIn(portal, proposed, device);
  await device.submit(`${base}/problem`, `${base}/problem`, { text: 'That is not me.' });
  const confirm = (fields = {}) => second.submit(decision, `${decision}/confirm`, fields);
  for (const fields of [{}, { although: 'yes' }]) {
    const refused = await confirm(fields);
    assert.equal(refused.status, 422);
    assert.match(textOf(refused.body), /you can confirm it once that is looked into/);
    assert.doesNotMatch(textOf(refused.body), /or tick that you decide before|I decide although/);
  }
  const reportId = proposed.check.reports[0]!.id;
  const [, messageId] = new RegExp(`/desk/reports/${reportId}/messages/([0-9a-f-]+)`).exec(
    (await desk.get(`/desk/reports/${reportId}`)).body,
  )!;
  await handleMessage(ctx, screener, { reportId, messageId: messageId!, answer: 'We looked again: it is you.' });
  assert.match(String((await confirm()).headers.location), /done=decided$/);
});
