// The work queue: its address, texts and order.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { createAccount } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { screenReport } from '../../../src/features/cases/screening-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { readQueueQuery, waitedText } from '../../../src/portals/desk/queue/queue-page.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import {
  clientEmail,
  hiddenFields,
  password,
  signedInVisitor,
  startPortal,
  type Visitor,
} from '../portal-under-test.ts';

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
  assert.deepEqual(orders((await person.get(`/desk?order=${youngest!.toLowerCase()}`)).body), [youngest]);
  assert.match((await person.get('/desk?order=nonsense')).body, /No open report has this order number/);
  const next = await person.get('/desk/next');
  assert.equal(next.headers.location, `/desk/reports/${checks[2]!.reports[0]!.id}`);
});

test('test data have a list of their own', async () => {
  const check = await portal.placeCheck('test', {}, ['identity']);
  const person = await signedInVisitor(portal);
  assert.ok(!orders((await person.get('/desk')).body).includes(`VF${check.orderId}`));
  assert.deepEqual(orders((await person.get('/desk?environment=test')).body), [`VF${check.orderId}`]);
});

test('the queue contains no names, so that reading it reveals nothing', async () => {
  await portal.placeCheck('live', { last_name: 'Canarybird' }, ['identity']);
  assert.doesNotMatch((await (await signedInVisitor(portal)).get('/desk')).body, /Canarybird|candidate\.test/);
});

test('the address of a search contains no name, and opens only for the person who searched', async () => {
  const facts = { first_name: 'Ada', last_name: 'Soughtafter', email: 'ada@sought.test' };
  const check = await portal.placeCheck('live', facts, ['identity']);
  const person = await signedInVisitor(portal);
  const searched = async (find: string) =>
    String(
      (await person.submit('/desk?status=awaiting_data', '/desk?status=awaiting_data', { find })).headers.location,
    );
  for (const text of ['ada sought', 'ADA@sought.test']) {
    const address = await searched(text);
    assert.match(address, /^\/desk\?status=awaiting_data&find=[\w-]+$/);
    const { body } = await person.get(address);
    assert.deepEqual(orders(body), [`VF${check.orderId}`], text);
    assert.match(body, new RegExp(`value="${text}"`));
    assert.doesNotMatch(body, /Soughtafter/, 'the queue still names nobody');
    for (const other of [address.replace(/.$/, ''), `${address}A`]) {
      assert.doesNotMatch((await person.get(other)).body, /found for/, other);
    }
    assert.doesNotMatch((await (await signedInVisitor(portal)).get(address)).body, /sought/i);
  }
  assert.equal(await searched(`vf${check.orderId}`), `/desk?status=awaiting_data&order=vf${check.orderId}`);
  assert.equal(await searched(' '), '/desk?status=awaiting_data');
  assert.match((await person.get(await searched('nobody'))).body, /No open report is found/);
  const names = await person.get('/desk?order=soughtafter');
  assert.match(names.body, /No open report has this order number/, 'a name that stands in an address finds nothing');
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
  await createDeskUser(ctx, 'system', {
    name: 'Both Screener',
    email: 'both@probity.test',
    role: 'screener',
    accounts,
  });
  await createSignIn(ctx, 'system', { email: 'both@probity.test', password });
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
  for (const path of ['/desk', '/desk/next', `/desk/reports/${check.reports[0]!.id}`]) {
    assert.equal((await person.get(path)).status, 404, path);
  }
  await assertCannotConfirm(person, '/portal', check);
});

test('an old bookmark opens even if its parameters are no longer valid', () => {
  const plain = {
    environment: 'live',
    status: undefined,
    isOverdue: false,
    reportTypeId: undefined,
    sort: 'due',
    page: 1,
  };
  assert.deepEqual(readQueueQuery({}), plain);
  assert.deepEqual(
    readQueueQuery({ status: 'gone', environment: 'x', page: '-1', type: '0', sort: ['a', 'b'], due: 'x' }),
    plain,
  );
  const given = { page: '2', environment: 'test', status: 'paused', type: '2', sort: 'waiting', due: 'overdue' };
  assert.deepEqual(readQueueQuery(given), {
    environment: 'test',
    status: 'paused',
    isOverdue: true,
    reportTypeId: 2,
    sort: 'waiting',
    page: 2,
  });
});

test('the waiting time is shown in one unit', () => {
  const since = new Date('2026-03-01T12:00:00Z');
  const after = (minutes: number) => waitedText(since, new Date(since.getTime() + minutes * 60_000));
  assert.deepEqual([-5, 0, 1, 59, 60, 1439, 1440, 4320].map(after), [
    'Just now',
    'Just now',
    '1 minute',
    '59 minutes',
    '1 hour',
    '23 hours',
    '1 day',
    '3 days',
  ]);
});
