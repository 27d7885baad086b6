// The subsidiary of an order in the client's pages and files: shown, and chosen from, by who sees the whole account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { findChargeTotals } from '../../../src/features/lists/charge-queries.ts';
import { resultsJson } from '../../../src/features/results/evidence-bundle-rules.ts';
import { readResults } from '../../../src/features/results/results-actions.ts';
import { documentOf } from '../../../src/features/results/results-document-rules.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;

async function visitorOf(name: string, role: 'administrator' | 'standard' | 'read_only', subsidiaryId: string | null) {
  const email = `${name.toLowerCase()}@acme.test`;
  const { id } = await createUser(ctx, 'system', accountId, { name, email, role, subsidiaryId });
  await createSignIn(ctx, 'system', { email, password });
  return { id, ...(await signedInVisitor(portal, email)) };
}

const admin = await visitorOf('Ann', 'administrator', null);
const plain = (await admin.get('/portal')).body;
const { id: leeds } = await createSubsidiary(ctx, 'system', accountId, { name: 'Leeds', externalId: 'LDS' });
const { id: hull } = await createSubsidiary(ctx, 'system', accountId, { name: 'Hull' });
const site = await visitorOf('Lou', 'standard', leeds);
const reader = await visitorOf('Ray', 'read_only', null);

async function orderOf(first_name: string, subsidiaryId: string | null) {
  const check = await portal.placeCheck('live', { first_name, last_name: 'Site' }, ['identity']);
  await portal.superuser.run(sql`update checks set subsidiary_id = ${subsidiaryId} where id = ${check.id}`);
  return check;
}
const [ofLeeds, ofHull, ofNone] = [
  await orderOf('Linda', leeds),
  await orderOf('Henry', hull),
  await orderOf('Nobby', null),
];
const { check: awaited } = await placeWaiting(ctx, portal.caller('live'));
await portal.superuser.run(sql`update checks set subsidiary_id = ${leeds} where id = ${awaited.id}`);

const names = (html: string) => ['Linda', 'Henry', 'Nobby'].filter((name) => html.includes(`${name} Site`));
const column = (csv: string, name: string) => {
  const [head, ...lines] = csv.trimEnd().split('\r\n');
  const cells = (line: string) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell!);
  const at = head!.split(',').indexOf(name);
  return at < 0 ? undefined : lines.map((line) => cells(line)[at]!.replaceAll('"', '')).toSorted();
};

test('an account without subsidiaries is not asked for one', () => {
  assert.doesNotMatch(plain, /Subsidiary/);
});

test('the list, its file and the page of a check say the subsidiary to who sees the whole account', async () => {
  for (const person of [admin, reader]) {
    const { body } = await person.get('/portal');
    assert.match(body, /<th[^>]*>Subsidiary<\/th>/);
    assert.match(body, /Linda Site[\s\S]{0,300}>Leeds</);
    assert.match(body, /Nobby Site[\s\S]{0,300}>The whole account</);
  }
  assert.deepEqual(column((await admin.get('/portal/file')).body, 'subsidiary'), [
    'Hull',
    'Leeds',
    'Leeds',
    'The whole account',
  ]);
  assert.match((await admin.get(`/portal/checks/${ofHull.id}`)).body, /Subsidiary\s*<\/dt>\s*<dd[^>]*>\s*Hull/);
});

test('the filter finds the orders of one subsidiary, and those of none, in the list and its files', async () => {
  assert.deepEqual(names((await admin.get(`/portal?subsidiary=${leeds}`)).body), ['Linda']);
  assert.deepEqual(names((await admin.get('/portal?subsidiary=none')).body), ['Nobby']);
  assert.deepEqual(column((await admin.get(`/portal/file?subsidiary=${hull}`)).body, 'subsidiary'), ['Hull']);
  assert.equal(names((await admin.get(`/portal?subsidiary=${ctx.newId()}`)).body).length, 3, 'as if none were named');
  const page = (await admin.get(`/portal?subsidiary=${hull}`)).body;
  assert.match(page, new RegExp(`/portal/file\\?subsidiary=${hull}`));
  assert.match(page, /<option value="[^"]+" selected[^>]*>\s*Hull/);
});

test('users of a subsidiary see their own orders as before, whatever the address names', async () => {
  for (const query of ['', `?subsidiary=${hull}`, '?subsidiary=none']) {
    const { body } = await site.get(`/portal${query}`);
    assert.ok(!names(body).includes('Henry') && !names(body).includes('Nobby'));
    assert.doesNotMatch(body, /Subsidiary|Hull/);
  }
  assert.equal(column((await site.get(`/portal/file?subsidiary=${hull}`)).body, 'subsidiary'), undefined);
  for (const path of ['/portal/people', '/portal/forms', '/portal/turnaround']) {
    const { body } = await site.get(`${path}?subsidiary=${hull}`);
    assert.doesNotMatch(body, /Henry|Hull/);
  }
  assert.doesNotMatch((await site.get(`/portal/checks/${ofLeeds.id}`)).body, /Subsidiary\s*<\/dt>/);
});

test('people, forms and the figures are of the chosen subsidiary', async () => {
  const people = (await admin.get(`/portal/people?subsidiary=${hull}`)).body;
  assert.deepEqual(names(people), ['Henry']);
  assert.match(people, new RegExp(`/portal/people\\?show=starts&amp;subsidiary=${hull}`));
  for (const show of ['renewals', 'starts', 'ends'])
    assert.match((await admin.get(`/portal/people?show=${show}&subsidiary=${hull}`)).body, /selected[^>]*>\s*Hull/);
  const rows = (html: string) => [...html.matchAll(/data-row/g)].length;
  assert.equal(rows((await admin.get(`/portal/forms?subsidiary=${leeds}`)).body), 1);
  assert.equal(rows((await admin.get(`/portal/forms?subsidiary=${hull}`)).body), 0);
  assert.match((await admin.get('/portal/forms')).body, /Subsidiary: <\/span>Leeds/);
  const figures = (await admin.get(`/portal/turnaround?subsidiary=${hull}`)).body;
  assert.equal((await admin.get(`/portal/turnaround/file?subsidiary=${hull}`)).status, 200);
  const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  const ordered = (html: string) => /Median time to complete \w+ \d{4} \D*?(\d+)/.exec(textOf(html))?.[1];
  assert.equal(ordered(figures), '1');
  assert.equal(ordered((await admin.get('/portal/turnaround')).body), '4');
});

test('the files of people and the single central record have a column, and only the chosen', async () => {
  const record = (await admin.get('/portal/people/record/file')).body;
  assert.deepEqual(column(record, 'subsidiary'), ['Hull', 'Leeds', 'The whole account']);
  const one = (await admin.get(`/portal/people/record/file?subsidiary=${leeds}`)).body;
  assert.deepEqual(column(one, 'subsidiary'), ['Leeds']);
  assert.match((await admin.get('/portal/people/file')).body, /renewal,permission_ends_on,subsidiary/);
});

test('the results PDF and the evidence bundle name the subsidiary of the order', async () => {
  const tenant = { accountId, environment: 'live' } as const;
  const results = await readResults(ctx, 'system', tenant, ofLeeds.id);
  assert.equal(documentOf(results).subsidiary, 'Leeds');
  const json = resultsJson(results, [], [], () => ({ kind: 'program', name: 'Probity' }) as never);
  assert.equal(json.subsidiary, 'Leeds');
  assert.equal(documentOf(await readResults(ctx, 'system', tenant, ofNone.id)).subsidiary, undefined);
});

test('an administrator of the whole account changes the subsidiary of an order: it is seen there, and the history says so', async () => {
  const path = `/portal/checks/${ofHull.id}/subsidiary`;
  assert.equal((await site.get(`/portal/checks/${ofHull.id}`)).status, 404);
  for (const other of [reader, site]) assert.equal((await other.get(path)).status, 403);
  assert.equal((await admin.submit(path, path, { subsidiary: ctx.newId() })).status, 422);
  const { headers } = await admin.submit(path, path, { subsidiary: leeds });
  assert.equal(headers.location, `/portal/checks/${ofHull.id}?done=subsidiary`);
  const { body } = await admin.get(String(headers.location));
  assert.match(body, /The subsidiary is changed: Leeds/);
  assert.match(body, /Subsidiary changed from Hull to Leeds/);
  assert.match(
    (await site.get(`/portal/checks/${ofHull.id}`)).body,
    /The client changed the subsidiary that the order is for/,
  );
  const person = await ctx.db.row<{ subsidiary_id: string | null }>(
    sql`select subsidiary_id from applicants where id = ${ofHull.applicantId}`,
  );
  assert.equal(person!.subsidiary_id, leeds);
});

test('an administrator of a subsidiary does not change the subsidiary of its orders', async () => {
  const local = await visitorOf('Yara', 'administrator', leeds);
  const path = `/portal/checks/${ofLeeds.id}/subsidiary`;
  assert.equal((await local.get(path)).status, 403);
  assert.doesNotMatch((await local.get(`/portal/checks/${ofLeeds.id}`)).body, /\/subsidiary"/);
});

test('who looks after an order and does not see it any more is replaced on the next page', async () => {
  await portal.superuser.run(sql`
    update checks set ordered_by_user_id = ${site.id}, looked_after_by_user_id = null where id = ${ofLeeds.id}`);
  const path = `/portal/checks/${ofLeeds.id}/subsidiary`;
  const { headers } = await admin.submit(path, path, { subsidiary: hull });
  assert.equal(headers.location, `/portal/owner?orders=${ofLeeds.id}`);
});

test('what is charged follows the order until it is on an invoice of a subsidiary, and then stays', async () => {
  const month = new Date(ctx.now()).toISOString().slice(0, 7);
  const file = (id: string) => findChargeTotals(ctx.db, { ...chargesReader, subsidiaryId: id }, month);
  const orderedOf = async (id: string) => (await file(id)).reduce((sum, { ordered }) => sum + ordered, 0);
  const chargesReader = { accountId, environment: 'live', actor: 'system', permissions: ['read_charges'] } as const;
  const before = { leeds: await orderedOf(leeds), hull: await orderedOf(hull) };
  const path = `/portal/checks/${ofLeeds.id}/subsidiary`;
  await admin.submit(path, path, { subsidiary: leeds });
  assert.deepEqual([await orderedOf(leeds), await orderedOf(hull)], [before.leeds + 1, before.hull - 1]);
  const invoice = ctx.newId();
  await portal.superuser.run(sql`
    insert into invoices (account_id, id, kind, number, month, is_of_account, subsidiary_id, issued_on, due_on, seller, buyer,
      lines, price_pence, fee_pence, vat_pence, issued_by, created_at)
    values (${accountId}, ${invoice}, 'invoice', 1, ${month}, false, ${leeds}, now(), now(), '{}', '{}', '[]', 0, 0, 0,
      'system', now())`);
  await portal.superuser.run(sql`
    update charges l set invoice_id = ${invoice} from reports r
    where r.id = l.report_id and r.check_id = ${ofLeeds.id}`);
  await admin.submit(path, path, { subsidiary: hull });
  assert.deepEqual([await orderedOf(leeds), await orderedOf(hull)], [before.leeds + 1, before.hull - 1]);
});
