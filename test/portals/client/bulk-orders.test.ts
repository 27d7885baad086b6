// A client orders the same reports for every candidate of a spreadsheet.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { changeSubsidiary, createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { findOwed } from '../../../src/features/credit-limits/credit-use-queries.ts';
import { pruneBulkOrders } from '../../../src/features/orders/bulk-order-actions.ts';
import { placeBulkOrderJob } from '../../../src/features/orders/bulk-order-placing-actions.ts';
import { keepPurchaseOrder } from '../../../src/features/purchase-orders/purchase-order-actions.ts';
import { createJobRole, createPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { switchOffTypes, switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { britishDate } from '../../../src/portals/shared/page-filters.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { parsed } from '../../support/html.ts';
import { until } from '../../support/limited-loops.ts';
import { workbook } from '../../support/workbook.ts';
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
await switchOnTypes(ctx, 'system', accountId, [
  { name: 'identity', pricePence: 500 },
  { name: 'right_to_work', pricePence: 900 },
  { name: 'criminal_history', variant: 'basic', pricePence: 2850 },
]);
const starter = await createPackage(ctx, 'system', accountId, {
  name: 'Starter',
  description: 'For everybody who starts.',
  reports: [{ name: 'identity' }, { name: 'right_to_work' }],
});
await createUser(ctx, 'system', accountId, { name: 'Colleague', email: 'colleague@acme.test', role: 'standard' });
await createSignIn(ctx, 'system', { email: 'colleague@acme.test', password });
const client = await signedInVisitor(portal, clientEmail);

const path = '/portal/orders/new/bulk';
const common = { what: String(starter), purchase_order: 'CC-7' };
const headings = 'First name\tLast name\tDate of birth\tEmail address\tMobile number\tJob applied for';
function idOfType(name: string): string {
  const found = namedType(name);
  assert.ok('type' in found);
  return String(found.type.id);
}

let people = 0;
/** A row of somebody new, whose last name begins with "Sample". */
const person = (first = 'Robin') => {
  people += 1;
  // Never thrice the same, which no name has.
  const letters = String(people).replace(/\d/g, (digit, at) => ['abcdefghij', 'klmnopqrst'][at % 2]![Number(digit)]!);
  return `${first}\tSample${letters}\t27/03/1985\tr${people}@candidate.test\t07700 900123\tDriver`;
};

/** Pastes the rows below the headings. */
async function paste(by: Visitor, rows: readonly string[], typed: Readonly<Record<string, string>> = common) {
  const page = (await by.submit(path, path, { ...typed, do: 'continue' })).body;
  return by.post(path, { ...hiddenFields(page, path), rows: [headings, ...rows].join('\n'), do: 'upload' });
}

async function uploaded(by: Visitor, rows: readonly string[], typed?: Readonly<Record<string, string>>) {
  const answer = await paste(by, rows, typed);
  assert.equal(answer.status, 303, answer.body);
  return String(answer.headers.location);
}

const idIn = (location: string) => /[\da-f-]{36}/.exec(location)![0];
const runJobs = async (location: string) =>
  placeBulkOrderJob(ctx)({ accountId, environment: 'live', id: idIn(location) });
const place = async (by: Visitor, location: string) => by.submit(location, location, { do: 'place' });

const textOf = (html: string) => parsed(html).textContent.replaceAll(/\s+/g, ' ');
const ordersOf = (location: string) =>
  ctx.db.rows<{ row_number: number; check_id: string | null; sealed_body: Buffer | null }>(sql`
    select row_number, check_id, sealed_body from bulk_order_rows
    where account_id = ${accountId} and bulk_order_id = ${idIn(location)} order by row_number`);
const countOf = async (table: 'checks' | 'bulk_orders') => {
  const found = { checks: sql`select from checks`, bulk_orders: sql`select from bulk_orders` };
  return (await ctx.db.rows(found[table])).length;
};

test('the job that was typed for all stands in each row, and what is wrong in every row is said once', async () => {
  const basic = { what: 'reports', types: idOfType('criminal_history:basic'), purchase_order: 'CC-7' };
  const details = (await client.submit(path, path, { ...basic, do: 'continue' })).body;
  const job = {
    ...{ job: 'Support worker', employer: 'Acme Care', sector: 'NHS', place: 'England', purpose: 'Employment' },
  };
  const page = (await client.post(path, { ...hiddenFields(details, path), ...job, do: 'details' })).body;
  const head = 'First name\tLast name\tDate of birth\tEmail address\tSector';
  const rows = (sector: string) =>
    ['Ann', 'Bea'].map((one) => `${one}\tJobless\t27/03/1985\t${one}@jobless.test\t${sector}`);
  const send = (sector: string) =>
    client.post(path, { ...hiddenFields(page, path), rows: [head, ...rows(sector)].join('\n'), do: 'upload' });
  const wrong = textOf((await send('Moonshine')).body);
  assert.match(wrong, /Both rows Sector /);
  assert.doesNotMatch(wrong, /Row 2 Sector/);
  const answer = await send('');
  assert.equal(answer.status, 303, textOf(answer.body));
  const review = textOf((await client.get(String(answer.headers.location))).body);
  assert.equal(review.match(/jobless\.test Support worker/g)?.length, 2);
});

test('a row of somebody who has one name only is an order without a first name, and so is one letter a name', async () => {
  const page = (await client.submit(path, path, { ...common, do: 'continue' })).body;
  const cells = (first: string, last: string, oneName: string) =>
    `${first}\t${last}\t27/03/1985\t${last.toLowerCase()}@candidate.test\t\tDriver\t${oneName}`;
  const send = (rows: readonly string[]) =>
    client.post(path, {
      ...hiddenFields(page, path),
      rows: [`${headings}\tHasOneName`, ...rows].join('\n'),
      do: 'upload',
    });
  assert.match((await send([cells('', 'Suharto', '')])).body, /first name/i);
  const answer = await send([cells('', 'Suharto', 'yes'), cells('Mei', 'O', 'no')]);
  assert.equal(answer.status, 303, answer.body);
  const review = textOf((await client.get(String(answer.headers.location))).body);
  assert.match(review, /2 Suharto 27 March 1985/);
  assert.match(review, /3 Mei O 27 March 1985/);
});

test('pasted rows are checked, confirmed with their price, placed one by one, and found in the list', async () => {
  const location = await uploaded(client, [person(), person('Kim'), person()]);
  assert.equal(await countOf('checks'), 0);
  const review = textOf((await client.get(location)).body);
  assert.match(review, /Nothing is ordered yet\. 3 candidates get these reports/);
  assert.match(review, /For each candidate £14\.00 For 3 candidates £42\.00/);
  assert.match(review, /2 Robin Sampleb 27 March 1985 r1@candidate\.test\s?Mobile number: [\d ]+ Driver/);
  const placed = await place(client, location);
  assert.equal(placed.headers.location, location);
  assert.match(textOf((await client.get(location)).body), /0 of 3 orders are placed/);
  await runJobs(location);
  assert.match(textOf((await client.get(location)).body), /3 orders are placed\./);
  const rows = await ordersOf(location);
  assert.deepEqual(
    rows.map((row) => [row.row_number, row.check_id !== null, row.sealed_body]),
    [
      [2, true, null],
      [3, true, null],
      [4, true, null],
    ],
  );
  const list = textOf((await client.get(`/portal?bulk=${idIn(location)}`)).body);
  assert.match(list, /The orders of one spreadsheet/);
  const withdrawing = `/portal/withdraw?bulk=${idIn(location)}&which=all`;
  assert.ok(
    (await client.get(location)).body.includes(`href="${withdrawing.replaceAll('&', '&amp;')}">withdraw these`),
  );
  assert.match(textOf((await client.get(withdrawing)).body), /3 orders are withdrawn with all open reports.*Total/);
  assert.equal(list.match(/Sample[a-t]+/g)?.length, 3);
  const mails = await ctx.db.rows(sql`select from emails where account_id = ${accountId}`);
  assert.equal(mails.length, 3);
  const charges = await ctx.db.rows<{ amount_pence: number }>(sql`select amount_pence from charges`);
  assert.equal(
    charges.reduce((sum, { amount_pence }) => sum + amount_pence, 0),
    4200,
  );
});

test('rows with an address or a number that may be mistyped are named before they are ordered, and may be kept', async () => {
  const slipped = person().replace('candidate.test', 'hotmial.com').replace('07700 900123', '07700 90012');
  const location = await uploaded(client, [person(), slipped]);
  const page = textOf((await client.get(location)).body);
  assert.match(page, /Are these right\? Row 3: r\d+@hotmial\.com: did you mean r\d+@hotmail\.com\?/);
  assert.match(page, /Row 3: 07700 90012 does not look like a phone number/);
  assert.doesNotMatch(page, /Row 2: r/);
  assert.equal((await place(client, location)).status, 303);
});

test('an order that is placed twice, or whose job runs again after a crash, is placed once', async () => {
  const location = await uploaded(client, [person(), person()]);
  const [before, waiting] = [await countOf('checks'), await ordersOf(location)];
  await place(client, location);
  await place(client, location);
  await runJobs(location);
  await runJobs(location);
  assert.equal(await countOf('checks'), before + 2);
  // The state after a crash between placing an order and noting it.
  const orders = await ordersOf(location);
  await ctx.db.run(sql`
    update bulk_order_rows set check_id = null, sealed_body = ${waiting[0]!.sealed_body}
    where bulk_order_id = ${idIn(location)} and row_number = 2`);
  await runJobs(location);
  assert.equal(await countOf('checks'), before + 2);
  assert.deepEqual(await ordersOf(location), orders);
});

test('two jobs that place one spreadsheet at once place each order once', async () => {
  const location = await uploaded(
    client,
    Array.from({ length: 12 }, () => person()),
  );
  const before = await countOf('checks');
  await place(client, location);
  await Promise.all([runJobs(location), runJobs(location), runJobs(location)]);
  assert.equal(await countOf('checks'), before + 12);
  assert.ok((await ordersOf(location)).every((row) => row.check_id !== null));
});

test('a workbook is read like pasted rows', async () => {
  const page = (await client.submit(path, path, { ...common, do: 'continue' })).body;
  const content = await workbook([
    ['Forename', 'Surname', 'DOB', 'Email', 'Mobile'],
    ['Zoë', 'Workbook', { day: '1985-03-27' }, 'zoe@candidate.test', 7700900123],
  ]);
  const part = (name: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fields = Object.entries({ ...hiddenFields(page, path), rows: '', do: 'upload' });
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="new starters.xlsx"\r\n\r\n';
  const sent = [Buffer.from(fields.map(([name, value]) => part(name, value)).join('') + file), content];
  const answer = await client.send(
    path,
    'multipart/form-data; boundary=x',
    Buffer.concat([...sent, Buffer.from('\r\n--x--\r\n')]),
  );
  assert.equal(answer.status, 303);
  const review = textOf((await client.get(String(answer.headers.location))).body);
  assert.match(review, /2 Zoë Workbook 27 March 1985 zoe@candidate\.test/);
});

test('the rows of a file that is not right come back as pasted rows, to be corrected on the page', async () => {
  const page = (await client.submit(path, path, { ...common, do: 'continue' })).body;
  const fields = Object.entries({ ...hiddenFields(page, path), rows: '', do: 'upload' });
  const part = ([name, value]: [string, string]) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="new.csv"\r\n\r\n';
  const line = 'Kim,Fileman,31/02/1985,kim@candidate.test,"late, or ""early"""';
  const sent = `${fields.map(part).join('')}${file}First name,Last name,DOB,Email,Note\r\n${line}\r\n--x--\r\n`;
  const answer = await client.send(path, 'multipart/form-data; boundary=x', Buffer.from(sent));
  assert.equal(answer.status, 422);
  const again = parsed(answer.body).querySelector('textarea')!.textContent.replaceAll('&quot;', '"');
  assert.match(again, /Kim\tFileman\t31\/02\/1985\tkim@candidate\.test\t"late, or ""early"""/);
  const rows = again.replace('31/02', '28/02').trim();
  const next = await client.post(path, { ...hiddenFields(answer.body, path), rows, do: 'upload' });
  assert.equal(next.status, 303, next.body);
});

/** Pastes rows with other columns. */
async function pasteWith(
  columns: string,
  rows: readonly string[],
  typed: Readonly<Record<string, string>> = common,
  by: Visitor = client,
) {
  const page = (await by.submit(path, path, { ...typed, do: 'continue' })).body;
  const table = [`${headings}\t${columns}`, ...rows].join('\n');
  return by.post(path, { ...hiddenFields(page, path), rows: table, do: 'upload' });
}

test('a row has its own reports, job role and place of work, which hold before what is chosen for all', async () => {
  await createJobRole(ctx, 'system', accountId, { roleTitle: 'Night carer', roleCheckType: 'enhanced' });
  const enhanced = { name: 'criminal_history', variant: 'enhanced', pricePence: 4950 };
  await switchOnTypes(ctx, 'system', accountId, [enhanced]);
  const answer = await pasteWith('Employee ID\tReports\tJob role\tPlace of work\tSector', [
    `${person()}\tE-1`,
    `${person('Kim')}\tE-2\tidentity; Criminal record, basic\t\tWales\tDrivers`,
    `${person('Ola')}\tE-3\tCriminal record, enhanced\tnight CARER`,
  ]);
  assert.equal(answer.status, 303, textOf(answer.body));
  const location = String(answer.headers.location);
  const review = textOf((await client.get(location)).body);
  assert.match(review, /3 candidates get reports, which differ between the rows/);
  assert.match(review, /Row 3 Report .*Criminal record, basic £28\.50 For each candidate £33\.50/);
  assert.match(review, /Row 4 Report .*Criminal record, enhanced Without a barred list £49\.50/);
  assert.match(review, /For 3 candidates: £97\.00/);
  assert.match(review, /Job role: Night carer/);
  assert.match(review, /Works in Wales/);
  await place(client, location);
  await runJobs(location);
  assert.match(textOf((await client.get(location)).body), /3 orders are placed\./);
  const charged = await ctx.db.rows<{ row_number: number; pence: number }>(sql`
    select r.row_number, sum(g.amount_pence)::integer as pence
    from bulk_order_rows r join reports p on p.check_id = r.check_id join charges g on g.report_id = p.id
    where r.bulk_order_id = ${idIn(location)} group by r.row_number order by r.row_number`);
  assert.deepEqual(
    charged.map(({ pence }) => pence),
    [1400, 3350, 4950],
  );
});

test('a report, job role or place of work that is not known is named with its row and column', async () => {
  const answer = await pasteWith('Package\tJob role\tPlace of work', [
    `${person()}\tGold package`,
    `${person()}\tCriminal record, enhanced\tAstronaut`,
    `${person()}\tCriminal record, basic\t\tAtlantis`,
  ]);
  assert.equal(answer.status, 422);
  const text = textOf(answer.body);
  assert.match(text, /Row 2 Package or reports “Gold package” is no package and no report that your account may order/);
  assert.match(text, /Row 3 Job role “Astronaut” is no job role of your account: choose one of: .*Night carer/);
  assert.match(text, /Row 4 Place of work The place of work/);
});

test('a placed spreadsheet whose rows all name a report of their own says those, not the ones chosen for all', async () => {
  const answer = await pasteWith('Employee ID\tReports', [`${person()}\tE-4\tidentity`, `${person()}\tE-5\tidentity`]);
  const location = String(answer.headers.location);
  await place(client, location);
  assert.match(
    textOf((await client.get(location)).body),
    /Confirmed on [^:]+:?[^:]*: Identity 0 of 2 orders are placed/,
  );
});

test('a report that a cell names twice is refused with its row and column, not charged twice', async () => {
  const answer = await pasteWith('Reports', [`${person()}\tIdentity; identity`]);
  assert.equal(answer.status, 422);
  assert.match(textOf(answer.body), /Row 2 Package or reports “identity” is named twice: name each report once/);
});

test('a cell names a package with further reports, and what both have is ordered once', async () => {
  const answer = await pasteWith('Package\tPlace of work\tSector', [
    `${person()}\tStarter; Criminal record, basic; identity\tWales\tDrivers`,
    `${person()}\tStarter\t\t`,
  ]);
  assert.equal(answer.status, 303, textOf(answer.body));
  const location = String(answer.headers.location);
  const review = textOf((await client.get(location)).body);
  assert.match(
    review,
    /Identity £5\.00 Right to work £9\.00 Criminal record, basic £28\.50 For each candidate £42\.50/,
  );
  assert.match(review, /Ordered once, because the package has it already: Identity\./);
  await place(client, location);
  await runJobs(location);
  const reports = await ctx.db.rows<{ names: string[] }>(sql`
    select array_agg(p.name order by p.position) as names
    from bulk_order_rows r join reports p on p.check_id = r.check_id
    where r.bulk_order_id = ${idIn(location)} group by r.row_number order by r.row_number`);
  assert.deepEqual(
    reports.map(({ names }) => names),
    [
      ['identity', 'right_to_work', 'criminal_history'],
      ['identity', 'right_to_work'],
    ],
  );
  const twice = await pasteWith('Package', [`${person()}\tStarter; starter`]);
  assert.match(textOf(twice.body), /“Starter” and “starter” are packages: name one/);
});

test('the other cells of a row whose reports are unknown are judged by what is ordered for all', async () => {
  const typed = { what: 'reports', types: idOfType('criminal_history:basic') };
  const job = { job: 'Driver', employer: 'Acme', sector: 'Drivers', place: 'Wales', purpose: 'Employment' };
  const details = (await client.submit(path, path, { ...typed, do: 'continue' })).body;
  const page = (await client.post(path, { ...hiddenFields(details, path), ...job, do: 'details' })).body;
  const rows = `${headings}\tReports\tPlace of work\n${person()}\tGold package\tAtlantis`;
  const text = textOf((await client.post(path, { ...hiddenFields(page, path), rows, do: 'upload' })).body);
  assert.match(text, /Row 2 Package or reports “Gold package” is no package and no report/);
  assert.match(text, /Row 2 Place of work The place of work/);
});

test('every column that the spreadsheet had is shown before it is ordered, so that a shifted one is seen', async () => {
  const heads = `First name\tLast name\tDate of birth\tEmail address\tMobile number\tJob applied for\tFirst day\tPO\tPayroll number`;
  const day = addDays(ukDateOf(ctx.now()), 9);
  const sheet = `${heads}\nRobin\tShifted\t27/03/1985\tshifted@candidate.test\t07700 900123\tDriver\t${day}\tPO 1042\tEMP-17\n`;
  const { headers } = await client.submit(path, path, { ...common, purchase_order: '', rows: sheet, do: 'upload' });
  const review = textOf((await client.get(String(headers.location))).body);
  assert.match(review, /shifted@candidate\.test\s?Mobile number: 07700 900123/);
  assert.match(review, new RegExp(`Driver\\s?Starts on ${britishDate(day)}`));
  assert.match(review, /Purchase order or cost centre: PO 1042\s?Other reference: EMP-17/);
});

test('the spreadsheet to fill in has what was chosen for all', async () => {
  const typed = { what: 'reports', types: idOfType('criminal_history:basic') };
  const job = { job: 'Driver', employer: 'Acme', sector: 'Drivers', place: 'Wales', purpose: 'Employment' };
  const details = (await client.submit(path, path, { ...typed, do: 'continue' })).body;
  const page = (await client.post(path, { ...hiddenFields(details, path), ...job, do: 'details' })).body;
  const [, link = ''] = /href="([^"]+)" download/.exec(page.replaceAll('&amp;', '&')) ?? [];
  assert.match((await client.get(link)).body, /"Robin",.*"Wales","Drivers","","","","",""\r\n$/);
});

test('every wrong row is named with what to put right, and nothing is kept', async () => {
  const before = await countOf('bulk_orders');
  const same = person();
  const answer = await paste(client, [
    same,
    'Kim\tNobody\t31/02/1985\tnot an address\t123\t',
    '\t\t\t\t07700 900123\t',
    same,
  ]);
  assert.equal(answer.status, 422);
  const text = textOf(answer.body);
  assert.match(text, /3 rows are not right\. Nothing is ordered until every row is/);
  assert.match(text, /Row 3 Date of birth The date of birth must be a real date Row 3 Email address The email address/);
  assert.match(
    text,
    /Row 4 First name Enter the candidate’s first name Row 4 Last name Enter the candidate’s last name/,
  );
  assert.match(text, /Row 5 The whole row The candidate stands in row 2 already: delete one/);
  // What was pasted is there to be corrected.
  assert.match(answer.body, /<textarea[^>]*>First name\tLast name/);
  assert.equal(await countOf('bulk_orders'), before);
});

test('a row of a 15-year-old is refused a criminal record check, and says why', async () => {
  const job = { job: 'Driver', employer: 'Acme', sector: 'Drivers', place: 'England', purpose: 'Employment' };
  const typed = { what: 'reports', types: idOfType('criminal_history:basic'), ...job };
  const born = ctx.now().getUTCFullYear() - 15;
  const details = (await client.submit(path, path, { ...typed, do: 'continue' })).body;
  const page = (await client.post(path, { ...hiddenFields(details, path), ...job, do: 'details' })).body;
  const rows = `${headings}\n${person().replace('1985', String(born))}`;
  const answer = await client.post(path, { ...hiddenFields(page, path), rows, do: 'upload' });
  assert.equal(answer.status, 422);
  const said =
    /2 Date of birth The date of birth is of somebody under 16: UK criminal record checks are for people of 16 and over/;
  assert.match(textOf(answer.body), said);
});

test('a spreadsheet whose candidates get a basic check and an enhanced one that contains it says so', async () => {
  const standard = { name: 'criminal_history', variant: 'enhanced', pricePence: 4950 };
  await switchOnTypes(ctx, 'system', accountId, [standard]);
  await createJobRole(ctx, 'system', accountId, { roleTitle: 'Carer', roleCheckType: 'enhanced' });
  const both = await createPackage(ctx, 'system', accountId, {
    name: 'Both levels',
    description: 'Twice the same.',
    pricePence: 6000,
    reports: [
      { name: 'criminal_history', variant: 'basic' },
      { name: 'criminal_history', variant: 'enhanced' },
    ],
  });
  const details = (await client.submit(path, path, { what: String(both), do: 'continue' })).body;
  const [, role = ''] = /name="job_role" type="radio" value="(\d+)"/.exec(details) ?? [];
  const job = { job: 'Driver', employer: 'Acme', sector: 'Drivers', place: 'England', purpose: 'Employment' };
  const answers = { ...hiddenFields(details, path), ...job, job_role: role, do: 'details' };
  const page = (await client.post(path, answers)).body;
  const rows = `${headings}\n${person()}`;
  const { headers } = await client.post(path, { ...hiddenFields(page, path), rows, do: 'upload' });
  const review = textOf((await client.get(String(headers.location))).body);
  // The price of a package is one line.
  assert.match(review, /Both levels .*£60\.00/);
  assert.doesNotMatch(review, /Criminal record, basic £/);
  assert.match(review, /“Criminal record, enhanced” shows everything that “Criminal record, basic” shows/);
  const other = await uploaded(client, [person()]);
  assert.doesNotMatch(textOf((await client.get(other)).body), /shows everything/);
});

test('a spreadsheet is refused as a whole where it is none, or nothing is chosen', async () => {
  for (const [rows, message] of [
    [[], /There is no candidate below the first row/],
    [Array.from({ length: 1001 }, () => person()), /There are more than 1000 candidates: split the spreadsheet/],
  ] as const) {
    const answer = await paste(client, rows);
    assert.equal(answer.status, 422);
    assert.match(answer.body, message);
  }
  const page = (await client.submit(path, path, { ...common, do: 'continue' })).body;
  const nothing = await client.post(path, { ...hiddenFields(page, path), rows: ' ', do: 'upload' });
  assert.match(nothing.body, /Choose a spreadsheet, or paste its rows/);
});

test('what is ordered for all is judged before the spreadsheet is asked for', async () => {
  const nothing = await client.submit(path, path, { do: 'continue' });
  assert.equal(nothing.status, 422);
  assert.match(nothing.body, /Choose what to order/);
  const typed = { what: 'reports', types: idOfType('criminal_history:basic') };
  const details = await client.submit(path, path, { ...typed, do: 'continue' });
  assert.match(textOf(details.body), /Details of the orders.*Sector of the employer/);
  const missing = await client.post(path, { ...hiddenFields(details.body, path), do: 'details' });
  assert.match(missing.body, /Choose the sector/);
  const job = { job: 'Driver', employer: 'Acme', sector: 'Drivers', place: 'England', purpose: 'Employment' };
  const ready = await client.post(path, { ...hiddenFields(details.body, path), ...job, do: 'details' });
  assert.match(textOf(ready.body), /Paste the rows/);
  const answer = await client.post(path, {
    ...hiddenFields(ready.body, path),
    rows: `${headings}\n${person()}`,
    do: 'upload',
  });
  assert.equal(answer.status, 303);
  const location = String(answer.headers.location);
  await place(client, location);
  await runJobs(location);
  assert.match(textOf((await client.get(location)).body), /1 order is placed\./);
});

test('a candidate who has an order of the last 90 days by the same email address is named', async () => {
  const somebody = person('Ada');
  const first = await uploaded(client, [somebody]);
  await place(client, first);
  await runJobs(first);
  const again = await uploaded(client, [person(), somebody]);
  assert.match(
    textOf((await client.get(again)).body),
    /One of the candidates has an order of the last 90 days Row 3: Ada Sample[a-t]+, VF\d+ of /,
  );
});

test('a candidate who has an order by the same name and date of birth is named, whatever the address, and nobody else is', async () => {
  const [name, born] = ['Guso\tStarterob', '13/05/1980'];
  const first = await uploaded(client, [`${name}\t${born}\tguso@candidate.test`]);
  await place(client, first);
  await runJobs(first);
  const again = await uploaded(client, [
    `GUSO\tstarterob\t${born}\tother@candidate.test`,
    `${name}\t14/05/1980\tson@candidate.test`,
    `Guso\tStarter\t${born}\tthird@candidate.test`,
  ]);
  assert.match(
    textOf((await client.get(again)).body),
    /One of the candidates has an order of the last 90 days Row 2: GUSO starterob, VF\d+ of [^.]* It has the same email/,
  );
});

test('the first day of work is that of the row, else the one that was given for all', async () => {
  const [all, own] = [addDays(ukDateOf(ctx.now()), 30), addDays(ukDateOf(ctx.now()), 40)];
  const british = own.split('-').toReversed().join('/');
  const typed = { ...common, starts_on: all };
  const wrong = await pasteWith('Start date', [`${person()}\t01/02/2019`], typed);
  assert.match(textOf(wrong.body), /Row 2 First day of work The first day of work must be a day from today on/);
  const answer = await pasteWith('Start date', [person(), `${person()}\t${british}`], typed);
  const location = String(answer.headers.location);
  const review = textOf((await client.get(location)).body);
  assert.match(review, new RegExp(`Starts on ${britishDate(all)}.+Starts on ${britishDate(own)}`));
  await place(client, location);
  await runJobs(location);
  const rows = await ctx.db.rows<{ starts_on: string }>(sql`
    select s.starts_on from bulk_order_rows b join work_starts s on s.check_id = b.check_id
    where b.bulk_order_id = ${idIn(location)} order by b.row_number`);
  assert.deepEqual(
    rows.map(({ starts_on }) => starts_on),
    [all, own],
  );
});

test('columns that are not read are named before anything is ordered', async () => {
  const answer = await pasteWith('Team\tLine manager', [`${person()}\t01/02/2027\tKim`]);
  assert.equal(answer.status, 303, textOf(answer.body));
  const review = textOf((await client.get(String(answer.headers.location))).body);
  assert.match(review, /“Team” and “Line manager” are not read: what stands there is in no order/);
  const wrong = await pasteWith('Team', ['Kim\tWrong\t\tkim\t\t\t01/02/2027']);
  assert.match(textOf(wrong.body), /“Team” is not read: what stands there is in no order/);
});

test('a row that cannot be ordered any more says why, and the others are placed', async () => {
  const type = namedType('identity');
  assert.ok('type' in type);
  const typed = { what: 'reports', types: String(type.type.id) };
  const location = await uploaded(client, [person(), person()], typed);
  await place(client, location);
  await switchOffTypes(ctx, 'system', accountId, [{ name: 'identity' }]);
  await runJobs(location);
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 500 }]);
  const text = textOf((await client.get(location)).body);
  assert.match(
    text,
    /0 orders are placed\. Rows for which no order is placed Row Why Row 2 Identity[^.]* Row 3 Identity/,
  );
  assert.ok((await ordersOf(location)).every((row) => row.sealed_body === null));
});

test('prices that changed since the page was opened are shown before anything is placed', async () => {
  const location = await uploaded(client, [person()]);
  const fields = { ...hiddenFields((await client.get(location)).body, location), do: 'place' };
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 600 }]);
  const answer = await client.post(location, fields);
  assert.equal(answer.status, 422);
  assert.match(textOf(answer.body), /The prices or the reports have changed.*For 1 candidate £15\.00/);
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 500 }]);
});

test('only who uploaded a spreadsheet sees it, and what nobody places is deleted', async () => {
  const location = await uploaded(client, [person()]);
  const colleague = await signedInVisitor(portal, 'colleague@acme.test');
  assert.equal((await colleague.get(location)).status, 404);
  assert.equal(
    (await colleague.post(location, { ...hiddenFields((await client.get(location)).body, location), do: 'place' }))
      .status === 303,
    false,
  );
  assert.equal((await client.get(location.replace(idIn(location), crypto.randomUUID()))).status, 404);
  const discarded = await uploaded(client, [person()]);
  const question = (await client.submit(discarded, discarded, { do: 'discard' })).body;
  assert.match(textOf(question), /Discard the candidate\?/);
  assert.equal((await client.get(discarded)).status, 200);
  await client.post(discarded, { ...hiddenFields(question, discarded), do: 'discard_sure' });
  assert.equal((await client.get(discarded)).status, 404);
  const inAWeek = new Date(ctx.now().getTime() + 8 * 24 * 3_600_000);
  const placed = await uploaded(client, [person()]);
  await place(client, placed);
  assert.ok((await pruneBulkOrders({ ...ctx, now: () => inAWeek })) > 0);
  assert.equal((await client.get(location)).status, 404);
  assert.equal((await client.get(placed)).status, 200);
});

test('who is ticked is left out of the list, and all others are ordered', async () => {
  const location = await uploaded(client, [person('Ann'), person('Bea'), person('Cleo')]);
  // A page that is sent twice does the same, and a number of no row nothing.
  for (const leave of ['3', '3', '99999999999'])
    assert.equal((await client.submit(location, location, { do: 'leave_out', leave })).status, leave < '4' ? 303 : 422);
  const left = textOf((await client.get(location)).body);
  assert.match(left, /2 candidates get these reports/);
  assert.match(left, /For 2 candidates £28\.00/);
  assert.doesNotMatch(left, /Bea Sample/);
  await place(client, location);
  await runJobs(location);
  assert.deepEqual(
    (await ordersOf(location)).map(({ row_number, check_id }) => [row_number, check_id !== null]),
    [
      [2, true],
      [4, true],
    ],
  );
  // What was placed stays.
  await client.post(location, {
    ...hiddenFields((await client.get('/portal/orders/new')).body, '/portal/orders/new'),
    do: 'leave_out',
    leave: '2',
  });
  assert.equal((await ordersOf(location)).length, 2);
});

test('a ticked row is not ordered although the other button is pressed, and not everybody can be left out', async () => {
  const location = await uploaded(client, [person('Dot'), person('Eve')]);
  const none = await client.submit(location, location, { do: 'leave_out' });
  assert.equal(none.status, 422);
  assert.match(textOf(none.body), /Tick who is to be left out/);
  const fields = hiddenFields(none.body, location);
  const all = await client.send(
    location,
    'application/x-www-form-urlencoded',
    Buffer.from(`${new URLSearchParams({ ...fields, do: 'leave_out' })}&leave=2&leave=3`),
  );
  assert.match(textOf(all.body), /Leave at least one candidate in, or discard them all/);
  const placed = await client.post(location, { ...fields, do: 'place', leave: '2' });
  assert.equal(placed.status, 422);
  assert.match(
    textOf(placed.body),
    /The ticked candidate is left out, and nothing is ordered yet.*For 1 candidate £14/,
  );
  const [row, ...others] = await ordersOf(location);
  assert.deepEqual([row?.row_number, row?.check_id, others.length], [3, null, 0]);
});

test('of two who each leave out the other candidate at the same moment one is told to leave one in', async () => {
  const location = await uploaded(client, [person(), person()]);
  const pages = await Promise.all(
    ['2', '3'].map(async (leave) => ({ leave, body: (await client.get(location)).body })),
  );
  const bothWait = async () =>
    (
      await ctx.db.rows(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    ).length === 2;
  const answers = await ctx.db.transaction(async (held) => {
    await held.run(sql`select from bulk_orders where account_id = ${accountId} and id = ${idIn(location)} for update`);
    const both = pages.map(({ leave, body }) =>
      client.post(location, { ...hiddenFields(body, location), do: 'leave_out', leave }),
    );
    await until(bothWait);
    return () => Promise.all(both);
  });
  assert.deepEqual((await answers()).map(({ status }) => status).sort(), [303, 422]);
  assert.equal((await ordersOf(location)).length, 1);
});

test('the rows are changed as they were pasted, with the reports and the references, and take the place of the list', async () => {
  const rows = [person('Fay'), person('Gus')];
  const location = await uploaded(client, rows);
  const change = `${location}/rows`;
  assert.ok((await client.get(location)).body.includes(`href="${change}"`));
  const page = (await client.get(change)).body;
  assert.equal(parsed(page).querySelector('textarea')!.textContent.trim(), [headings, ...rows].join('\n'));
  // Not sent, nothing changes.
  assert.match(textOf((await client.get(location)).body), /2 candidates/);
  const colleague = await signedInVisitor(portal, 'colleague@acme.test');
  assert.equal((await colleague.get(change)).status, 404);
  const answer = await client.post(path, {
    ...hiddenFields(page, path),
    rows: [headings, rows[1]].join('\n'),
    do: 'upload',
  });
  assert.equal(answer.status, 303, textOf(answer.body));
  const changed = String(answer.headers.location);
  assert.equal((await client.get(location)).status, 404);
  const review = textOf((await client.get(changed)).body);
  assert.match(review, /For 1 candidate £14\.00/);
  assert.match(review, /Gus Sample.*Purchase order or cost centre: CC-7/);
  await place(client, changed);
  assert.equal((await client.get(`${changed}/rows`)).status, 404);
  const kept = await ctx.db.row<{ is_kept: boolean }>(
    sql`select sealed_sheet is not null as is_kept from bulk_orders where id = ${idIn(changed)}`,
  );
  assert.equal(kept?.is_kept, false);
  // A page that was open meanwhile cannot order them twice.
  const late = await client.post(path, {
    ...{ ...hiddenFields(page, path), replaces: idIn(changed) },
    rows: [headings, person('Hal')].join('\n'),
    do: 'upload',
  });
  assert.notEqual(late.status, 303);
});

test('who was left out is not among the rows that are changed, and the others keep their numbers', async () => {
  const rows = [person('Ida'), person('Joe'), person('Kay')];
  const location = await uploaded(client, rows);
  await client.submit(location, location, { do: 'leave_out', leave: '3' });
  const page = (await client.get(`${location}/rows`)).body;
  const pasted = parsed(page).querySelector('textarea')!.textContent.replace(/^\n/, '');
  assert.doesNotMatch(page, /Joe/);
  const answer = await client.post(path, { ...hiddenFields(page, path), rows: pasted, do: 'upload' });
  assert.equal(answer.status, 303, textOf(answer.body));
  const review = textOf((await client.get(String(answer.headers.location))).body);
  assert.match(review, /2 candidates get these reports.*Row 2 Ida Sample.*Row 4 Kay Sample/);
});

test('at a desk and on a phone, from the order page to the orders', async () => {
  const browser = await launchBrowser(portal.certificate);
  after(() => browser.close());
  for (const screen of ['desk', 'phone'] as const) {
    const page = await openPage(browser, { screen });
    await page.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
    await page.goto(`${portal.url}/portal/orders/new`);
    await page.getByRole('button', { name: 'Order for many candidates' }).click();
    const look = async (name: string) => {
      assert.deepEqual(await accessibilityProblems(page), [], name);
      assert.equal(await scrollsSideways(page), false, name);
      await keepScreenshot(page, `bulk-${name}-${screen}`);
    };
    await look('what');
    await page.getByRole('radio', { name: /Starter/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Paste the rows').fill(`${headings}\n${person()}\nKim\tWrong\t\tkim`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('One row is not right').first().waitFor();
    await look('wrong');
    await page.getByLabel('Paste the rows').fill(`${headings}\n${person()}\n${person()}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Check the orders' }).waitFor();
    await look('review');
    await page.getByRole('button', { name: 'Place 2 orders' }).click();
    await page.getByText('0 of 2 orders are placed').waitFor();
    await look('progress');
    await runJobs(page.url());
    // Without loading the page again.
    await page.getByText('2 orders are placed.').waitFor();
    await look('placed');
    await page.getByRole('link', { name: 'See the 2 orders' }).click();
    await page.getByText('The orders of one spreadsheet').waitFor();
    await page.context().close();
  }
});

test('each order lands in the subsidiary of its row, which holds before the one that is chosen for all', async () => {
  const { id: north } = await createSubsidiary(ctx, 'system', accountId, { name: 'North', externalId: 'N-1' });
  const { id: south } = await createSubsidiary(ctx, 'system', accountId, { name: 'South' });
  const rows = [`${person()}\tn-1`, `${person()}\tSOUTH`, `${person()}\tthe whole account`, person()];
  const answer = await pasteWith('Site', rows, { ...common, subsidiary: south });
  assert.equal(answer.status, 303, textOf(answer.body));
  const location = String(answer.headers.location);
  const review = textOf((await client.get(location)).body);
  assert.match(
    review,
    /Subsidiary Rows Candidates South Rows 3 and 5 Candidates 2 North Rows 2 Candidates 1 The whole account Rows 4 Candidates 1/,
  );
  await place(client, location);
  await runJobs(location);
  const placed = await ctx.db.rows<{ subsidiary_id: string | null }>(sql`
    select c.subsidiary_id from bulk_order_rows r join checks c on c.id = r.check_id
    where r.bulk_order_id = ${idIn(location)} order by r.row_number`);
  assert.deepEqual(
    placed.map((one) => one.subsidiary_id),
    [north, south, null, south],
  );
});

test('no subsidiary is chosen for all where each row names its own', async () => {
  const answer = await pasteWith('Subsidiary', [`${person()}\tNorth`]);
  assert.equal(answer.status, 303, textOf(answer.body));
  assert.match(textOf((await client.get(String(answer.headers.location))).body), /\(subsidiary: North\)/);
  const some = textOf((await pasteWith('Subsidiary', [`${person()}\tNorth`, `${person()}\tEast`, person()])).body);
  assert.match(
    some,
    /Row 3 Subsidiary “East” is no subsidiary of your account: write the name or the external id of one/,
  );
  assert.match(some, /Row 4 Subsidiary Choose the subsidiary that it is for, or the whole account/);
  assert.match(textOf((await paste(client, [person()])).body), /No subsidiary is chosen: choose it for all under/);
});

test('each row of a user of several subsidiaries is for one of theirs', async () => {
  const ids = await ctx.db.rows<{ id: string }>(sql`
    select id from subsidiaries where account_id = ${accountId} and name in ('North', 'South')`);
  await createSubsidiary(ctx, 'system', accountId, { name: 'West' });
  const email = 'regional@acme.test';
  const held = { subsidiaryIds: ids.map(({ id }) => id) };
  await createUser(ctx, 'system', accountId, { name: 'Regional', email, role: 'standard', ...held });
  await createSignIn(ctx, 'system', { email, password });
  const visitor = await signedInVisitor(portal, email);
  const { subsidiary: _all, ...unsaid } = { ...common, subsidiary: '' };
  const told = textOf((await visitor.submit(path, path, { ...unsaid, do: 'continue' })).body);
  assert.match(told, /(?:North, or South|South, or North), or the external id of one/);
  const wrong = ['West', 'The whole account', ''].map((name) => `${person()}\t${name}`);
  const some = textOf((await pasteWith('Site', [`${person()}\tNorth`, ...wrong], unsaid, visitor)).body);
  assert.match(some, /Row 3 Subsidiary “West” is no subsidiary/);
  assert.match(some, /Row 4 Subsidiary “The whole account” is no subsidiary that you see/);
  assert.match(some, /Row 5 Subsidiary The subsidiary must be chosen/);
  const answer = await pasteWith('Site', [`${person()}\tSouth`, `${person()}\tNorth`], unsaid, visitor);
  assert.equal(answer.status, 303, textOf(answer.body));
  const rows = await ctx.db.rows<{ name: string }>(sql`
    select s.name from bulk_order_rows r join subsidiaries s on s.id = r.subsidiary_id
    where r.bulk_order_id = ${idIn(String(answer.headers.location))} order by r.row_number`);
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['South', 'North'],
  );
});

test('the spreadsheet of a user of a subsidiary names no other one', async () => {
  const [{ id: south } = { id: '' }] = await ctx.db.rows<{ id: string }>(
    sql`select id from subsidiaries where account_id = ${accountId} and name = 'South'`,
  );
  const sam = { name: 'Sam South', email: 'sam@acme.test', role: 'standard', ...scopeOf(south) } as const;
  await createUser(ctx, 'system', accountId, sam);
  await createSignIn(ctx, 'system', { email: sam.email, password });
  const visitor = await signedInVisitor(portal, sam.email);
  const answer = await pasteWith('Site', [`${person()}\tNorth`], common, visitor);
  assert.equal(answer.status, 303, textOf(answer.body));
  const location = String(answer.headers.location);
  assert.match(textOf((await visitor.get(location)).body), /“Site” is not read/);
  const rows = await ctx.db.rows<{ subsidiary_id: string }>(sql`
    select subsidiary_id from bulk_order_rows where bulk_order_id = ${idIn(location)}`);
  assert.deepEqual(rows, [{ subsidiary_id: south }]);
});

test('an administrator orders single reports for many where users order packages alone', async () => {
  const email = 'boss@acme.test';
  await createUser(ctx, 'system', accountId, { name: 'Boss', email, role: 'administrator' });
  await createSignIn(ctx, 'system', { email, password });
  const administrator = await signedInVisitor(portal, email);
  await changeAccountSettings(ctx, 'system', accountId, { packagesOnly: true });
  try {
    const single = { what: 'reports', types: idOfType('identity'), subsidiary: 'none' };
    const location = await uploaded(administrator, [person()], single);
    await place(administrator, location);
    await runJobs(location);
    assert.notEqual((await ordersOf(location))[0]!.check_id, null);
    const refused = await client.submit(path, path, { ...single, do: 'continue' });
    assert.match(refused.body, /must be a package: you order no single reports/);
  } finally {
    await changeAccountSettings(ctx, 'system', accountId, { packagesOnly: false });
  }
});

test('a row of a subsidiary that ended before its order was placed is refused, and the others are placed', async () => {
  const { id } = await createSubsidiary(ctx, 'system', accountId, { name: 'Sold' });
  const rows = [`${headings}\tSubsidiary`, `${person()}\tSold`, `${person()}\tThe whole account`].join('\n');
  const page = (await client.submit(path, path, { ...common, do: 'continue' })).body;
  const sent = await client.post(path, { ...hiddenFields(page, path), rows, do: 'upload' });
  const location = String(sent.headers.location);
  await place(client, location);
  await changeSubsidiary(ctx, 'system', accountId, { id, hasEnded: true });
  await runJobs(location);
  assert.deepEqual(
    (await ordersOf(location)).map(({ check_id }) => check_id !== null),
    [false, true],
  );
  assert.match(textOf((await client.get(location)).body), /the subsidiary has ended and takes no order/);
});

test('agreed purchase orders are offered for many candidates, and the page to confirm says what is left of them', async () => {
  const agreed = { number: 'PO-77', name: 'Ward', from: '', until: '', limitPence: 500_000 };
  await keepPurchaseOrder(ctx, { actor: 'system' }, accountId, undefined, agreed);
  // What is used of them is for who may read the charges.
  const email = 'boss@limit.test';
  await createUser(ctx, 'system', accountId, { name: 'Boss', email, role: 'administrator' });
  await createSignIn(ctx, 'system', { email, password });
  const boss = await signedInVisitor(portal, email);
  const page = (await boss.get(path)).body;
  assert.match(page, /<option value="PO-77"[^>]*>PO-77, Ward/);
  assert.equal(parsed(page).querySelectorAll('select[name="purchase_order"]').length, 1);
  const rows = `First name\tLast name\tDate of birth\tEmail address\tSubsidiary\nRobin\tLimit\t27/03/1985\tlimit@candidate.test\tThe whole account\n`;
  const { headers, body } = await boss.submit(path, path, { ...common, purchase_order: 'PO-77', rows, do: 'upload' });
  assert.ok(headers.location, textOf(body));
  const review = () => boss.get(String(headers.location)).then(({ body }) => textOf(body));
  assert.match(await review(), /Purchase order or cost centre: PO-77, £5,000\.00 left of £5,000\.00 before this order/);
});

test('where many orders use up the credit limit, those above it say so, and the job comes to its end', async () => {
  const limit = async (more: number) => ({
    ...{ refuseAboveCreditLimit: true, creditLimitPounds: (await findOwed(ctx.db, accountId)) / 100 + more },
  });
  const refused = async (location: string) =>
    (await ordersOf(location)).filter(({ check_id: checkId }) => checkId === null).length;
  const single = { what: 'reports', types: idOfType('identity'), subsidiary: 'none' };
  // Two batches of £5.00 each: the first uses it up.
  const two = await uploaded(
    client,
    Array.from({ length: 24 }, () => person()),
    single,
  );
  await place(client, two);
  await changeAccountSettings(ctx, 'system', accountId, await limit(20 * 5 - 2));
  await runJobs(two);
  assert.equal(await refused(two), 4);
  assert.match(textOf((await client.get(two)).body), /20 orders are placed\..*new orders of this account are stopped/);

  // Orders of £5.00 are let in while no more than the limit is owed: here the 8th of them passes it.
  await changeAccountSettings(ctx, 'system', accountId, { creditLimitPounds: 0 });
  const within = await uploaded(
    client,
    Array.from({ length: 12 }, () => person()),
    single,
  );
  await place(client, within);
  await changeAccountSettings(ctx, 'system', accountId, await limit(7 * 5));
  const before = await findOwed(ctx.db, accountId);
  await runJobs(within);
  assert.deepEqual([await refused(within), (await findOwed(ctx.db, accountId)) - before], [4, 8 * 500]);
  await changeAccountSettings(ctx, 'system', accountId, { creditLimitPounds: 0, refuseAboveCreditLimit: false });
});
