// The register of looks: every way to somebody's results leads into it within a second, and each page lists it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { attachFile } from '../../../src/features/attachments/attachment-actions.ts';
import { lookEvents } from '../../../src/features/events/event-types.ts';
import { recordList } from '../../../src/features/events/look-actions.ts';
import type { LookGround } from '../../../src/features/events/look-queries.ts';
import { makeEvidenceBundle } from '../../../src/features/results/evidence-bundle-actions.ts';
import { listLooks } from '../../../src/features/results/look-register-actions.ts';
import { linesOf, type RegisteredLook } from '../../../src/features/results/look-register-rules.ts';
import { makeResultsDocument } from '../../../src/features/results/results-document-actions.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { v2Client } from '../../api/v2/v2-client.ts';
import { advance, makeCheck } from '../../api/v2/v2-samples.ts';
import { password, signedInVisitor } from '../../portals/portal-under-test.ts';
import { eventually } from '../../support/limited-loops.ts';
import { startProbity } from '../../support/probity.ts';

const probity = await startProbity();
const { account, ctx } = probity;
const client = v2Client(probity);
const { accountId } = account;

const check = await makeCheck(client);
await advance(client, check.id, 2);
const caller = { ...account.caller('test'), subsidiaryIds: null };
const fileToken = ctx.newId();
await attachFile(ctx, caller, {
  ...{ orderId: check.order_id, fileToken, fileName: 'letter.txt', description: 'Letter of the university' },
  content: (async function* () {
    yield Buffer.alloc(200, 'letter ');
  })(),
});
await makeResultsDocument(ctx, caller, check.id);
await makeEvidenceBundle(ctx, caller, check.id);

await createUser(ctx, 'system', accountId, { name: 'Chris Client', email: 'c@register.test', role: 'standard' });
await createDeskUser(ctx, 'system', {
  name: 'Sam Screener',
  email: 's@register.test',
  accounts: [accountId],
  role: 'screener',
});
await createDeskUser(ctx, 'system', {
  name: 'Ada Auditor',
  email: 'a@register.test',
  accounts: [accountId],
  role: 'auditor',
});
const signedIn = async (email: string) => {
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor({ url: probity.url, authority: probity.caFile }, email);
};
const chris = await signedIn('c@register.test');
const sam = await signedIn('s@register.test');
const ada = await signedIn('a@register.test');

const reader = { userId: ctx.newId(), accounts: [accountId], permissions: ['read_audit'] } as const;
const registered = () => listLooks(ctx, reader, { environment: 'test', orderId: check.order_id, limit: 500 });

const v2 = check.href.replace(/^\/v2/, '/vft-staging/v2');
const report = `${v2}/reports/${check.reports[0]!.id}`;
const link = new URL(check.download_uri).pathname;
const label = 'Identity';

interface Way {
  readonly path: string;
  readonly by: 'key' | 'client' | 'desk';
  readonly what: string;
}

/** Every way on which results are shown or given out. */
const ways: readonly Way[] = [
  { path: v2, by: 'key', what: 'Results' },
  { path: `${v2}?expand=reports`, by: 'key', what: 'Results' },
  { path: v2.replace(/\/[^/]+$/, ''), by: 'key', what: 'Results' },
  { path: `${v2.replace(/applicants.*checks/, 'checks')}/reports`, by: 'key', what: 'Results' },
  { path: report.replace(/applicants.*checks/, 'checks'), by: 'key', what: `Result of ${label}` },
  { path: `/api/v1/orders/${check.order_id}`, by: 'key', what: 'Results' },
  { path: `/api/v1/orders/${check.order_id}/status`, by: 'key', what: 'Results' },
  { path: '/api/v1/orders', by: 'key', what: 'Results' },
  { path: `/api/v1/attachments?orderId=${check.order_id}`, by: 'key', what: 'Answers and files' },
  {
    path: `/api/v1/attachments/download?fileToken=${fileToken}`,
    by: 'key',
    what: 'A file',
  },
  { path: `${link}.pdf`, by: 'key', what: 'Results as a PDF' },
  { path: `${link}.zip`, by: 'key', what: 'Evidence bundle' },
  { path: '/portal?environment=test', by: 'client', what: 'Results' },
  { path: `/portal/checks/${check.id}`, by: 'client', what: 'Results' },
  { path: `/portal/checks/${check.id}/files/${fileToken}`, by: 'client', what: 'A file' },
  { path: `/portal/checks/${check.id}/bundle/file`, by: 'client', what: 'Evidence bundle' },
  { path: `${link}.pdf`, by: 'client', what: 'Results as a PDF' },
  { path: `/desk/reports/${check.reports[0]!.id}`, by: 'desk', what: `Result of ${label}` },
  {
    path: `/desk/reports/${check.reports[0]!.id}/files/${fileToken}`,
    by: 'desk',
    what: 'A file',
  },
  { path: `/desk/reports/${check.reports[0]!.id}/bundle/file`, by: 'desk', what: 'Evidence bundle' },
  { path: `${link}.pdf`, by: 'desk', what: 'Results as a PDF' },
];

const ask = {
  key: (path: string) => probity.fetch(path, { key: account.keys.test }),
  client: (path: string) => chris.get(path),
  desk: (path: string) => sam.get(path),
};
const grounds: Readonly<Record<Way['by'], RegExp>> = {
  key: /^Program of the client; API key/,
  client: /^Works for the client; signed in$/,
  desk: /^Screens( Identity)?$/,
};

const isNewSince = (before: readonly RegisteredLook[], what: string) => (look: RegisteredLook) =>
  look.what === what && !before.some(({ id }) => id === look.id);

for (const { path, by, what } of ways) {
  test(`the ${by} that reads ${path.replace(/[\w-]{20,}|\d+/g, '…')} is in the register`, async () => {
    const before = await registered();
    assert.equal((await ask[by](path)).status, 200);
    // Looks that the program writes every second.
    await ctx.batches.write();
    const look = (await eventually(registered, (looks) => looks.some(isNewSince(before, what)))).find(
      isNewSince(before, what),
    )!;
    assert.match(look.ground, grounds[by]);
    assert.equal(look.order, `VF${check.order_id}`);
  });
}

test('a look is in the register within about a second', async (t) => {
  const before = await registered();
  await ask.key(report.replace(/applicants.*checks/, 'checks'));
  const answeredAt = performance.now();
  await eventually(registered, (looks) => looks.some(isNewSince(before, `Result of ${label}`)));
  t.diagnostic(`${Math.round(performance.now() - answeredAt)} ms`);
});

test('the client and the auditor see the same looks at one person, screeners and clients alike', async () => {
  const pages = await Promise.all([
    chris.get(`/portal/checks/${check.id}/looks`),
    ada.get(`/desk/register/${check.id}`),
  ]);
  for (const { status, body } of pages) {
    assert.equal(status, 200);
    for (const part of ['Who has seen this', 'Chris Client', 'Sam Screener', 'Evidence bundle', 'Screens Identity']) {
      assert.ok(body.includes(part), part);
    }
  }
  const [ofClient, ofAuditor] = pages.map(({ body }) => body.includes('Letter of the university'));
  assert.deepEqual({ ofClient, ofAuditor }, { ofClient: false, ofAuditor: true });
});

test('who does not screen looks on the ground of their role, and whoever worked on the report screens it', async () => {
  const roles = ['auditor', 'data_protection', 'account_manager', 'reviewer'] as const;
  const page = `/desk/reports/${check.reports[0]!.id}`;
  const ids = new Map<string, string>();
  for (const role of roles) {
    const email = `${role}@register.test`;
    const user = { name: role, email, accounts: [accountId], role };
    ids.set(role, await createDeskUser(ctx, 'system', user));
    assert.equal((await (await signedIn(email)).get(page)).status, 200);
  }
  await ctx.batches.write();
  const groundsOf = async (userId: string, ground?: LookGround) =>
    new Set(
      (await listLooks(ctx, reader, { environment: 'test', userId, ground, limit: 100 }))
        .filter(({ what }) => what.includes(label))
        .map((look) => look.ground),
    );
  const expected = {
    auditor: ['audits', 'Audits'],
    data_protection: ['data_requests', 'Answers requests about data'],
    account_manager: ['manages', 'Manages accounts'],
    reviewer: ['screens', 'Screens Identity'],
  } as const;
  for (const role of roles) {
    const [ground, words] = expected[role];
    assert.deepEqual(await groundsOf(ids.get(role)!), new Set([words]), role);
    assert.deepEqual(await groundsOf(ids.get(role)!, ground), new Set([words]), role);
    const other = ground === 'screens' ? 'audits' : 'screens';
    assert.deepEqual(await groundsOf(ids.get(role)!, other), new Set(), role);
  }
  const auditorId = ids.get('auditor')!;
  await ctx.db.run(sql`update reports set assignee_id = ${auditorId} where id = ${check.reports[0]!.id}`);
  assert.deepEqual(await groundsOf(auditorId), new Set(['Screens Identity']), 'they had it before their role changed');
  assert.deepEqual(await groundsOf(auditorId, 'screens'), new Set(['Screens Identity']));
  await ctx.db.run(sql`update reports set assignee_id = null where id = ${check.reports[0]!.id}`);
});

test('the auditor finds looks by the order number, and a screener has no register', async () => {
  const found = await ada.get(`/desk/register?environment=test&order=vf${check.order_id}`);
  assert.match(found.body, /Chris Client/);
  assert.match((await ada.get('/desk/register?environment=test&order=999999999')).body, /No look is found/);
  assert.match((await ada.get('/desk/register?order=nobody')).body, /Enter an order number/);
  assert.doesNotMatch((await ada.get('/desk/register')).body, /Chris Client/);
  assert.equal((await sam.get('/desk/register')).status, 403);
});

test('an event that the program did not write is in no register', async () => {
  const names = ['Ada Auditor', 'Chris Client'];
  const isRecorded = (looks: readonly RegisteredLook[]) =>
    names.every((name) => looks.some(({ who, what }) => who === name && what === 'Name and status'));
  const before = await eventually(registered, isRecorded);
  await ctx.db.run(sql`
    insert into events (account_id, environment, id, type, resource_type, resource_id, applicant_id, check_id, actor,
      occurred_at, notifies, mac)
    values (${accountId}, 'test', ${ctx.newId()}, 'check.results_read', 'check', ${check.id}, null,
      ${check.id}, 'user:nobody', now(), false, '\\x00')`);
  assert.deepEqual(await registered(), before);
});

test('a screener’s account alone decides what an auditor reads', async () => {
  const other = { ...reader, accounts: [ctx.newId()] };
  assert.deepEqual(await listLooks(ctx, other, { environment: 'test', limit: 10 }), []);
  const ofOrder = { environment: 'test', orderId: check.order_id, limit: 10 } as const;
  assert.deepEqual(await listLooks(ctx, other, ofOrder), []);
  assert.notDeepEqual(await listLooks(ctx, { ...other, accounts: 'all' }, ofOrder), []);
  assert.deepEqual(await listLooks(ctx, reader, { ...ofOrder, environment: 'live' }), []);
});

test('the register filters by who looked, on what ground, at one person or a list, in which account and on which days', async () => {
  const shown = async (query: string) =>
    [
      ...(await ada.get(`/desk/register?environment=test&${query}`)).body.matchAll(
        /title="([^"]+), (Client|Screening company|Program)"/g,
      ),
    ].map(([, who]) => who);
  const only = async (query: string, ...whose: readonly string[]) =>
    assert.deepEqual([...new Set(await shown(query))].sort(), [...whose].sort(), query);
  const filtered = '/desk/register?environment=test&at=person&from=2020-01-01';
  const found = await ada.submit(filtered, '/desk/register/user', {
    email: 'S@register.test',
  });
  const href = String(found.headers.location);
  assert.match(href, /^\/desk\/register\?environment=test&/);
  assert.match(href, /&at=person&from=2020-01-01/, 'the other filters stay');
  const ofSam = await ada.get(href);
  assert.match(ofSam.body, /Only looks of Sam Screener/);
  assert.match(ofSam.body, /What Sam Screener looked at in each account/);
  await only(href.slice(href.indexOf('&') + 1), 'Sam Screener');
  await only('ground=audits&at=person', 'Ada Auditor', 'auditor');
  await only('ground=screens&at=person', 'Sam Screener', 'reviewer');
  await only('ground=client', 'Chris Client');
  assert.ok(!(await shown('ground=key')).includes('Chris Client'));
  const tomorrow = new Date(ctx.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
  assert.deepEqual(await shown(`from=${tomorrow}`), []);
  assert.deepEqual(await shown('until=2020-01-01'), []);
  const today = ukDateOf(ctx.now());
  assert.notDeepEqual(await shown(`from=${today}&until=${today}`), []);
  assert.deepEqual(await shown(`account=${ctx.newId()}`), []);
  assert.notDeepEqual(await shown(`account=${accountId}&ground=screens`), []);
  const nobody = await ada.submit('/desk/register', '/desk/register/user', { email: 'nobody@register.test' });
  assert.match((await ada.get(String(nobody.headers.location))).body, /No user has this email address/);
});

test('a list that is opened in several accounts, and again within a minute, is one line of the register', async () => {
  const { id: otherId } = await createAccount(ctx, 'system', { name: 'Register Bank' });
  const reads = { filter: { list: 'work_queue' }, type: 'account.checks_listed' } as const;
  const userId = ctx.newId();
  const opened = async () => {
    for (const [id, ids] of [
      [accountId, ['a', 'b']],
      [otherId, ['c']],
    ] as const) {
      const who = { accountId: id, environment: 'live', actor: `user:${userId}`, clockOffsetSeconds: 0 } as const;
      recordList(ctx, who, reads.type, { filter: reads.filter, ids });
    }
    await ctx.batches.write();
  };
  await opened();
  await opened();
  const all = { ...reader, accounts: [accountId, otherId] };
  const ofUser = () => listLooks(ctx, all, { environment: 'live', userId, limit: 10 });
  const looks = await eventually(ofUser, (found) => found.reduce((sum, { times }) => sum + times, 0) === 4);
  const [line, ...more] = linesOf(looks.map((look) => ({ ...look, at: looks[0]!.at })));
  assert.deepEqual(more, []);
  assert.equal(line!.accounts.length, 2);
  assert.deepEqual({ times: line!.times, listed: line!.listed }, { times: 2, listed: 3 });
});

test('the file of the register has every look of the filters, and the export is a security event', async () => {
  const file = await ada.get(`/desk/register/file?environment=test&order=VF${check.order_id}&ground=client`);
  assert.match(String(file.headers['content-type']), /^text\/csv/);
  const lines = file.body.trim().split('\r\n').slice(1);
  assert.ok(lines.length > 0 && lines.every((line) => line.includes('"Chris Client"')));
  assert.ok(lines.every((line) => line.includes(`"VF${check.order_id}"`) || line.includes('"List of')));
  const isExport = sql`select count(*) as count from security_events
    where type = 'records.exported' and detail ->> 'route' = '/desk/register/file'`;
  const exported = await ctx.db.row<{ count: number }>(isExport);
  assert.equal(exported!.count, 1);
  assert.equal((await ada.get('/desk/register/file?order=nobody')).status, 303);
  assert.equal((await sam.get('/desk/register/file')).status, 403);
});

test('the index of the register has every kind of look', async () => {
  const row = await ctx.db.row<{ text: string }>(sql`select pg_get_indexdef('events_that_look'::regclass) as text`);
  assert.deepEqual(
    lookEvents.filter((type) => !row!.text.includes(`'${type}'`)),
    [],
  );
});
