// Cases of the earlier system: brought in from a ZIP, found by the client and the desk, copied, exported and erased on time.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { earlierCases } from '../../../src/cli/subjects/earlier-cases.ts';
import { makeExportPart } from '../../../src/features/account-exports/account-export-jobs.ts';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { deleteApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { planClosing } from '../../../src/features/closings/closing-actions.ts';
import { carryOutClosings } from '../../../src/features/closings/closing-jobs.ts';
import { usualPlan } from '../../../src/features/closings/closing-rules.ts';
import { bringInEarlier, judgeBundle } from '../../../src/features/earlier-cases/bring-in-actions.ts';
import { bundleOfZip } from '../../../src/features/earlier-cases/earlier-case-bundle.ts';
import { filesReferencedBy } from '../../../src/features/housekeeping/housekeeping-jobs.ts';
import { eraseDueOf } from '../../../src/features/retention/erasure-jobs.ts';
import { previewErasures } from '../../../src/features/retention/erasure-preview-actions.ts';
import { copyPerson } from '../../../src/features/retention/person-copy-actions.ts';
import { addDays, formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { openZip, zipOf } from '../../../src/platform/files/zip-archive.ts';
import { explainData } from '../../../src/portals/shared/about/about-pages.ts';
import { pdfFile } from '../../support/pdf-file.ts';
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
const tenant = portal.caller('live');
const today = ukDateOf(ctx.now());
const desk = await signedInVisitor(portal);
const client = await signedInVisitor(portal, clientEmail);
const path = `/desk/accounts/${accountId}/earlier-cases`;
const { id: leeds } = await createSubsidiary(ctx, 'system', accountId, { name: 'Leeds' });
const inLeeds = 'leeds@acme.test';
await createUser(ctx, 'system', accountId, {
  name: 'Leeds Client',
  email: inLeeds,
  role: 'standard',
  subsidiaryIds: [leeds],
});
const requesterEmail = 'requester@acme.test';
await createUser(ctx, 'system', accountId, { name: 'Acme Requester', email: requesterEmail, role: 'requester' });
const { id: otherId } = await createAccount(ctx, 'system', { name: 'Other Care', isDemo: true });
await createUser(ctx, 'system', otherId, { name: 'Other Client', email: 'client@other.test', role: 'standard' });
const otherDesk = 'other-desk@probity.test';
await createDeskUser(ctx, 'system', {
  name: 'Other Desk',
  email: otherDesk,
  role: 'administrator',
  accounts: [otherId],
});
const manager = 'manager@probity.test';
await createDeskUser(ctx, 'system', {
  name: 'Mia Manager',
  email: manager,
  role: 'account_manager',
  accounts: [accountId],
});
for (const email of [inLeeds, requesterEmail, 'client@other.test', otherDesk, manager])
  await createSignIn(ctx, 'system', { email, password });

const headings =
  'Earlier number,First name,Surname,DOB,Email,Subsidiary,Job,Reference,Ordered on,Completed on,Result,Reports,PDF';
const done = addDays(today, -100);
const row = (number: string, first: string, more: Readonly<Record<string, string>> = {}) => {
  const cells = {
    ...{
      number,
      first,
      last: 'Earlier',
      dob: '27/03/1985',
      email: '',
      subsidiary: '',
      job: 'Nurse',
      reference: `REF-${number}`,
    },
    ...{
      ordered: addDays(done, -10),
      completed: done,
      result: 'Clear',
      types: 'identity; sanctions',
      file: `${number}.pdf`,
    },
    ...more,
  };
  return Object.values(cells).join(',');
};
const pdf = pdfFile('Report of the earlier system');

async function zip(
  rows: readonly string[],
  files: Readonly<Record<string, string | Buffer>>,
): Promise<Buffer<ArrayBuffer>> {
  async function* entries() {
    const all = { 'cases/cases.csv': [headings, ...rows].join('\n'), ...files };
    for (const [name, content] of Object.entries(all))
      yield {
        path: name,
        content: (async function* () {
          yield Buffer.from(content);
        })(),
      };
  }
  const parts: Uint8Array[] = [];
  for await (const part of zipOf(entries(), new Date())) parts.push(part);
  return Buffer.concat(parts);
}

async function send(by: Visitor, act: 'check' | 'bring', archive: Buffer) {
  const page = (await by.get(path)).body;
  const fields = Object.entries({ ...hiddenFields(page, path), act });
  const parts = fields.map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="cases.zip"\r\ncontent-type: application/zip\r\n\r\n';
  const body = Buffer.concat([Buffer.from(parts.join('') + file), archive, Buffer.from('\r\n--x--\r\n')]);
  return by.send(path, 'multipart/form-data; boundary=x', body);
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ');
const stored = async () =>
  (await ctx.db.rows<{ id: string }>(sql`select applicant_id as id from earlier_cases`)).map(({ id }) => id);
const idOf = async (name: string) =>
  new RegExp(`href="/portal/people/([\\w-]+)">${name}`).exec((await client.get('/portal/people/earlier')).body)?.[1];
async function find(by: Visitor, from: string, text: string) {
  const sent = await by.submit(from, from, { find: text });
  return (await by.get(String(sent.headers.location))).body;
}

test('the spreadsheet to fill in is right as it stands', async () => {
  const template = (await desk.get(`${path}/file`)).body;
  const archive = await zip([], { 'cases/cases.csv': template, 'OLD-10417.pdf': pdf });
  assert.match(textOf((await send(desk, 'check', archive)).body), /1 case can be brought in/);
});

test('every row is judged, with its column and the rule, and nothing is stored', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { eraseAfterDays: 730 });
  const rows = [
    row('A1', 'Robin'),
    row('A1', 'Robin'),
    row('A2', 'Sam', { dob: '31/02/1990', result: 'Fine', types: 'tea leaves' }),
    row('A3', 'Kim', { completed: addDays(done, -20), subsidiary: 'Hull' }),
    row('A4', 'Lee', { file: 'lost.pdf', completed: addDays(today, 1) }),
    row('A5', 'Max'),
    row('A6', 'Old', { ordered: addDays(today, -800), completed: addDays(today, -790) }),
  ];
  const answer = await send(
    desk,
    'bring',
    await zip(rows, {
      'pdf/A1.pdf': pdf,
      'A2.pdf': pdf,
      'A3.pdf': pdf,
      'A5.pdf': 'no PDF '.repeat(200),
      'A6.pdf': pdf,
    }),
  );
  assert.equal(answer.status, 422);
  const text = textOf(answer.body);
  assert.match(text, /6 rows are not right\. Nothing is brought in/);
  for (const words of [
    'Row 3 Earlier number Row 2 has the same',
    'Row 3 PDF Row 2 has the same',
    'Row 4 Date of birth Write a day, such as 27/03/2025',
    'Row 4 Result Write Clear, or Consider',
    'Row 4 Report types “tea leaves” is no report type',
    'Row 5 Completed on Use the day of the order, or a day after it',
    'Row 5 Subsidiary “Hull” is no subsidiary',
    'Row 6 Completed on Use a day that is not in the future',
    'Row 6 PDF There is no file of this name',
    'Row 7 PDF The PDF is no .pdf file: its content is of another kind',
    'Row 8 Completed on The account keeps people for 730 days: this case would be erased at once',
  ])
    assert.ok(text.includes(words), `${words} in ${text.slice(0, 2500)}`);
  assert.deepEqual(await stored(), []);
  assert.match((await send(desk, 'check', Buffer.from('no zip'))).body, /could not be read: choose a ZIP/);
});

test('a number and the name of a file are one however they are written, and no word stands for a result but its own', async () => {
  const [oneWay, anotherWay] = ['Zo\u00e9.pdf', 'cases/./Zoe\u0301.pdf'];
  const rows = [
    row('Old 7', 'Ann', { file: oneWay }),
    row('ＯＬＤ  7', 'Ben', { file: 'B.pdf' }),
    row('8', 'Cat', { result: 'constructor', file: 'C.pdf', ordered: '26/03/1985' }),
  ];
  const files = { [anotherWay]: pdf, './B.pdf': pdf, 'C.pdf': pdf };
  const { cases, wrong, unused } = await judgeBundle(ctx, tenant, await bundleOfZip(await zip(rows, files), 10));
  assert.deepEqual([cases.map(({ earlier }) => earlier.number), unused], [['Old 7'], 0]);
  assert.deepEqual(
    wrong.map(({ problems }) => problems.map(({ text }) => text)),
    [
      ['Row 2 has the same: each case has its own'],
      ['Use a day after the date of birth', 'Write Clear, or Consider with amber or red, such as “Consider, red”'],
    ],
  );
});

test('a check shows what would be brought in and stores nothing; an account manager then brings it in', async () => {
  const rows = [
    row('OLD-10417', 'Robin', { reference: 'EMP-17', result: '"Consider, red"' }),
    row('OLD-10418', 'Lena', { subsidiary: 'leeds' }),
  ];
  const archive = await zip(rows, { 'OLD-10417.pdf': pdf, 'old-10418.PDF': pdf, 'extra.pdf': pdf });
  const by = await signedInVisitor(portal, manager);
  const checked = await send(by, 'check', archive);
  assert.equal(checked.status, 200);
  assert.match(
    textOf(checked.body),
    /2 cases can be brought in Nothing is stored yet.*1 file of the ZIP is named by no row/,
  );
  assert.deepEqual(await stored(), []);
  assert.deepEqual(await ctx.db.rows(sql`select from applicants`), []);
  const brought = await send(by, 'bring', archive);
  assert.equal(brought.headers.location, `${path}?done=brought`);
  assert.equal((await stored()).length, 2);
  const again = await send(by, 'bring', archive);
  assert.match(textOf(again.body), /2 cases with the same number are brought in already: row 2, 3/);
  assert.equal((await stored()).length, 2);
  const kept = JSON.stringify(
    await ctx.db.rows(sql`select to_jsonb(e) as e, to_jsonb(a) as a from earlier_cases e, applicants a`),
  );
  assert.doesNotMatch(kept, /Robin|Nurse|OLD-10417|EMP-17/);
  const said = JSON.stringify(await ctx.db.rows(sql`select type, detail from events`));
  assert.match(said, /earlier_cases_brought_in/);
  assert.doesNotMatch(said, /Robin|10417|EMP-17/);
});

test('the client finds them among its people, by name, number and reference, and opens the PDF, which is recorded', async () => {
  const list = await client.get('/portal/people/earlier');
  assert.match(textOf(list.body), /Earlier system 2 /);
  assert.match(list.body, /Robin Earlier/);
  for (const text of ['robin earl', 'OLD-10417', 'EMP-17', '27/03/1985'])
    for (const from of ['/portal', '/portal/people', '/portal/people/earlier'])
      if (from !== '/portal' || (await client.get(from)).body.includes('id="find"'))
        assert.match(await find(client, from, text), /Robin Earlier/, `${text} on ${from}`);
  const id = (await idOf('Robin'))!;
  const person = await client.get(`/portal/people/${id}`);
  const text = textOf(person.body);
  assert.match(
    text,
    /From the earlier system.*Earlier number OLD-10417 Result Consider.*Job Nurse Reference of the client EMP-17/,
  );
  assert.ok(text.includes(`Completed ${formatLongDate(done)}`));
  const file = await client.get(`/portal/people/${id}/earlier/file`);
  assert.equal(file.headers['content-type'], 'application/pdf');
  assert.equal(file.length, pdf.length);
  await ctx.batches.write();
  const looks = await ctx.db.rows<{ detail: object }>(sql`
    select detail from events where type = 'applicant.earlier_case_read' and applicant_id = ${id} and detail ? 'file'`);
  assert.equal(looks.length, 1);
});

test('who may not read results sees no result and gets no PDF', async () => {
  const requester = await signedInVisitor(portal, requesterEmail);
  const id = (await idOf('Robin'))!;
  const page = (await requester.get(`/portal/people/${id}`)).body;
  assert.match(page, /OLD-10417/);
  assert.doesNotMatch(page, /Consider|earlier\/file/);
  assert.doesNotMatch((await requester.get('/portal/people/earlier')).body, /Consider|Clear</);
  assert.equal((await requester.get(`/portal/people/${id}/earlier/file`)).status, 403);
});

test('another account and another subsidiary see nothing', async () => {
  const [robin, lena] = [(await idOf('Robin'))!, (await idOf('Lena'))!];
  const ofLeeds = await signedInVisitor(portal, inLeeds);
  const list = (await ofLeeds.get('/portal/people/earlier')).body;
  assert.match(list, /Lena Earlier/);
  assert.doesNotMatch(list, /Robin/);
  assert.equal((await ofLeeds.get(`/portal/people/${lena}/earlier/file`)).status, 200);
  const strangers = [ofLeeds, await signedInVisitor(portal, 'client@other.test')];
  for (const stranger of strangers) {
    assert.doesNotMatch(await find(stranger, '/portal/people', 'Robin Earlier'), /Robin Earlier<|OLD-10417</);
    assert.equal((await stranger.get(`/portal/people/${robin}`)).status, 404);
    assert.equal((await stranger.get(`/portal/people/${robin}/earlier/file`)).status, 404);
  }
  const elsewhere = await signedInVisitor(portal, otherDesk);
  for (const address of [
    `/desk/earlier-cases/${robin}`,
    `/desk/earlier-cases/${robin}/file`,
    `/desk/earlier-cases/${robin}/copy/file`,
    path,
  ])
    assert.equal((await elsewhere.get(address)).status, 404, address);
  assert.doesNotMatch(await find(elsewhere, '/desk/search', 'Robin Earlier'), /OLD-10417/);
});

test('the desk finds them by its search and for a data request, opens them, and gives the copy', async () => {
  const id = (await idOf('Robin'))!;
  const found = await find(desk, '/desk/search', 'OLD-10417');
  assert.match(found, new RegExp(`href="/desk/earlier-cases/${id}">Robin Earlier`));
  const asked = await desk.submit('/desk/data-requests/new', '/desk/data-requests/new/find', { find: 'robin earlier' });
  assert.match((await desk.get(String(asked.headers.location))).body, new RegExp(`/desk/earlier-cases/${id}`));
  const page = await desk.get(`/desk/earlier-cases/${id}`);
  assert.match(textOf(page.body), /Acme Care Robin Earlier.*From the earlier system/);
  assert.equal((await desk.get(`/desk/earlier-cases/${id}/file`)).length, pdf.length);
  const { content } = await copyPerson(ctx, tenant, id, explainData(ctx));
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  const entries = await openZip(new Blob([Buffer.concat(parts)]));
  const json = await textIn(entries, 'person.json');
  const { earlier_system: earlier, looks } = JSON.parse(json) as {
    earlier_system: Record<string, unknown>;
    looks: unknown[];
  };
  assert.deepEqual([earlier.earlier_number, earlier.result, earlier.completed_on], ['OLD-10417', 'red', done]);
  assert.ok(looks.length > 0, 'with who looked at them');
  assert.ok(entries.some((one) => one.path === 'earlier-system.pdf'));
});

async function textIn(entries: Awaited<ReturnType<typeof openZip>>, name: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of entries.find((one) => one.path === name)!.read()) parts.push(part);
  return Buffer.concat(parts).toString();
}

test('they are no check: no order, report, charge, figure or notification is of them, and no program deletes them', async () => {
  const [counted] = await portal.superuser.rows(sql`
    select (select count(*) from checks) as checks, (select count(*) from reports) as reports,
      (select count(*) from webhook_deliveries) as notifications, (select count(*) from emails) as mails`);
  assert.deepEqual(counted, { checks: 0, reports: 0, notifications: 0, mails: 0 });
  const id = (await idOf('Robin'))!;
  await assert.rejects(deleteApplicant(ctx, tenant, id), { reason: 'invalid_fields' });
});

test('the export of the account has them, and loses them with their person', async () => {
  const page = `/desk/accounts/${accountId}/export`;
  assert.equal((await desk.submit(page, page, {})).status, 303);
  const [begun] = await ctx.db.rows<{ id: string }>(sql`select id from account_exports`);
  await makeExportPart(ctx, { accountId, id: begun!.id });
  const parts = await ctx.db.rows<{ orders: number }>(sql`select orders from account_export_parts`);
  assert.deepEqual(
    parts.map(({ orders }) => orders),
    [2],
  );
  const href = /href="([^"]*\/export\/[^"]*file)"/.exec((await desk.get(page)).body)?.[1];
  assert.ok(href !== undefined);
  const lena = (await idOf('Lena'))!;
  const erase = `/desk/earlier-cases/${lena}/erase`;
  const unsaid = await desk.submit(`/desk/earlier-cases/${lena}`, erase, {});
  assert.equal(unsaid.status, 422);
  const erased = await desk.submit(`/desk/earlier-cases/${lena}`, erase, { reason: 'candidate_asked' });
  assert.match(String(erased.headers.location), /done=erased/);
  assert.deepEqual(await ctx.db.rows(sql`select from account_export_parts`), []);
  assert.equal((await desk.get(`/desk/earlier-cases/${lena}`)).status, 404);
});

test('the account’s time counts from the day on which each was complete', async () => {
  const id = (await idOf('Robin'))!;
  const [file] = await ctx.db.rows<{ file_id: string }>(
    sql`select file_id from earlier_cases where applicant_id = ${id}`,
  );
  assert.deepEqual(await filesReferencedBy.earlier_cases!(ctx)([file!.file_id]), [file!.file_id]);
  // At noon: just before midnight a day of summer has begun in the UK already.
  const at = (days: number) => ({ ...ctx, now: () => new Date(`${addDays(today, days)}T12:00:00Z`) });
  await eraseDueOf(at(629), [accountId]);
  assert.equal(await idOf('Robin'), id);
  await changeAccountSettings(ctx, 'system', accountId, { legalHold: true });
  await eraseDueOf(at(631), [accountId]);
  assert.equal(await idOf('Robin'), id, 'a legal hold keeps them');
  await changeAccountSettings(ctx, 'system', accountId, { legalHold: false });
  const preview = (days: number) => previewErasures(ctx, 'system', accountId, { eraseAfterDays: days });
  assert.deepEqual([(await preview(99))?.tonight, (await preview(120))?.soon, (await preview(700))?.ever], [1, 1, 1]);
  await eraseDueOf(at(630), [accountId]);
  assert.equal(await idOf('Robin'), undefined);
  assert.deepEqual(await stored(), []);
  assert.deepEqual(await filesReferencedBy.earlier_cases!(ctx)([file!.file_id]), [], 'the sweep removes the file');
});

test('an order and an earlier case may have one number: the desk sees both', async () => {
  const { orderId } = await portal.placeCheck('live', { first_name: 'Nora', last_name: 'Number' }, ['identity']);
  const opened = await desk.submit('/desk/search', '/desk/search', { find: String(orderId) });
  assert.match(String(opened.headers.location), /\/desk\/orders\//);
  const { cases } = await judgeBundle(
    ctx,
    tenant,
    await bundleOfZip(await zip([row(String(orderId), 'Nick')], { [`${orderId}.pdf`]: pdf }), 10),
  );
  await bringInEarlier(ctx, tenant, cases);
  const found = await find(desk, '/desk/search', String(orderId));
  assert.match(found, /Nora Number/);
  assert.match(found, /Nick Earlier/);
});

test('the PDFs stay if the connection is lost after the cases are stored', async () => {
  const { cases } = await judgeBundle(
    ctx,
    tenant,
    await bundleOfZip(await zip([row('L1', 'Lost')], { 'L1.pdf': pdf }), 10),
  );
  const transaction = async (work: Parameters<typeof ctx.db.transaction>[0]) => {
    await ctx.db.transaction(work);
    throw new Error('connection lost');
  };
  const db = Object.create(ctx.db, { transaction: { value: transaction } }) as typeof ctx.db;
  await assert.rejects(bringInEarlier({ ...ctx, db }, tenant, cases), /connection lost/);
  assert.equal((await client.get(`/portal/people/${await idOf('Lost')}/earlier/file`)).length, pdf.length);
});

test('who is erased or gets a copy by an order is pointed to a case of the earlier system that may be theirs, and back', async () => {
  const nick = (await idOf('Nick'))!;
  const facts = { first_name: 'Nick', last_name: 'Earlier', dob: '1985-03-27' };
  const { reports } = await portal.placeCheck('live', facts, ['identity']);
  const report = `/desk/reports/${reports[0]!.id}`;
  const copy = (await desk.get(`${report}/copy`)).body;
  assert.match(copy, new RegExp(`href="/desk/earlier-cases/${nick}">a case of the earlier system`));
  const page = (await desk.get(`/desk/earlier-cases/${nick}`)).body;
  assert.match(textOf(page), /Is this the same person\? Acme Care may have this person more than once/);
  assert.ok(page.includes(`href="${report}"`));
});

test('a PDF in which the virus scanner finds something is refused, and without a verdict nothing is', async () => {
  const bundle = await bundleOfZip(await zip([row('V1', 'Vera')], { 'V1.pdf': pdf }), 10);
  const scanning = (verdict: () => Promise<string | undefined>) => ({
    ...ctx,
    virusScanner: {
      threatIn: async (content: AsyncIterable<Uint8Array>) => {
        const hash = createHash('sha256');
        for await (const part of content) hash.update(part);
        assert.equal(hash.digest('hex'), createHash('sha256').update(pdf).digest('hex'));
        return verdict();
      },
    } as NonNullable<typeof ctx.virusScanner>,
  });
  const { wrong } = await judgeBundle(
    scanning(async () => 'Eicar'),
    tenant,
    bundle,
  );
  assert.match(wrong[0]!.problems[0]!.text, /virus scanner found something harmful/);
  const away = scanning(() => Promise.reject(new Error('away')));
  await assert.rejects(judgeBundle(away, tenant, bundle), { reason: 'service_unavailable' });
});

test('an account that is closed takes none', async () => {
  const { id: closedId } = await createAccount(ctx, 'system', { name: 'Closed Care' });
  await planClosing(ctx, 'system', closedId, usualPlan(today));
  await carryOutClosings(ctx);
  const bundle = await bundleOfZip(await zip([row('G1', 'Gail')], { 'G1.pdf': pdf }), 10);
  const { cases } = await judgeBundle(ctx, tenant, bundle);
  const closed = { ...tenant, accountId: closedId };
  for (const act of [() => judgeBundle(ctx, closed, bundle), () => bringInEarlier(ctx, closed, cases)])
    await assert.rejects(act, { reason: 'state_does_not_allow' });
  assert.doesNotMatch((await desk.get(`/desk/accounts/${closedId}`)).body, /Bring in earlier cases/);
});

test('the command judges a folder first, brings it in when told, and goes on after what is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-earlier-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'cases.csv'), [headings, row('C1', 'Cleo'), row('C2', 'Cyd')].join('\n'));
  writeFileSync(join(folder, 'C1.pdf'), pdf);
  const run = (entry: object) => earlierCases.verbs.import!.run(ctx, accountId, { folder, ...entry });
  assert.deepEqual(await run({}), [{ row: 3, column: 'PDF', problem: 'There is no file of this name' }]);
  await assert.rejects(run({ confirm: true }), { reason: 'invalid_fields' });
  writeFileSync(join(folder, 'C2.pdf'), pdf);
  const all = { cases: 2, alreadyThere: 0, filesWithoutRow: 0, columnsNotRead: [] };
  assert.deepEqual(await run({}), [{ ...all, done: 'can be brought in, with --confirm' }]);
  const before = (await stored()).length;
  assert.deepEqual(await run({ confirm: true }), [{ ...all, done: 'brought in' }]);
  assert.equal((await stored()).length, before + 2);
  assert.deepEqual(await run({ confirm: true }), [{ ...all, cases: 0, alreadyThere: 2, done: 'brought in' }]);
});
