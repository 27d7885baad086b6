// Cases that are open in another system: brought in from a spreadsheet or JSON lines, with their days, numbers and charges.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openCases } from '../../../src/cli/subjects/open-cases.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { eventTypes } from '../../../src/features/events/event-types.ts';
import { placeBulkOrderJob } from '../../../src/features/orders/bulk-order-actions.ts';
import { createPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { britishDate } from '../../../src/portals/shared/page-filters.ts';
import { completeOrder, janesAddress } from '../../api/v1/v1-samples.ts';
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
  { name: 'sanctions', pricePence: 700 },
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

async function sendLines(by: Visitor, lines: readonly unknown[]) {
  const page = (await by.get(path)).body;
  const fields = Object.entries({ ...hiddenFields(page, path), mails: 'later', rows: '' });
  const parts = fields.map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="cases.jsonl"\r\n\r\n';
  const text = lines.map((one) => JSON.stringify(one)).join('\n');
  return by.send(path, 'multipart/form-data; boundary=x', Buffer.from(`${parts.join('')}${head}${text}\r\n--x--\r\n`));
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
    row('', 'Cat', { ordered: addDays(today, 1), billed: 'perhaps' }),
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
    'Row 4 Billed elsewhere “perhaps” is neither yes nor no',
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
  assert.doesNotMatch(kept, /1042/);
});
