// Staff who were screened elsewhere: brought in from a spreadsheet, in the record, corrected, removed and erased.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { deleteApplicant, readApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { readBreachesOf, recordBreach } from '../../../src/features/certification/conduct-breach-actions.ts';
import { readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { listRecord } from '../../../src/features/lists/central-record-actions.ts';
import { placeBulkOrderJob } from '../../../src/features/orders/bulk-order-placing-actions.ts';
import { changeSubsidiaryOf } from '../../../src/features/orders/order-subsidiary-actions.ts';
import { findReportType } from '../../../src/features/report-types/report-type-rules.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { eraseDueOf } from '../../../src/features/retention/erasure-jobs.ts';
import { listPossiblySame } from '../../../src/features/retention/same-person-actions.ts';
import { moveStated, readStated } from '../../../src/features/stated-staff/stated-staff-actions.ts';
import { statedJson } from '../../../src/features/stated-staff/stated-staff-rules.ts';
import { addDays, formatLongDate, formatShortDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { clientEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const tenant = portal.caller('live');
const today = ukDateOf(ctx.now());
const client = await signedInVisitor(portal, clientEmail);
const path = '/portal/people/staff';

function reportTypeNamed(name: string): number {
  const found = findReportType(name, null);
  assert.ok('type' in found);
  return found.type.id;
}

const pastedOf = (rows: readonly string[][]) => rows.map((cells) => cells.join('\t')).join('\n');
const bring = (...rows: string[][]) => client.submit(path, path, { rows: pastedOf(rows), do: 'bring' });
const headings = [
  'First name',
  'Surname',
  'DOB',
  'Job',
  'Employee number',
  'First day',
  'Criminal record on',
  'Criminal record until',
  'Criminal record by',
  'Right to work on',
];
const robin = [
  'Robin',
  'Example',
  '27/03/1985',
  'Nurse',
  '0017',
  '01/04/2020',
  '02/05/2024',
  formatLongDate(addDays(today, 20)),
  'Elsewhere Checks',
  '1 April 2020',
];
const record = async (query = '') => (await client.get(`/portal/people/record${query}`)).body;
const idOf = async (name: string) =>
  new RegExp(`href="/portal/people/([\\w-]+)">${name}`).exec(await record('?show=everybody'))?.[1];

test('all rows are brought in, or nobody: what is wrong is named by row, column and rule', async () => {
  const wrong = await bring(
    headings,
    robin,
    ['Sam', 'Sample', '31/02/1990', '', '', '', 'soon'],
    ['Kim', 'Sample', '1990-02-01', '', '', '', '', '02/05/2024'],
    robin,
  );
  assert.equal(wrong.status, 422);
  const text = wrong.body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  assert.match(text, /3 rows are not right\. Nobody is brought in/);
  assert.match(text, /Row 3 Date of birth Enter a day, such as 27\/03\/2025/);
  assert.match(text, /Row 3 Criminal record on Enter a day/);
  assert.match(text, /Row 4 Criminal record on Enter the day on which it was done/);
  assert.match(text, /Row 5 The whole row The person stands in row 2 already/);
  assert.match(wrong.body, /Robin\tExample/, 'the rows stand there, to be corrected');
  assert.equal(await idOf('Robin'), undefined);
});

test('the rows are shown as they are read, with what is not, before anybody is brought in', async () => {
  const rows = pastedOf([
    [...headings, 'Parking permit'],
    [...robin, '1 May 2024'],
  ]);
  const review = await client.submit(path, path, { rows });
  assert.equal(review.status, 200);
  const text = review.body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  assert.match(text, /1 person is read as below\. Nothing is stored yet\./);
  assert.match(text, /Parking permit\b.* is not read: what stands there is not kept/);
  assert.match(text, /Criminal record by: Elsewhere Checks/);
  assert.match(text, /Bring in this person/);
  assert.equal(await idOf('Robin'), undefined);
  const back = await client.submit(path, path, { rows, do: 'correct' });
  assert.match(back.body, /<textarea[^>]*id="rows"[\s\S]*Robin\tExample/);
  assert.equal(await idOf('Robin'), undefined);
});

test('they stand in the record as screened elsewhere, with what is to be renewed, and are found there', async () => {
  const brought = await bring(headings, robin);
  assert.equal(
    brought.headers.location,
    '/portal/people/record?show=elsewhere&done=brought',
    brought.body
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .slice(0, 1500),
  );
  const body = await record('?show=elsewhere');
  for (const words of [
    'Robin Example',
    'Nurse',
    'Screened elsewhere',
    'Stated by you: Elsewhere Checks',
    'Started <span class="app-table__date">1 April 2020',
  ])
    assert.ok(body.includes(words), words);
  assert.ok(body.includes(`Renew by <span class="app-table__date">${formatLongDate(addDays(today, 20))}`));
  assert.match(await record('?within=30'), /Robin Example/);
  assert.match(await record('?show=complete'), /Robin Example/);
  assert.doesNotMatch(await record('?within=0'), /Robin Example/);
  const found = await client.submit('/portal/people/record', '/portal/people/record', { find: 'robin exam' });
  assert.match((await client.get(String(found.headers.location))).body, /Robin Example/);
  const file = (await client.get('/portal/people/record/file')).body;
  assert.match(
    file,
    /"Robin","Example","1985-03-27","Nurse",""?,"2020-04-01"|"Robin","Example","1985-03-27","Nurse",,"2020-04-01"/,
  );
  assert.match(file, /Right to work: 2020-04-01; |Criminal record: 2024-05-02, until /);
  await createUser(ctx, 'system', portal.accountId, {
    ...{ name: 'Sid', email: 'sid@acme.test', role: 'status_reader' as const, ...scopeOf(null) },
  });
  await createSignIn(ctx, 'system', { email: 'sid@acme.test', password });
  const reader = await signedInVisitor(portal, 'sid@acme.test');
  const cleared = async (query = '') =>
    (await reader.get(`/portal/clearance${query}`)).body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  assert.match(await cleared(), /Robin Example Nurse Screened elsewhere First day 1 April 2020 Stated as checked: /);
  assert.match(
    await cleared(),
    /Stated as checked: Criminal record, Right to work|Stated as checked: Right to work, Criminal record/,
  );
  assert.doesNotMatch(await cleared(), /Elsewhere Checks|2 May 2024/, 'neither who did it nor when');
  assert.doesNotMatch(await cleared('?starts=30'), /Robin Example/);
  const again = await bring(headings, robin);
  assert.match(again.body, /The person stands in your record already/);
  const capitals = await bring(headings, ['ROBIN', ...robin.slice(1)]);
  assert.match(capitals.body, /The person stands in your record already/);
  const twin = await bring(headings, ['Rob', ...robin.slice(1)]);
  assert.equal(twin.status, 303, 'somebody born on the day whose name begins so is another');
  const rob = (await idOf('Rob Example'))!;
  assert.equal((await client.submit(`${path}/${rob}`, `${path}/${rob}/remove`, {})).status, 303);
  const stored = JSON.stringify(await ctx.db.rows(sql`select * from stated_people, applicants`));
  assert.doesNotMatch(stored, /Robin|Nurse|Elsewhere/);
  await ctx.batches.write();
  const looks = await ctx.db.rows(sql`
    select from events where type = 'account.applicants_listed' and detail -> 'ids' ? ${await idOf('Robin')}`);
  assert.ok(looks.length > 0, 'each look at them is recorded');
});

test('what is stated is corrected, and they are removed with everything', async () => {
  const id = (await idOf('Robin'))!;
  const page = `${path}/${id}`;
  assert.match((await client.get(`/portal/people/${id}`)).body, new RegExp(`href="${page}"`));
  const typed = { first_name: 'Robin', last_name: 'Example', dob: '27 March 1985', criminal_record_on: '2 May 2024' };
  const refused = await client.submit(page, page, { ...typed, criminal_record_until: '1 May 2024' });
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Enter a day after the one on which it was done/);
  const corrected = { ...typed, job: 'Matron', criminal_record_until: formatLongDate(addDays(today, -1)) };
  assert.equal((await client.submit(page, page, corrected)).status, 303);
  const body = await record('?show=missing');
  assert.match(body, /Matron/);
  assert.match(body, new RegExp(`Criminal record: was to be renewed by ${formatLongDate(addDays(today, -1))}`));
  assert.doesNotMatch(body, /Elsewhere Checks/);
  assert.equal((await client.submit(page, `${page}/remove`, {})).status, 303);
  assert.equal(await idOf('Robin'), undefined);
  assert.deepEqual(await ctx.db.rows(sql`select from applicants where id = ${id}`), []);
});

test('an erasure takes what was stated', async () => {
  await bring(headings, robin);
  const id = (await idOf('Robin'))!;
  await erasePerson(ctx, tenant, id, 'client_asked');
  assert.deepEqual(await ctx.db.rows(sql`select from stated_people where applicant_id = ${id}`), []);
  assert.equal((await client.get(`${path}/${id}`)).status, 404);
});

test('the record to print has what was screened elsewhere in the column of its kind', async () => {
  await bring(headings, ['Prue', 'Printed', ...robin.slice(2)]);
  const printed = (await client.get('/portal/people/record/print')).body;
  const person = printed.split('<tbody').find((one) => one.includes('Printed, Prue'))!;
  const cells = person.split('<td').map((cell) =>
    cell
      .replace(/^[^>]*>|<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const inColumn = (column: string) => cells.find((cell) => cell.startsWith(`${column} `));
  const until = formatShortDate(addDays(today, 20));
  assert.equal(inColumn('Right to work'), 'Right to work 1 Apr 2020 stated');
  assert.equal(inColumn('Criminal record'), `Criminal record 2 May 2024 until ${until} by Elsewhere Checks, stated`);
  assert.equal(inColumn('Identity'), 'Identity Not asked for');
  assert.doesNotMatch(printed, />(Section 128|Barred list|Other checks)</, 'what nobody keeps or has is no column');
  const id = (await idOf('Prue'))!;
  await client.submit(`${path}/${id}`, `${path}/${id}/remove`, {});
});

test('several people who were brought in have left on one day, without being removed, and one of them comes back', async () => {
  await bring(headings, ...['Lena', 'Lars', 'Lilo'].map((name) => [name, 'Leaver', ...robin.slice(2)]));
  const [lena, lars] = [(await idOf('Lena'))!, (await idOf('Lars'))!];
  const leavers = '/portal/people/leavers';
  const list = '/portal/people/record';
  assert.match(await record(), /formaction="\/portal\/people\/leavers"/);
  const token = hiddenFields(await record(), '/portal/people/evidence');
  const nobody = await client.post(leavers, token);
  assert.equal(nobody.headers.location, `${list}?done=nobody`);
  const ticked = new URLSearchParams([...Object.entries(token), ['person', lena], ['person', lars]]);
  const asked = await client.send(leavers, 'application/x-www-form-urlencoded', ticked.toString());
  assert.match(asked.body, /Lena Leaver[\s\S]*Lars Leaver/);
  const chosen = { ...hiddenFields(asked.body, leavers), do: 'record' };
  const future = await client.post(leavers, { ...chosen, left_on: addDays(today, 1) });
  assert.match(future.body, /Enter a day until today/);
  assert.match(await record(), /Lena Leaver/);
  const left = await client.post(leavers, { ...chosen, left_on: addDays(today, -3) });
  assert.equal(left.headers.location, `${list}?done=left`);
  const current = await record();
  assert.ok(!current.includes('Lena Leaver') && !current.includes('Lars Leaver') && current.includes('Lilo Leaver'));
  assert.match(await record('?show=left'), /Lena Leaver[\s\S]*Left, or not suitable/);
  const clearance = (await (await signedInVisitor(portal, 'sid@acme.test')).get('/portal/clearance')).body;
  assert.ok(
    !clearance.includes('Lena Leaver') && clearance.includes('Lilo Leaver'),
    'who has left is not among the staff',
  );
  const stated = (await readStated(ctx, { ...tenant, subsidiaryIds: null }, [lena])).get(lena)!;
  assert.equal(statedJson(stated).left_on, addDays(today, -3), 'the copy of their data says it');
  const renewals = (await client.get('/portal/people?show=renewals')).body;
  assert.ok(!renewals.includes('Lena') && renewals.includes('Lilo'));
  const page = `/portal/people/${lena}`;
  assert.match((await client.get(page)).body, new RegExp(`since ${formatLongDate(addDays(today, -3))}`));
  assert.equal((await client.submit(page, `${page}/renewals`, { renewed: 'yes' })).status, 303);
  assert.match(await record(), /Lena Leaver/);
  assert.equal((await client.submit(page, `${page}/renewals`, { renewed: 'no', left_on: today })).status, 303);
  assert.match(await record('?show=left'), /Lena Leaver/);
  const types = await ctx.db.rows<{ type: string }>(sql`
    select type from events where applicant_id = ${lena} and type like 'applicant.renewals%' order by id`);
  assert.deepEqual(
    types.map(({ type }) => type),
    ['applicant.renewals_ended', 'applicant.renewals_resumed', 'applicant.renewals_ended'],
  );
});

test('where staff are kept, the time of who was brought in counts from the day on which they left', async () => {
  const id = (await idOf('Lilo'))!;
  await changeAccountSettings(ctx, 'system', portal.accountId, { eraseAfterDays: 30, keepsStaff: true });
  const at = (days: number) => ({ ...ctx, now: () => new Date(ctx.now().getTime() + days * 86_400_000) });
  const page = `/portal/people/${id}`;
  assert.match((await client.get(page)).body, /30 days after they have left, or after what is stated/);
  await client.submit(page, `${page}/renewals`, { renewed: 'no', left_on: today });
  await eraseDueOf(at(29), [portal.accountId]);
  assert.equal(await idOf('Lilo'), id);
  await eraseDueOf(at(31), [portal.accountId]);
  assert.equal(await idOf('Lilo'), undefined);
  await changeAccountSettings(ctx, 'system', portal.accountId, { eraseAfterDays: 0, keepsStaff: false });
});

test('what is due of them stands among the renewals, and an order for many is of the same person', async () => {
  await bring(headings, ['Renee', ...robin.slice(1)]);
  const id = (await idOf('Renee'))!;
  const due = (await client.get('/portal/people?show=renewals')).body;
  assert.match(due, new RegExp(`name="staff" value="${id}"`));
  assert.match(due, /Due for renewal <span class="app-count">1</);
  const bulk = '/portal/orders/new/bulk';
  const first = await client.get(`${bulk}?staff=${id}`);
  const { rows } = hiddenFields(first.body, bulk);
  assert.match(
    rows!,
    new RegExp(
      `Record of staff[\\s\\S]*Renee\\tExample\\t1985-03-27\\t\\tNurse\\t0017\\t.*${id}`.replace('\\t.*', '[^\\n]*'),
    ),
  );
  const what = { what: 'reports', types: String(reportTypeNamed('sanctions')) };
  const details = await client.post(bulk, { ...hiddenFields(first.body, bulk), ...what, do: 'continue' });
  const next = await client.post(bulk, { ...hiddenFields(details.body, bulk), ...what, do: 'details' });
  assert.match(next.body, /<textarea[^>]*>[\s\S]*Renee/, 'the rows stand on the page of the candidates');
  const address = rows!.replace('\t\tNurse', '\trenee@client.test\tNurse');
  const uploaded = await client.post(bulk, { ...hiddenFields(next.body, bulk), ...what, rows: address, do: 'upload' });
  assert.equal(
    uploaded.status,
    303,
    uploaded.body
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .slice(0, 1500),
  );
  const order = String(uploaded.headers.location);
  const review = await client.get(order);
  await client.post(order, hiddenFields(review.body, order));
  await placeBulkOrderJob(ctx)({ ...tenant, id: order.split('/').at(-1)! });
  const all = await record('?show=everybody');
  assert.equal(
    all.match(/Renee Example/g)?.length,
    1 + (all.match(/, Renee Example|Choose Renee Example/g)?.length ?? 0),
  );
  assert.equal(await idOf('Renee'), await idOf('Renee'));
  assert.notEqual(await idOf('Renee'), id, 'what was stated is of whom was ordered for');
  assert.doesNotMatch((await client.get('/portal/people?show=renewals')).body, /Renee/, 'they are being screened');
});

test('who was brought in and has a breach of conduct recorded is neither removed nor replaced by who is ordered for', async () => {
  await changeAccountSettings(ctx, 'system', portal.accountId, { keepsCertified: true });
  await bring(headings, ['Regina', ...robin.slice(1)]);
  const id = (await idOf('Regina'))!;
  const keeper = { ...tenant, subsidiaryIds: null };
  await recordBreach(ctx, keeper, id, {
    ...{ state: 'suspected', foundOn: '2024-05-02', rules: ['icr1'], found: 'A late report.', discipline: 'none' },
    ...{ disciplinedOn: '', action: '', reportedOn: '', reportedBy: '' },
  });
  const page = `${path}/${id}`;
  assert.equal((await client.submit(page, `${page}/remove`, {})).status, 409);
  await assert.rejects(deleteApplicant(ctx, tenant, id), /invalid_fields/);
  const check = await portal.placeCheck('live', { first_name: 'Regina', last_name: 'Example' }, ['identity']);
  await moveStated(ctx, { ...tenant, permissions: ['order_checks'] }, { from: id, to: check.applicantId });
  assert.equal((await readBreachesOf(ctx, keeper, id)).length, 1, 'kept for six years');
  await changeAccountSettings(ctx, 'system', portal.accountId, { keepsCertified: false });
});

test('the time after which people are erased counts for them from when they were stated last', async () => {
  await bring(headings, ['Tim', ...robin.slice(1)]);
  const id = (await idOf('Tim'))!;
  await changeAccountSettings(ctx, 'system', portal.accountId, { eraseAfterDays: 30 });
  const at = (days: number) => ({ ...ctx, now: () => new Date(ctx.now().getTime() + days * 86_400_000) });
  await eraseDueOf(at(29), [portal.accountId]);
  assert.equal(await idOf('Tim'), id);
  await changeAccountSettings(ctx, 'system', portal.accountId, { keepsStaff: true });
  await eraseDueOf(at(31), [portal.accountId]);
  assert.equal(await idOf('Tim'), id, 'staff are kept until they have left');
  await changeAccountSettings(ctx, 'system', portal.accountId, { keepsStaff: false });
  await eraseDueOf(at(31), [portal.accountId]);
  assert.equal(await idOf('Tim'), undefined);
});

test('the record shows everybody who was brought in once, over its pages in any order', async () => {
  const letters = [...'abcdef'].flatMap((one) => [`Ann${one}`, `Bea${one}`]);
  assert.equal((await bring(headings, ...letters.map((name) => [name, 'Paged', ...robin.slice(2)]))).status, 303);
  const caller = { ...tenant, subsidiaryIds: null, permissions: ['read_checks', 'read_results'] as const };
  for (const sort of ['newest', 'oldest', 'renewal'] as const) {
    const seen: string[] = [];
    for (let offset = 0; offset < letters.length; offset += 5) {
      const { people } = await listRecord(
        ctx,
        caller,
        { view: 'elsewhere', text: 'Paged' },
        { sort, offset, limit: 5 },
      );
      seen.push(...people.map(({ firstName }) => firstName));
    }
    assert.deepEqual(seen, letters, sort);
  }
});

test('the same rows sent twice at once bring their people in once', async () => {
  const rows = ['Dora', 'Dina', 'Dana'].map((name) => [name, 'Double', '27/03/1985']);
  const send = () => bring(['First name', 'Surname', 'DOB'], ...rows);
  const answers = await Promise.all([send(), send()]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 422]);
  const refused = answers.find(({ status }) => status === 422)!;
  assert.match(refused.body, /The person stands in your record already/);
});

test('a program that deletes somebody who was brought in takes what was stated', async () => {
  const id = (await idOf('Anna'))!;
  await deleteApplicant(ctx, tenant, id);
  assert.deepEqual(await ctx.db.rows(sql`select from stated_people where applicant_id = ${id}`), []);
});

test('people without an email address are not the same person by it', async () => {
  const rows = [
    ['Paula', 'Parker', '27/03/1985'],
    ['Paula', 'Parkerson', '28/03/1985'],
  ];
  assert.equal((await bring(['First name', 'Surname', 'DOB'], ...rows)).status, 303);
  const id = (await idOf('Paula Parker<'))!;
  assert.deepEqual(await listPossiblySame(ctx, portal.caller('live'), id), []);
});

test('nobody sees or changes what is stated of somebody who is restricted, and the order form does not name them', async () => {
  const from = (await idOf('Annb'))!;
  const check = await portal.placeCheck('live', { first_name: 'Annb', last_name: 'Example' }, ['identity']);
  const id = check.applicantId;
  await moveStated(ctx, { ...tenant, permissions: ['order_checks'] }, { from, to: id });
  assert.match((await client.get(`/portal/orders/new/bulk?staff=${id}`)).body, /Annb\tExample/);
  await ctx.batches.write();
  const looks = await ctx.db.rows(sql`
    select from events where type = 'account.applicants_listed' and detail -> 'filter' ? 'toOrder' and detail -> 'ids' ? ${id}`);
  assert.equal(looks.length, 1, 'the look is recorded');
  const page = `${path}/${id}`;
  const form = hiddenFields((await client.get(page)).body, page);
  await askRestriction(ctx, tenant, check.id, { ground: 'accuracy', words: 'It is not me.' });
  const [asked] = await listRestrictionsOf(ctx, check, (await readCheckAndKey(ctx, tenant, check.id)).key);
  await decideRestriction(ctx, tenant, check.id, { id: asked!.id, isAccepted: true, answer: '' });
  assert.doesNotMatch((await client.get(`/portal/orders/new/bulk?staff=${id}`)).body, /Annb/);
  assert.equal((await client.get(page)).status, 404);
  assert.equal(
    (await client.post(page, { ...form, first_name: 'Annb', last_name: 'Other', dob: '27/03/1985' })).status,
    404,
  );
  assert.equal((await client.post(`${page}/remove`, form)).status, 404);
  assert.equal((await ctx.db.rows(sql`select from stated_people where applicant_id = ${id}`)).length, 1);
});

test('whoever sees several subsidiaries says of which one somebody is whom they bring in', async () => {
  const names = ['York', 'Ripon', 'Selby'];
  const ids: string[] = [];
  for (const name of names) ids.push((await createSubsidiary(ctx, 'system', portal.accountId, { name })).id);
  const email = 'regional@acme.test';
  const held = { role: 'standard', subsidiaryIds: ids.slice(0, 2) } as const;
  await createUser(ctx, 'system', portal.accountId, { name: 'Regional', email, ...held });
  await createSignIn(ctx, 'system', { email, password });
  const regional = await signedInVisitor(portal, email);
  const bringOne = (name: string, subsidiary: string) => {
    const rows = [
      ['First name', 'Surname', 'DOB', 'Subsidiary'],
      [name, 'Regional', '27/03/1985', subsidiary],
    ];
    return regional.submit(path, path, { rows: pastedOf(rows), do: 'bring' });
  };
  for (const wrong of ['', 'Selby', 'The whole account']) assert.equal((await bringOne('Wrong', wrong)).status, 422);
  assert.equal((await bringOne('Rita', 'Ripon')).status, 303);
  const id = (await idOf('Rita'))!;
  assert.equal((await readApplicant(ctx, { ...tenant, ...scopeOf(ids[1]!) }, id)).id, id);
  const page = `${path}/${id}`;
  assert.doesNotMatch((await regional.get(page)).body, />\s*(?:Selby|The whole account)\s*</);
  const typed = { first_name: 'Rita', last_name: 'Regional', dob: '27/03/1985' };
  await regional.submit(page, page, { ...typed, subsidiary: ids[2]! });
  assert.equal((await readApplicant(ctx, { ...tenant, ...scopeOf(ids[1]!) }, id)).id, id, 'stays where it was');
  await regional.submit(page, page, { ...typed, subsidiary: ids[0]! });
  assert.equal((await readApplicant(ctx, { ...tenant, ...scopeOf(ids[0]!) }, id)).id, id);
});

test('whoever is moved to another subsidiary is no longer seen by the one before', async () => {
  const [{ id: leeds }, { id: hull }] = [
    await createSubsidiary(ctx, 'system', portal.accountId, { name: 'Leeds' }),
    await createSubsidiary(ctx, 'system', portal.accountId, { name: 'Hull' }),
  ];
  const rows = [
    ['First name', 'Surname', 'DOB', 'Subsidiary'],
    ['Moira', 'Example', '27/03/1985', 'Leeds'],
  ];
  assert.equal((await bring(...rows)).status, 303);
  const id = (await idOf('Moira'))!;
  const inLeeds = { ...tenant, ...scopeOf(leeds) };
  assert.equal((await readApplicant(ctx, inLeeds, id)).id, id);
  const page = `${path}/${id}`;
  const typed = { first_name: 'Moira', last_name: 'Example', dob: '27/03/1985' };
  assert.equal((await client.submit(page, page, { ...typed, subsidiary: hull })).status, 303);
  await assert.rejects(readApplicant(ctx, inLeeds, id), /not_found/);
  assert.equal((await readApplicant(ctx, { ...tenant, ...scopeOf(hull) }, id)).id, id);

  const check = await portal.placeCheck('live', { first_name: 'Moira', last_name: 'Example' }, ['identity']);
  const whole = { ...tenant, subsidiaryIds: null, permissions: ['order_checks', 'manage_users'] as const };
  await moveStated(ctx, whole, { from: id, to: check.applicantId });
  const statedTo = async (subsidiaryId: string | null) =>
    (await readStated(ctx, { ...whole, ...scopeOf(subsidiaryId) }, [check.applicantId])).size;
  assert.deepEqual([await statedTo(null), await statedTo(hull)], [1, 0], 'the order is for the whole account');
  await changeSubsidiaryOf(ctx, whole, check.id, leeds);
  assert.equal(await statedTo(leeds), 1, 'what is stated follows the order');
});

test('somebody who has one name only is brought in, and one of one letter', async () => {
  const titles = ['First name', 'Surname', 'DOB', 'One name only'];
  const unsaid = await bring(titles, ['', 'Suharto', '27/03/1985', '']);
  assert.match(unsaid.body, /Enter the first name/);
  const both = await bring(titles, ['Sam', 'Suharto', '27/03/1985', 'yes']);
  assert.match(both.body, /Leave it empty: of somebody who has one name only/);
  const brought = await bring(titles, ['', 'Suharto', '27/03/1985', 'yes'], ['Mei', 'O', '27/03/1986', '']);
  assert.equal(brought.status, 303);
  const id = (await idOf('Suharto'))!;
  const at = `${path}/${id}`;
  assert.match((await client.get(at)).body, /name="has_one_name"[^>]*value="yes" checked/);
  const { facts } = await readApplicant(ctx, tenant, id);
  assert.deepEqual([facts.first_name, facts.last_name, facts.has_one_name], ['', 'Suharto', true]);
  assert.ok(await idOf('Mei'));
});

const schoolHeadings = [
  ...['First name', 'Surname', 'DOB', 'Job', 'DBS date', 'DBS number', 'DBS level', 'Barred list on', 'Barred list by'],
  ...['Prohibition date', 'TRN', 'Section 128 on', 'QTS date', 'Qualification', 'Overseas check date', 'Countries'],
  ...['Disqualification on', 'Disqualification asked by'],
];
const head = [
  ...['Hera', 'Headteacher', '27/03/1975', 'Headteacher', '02/05/2024', '001234567890', 'Enhanced with barred list'],
  ...['28/04/2024', 'The office', '29/04/2024', '7654321', '30/04/2024', '01/07/1999', 'PGCE', '03/05/2024', 'Poland'],
  ...['04/05/2024', 'The chair'],
];

test('a school keeps its own columns, each with its day and who did it, and nobody else sees them', async () => {
  const asked = async () => (await client.get(path)).body.replace(/<[^>]*>/g, ' ');
  assert.doesNotMatch(await asked(), /Section 128|Barred list|Childcare/);
  await changeAccountSettings(ctx, 'system', portal.accountId, { recordKeptFor: 'school' });
  for (const column of ['Barred list on', 'Section 128 by', 'Childcare disqualification on', 'Criminal record level'])
    assert.ok((await asked()).includes(column), column);
  const wrong = await bring(schoolHeadings, head.toSpliced(6, 1, 'the usual'));
  assert.match(wrong.body.replace(/<[^>]*>/g, ' '), /Criminal record level\s+Enter basic, standard or enhanced/);
  assert.equal((await bring(schoolHeadings, head)).status, 303);
  const body = await record('?show=elsewhere');
  assert.match(body, />Teaching and childcare</);
  assert.match(body, /Enhanced, Level 2 or PVG, 001234567890/);
  const printed = (await client.get('/portal/people/record/print')).body;
  const person = printed.split('<tbody').find((one) => one.includes('Headteacher, Hera'))!;
  const cells = person.split('<td').map((cell) =>
    cell
      .replace(/^[^>]*>|<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  for (const cell of [
    'Criminal record Enhanced, Level 2 or PVG 2 May 2024 No. 001234567890 stated',
    'Barred list 28 Apr 2024 by The office, stated',
    'Prohibition from teaching 29 Apr 2024 7654321 stated',
    'Section 128 30 Apr 2024 stated',
    'Qualifications 1 Jul 1999 PGCE stated',
    'Checks abroad 3 May 2024 Poland stated',
    'Childcare disqualification 4 May 2024 asked by The chair, stated',
  ])
    assert.ok(cells.includes(cell), `${cell}\n${cells.join('\n')}`);
  const [heads, ...lines] = (await client.get('/portal/people/record/file')).body.trimEnd().split('\r\n');
  // Without an order its column is empty, and has no quotes.
  const line = lines.find((one) => one.includes('"Hera"'))!.replaceAll(/,(?=,)/g, ',""');
  const fields = line.slice(1, -1).split('","');
  const cellOf = (column: string) => fields[heads!.replace('\uFEFF', '').split(',').indexOf(column)];
  assert.equal(cellOf('barred_list_on'), '2024-04-28');
  assert.equal(cellOf('childcare_by'), 'stated by the employer: The chair');
  await changeAccountSettings(ctx, 'system', portal.accountId, { recordKeptFor: '' });
  assert.match(await record('?show=elsewhere'), />Teaching and childcare</, 'what there is stays seen');
  const id = (await idOf('Hera'))!;
  const form = (await client.get(`${path}/${id}`)).body;
  assert.match(form, /name="criminal_record_level"[\s\S]*value="enhanced" selected/);
  await client.submit(`${path}/${id}`, `${path}/${id}/remove`, {});
  assert.doesNotMatch(await record('?show=elsewhere'), />Teaching and childcare</);
});

test('of somebody who was ordered for the client records what it checked itself, and their name stays', async () => {
  await changeAccountSettings(ctx, 'system', portal.accountId, { recordKeptFor: 'school' });
  const check = await portal.placeCheck('live', { first_name: 'Olive', last_name: 'Ordered' }, ['identity']);
  const person = `/portal/people/${check.applicantId}`;
  const page = `${path}/${check.applicantId}`;
  assert.ok((await client.get(person)).body.includes(`href="${page}"`));
  assert.doesNotMatch((await client.get(page)).body, /name="first_name"/);
  const typed = { childcare_on: '04/05/2024', childcare_by: 'The head', employee_number: '0042', first_name: 'Other' };
  const saved = await client.submit(page, page, typed);
  assert.equal(saved.status, 303, saved.body);
  const row = (await record()).split('<tr').find((one) => one.includes('Olive Ordered'))!;
  assert.match(row, /Declared<\/strong>[\s\S]*4 May 2024[\s\S]*Stated by you: The head/);
  assert.doesNotMatch(row, /Screened elsewhere/);
  const file = (await client.get('/portal/people/record/file')).body;
  assert.match(file.split('\r\n').find((line) => line.includes('"Olive"'))!, /"'0042"/);
  assert.equal((await client.submit(page, `${page}/remove`, {})).status, 303);
  assert.doesNotMatch((await record()).split('<tr').find((one) => one.includes('Olive Ordered'))!, /Declared/);
  await changeAccountSettings(ctx, 'system', portal.accountId, { recordKeptFor: '' });
});
