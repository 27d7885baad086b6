// Whose data somebody saw: for the people who have to be told when a password was stolen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { findLookSessions } from '../../../src/features/events/seen-people-queries.ts';
import { listSeenPeople } from '../../../src/features/results/seen-people-actions.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { password, signedInVisitor, startPortal, type Visitor } from '../../portals/portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const live = portal.caller('live');
const { accountId } = live;

const checks = await Promise.all(
  ['Ada', 'Bo', 'Cy', 'Di'].map((first_name) =>
    portal.placeCheck('live', { first_name, email: `${first_name.toLowerCase()}@candidate.test` }, ['identity']),
  ),
);
const [ada, bo, cy, di] = checks as [(typeof checks)[0], (typeof checks)[0], (typeof checks)[0], (typeof checks)[0]];

async function signIn(email: string): Promise<Visitor> {
  await createSignIn(ctx, 'system', { email, password }).catch(() => undefined);
  return signedInVisitor(portal, email);
}

const samId = await createDeskUser(ctx, 'system', {
  ...{ name: 'Sam Screener', email: 'sam@seen.test', accounts: [accountId], role: 'screener' },
});
await createDeskUser(ctx, 'system', {
  name: 'Dee Pio',
  email: 'dee@seen.test',
  accounts: 'all',
  role: 'data_protection',
});
const { id: chrisId } = await createUser(ctx, 'system', accountId, {
  ...{ name: 'Chris Client', email: 'chris@seen.test', role: 'standard' },
});
const dee = await signIn('dee@seen.test');
const reader = { userId: ctx.newId(), accounts: [accountId], permissions: ['read_audit'] } as const;

const seenBy = async (userId: string, more: { session?: string; since?: Date } = {}) => {
  await ctx.batches.write();
  return listSeenPeople(ctx, reader, { environment: 'live', userId, ...more });
};
const namesOf = ({ people }: Awaited<ReturnType<typeof seenBy>>) => people.map(({ name }) => name.split(' ')[0]).sort();

const look = (visitor: Visitor, check: { readonly reports: readonly { readonly id: string }[] }) =>
  visitor.get(`/desk/reports/${check.reports[0]!.id}`);

const first = await signIn('sam@seen.test');
await look(first, ada);
await look(first, ada);
const second = await signedInVisitor(portal, 'sam@seen.test');
await look(second, bo);
await look(second, cy);

test('each person whose report was opened is named once, with how to tell them', async () => {
  const seen = await seenBy(samId);
  assert.deepEqual(namesOf(seen), ['Ada', 'Bo', 'Cy']);
  const [one] = seen.people.filter(({ checkId }) => checkId === ada.id);
  assert.deepEqual([one!.email, one!.orders, one!.onlyInLists], ['ada@candidate.test', [ada.orderId], false]);
});

test('what one session saw is told apart from what the same person saw in another', async () => {
  const { sessions } = await seenBy(samId);
  assert.equal(sessions.length, 2);
  const bySession = await Promise.all(sessions.map(async ({ session }) => namesOf(await seenBy(samId, { session }))));
  assert.deepEqual(new Set(bySession.map((names) => names.join())), new Set(['Ada', 'Bo,Cy']));
  assert.ok(sessions.every(({ address }) => address !== null));
});

test('everybody in a list was seen, too, though nothing of them was opened', async () => {
  const chris = await signIn('chris@seen.test');
  await chris.get('/portal?environment=live');
  await chris.get(`/portal/checks/${di.id}`);
  const seen = await seenBy(chrisId);
  assert.deepEqual(namesOf(seen), ['Ada', 'Bo', 'Cy', 'Di']);
  const opened = seen.people.filter(({ onlyInLists }) => !onlyInLists);
  assert.deepEqual(
    opened.map(({ checkId }) => checkId),
    [di.id],
  );
});

test('nobody was seen before the time that is asked about, or by somebody else', async () => {
  assert.deepEqual(namesOf(await seenBy(samId, { since: new Date(Date.now() + 60_000) })), []);
  assert.deepEqual(namesOf(await seenBy(ctx.newId())), []);
});

test('a reader learns of nobody in accounts that are not theirs', async () => {
  const elsewhere = { ...reader, accounts: [ctx.newId()] };
  const { people, total } = await listSeenPeople(ctx, elsewhere, { environment: 'live', userId: samId });
  assert.deepEqual([people, total], [[], 0]);
  assert.deepEqual(await findLookSessions(ctx.db, elsewhere.accounts, { environment: 'live', userId: samId }), []);
});

test('the page and its file name the people, and that they were read is recorded', async () => {
  const path = `/desk/register/people?user=${samId}`;
  const { status, body } = await dee.get(path);
  assert.equal(status, 200);
  assert.match(body, /Whose data Sam Screener saw/);
  assert.match(body, /3 people/);
  const file = await dee.get(`/desk/register/people/file?user=${samId}`);
  assert.match(String(file.headers['content-type']), /^text\/csv/);
  assert.match(file.body, /"ada@candidate\.test"/);
  assert.equal(file.body.trim().split('\r\n').length, 4);
  await ctx.batches.write();
  const read = await ctx.db.row<{ count: number }>(sql`
    select count(*)::integer as count from events
    where type = 'account.applicants_listed' and detail -> 'filter' ->> 'seen_by' = ${samId}`);
  assert.ok(read!.count >= 2);
  const register = await dee.get(`/desk/register?user=${samId}`);
  assert.match(register.body, /href="\/desk\/register\/people\?[^"]*user=/);
});

test('without a person there is no such page, and a screener has none', async () => {
  assert.equal((await dee.get('/desk/register/people')).status, 404);
  assert.equal((await first.get(`/desk/register/people?user=${samId}`)).status, 403);
});

test('an erased person stays in the list without a name', async () => {
  await ctx.db.run(sql`update checks set status = 'cancelled', completed_at = now() where id = ${cy.id}`);
  await erasePerson(ctx, { ...live, actor: 'system' }, cy.applicantId, 'not_needed');
  const { people } = await seenBy(samId);
  assert.deepEqual(people.map(({ name }) => name.split(' ')[0]).sort(), ['', 'Ada', 'Bo']);
});
