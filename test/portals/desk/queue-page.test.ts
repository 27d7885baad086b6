// The work queue: its address, texts and order.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { createAccount } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { claimReport } from '../../../src/features/cases/claim-actions.ts';
import { openReport, screenReport } from '../../../src/features/cases/screening-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { readQueueForFile } from '../../../src/features/lists/queue-file-actions.ts';
import { answerQuery, sendQuery } from '../../../src/features/queries/query-actions.ts';
import { reportTypeById } from '../../../src/features/report-types/report-type-rules.ts';
import { beginWait, endWait } from '../../../src/features/reports/wait-actions.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { addDays, dateOf } from '../../../src/lib/dates.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { plainQueue, readQueueQuery } from '../../../src/portals/desk/queue/queue-address.ts';
import { dueWords } from '../../../src/portals/shared/due-words.ts';
import { cookieNames } from '../../../src/portals/shared/portal-cookies.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import {
  clientEmail,
  hiddenFields,
  password,
  signedInVisitor,
  startPortal,
  type Visitor,
} from '../portal-under-test.ts';
import { anyway } from './confirm-anyway.ts';

const portal = await startPortal();
const screener = { userId: portal.deskUserId, accounts: [portal.accountId], permissions: roles.desk.administrator };

const orders = (html: string) => [...html.matchAll(/<span class="app-code">(VF\d+)<\/span>/g)].map((match) => match[1]);

async function waitSince(reportId: string, text: string): Promise<void> {
  await portal.ctx.db.run(sql`update reports set requested_at = ${text}::timestamptz where id = ${reportId}`);
}

test('the queue shows the longest waiting report first, and paused reports last', async () => {
  const checks = [];
  for (const since of ['2026-01-03', '2026-01-01', '2026-01-02']) {
    const check = await portal.placeCheck('live', {}, ['identity']);
    await waitSince(check.reports[0]!.id, since);
    checks.push(check);
  }
  const [youngest, oldest, middle] = checks.map((check) => `VF${check.orderId}`);
  const person = await signedInVisitor(portal);
  assert.deepEqual(orders((await person.get('/desk')).body), [oldest, middle, youngest]);
  await screenReport(portal.ctx, screener, checks[1]!.reports[0]!.id, { move: 'pause' });
  assert.deepEqual(orders((await person.get('/desk')).body), [middle, youngest, oldest]);
  assert.deepEqual(orders((await person.get('/desk?status=paused')).body), [oldest]);
  assert.deepEqual(orders((await person.get(`/desk/search?order=${youngest!.toLowerCase()}`)).body), [youngest]);
  assert.match((await person.get('/desk/search?order=nonsense')).body, /No order has this number/);
  const next = await person.submit('/desk', '/desk/next', {});
  assert.equal(next.headers.location, `/desk/reports/${checks[2]!.reports[0]!.id}`);
  assert.deepEqual(orders((await person.get('/desk?view=mine')).body), [middle]);
});

test('from Mine the next report is one of their own, and from a report the one after it', async () => {
  const checks = [await portal.placeCheck('live', {}, ['identity']), await portal.placeCheck('live', {}, ['identity'])];
  const person = await signedInVisitor(portal);
  const [first, second] = checks.map(({ reports }) => `/desk/reports/${reports[0]!.id}`) as [string, string];
  for (const report of [first, second]) await person.submit(report, `${report}/assignee`, { move: 'claim' });
  const next = async (from: string) => {
    const { body } = await person.get(from);
    assert.match(body, /Open the next of mine/);
    return (await person.submit(from, '/desk/next?view=mine', hiddenFields(body, '/desk/next?view=mine'))).headers
      .location;
  };
  const list = (await person.get('/desk?view=mine')).body;
  const mine = [...new Set(list.match(/\/desk\/reports\/[\da-f-]{36}/g))];
  assert.ok([first, second].every((report) => mine.includes(report)));
  assert.equal(await next('/desk?view=mine'), mine[0]);
  assert.equal(await next(mine[0]!), mine[1]);
  for (const report of [first, second]) await person.submit(report, `${report}/assignee`, { move: 'release' });
});

test('the next report is taken from the queue as it is filtered, whose filters stay while a report is worked on', async () => {
  const [other, credit] = [
    await portal.placeCheck('live', {}, ['identity']),
    await portal.placeCheck('live', {}, ['credit']),
  ];
  const person = await signedInVisitor(portal);
  const type = credit.reports[0]!.reportTypeId;
  const filtered = `/desk?type=${type}`;
  const taken = await person.submit(filtered, `/desk/next?type=${type}`, {});
  const report = `/desk/reports/${credit.reports[0]!.id}`;
  assert.equal(taken.headers.location, report);
  const again = await person.submit(filtered, `/desk/next?type=${type}`, {});
  assert.equal(again.headers.location, `${report}?done=own_next`);
  assert.match((await person.get(`${report}?done=own_next`)).body, /You already work on this report\. Nothing else/);
  const { body } = await person.get(report);
  assert.match(body, new RegExp(`href="/desk\\?type=${type}"[^>]*>\\s*Work queue`));
  assert.ok(body.includes(`action="/desk/next?type=${type}"`));
  await person.get('/desk');
  assert.match((await person.get(report)).body, /href="\/desk"[^>]*>\s*Work queue/);
  await person.get('/desk?environment=test&view=mine');
  assert.match((await person.get(report)).body, /href="\/desk"[^>]*>\s*Work queue/, 'not that of other data');
  await person.get(filtered);
  assert.ok(person.cookies.has(cookieNames.queue));
  await person.submit('/desk', '/sign-out', {});
  assert.ok(!person.cookies.has(cookieNames.queue), 'the next person at this browser begins with the whole queue');
  for (const { reports } of [other, credit])
    await screenReport(portal.ctx, screener, reports[0]!.id, { move: 'cancel' });
});

test('the queue is a file, narrowed as its page is, with what a client asks about each report; the look is recorded', async () => {
  const check = await portal.placeCheck('live', {}, ['identity']);
  const { id } = check.reports[0]!;
  await waitSince(id, '2026-01-05');
  await portal.ctx.db.run(sql`update reports set due_on = '2026-01-06', priority = 1 where id = ${id}`);
  await beginWait(portal.ctx, portal.caller('live'), { reportId: id, waitingFor: 'client', causeId: randomUUID() });
  const person = await signedInVisitor(portal);
  const { body } = await person.get('/desk?waiting=client');
  const href = /href="([^"]+)"[^>]*>Download these reports/.exec(body)![1]!.replaceAll('&amp;', '&');
  const lines = (await person.get(href)).body.trim().split('\r\n');
  assert.match(
    lines[0]!,
    /order,account,subsidiary,candidate,date_of_birth,job,.*,waiting_for,waiting_since,.*,assigned_to,earlier_number$/,
  );
  assert.equal(lines.length, 2, lines.join('\n'));
  assert.match(lines[1]!, new RegExp(`^"VF${check.orderId}","Acme Care",,"Alex Sample","1990-03-04","Driver"`));
  assert.match(
    lines[1]!,
    /"Waiting: client","client","\d{4}-\d\d-\d\d","2026-01-05","2026-01-06","2026-01-06",,,"yes",/,
  );
  await portal.ctx.batches.write();
  const [look] = await portal.ctx.db.rows<{ detail: { filter: Record<string, unknown>; ids: string[] } }>(sql`
    select detail from events where type = 'account.checks_listed' and (detail->'filter'->>'file')::boolean`);
  assert.deepEqual(look!.detail.ids, [check.id]);
});

test('test data have a list of their own', async () => {
  const check = await portal.placeCheck('test', {}, ['identity']);
  const person = await signedInVisitor(portal);
  assert.ok(!orders((await person.get('/desk')).body).includes(`VF${check.orderId}`));
  assert.deepEqual(orders((await person.get('/desk?environment=test')).body), [`VF${check.orderId}`]);
  const hasSwitch = async (path: string) => (await person.get(path)).body.includes('aria-label="Live or test data"');
  assert.deepEqual([await hasSwitch('/desk'), await hasSwitch('/inbox')], [true, false], 'an inbox shows both');
});

test('the queue names the candidates, and the register says who saw which list', async () => {
  const check = await portal.placeCheck('live', { last_name: 'Canarybird' }, ['identity']);
  assert.match((await (await signedInVisitor(portal)).get('/desk')).body, /Alex Canarybird/);
  await portal.ctx.batches.write();
  const [seen] = await portal.ctx.db.rows<{ actor: string; detail: { filter: unknown; ids: string[] } }>(sql`
    select actor, detail from events where type = 'account.checks_listed' order by occurred_at desc, id desc limit 1`);
  assert.equal(seen?.actor, `user:${portal.deskUserId}`);
  assert.ok(seen.detail.ids.includes(check.id));
  assert.deepEqual(seen.detail.filter, { list: 'queue', view: 'all', sort: 'due', page: 1 });
  const register = (await (await signedInVisitor(portal)).get(`/desk/register?order=VF${check.orderId}`)).body;
  assert.match(register, new RegExp(`It stands here because order VF${check.orderId} was in it`));
  assert.match(register, /List of checks <span class="app-table__aside">one of \d+</);
});

test('the address of a search contains no name, and opens only for the person who searched', async () => {
  const facts = { first_name: 'Ada', last_name: 'Soughtafter', email: 'ada@sought.test' };
  const check = await portal.placeCheck('live', facts, ['identity']);
  const person = await signedInVisitor(portal);
  const searched = async (find: string) =>
    String((await person.submit('/desk', '/desk/search', { find })).headers.location);
  for (const text of ['ada sought', 'ADA@sought.test']) {
    const address = await searched(text);
    assert.match(address, /^\/desk\/search\?find=[\w-]+$/);
    const { body } = await person.get(address);
    assert.deepEqual(orders(body), [`VF${check.orderId}`], text);
    assert.match(body, new RegExp(`value="${text}"`));
    for (const other of [address.replace(/.$/, ''), `${address}A`]) {
      assert.doesNotMatch((await person.get(other)).body, /found for/, other);
    }
    assert.doesNotMatch((await (await signedInVisitor(portal)).get(address)).body, /sought/i);
  }
  assert.equal(await searched(`vf${check.orderId}`), `/desk/orders/${check.id}`);
  assert.equal(await searched(' '), '/desk');
  assert.match((await person.get(await searched('nobody'))).body, /No order is found/);
  const names = await person.get('/desk/search?order=soughtafter');
  assert.match(names.body, /No order has this number/, 'a name that stands in an address finds nothing');
});

/** Sends with the person's own token, so that only their permission decides. */
async function assertCannotConfirm(person: Visitor, from: string, check: Check): Promise<void> {
  const { body } = await person.get(from);
  const path = `/desk/reports/${check.reports[0]!.id}/identity`;
  assert.equal((await person.post(path, hiddenFields(body, '/sign-out'))).status, 404);
  assert.equal((await readCheck(portal.ctx, portal.caller('live'), check.id)).identityConfirmedAt, null);
}

test('a screener of another account sees neither the report nor its mail, and cannot confirm the identity', async () => {
  const check = await portal.placeCheck('live', {}, ['criminal_history:basic']);
  const { id } = await createAccount(portal.ctx, 'system', { name: 'Other Ltd' });
  await createDeskUser(portal.ctx, 'system', {
    name: 'Other Screener',
    email: 'other@probity.test',
    role: 'screener',
    accounts: [id],
  });
  await createSignIn(portal.ctx, 'system', { email: 'other@probity.test', password });
  const person = await signedInVisitor(portal, 'other@probity.test');
  assert.match((await person.get('/desk')).body, /Nothing is waiting/);
  const path = `/desk/reports/${check.reports[0]!.id}`;
  for (const hidden of [
    path,
    `${path}/close?move=withdraw`,
    '/desk/reports/none',
    `/inbox/${portal.accountId}/live/${check.id}`,
  ]) {
    assert.equal((await person.get(hidden)).status, 404, hidden);
  }
  await assertCannotConfirm(person, '/desk', check);
  assert.equal((await person.submit('/desk', '/sign-out', {})).status, 303);
});

test('the inbox shows the requested account, also in capital letters, and never another instead', async () => {
  const ctx = { ...portal.ctx, newId: randomUUID };
  const { id: accountId } = await createAccount(ctx, 'system', { name: 'Zeta Ltd' });
  await placeWaiting(ctx, { ...portal.caller('test'), accountId });
  const accounts = [portal.accountId, accountId];
  await createDeskUser(portal.ctx, 'system', {
    name: 'Both Screener',
    email: 'both@probity.test',
    role: 'screener',
    accounts,
  });
  await createSignIn(portal.ctx, 'system', { email: 'both@probity.test', password });
  const person = await signedInVisitor(portal, 'both@probity.test');
  const ownMail = new RegExp(`/inbox/${accountId}/test/([^"]+)`);
  assert.doesNotMatch((await person.get('/inbox')).body, ownMail, 'without one, it is the first');
  for (const given of [accountId, accountId.toUpperCase()]) {
    const id = ownMail.exec((await person.get(`/inbox?account=${given}`)).body)?.[1] ?? '';
    for (const ofMail of [id, id.toUpperCase()]) {
      assert.equal((await person.get(`/inbox/${given}/test/${ofMail}`)).status, 200, `${given} ${ofMail}`);
    }
  }
  for (const unknown of [randomUUID(), 'nobody', `${accountId}&account=nobody`]) {
    assert.equal((await person.get(`/inbox?account=${unknown}`)).status, 404, unknown);
  }
  const register = await ctx.db.rows(sql`
    select distinct account_id as "accountId" from events where type = 'email.read'`);
  assert.deepEqual(register, [{ accountId }]);
});

test('a client user has no desk', async () => {
  const check = await portal.placeCheck('live', {}, ['criminal_history:basic']);
  const person = await signedInVisitor(portal, clientEmail);
  for (const path of ['/desk', '/desk/rows', '/desk/search', '/desk/views', `/desk/reports/${check.reports[0]!.id}`]) {
    assert.equal((await person.get(path)).status, 404, path);
  }
  await assertCannotConfirm(person, '/portal', check);
});

test('an old bookmark opens even if its parameters are no longer valid', () => {
  const plain = plainQueue('live');
  assert.deepEqual(readQueueQuery({}), plain);
  const gone = { status: 'gone', environment: 'x', page: '-1', type: '0', sort: ['a', 'b'], view: 'x', waiting: 'x' };
  assert.deepEqual(readQueueQuery({ ...gone, account: 'x', assignee: 'x', country: 'x', priority: 'x' }), plain);
  const [accountId, assigneeId] = [randomUUID(), randomUUID()];
  const given = { page: '2', environment: 'test', status: 'paused', type: '2', sort: 'waiting', view: 'overdue' };
  const times = { priority: 'urgent', due: 'soon', idle: '5' };
  assert.deepEqual(
    readQueueQuery({ ...given, ...times, account: accountId, assignee: assigneeId, country: 'FRA', waiting: 'client' }),
    {
      ...{
        environment: 'test',
        view: 'overdue',
        reportTypeIds: [2],
        accountIds: [accountId],
        assigneeId,
        country: 'FRA',
      },
      ...{ teamId: undefined, area: undefined, nation: undefined, previousId: undefined },
      ...{ dueOn: undefined, arrived: undefined, since: undefined },
      ...{ status: 'paused', waiting: 'client', isUrgent: true, due: 'soon', idle: 5, sort: 'waiting', page: 2 },
    },
  );
});

test('near due dates are said by their distance', () => {
  const words = ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-07', '2026-03-11'].map((due) =>
    dueWords(due, '2026-03-04', bankHolidays),
  );
  assert.deepEqual(words, ['1 working day overdue', 'Today', 'Tomorrow', 'In 3 days', '11 March 2026']);
});

test('overdue counts working days, without weekends and the bank holidays of England and Wales', () => {
  const words = [
    ...[['2026-12-08', '2026-12-12'] as const, ['2026-12-11', '2026-12-12'] as const],
    ...[['2026-12-11', '2026-12-14'] as const, ['2026-12-24', '2026-12-29'] as const],
  ].map(([due, today]) => dueWords(due, today, bankHolidays));
  assert.deepEqual(words, [
    '3 working days overdue',
    'Overdue since Friday',
    '1 working day overdue',
    '1 working day overdue',
  ]);
});

test('a filter narrows every view and its count', async () => {
  const check = await portal.placeCheck('test', {}, ['identity', 'criminal_history:basic']);
  const person = await signedInVisitor(portal);
  const shown = async (query: string) => {
    const { body } = await person.get(`/desk?environment=test&${query}`);
    return {
      labels: [...body.matchAll(/ id="open-[^>]+>([^<]+)</g)].map(([, label]) => label),
      body,
    };
  };
  const type = check.reports[1]!.reportTypeId;
  const basic = await shown(`type=${type}`);
  assert.deepEqual(basic.labels, [reportTypeById(type)!.label]);
  assert.match(basic.body, /All <span class="app-count">1<\/span>/);
  assert.deepEqual((await shown(`type=${type}&country=FRA`)).labels, []);
  assert.deepEqual((await shown(`type=${type}&account=${randomUUID()}`)).labels, []);
  const wait = { reportId: check.reports[1]!.id, causeId: randomUUID() };
  await beginWait(portal.ctx, portal.caller('test'), { ...wait, waitingFor: 'client' });
  assert.deepEqual((await shown('waiting=client')).labels, basic.labels);
  assert.match((await shown('waiting=client')).body, /Waiting: client/);
  await endWait(portal.ctx, portal.caller('test'), wait);
  assert.deepEqual((await shown('waiting=client')).labels, []);
});

test('a screener claims and releases a report; who comes second is told', async () => {
  const check = await portal.placeCheck('live', {}, ['identity']);
  const reportId = check.reports[0]!.id;
  const person = await signedInVisitor(portal);
  const claim = (fields: Record<string, string>) => person.submit('/desk', '/desk/claims', fields);
  assert.equal((await claim({ claim: reportId })).headers.location, `/desk#open-${reportId}`);
  assert.match((await person.get('/desk?view=mine')).body, new RegExp(`name="release" value="${reportId}"`));
  await claim({ release: reportId });
  assert.match((await person.get('/desk')).body, new RegExp(`name="claim" value="${reportId}"`));
  const otherId = await createDeskUser(portal.ctx, 'system', {
    ...{ name: 'Quick Screener', email: 'quick@probity.test', role: 'screener', accounts: [portal.accountId] },
  });
  await claimReport(portal.ctx, { ...screener, userId: otherId, permissions: roles.desk.screener }, reportId);
  const late = String((await claim({ claim: reportId })).headers.location);
  assert.match((await person.get(late)).body, /Somebody else has claimed this report[\s\S]*Quick Screener/);
});

test('who first saves a draft claims the report, and a colleague who decides it confirms that', async () => {
  const check = await portal.placeCheck('live', {}, ['identity']);
  const path = `/desk/reports/${check.reports[0]!.id}`;
  const email = 'drafting@desk.test';
  const draftingId = await createDeskUser(portal.ctx, 'system', {
    ...{ name: 'Drafting Screener', email, role: 'screener', accounts: [portal.accountId] },
  });
  await createSignIn(portal.ctx, 'system', { email, password });
  const drafting = await signedInVisitor(portal, email);
  await drafting.submit(path, path, { notes: 'Half a sentence', move: 'keep' });
  const person = await signedInVisitor(portal);
  assert.match((await person.get(path)).body, /Assigned to Drafting Screener/);
  const decide = (fields: Record<string, string>) =>
    person.submit(path, path, { notes: 'Mine', verdict: 'consider', ...anyway, move: 'complete', ...fields });
  const refused = await decide({});
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Confirm that you decide the report, which is claimed by Drafting Screener[\s\S]*>Mine</);
  assert.equal((await decide({ claimed_by: draftingId })).status, 303);
  assert.equal((await readCheck(portal.ctx, portal.caller('live'), check.id)).reports[0]!.result, 'consider');
});

test('a reviewer assigns several reports at once, without JavaScript', async () => {
  const check = await portal.placeCheck('live', {}, ['identity', 'criminal_history:basic']);
  const person = await signedInVisitor(portal);
  const { body } = await person.get('/desk');
  const form = new URLSearchParams({ ...hiddenFields(body, '/desk/assignments'), assignee: portal.deskUserId });
  const [first, second] = check.reports.map(({ id }) => id);
  const answer = await person.submit('/desk', '/desk/assignments', { ...Object.fromEntries(form), reports: first! });
  assert.equal(answer.headers.location, '/desk?assigned=1&of=1');
  assert.match((await person.get('/desk?assigned=1&of=1')).body, /1 report is assigned\.\s/);
  assert.match(
    (await person.get('/desk?assigned=1&of=3')).body,
    /1 report is assigned\. The others were theirs already/,
  );
  await person.submit('/desk', '/desk/assignments', { assignee: '', reports: first! });
  assert.match((await person.get('/desk')).body, new RegExp(`name="claim" value="${first}"`));
  assert.match((await person.get('/desk')).body, new RegExp(`name="claim" value="${second}"`));
  assert.equal((await person.submit('/desk', '/desk/assignments', {})).headers.location, '/desk?done=unselected');
});

test('the work of a colleague is found by their name, and handed over at once, without JavaScript', async () => {
  const [absent, stand] = await Promise.all(
    ['absent', 'stand-in'].map((name) =>
      createDeskUser(portal.ctx, 'system', {
        ...{ name, email: `${name}@desk.test`, role: 'screener', accounts: [portal.accountId] },
      }),
    ),
  );
  const check = await portal.placeCheck('live', {}, ['identity', 'criminal_history:basic', 'credit']);
  const others = check.reports.slice(0, 2).map(({ id }) => id);
  for (const id of others) await claimReport(portal.ctx, { ...screener, userId: absent! }, id);
  const person = await signedInVisitor(portal);
  const theirs = `/desk?assignee=${absent}`;
  assert.match((await person.get('/desk/team')).body, new RegExp(`href="/desk\\?assignee=${absent}">absent<`));
  const { body } = await person.get(theirs);
  assert.match(body, /Filter and sort \(1 on\)[\s\S]*selected>absent</);
  assert.match(body, /All <span class="app-count">2</);
  const to = `/desk/assignments?assignee=${absent}`;
  const answer = await person.submit(theirs, to, { which: 'all', assignee: stand! });
  assert.equal(answer.headers.location, `${theirs}&assigned=2&of=2`);
  assert.match((await person.get(theirs)).body, /No report is in this view/);
  assert.match((await person.get(`/desk?assignee=${stand}`)).body, /All <span class="app-count">2</);
  await person.submit(theirs, `/desk/views?assignee=${absent}`, { name: 'Absent' });
  assert.match((await person.get('/desk')).body, new RegExp(`href="/desk\\?assignee=${absent}">Absent<`));
});

test('a view is saved under a name, replaced, renamed and removed, and is nobody else’s', async () => {
  const person = await signedInVisitor(portal);
  const view = '/desk?view=overdue&sort=waiting';
  const save = async (from: string, name: string) =>
    (await person.submit(from, from.replace('/desk', '/desk/views'), { name })).headers.location;
  // Attributes write & as an entity.
  const saveOf = async (name: string) => {
    const { body } = await person.get(view);
    const fields = hiddenFields(body, '/desk/views?view=overdue&amp;sort=waiting');
    return person.post('/desk/views?view=overdue&sort=waiting', { ...fields, name });
  };
  const refused = await saveOf('Late'.repeat(20));
  assert.equal(refused.status, 422);
  assert.match(refused.body, /<a href="#name">The name must be 60 characters or fewer/);
  assert.match(refused.body, /value="(Late){20}"/);
  assert.equal((await saveOf('Late ones')).headers.location, `${view}&done=saved`);
  assert.match((await person.get('/desk')).body, /href="\/desk\?view=overdue&amp;sort=waiting">Late ones</);
  await save('/desk', 'Late ones');
  assert.match((await person.get('/desk')).body, /href="\/desk" aria-current="true">Late ones</);
  await save('/desk', 'Everything');
  const change = (fields: Record<string, string>) => person.submit('/desk/views', '/desk/views/change', fields);
  const taken = await change({ name: 'Late ones', new_name: 'Everything', change: 'rename' });
  assert.match(taken.body, /You have a view named Everything already/);
  const renamed = await change({ name: 'Late ones', new_name: 'Later ones', change: 'rename' });
  assert.match((await person.get(String(renamed.headers.location))).body, /The view has its new name\./);
  const removed = await change({ name: 'Everything', new_name: 'Everything', change: 'remove' });
  const { body } = await person.get(String(removed.headers.location));
  assert.match(body, /The view is removed\./);
  assert.match(body, /value="Later ones"/);
  assert.doesNotMatch(body, /Everything|value="Late ones"/);
  const other = await signedInVisitor(portal, 'other@probity.test');
  assert.doesNotMatch((await other.get('/desk')).body, /Later ones/);
});

test('a misspelt name finds whoever’s name sounds like it, with the date of birth if one is typed, once nobody has the name', async () => {
  const facts = { first_name: 'Xena', last_name: 'Roberts', dob: '1975-10-18' };
  const check = await portal.placeCheck('live', facts, ['identity']);
  const person = await signedInVisitor(portal);
  const found = async (find: string) =>
    (await person.get(String((await person.submit('/desk', '/desk/search', { find })).headers.location))).body;
  for (const text of ['Zena Robertz', 'robertz 18/10/1975']) {
    const body = await found(text);
    assert.deepEqual(orders(body), [`VF${check.orderId}`], text);
    assert.match(body, /No order is found for “[^”]*”. In these, the candidate’s name sounds like it/);
  }
  assert.match(await found('robertz 19/10/1975'), /<h2[^>]*>No order is found/);
  assert.doesNotMatch(await found('Roberts'), /sounds like/);
});

test('a search finds closed and unsubmitted reports, live and test', async () => {
  const facts = { first_name: 'Omni', last_name: 'Present' };
  const live = await portal.placeCheck('live', facts, ['identity']);
  const sandbox = await portal.placeCheck('test', facts, ['identity']);
  const waiting = await placeWaiting(
    { ...portal.ctx, newId: randomUUID },
    { ...portal.caller('test'), accountId: portal.accountId },
    { facts },
  );
  await screenReport(portal.ctx, screener, live.reports[0]!.id, { move: 'withdraw' });
  const person = await signedInVisitor(portal);
  const to = String((await person.submit('/desk', '/desk/search', { find: 'omni present' })).headers.location);
  const { body } = await person.get(to);
  for (const check of [live, sandbox, waiting.check]) assert.ok(orders(body).includes(`VF${check.orderId}`));
  assert.match(body, /Withdrawn/);
  assert.match(body, /Form not sent/);
});

test('a report whose query was answered is marked until its screener opens it, and is found by that', async () => {
  const check = await portal.placeCheck('live', { last_name: 'Answerbird' }, ['identity', 'credit']);
  const [report] = check.reports;
  await claimReport(portal.ctx, screener, report!.id);
  const caller = { ...portal.caller('live'), permissions: roles.desk.administrator };
  const dueOn = addDays(dateOf(portal.ctx.now()), 10);
  const asked = { addressee: 'client', kind: 'missing_information', text: 'Which site?', dueOn } as const;
  const queryId = await sendQuery(portal.ctx, caller, { checkId: check.id, reportId: report!.id }, asked);
  const person = await signedInVisitor(portal);
  const shown = async (path: string) => {
    const { body } = await person.get(path);
    return [...body.matchAll(/<tr[^>]* data-row=[\s\S]*?<\/tr>/g)]
      .map(([row]) => row.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' '))
      .filter((row) => row.includes(`VF${check.orderId} `));
  };
  assert.equal((await shown('/desk?waiting=answered')).length, 0);
  const answering = { checkId: check.id, queryId, addressee: 'client' } as const;
  await answerQuery(portal.ctx, { ...portal.caller('live'), permissions: ['answer_queries'] }, answering, 'Leeds.');
  const [marked, ...others] = await shown('/desk?waiting=answered');
  assert.match(marked!, / Answered /);
  assert.deepEqual(others, []);
  await openReport(portal.ctx, { ...screener, userId: randomUUID() }, report!.id);
  assert.equal((await shown('/desk?waiting=answered')).length, 1, 'a colleague who reads it leaves the mark');
  await openReport(portal.ctx, screener, report!.id);
  assert.equal((await shown('/desk?waiting=answered')).length, 0);
  assert.ok((await shown('/desk')).every((row) => / Awaiting data to do /.test(row)));
});

test('the list is sent again only if it changed', async () => {
  const check = await portal.placeCheck('live', {}, ['identity']);
  const person = await signedInVisitor(portal);
  const first = await person.get('/desk/rows');
  const etag = String(first.headers.etag);
  assert.equal((await person.get('/desk/rows', { 'if-none-match': etag })).status, 304);
  await claimReport(portal.ctx, screener, check.reports[0]!.id);
  const after = await person.get('/desk/rows', { 'if-none-match': etag });
  assert.equal(after.status, 200);
  assert.match(after.body, new RegExp(`name="release" value="${check.reports[0]!.id}"`));
});

test('the file of the queue names each report once, also if others complete reports while it is sent', async () => {
  const { reports } = await portal.placeCheck('live', {}, ['credit']);
  const { id, reportTypeId } = reports[0]!;
  await portal.superuser.run(sql`
    insert into reports
    select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'position', 100 + n))).*
    from reports r, generate_series(1, 250) n where r.id = ${id}`);
  const filter = { environment: 'live', reportTypeIds: [reportTypeId] } as const;
  const order = { view: 'all', sort: 'due', now: portal.ctx.now() } as const;
  const parts = readQueueForFile(portal.ctx, screener, filter, order, {});
  const before: string[] = [];
  const after: string[] = [];
  for await (const part of parts) {
    const ids = part.map(({ report }) => report.report_id);
    if (before.length === 0) {
      before.push(...ids);
      await portal.superuser.run(sql`update reports set status = 'withdrawn' where id = any (${ids}::uuid[])`);
    } else after.push(...ids);
  }
  assert.equal(before.length, 200);
  assert.ok(after.length >= 51);
  assert.equal(new Set([...before, ...after]).size, before.length + after.length);
});
