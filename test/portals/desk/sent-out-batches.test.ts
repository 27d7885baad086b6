// Many reports are sent out to one supplier at once, with a spreadsheet of what it must know, which comes back with the answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { confirmIdentityOf } from '../../../src/features/checks/identity-actions.ts';
import { advanceTestClock } from '../../../src/features/checks/sandbox-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { keepSupplier } from '../../../src/features/suppliers/supplier-actions.ts';
import { csvCellText, csvField, digitsAsText } from '../../../src/lib/csv.ts';
import { addDays, formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { readDelimited } from '../../../src/platform/files/spreadsheet.ts';
import { courtResearcher } from '../../features/suppliers/court-researcher.ts';
import { noAddress } from '../../support/empty-entries.ts';
import { hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
async function colleague(role: 'screener' | 'auditor', accounts: readonly string[] = [portal.accountId]) {
  const email = `${role}${accounts.length}@batches.test`;
  await createDeskUser(ctx, 'system', { name: role, email, role, accounts });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}
const screener = await colleague('screener');
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const today = ukDateOf(ctx.now());
const type = 'criminal_history_international:usa';
await switchOnTypes(ctx, 'system', portal.accountId, [{ name: 'criminal_history_international', variant: 'usa' }]);
const supplier = await keepSupplier(ctx, portal.caller('live'), courtResearcher);
const page = `/desk/sent-out/new?supplier=${supplier}`;
const typed = { sent_on: today, expected_on: addDays(today, 7), cost: '28.50' };

async function place(reports = [type]) {
  const check = await portal.placeCheck('live', {}, reports);
  return { check, order: `VF${check.orderId}`, id: check.reports[0]!.id };
}
const waitingOf = async (id: string) =>
  (await ctx.db.row<{ waiting_for: string | null }>(sql`select waiting_for from reports where id = ${id}`))!
    .waiting_for;
const looksAt = async (checkId: string) =>
  (await ctx.db.rows(sql`select from events where check_id = ${checkId} and type = 'check.answers_read'`)).length;

async function sendAnswers(lines: readonly (readonly string[])[]) {
  const hidden = hiddenFields((await screener.get('/desk/sent-out/answers')).body, '/desk/sent-out/answers');
  const part = ([name, value]: [string, string]) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const csv = lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
  const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--b--\r\n`;
  const body = `${Object.entries(hidden).map(part).join('')}${file}`;
  return screener.send('/desk/sent-out/answers', 'multipart/form-data; boundary=b', body);
}

const [first, second, other, foreign] = [await place(), await place(), await place(), await place(['identity'])];
let batch = '';

test('the page has the open reports that the supplier serves, and the form says what is wrong without losing what is chosen', async () => {
  assert.match((await screener.get('/desk/sent-out')).body, /href="\/desk\/sent-out\/new"/);
  assert.match(
    (await screener.get('/desk/sent-out/new')).body,
    new RegExp(`href="/desk/sent-out/new\\?supplier=${supplier}"`),
  );
  assert.match(textOf((await screener.get('/desk/sent-out/new')).body), /£28\.50 3 reports to send out/);
  const shown = (await screener.get(page)).body;
  for (const { order } of [first, second, other]) assert.match(shown, new RegExp(`>${order}<`));
  assert.doesNotMatch(shown, new RegExp(`>${foreign.order}<`));
  const none = await screener.submit(page, page, typed);
  assert.deepEqual([none.status, /Select the reports to send out/.test(none.body)], [422, true]);
  const wrong = await screener.submit(page, page, { ...typed, reports: first.id, cost: 'much' });
  assert.deepEqual([wrong.status, /Enter an amount such as 28\.50/.test(wrong.body)], [422, true]);
  assert.match(wrong.body, new RegExp(`value="${first.id}" checked`));
  assert.equal(await waitingOf(first.id), null);
});

test('what is selected is sent out at once, and what a colleague sent meanwhile is not sent again', async () => {
  const opened = hiddenFields((await screener.get(page)).body, page);
  const alone = `/desk/reports/${second.id}/send-out`;
  await screener.submit(`${alone}?supplier=${supplier}`, alone, { ...typed, reference: '' });
  const form = new URLSearchParams([...Object.entries({ ...opened, ...typed })]);
  for (const { id } of [first, second]) form.append('reports', id);
  const sent = await screener.send(page, 'application/x-www-form-urlencoded', String(form));
  const list = String(sent.headers.location);
  batch = /batch=([0-9a-f-]{36})/.exec(list)![1]!;
  const shown = (await screener.get(list)).body;
  assert.match(textOf(shown), /1 report is sent out\. The others were sent out, closed or paused meanwhile\./);
  assert.match(shown, new RegExp(`>${first.order}<`));
  assert.doesNotMatch(shown, new RegExp(`>${second.order}<`));
  assert.doesNotMatch(
    shown,
    /Record for all \d+ found/,
    'what was sent out otherwise is not found here, and not counted',
  );
  assert.equal(await waitingOf(first.id), 'source');
  assert.equal(await waitingOf(other.id), null);
  assert.doesNotMatch(
    (await screener.get(page)).body,
    new RegExp(`>${first.order}<`),
    'it is not to be sent out again',
  );
});

test('all that the page shows is sent out with one press', async () => {
  const sent = await screener.submit(page, page, { ...typed, which: 'all' });
  assert.match(textOf((await screener.get(String(sent.headers.location))).body), /1 report is sent out\. Download/);
  assert.equal(await waitingOf(other.id), 'source');
  assert.match((await screener.get(page)).body, /Nothing is to be sent out/);
});

test('the spreadsheet for the supplier has what the report asks about the person, and is a look at their answers', async () => {
  const before = await looksAt(first.check.id);
  const { body } = await screener.get(`/desk/sent-out/supplier-file?batch=${batch}`);
  const [heads, line, ...more] = readDelimited(body, 10) as string[][];
  assert.equal(more.length, 0);
  const cell = (head: string) => line![heads!.indexOf(head)];
  const { facts } = first.check.order;
  assert.match(cell('Name')!, new RegExp(`${facts.first_name}.*${facts.last_name}`));
  assert.equal(cell('Date of birth'), formatLongDate(facts.dob));
  assert.equal(cell('report'), 'Criminal record, United States');
  for (const head of ['supplier_reference', 'received_on', 'answer', 'cost']) assert.equal(cell(head), '');
  assert.doesNotMatch(body, new RegExp(facts.email), 'no supplier asks for it');
  assert.equal(await looksAt(first.check.id), before + 1);
  const all = readDelimited((await screener.get(`/desk/sent-out/supplier-file?supplier=${supplier}`)).body, 10);
  assert.equal(all.length, 4);
  assert.equal((await screener.get('/desk/sent-out/supplier-file')).status, 404, 'nobody gets what is for another');
  assert.equal((await (await colleague('auditor')).get(`/desk/sent-out/supplier-file?batch=${batch}`)).status, 403);
});

test('answers come back in the spreadsheet, and a wrong line keeps all of them out', async () => {
  const { body } = await screener.get(`/desk/sent-out/supplier-file?supplier=${supplier}`);
  const [heads, ...lines] = (readDelimited(body, 10) as string[][]).map((cells) => [...cells]);
  const at = (head: string) => heads!.indexOf(head);
  const answer = (line: string[], fields: Readonly<Record<string, string>>) =>
    line.map((cell, index) => fields[heads![index]!] ?? cell);
  const british = today.split('-').reverse().join('/');
  const good = answer(lines[0]!, {
    answer: 'No record found.',
    received_on: british,
    cost: '30',
    supplier_reference: 'S-1',
  });
  const bad = answer(lines[1]!, { answer: 'No record found.', received_on: addDays(today, 1) });
  const refused = await sendAnswers([heads!, good, bad, answer(lines[2]!, { request: 'VF7', answer: 'x' })]);
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), /line 4, request: is no number of a request/);
  const late = await sendAnswers([heads!, good, bad, good]);
  assert.match(textOf(late.body), /line 4, request: an earlier line has it too/);
  const dated = await sendAnswers([heads!, good, bad, lines[2]!]);
  assert.match(textOf(dated.body), /line 3, received_on: Enter the day on which it came/);
  const outstanding = () =>
    ctx.db.rows(sql`select from supplier_requests where status = 'sent' and supplier_id = ${supplier}`);
  assert.equal((await outstanding()).length, 3, 'nothing is recorded');

  const done = await sendAnswers([heads!, good, answer(bad, { received_on: '' }), lines[2]!]);
  assert.equal(done.status, 200, textOf(done.body));
  assert.match(textOf(done.body), /2 answers are recorded, and their reports are in the work queue again/);
  assert.equal((await outstanding()).length, 1, 'a line without an answer waits on');
  const row = await ctx.db.row<{ cost_pence: number; report_id: string }>(sql`
    select cost_pence, report_id from supplier_requests where id = ${good[at('request')]!}`);
  assert.equal(row!.cost_pence, 3000);
  assert.equal(await waitingOf(row!.report_id), null);
  const report = textOf((await screener.get(`/desk/reports/${row!.report_id}`)).body);
  assert.match(report, /No record found\./);
  assert.match(report, /S-1/);
  assert.match(textOf((await sendAnswers([heads!, good])).body), /line 2, request: is answered already/);
  assert.match(textOf((await sendAnswers([heads!, lines[2]!])).body), /has no answer: fill in the column/);
});

/** Sent out to a supplier of their own, with what a line of its file holds by its column. */
async function sentTo(name: string, ...reports: readonly Awaited<ReturnType<typeof place>>[]) {
  const id = await keepSupplier(ctx, portal.caller('live'), { ...courtResearcher, name });
  const send = `/desk/sent-out/new?supplier=${id}`;
  const form = new URLSearchParams({ ...hiddenFields((await screener.get(send)).body, send), ...typed });
  for (const report of reports) form.append('reports', report.id);
  await screener.send(send, 'application/x-www-form-urlencoded', String(form));
  return ctx.db.rows<{ id: string; report_id: string }>(sql`
    select id, report_id from supplier_requests where supplier_id = ${id} order by id`);
}
const storedOf = (id: string) =>
  ctx.db.row<{ status: string; cost_pence: number }>(
    sql`select status, cost_pence from supplier_requests where id = ${id}`,
  );

test('each answer is recorded for the request that its line names, in whatever order the supplier sorted them', async () => {
  const requests = await sentTo('Sorting Searches', await place(), await place(), await place());
  const [one, two, three] = requests.map(({ id, report_id }) => ({ id, page: `/desk/reports/${report_id}` }));
  const done = await sendAnswers([
    ['answer', 'request'],
    ['Answer three.', three!.id],
    ['', two!.id],
    ['Answer one.', one!.id.toUpperCase()],
  ]);
  assert.match(textOf(done.body), /2 answers are recorded/);
  for (const [request, answer] of [
    [one, 'Answer one.'],
    [three, 'Answer three.'],
  ] as const)
    assert.match(textOf((await screener.get(request!.page)).body), new RegExp(answer));
  assert.equal((await storedOf(two!.id))!.status, 'sent');
});

test('the cost that a screener typed is kept where the line of an answer names none', async () => {
  const [request] = await sentTo('Costly Searches', await place());
  const page = `/desk/reports/${request!.report_id}/sent-out/${request!.id}`;
  const corrected = await screener.submit(page, `${page}/correct`, { new_reference: 'S-9', new_cost: '41.07' });
  assert.equal(corrected.status, 303);
  await sendAnswers([
    ['request', 'answer', 'cost', 'supplier_reference'],
    [request!.id, 'No record found.', '', ''],
  ]);
  assert.deepEqual(await storedOf(request!.id), { status: 'answered', cost_pence: 4107 });
  assert.match(textOf((await screener.get(page)).body), /S-9/, 'the number, too');
});

test('in test mode the days are those of the account’s test clock', async () => {
  const caller = portal.caller('test');
  const days = 40;
  await advanceTestClock(ctx, caller, days * 86_400);
  const check = await portal.placeCheck('test', {}, [type]);
  const send = `/desk/sent-out/new?environment=test&supplier=${supplier}`;
  const clock = ukDateOf(new Date(ctx.now().getTime() + days * 86_400_000));
  const { body } = await screener.get(send);
  assert.match(body, new RegExp(`name="sent_on"[^>]* value="${clock}"`));
  const late = { which: 'all', cost: '0', sent_on: addDays(clock, 1), expected_on: addDays(clock, 8) };
  const post = (fields: Record<string, string>) =>
    screener.post(send, { ...hiddenFields(body, send.replace('&', '&amp;')), ...fields });
  assert.equal((await post(late)).status, 422, 'nobody sends tomorrow');
  const sent = await post({ ...late, sent_on: clock });
  assert.equal(sent.status, 303);
  assert.match(textOf((await screener.get(String(sent.headers.location))).body), /1 report is sent out\./);
  assert.equal(await waitingOf(check.reports[0]!.id), 'source');
});

test('the spreadsheet of a criminal record has the job and what was ordered, and none of the addresses of before the period', async () => {
  await switchOnTypes(ctx, 'system', portal.accountId, [{ name: 'criminal_history', variant: 'basic' }]);
  const umbrella = await keepSupplier(ctx, portal.caller('live'), {
    ...{ ...courtResearcher, name: 'Sample Umbrella Body', countries: ['GBR'] },
    types: ['criminal_history'],
  });
  const none = { ...noAddress, flat_number: null, building_name: null, sub_street: null, county: null, state: null };
  const at = (street: string) => ({
    ...none,
    street,
    building_number: '1',
    town: 'Leeds',
    postcode: 'LS1 4AP',
    country: 'GBR',
  });
  const facts = {
    addresses: [
      { ...at('New Street'), start_date: addDays(today, -3000), end_date: null },
      { ...at('Old Lane'), start_date: addDays(today, -6000), end_date: addDays(today, -3001) },
    ],
  };
  const check = await portal.placeCheck('live', facts, ['criminal_history:basic']);
  const { id: userId } = (await ctx.db.row<{ id: string }>(sql`select id from desk_users where name = 'screener'`))!;
  const seer = { ...portal.caller('live'), actor: `user:${userId}`, permissions: ['confirm_identity'] } as const;
  await confirmIdentityOf(ctx, seer, check.id, {
    documents: [
      { document: 'Passport', country: 'GBR', expires_on: '2999-01-01' },
      { document: 'UtilityBill', issued_on: addDays(today, -9) },
      { document: 'BankStatement', issued_on: addDays(today, -9) },
    ],
  });
  const many = `/desk/sent-out/new?supplier=${umbrella}`;
  await screener.submit(many, many, { ...typed, which: 'all', anyway: 'The supplier sees them' });
  const file = `/desk/sent-out/supplier-file?supplier=${umbrella}`;
  const [heads, line] = readDelimited((await screener.get(file)).body, 10) as string[][];
  const cell = (head: string) => line![heads!.indexOf(head)];
  assert.deepEqual([cell('Job role'), cell('Employer')], ['Driver', 'Acme Care']);
  const { first_name, last_name, dob } = check.order.facts;
  assert.deepEqual([cell('forename'), cell('surname'), cell('birth_date')], [first_name, last_name, dob]);
  assert.match(cell('identity_route')!, /of the DBS/);
  assert.match(cell('identity_documents')!, /passport.*, GBR, expires on 1 January 2999; .*, issued on /i);
  assert.match(cell('identity_confirmed')!, new RegExp(`By screener on ${formatLongDate(today)}`));
  assert.match(cell('Addresses')!, /New Street/);
  assert.doesNotMatch(cell('Addresses')!, /Old Lane/);

  const words = 'It is not me.';
  await askRestriction(ctx, { ...portal.caller('live'), actor: 'candidate' }, check.id, { ground: 'accuracy', words });
  const { key } = await readCheckAndKey(ctx, portal.caller('live'), check.id);
  const [asked] = await listRestrictionsOf(ctx, check, key);
  const decision = { id: asked!.id, isAccepted: true, answer: '' };
  await decideRestriction(ctx, portal.caller('live'), check.id, decision);
  const list = `/desk/sent-out?supplier=${umbrella}`;
  assert.match(textOf((await screener.get(list)).body), new RegExp(`VF${check.orderId} .* Restricted Cost: £28\\.50`));
  const [columns, listed] = readDelimited((await screener.get(list.replace('?', '/file?'))).body, 10) as string[][];
  assert.equal(listed![columns!.indexOf('restricted')], 'yes');
  assert.equal(readDelimited((await screener.get(file)).body, 10).length, 1, 'nothing of a restricted person is sent');
  const late = await sendAnswers([
    ['request', 'answer'],
    [line![0]!, 'No record found.'],
  ]);
  assert.match(textOf(late.body), /line 2, request: is about somebody whose data are only kept/);
});

test('the spreadsheet has the documents and memberships for which the report type asks, and no others', async () => {
  const document = { number: null, country: null, issued_on: null, expires_on: null };
  const membership = { status: 'Member', number: null };
  const facts = {
    identity_documents: [
      { ...document, type: 'passport', number: 'PASS1', country: 'USA' },
      { ...document, type: 'birth_certificate', number: 'BIRTH2', country: 'GBR' },
      { ...document, type: 'national_insurance', number: 'AB123456C' },
    ],
    memberships: [
      { ...membership, body: 'The Nursing & Midwifery Council (NMC)', number: '12A3456B' },
      { ...membership, body: 'Union of Sample Workers', number: 'U-77' },
    ],
  } as const;
  const bodies = ['professional_membership:nmc', 'professional_membership:gmc', 'professional_membership'];
  for (const one of bodies) {
    const [name = '', variant] = one.split(':');
    await switchOnTypes(ctx, 'system', portal.accountId, [{ name, ...(variant && { variant }) }]);
  }
  const many = await keepSupplier(ctx, portal.caller('live'), {
    ...{ ...courtResearcher, name: 'Sample Registers', countries: [] },
    types: ['professional_membership', type],
  });
  const check = await portal.placeCheck('live', facts, [type, ...bodies]);
  const nurse = (await screener.get(`/desk/reports/${check.reports[1]!.id}`)).body;
  const sources = textOf(nurse.slice(nurse.indexOf('Where to ask')));
  assert.match(sources, /^Where to ask .{0,300}number 12A3456B/, 'the number is copied, not the grade');
  assert.doesNotMatch(sources.slice(0, 400), /U-77|Member /);
  assert.match(sources, /Name \S+ .{0,60}First name .{0,60}Last name /, 'registers are searched by the whole name');
  const send = `/desk/sent-out/new?supplier=${many}`;
  const form = new URLSearchParams({ ...hiddenFields((await screener.get(send)).body, send), ...typed });
  for (const { id } of check.reports) form.append('reports', id);
  await screener.send(send, 'application/x-www-form-urlencoded', String(form));
  const { body } = await screener.get(`/desk/sent-out/supplier-file?supplier=${many}`);
  const [heads, ...lines] = readDelimited(body, 10) as string[][];
  const cellOf = (report: RegExp, head: string) =>
    lines.find((cells) => report.test(cells[heads!.indexOf('report')]!))![heads!.indexOf(head)]!;
  const documents = cellOf(/United States/, 'Identity documents');
  assert.match(documents, /PASS1/);
  assert.doesNotMatch(body, /BIRTH2|AB123456C/);
  assert.equal(cellOf(/Nursing/, 'Identity documents'), '', 'the type asks for none');
  assert.match(cellOf(/Nursing/, 'Memberships'), /12A3456B/);
  assert.doesNotMatch(cellOf(/Nursing/, 'Memberships'), /U-77/);
  for (const report of [/Medical/, /^Professional membership$/])
    assert.match(cellOf(report, 'Memberships'), /12A3456B.*U-77/);
  assert.equal(cellOf(/United States/, 'Memberships'), '');
});

test('a number keeps its zeros and digits in a spreadsheet', () => {
  for (const text of ['000123', '001234567890', '110101199003078515', '=1+1', 'S-1', '12.50', '7', '01632 960001'])
    assert.equal(csvCellText(readDelimited(csvField(digitsAsText(text)), 1)[0]![0]), text);
  for (const text of ['000123', '01632 960001', '04-00-04']) assert.equal(digitsAsText(text), `'${text}`);
  assert.equal(digitsAsText('12.50'), '12.50');
});

test('nobody sends out, sees or answers what is of another account', async () => {
  const stranger = await colleague('screener', []);
  const shown = await place();
  assert.doesNotMatch((await stranger.get(page)).body, new RegExp(`>${shown.order}<`));
  const token = hiddenFields((await stranger.get('/desk/sent-out/answers')).body, '/desk/sent-out/answers');
  const sent = await stranger.post(page, { ...token, ...typed, reports: shown.id });
  assert.match(textOf((await stranger.get(String(sent.headers.location))).body), /No report is sent out/);
  assert.equal(await waitingOf(shown.id), null);
  const lines = readDelimited((await stranger.get(`/desk/sent-out/supplier-file?supplier=${supplier}`)).body, 10);
  assert.equal(lines.length, 1);
});
