// A supplier's invoice: loaded from a spreadsheet, compared with what was sent out, decided line by line, and paid.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { chaseMany, supplierChaseJobs } from '../../../src/features/supplier-batches/chase-actions.ts';
import { mailDisputes, supplierInvoiceJobs } from '../../../src/features/supplier-invoices/supplier-invoice-jobs.ts';
import { keepSupplier } from '../../../src/features/suppliers/supplier-actions.ts';
import { cancelSupplierRequest, sendOut } from '../../../src/features/suppliers/supplier-request-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { readDelimited } from '../../../src/platform/files/spreadsheet.ts';
import { createMail } from '../../../src/platform/mail.ts';
import { courtResearcher } from '../../features/suppliers/court-researcher.ts';
import { makeAccount } from '../../support/accounts.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { deskEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const caller = portal.caller('live');
const today = ukDateOf(ctx.now());
const type = 'criminal_history_international:usa';
await switchOnTypes(ctx, 'system', portal.accountId, [{ name: 'criminal_history_international', variant: 'usa' }]);
async function colleague(
  role: 'finance' | 'screener' | 'account_manager',
  accounts: 'all' | readonly string[] = 'all',
) {
  const email = `${role}.${accounts.length}@invoices.test`;
  await createDeskUser(ctx, 'system', { name: role, email, role, accounts });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}
const finance = await colleague('finance');
const supplier = await keepSupplier(ctx, caller, courtResearcher);
const page = `/desk/suppliers/${supplier}`;
const load = `${page}/invoices/new`;
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

async function sentOut(reference: string, cost = '28.50') {
  const check = await portal.placeCheck('live', {}, [type]);
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  const days = { sentOn: today, expectedOn: addDays(today, 7) };
  const id = await sendOut(ctx, caller, target, { supplierId: supplier, seen: 0, reference, cost, ...days });
  return { ...target, id, order: `VF${check.orderId}` };
}
const costOf = async ({ id }: { readonly id: string }) =>
  (await ctx.db.row<{ cost_pence: number }>(sql`select cost_pence from supplier_requests where id = ${id}`))!
    .cost_pence;
const [dearer, twice, off, known, uncharged] = [
  await sentOut('S-1'),
  await sentOut('S-2'),
  await sentOut('S-3'),
  await sentOut(''),
  await sentOut('S-5', '31.00'),
];
await cancelSupplierRequest(ctx, caller, { ...off, requestId: off.id }, { words: 'Not needed', cost: '0' });

const typed = { dated_on: today, sent_from: today, sent_to: today };
const rowsText = (...rows: readonly (readonly string[])[]) => rows.map((cells) => cells.join('\t')).join('\n');
/** As a browser sends the page: its fields in their order, with an empty file unless one is chosen. */
async function send(number: string, rows: string, also: Readonly<Record<string, string>> = {}, file = '') {
  const { body } = await finance.get(load);
  const names = [...body.matchAll(/<(?:input|textarea|select)[^>]* name="([^"]+)"/g)].map(([, name]) => name!);
  const fields: Readonly<Record<string, string>> = { ...hiddenFields(body, load), ...typed, number, rows, ...also };
  const columns = Object.keys(also).filter((name) => !names.includes(name));
  const parts = [...columns, ...names.filter((name) => name === 'file' || fields[name] !== undefined)].map((name) =>
    name === 'file'
      ? `--b\r\nContent-Disposition: form-data; name="file"; filename="${file && 'a.csv'}"\r\nContent-Type: text/csv\r\n\r\n${file}\r\n`
      : `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${fields[name]}\r\n`,
  );
  return finance.send(load, 'multipart/form-data; boundary=b', `${parts.join('')}--b--\r\n`);
}
const invoice = async (number: string) => {
  const rows = (await finance.get(page)).body.split('<tr');
  return /href="(\/desk\/suppliers\/[^"]+\/invoices\/[0-9a-f-]{36})"/.exec(
    rows.find((row) => row.includes(`>${number}<`))!,
  )![1]!;
};
const decide = (of: string, lines: readonly number[], decision: string, words = '') =>
  finance.get(of).then(({ body }) => {
    const action = /action="([^"]*\/decisions[^"]*)"/.exec(body)![1]!;
    const form = new URLSearchParams({ ...hiddenFields(body, action), decision, words });
    for (const line of lines) form.append('lines', String(line));
    return finance.send(action.replaceAll('&amp;', '&'), 'application/x-www-form-urlencoded', String(form));
  });

test('a file whose columns are not clear comes back with its rows and a choice of columns', async () => {
  const sample = readDelimited((await finance.get(`${page}/invoices/sample/file`)).body, 5);
  assert.deepEqual(sample[0], ['Our number', 'Their number', 'Report', 'Cost']);
  const odd = rowsText(['Job', 'Net', 'Charge'], ['S-1', '28.50', '28.50']);
  const refused = await send('', '', {}, odd);
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Enter the number of the invoice/);
  assert.match(textOf(refused.body), /Which column is which\? .*Their number As named in the file Job Net Charge/);
  assert.match(refused.body, /S-1\t28\.50\t28\.50/);
  const chosen = await send('INV-0', odd, { column_theirs: '0', column_cost: '2' });
  assert.equal(chosen.status, 303);
  const loaded = textOf((await finance.get(String(chosen.headers.location))).body);
  assert.match(loaded, /Invoice INV-0 Agreed .*Claimed £28\.50 on 1 line .*As ordered 1 /);
  const mistake = await finance.submit(String(chosen.headers.location), `${chosen.headers.location}/marks`, {
    ...{ kind: 'discarded', why: 'A trial' },
  });
  assert.equal(mistake.status, 303);
});

test('each line says how it differs from what was sent out, and what was sent and not charged is listed', async () => {
  const rows = rowsText(
    ['Your ref', 'Reference', 'Description', 'Amount'],
    ['', 's-1', 'Court search', '30.00'],
    ['', 'S-2', 'Court search', '28.50'],
    [twice.order, '', 'Court search', '28.50'],
    [off.order, '', '', '28.50'],
    [known.order, '', '', '28.50'],
    ['VF99999', 'S-99', '', '28.50'],
    ['', '', 'Total', '172.50'],
  );
  const sent = await send('INV-1', rows);
  assert.equal(sent.status, 303, textOf(sent.body));
  const shown = textOf((await finance.get(String(sent.headers.location))).body);
  assert.match(
    shown,
    /Invoice INV-1 To decide .*Claimed £172\.50 on 6 lines Agreed £85\.50 In dispute £0\.00 To decide £87\.00 Not charged yet £31\.00/,
  );
  assert.match(shown, /To decide 4 As ordered 2 Not charged yet 1/);
  for (const finding of [
    /Select .*S-1 Account: .*£1\.50 more than the £28\.50 agreed Claimed: £30\.00/,
    /Charged twice on this invoice/,
    /Called off, no charge was agreed/,
    /VF99999, S-99 .*Not ordered from this supplier/,
  ])
    assert.match(shown, finding);
  const isLookedAt = async () => {
    await ctx.batches.write();
    const looks = sql`select from events where type = 'account.checks_listed' and detail -> 'ids' ? ${uncharged.checkId}`;
    return (await ctx.db.rows(looks)).length > 0;
  };
  assert.equal(await isLookedAt(), false, 'what is not charged is counted, and not shown');
  const rest = textOf((await finance.get(`${sent.headers.location}?view=uncharged`)).body);
  assert.equal(await isLookedAt(), true);
  assert.match(rest, new RegExp(`${uncharged.order} .*S-5 .*£31\\.00`));
  assert.match((await send('inv-1', rows)).body, /An invoice of this supplier with this number is loaded already/);
});

test('what is accepted is what the report costs, and what is disputed stays as it was and is a file for the supplier', async () => {
  const of = await invoice('INV-1');
  const lineOf = async (text: RegExp) => {
    const rows = (await finance.get(of)).body.split('<tr');
    return Number(/name="lines" value="(\d+)"/.exec(rows.find((row) => text.test(row))!)![1]);
  };
  const [price, second, called, unknown] = [
    await lineOf(/more than/),
    await lineOf(/Charged twice/),
    await lineOf(/Called off/),
    await lineOf(/Not ordered/),
  ];
  const none = await decide(of, [], 'accepted');
  assert.deepEqual([none.status, /Select the lines first/.test(none.body)], [422, true]);
  const unsaid = await decide(of, [second], 'disputed');
  assert.deepEqual([unsaid.status, /Say why: the supplier reads it/.test(unsaid.body)], [422, true]);
  assert.equal((await decide(of, [price], 'accepted')).status, 303);
  assert.equal(await costOf(dearer), 3000);
  const early = await finance.submit(of, `${of}/marks`, { kind: 'paid', on: today });
  assert.deepEqual([early.status, /Decide about every line first/.test(early.body)], [422, true]);
  await decide(of, [second, called, unknown], 'disputed', 'We ordered it once');
  assert.deepEqual([await costOf(twice), await costOf(off)], [2850, 0]);
  const shown = textOf((await finance.get(of)).body);
  assert.match(shown, /Invoice INV-1 Disputed .*Agreed £87\.00 In dispute £85\.50 Not charged yet/);
  const [heads, ...lines] = readDelimited((await finance.get(`${of}/file?of=disputed`)).body, 20) as string[][];
  assert.equal(lines.length, 3);
  assert.ok(lines.every((cells) => cells[heads!.indexOf('words')] === 'We ordered it once'));
  assert.doesNotMatch(lines.flat().join(), /Acme/, 'the supplier learns of no client');
  assert.equal(readDelimited((await finance.get(`${of}/file`)).body, 20).length, 8);

  await decide(`${of}?view=disputed`, [called], 'accepted', 'They had begun');
  assert.equal(await costOf(off), 2850);
  const history = await ctx.db.rows<{ detail: { from_pence: number; pence: number } }>(sql`
    select detail from events where type = 'report.source_corrected' and report_id = ${off.reportId}`);
  assert.deepEqual(
    history.map(({ detail }) => [detail.from_pence, detail.pence]),
    [[0, 2850]],
  );
});

test('a later invoice of the supplier does not charge the same again, and the paid one is closed', async () => {
  const of = await invoice('INV-1');
  assert.equal((await finance.submit(of, `${of}/marks`, { kind: 'paid', on: addDays(today, 1) })).status, 422);
  const stale = await finance.submit(of, `${of}/marks`, { kind: 'paid', on: today, agreed: '8700' });
  assert.deepEqual(
    [stale.status, /Somebody decided about a line meanwhile: look at the amount/.test(stale.body)],
    [422, true],
  );
  assert.equal((await finance.submit(of, `${of}/marks`, { kind: 'paid', on: today })).status, 303);
  assert.match(
    textOf((await finance.get(page)).body),
    /INV-1 Day: .*Claimed: £172\.50 Agreed: £115\.50 In dispute: £57\.00 Paid on/,
  );
  assert.doesNotMatch((await finance.get(of)).body, /\/decisions/);
  const later = await send('INV-2', rowsText(['Their number', 'Cost'], ['S-1', '30.00'], ['S-5', '31.00']));
  const shown = textOf((await finance.get(String(later.headers.location))).body);
  assert.match(shown, /Charged twice, also on INV-1/);
  assert.match(shown, /As ordered 1 /);
  assert.doesNotMatch(shown, /Not charged yet 1/);
  await finance.submit(of, `${of}/marks`, { kind: 'not_paid' });
  assert.match(textOf((await finance.get(page)).body), /INV-1 Day: .*In dispute: £57\.00 Disputed/);
});

test('an invoice that was loaded by mistake takes back what it changed, and its number is free', async () => {
  const [one] = [await sentOut('S-6')];
  const rows = rowsText(['Their number', 'Cost'], ['S-6', '99.00']);
  const wrong = String((await send('INV-3', rows)).headers.location);
  await decide(wrong, [2], 'accepted');
  assert.equal(await costOf(one), 9900);
  const unsaid = await finance.submit(wrong, `${wrong}/marks`, { kind: 'discarded', why: '' });
  assert.deepEqual([unsaid.status, /Say why it does not count/.test(unsaid.body)], [422, true]);
  await finance.submit(wrong, `${wrong}/marks`, { kind: 'discarded', why: 'Of another supplier' });
  assert.equal(await costOf(one), 2850);
  assert.match(textOf((await finance.get(wrong)).body), /Loaded by mistake/);
  const right = String((await send('INV-3', rowsText(['Their number', 'Cost'], ['S-6', '28.50']))).headers.location);
  assert.match(textOf((await finance.get(right)).body), /INV-3 Agreed/);
});

test('a credit of the supplier waits until somebody decides, and then takes off what the work costs', async () => {
  const work = await sentOut('S-20');
  const load = async (number: string, cost: string) =>
    String((await send(number, rowsText(['Their number', 'Cost'], ['S-20', cost]))).headers.location);
  await load('INV-20', '28.50');
  const credit = await load('CRN-20', '-3.00');
  const shown = textOf((await finance.get(credit)).body);
  assert.match(shown, /Invoice CRN-20 To decide .*Credits £3\.00, of work that costs £28\.50/);
  assert.equal(await costOf(work), 2850);
  await decide(credit, [2], 'accepted');
  assert.equal(await costOf(work), 2550);
  assert.match(textOf((await finance.get(credit)).body), /Claimed -£3\.00 on 1 line Agreed -£3\.00/);
  await finance.submit(credit, `${credit}/marks`, { kind: 'discarded', why: 'Of another supplier' });
  assert.equal(await costOf(work), 2850);
});

test('a supplier that takes orders by mail gets its list of what is chased, and what is disputed, and no name', async () => {
  const server = await startMailServer();
  const mailing = { ...ctx, mail: createMail({ url: server.url, from: 'desk@probity.test' }) };
  after(async () => {
    mailing.mail.close();
    await server.close();
  });
  const reader = { userId: portal.deskUserId, accounts: 'all', permissions: roles.desk.administrator } as const;
  const [one, other] = [await sentOut('S-7'), await sentOut('S-8')];
  const requestIds = [one.id, other.id];
  const chase = { requestIds, expectedOn: addDays(today, 9), words: '', isMailed: true };
  assert.deepEqual(await chaseMany(mailing, reader, 'live', chase), { chased: 2, mails: 1, unmailed: 0 });
  assert.deepEqual(
    await chaseMany(mailing, reader, 'live', chase),
    { chased: 0, mails: 0, unmailed: 0 },
    'the same form sent twice mails once',
  );
  assert.deepEqual(await chaseMany(ctx, reader, 'live', chase), { chased: 2, mails: 0, unmailed: 1 }, 'no mail server');
  const target = { supplierId: supplier, id: (await invoice('INV-1')).split('/').at(-1)! };
  await mailDisputes(mailing, reader, target);
  const mistaken = String((await send('INV-9', rowsText(['Their number', 'Cost'], ['S-7', '99.00']))).headers.location);
  await decide(mistaken, [2], 'disputed', 'Not the price');
  await finance.submit(mistaken, `${mistaken}/marks`, { kind: 'discarded', why: 'Of another supplier' });
  await assert.rejects(
    mailDisputes(mailing, reader, { supplierId: supplier, id: mistaken.split('/').at(-1)! }),
    /state_does_not_allow/,
    'nothing is disputed on an invoice that does not count',
  );
  const waiting = await portal.superuser.rows<{ name: string; payload: Record<string, unknown> }>(sql`
    select t.identifier as name, j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier like 'mail_supplier%' order by 1`);
  const jobs = { ...supplierChaseJobs(mailing), ...supplierInvoiceJobs(mailing) };
  for (const { name, payload } of waiting) await jobs[name as keyof typeof jobs](payload);
  const [chased, disputed] = server.mails;
  assert.equal(server.mails.length, 2);
  assert.deepEqual([chased!.to, chased!.replyTo], [[courtResearcher.orderAt], deskEmail]);
  assert.match(chased!.subject, /^2 requests that we still wait for$/);
  assert.match(chased!.filesSay, new RegExp(`"${one.id}","${one.order}","Criminal record, United States"`));
  assert.match(disputed!.filesSay, /Charged twice on this invoice.*We ordered it once/);
  const { first_name: first } = (await readCheck(ctx, caller, one.checkId)).order.facts;
  for (const { text, filesSay } of server.mails)
    for (const secret of [first, 'Acme']) assert.doesNotMatch(text + filesSay, new RegExp(`\\b${secret}\\b`));
});

test('only finance and administrators who see every account of the supplier check its invoices', async () => {
  for (const role of ['screener', 'account_manager'] as const) {
    const other = await colleague(role);
    assert.equal((await other.get(load)).status, 403);
    assert.doesNotMatch((await other.get(page)).body, /INV-1/);
  }
  const of = await invoice('INV-1');
  const elsewhere = await makeAccount(ctx, 'Other Care');
  const partly = await colleague('finance', [elsewhere.accountId]);
  assert.match(textOf((await partly.get(page)).body), /also works for accounts that you do not see/);
  for (const path of [load, of]) assert.equal((await partly.get(path)).status, 403);
});
