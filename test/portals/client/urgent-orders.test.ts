// Urgent orders: offered where the account has agreed to them, priced before they are placed, due earlier, and taken back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, completeForm, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { changeUrgency } from '../../../src/features/checks/urgent-actions.ts';
import { addReports } from '../../../src/features/orders/added-report-actions.ts';
import { placeBulkOrderJob } from '../../../src/features/orders/bulk-order-placing-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { dueDate, savedDays } from '../../../src/features/reports/due-date-rules.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { parsed } from '../../support/html.ts';
import { clientEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
await switchOnTypes(ctx, 'system', accountId, [
  { name: 'identity', pricePence: 500, workingDays: 5 },
  { name: 'right_to_work', pricePence: 900, workingDays: 2 },
]);
await createDeskUser(ctx, 'system', {
  ...{ name: 'Manager', email: 'manager@desk.test', role: 'account_manager', accounts: 'all' },
});
await createSignIn(ctx, 'system', { email: 'manager@desk.test', password });
const client = await signedInVisitor(portal, clientEmail);
const manager = await signedInVisitor(portal, 'manager@desk.test');
const live = portal.caller('live');
const today = ukDateOf(ctx.now());

const typeOf = (name: string) => {
  const found = namedType(name);
  if ('missing' in found) throw new Error(`no report type ${name}`);
  return found.type;
};
const textOf = (html: string) => parsed(html).textContent.replaceAll(/\s+/g, ' ');
const path = '/portal/orders/new';
let people = 0;
const typed = () => {
  people += 1;
  return {
    ...{ first_name: 'Robin', last_name: `Urgent${'abcdefghij'[people]}`, email: `u${people}@candidate.test` },
    ...{ 'dob-day': '3', 'dob-month': '4', 'dob-year': '1990', what: 'reports', types: String(typeOf('identity').id) },
  };
};
const agree = (change = {}) =>
  changeAccountSettings(ctx, 'system', accountId, { urgentOrders: true, urgentPounds: 25, vatPercent: 20, ...change });

/** Places an order on the pages; returns the id of its check. */
async function place(more: Readonly<Record<string, string>> = { urgent: '1' }) {
  const answers = (await client.submit(path, path, { ...typed(), ...more, do: 'continue' })).body;
  const placed = await client.post(path, { ...hiddenFields(answers, path), do: 'place' });
  return { id: /[0-9a-f-]{36}/.exec(String(placed.headers.location))![0], answers };
}
const reportOf = async (checkId: string) =>
  (await ctx.db.row<{ working_days: number; due_on: string; priority: number }>(sql`
    select working_days, due_on, priority from reports where account_id = ${accountId} and check_id = ${checkId}
    order by position limit 1`))!;
const surcharges = async (checkId: string) =>
  (
    await ctx.db.rows<{ kind: string; amount_pence: number; vat_percent: number }>(sql`
      select kind, amount_pence, vat_percent from charges where account_id = ${accountId} and check_id = ${checkId}
      order by created_at, kind`)
  ).map(({ kind, amount_pence, vat_percent }) => [kind, amount_pence, vat_percent]);
const completed = async (checkId: string) => {
  const { order } = await readCheck(ctx, live, checkId);
  return completeForm(ctx, live, checkId, order.facts);
};

test('an urgent report is due in its part of the working days, and never before today', () => {
  const hurried = (workingDays: number | null, isBegun: boolean, dueOn: string | null = null, percent = 50) =>
    savedDays(
      { workingDays, dueOn, isBegun },
      { percent, today: '2026-11-30', holidays: bankHolidays.england_and_wales },
    );
  assert.deepEqual([hurried(5, false), hurried(1, false), hurried(10, false, null, 100)], [2, 0, 0]);
  assert.equal(hurried(null, false), 0, 'without working days there is nothing to save');
  assert.equal(hurried(10, true, '2026-12-02'), 2, 'two days are left of ten');
  assert.equal(hurried(10, true, '2026-11-20'), 0, 'it is late already');
});

test('nothing is offered or taken before the account has agreed to it', async () => {
  assert.doesNotMatch((await client.get(path)).body, /name="urgent"/);
  const refused = await client.submit(path, path, { ...typed(), urgent: '1', do: 'continue' });
  assert.match(refused.body, /“Urgent” is not agreed with this account/);
  const { id } = await place({});
  assert.doesNotMatch((await client.get(`/portal/checks/${id}`)).body, /Priority/);
  assert.equal((await client.get(`/portal/checks/${id}/urgent`)).status, 303);
  await assert.rejects(changeUrgency(ctx, live, id, { isUrgent: true }), /invalid_fields/);
});

test('who orders urgently sees the surcharge before, and it is charged once with VAT, due earlier, and first in the queue', async () => {
  await agree();
  assert.match(textOf((await client.get(path)).body), /Urgent.*half the usual working days\. £25\.00 more/);
  const { id, answers } = await place();
  assert.match(textOf(answers), /Urgent £25\.00 Total £30\.00/);
  assert.deepEqual(await surcharges(id), [['added', 2500, 20]]);
  await completed(id);
  assert.deepEqual(await reportOf(id), {
    working_days: 3,
    due_on: dueDate(today, 3, 'england_and_wales', bankHolidays),
    priority: 1,
  });
  const usual = (await place({})).id;
  await completed(usual);
  const urgentOnly = textOf((await manager.get('/desk?priority=urgent')).body);
  const numberOf = async (checkId: string) => `VF${(await readCheck(ctx, live, checkId)).orderId}`;
  assert.match(urgentOnly, new RegExp(`Urgent.*${await numberOf(id)}`));
  assert.doesNotMatch(urgentOnly, new RegExp(await numberOf(usual)));

  const page = textOf((await client.get(`/portal/checks/${id}`)).body);
  assert.match(page, /Priority Ordered as urgent/);
  assert.doesNotMatch(page, /£25/, 'to who reads no charges');
  assert.match(textOf((await client.get('/portal')).body), new RegExp(`${await numberOf(id)}[^V]*Urgent`));
  const [head, ...lines] = (await client.get('/portal/file')).body.trim().split('\r\n');
  const column = head!.split(',').indexOf('urgent');
  assert.ok(column > head!.split(',').indexOf('has_started'), 'new columns come last');
  assert.equal(lines.filter((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)[column] === 'yes').length, 1);
  assert.match(
    textOf((await manager.get(`/desk/accounts/${accountId}/charges`)).body),
    /Urgent Ordered 1 Credited 0 Price £25\.00/,
  );
  assert.match(textOf((await manager.get(`/desk/orders/${id}`)).body), /Priority Ordered as urgent/);
});

test('the order is placed only at the surcharge that was shown', async () => {
  const answers = (await client.submit(path, path, { ...typed(), urgent: '1', do: 'continue' })).body;
  await agree({ urgentPounds: 40 });
  const placed = await client.post(path, { ...hiddenFields(answers, path), do: 'place' });
  assert.match(placed.body, /The prices or the reports have changed/);
  const { id } = await place({});
  const confirm = `/portal/checks/${id}/urgent`;
  const shown = (await client.get(confirm)).body;
  assert.match(textOf(shown), /£40\.00 without VAT is charged for the order, once/);
  await agree();
  const changed = await client.post(confirm, hiddenFields(shown, confirm));
  assert.equal(changed.status, 422);
  assert.match(textOf(changed.body), /costs £25\.00 now/);
  assert.deepEqual(await surcharges(id), []);
});

test('it is credited when it is taken back before work begins, and charged anew; later it stays charged, and is charged no second time', async () => {
  const { id } = await place();
  const confirm = `/portal/checks/${id}/urgent`;
  assert.match(textOf((await client.get(confirm)).body), /£25\.00 without VAT is credited: work has not begun/);
  assert.equal((await client.submit(confirm, confirm, {})).status, 303);
  const back = await reportOf(id);
  assert.deepEqual([back.working_days, back.priority], [5, 0]);
  // The desk, for the client.
  const deskConfirm = `/desk/orders/${id}/urgent`;
  assert.match(String((await manager.submit(deskConfirm, deskConfirm, {})).headers.location), /done=urgency/);
  const kinds = (await surcharges(id)).map(([kind]) => kind);
  assert.deepEqual(kinds.sort(), ['added', 'added', 'taken_back']);

  const promised = (await client.get(confirm)).body;
  await completed(id);
  const late = await client.post(confirm, hiddenFields(promised, confirm));
  assert.match(textOf(late.body), /brings £0\.00 back now: confirm it again/, 'work began since the page said so');
  assert.match(textOf((await client.get(confirm)).body), /What was charged for it stays charged/);
  await client.submit(confirm, confirm, {});
  assert.deepEqual(await reportOf(id), {
    working_days: 5,
    due_on: dueDate(today, 5, 'england_and_wales', bankHolidays),
    priority: 0,
  });
  await client.submit(confirm, confirm, {});
  assert.equal((await surcharges(id)).length, 3, 'nothing is charged a second time');
  assert.deepEqual(await reportOf(id), {
    working_days: 3,
    due_on: dueDate(today, 3, 'england_and_wales', bankHolidays),
    priority: 1,
  });
});

test('an order that ends before work begins has its surcharge credited; one on which work began has not', async () => {
  const { id } = await place();
  await closeCheck(ctx, live, id, 'withdraw');
  assert.deepEqual((await surcharges(id)).map(([, pence]) => pence).sort(), [-2500, 2500].sort());
  const begun = (await place()).id;
  await completed(begun);
  await closeCheck(ctx, live, begun, 'withdraw');
  assert.deepEqual(await surcharges(begun), [['added', 2500, 20]]);
});

test('what is added to an urgent order is urgent, too', async () => {
  const { id } = await place();
  await addReports(ctx, live, id, [typeOf('right_to_work')]);
  const added = await ctx.db.row<{ working_days: number; priority: number }>(sql`
    select working_days, priority from reports where account_id = ${accountId} and check_id = ${id} and position = 2`);
  assert.deepEqual(added, { working_days: 1, priority: 1 });
});

test('a report that ended while the order was urgent keeps its day, and has its usual time if it is opened again later', async () => {
  const { id } = await place();
  await addReports(ctx, live, id, [typeOf('right_to_work')]);
  await completed(id);
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  const [ended] = (await readCheck(ctx, live, id)).reports;
  await moveReport(ctx, live, { checkId: id, reportId: ended!.id }, { move: 'complete', outcome });
  const { due_on } = await reportOf(id);
  await changeUrgency(ctx, live, id, { isUrgent: false });
  assert.deepEqual(await reportOf(id), { working_days: 5, due_on, priority: 0 });
});

test('a test order is urgent without a charge', async () => {
  const form = `${path}?environment=test`;
  const answers = (await client.submit(form, form, { ...typed(), urgent: '1', do: 'continue' })).body;
  const placed = await client.post(form, { ...hiddenFields(answers, form), do: 'place' });
  const id = /[0-9a-f-]{36}/.exec(String(placed.headers.location))![0];
  assert.equal((await readCheck(ctx, portal.caller('test'), id)).isUrgent, true);
  assert.deepEqual(await surcharges(id), []);
});

test('each row of a spreadsheet says whether it is urgent, with the surcharge in the sum', async () => {
  const bulk = '/portal/orders/new/bulk';
  const common = { what: 'reports', types: String(typeOf('identity').id) };
  const rows = (urgent: string) =>
    [
      'First name\tLast name\tDate of birth\tEmail address\tUrgent',
      `Robin\tRowone\t27/03/1985\tone@candidate.test\t${urgent}`,
      'Robin\tRowtwo\t28/03/1985\ttwo@candidate.test\tno',
    ].join('\n');
  const page = (await client.submit(bulk, bulk, { ...common, do: 'continue' })).body;
  const template = (await client.get(`${bulk}/file`)).body;
  assert.ok(template.split('\r\n')[0]!.split(',').includes('"Urgent"'));
  const wrong = await client.post(bulk, { ...hiddenFields(page, bulk), rows: rows('perhaps'), do: 'upload' });
  assert.match(textOf(wrong.body), /“Urgent” cannot be “perhaps”: write yes, or nothing/);
  const sent = await client.post(bulk, { ...hiddenFields(page, bulk), rows: rows('Yes'), do: 'upload' });
  const location = String(sent.headers.location);
  assert.match(textOf((await client.get(location)).body), /For 2 candidates: £35\.00/);
  await client.submit(location, location, { do: 'place' });
  await placeBulkOrderJob(ctx)({ accountId, environment: 'live', id: /[\da-f-]{36}/.exec(location)![0] });
  const urgent = await ctx.db.rows<{ is_urgent: boolean }>(sql`
    select c.is_urgent from checks c join bulk_order_rows b on b.check_id = c.id
    where c.account_id = ${accountId} order by b.row_number`);
  assert.deepEqual(urgent, [{ is_urgent: true }, { is_urgent: false }]);
});
