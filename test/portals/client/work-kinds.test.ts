// How people work for a client: said in an order, in spreadsheets and on the page of a person, and read in the record of staff.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWorkKinds } from '../../../src/features/applicants/work-kind-actions.ts';
import { placeBulkOrderJob } from '../../../src/features/orders/bulk-order-placing-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { clientEmail, hiddenFields, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const tenant = portal.caller('live');
await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 500 }]);
const found = namedType('identity');
const what = { what: 'reports', types: 'type' in found ? String(found.type.id) : '' };
const client = await signedInVisitor(portal, clientEmail);

const record = async (query = '') => (await client.get(`/portal/people/record${query}`)).body;
const idOf = async (name: string) =>
  new RegExp(`href="/portal/people/([\\w-]+)">${name}`).exec(await record('?show=everybody'))?.[1];
const kindOf = async (id: string) => (await readWorkKinds(ctx, tenant, [id])).get(id);
const applicantOf = async (checkId: string) =>
  (await ctx.db.row<{ applicant_id: string }>(sql`select applicant_id from checks where id = ${checkId}`))!
    .applicant_id;

test('staff who are brought in say it in a column, in the words of their own, and other words are refused', async () => {
  const staff = '/portal/people/staff';
  const rows = (...all: string[][]) =>
    [['First name', 'Surname', 'DOB', 'Worker type', 'Identity on'], ...all]
      .map((cells) => cells.join('\t'))
      .join('\n');
  const wrong = await client.submit(staff, staff, { rows: rows(['Sue', 'Supply', '01/02/1990', 'friend', '']) });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /The kind of person must be one of: Employee, Agency or supply worker/);
  const right = rows(
    ['Sue', 'Supply', '01/02/1990', 'Supply teacher', '01/04/2025'],
    ['Gus', 'Governor', '01/02/1960', 'Trustees', ''],
    ['Nell', 'Nothing', '01/02/1961', '', ''],
  );
  assert.equal((await client.submit(staff, staff, { rows: right, do: 'bring' })).status, 303);
  assert.equal(await kindOf((await idOf('Sue'))!), 'agency');
  assert.equal(await kindOf((await idOf('Gus'))!), 'governor');
  assert.equal(await kindOf((await idOf('Nell'))!), undefined);
});

test('the record of staff shows it, finds those of one kind, and has it in its file and on paper', async () => {
  assert.match(await record(), /Agency or supply worker<\/span>/);
  const agency = await record('?kind=agency');
  assert.ok(agency.includes('Sue Supply') && !agency.includes('Gus Governor') && !agency.includes('Nell Nothing'));
  const unsaid = await record('?kind=unsaid');
  assert.ok(unsaid.includes('Nell Nothing') && !unsaid.includes('Sue Supply'));
  const file = (await client.get('/portal/people/record/file?kind=governor')).body;
  assert.match(file, /kind_of_person/);
  assert.match(file, /"Gus"[^\n]*"Governor or trustee"/);
  assert.doesNotMatch(file, /Sue/);
  assert.match((await client.get('/portal/people/record/print?kind=governor')).body, /Governor or trustee/);
});

test('it is said and changed on the page of a person, and what is no kind is refused', async () => {
  const id = (await idOf('Nell'))!;
  const page = `/portal/people/${id}/kind`;
  assert.match((await client.get(`/portal/people/${id}`)).body, new RegExp(`href="${page}"`));
  assert.equal((await client.submit(page, page, { work_kind: 'friend' })).status, 422);
  assert.equal((await client.submit(page, page, { work_kind: 'volunteer' })).status, 303);
  assert.match((await client.get(`/portal/people/${id}`)).body, /Volunteer/);
  assert.equal((await client.submit(page, page, { work_kind: '' })).status, 303);
  assert.equal(await kindOf(id), undefined);
  const staff = `/portal/people/staff/${id}`;
  const typed = { first_name: 'Nell', last_name: 'Nothing', dob: '1 February 1961', work_kind: 'trainee' };
  assert.equal((await client.submit(staff, staff, typed)).status, 303);
  assert.equal(await kindOf(id), 'trainee');
});

test('an order says it, and keeps it until it is placed', async () => {
  const path = '/portal/orders/new';
  const typed = {
    ...{ first_name: 'Orla', last_name: 'Ordered', email: 'orla@candidate.test', ...what, work_kind: 'contractor' },
    ...{ 'dob-day': '3', 'dob-month': '4', 'dob-year': '1990' },
  };
  const answers = (await client.submit(path, path, { ...typed, do: 'continue' })).body;
  assert.match(answers, /Kind of person[\s\S]*Contractor/);
  const placed = await client.post(path, { ...hiddenFields(answers, path), do: 'place' });
  const [, checkId] = /checks\/([\w-]+)\?/.exec(String(placed.headers.location))!;
  assert.equal(await kindOf(await applicantOf(checkId!)), 'contractor');
});

test('each row of an order for many says its own, and what was given for all holds where it says nothing', async () => {
  const bulk = '/portal/orders/new/bulk';
  const common = { ...what, work_kind: 'employee' };
  const next = await client.submit(bulk, bulk, { ...common, do: 'continue' });
  const rows = [
    ['First name', 'Surname', 'DOB', 'Email', 'Kind of person'],
    ['Vera', 'Row', '01/02/1990', 'vera@candidate.test', 'volunteer'],
    ['Emil', 'Row', '01/02/1991', 'emil@candidate.test', ''],
  ];
  const pasted = rows.map((cells) => cells.join('\t')).join('\n');
  const sent = { ...hiddenFields(next.body, bulk), ...common, rows: pasted, do: 'upload' };
  const order = String((await client.post(bulk, sent)).headers.location);
  const review = await client.get(order);
  assert.match(review.body, /Volunteer/);
  await client.post(order, hiddenFields(review.body, order));
  await placeBulkOrderJob(ctx)({ ...tenant, id: order.split('/').at(-1)! });
  const kinds = await ctx.db.rows<{ work_kind: string }>(sql`
    select a.work_kind from applicants a join checks c on c.applicant_id = a.id
    join bulk_order_rows b on b.check_id = c.id order by b.row_number`);
  assert.deepEqual(
    kinds.map(({ work_kind }) => work_kind),
    ['volunteer', 'employee'],
  );
});

test('who is ordered for after they were brought in stays what they were said to be', async () => {
  const id = (await idOf('Gus'))!;
  const bulk = '/portal/orders/new/bulk';
  const first = await client.get(`${bulk}?staff=${id}`);
  const { rows } = hiddenFields(first.body, bulk);
  assert.match(rows!, /Governor or trustee/);
  const next = await client.post(bulk, { ...hiddenFields(first.body, bulk), ...what, do: 'continue' });
  // Whoever fills in the rows may leave the column out.
  const pasted = rows!.replace('Governor or trustee', '').replace('1960-02-01\t', '1960-02-01\tgus@client.test');
  const sent = { ...hiddenFields(next.body, bulk), ...what, rows: pasted, do: 'upload' };
  const order = String((await client.post(bulk, sent)).headers.location);
  await client.post(order, hiddenFields((await client.get(order)).body, order));
  await placeBulkOrderJob(ctx)({ ...tenant, id: order.split('/').at(-1)! });
  const [placed] = await ctx.db.rows<{ applicant_id: string }>(sql`
    select c.applicant_id from checks c join bulk_order_rows b on b.check_id = c.id where b.stated_id = ${id}`);
  assert.notEqual(placed!.applicant_id, id);
  assert.equal(await kindOf(placed!.applicant_id), 'governor');
});

test('an erasure takes it', async () => {
  const id = (await idOf('Sue'))!;
  await erasePerson(ctx, tenant, id, 'client_asked');
  assert.deepEqual(await ctx.db.rows(sql`select work_kind from applicants where id = ${id}`), [{ work_kind: null }]);
});
