// Many reports are sent out to one supplier at once, with a spreadsheet of what it must know, which comes back with the answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { withdrawSandboxConsent } from '../../../src/features/cases/withdrawal-actions.ts';
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
const auditor = await colleague('auditor');
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const today = ukDateOf(ctx.now());
const type = 'criminal_history_international:usa';
await switchOnTypes(ctx, 'system', portal.accountId, [{ name: 'criminal_history_international', variant: 'usa' }]);
const supplier = await keepSupplier(ctx, portal.caller('live'), courtResearcher);
const page = `/desk/sent-out/new?supplier=${supplier}`;
/** The press on the page that asks. */
const typed = { sent_on: today, expected_on: addDays(today, 7), cost: '28.50', step: 'send' };

async function place(reports = [type]) {
  const check = await portal.placeCheck('live', {}, reports);
  return { check, order: `VF${check.orderId}`, id: check.reports[0]!.id };
}
const waitingOf = async (id: string) =>
  (await ctx.db.row<{ waiting_for: string | null }>(sql`select waiting_for from reports where id = ${id}`))!
    .waiting_for;
const looksAt = async (checkId: string) =>
  (await ctx.db.rows(sql`select from events where check_id = ${checkId} and type = 'check.answers_read'`)).length;

async function sendAnswers(lines: readonly (readonly string[])[], more: Readonly<Record<string, string>> = {}) {
  const hidden = hiddenFields((await screener.get('/desk/sent-out/answers')).body, '/desk/sent-out/answers');
  const part = ([name, value]: [string, string]) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const csv = lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
  const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--b--\r\n`;
  const body = `${Object.entries({ ...hidden, ...more })
    .map(part)
    .join('')}${file}`;
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

test('all that the page shows is sent out after a page that says to whom it goes and what it costs', async () => {
  const asked = await screener.submit(page, page, { ...typed, which: 'all', step: '' });
  assert.equal(asked.status, 200);
  assert.match(
    textOf(asked.body),
    /Send one report out to Sample Court Searches What will happen .* Cost £28\.50 Sent on/,
  );
  assert.equal(await waitingOf(other.id), null, 'nothing is sent out yet');
  const changing = await screener.submit(page, page, { ...typed, which: 'all', step: 'change', cost: '31' });
  assert.match(changing.body, new RegExp(`value="${other.id}" checked`), 'what was chosen is kept');
  assert.match(changing.body, /name="cost"[^>]* value="31"/);
  const wrong = await screener.submit(page, page, { ...typed, which: 'all', step: '', cost: 'much' });
  assert.equal(wrong.status, 422, 'what is wrong is said before it is asked');
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
  assert.equal((await auditor.get(`/desk/sent-out/supplier-file?batch=${batch}`)).status, 403);
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
  const again = textOf((await sendAnswers([heads!, good])).body);
  assert.match(again, /No new answer is recorded\. One line says what is recorded already, and is left out\./);
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
  const late = { which: 'all', cost: '0', step: 'send', sent_on: addDays(clock, 1), expected_on: addDays(clock, 8) };
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

const markOf = async (reportId: string) =>
  (await ctx.db.row<{ at: Date | null }>(sql`select source_answered_at as at from reports where id = ${reportId}`))!.at;
const headLine = ['request', 'answer', 'received_on', 'cost', 'supplier_reference'];

test('answers that came are found in the queue until whoever works on the report has opened it, and a hit comes first', async () => {
  const requests = await sentTo('Marked Searches', await place(), await place());
  const [clear, hit] = requests;
  const done = await sendAnswers([
    headLine,
    [clear!.id, 'No record found.', '', '', ''],
    [hit!.id, 'Record found: theft, 2019.', '', '', ''],
  ]);
  const said = textOf(done.body);
  assert.match(said, /Recorded: 1 to read .*Record found: theft, 2019\. To read .*No record found\. Nothing found/);
  assert.match(done.body, /href="\/desk\?waiting=source_answered"/);
  const queue = (await screener.get('/desk?waiting=source_answered')).body;
  for (const { report_id } of requests) assert.match(queue, new RegExp(`/desk/reports/${report_id}"`));
  assert.match(textOf(queue), /Source answered/);
  assert.match(
    textOf((await screener.get('/desk')).body),
    /reports were answered by the source ?, and not opened since/,
  );

  await auditor.get(`/desk/reports/${hit!.report_id}`);
  assert.notEqual(await markOf(hit!.report_id), null, 'whoever cannot work on it does not take the mark away');
  await screener.get(`/desk/reports/${hit!.report_id}`);
  assert.equal(await markOf(hit!.report_id), null);
  const left = (await screener.get('/desk?waiting=source_answered')).body;
  assert.doesNotMatch(left, new RegExp(`/desk/reports/${hit!.report_id}"`));
  assert.match(left, new RegExp(`/desk/reports/${clear!.report_id}"`));
});

test('a sheet that grows is taken every day: what is recorded is left out, and other words are named and change nothing', async () => {
  const [one, two] = await sentTo('Growing Searches', await place(), await place());
  const first = [one!.id, 'No record found.', today, '28.50', 'G-1'];
  await sendAnswers([headLine, first, [two!.id, '', '', '', '']]);
  const day2 = await sendAnswers([headLine, first, [two!.id, 'No record found.', today, '', '']]);
  assert.match(textOf(day2.body), /1 answer is recorded, .* One line says what is recorded already, and is left out\./);
  const other = [one!.id, 'Fraud, 2020.', today, '30', 'G-1'];
  const day3 = textOf((await sendAnswers([headLine, other, [two!.id, 'no  record found.', '', '', '']])).body);
  assert.match(day3, /2 lines say something else than is recorded/);
  assert.match(day3, /Line 2: .* Answer: Fraud, 2020\. Recorded: No record found\. Cost: 30 Recorded: 28\.50/);
  const page = `/desk/reports/${one!.report_id}/sent-out/${one!.id}`;
  assert.doesNotMatch(textOf((await screener.get(page)).body), /Fraud/);

  const ticked = textOf((await sendAnswers([headLine, other], { corrections: '1' })).body);
  assert.match(ticked, /Recorded as corrected answers .* Fraud, 2020\. To read/);
  const shown = textOf((await screener.get(page)).body);
  assert.match(shown, /What came Fraud, 2020\..*No record found\. The supplier corrected it\. Recorded by screener/);
  assert.equal((await storedOf(one!.id))!.cost_pence, 2850, 'the cost is corrected on the page of the request');
  assert.match(textOf((await sendAnswers([headLine, other], { corrections: '1' })).body), /No new answer is recorded/);
});

test('the answer of a cancelled request keeps nothing else out of the sheet, and is named', async () => {
  const [gone, open] = await sentTo('Cancelled Searches', await place(), await place());
  const page = `/desk/reports/${gone!.report_id}/sent-out/${gone!.id}`;
  await screener.submit(page, `${page}/cancel`, { reason: 'Ordered twice.', cancel_cost: '0' });
  const done = textOf(
    (await sendAnswers([headLine, [gone!.id, 'Late.', '', '', ''], [open!.id, 'None.', '', '', '']])).body,
  );
  assert.match(done, /1 answer is recorded.* Not recorded These requests were cancelled/);
  assert.equal((await storedOf(open!.id))!.status, 'answered');
});

test('many requests are cancelled after a page that says what happens, and their reports come back to the queue', async () => {
  const requests = await sentTo('Wrong Searches', await place(), await place(), await place());
  const supplierId = (await ctx.db.row<{ supplier_id: string }>(sql`
    select supplier_id from supplier_requests where id = ${requests[0]!.id}`))!.supplier_id;
  const list = `/desk/sent-out?supplier=${supplierId}`;
  const action = `/desk/sent-out/cancellations?supplier=${supplierId}`;
  const token = hiddenFields((await screener.get(list)).body, list.replace('/sent-out', '/sent-out/chases'));
  const none = await screener.post(action, { ...token, shown: '' });
  assert.deepEqual([none.status, /Select the requests first/.test(none.body)], [422, true]);
  const asked = await screener.post(action, { ...token, which: 'found' });
  assert.match(textOf(asked.body), /3 requests are cancelled, and their reports are in the work queue again/);
  assert.match(textOf(asked.body), /Wrong Searches: 3 requests, £85\.50 in all as agreed/);
  assert.equal((await storedOf(requests[0]!.id))!.status, 'sent', 'nothing is cancelled yet');
  const ids = requests.map(({ id }) => id).join(' ');
  const confirmed = { ...token, which: 'all', shown: ids, confirmed: '1', cancel_cost: '1.50' };
  const wrong = await screener.post(action, { ...confirmed, reason: '' });
  assert.deepEqual([wrong.status, /Say why it is cancelled/.test(wrong.body)], [422, true]);
  const done = await screener.post(action, { ...confirmed, reason: 'Sent to the wrong supplier.' });
  assert.match(textOf((await screener.get(String(done.headers.location))).body), /3 requests are cancelled\. Tell the/);
  for (const { id, report_id } of requests) {
    assert.deepEqual(await storedOf(id), { status: 'cancelled', cost_pence: 150 });
    assert.equal(await waitingOf(report_id), null);
  }
  const sendAgain = (await screener.get(`/desk/sent-out/new?supplier=${supplier}`)).body;
  for (const { report_id } of requests) assert.match(sendAgain, new RegExp(`value="${report_id}"`));
  const resent = { ...typed, which: 'all', shown: requests.map(({ report_id }) => report_id).join(' ') };
  const sent = await screener.submit(page, page, resent);
  assert.match(textOf((await screener.get(String(sent.headers.location))).body), /3 reports are sent out\./);
});

test('what ended before many are cancelled is not recorded as told to the supplier', async () => {
  const requests = await sentTo('Ended Searches', await place(), await place());
  const [gone, stays] = requests.map(({ id }) => id) as [string, string];
  const list = '/desk/sent-out';
  const token = hiddenFields((await screener.get(list)).body, list.replace('/sent-out', '/sent-out/chases'));
  const confirmed = { ...token, which: 'all', shown: `${gone} ${stays}`, confirmed: '1', cancel_cost: '0' };
  await ctx.db.run(sql`
    update supplier_requests set status = 'to_call_off', ended_at = now(), ended_by = 'system' where id = ${stays}`);
  const done = await screener.post('/desk/sent-out/cancellations', { ...confirmed, reason: 'Ordered twice.' });
  assert.match(
    textOf((await screener.get(String(done.headers.location))).body),
    /One request is cancelled\. The others were answered or ended meanwhile\./,
  );
  assert.deepEqual([(await storedOf(gone))!.status, (await storedOf(stays))!.status], ['cancelled', 'to_call_off']);
});

test('before many reports are sent out, the page names those whose consent is missing, old or withdrawn', async () => {
  const placed = async () =>
    (await portal.placeCheck('test', {}, [type])) as Awaited<ReturnType<typeof place>>['check'];
  const [unseen, old, fresh, withdrawn] = [await placed(), await placed(), await placed(), await placed()];
  const caller = portal.caller('test');
  await ctx.db.run(sql`update checks set type = 'express' where id = any (${[unseen.id, old.id]}::uuid[])`);
  const oldHref = `/desk/reports/${old.reports[0]!.id}`;
  await screener.submit(oldHref, `${oldHref}/consent`, {});
  await advanceTestClock(ctx, caller, 91 * 24 * 3600);
  await withdrawSandboxConsent(ctx, caller, withdrawn.id);
  // The clock of the account’s test data, which an earlier test moved.
  const sentOn = (await screener.get(`/desk/sent-out/new?environment=test&supplier=${supplier}`)).body.match(
    /name="sent_on"[^>]* value="([^"]+)"/,
  )![1]!;
  const many = `/desk/sent-out/new?environment=test&supplier=${supplier}`;
  const ids = [unseen, old, fresh, withdrawn].map(({ reports }) => reports[0]!.id);
  const { body: page } = await screener.get(many);
  const send = (chosen: readonly string[], more = {}) =>
    screener.post(many, {
      ...hiddenFields(page, many.replace('&', '&amp;')),
      ...{ sent_on: sentOn, expected_on: addDays(sentOn, 8), cost: '1' },
      ...{ which: 'all', shown: chosen.join(' ') },
      ...more,
    });
  const refused = await send(ids, { step: 'send', anyway: 'It is agreed' });
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), new RegExp(`The candidate of VF${withdrawn.orderId} withdrew their consent`));
  const warned = await send(ids.slice(0, 3));
  assert.equal(warned.status, 422);
  const text = textOf(warned.body);
  assert.match(text, new RegExp(`VF${unseen.orderId}: The client entered the order, and nobody has seen`));
  assert.match(
    text,
    new RegExp(
      `VF${old.orderId}: The candidate agreed on ${formatLongDate(addDays(sentOn, -91))}, more than 90 days ago`,
    ),
  );
  assert.doesNotMatch(text, new RegExp(`VF${fresh.orderId}:`));
  assert.equal((await send(ids.slice(2, 3))).status, 200, 'nothing speaks against it');
  const asked = await send(ids.slice(0, 3), { anyway: 'It is agreed' });
  assert.equal(asked.status, 200);
  await send(ids.slice(0, 3), { anyway: 'It is agreed', step: 'send' });
  assert.equal(await waitingOf(ids[1]!), 'source', 'with the reason it is sent');
  assert.equal(await waitingOf(ids[3]!), null);
});
