// Signing in client users and screeners by password, on a real database.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Ctx } from '../../../src/context.ts';
import { roles } from '../../../src/features/access/permissions.ts';
import { changeUser, createUser } from '../../../src/features/accounts/account-actions.ts';
import { insertAccount, insertUser, updateAccount } from '../../../src/features/accounts/account-store.ts';
import { verifyRows } from '../../../src/features/accounts/row-check-jobs.ts';
import { makeRecoveryCodes } from '../../../src/features/accounts/second-factor-actions.ts';
import { signUsersOut } from '../../../src/features/accounts/session-end-actions.ts';
import { createDeskUser, createSignIn, disableDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import {
  ATTEMPT_WINDOW_SECONDS,
  ATTEMPTS_PER_NETWORK,
  ATTEMPTS_PER_PERSON,
} from '../../../src/features/accounts/sign-in-rules.ts';
import { createSignInSessions, type SignInSessions } from '../../../src/features/accounts/sign-in-sessions.ts';
import { usualWords } from '../../../src/features/accounts/subsidiary-words.ts';
import { hasOnlyOwnRows } from '../../../src/features/accounts/user-row-actions.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { createAlarms } from '../../../src/platform/alarms.ts';
import { createCountedBatches } from '../../../src/platform/db/counted-batches.ts';
import { rawSql, sql } from '../../../src/platform/db/database.ts';
import { changeGuarded } from '../../../src/platform/db/guarded-rows.ts';
import { createLog } from '../../../src/platform/log.ts';
import { testDatabase } from '../../support/database.ts';
import { testIntegrity } from '../../support/integrity.ts';

const password = 'a long enough password';
const IDLE_SECONDS = 2 * 3600;
const SESSION_SECONDS = 12 * 3600;
const { database } = await testDatabase();
const clock = { ahead: 0 };
const log = createLog('silent');
let ids = 0;
const ctx = {
  db: database,
  log,
  integrity: testIntegrity,
  batches: createCountedBatches({ db: database, log }),
  alarms: createAlarms(log),
  now: () => new Date(Date.now() + clock.ahead),
  newId: () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`,
} as unknown as Ctx;
const open = (secret = 'x'.repeat(43)) =>
  createSignInSessions(ctx, {
    pool: database.pool,
    secret,
    baseUrl: 'https://localhost:8443',
    cookieName: '__Host-probity-user',
    idleSeconds: IDLE_SECONDS,
    sessionSeconds: SESSION_SECONDS,
  });

let sessions: SignInSessions;
let accountId: string;
let userId: string;

const clientUser = (id: string, name: string, email: string) => ({
  accountId,
  id,
  name,
  email,
  role: 'standard' as const,
  externalId: null,
  subsidiaryIds: null,
  accessUntil: null,
  createdAt: new Date(),
});

before(async () => {
  accountId = ctx.newId();
  userId = ctx.newId();
  await insertAccount(database, testIntegrity, {
    id: accountId,
    name: 'Acme',
    createdAt: new Date(),
    isDemo: true,
    isStandard: false,
  });
  await insertUser(database, testIntegrity, clientUser(userId, 'Client One', 'one@client.test'));
  await createSignIn(ctx, 'system', { email: 'One@Client.test', password });
  sessions = open();
});

const cookieOf = (lines: readonly string[] | undefined) => lines?.[0]?.split(';')[0];
const signIn = async (email: string, typed = password, address = '192.0.2.1') =>
  cookieOf(await sessions.signIn({ email, password: typed, address }));

test('a client user signs in with email and password, and the cookie identifies them', async () => {
  const lines = await sessions.signIn({ email: ' ONE@client.test', password, address: '192.0.2.1' });
  assert.match(
    String(lines?.[0]),
    /^__Host-probity-user=[^;]+; Max-Age=7200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const signedIn = await sessions.signedInUser(cookieOf(lines));
  assert.deepEqual(signedIn?.user, {
    kind: 'client',
    subsidiaryIds: null,
    userId,
    accountId,
    accountName: 'Acme',
    role: 'standard',
    permissions: roles.client.standard,
    testClockOffsetSeconds: 0,
    name: 'Client One',
    email: 'one@client.test',
    units: usualWords,
  });
});

test('a wrong password, an unknown address and one without a sign-in get the same answer', async () => {
  const noSignIn = 'two@client.test';
  await insertUser(database, testIntegrity, clientUser(ctx.newId(), 'Client Two', noSignIn));
  assert.equal(await signIn('one@client.test', 'another long password'), undefined);
  assert.equal(await signIn('nobody@client.test'), undefined);
  assert.equal(await signIn(noSignIn), undefined);
  assert.equal(await signIn('not an address'), undefined);
  assert.equal(await signIn('one@client.test', 'x'.repeat(1000)), undefined);
});

test('a screener signs in and sees their accounts', async () => {
  await createDeskUser(ctx, 'system', {
    name: 'Desk One',
    email: 'One@desk.test',
    role: 'screener',
    accounts: [accountId],
  });
  await createSignIn(ctx, 'system', { email: 'one@desk.test', password });
  const signedIn = await sessions.signedInUser(await signIn('one@desk.test'));
  assert.equal(signedIn?.user.kind, 'desk');
  assert.deepEqual(signedIn?.user.kind === 'desk' && signedIn.user.accounts, [accountId]);
});

test('a disabled user is signed out at once and cannot sign in again', async () => {
  const id = await createDeskUser(ctx, 'system', {
    name: 'Desk Two',
    email: 'two@desk.test',
    role: 'screener',
    accounts: 'all',
  });
  await createSignIn(ctx, 'system', { email: 'two@desk.test', password });
  const cookie = await signIn('two@desk.test');
  assert.notEqual(await sessions.signedInUser(cookie), undefined);
  await disableDeskUser(ctx, 'system', id);
  assert.deepEqual(await database.rows(sql`select from sign_in_sessions where user_id = ${id}`), []);
  assert.equal(await sessions.signedInUser(cookie), undefined);
  assert.equal(await signIn('two@desk.test'), undefined);
});

test('an email address belongs to one user across all portals', async () => {
  await assert.rejects(
    createDeskUser(ctx, 'system', { name: 'Both', email: 'one@client.test', role: 'screener', accounts: 'all' }),
    (error) => error instanceof Refusal && error.fields.email !== undefined,
  );
  await assert.rejects(
    database.run(sql`
      insert into desk_users (id, name, email, created_at) values (${ctx.newId()}, 'Both', 'one@client.test', now())`),
    { code: '23505', constraint: 'one_portal_per_email' },
  );
});

test('signing out ends the session itself, not only the cookie', async () => {
  const cookie = await signIn('one@client.test');
  const lines = await sessions.signOut(cookie);
  assert.match(String(lines[0]), /^__Host-probity-user=; Max-Age=0;/);
  assert.equal(await sessions.signedInUser(cookie), undefined);
});

test('a new password ends the sessions opened with the old one', async () => {
  const cookie = await signIn('one@client.test');
  await createSignIn(ctx, 'system', { email: 'one@client.test', password });
  assert.equal(await sessions.signedInUser(cookie), undefined);
});

test('a short password is refused on its field', async () => {
  await assert.rejects(
    createSignIn(ctx, 'system', { email: 'one@client.test', password: 'too short' }),
    (error) => error instanceof Refusal && error.reason === 'invalid_fields' && error.fields.password !== undefined,
  );
});

test('a password is compared as typed: whole, with its case and spaces, in either composition of its letters', async () => {
  const email = 'one@client.test';
  const typed = `  Zo\u00eb’s seven quiet herons wade upstream, past ${'the old mill '.repeat(5)}  `;
  assert.ok(typed.length > 64);
  await createSignIn(ctx, 'system', { email, password: typed });
  assert.ok(await signIn(email, typed.normalize('NFD')));
  for (const other of [typed.trim(), typed.toLowerCase(), typed.slice(0, 72)]) {
    assert.equal(await signIn(email, other), undefined, other);
  }
  await createSignIn(ctx, 'system', { email, password });
  await database.run(sql`update sign_in_credentials set created_at = '2016-01-01', updated_at = '2016-01-01'`);
  assert.ok(await signIn(email), 'a password stays valid, however old it is');
});

test('a token read from the database is useless without its signature', async () => {
  const cookie = await signIn('one@client.test');
  const row = await database.row<{ token: string }>(
    sql`select token from sign_in_sessions order by created_at desc limit 1`,
  );
  assert.ok(cookie?.includes(row!.token));
  // 62 letters and digits: more than 128 bits from 22 on.
  assert.match(row!.token, /^[a-zA-Z0-9]{32}$/);
  assert.equal(await sessions.signedInUser(`__Host-probity-user=${row!.token}`), undefined);
  assert.equal(await open('y'.repeat(43)).signedInUser(cookie), undefined);
});

test('a session keeps the network and the kind of browser, by which its user recognises it', async () => {
  await database.run(sql`delete from sign_in_sessions`);
  await sessions.signIn({
    email: 'one@client.test',
    password,
    address: '2001:db8:1:2::9',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0',
  });
  const kept = await database.rows<{ ip_address: string; user_agent: string }>(
    sql`select ip_address, user_agent from sign_in_sessions`,
  );
  assert.deepEqual(kept, [{ ip_address: '2001:db8:1:2', user_agent: 'Edge on Windows' }]);
});

test('a session ends twelve hours after it began, however much it is used', async () => {
  const cookie = await signIn('one@client.test');
  clock.ahead = (SESSION_SECONDS - 60) * 1000;
  assert.notEqual(await sessions.signedInUser(cookie), undefined);
  clock.ahead = SESSION_SECONDS * 1000;
  assert.equal(await sessions.signedInUser(cookie), undefined);
  clock.ahead = 0;
});

test('requests extend a session, and an idle one ends', async () => {
  const cookie = await signIn('one@client.test');
  const setEnd = (seconds: number) =>
    database.run(sql`update sign_in_sessions set expires_at = now() + make_interval(secs => ${seconds})`);
  await setEnd(IDLE_SECONDS - 600);
  const used = await sessions.signedInUser(cookie);
  assert.match(String(used?.cookieLines[0]), /Max-Age=7200/);
  await setEnd(-1);
  assert.equal(await sessions.signedInUser(cookie), undefined);
});

test('after ten attempts in a quarter of an hour an address must wait, also when they are concurrent', async () => {
  await createDeskUser(ctx, 'system', {
    name: 'Desk Three',
    email: 'three@desk.test',
    role: 'screener',
    accounts: 'all',
  });
  await createSignIn(ctx, 'system', { email: 'three@desk.test', password });
  const tries = await Promise.allSettled(
    Array.from({ length: ATTEMPTS_PER_PERSON + 5 }, () => signIn('three@desk.test', 'wrong password', '192.0.2.3')),
  );
  const refused = tries.filter((tried) => tried.status === 'rejected' && tried.reason instanceof Refusal);
  assert.equal(refused.length, 5);
  await assert.rejects(signIn('three@desk.test', password, '192.0.2.3'), { reason: 'rate_limited' });
  clock.ahead = ATTEMPT_WINDOW_SECONDS * 1000;
  assert.notEqual(await signIn('three@desk.test', password, '192.0.2.3'), undefined);
  clock.ahead = 0;
});

/** Counts attempts without hashing a password for each. */
const guess = (email: string, address: string, times: number) =>
  Promise.allSettled(Array.from({ length: times }, () => sessions.countAttempt({ email, address })));

test('failed attempts from other networks do not lock the owner of an address out', async () => {
  clock.ahead = 3 * ATTEMPT_WINDOW_SECONDS * 1000;
  await createDeskUser(ctx, 'system', {
    name: 'Desk Four',
    email: 'four@desk.test',
    role: 'screener',
    accounts: 'all',
  });
  await createSignIn(ctx, 'system', { email: 'four@desk.test', password });
  await guess('four@desk.test', '192.0.2.66', ATTEMPTS_PER_PERSON + 5);
  await assert.rejects(signIn('four@desk.test', password, '192.0.2.66'), { reason: 'rate_limited' });
  assert.notEqual(await signIn('four@desk.test', password, '192.0.2.67'), undefined);
  clock.ahead = 0;
});

test('guesses from however many networks lock nobody out, and a network counts once, whatever its number of addresses', async () => {
  clock.ahead = 6 * ATTEMPT_WINDOW_SECONDS * 1000;
  for (let network = 0; network < 12; network += 1) {
    await guess('four@desk.test', `198.51.100.${network}`, ATTEMPTS_PER_PERSON);
  }
  assert.notEqual(await signIn('four@desk.test', password, '198.51.100.200'), undefined);
  await guess('five@desk.test', '2001:db8:1:2::1', ATTEMPTS_PER_PERSON);
  await assert.rejects(signIn('five@desk.test', password, '2001:db8:1:2:ffff::9'), { reason: 'rate_limited' });
  assert.equal(await signIn('five@desk.test', password, '2001:db8:1:3::1'), undefined);
  clock.ahead = 0;
});

test('a browser that signed in before is not locked out by guesses from its own network', async () => {
  clock.ahead = 9 * ATTEMPT_WINDOW_SECONDS * 1000;
  const address = '192.0.2.90';
  const lines = await sessions.signIn({ email: 'four@desk.test', password, address });
  const cookies = lines?.map((line) => line.split(';')[0]).join('; ');
  for (let person = 0; person <= ATTEMPTS_PER_NETWORK / ATTEMPTS_PER_PERSON; person += 1) {
    await guess(person === 0 ? 'four@desk.test' : `guess${person}@desk.test`, address, ATTEMPTS_PER_PERSON);
  }
  await assert.rejects(signIn('four@desk.test', password, address), { reason: 'rate_limited' });
  assert.notEqual(await sessions.signIn({ email: 'four@desk.test', password, address, cookies }), undefined);
  await assert.rejects(sessions.signIn({ email: 'one@client.test', password, address, cookies }), {
    reason: 'rate_limited',
  });
  clock.ahead = 0;
});

test('a new sign-in ends the session of the cookie that it replaces', async () => {
  const cookies = await signIn('one@client.test');
  const lines = await sessions.signIn({ email: 'one@client.test', password, address: '192.0.2.1', cookies });
  assert.equal(await sessions.signedInUser(cookies), undefined);
  assert.notEqual(await sessions.signedInUser(cookieOf(lines)), undefined);
});

test('administrators end the sessions of the users that they manage, and their own go on', async () => {
  const other = ctx.newId();
  await insertUser(database, testIntegrity, clientUser(other, 'Client Three', 'three@client.test'));
  await createSignIn(ctx, 'system', { email: 'three@client.test', password });
  const deskId = await createDeskUser(ctx, 'system', {
    ...{ name: 'Desk Six', email: 'six@desk.test', role: 'screener', accounts: [accountId] },
  });
  await createSignIn(ctx, 'system', { email: 'six@desk.test', password });
  const own = await signIn('one@client.test');
  const others = [await signIn('three@client.test'), await signIn('three@client.test')];
  const desk = await signIn('six@desk.test');
  const actor = `user:${userId}` as const;
  const administrator = { actor, permissions: roles.client.administrator };
  const refused = { reason: 'not_permitted' };
  await assert.rejects(signUsersOut(ctx, { actor, permissions: roles.client.standard }, [other], accountId), refused);
  await assert.rejects(signUsersOut(ctx, administrator, [other], ctx.newId()), { reason: 'not_found' });
  await assert.rejects(signUsersOut(ctx, administrator, [other, deskId], accountId), refused);
  assert.equal(await signUsersOut(ctx, administrator, [userId, other], accountId), 2);
  const open = async (cookie: string | undefined) => (await sessions.signedInUser(cookie)) !== undefined;
  assert.deepEqual(await Promise.all([own, ...others, desk].map(open)), [true, false, false, true]);
  assert.equal(await signUsersOut(ctx, { actor, permissions: roles.desk.administrator }, [deskId]), 1);
  assert.equal(await open(desk), false);
  const recorded = await database.rows(sql`
    select actor, detail from security_events where type = 'user.signed_out' order by occurred_at`);
  assert.deepEqual(recorded, [
    { actor, detail: { user_id: other, sessions: 2 } },
    { actor, detail: { user_id: deskId, sessions: 1 } },
  ]);
  const trail = await database.rows(sql`
    select resource_id as id, actor, jsonb_array_length(detail -> 'ended') as sessions from events
    where actor = ${actor} and type in ('user.sessions_ended', 'desk_user.sessions_ended') and resource_id <> ${userId}
    order by xid`);
  assert.deepEqual(trail, [
    { id: other, actor, sessions: 2 },
    { id: deskId, actor, sessions: 1 },
  ]);
});

test('a disabled user, a password or a session that is put back in the database signs nobody in', async () => {
  const email = 'nine@client.test';
  const { id } = await createUser(ctx, 'system', accountId, { name: 'Client Nine', email, role: 'standard' });
  await createSignIn(ctx, 'system', { email, password });
  const cookie = await signIn(email);
  const raised = ctx.alarms.count('row_put_back');
  const refusedWithRow = async (table: string, change: () => Promise<unknown>) => {
    const at = sql`${rawSql(table === 'users' ? 'id' : 'user_id')} = ${id}`;
    const rows = await database.rows<{ row: unknown }>(
      sql`select to_jsonb(t) as row from ${rawSql(table)} t where ${at}`,
    );
    await change();
    await database.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`delete from ${rawSql(table)} where ${at}`);
      for (const { row } of rows) {
        await tx.run(sql`
          insert into ${rawSql(table)} select * from jsonb_populate_record(null::${rawSql(table)}, ${JSON.stringify(row)}::jsonb)`);
      }
    });
    assert.equal(await sessions.signedInUser(cookie), undefined, table);
  };
  const change = (disabled: boolean) => changeUser(ctx, 'system', accountId, { id, disabled });
  assert.notEqual(await sessions.signedInUser(cookie), undefined);
  await refusedWithRow('sign_in_sessions', () => signUsersOut(ctx, 'system', [id]));
  await refusedWithRow('sign_in_credentials', () => createSignIn(ctx, 'system', { email, password: `${password}!` }));
  assert.equal(await signIn(email), undefined);
  await createSignIn(ctx, 'system', { email, password });
  assert.notEqual(await signIn(email), undefined);
  await refusedWithRow('users', () => change(true));
  assert.equal(await signIn(email), undefined);
  assert.ok(ctx.alarms.count('row_put_back') > raised);
});

test('two changes of one person at the same time leave them signed in', async () => {
  const [email, role] = ['ten@client.test', 'standard'] as const;
  const { id } = await createUser(ctx, 'system', accountId, { name: 'Client Ten', email, role });
  await createSignIn(ctx, 'system', { email, password });
  const externalIds = Array.from({ length: 8 }, (_, at) => `ten-${at}`);
  await Promise.all([
    ...externalIds.map((externalId) => changeUser(ctx, 'system', accountId, { id, externalId })),
    ...externalIds.map(() => makeRecoveryCodes(ctx, id)),
  ]);
  assert.equal(await hasOnlyOwnRows(ctx, id), true);
});

const setDemo = (isDemo: boolean) =>
  changeGuarded(database, testIntegrity, 'accounts', accountId, (tx) =>
    tx.run(sql`update accounts set is_demo = ${isDemo} where id = ${accountId}`),
  );

test('a screener of a real account owes a second factor, and the demand reaches open sessions', async () => {
  const cookie = await signIn('four@desk.test');
  assert.notEqual(await sessions.signedInUser(cookie), undefined);
  await setDemo(false);
  assert.equal(await sessions.signedInUser(cookie), undefined);
  const half = await sessions.halfSignedIn(await signIn('four@desk.test'));
  assert.deepEqual([half?.email, half?.hasSecondFactor], ['four@desk.test', false]);
  const proved = await sessions.open(half!.userId, { address: '192.0.2.1' }, 'totp');
  assert.notEqual(await sessions.signedInUser(cookieOf(proved)), undefined);
  const client = await signIn('one@client.test');
  assert.notEqual(await sessions.signedInUser(client), undefined);
  await updateAccount(database, testIntegrity, accountId, { secondFactorDemanded: true });
  assert.equal(await sessions.signedInUser(client), undefined);
});

test('a demand for a second factor that somebody takes away in the database stays', async () => {
  const half = cookieOf(await sessions.signIn({ email: 'four@desk.test', password, address: '192.0.2.1' }));
  await database.run(sql`update accounts set is_demo = true, second_factor_demanded = false where id = ${accountId}`);
  const client = await signIn('one@client.test');
  assert.equal(await sessions.signedInUser(half), undefined);
  assert.equal(await sessions.signedInUser(client), undefined);
  const found = (await verifyRows(database, testIntegrity)).filter(({ key }) => key === accountId);
  assert.deepEqual(found, [{ kind: 'row_not_ours', table: 'accounts', key: accountId }]);
});
