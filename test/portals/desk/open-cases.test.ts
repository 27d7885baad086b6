// Cases that are open in another system: brought in from a spreadsheet or JSON lines, with their days, numbers and charges.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openCases } from '../../../src/cli/subjects/open-cases.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { changeUrgency } from '../../../src/features/checks/urgent-actions.ts';
import { eventTypes } from '../../../src/features/events/event-types.ts';
import { placeBulkOrderJob } from '../../../src/features/orders/bulk-order-placing-actions.ts';
import { createPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { britishDate } from '../../../src/portals/shared/page-filters.ts';
import { completeOrder } from '../../api/v1/v1-samples.ts';
import { parsed } from '../../support/html.ts';
import {
  clientEmail,
  hiddenFields,
  password,
  signedInVisitor,
  startPortal,
  type Visitor,
} from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const caller = portal.caller('live');
await switchOnTypes(ctx, 'system', accountId, [
  { name: 'identity', pricePence: 500 },
  { name: 'sanctions', pricePence: 700, workingDays: 10 },
]);
await createPackage(ctx, 'system', accountId, { name: 'Starter', description: '', reports: [{ name: 'identity' }] });
const desk = await signedInVisitor(portal);
const client = await signedInVisitor(portal, clientEmail);
await createDeskUser(ctx, 'system', {
  name: 'Sid Screener',
  email: 'sid@probity.test',
  role: 'screener',
  accounts: [accountId],
});
await createSignIn(ctx, 'system', { email: 'sid@probity.test', password });

const path = `/desk/accounts/${accountId}/open-cases`;
const today = ukDateOf(ctx.now());
const [ordered, due] = [addDays(today, -30), addDays(today, -2)];
const headings =
  'Earlier number,Ordered on,Due on,Billed elsewhere,First name,Last name,Date of birth,Email,Package,Payroll number';
const row = (number: string, first: string, more: Readonly<Record<string, string>> = {}) => {
  const usual = { number, ordered, due, billed: 'yes', first, last: 'Moving', dob: '27/03/1985' };
  const rest = { email: `${first.toLowerCase()}@candidate.test`, what: 'Starter', payroll: `P-${number}` };
  return Object.values({ ...usual, ...rest, ...more }).join(',');
};

const textOf = (html: string) => parsed(html).textContent.replaceAll(/\s+/g, ' ');

async function send(by: Visitor, rows: readonly string[], mails = 'later') {
  const page = (await by.get(path)).body;
  return by.post(path, {
    ...hiddenFields(page, path),
    mails,
    rows: [headings, ...rows].join('\n').replaceAll(',', '\t'),
  });
}

const sendLines = (by: Visitor, lines: readonly unknown[]) =>
  sendFile(by, Buffer.from(lines.map((one) => JSON.stringify(one)).join('\n')));

async function sendFile(by: Visitor, file: Buffer) {
  const page = (await by.get(path)).body;
  const fields = Object.entries({ ...hiddenFields(page, path), mails: 'later', rows: '' });
  const parts = fields.map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="cases.jsonl"\r\n\r\n';
  const body = [Buffer.from(`${parts.join('')}${head}`), file, Buffer.from('\r\n--x--\r\n')];
  return by.send(path, 'multipart/form-data; boundary=x', Buffer.concat(body));
}

async function uploaded(answer: ReturnType<typeof send>): Promise<string> {
  const { status, headers, body } = await answer;
  assert.equal(status, 303, textOf(body).slice(0, 2000));
  return String(headers.location);
}

const runJob = (location: string) =>
  placeBulkOrderJob(ctx)({ accountId, environment: 'live', id: location.split('/').at(-1)! });

async function broughtIn(location: string) {
  await desk.submit(location, location, { do: 'place' });
  await runJob(location);
  const rows = await ctx.db.rows<{ check_id: string | null }>(sql`
    select check_id from bulk_order_rows where bulk_order_id = ${location.split('/').at(-1)!} order by row_number`);
  return Promise.all(rows.flatMap(({ check_id: id }) => (id === null ? [] : [readCheck(ctx, caller, id)])));
}

const countOf = async () => (await ctx.db.rows(sql`select from checks`)).length;
const mailsOf = (checkId: string) => ctx.db.rows(sql`select template from emails where check_id = ${checkId}`);
const chargesOf = (checkId: string) =>
  ctx.db.rows<{ amount_pence: number; billed_elsewhere: boolean; day: string }>(sql`
    select l.amount_pence, l.billed_elsewhere, (l.created_at at time zone 'Europe/London')::date::text as day
    from charges l join reports r on r.id = l.report_id where r.check_id = ${checkId}`);
const reportsOf = (checkId: string) =>
  ctx.db.rows<{ due_on: string; first_due_on: string | null; requested_on: string | null }>(sql`
    select due_on::text as due_on, first_due_on::text as first_due_on,
      (requested_at at time zone 'Europe/London')::date::text as requested_on from reports where check_id = ${checkId}`);

test('the spreadsheet to fill in names every column, and is right but for what only the account knows', async () => {
  const template = (await desk.get(`${path}/file`)).body.split('\r\n');
  assert.match(template[0]!, /"Earlier number","Ordered on","Due on","Billed elsewhere","First name",/);
  const answer = await send(desk, []);
  assert.match(textOf(answer.body), /There is no case below the first row/);
});

test('every row is judged, with its column and the rule, and nothing is stored', async () => {
  const rows = [
    row('A1', 'Ann'),
    row('a1', 'Ben'),
    row('', 'Cat', { ordered: addDays(today, 1), billed: 'constructor' }),
    row('A3', 'Dan', { ordered: addDays(today, -800), due: '', billed: '' }),
    row('A4', 'Eve', { due: addDays(ordered, -1), what: 'tea leaves' }),
    row('A5', 'Fay', { ordered: '31/02/2026', dob: '' }),
    row('A6', 'Gus', { email: 'ann@candidate.test' }),
  ];
  const answer = await send(desk, rows);
  assert.equal(answer.status, 422);
  const text = textOf(answer.body);
  assert.match(text, /6 rows are not right\. Nothing is brought in/);
  for (const words of [
    'Row 3 Earlier number Row 2 has the same: each case has its own',
    'Row 4 Earlier number Give the number that it has there',
    'Row 4 Ordered on It cannot have been ordered after today',
    'Row 4 Billed elsewhere “constructor” is neither yes nor no',
    'Row 5 Ordered on It is more than 2 years ago',
    'Row 5 Billed elsewhere Say yes or no',
    'Row 6 Due on It was due before it was ordered',
    'Row 6 Package or reports “tea leaves” is no package',
    'Row 7 Ordered on “31/02/2026” is no day',
    'Row 7 Date of birth Enter the candidate’s date of birth',
    'Row 8 The whole row Row 2 has the same email address',
  ])
    assert.ok(text.includes(words), `${words} in ${text.slice(0, 3000)}`);
  assert.deepEqual(await ctx.db.rows(sql`select from bulk_orders`), []);
});

test('a case whose form is awaited keeps its days and its number, mails nobody and costs nothing here', async () => {
  const location = await uploaded(send(desk, [row('SC-1042', 'Hal', { last: 'Sample' })]));
  const review = textOf((await desk.get(location)).body);
  assert.match(review, /Nothing is brought in yet.*Billed elsewhere.*SC-1042.*The form is awaited/);
  assert.match(review, /No candidate is mailed now\. 1 form is awaited/);
  assert.equal(await countOf(), 0);
  const [check] = await broughtIn(location);
  assert.match(textOf((await desk.get(location)).body), /1 case is brought in\./);
  assert.equal(ukDateOf(check!.createdAt), ordered);
  assert.equal(check!.status, 'awaiting_applicant');
  assert.deepEqual(await mailsOf(check!.id), []);
  assert.deepEqual(await chargesOf(check!.id), [{ amount_pence: 0, billed_elsewhere: true, day: today }]);
  assert.deepEqual(await reportsOf(check!.id), [{ due_on: due, first_due_on: null, requested_on: null }]);
  const events = await ctx.db.rows<{ type: string; actor: string; detail: object }>(sql`
    select type, split_part(actor, ':', 1) as actor, detail from events where check_id = ${check!.id}`);
  assert.deepEqual(events, [{ type: 'check.created', actor: 'user', detail: { notes: [], ordered_on: ordered } }]);
  assert.equal(eventTypes['check.created'].notifies, false);
  const kept = JSON.stringify(await ctx.db.rows(sql`select to_jsonb(c) as c from checks c`));
  assert.doesNotMatch(kept, /SC-1042/);
});

test('its due date holds after the candidate has sent the form, and so does the day that was promised', async () => {
  const [check] = await broughtIn(await uploaded(send(desk, [row('SC-1', 'Ida')])));
  const { facts } = check!.order;
  await completeForm(ctx, { ...caller, actor: 'candidate' }, check!.id, facts);
  assert.deepEqual(await reportsOf(check!.id), [{ due_on: due, first_due_on: null, requested_on: today }]);
});

test('candidates are mailed if it is chosen, with days left for the form however old the order is', async () => {
  const old = { ordered: addDays(today, -300), due: '' };
  const [check] = await broughtIn(await uploaded(send(desk, [row('SC-2', 'Jon', old)], 'now')));
  assert.deepEqual(await mailsOf(check!.id), [{ template: 'check_invitation' }]);
  const deadlines = await ctx.db.rows<{ kind: string; is_early: boolean; is_late: boolean }>(sql`
    select kind, due_at < ${ctx.now()}::timestamptz + interval '3 days' as is_early,
      due_at > ${ctx.now()}::timestamptz + interval '25 days' as is_late
    from deadlines where check_id = ${check!.id} order by kind`);
  assert.deepEqual(deadlines, [
    { kind: 'candidate_reminder', is_early: false, is_late: false },
    { kind: 'form_submission', is_early: false, is_late: false },
  ]);
});

const filled = (number: string, more: object = {}) => {
  const { UniqueKey: _, ...order } = completeOrder({ OtherReference: `P-${number}` });
  return {
    ...{ Entry: 'client', EarlierNumber: number, OrderedOn: ordered, DueOn: due, BilledElsewhere: false, Order: order },
    ...more,
  };
};

test('a case whose facts are known is worked on from the day of its order, is charged from today, and notifies nobody', async () => {
  const location = await uploaded(sendLines(desk, [filled('SC-3')]));
  assert.match(
    textOf((await desk.get(location)).body),
    /For 1 candidate £5\.00.*SC-3.*The facts are given.*No candidate is mailed: all facts are given/,
  );
  await desk.submit(location, location, { do: 'place', confirmed: 'another price' });
  assert.match(textOf((await desk.get(location)).body), /Nothing is brought in yet/);
  const [check] = await broughtIn(location);
  assert.equal(check!.status, 'in_progress');
  assert.deepEqual(await reportsOf(check!.id), [{ due_on: due, first_due_on: null, requested_on: ordered }]);
  assert.deepEqual(await chargesOf(check!.id), [{ amount_pence: 500, billed_elsewhere: false, day: today }]);
  const events = await ctx.db.rows<{ type: 'check.created' | 'report.requested' }>(sql`
    select type from events where check_id = ${check!.id} order by type`);
  assert.deepEqual(events, [{ type: 'check.created' }, { type: 'report.requested' }]);
  for (const { type } of events) assert.equal(eventTypes[type].notifies, false);
});

test('every line is judged, by the paths of the order and by the names of its own fields', async () => {
  const { Candidate: _, ...noCandidate } = filled('SC-4').Order as Record<string, unknown>;
  const answer = await sendLines(desk, [
    filled('SC-4', { Order: noCandidate, DueDate: due }),
    filled('SC-5', { Entry: 'nobody', Subsidiary: 'Hull', BilledElsewhere: undefined }),
    filled('SC-6', { Order: { ...filled('').Order, Candidate: { ...filled('').Order.Candidate, AddressList: [] } } }),
    'no object',
    filled('SC-3'),
  ]);
  const text = textOf(answer.body);
  assert.match(text, /5 rows are not right/);
  for (const words of [
    'Row 1 DueDate No field has this name',
    'Row 1 Order.Candidate.CurrentName.FirstName It',
    'Row 2 Entry It',
    'Row 2 Subsidiary “Hull” is no subsidiary of the account',
    'Row 2 BilledElsewhere Say yes or no',
    'Row 3 Order.Candidate.AddressList It',
    'Row 4 The whole row It is no object in JSON',
    'Row 5 EarlierNumber It is the number of a case that is here already',
  ])
    assert.ok(text.includes(words), `${words} in ${text.slice(0, 4000)}`);
});

test('a line that two programs could read differently is refused, and a file of too many lines is not judged', async () => {
  const twice = JSON.stringify(filled('SC-12')).replace('{', '{"EarlierNumber":"SC-13",');
  const inLatin1 = Buffer.from('{"Subsidiary":"Caf\u00e9"}', 'latin1');
  const text = textOf((await sendFile(desk, Buffer.concat([Buffer.from(`${twice}\n`), inLatin1]))).body);
  assert.match(text, /Row 1 The whole row It is no object in JSON that names each field once/);
  assert.match(text, /Row 2 The whole row It has characters that are not in UTF-8/);
  const many = textOf((await sendFile(desk, Buffer.from('{}\n'.repeat(1001)))).body);
  assert.match(many, /There are more than 1000 cases: split the file/);
  assert.doesNotMatch(many, /Row 1 /);
});

test('a number comes once: what two uploads have is refused when the second is placed', async () => {
  const rows = [row('SC-7', 'Kai'), row('SC-8', 'Lou')];
  const [one, other] = [await uploaded(send(desk, rows)), await uploaded(send(desk, [rows[1]!]))];
  assert.equal((await broughtIn(one)).length, 2);
  assert.deepEqual(await broughtIn(other), []);
  assert.match(
    textOf((await desk.get(other)).body),
    /0 cases are brought in.*Row 2 It is the number of a case that is here already/,
  );
  assert.match(textOf((await send(desk, rows)).body), /2 rows are not right.*Row 2 Earlier number It is the number/);
  await runJob(one);
  assert.equal(
    (await ctx.db.rows(sql`select from checks where earlier_number_key is not null`)).length,
    await countOf(),
  );
});

async function find(by: Visitor, from: string, text: string) {
  const sent = await by.submit(from, from, { find: text });
  const to = String(sent.headers.location);
  return `${to} ${textOf((await by.get(to)).body)}`;
}

test('the number is found by the desk and the client, and stands on the page of the order and in the files', async () => {
  const [check] = await ctx.db.rows<{ id: string; order_id: number }>(
    sql`select id, order_id from checks order by order_id`,
  );
  assert.match(await find(desk, '/desk/search', 'SC-1042'), /Hal Sample|\/desk\/orders\//);
  assert.match(await find(client, '/portal', 'sc-1042'), /Hal Sample|\/portal\/checks\//);
  const { headers } = await desk.get(`/desk/orders/${check!.id}`);
  const page = textOf((await desk.get(String(headers.location))).body);
  const day = britishDate(ordered);
  assert.ok(page.includes(`Ordered ${day}, in another system, and brought in by Desk Screener`), page.slice(0, 3000));
  assert.match(page, /Earlier number SC-1042, billed elsewhere/);
  assert.match(page, /Brought in from another system, where it was ordered on/);
  const seen = textOf((await client.get(`/portal/checks/${check!.id}`)).body);
  assert.match(seen, /Earlier number SC-1042/);
  assert.ok(seen.includes(`Requested ${day} in another system`), seen.slice(0, 2000));
  assert.match(seen, /Brought in from another system, where it was ordered on/);
  assert.doesNotMatch(seen, /Desk Screener/);
  for (const [by, file] of [
    [desk, '/desk/orders/file'],
    [client, '/portal/file'],
    [desk, '/desk/file'],
  ] as const) {
    const [head, ...lines] = (await by.get(file)).body.split('\r\n');
    assert.match(head!, /,"?earlier_number"?(,|$)/, file);
    assert.ok(
      lines.some((line) => /SC-\d+"?(,|$)/.test(line)),
      file,
    );
  }
});

test('charges, the statement and invoices say what another system bills', async () => {
  const charges = textOf((await desk.get(`/desk/accounts/${accountId}/charges`)).body);
  assert.match(charges, /What was brought in from another system, which bills it, costs nothing here/);
  assert.match(charges, /Identity\s*5 billed elsewhere Ordered 6/);
  const statement = textOf((await desk.get(`/desk/accounts/${accountId}/charges/statement`)).body);
  assert.match(statement, /Billed elsewhere Price £0\.00/);
  assert.match(
    (await desk.get(`/desk/accounts/${accountId}/charges/file`)).body,
    /,billed_elsewhere,reason,order_withdrawn_because,approved_by\r\n.*,yes,,,\r\n/s,
  );
  const invoices = textOf((await desk.get(`/desk/accounts/${accountId}/invoices`)).body);
  assert.match(invoices, /5 reports stand on no invoice: brought in from another system, which bills them/);
});

test('the command line judges the same rows, and brings them in for the worker to place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-cases-'));
  after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'cases.csv');
  const run = (confirm: boolean) =>
    openCases.verbs.import!.run(ctx, accountId, { cases: path, ...(confirm && { confirm: true }) });
  writeFileSync(path, [headings, row('SC-8', 'Max'), row('SC-9', 'Ned')].join('\n'));
  assert.deepEqual(await run(false), [
    { row: 2, column: 'Earlier number', problem: 'It is the number of a case that is here already' },
  ]);
  await assert.rejects(run(true), /invalid_fields/);
  writeFileSync(path, [headings, row('SC-9', 'Ned'), row('SC-10', 'Oli', { billed: 'no' })].join('\n'));
  const before = await countOf();
  const counts = { cases: 2, formsAwaited: 2, billedElsewhere: 1, columnsNotRead: [] };
  assert.deepEqual(await run(false), [{ ...counts, done: 'can be brought in, with --confirm' }]);
  assert.deepEqual(await run(true), [{ ...counts, done: 'the worker brings them in' }]);
  const [order] = await ctx.db.rows<{ id: string; brought_in_by: string }>(sql`
    select id, brought_in_by from bulk_orders order by uploaded_at desc limit 1`);
  assert.equal(order!.brought_in_by, 'system');
  await runJob(order!.id);
  assert.equal(await countOf(), before + 2);
  assert.match(
    textOf((await desk.get(`/desk/accounts/${accountId}/open-cases/${order!.id}`)).body),
    /2 cases are brought in/,
  );
});

test('only who manages the account brings cases in, and the client sees no upload', async () => {
  const screener = await signedInVisitor(portal, 'sid@probity.test');
  assert.equal((await screener.get(path)).status, 403);
  const [order] = await ctx.db.rows<{ id: string }>(sql`select id from bulk_orders limit 1`);
  assert.equal((await client.get(`/portal/orders/new/bulk/${order!.id}`)).status, 404);
});

test('a case that became urgent here stays due before its promised day, and is due on it again once it is not urgent', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { urgentOrders: true, urgentPounds: 0, urgentTimePercent: 50 });
  const [check] = await broughtIn(await uploaded(send(desk, [row('SC-14', 'Ivo', { what: 'Sanctions' })])));
  const { id, order } = check!;
  const dueOf = async () => (await reportsOf(id))[0]!.due_on;
  await changeUrgency(ctx, caller, id, { isUrgent: true, confirmedPence: 0 });
  const hurried = await dueOf();
  assert.ok(hurried < due, `${hurried} is before ${due}`);
  await completeForm(ctx, { ...caller, actor: 'candidate' }, id, order.facts);
  assert.equal(await dueOf(), hurried);
  await changeUrgency(ctx, caller, id, { isUrgent: false });
  assert.ok((await dueOf()) <= addDays(due, 2), 'on it, or on the first working day after it');
  await changeAccountSettings(ctx, 'system', accountId, { urgentOrders: false });
});

test('an account with subsidiaries says for each case which of them it is for', async () => {
  await createSubsidiary(ctx, 'system', accountId, { name: 'Leeds', externalId: 'L1' });
  assert.match(textOf((await send(desk, [row('SC-11', 'Pam')])).body), /Row 2 Subsidiary Choose the subsidiary/);
  const [check] = await broughtIn(await uploaded(sendLines(desk, [filled('SC-11', { Subsidiary: 'l1' })])));
  assert.notEqual(check!.subsidiaryId, null);
  const { id } = await createSubsidiary(ctx, 'system', accountId, { name: 'Lincoln', externalId: 'l1' });
  const unsure = await sendLines(desk, [filled('SC-15', { Subsidiary: ' l1' })]);
  const [other] = await broughtIn(await uploaded(Promise.resolve(unsure)));
  assert.equal(other!.subsidiaryId, id, 'external ids differ in capitals alone');
});
