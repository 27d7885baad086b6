// Everything of an account as files: in parts, with PDFs, bundles and an index, for the desk and the client's administrators.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import {
  MAKE_EXPORT_PART,
  openExportPart,
  pruneAccountExports,
} from '../../../src/features/account-exports/account-export-actions.ts';
import { accountExportJobs, makeExportPart } from '../../../src/features/account-exports/account-export-jobs.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { disputeCharge } from '../../../src/features/charge-disputes/dispute-actions.ts';
import { readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { filesReferencedBy } from '../../../src/features/housekeeping/housekeeping-jobs.ts';
import { recordReceipt } from '../../../src/features/payments/payment-actions.ts';
import { keepPurchaseOrder } from '../../../src/features/purchase-orders/purchase-order-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { makeResultsDocument } from '../../../src/features/results/results-document-actions.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { openZip } from '../../../src/platform/files/zip-archive.ts';
import { clientEmail, password, signedInVisitor, startPortal, type Visitor } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const live = portal.caller('live');
const email = 'manager@desk.test';
const person = { name: 'Max Manager', email, role: 'account_manager', accounts: [accountId] } as const;
await createDeskUser(ctx, 'system', person);
await createSignIn(ctx, 'system', { email, password });
const manager = await signedInVisitor(portal, email);
const admin = { name: 'Ada Admin', email: 'ada@client.test', role: 'administrator' } as const;
await createUser(ctx, 'system', accountId, admin);
await createSignIn(ctx, 'system', { email: admin.email, password });
const client = await signedInVisitor(portal, admin.email);
const path = `/desk/accounts/${accountId}/export`;

async function complete(lastName: string) {
  const check = await portal.placeCheck('live', { first_name: 'Pat', last_name: lastName }, ['sanctions']);
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await moveReport(ctx, live, { checkId: check.id, reportId: check.reports[0]!.id }, { move: 'complete', outcome });
  return check;
}

/** Makes every part, two orders in each. */
async function makeParts() {
  const { id } = (await ctx.db.row<{ id: string }>(sql`
    select id from account_exports where finished_at is null and account_id = ${accountId}`))!;
  for (let part = 0; part < 5; part += 1) await makeExportPart(ctx, { accountId, id }, 2);
}

const partsIn = (body: string) => [...body.matchAll(/href="([^"]+\/file)">\s*Download (VF\d+ to VF\d+)/g)];

/** What the visitor downloads there. */
async function zipAt(visitor: Visitor, address: string) {
  const answer = await visitor.get(address);
  assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'application/zip']);
  const [fileId, exportId] = address.split('/').reverse().slice(1);
  const { content } = await openExportPart(ctx, live, exportId, fileId);
  return openZip(new Blob([await buffer(content)]));
}

test('the desk exports everything in parts, each with PDFs, evidence bundles and an index, and the client does so too', async () => {
  const [one, two, three] = [await complete('One'), await complete('Two'), await complete('Three')];
  const scope = { ...live, subsidiaryIds: null };
  const agreed = { number: 'PO-1', name: 'Nursing', from: '', until: '', limitPence: 50_000 };
  await keepPurchaseOrder(ctx, { actor: 'system' }, accountId, undefined, agreed);
  await recordReceipt(
    ctx,
    scope,
    {
      ...{ on: ukDateOf(ctx.now()), pence: 1234, method: 'bank_transfer', reference: 'FPI CLIENT', shares: undefined },
    },
    { isOver: true },
  );
  for (const { reports, orderId } of [one, three])
    await disputeCharge(ctx, scope, { aboutId: reports[0]!.id, reason: 'other', words: `Why VF${orderId}?` });
  assert.match((await manager.get(`/desk/accounts/${accountId}`)).body, /Export everything of this account/);
  assert.equal((await manager.submit(path, path, {})).headers.location, `${path}?done=begun`);
  assert.match((await manager.get(path)).body, /Being made/);
  const queued = await ctx.db.rows(sql`select from graphile_worker.jobs where task_identifier = ${MAKE_EXPORT_PART}`);
  assert.equal(queued.length, 1);
  await makeParts();
  const parts = partsIn((await manager.get(path)).body);
  assert.deepEqual(
    parts.map(([, , name]) => name),
    [`VF${one.orderId} to VF${two.orderId}`, `VF${three.orderId} to VF${three.orderId}`],
  );
  const entries = await zipAt(manager, parts[0]![1]!);
  const names = (kind: string, end: string) => [one, two].map(({ orderId }) => `${kind}/VF${orderId}${end}`);
  assert.deepEqual(
    entries.map((entry) => entry.path),
    [
      ...[
        'README.txt',
        ...names('pdf', '.pdf'),
        ...names('evidence', '-evidence.zip'),
        'index.csv',
        'charge-queries.csv',
      ],
      ...['money/invoices.csv', 'money/payments.csv', 'money/purchase-orders.csv'],
    ],
  );
  const textIn = async (path: string) =>
    (await buffer(Readable.from(entries.find((entry) => entry.path === path)!.read()))).toString('utf8');
  const queries = await textIn('charge-queries.csv');
  assert.match(queries, new RegExp(`"VF${one.orderId}",.*"Why VF${one.orderId}\\?"`));
  assert.doesNotMatch(queries, new RegExp(`VF${three.orderId}`), 'that stands in the part with its order');
  assert.match(await textIn('money/payments.csv'), /"12\.34","Bank transfer","FPI CLIENT","","12\.34","",""/);
  assert.match(await textIn('money/purchase-orders.csv'), /"PO-1","Nursing","","","500\.00","0\.00"/);
  const index = await textIn('index.csv');
  assert.match(
    index,
    new RegExp(`"VF${one.orderId}","Pat","One","complete","Green","[\\d-]+","pdf/VF${one.orderId}.pdf","evidence/VF`),
  );

  const own = partsIn((await client.get('/portal/export')).body);
  assert.equal((await (await signedInVisitor(portal, clientEmail)).get('/portal/export')).status, 403);
  assert.equal(own.length, 2, 'the client’s administrators see it');
  const later = await zipAt(client, own[1]![1]!);
  assert.deepEqual(
    later.map(({ path }) => path).filter((one) => !/^(pdf|evidence)/.test(one)),
    ['README.txt', 'index.csv', 'charge-queries.csv'],
  );
  assert.match(await textIn('README.txt'), /money\/ +invoices, payments .* in this part alone/);
  const said = (await buffer(Readable.from(later[0]!.read()))).toString('utf8');
  assert.match(said, /money\/ +not here: .* in the first part/);
  const history = (await manager.get(`/desk/accounts/${accountId}/history`)).body;
  assert.match(history, /Part of an export downloaded[\s\S]*Export of everything begun/);
  const looks = await ctx.db.rows<{ detail: { as: string } }>(sql`
    select detail from events where check_id = ${one.id} and type = 'check.results_read' order by id`);
  assert.deepEqual(
    looks.map(({ detail }) => detail.as),
    ['pdf', 'bundle'],
    'each order of it is a look',
  );
});

test('a part goes when somebody in it is erased, and everything after 30 days', async () => {
  const before = partsIn((await manager.get(path)).body);
  const gone = await portal.placeCheck('live', { first_name: 'Gone', last_name: 'Person' }, ['identity']);
  await closeCheck(ctx, live, gone.id, 'withdraw');
  await manager.submit(path, path, {});
  await makeParts();
  const [newest] = await ctx.db.rows<{ file_id: string; last_order_id: number }>(sql`
    select file_id, last_order_id from account_export_parts order by last_order_id desc limit 1`);
  assert.equal(newest!.last_order_id, gone.orderId);
  await erasePerson(ctx, live, gone.applicantId, 'client_asked');
  assert.deepEqual(await filesReferencedBy.account_export_parts!(ctx)([newest!.file_id]), []);
  const after = partsIn((await manager.get(path)).body);
  assert.ok(
    before.every(([, href]) => after.some(([, other]) => other === href)),
    'other parts stay',
  );
  await pruneAccountExports({ ...ctx, now: () => new Date(Date.now() + 31 * 86_400_000) });
  assert.deepEqual(partsIn((await manager.get(path)).body), []);
  assert.equal((await manager.get(before[0]![1]!)).status, 404);
});

const running = async () =>
  (await ctx.db.row<{ id: string }>(sql`
    select id from account_exports where finished_at is null and account_id = ${accountId} order by id desc`))!.id;

test('a part goes when somebody in it is restricted', async () => {
  const one = await complete('Restricted');
  await manager.submit(path, path, {});
  await makeParts();
  const holding = partsIn((await manager.get(path)).body).filter(([, , name]) => name!.endsWith(`VF${one.orderId}`));
  assert.equal(holding.length, 1);
  await askRestriction(ctx, live, one.id, { ground: 'accuracy', words: 'That is not right' });
  const { check, key } = await readCheckAndKey(ctx, live, one.id);
  const [asked] = await listRestrictionsOf(ctx, check, key);
  await decideRestriction(ctx, live, one.id, { id: asked!.id, isAccepted: true, answer: '' });
  assert.equal((await manager.get(holding[0]![1]!)).status, 404);
});

test('an erasure while an export is made removes the parts with the person, and the rest is made', async () => {
  await pruneAccountExports({ ...ctx, now: () => new Date(Date.now() + 31 * 86_400_000) });
  const gone = await portal.placeCheck('live', { first_name: 'Gone', last_name: 'Again' }, ['identity']);
  await closeCheck(ctx, live, gone.id, 'withdraw');
  await manager.submit(path, path, {});
  const id = await running();
  await makeExportPart(ctx, { accountId, id }, 2);
  const written: string[] = [];
  const write: typeof ctx.files.write = async (name, ...rest) => {
    const stored = await ctx.files.write(name, ...rest);
    // While the part is made in which the person stands.
    if (written.length === 0) await erasePerson(ctx, live, gone.applicantId, 'client_asked');
    written.push(name);
    return stored;
  };
  const during = { ...ctx, files: Object.assign(Object.create(ctx.files), { write }) };
  for (let part = 0; part < 6; part += 1) await makeExportPart(during, { accountId, id }, 2);
  const body = (await manager.get(path)).body;
  assert.match(body, /Ready/);
  const stored = await ctx.db.rows<{ file_id: string }>(sql`
    select file_id from account_export_parts where export_id = ${id}`);
  assert.ok(written.length > stored.length - 1, 'a part was made twice');
  assert.ok(!stored.some(({ file_id }) => file_id === written[0]), 'what holds the person is not kept');
});

test('an export of which a part cannot be made has failed, and is begun again', async () => {
  const two = await complete('Two');
  await makeResultsDocument(ctx, live, two.id);
  const files = await ctx.db.rows<{ file_id: string }>(
    sql`select file_id from results_documents where check_id = ${two.id}`,
  );
  for (const { file_id } of files) await ctx.files.remove(file_id);
  await manager.submit(path, path, {});
  const payload = { accountId, id: await running() };
  const work = accountExportJobs(ctx)[MAKE_EXPORT_PART];
  for (let tries = 1; tries < 5; tries += 1) await assert.rejects(async () => work(payload));
  assert.match((await manager.get(path)).body, /Being made/);
  await work(payload);
  const body = (await manager.get(path)).body;
  assert.match(body, /Failed: a part could not be made[\s\S]*Export again/);
  assert.equal((await manager.submit(path, path, {})).headers.location, `${path}?done=begun`);
});
