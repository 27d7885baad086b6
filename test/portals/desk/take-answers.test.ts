// Answers that the desk takes from a candidate on the telephone or from paper: in the candidate's own form, by name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { todayFor } from '../../../src/context.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { CONSENT_WORDING, consentText, markOf } from '../../../src/features/candidate-form/consent.ts';
import { readConsents } from '../../../src/features/candidate-form/consent-actions.ts';
import { readForm } from '../../../src/features/candidate-form/form-actions.ts';
import { readCheck, readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { withLockedCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { addReports } from '../../../src/features/orders/added-report-actions.ts';
import type { ReportType } from '../../../src/features/report-types/report-type.ts';
import { findReportType } from '../../../src/features/report-types/report-type-rules.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { takenLines } from '../../../src/portals/desk/orders/taken-words.ts';
import { samples } from '../../features/attachments/file-samples.ts';
import { mailedCodes, type Ordered, placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { textIn } from '../../support/html.ts';
import {
  type Answer,
  clientEmail,
  deskEmail,
  hiddenFields,
  password,
  signedInVisitor,
  startPortal,
  type Visitor,
  visitor,
} from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const tenant = portal.caller('test');
const screener = await signedInVisitor(portal, deskEmail);
const deskName = (await ctx.db.row<{ name: string }>(sql`select name from desk_users where id = ${portal.deskUserId}`))!
  .name;

const person = { first_name: 'Ada', last_name: 'Callwell', dob: '1990-03-04', mobile: '07700900471' } as const;

async function place(ordered: Ordered = {}) {
  const { check, token } = await placeWaiting(ctx, tenant, { reports: ['right_to_work'], facts: person, ...ordered });
  return { check, base: `/form/${token}`, page: `/desk/reports/${check.reports[0]!.id}/form/answers` };
}

type Placed = Awaited<ReturnType<typeof place>>;

const call = { from: 'telephone', proofs: 'dob', words: 'Rang from 07700 900471.' };

/** A form may send a name twice; the visitor takes each once. */
async function takeCall({ page }: Placed, desk: Visitor = screener) {
  const fields = { ...hiddenFields((await desk.get(page)).body, page), ...call };
  const body = `${new URLSearchParams(fields)}&proofs=mobile`;
  return shown(await desk.send(page, 'application/x-www-form-urlencoded', body), desk);
}

/** The page with the code, where the form leads to it. */
const shown = async (sent: Answer, desk: Visitor): Promise<Answer> =>
  sent.status === 303 ? desk.get(String(sent.headers.location)) : sent;

/** Of the words that the paper form has now. */
const markNow = ({ check }: Placed): Promise<string> =>
  withLockedCheck(ctx, tenant, check.id, async (tx, locked) => markOf(consentText(await readForm(tx, locked))));

const codeIn = (html: string): string => /<strong class="app-code">([\d ]+)<\/strong>/.exec(html)![1]!;

/** The browser of the desk, with the form open in it. */
async function open(placed: Placed, desk: Visitor = screener): Promise<Visitor> {
  const { body } = await takeCall(placed, desk);
  const { base } = placed;
  const device = visitor(portal);
  const wrong = await device.submit(`${base}/code?desk`, `${base}/code?desk`, { code: '0000 0000 0000' });
  assert.match(wrong.body, /That is not the code that the desk shows/, 'nobody is sent to look for a mail');
  const entered = await device.submit(`${base}/code?desk`, `${base}/code?desk`, { code: codeIn(body) });
  assert.equal(entered.headers.location, `${base}/tasks`);
  return device;
}

const answers: Readonly<Record<string, Record<string, string>>> = {
  name: { first_name: person.first_name, last_name: person.last_name },
  'date-of-birth': { 'dob-day': '4', 'dob-month': '3', 'dob-year': '1990' },
  nationality: { nationality: 'GBR' },
  contact: { mobile: '07700 900471' },
};

async function answer(device: Visitor, base: string, pages: typeof answers = answers) {
  for (const [page, fields] of Object.entries(pages)) {
    const { status } = await device.submit(`${base}/${page}`, `${base}/${page}`, fields);
    assert.equal(status, 303, page);
  }
}

async function sendSigned(device: Visitor, url: string, fields: Record<string, string>, file?: Buffer) {
  const sent = { ...hiddenFields((await device.get(url)).body, url), ...fields };
  const parts = Object.entries(sent).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const name = file === undefined ? '' : 'signed.png';
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(parts.join('') + head),
    file ?? Buffer.alloc(0),
    Buffer.from('\r\n--x--\r\n'),
  ]);
  return device.send(url, 'multipart/form-data; boundary=x', body);
}

test('whoever calls is identified first, and the call is noted with what they knew', async () => {
  const placed = await place();
  const { check, page } = placed;
  assert.match((await screener.get(`/desk/reports/${check.reports[0]!.id}/form`)).body, new RegExp(`href="${page}"`));
  const shown = await screener.get(page);
  assert.match(shown.body, /4 March 1990/);
  const unasked = await screener.submit(page, page, { from: '' });
  assert.equal(unasked.status, 422);
  assert.match(unasked.body, /Say how the answers come/);
  const one = await screener.submit(page, page, { ...call });
  assert.equal(one.status, 422);
  const fields = { ...hiddenFields((await screener.get(page)).body, page), ...call };
  const twice = `${new URLSearchParams(fields)}&proofs=dob`;
  assert.equal(
    (await screener.send(page, 'application/x-www-form-urlencoded', twice)).status,
    422,
    'the same one twice',
  );
  assert.match(one.body, /Tick at least 2[\s\S]*Rang from 07700 900471\./, 'nothing typed is lost');
  const begun = await takeCall(placed);
  assert.equal(begun.status, 200);
  assert.equal(codeIn(begun.body).replaceAll(' ', '').length, 12);
  const { body } = await screener.get(`/desk/reports/${check.reports[0]!.id}/form`);
  assert.match(body, /They answered rightly: date of birth, mobile number\.[\s\S]*Rang from 07700 900471\./);
  const events = await ctx.db.rows(sql`
    select actor, detail from events where check_id = ${check.id} and type = 'check.answers_taken'`);
  assert.deepEqual(events, [
    { actor: `user:${portal.deskUserId}`, detail: { from: 'telephone', proofs: 'dob mobile' } },
  ]);
  assert.equal((await readCheck(ctx, tenant, check.id)).formOpenedAt, null, 'the candidate has opened nothing');
});

test('answers on the telephone are typed in the candidate’s own form, and every copy says how they came', async () => {
  const placed = await place();
  const { check, base } = placed;
  const device = await open(placed);
  assert.match(textIn((await device.get(`${base}/tasks`)).body), /You type for Ada Callwell, who is on the telephone/);
  const late = await device.submit(`${base}/date-of-birth`, `${base}/date-of-birth`, { 'dob-day': '40' });
  assert.equal(late.status, 422, 'the rules of the form hold');
  await answer(device, base);
  const consent = `${base}/consent`;
  assert.equal((await device.submit(consent, consent, { agrees: 'yes', wording: CONSENT_WORDING })).status, 422);
  assert.equal((await device.submit(consent, consent, { read_out: 'yes' })).status, 303);
  const silent = await device.submit(`${base}/answers`, `${base}/answers`, {});
  assert.match(silent.body, /I read the answers back to the candidate, who said/);
  const sent = await device.submit(`${base}/answers`, `${base}/answers`, { declares: 'yes' });
  assert.match(sent.body, /The answers are sent/);
  assert.equal((await device.get(`${base}/tasks`)).headers.location, base, 'nothing more is typed on this device');

  const typed = await ctx.db.rows<{ page: string; typed_by: string; typed_from: string }>(sql`
    select page, typed_by, typed_from from form_answers where check_id = ${check.id}`);
  assert.equal(typed.length, 5);
  for (const row of typed) assert.deepEqual([row.typed_by, row.typed_from], [portal.deskUserId, 'telephone'], row.page);
  const completed = await ctx.db.rows(sql`
    select actor from events where check_id = ${check.id} and type = 'check.form_completed'`);
  assert.deepEqual(completed, [{ actor: `user:${portal.deskUserId}` }]);
  const [given] = await readConsents(ctx, await readCheck(ctx, tenant, check.id));
  assert.deepEqual(given!.how, { is: 'read_out', by: deskName });

  const order = textIn((await screener.get(`/desk/orders/${check.id}`)).body);
  assert.match(order, new RegExp(`On the telephone, typed by ${deskName}`));
  assert.match(order, new RegExp(`Read out on the telephone by ${deskName} on .*; the candidate said yes`));
  const client = await signedInVisitor(portal, clientEmail);
  const clientPage = textIn((await client.get(`/portal/checks/${check.id}`)).body);
  assert.match(clientPage, /The candidate gave the answers on the telephone; the screening company typed them/);
  assert.match((await screener.get(`/desk/orders/${check.id}/sent`)).body, /^%PDF/);

  const own = visitor(portal);
  await own.submit(base, base, {});
  const [code] = await mailedCodes(ctx, tenant, check.id);
  await own.submit(`${base}/code`, `${base}/code`, { code: code! });
  const copy = textIn((await own.get(`${base}/sent`)).body);
  assert.match(copy, /You gave these answers on the telephone, and we typed them/);
  assert.doesNotMatch(copy, new RegExp(deskName), 'the candidate reads no names of staff');
  const mails = await ctx.db.rows<{ template: string }>(sql`select template from emails where check_id = ${check.id}`);
  assert.ok(
    mails.some(({ template }) => template === 'form_sent'),
    'and gets a mail to check them',
  );
});

test('what was added after the form was sent is taken on the telephone, too', async () => {
  const placed = await place();
  const { check, base } = placed;
  const first = await open(placed);
  await answer(first, base);
  await first.submit(`${base}/consent`, `${base}/consent`, { read_out: 'yes' });
  await first.submit(`${base}/answers`, `${base}/answers`, { declares: 'yes' });
  const found = findReportType('adverse_media', null);
  const { check: added } = await addReports(ctx, tenant, check.id, [(found as { type: ReportType }).type]);
  const device = await open({ ...placed, page: `/desk/reports/${added.reports[1]!.id}/form/answers` });
  assert.equal((await device.get(`${base}/status`)).headers.location, base);
  assert.equal((await device.get(base)).headers.location, `${base}/tasks`, 'and is not led in a circle');
  await answer(device, base, { 'previous-names': { name_is_from_birth: 'yes' } });
  assert.equal((await device.submit(`${base}/consent`, `${base}/consent`, { read_out: 'yes' })).status, 303);
  const sent = await device.submit(`${base}/answers`, `${base}/answers`, { declares: 'yes' });
  assert.match(sent.body, /The answers are sent/);
  const after = await readCheck(ctx, tenant, check.id);
  assert.notEqual(after.reports[1]!.requestedAt, null, 'work on it begins');
  const [, later] = await readConsents(ctx, after);
  assert.deepEqual(later!.how, { is: 'read_out', by: deskName });
  const lines = await takenLines(ctx, { ...tenant, actor: 'system' }, check.id);
  assert.equal(lines.length, 1);
  assert.doesNotMatch(lines[0]!, /:/, 'all of it was taken');
});

test('to a criminal record check nobody agrees on the telephone: the signed page is attached, with its day', async () => {
  const placed = await place({ reports: ['criminal_history:basic'] });
  const { check, base } = placed;
  const device = await open(placed);
  const consent = `${base}/consent`;
  const shown = textIn((await device.get(consent)).body);
  assert.match(shown, /only their signature on paper will do/);
  assert.equal((await sendSigned(device, consent, { read_out: 'yes' })).status, 422, 'words alone are no agreement');
  const signed = { signed_on: todayFor(ctx, tenant), mark: (await markNow(placed)).toLowerCase() };
  const noFile = await sendSigned(device, consent, signed);
  assert.equal(noFile.status, 422);
  assert.match(noFile.body, new RegExp(`value="${signed.signed_on}"[\\s\\S]*value="${signed.mark}"`));
  for (const day of ['2099-01-02', '2020-01-02'])
    assert.equal((await sendSigned(device, consent, { ...signed, signed_on: day }, samples['.png']!)).status, 422, day);
  assert.equal((await sendSigned(device, consent, signed, samples['.png']!)).status, 303);
  const again = await sendSigned(device, consent, { ...signed, version: '0' }, samples['.png']!);
  assert.equal(again.status, 409, 'the page was sent twice');
  const files = await ctx.db.rows(sql`select uploaded_by from attachments where check_id = ${check.id}`);
  assert.deepEqual(files, [{ uploaded_by: `user:${portal.deskUserId}` }]);
  const { body } = await screener.get(`/desk/orders/${check.id}/paper-form`);
  assert.match(body, /^%PDF/, 'the words to sign, for the post');
});

test('a paper that was signed before the words changed is no agreement to the new ones', async () => {
  const placed = await place({ reports: ['criminal_history:basic'] });
  const { check, base } = placed;
  const device = await open(placed);
  const old = { signed_on: todayFor(ctx, tenant), mark: await markNow(placed) };
  await changeAccountSettings(ctx, 'system', accountId, { consentWords: 'Our regulator asks us to.' });
  const refused = await sendSigned(device, `${base}/consent`, old, samples['.png']!);
  assert.equal(refused.status, 422);
  assert.match(textIn(refused.body), /they changed since it was printed/);
  assert.deepEqual(await readConsents(ctx, await readCheck(ctx, tenant, check.id)), []);
  const current = { ...old, mark: await markNow(placed) };
  assert.equal((await sendSigned(device, `${base}/consent`, current, samples['.png']!)).status, 303);
});

test('once the candidate is restricted, nobody types for them any further', async () => {
  const placed = await place();
  const { check, base } = placed;
  const device = await open(placed);
  const desk = { ...tenant, actor: `user:${portal.deskUserId}`, permissions: ['decide_restrictions'] } as const;
  await askRestriction(ctx, { ...tenant, actor: 'candidate' }, check.id, {
    ground: 'accuracy',
    words: 'It is not me.',
  });
  const { key } = await readCheckAndKey(ctx, tenant, check.id);
  const { id } = (await listRestrictionsOf(ctx, check, key!)).find(({ status }) => status === 'open')!;
  await decideRestriction(ctx, desk, check.id, { id, isAccepted: true, answer: '' });
  assert.equal((await device.get(`${base}/tasks`)).headers.location, base);
});

test('that the desk took the agreement alone is said, and no more', async () => {
  const placed = await place();
  const { check, base } = placed;
  const own = visitor(portal);
  await own.submit(base, base, {});
  await own.submit(`${base}/code`, `${base}/code`, { code: (await mailedCodes(ctx, tenant, check.id))[0]! });
  await answer(own, base, { name: answers.name! });
  await ctx.db.run(sql`
    insert into form_answers (account_id, environment, check_id, page, sealed_answer, saved_at, typed_by, typed_from)
    select account_id, environment, check_id, 'consent-' || check_id, sealed_answer, saved_at, ${portal.deskUserId}, 'telephone'
    from form_answers where check_id = ${check.id} and page = 'name'`);
  const [line] = await takenLines(ctx, { ...tenant, actor: 'system' }, check.id);
  assert.match(line!, /: consent$/);
});

test('who types for a candidate sees nothing of theirs but the form, and the candidate’s own answers stay their own', async () => {
  const placed = await place();
  const { check, base } = placed;
  const own = visitor(portal);
  await own.submit(base, base, {});
  await own.submit(`${base}/code`, `${base}/code`, { code: (await mailedCodes(ctx, tenant, check.id))[0]! });
  await answer(own, base, { name: answers.name! });
  const device = await open(placed);
  for (const path of ['withdraw', 'rights', 'restrict', 'problem', 'status', 'documents', 'sent', 'queries'])
    assert.equal((await device.get(`${base}/${path}`)).status, 303, path);
  const tasks = (await device.get(`${base}/tasks`)).body;
  assert.doesNotMatch(tasks, /withdraw|\/leave/);
  await answer(device, base, { nationality: answers.nationality! });
  const typed = await ctx.db.rows(sql`
    select page, typed_from from form_answers where check_id = ${check.id} order by page`);
  assert.deepEqual(typed, [
    { page: 'name', typed_from: null },
    { page: 'nationality', typed_from: 'telephone' },
  ]);
  await answer(own, base, { nationality: { nationality: 'IRL' } });
  const [corrected] = await ctx.db.rows(sql`
    select typed_from from form_answers where check_id = ${check.id} and page = 'nationality'`);
  assert.deepEqual(corrected, { typed_from: null }, 'what they correct is theirs');
});

test('an auditor takes no answers, and who may not any more types no further', async () => {
  const people = await Promise.all(
    (['auditor', 'screener'] as const).map(async (role) => {
      const email = `${role}@calls.test`;
      const user = { name: `${role} Calls`, email, role, accounts: [accountId] };
      await createDeskUser(ctx, 'system', user);
      await createSignIn(ctx, 'system', { email, password });
      return { email, visitor: await signedInVisitor(portal, email) };
    }),
  );
  const placed = await place();
  assert.equal((await people[0]!.visitor.get(placed.page)).status, 403);
  const device = await open(placed, people[1]!.visitor);
  assert.equal((await device.get(`${placed.base}/tasks`)).status, 200);
  await ctx.db.run(sql`
    delete from sign_in_sessions where user_id = (select id from desk_users where email = ${people[1]!.email})`);
  assert.equal((await device.get(`${placed.base}/tasks`)).headers.location, placed.base, 'they have signed out');
});

test('the page with the code stays the same when it is loaded again, and is for the browser of who asked alone', async () => {
  const placed = await place();
  const fields = { ...hiddenFields((await screener.get(placed.page)).body, placed.page), from: 'paper' };
  const { status, headers } = await screener.post(placed.page, fields);
  assert.equal(status, 303);
  const address = String(headers.location);
  const [first, again] = [await screener.get(address), await screener.get(address)];
  assert.equal(codeIn(again.body), codeIn(first.body));
  const [row] = await ctx.db.rows<{ count: number }>(sql`
    select count(*)::integer as count from link_codes where subject_id = ${placed.check.id}`);
  assert.equal(row!.count, 1, 'loading it makes no other code');
  assert.doesNotMatch(address, new RegExp(codeIn(first.body).replaceAll(' ', '')));
  const other = await signedInVisitor(portal);
  assert.equal((await other.get(address)).headers.location, placed.page, 'nobody else reads it');
  const device = visitor(portal);
  const code = `${placed.base}/code?desk`;
  assert.equal((await device.get(code)).status, 200);
  await device.submit(code, code, { code: codeIn(first.body) });
  assert.equal((await visitor(portal).get(code)).status, 200, 'also once the code was used');
});

test('a code that the candidate asks for takes none of the tries of the desk, and the other way round', async () => {
  const placed = await place();
  const { check, base } = placed;
  const begun = await takeCall(placed);
  const own = visitor(portal);
  await own.submit(base, base, {});
  const [mailed] = await mailedCodes(ctx, tenant, check.id);
  for (let at = 0; at < 5; at += 1) await own.submit(`${base}/code`, `${base}/code`, { code: '0000 0000 0000' });
  const device = visitor(portal);
  const code = `${base}/code?desk`;
  const crossed = await device.submit(code, code, { code: mailed! });
  assert.match(crossed.body, /That is not the code that the desk shows/);
  assert.equal((await device.submit(code, code, { code: codeIn(begun.body) })).headers.location, `${base}/tasks`);
});

test('a code of the desk holds back no code that the candidate asks for', async () => {
  const placed = await place();
  const { check, base } = placed;
  for (let at = 0; at < 6; at += 1) await takeCall(placed);
  const own = visitor(portal);
  await own.submit(base, base, {});
  const [code] = await mailedCodes(ctx, tenant, check.id);
  const entered = await own.submit(`${base}/code`, `${base}/code`, { code: code! });
  assert.equal(entered.headers.location, `${base}/tasks`);
});
