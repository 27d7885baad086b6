// Work that is sent out: the register of suppliers, the sending, the wait, the chase and the answer, the list and the figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { takeDueDeadlines } from '../../../src/features/deadlines/deadline-jobs.ts';
import { deadlineHandlers } from '../../../src/features/housekeeping/deadlines.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { dueDate } from '../../../src/features/reports/due-date-rules.ts';
import { readEvidencedReports } from '../../../src/features/results/report-evidence-actions.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { britishDate } from '../../../src/portals/shared/page-filters.ts';
import { deskEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const manager = await signedInVisitor(portal, deskEmail);
async function colleague(role: 'reviewer' | 'screener' | 'auditor' | 'data_protection') {
  const email = `${role}@suppliers.test`;
  await createDeskUser(ctx, 'system', { name: role, email, role, accounts: [portal.accountId] });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}
const screener = await colleague('screener');
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

await switchOnTypes(ctx, 'system', portal.accountId, [{ name: 'criminal_history_international', variant: 'usa' }]);
const today = ukDateOf(ctx.now());
const fresh = '/desk/suppliers/new';
const courts = {
  name: 'Sample Court Searches',
  kind: 'court_researcher',
  countries: 'usa',
  types: 'criminal_history_international',
  order_by: 'email',
  order_at: 'orders@sample-courts.example',
  working_days: '5',
  cost: '28.50',
  data_role: 'processor',
  agreement_until: '2090-03-31',
  country: 'usa',
  safeguard: 'idta',
  remarks: '',
};
const add = (fields: Readonly<Record<string, string>>) => manager.submit(fresh, fresh, fields);
const pageOf = async (name: string) => {
  const rows = (await manager.get('/desk/suppliers')).body.split('<tr');
  return /href="(\/desk\/suppliers\/[0-9a-f-]{36})"/.exec(rows.find((row) => row.includes(name))!)![1]!;
};

test('a supplier that lacks an agreement or a safeguard comes back with what was typed', async () => {
  assert.match((await manager.get('/desk/suppliers')).body, /The register is empty/);
  const wrong = { ...courts, agreement_until: '', safeguard: 'none', cost: '28,5', types: 'nonsense', countries: 'XX' };
  const refused = await add(wrong);
  assert.equal(refused.status, 422);
  for (const problem of [
    /a processor needs one/,
    /Say what allows the transfer/,
    /Enter an amount such as 28\.50/,
    /nonsense is not a report type/,
    /XX is not the three letters of a country/,
  ])
    assert.match(refused.body, problem);
  assert.match(refused.body, /value="Sample Court Searches"/);
  assert.match(refused.body, /<option value="court_researcher" selected>/);
});

test('a supplier is added and changed in versions, and of two who save at once one is told', async () => {
  assert.equal((await add(courts)).headers.location, '/desk/suppliers?done=kept');
  assert.match((await add({ ...courts, name: 'SAMPLE court searches' })).body, /Another supplier has this name/);
  assert.equal(
    (await add({ ...courts, name: 'Example Registry', countries: '', types: 'identity', cost: '' })).status,
    303,
  );
  assert.match(
    textOf((await screener.get('/desk/suppliers')).body),
    /Sample Court Searches Court researcher Criminal history international United States Outstanding: 0 of 0 sent Days to answer: – usual: 5 working Late: – Corrected: – Cost each: – usual: £28\.50 Agreement until: 31 March 2090/,
  );
  const change = `${await pageOf('Sample Court')}/change`;
  const stale = hiddenFields((await manager.get(change)).body, change);
  assert.equal((await manager.submit(change, change, { ...courts, working_days: '6' })).status, 303);
  const late = await manager.post(change, { ...stale, ...courts, working_days: '7' });
  assert.deepEqual([late.status, /Somebody changed this entry meanwhile/.test(late.body)], [422, true]);
  await manager.submit(change, change, courts);
  assert.match(
    textOf((await screener.get(change.replace('/change', ''))).body),
    /Earlier .+6 working days, agreement until/,
  );
});

test('those who manage no suppliers read the register, and change nothing', async () => {
  const page = await pageOf('Sample Court');
  for (const role of ['auditor', 'data_protection'] as const) {
    const reader = await colleague(role);
    assert.match((await reader.get(page)).body, /Processor: it acts on our instructions/);
    for (const path of [fresh, `${page}/change`, '/desk/sent-out']) assert.equal((await reader.get(path)).status, 403);
  }
  assert.equal((await screener.get(fresh)).status, 403);
  assert.doesNotMatch((await screener.get(page)).body, /\/change"|\/remove"/);
});

async function place() {
  const check = await portal.placeCheck('live', {}, ['criminal_history_international:usa']);
  const report = check.reports[0]!;
  return { check, report, page: `/desk/reports/${report.id}`, out: `/desk/reports/${report.id}/send-out` };
}
const choose = async (out: string, name = 'Sample Court Searches') =>
  new RegExp(`href="(${out}\\?supplier=[0-9a-f-]{36})"[^>]*>${name}`).exec((await screener.get(out)).body)![1]!;
const waitingOf = async (id: string) =>
  (await ctx.db.row<{ waiting_for: string | null }>(sql`select waiting_for from reports where id = ${id}`))!
    .waiting_for;
const requestOf = async (page: string) =>
  new RegExp(`href="(${page}/sent-out/[0-9a-f-]{36})"`).exec((await screener.get(page)).body)![1]!;
const sent = { reference: 'SCS-1042', sent_on: today, expected_on: addDays(today, 10), cost: '30.00' };
async function sendOut(fields = sent) {
  const placed = await place();
  assert.equal((await screener.submit(await choose(placed.out), placed.out, fields)).status, 303);
  return { ...placed, request: await requestOf(placed.page) };
}

test('a report is sent out to a supplier of its type and country, and waits for it', async () => {
  const { report, page, out } = await place();
  assert.match((await screener.get(page)).body, new RegExp(`href="${out}"`));
  assert.match(
    textOf((await screener.get(out)).body),
    /Suppliers of this report Sample Court Searches .+Other suppliers Example Registry/,
  );
  const form = await choose(out);
  const shown = (await screener.get(form)).body;
  assert.match(
    shown,
    new RegExp(`value="${dueDate(today, 5, 'england_and_wales', bankHolidays)}"`),
    'expected by the usual working days',
  );
  assert.match(shown, /value="28\.50"/);
  const refused = await screener.submit(form, out, { ...sent, expected_on: addDays(today, -1), cost: 'much' });
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Enter a date from today to two years from now[\s\S]*Enter an amount such as 28\.50/);
  assert.match(refused.body, /value="SCS-1042"/);
  const stale = hiddenFields((await screener.get(form)).body, out);
  assert.equal((await screener.submit(form, out, sent)).headers.location, `${page}?done=sent_out`);
  assert.equal(await waitingOf(report.id), 'source');
  const opened = textOf((await screener.get(page)).body);
  assert.match(opened, /Sent out Sample Court Searches Number SCS-1042, sent on .+, expected by/);
  assert.match(opened, new RegExp(`Sent out to Sample Court Searches, expected by ${britishDate(sent.expected_on)}`));
  assert.match((await screener.get('/desk?waiting=source')).body, new RegExp(report.id));

  const other = await colleague('reviewer');
  const token = hiddenFields((await other.get(form)).body, out);
  const twice = await other.post(out, { ...token, seen: stale.seen!, ...sent, reference: 'SCS-1043' });
  assert.deepEqual([twice.status, /A colleague has sent this report out meanwhile/.test(twice.body)], [422, true]);
  assert.match(twice.body, /value="SCS-1043"/);
  const again = hiddenFields(twice.body, out);
  assert.equal(
    (await other.post(out, { ...again, ...sent, reference: 'SCS-1043' })).status,
    303,
    'several are allowed',
  );
});

async function daysPass(reportId: string, days: number) {
  await portal.superuser.run(sql`
    update supplier_requests set sent_on = sent_on - ${days}::integer, promised_on = promised_on - ${days}::integer,
      expected_on = expected_on - ${days}::integer where report_id = ${reportId}`);
  await portal.superuser.run(sql`
    update deadlines set due_at = due_at - ${days}::integer * interval '1 day' where report_id = ${reportId}`);
  await takeDueDeadlines(ctx, deadlineHandlers);
}

test('an overdue answer brings the report back to be chased, and a chase lets it wait again', async () => {
  const { report, page, request } = await sendOut();
  await daysPass(report.id, 11);
  assert.equal(await waitingOf(report.id), null);
  assert.match((await screener.get('/desk')).body, /Chase the supplier/);
  const overdue = (await screener.get('/desk/sent-out?view=overdue')).body;
  assert.match(overdue, new RegExp(`href="${request}"`));
  assert.match(textOf(overdue), /All 3 .*Overdue: to chase 1/);
  const expected_on = addDays(today, 4);
  const refused = await screener.submit(request, `${request}/chase`, { expected_on: '4 March' });
  assert.deepEqual([refused.status, /value="4 March"/.test(refused.body)], [422, true]);
  await screener.submit(request, `${request}/chase`, { expected_on });
  assert.equal(await waitingOf(report.id), 'source');
  assert.doesNotMatch((await screener.get('/desk/sent-out?view=overdue')).body, new RegExp(request));
  const history = textOf((await screener.get(page)).body);
  assert.match(
    history,
    /Chased Sample Court Searches, now expected by .+The answer of Sample Court Searches is overdue/,
  );
  assert.match(history, /chased once/);
  const many = (fields: Readonly<Record<string, string>>) =>
    screener.submit('/desk/sent-out', '/desk/sent-out/chases', { expected_on: addDays(today, 6), ...fields });
  assert.match((await many({})).body, /Select what was chased/);
  const requests = request.split('/').at(-1)!;
  const wrong = await many({ requests, expected_on: addDays(today, -1) });
  assert.deepEqual([wrong.status, new RegExp(`value="${requests}"[^>]* checked`).test(wrong.body)], [422, true]);
  const said = textOf((await screener.get(String((await many({ requests })).headers.location))).body);
  assert.match(said, /One chase is recorded\..*chased 2 times/);
  const noted = await many({ which: 'found', words: 'Asked again for all of June' });
  assert.match(textOf((await screener.get(String(noted.headers.location))).body), /chases? (is|are) recorded/);
  assert.match(textOf((await screener.get(page)).body), /Asked again for all of June/);
  for (const [filter, isShown] of [
    ['country=USA', true],
    ['country=CAN', false],
    ['type=1', false],
    ['days=60', false],
  ] as const)
    assert.equal((await screener.get(`/desk/sent-out?${filter}`)).body.includes(request), isShown, filter);
});

test('the answer ends the wait, with its evidence at the report, and a late colleague loses nothing', async () => {
  const { check, report, page, request } = await sendOut({ ...sent, reference: 'SCS-2000' });
  const answer = { received_on: today, answer: 'No record found in three counties.', answer_cost: '31.20' };
  const empty = await screener.submit(request, `${request}/answer`, { ...answer, answer: '' });
  assert.deepEqual(
    [empty.status, /Say what came/.test(empty.body), /value="31\.20"/.test(empty.body)],
    [422, true, true],
  );
  const hidden = hiddenFields((await screener.get(request)).body, `${request}/answer`);
  const fields = Object.entries({ ...hidden, ...answer });
  const part = ([name, value]: [string, string]) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="letter.txt"\r\nContent-Type: text/plain\r\n\r\n${'No record. '.repeat(20)}\r\n--b--\r\n`;
  const body = `${fields.map(part).join('')}${file}`;
  const recorded = await screener.send(`${request}/answer`, 'multipart/form-data; boundary=b', body);
  assert.equal(recorded.headers.location, `${page}?done=source_answered`, textOf(recorded.body));
  assert.equal(await waitingOf(report.id), null);
  const shown = textOf((await screener.get(page)).body);
  assert.match(shown, /No record found in three counties\./);
  assert.match(shown, /letter\.txt/);
  assert.match(shown, /From Sample Court Searches/);
  const late = await screener.post(`${request}/cancel`, { ...hidden, reason: 'Nobody answers', cancel_cost: '0' });
  assert.deepEqual([late.status, /A colleague has ended this request meanwhile/.test(late.body)], [409, true]);
  assert.match(late.body, /Nobody answers/);
  const evidenced = await readEvidencedReports(ctx, await readCheck(ctx, portal.caller('live'), check.id));
  assert.ok(evidenced.has(report.id));

  await screener.submit(request, `${request}/correct`, { new_reference: 'SCS-2000/A', new_cost: '33' });
  assert.match(textOf((await screener.get(request)).body), /SCS-2000\/A .+Cost £33\.00/);
});

test('a cancelled request costs what was typed, and what is out when its report ends is called off with the supplier', async () => {
  const first = await sendOut();
  await screener.submit(first.request, `${first.request}/cancel`, { reason: 'Ordered by mistake', cancel_cost: '0' });
  assert.equal(await waitingOf(first.report.id), null);
  assert.match(textOf((await screener.get(first.request)).body), /Ordered by mistake Cost £0\.00/);
  const second = await sendOut();
  const close = `${second.page}/close`;
  const closed = await manager.submit(`${close}?move=withdraw`, close, { note: 'They left.', move: 'withdraw' });
  assert.equal(closed.status, 303, textOf(closed.body));
  const ended = textOf((await manager.get(second.request)).body);
  assert.match(ended, /To call off .+Report ended .+Cost £30\.00.+Tell the supplier to stop/);
  const toCallOff = async () => (await screener.get('/desk/sent-out?view=to_call_off')).body;
  assert.match(textOf(await toCallOff()), /To call off 1 /);
  assert.ok((await toCallOff()).includes(second.request));
  assert.ok(!(await screener.get('/desk/sent-out')).body.includes(second.request), 'it is not outstanding');
  const cancel = `${second.request}/cancel`;
  const silent = await screener.submit(second.request, cancel, { reason: '', cancel_cost: '12.00' });
  assert.deepEqual([silent.status, /Say how the supplier was told/.test(silent.body)], [422, true]);
  await screener.submit(second.request, cancel, { reason: 'By telephone: half is due', cancel_cost: '15.00' });
  const told = textOf((await screener.get(second.request)).body);
  assert.match(told, /Cancelled .+By telephone: half is due Cost £15\.00/);
  assert.doesNotMatch(told, /Tell the supplier to stop/);
  assert.ok(!(await toCallOff()).includes(second.request));
  assert.match(
    textOf((await manager.get(second.page)).body),
    /Sample Court Searches was told that the request is cancelled/,
  );
});

test('the list and the page of the supplier add up, as files too', async () => {
  const page = await pageOf('Sample Court');
  const shown = textOf((await manager.get(page)).body);
  assert.match(shown, /Sent out 6: 1 answered, 3 outstanding, 2 cancelled/);
  assert.match(shown, /Later than expected 50% \(1 of 2 that were due\)/);
  assert.match(shown, /Paid to suppliers: £138\.00/);
  assert.match(
    textOf((await manager.get('/desk/suppliers')).body),
    /Sample Court[^<]*?Outstanding: 3 of 6 sent Days to answer: 0 nine in ten: 0 usual: 5 working Late: 50% Corrected: 0% Cost each: £30\.75 usual: £28\.50/,
  );
  const file = (await manager.get(`${page}/file?from=${addDays(today, -30)}&to=${today}`)).body;
  assert.equal(file.trim().split('\r\n').length, 7);
  assert.match(file, /"SCS-2000\/A","VF\d+","[^"]+","criminal_history_international:usa","answered"/);
  assert.match(file, /"33\.00"/);
  const list = (await screener.get('/desk/sent-out/file')).body;
  assert.equal(list.trim().split('\r\n').length, 4);
  assert.doesNotMatch(list, /No record found/);
  assert.match((await screener.get(`/desk/sent-out?supplier=${page.split('/').at(-1)}`)).body, /Download this list/);
  assert.match((await screener.get(`/desk/sent-out?supplier=${portal.accountId}`)).body, /Nothing is in this view/);
});

test('the record of processing of the client names what was asked, who received it, and why it may go abroad', async () => {
  const page = `/desk/accounts/${portal.accountId}/processing`;
  assert.match((await manager.get(`/desk/accounts/${portal.accountId}`)).body, new RegExp(`href="${page}"`));
  const record = textOf((await manager.get(page)).body);
  for (const said of [
    /Lawful basis and recipients .*Legitimate interests of Acme Care.*Art\. 6\(1\)\(f\)/,
    /\(Article 10\): Criminal record, United States\./,
    /Candidate [^.]*Date of birth/,
    /Sample Court Searches Processor For: Criminal record, United States Country: United States International data transfer agreement Agreement: Until 31 March 2090/,
    /Answers, documents and results: no end is set/,
  ])
    assert.match(record, said);
  assert.doesNotMatch(record, /Example Registry/, 'which was asked nothing');
  const [email, name] = ['boss@suppliers.test', 'Client Boss'];
  await createUser(ctx, 'system', portal.accountId, { name, email, role: 'administrator' });
  await createSignIn(ctx, 'system', { email, password });
  const client = await signedInVisitor(portal, email);
  assert.match((await client.get('/portal/agreement')).body, /href="\/portal\/processing"/);
  assert.match(textOf((await client.get('/portal/processing')).body), /Sample Court Searches Processor/);
});

test('a supplier whose agreement has ended says so wherever it is chosen, and one that is removed is chosen no more', async () => {
  const page = await pageOf('Sample Court');
  await manager.submit(`${page}/change`, `${page}/change`, { ...courts, agreement_until: '2024-03-31' });
  assert.match((await screener.get('/desk/suppliers')).body, /The agreement with 1 supplier has ended/);
  const { out } = await place();
  assert.match(textOf((await screener.get(out)).body), /Agreement ended on 31 March 2024/);
  const form = await choose(out);
  const opened = await screener.get(form);
  assert.match(opened.body, /The agreement with it ended on 31 March 2024/);
  await manager.submit(page, `${page}/remove`, {});
  const late = await screener.post(out, { ...hiddenFields(opened.body, out), ...sent });
  assert.equal(late.status, 422);
  assert.doesNotMatch((await screener.get('/desk/suppliers')).body, /Sample Court/);
  assert.match((await screener.get(page)).body, /It is not in the register any more/);
});
