// What agencies confirm in writing of the people whom they supply, and the files that a client puts with people.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { test } from 'node:test';
import { inTransaction } from '../../../src/context.ts';
import { roles } from '../../../src/features/access/permissions.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { openExportPart } from '../../../src/features/account-exports/account-export-actions.ts';
import { makeExportPart } from '../../../src/features/account-exports/account-export-jobs.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import {
  passConfirmation,
  readConfirmations,
  recordConfirmation,
} from '../../../src/features/agency-workers/agency-confirmation-actions.ts';
import { readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { placeBulkOrderJob } from '../../../src/features/orders/bulk-order-placing-actions.ts';
import {
  addPersonFile,
  listPersonFiles,
  openPersonFile,
  referencedPersonFiles,
  removePersonFile,
} from '../../../src/features/person-files/person-file-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { addDays, formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { openZip } from '../../../src/platform/files/zip-archive.ts';
import { clientEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const tenant = portal.caller('live');
const today = ukDateOf(ctx.now());
await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 500 }]);
const { id: north } = await createSubsidiary(ctx, 'system', accountId, { name: 'North', externalId: 'north' });
await createUser(ctx, 'system', accountId, {
  ...{ name: 'Nora', email: 'nora@acme.test', role: 'standard' as const, ...scopeOf(north) },
});
await createSignIn(ctx, 'system', { email: 'nora@acme.test', password });
const client = await signedInVisitor(portal, clientEmail);

const list = '/portal/people/record';
const agency = '/portal/people/agency';
const staff = '/portal/people/staff';
const record = async (query = '') => (await client.get(`${list}${query}`)).body;
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const idOf = async (name: string) => new RegExp(`href="/portal/people/([\\w-]+)">${name}`).exec(await record())![1]!;
async function bring(...names: string[]) {
  const rows = [
    ['First name', 'Surname', 'DOB', 'Kind of person'],
    ...names.map((name) => [name, 'Supply', '01/02/1990', 'Supply']),
  ];
  const pasted = rows.map((cells) => cells.join('\t')).join('\n');
  assert.equal((await client.submit(staff, staff, { rows: pasted, do: 'bring', subsidiary: '' })).status, 303);
}
/** As a browser sends a form with a file. */
const send = (path: string, fields: Record<string, string>, fileName: string, content: string) => {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--x\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n${content}\r\n--x--\r\n`;
  return client.send(path, 'multipart/form-data; boundary=x', `${parts.join('')}${file}`);
};
const confirmed = {
  ...{ agency: 'Swift Supply', confirmed_on: addDays(today, -2), confirmed_by: 'Dana Desk' },
  ...{ confirms_identity: 'yes', confirms_criminal_record: 'yes', level: 'standard', others: 'Children’s barred list' },
};
/** Files have a least size. */
const pdf = (words: string) => `%PDF-1.4 ${words.padEnd(200, '.')}`;
const letter = pdf('the letter');

await bring('Sue', 'Sam', 'Sid');
const [sue, sam, sid] = [await idOf('Sue'), await idOf('Sam'), await idOf('Sid')];
const missing = async (name: string) => {
  const row = (await record()).split('<tr').find((part) => part.includes(`>${name} Supply`))!;
  return wordsOf(row.slice(row.indexOf('app-record__missing')));
};

test('of an agency worker the written confirmation is missing until it is recorded, and what it confirms is not', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { recordNeedsIdentity: true, recordNeedsRightToWork: true });
  assert.match(await missing('Sue'), /Agency: no written confirmation is recorded/);
  assert.match(await missing('Sue'), /Identity: never ordered/);
  const page = `${agency}?person=${sue}`;
  assert.ok((await client.get(`/portal/people/${sue}`)).body.includes(`href="${page}"`));
  const refused = await client.submit(page, page, {
    agency: 'Swift',
    confirmed_on: addDays(today, 1),
    seen_by: 'Olga',
  });
  assert.equal(refused.status, 422);
  for (const words of [
    'Enter a day that is not in the future',
    'Enter who confirmed it at the agency',
    'Choose which checks it confirms, or write them',
    'Enter the day on which the identity was seen',
    'value="Swift"',
  ])
    assert.ok(refused.body.includes(words), words);
  assert.equal((await client.submit(page, page, confirmed)).status, 303);
  const gaps = await missing('Sue');
  assert.match(gaps, /Agency: nobody has recorded who saw the identity on arrival/);
  assert.doesNotMatch(gaps, /no written confirmation|Identity: never/);
  assert.match(gaps, /Right to work: never ordered/, 'the agency does not confirm it');
  await client.submit(page, page, { ...confirmed, seen_on: today, seen_by: 'Olga Office' });
  assert.doesNotMatch(await missing('Sue'), /Agency/);
  assert.match((await client.get(page)).body, /value="Olga Office"/, 'what was recorded stands in the form');
  const shown = wordsOf((await client.get(`/portal/people/${sue}`)).body);
  assert.match(
    shown,
    /Agency Swift Supply Confirmed in writing .*, by Dana Desk It confirms Identity, Criminal record \(Standard\), Children’s barred list/,
  );
});

test('a criminal record is held up to the level that the agency confirms, and a barred list is named', async () => {
  const page = `${agency}?person=${sue}`;
  const seen = { ...confirmed, seen_on: today, seen_by: 'Olga Office' };
  const wrong = await client.submit(page, page, { ...seen, level: '', confirms_barred_list: 'yes' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /Choose the level of the criminal record[\s\S]*Enter which barred list/);
  const empty = (await client.submit(page, page, { confirms_barred_list: 'yes' })).body;
  assert.match(empty, /Enter the agency[\s\S]*Enter the day on which you received it[\s\S]*Enter which barred list/);
  await changeAccountSettings(ctx, 'system', accountId, {
    recordNeedsCriminalRecord: true,
    recordNeedsLevel: 'enhanced',
  });
  assert.match(await missing('Sue'), /Criminal record: a higher level is needed/);
  const fields = { ...seen, level: 'enhanced', confirms_barred_list: 'yes', barred_list: 'Children' };
  assert.equal((await client.submit(page, page, fields)).status, 303);
  assert.doesNotMatch(await missing('Sue'), /Criminal record/);
  assert.match(
    wordsOf((await client.get(`/portal/people/${sue}`)).body),
    /Criminal record \(Enhanced[^)]*\), Barred list/,
  );
  assert.match((await client.get(page)).body, /value="Children"/, 'what was recorded stands in the form');
  await changeAccountSettings(ctx, 'system', accountId, { recordNeedsCriminalRecord: false, recordNeedsLevel: '' });
  await client.submit(page, page, seen);
});

test('one agency confirms several people at once, with its letter, which is kept with each of them', async () => {
  const token = hiddenFields(await record(), '/portal/people/evidence');
  const nobody = await client.post(agency, token);
  assert.equal(nobody.headers.location, `${list}?done=unconfirmed`);
  const ticked = new URLSearchParams([...Object.entries(token), ['person', sam], ['person', sid]]);
  const asked = await client.send(agency, 'application/x-www-form-urlencoded', ticked.toString());
  assert.match(asked.body, /Sam Supply[\s\S]*Sid Supply/);
  const fields = { ...hiddenFields(asked.body, agency), ...confirmed };
  const wrong = await send(agency, fields, 'letter.exe', letter);
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /This kind of file is not accepted/);
  assert.match(await missing('Sam'), /no written confirmation/, 'without its file nothing is recorded');
  const done = await send(agency, fields, 'letter.pdf', letter);
  assert.equal(done.headers.location, `${list}?done=agency`, wordsOf(done.body).slice(0, 800));
  for (const [name, id] of [
    ['Sam', sam],
    ['Sid', sid],
  ] as const) {
    assert.doesNotMatch(await missing(name), /no written confirmation/);
    const page = (await client.get(`/portal/people/${id}`)).body;
    const [, href] = /href="(\/portal\/people\/[\w-]+\/files\/[\w-]+)">letter\.pdf/.exec(page)!;
    assert.equal((await client.get(href!)).body, letter);
  }
  const stored = JSON.stringify(await ctx.db.rows(sql`select * from agency_confirmations, person_files`));
  assert.doesNotMatch(stored, /Swift|Dana|letter/, 'what names somebody is encrypted');
});

test('a letter is kept with nobody where the confirmation cannot be recorded, and a newer one is not replaced by an older', async () => {
  const caller = { ...tenant, permissions: roles.client.standard };
  const stored = (await readConfirmations(ctx, caller, [sue])).get(sue)!;
  const broken = { ...stored, level: null };
  const content = () => Readable.from([Buffer.from(pdf('broken'))]);
  await assert.rejects(recordConfirmation(ctx, caller, [sue], broken, { fileName: 'broken.pdf', content }));
  assert.deepEqual(await listPersonFiles(ctx, caller, sue), []);
  await bring('Una');
  const una = await idOf('Una');
  await recordConfirmation(ctx, caller, [una], { ...stored, agency: 'Newer Supply', confirmedOn: today });
  await inTransaction(ctx, (tx) => passConfirmation(tx, caller, { from: sue, to: una }));
  assert.equal((await readConfirmations(ctx, caller, [una])).get(una)!.agency, 'Newer Supply');
  await recordConfirmation(ctx, caller, [una], { ...stored, agency: 'Older Supply', confirmedOn: addDays(today, -9) });
  await inTransaction(ctx, (tx) => passConfirmation(tx, caller, { from: sue, to: una }));
  assert.equal((await readConfirmations(ctx, caller, [una])).get(una)!.agency, 'Swift Supply');
});

test('the file and the paper of the record have the confirmation', async () => {
  const file = (await client.get(`${list}/file?kind=agency`)).body;
  assert.match(file, /agency_confirmed_on,agency_confirmed_by,agency_confirms/);
  assert.ok(
    file.includes(
      `"Swift Supply","${addDays(today, -2)}","Dana Desk","Identity, Criminal record (Standard), Children’s barred list"`,
    ),
  );
  const paper = wordsOf((await client.get(`${list}/print?kind=agency`)).body);
  assert.ok(paper.includes(`confirmed in writing by Dana Desk, received ${formatLongDate(addDays(today, -2))}`));
  assert.match(paper, /identity seen on arrival by Olga Office/);
});

test('who works as something else needs no confirmation, and shows none', async () => {
  const page = `/portal/people/${sid}/kind`;
  await client.submit(page, page, { work_kind: 'employee' });
  assert.doesNotMatch(await missing('Sid'), /Agency/);
  assert.match(await missing('Sid'), /Identity: never ordered/, 'what the agency confirmed does not count any more');
  await client.submit(page, page, { work_kind: 'agency' });
});

test('users of another subsidiary neither record nor read it', async () => {
  const nora = await signedInVisitor(portal, 'nora@acme.test');
  assert.equal((await nora.get(`${agency}?person=${sue}`)).status, 404);
  const page = (await client.get(`/portal/people/${sam}`)).body;
  const [, href] = /href="(\/portal\/people\/[\w-]+\/files\/[\w-]+)">/.exec(page)!;
  assert.equal((await nora.get(href!)).status, 404);
});

test('a file of an earlier employer is put with who was brought in, and deleted again', async () => {
  const page = `/portal/people/${sue}`;
  const add = async (name: string, content: string) =>
    send(`${page}/files`, hiddenFields((await client.get(page)).body, `${page}/files`), name, content);
  assert.equal((await add('bad.exe', letter)).headers.location, `${page}?file=refused#files`);
  assert.match((await client.get(`${page}?file=refused`)).body, /The file was not taken/);
  assert.equal((await add('tupe.pdf', pdf('earlier'))).headers.location, `${page}?done=saved#files`);
  await add('tupe.pdf', pdf('earlier'));
  const shown = (await client.get(page)).body;
  assert.equal(shown.match(/>tupe\.pdf/g)?.length, 1, 'sent twice, it is there once');
  assert.match(shown, /From an earlier employer/);
  await add('second.pdf', pdf('second'));
  const action = [...(await client.get(page)).body.matchAll(/action="([^"]+\/delete)"/g)].at(-1)![1]!;
  assert.equal((await client.submit(page, action, {})).status, 303);
  assert.doesNotMatch((await client.get(page)).body, /second\.pdf/);
});

test('a file that is sent twice at once is put with the person once', async () => {
  const add = () =>
    addPersonFile(ctx, tenant, sid, {
      ...{ kind: 'earlier_screening', fileName: 'twice.pdf' },
      content: Readable.from([Buffer.from(pdf('twice'))]),
    });
  await Promise.all([add(), add()]);
  const [file, ...more] = (await listPersonFiles(ctx, tenant, sid)).filter(({ fileName }) => fileName === 'twice.pdf');
  assert.deepEqual(more, []);
  await removePersonFile(ctx, tenant, sid, file!.id);
});

test('a file of somebody whose data may only be kept is neither opened nor deleted', async () => {
  const check = await portal.placeCheck('live', { first_name: 'Restricted' }, ['identity']);
  const id = check.applicantId;
  const content = Readable.from([Buffer.from(pdf('kept'))]);
  await addPersonFile(ctx, tenant, id, { kind: 'earlier_screening', fileName: 'kept.pdf', content });
  const [file] = await listPersonFiles(ctx, tenant, id);
  await askRestriction(ctx, tenant, check.id, { ground: 'accuracy', words: 'It is not me.' });
  const [asked] = await listRestrictionsOf(ctx, check, (await readCheckAndKey(ctx, tenant, check.id)).key);
  await decideRestriction(ctx, tenant, check.id, { id: asked!.id, isAccepted: true, answer: '' });
  await assert.rejects(removePersonFile(ctx, tenant, id, file!.id), /state_does_not_allow/);
  await assert.rejects(openPersonFile(ctx, tenant, id, file!.id), /state_does_not_allow/);
  assert.deepEqual(await referencedPersonFiles(ctx, [file!.id]), [file!.id]);
});

test('the evidence has the files and the confirmation of people without an order, and goes when one of them is removed', async () => {
  const evidence = '/portal/people/evidence';
  assert.equal(
    (await client.submit(list, evidence, { person: sue, which: 'chosen' })).headers.location,
    `${evidence}?done=begun`,
  );
  const { id } = (await ctx.db.row<{ id: string }>(sql`select id from account_exports where finished_at is null`))!;
  await makeExportPart(ctx, { accountId, id });
  const [, file] = /href="([^"]+\/file)">Download the evidence/.exec((await client.get(evidence)).body)!;
  const [fileId, exportId] = file!.split('/').reverse().slice(1);
  const { actor } = (await ctx.db.row<{ actor: string }>(sql`select begun_by as actor from account_exports limit 1`))!;
  const reader = { ...tenant, actor: actor as 'system', permissions: roles.client.standard };
  const entries = await openZip(
    new Blob([await buffer((await openExportPart(ctx, reader, exportId, fileId)).content)]),
  );
  const found = entries.find(({ path }) => path.endsWith('tupe.pdf'))!;
  assert.match(found.path, /^Supply, Sue [\w-]{8}\/files\/1-tupe\.pdf$/);
  assert.equal(await text(found.read()), pdf('earlier'));
  assert.match(await text(entries.find(({ path }) => path === 'record.csv')!.read()), /"Swift Supply"/);
  const page = `${staff}/${sue}`;
  assert.equal((await client.submit(page, `${page}/remove`, {})).status, 303);
  assert.equal((await client.get(file!)).status, 404);
  assert.deepEqual(await ctx.db.rows(sql`select from person_files where applicant_id = ${sue}`), []);
});

test('who is ordered for keeps the confirmation and the files, and an erasure takes them', async () => {
  const found = namedType('identity');
  const what = { what: 'reports', types: 'type' in found ? String(found.type.id) : '' };
  const bulk = '/portal/orders/new/bulk';
  const first = await client.get(`${bulk}?staff=${sam}`);
  const { rows } = hiddenFields(first.body, bulk);
  const next = await client.post(bulk, { ...hiddenFields(first.body, bulk), ...what, do: 'continue' });
  const pasted = rows!.replace('1990-02-01\t', '1990-02-01\tsam@client.test');
  const sent = { ...hiddenFields(next.body, bulk), ...what, rows: pasted, do: 'upload' };
  const order = String((await client.post(bulk, sent)).headers.location);
  await client.post(order, hiddenFields((await client.get(order)).body, order));
  await placeBulkOrderJob(ctx)({ ...tenant, id: order.split('/').at(-1)! });
  const placed = await ctx.db.row<{ applicant_id: string; check_id: string }>(sql`
    select c.applicant_id, c.id as check_id from checks c join bulk_order_rows b on b.check_id = c.id where b.stated_id = ${sam}`);
  const { applicant_id: id, check_id: checkId } = placed!;
  assert.equal((await readConfirmations(ctx, tenant, [id])).get(id)?.agency, 'Swift Supply');
  const page = (await client.get(`/portal/people/${id}`)).body;
  const [, href] = /href="(\/portal\/people\/[\w-]+\/files\/[\w-]+)">letter\.pdf/.exec(page)!;
  assert.equal((await client.get(href!)).body, letter);
  const fileId = href!.split('/').at(-1)!;
  assert.deepEqual(await referencedPersonFiles(ctx, [fileId]), [fileId]);
  await ctx.db.run(sql`update checks set status = 'withdrawn' where id = ${checkId}`);
  await erasePerson(ctx, tenant, id, 'client_asked');
  assert.deepEqual(await ctx.db.rows(sql`select from agency_confirmations where applicant_id = ${id}`), []);
  assert.deepEqual(await referencedPersonFiles(ctx, [fileId]), [], 'the sweep removes the file');
});
