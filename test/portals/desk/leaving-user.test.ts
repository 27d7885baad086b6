// Before a user of a client is disabled, the page says what ends with them: their API keys, and the last administrator.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import {
  changeUser,
  createAccount,
  createApiKey,
  createUser,
  listApiKeys,
  listUsers,
} from '../../../src/features/accounts/account-actions.ts';
import { hashKey } from '../../../src/features/accounts/api-key-rules.ts';
import { findApiKeyByHash } from '../../../src/features/accounts/api-key-store.ts';
import {
  createDeskUser,
  createSignIn,
  disableDeskUser,
  listDeskUsers,
  setDeskAccessEnd,
} from '../../../src/features/accounts/sign-in-actions.ts';
import { beginSingleSignOn } from '../../../src/features/accounts/single-sign-on-actions.ts';
import {
  endPasswords,
  readSingleSignOn,
  removeSingleSignOn,
  setSingleSignOn,
} from '../../../src/features/accounts/single-sign-on-set-up-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { accessEndJobs } from '../../../src/features/orders/access-end-jobs.ts';
import { setAccessEnd } from '../../../src/features/orders/leaving-user-actions.ts';
import { addDays, addMonths } from '../../../src/lib/dates.ts';
import type { Refusal } from '../../../src/lib/refusal.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { britishDate } from '../../../src/portals/shared/page-filters.ts';
import { deskEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const email = 'manager@desk.test';
const person = { name: 'Max Manager', email, role: 'account_manager', accounts: [accountId] } as const;
await createDeskUser(ctx, 'system', person);
await createSignIn(ctx, 'system', { email, password });
const manager = await signedInVisitor(portal, email);
const userOf = async (name: string, role: 'administrator' | 'standard' | 'requester') => {
  const email = `${name.replace(' ', '.').toLowerCase()}@acme.test`;
  return (await createUser(ctx, 'system', accountId, { name, email, role })).id;
};
const pathOf = (id: string) => `/desk/accounts/${accountId}/users/${id}`;
const isDisabled = async (id: string) =>
  (await listUsers(ctx, 'system', accountId)).find((one) => one.id === id)!.disabled_at !== null;
const askingOf = (id: string) => `${pathOf(id)}/disable`;
const disable = (id: string, fields: Record<string, string>) => manager.submit(askingOf(id), askingOf(id), fields);

test('the last administrator is disabled once somebody has said that nobody gets the mails then', async () => {
  const [ada, ben] = [await userOf('Ada Admin', 'administrator'), await userOf('Ben Admin', 'administrator')];
  assert.doesNotMatch((await manager.get(askingOf(ada))).body, /They are the only administrator/);
  await disable(ben, {});
  assert.equal(await isDisabled(ben), true);
  assert.match((await manager.get(askingOf(ada))).body, /They are the only administrator[\s\S]*webhooks that fail/);
  const asked = await disable(ada, {});
  assert.equal(asked.status, 422);
  assert.match(asked.body, /Say that you know that nobody gets the mails to administrators then/);
  assert.equal(await isDisabled(ada), false);
  await disable(ada, { last_said: 'yes' });
  assert.equal(await isDisabled(ada), true);
});

test('the API keys of somebody who leaves are named with their last use, and go on with a colleague', async () => {
  const [sam, kit, requester] = [
    await userOf('Sam Standard', 'standard'),
    await userOf('Kit Standard', 'standard'),
    await userOf('Rae Requester', 'requester'),
  ];
  const { id, key } = await createApiKey(ctx, 'system', accountId, {
    ...{ userId: sam, environment: 'live', label: 'Payroll' },
  });
  assert.match((await manager.get(askingOf(sam))).body, /Payroll \(live\), never used/);
  await ctx.db.run(sql`update api_keys set last_used_at = '2026-03-04T12:00:00Z' where id = ${id}`);
  const page = (await manager.get(askingOf(sam))).body;
  assert.match(page, /Payroll \(live\), last used on 4 March 2026[\s\S]*Who gets their API keys\?[\s\S]*Kit Standard/);
  assert.doesNotMatch(page, /Rae Requester/, 'the key would do less');
  const refused = await disable(sam, { keys_to: requester });
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Choose who gets their API keys/);
  await disable(sam, { keys_to: kit });
  assert.equal(await isDisabled(sam), true);
  const row = await findApiKeyByHash(ctx.db, hashKey(key));
  assert.deepEqual(
    [row!.user_id, row!.user_has_left, row!.revoked_at, row!.old_row],
    [kit, false, null, null],
    'the program goes on',
  );
  assert.match(
    (await manager.get(`/desk/accounts/${accountId}/history`)).body,
    /API key Payroll given to Kit Standard/,
  );
  await disable(kit, {});
  const left = (await listApiKeys(ctx, 'system', accountId)).find((one) => one.id === id)!;
  assert.notEqual(left.revoked_at, null, 'without a colleague they end');
});

const today = ukDateOf(ctx.now());
const jobs = accessEndJobs(ctx);

/** A user with a session and a key, as on the day after the last day of their access. */
async function endedUser(name: string) {
  const id = await userOf(name, 'standard');
  const email = `${name.replace(' ', '.').toLowerCase()}@acme.test`;
  await createSignIn(ctx, 'system', { email, password });
  const { key } = await createApiKey(ctx, 'system', accountId, { userId: id, environment: 'live' });
  const visitor = await signedInVisitor(portal, email);
  assert.equal((await visitor.get('/account')).status, 200);
  await changeUser(ctx, 'system', accountId, { id, accessUntil: addDays(today, -1) });
  return { id, email, visitor, hash: hashKey(key) };
}

test('the access of somebody ends after its last day: sessions, sign-in and keys, before any job has run', async () => {
  const { id, email, visitor, hash } = await endedUser('Eva Ended');
  assert.equal((await visitor.get('/account')).status, 303, 'the session is over');
  await assert.rejects(signedInVisitor(portal, email));
  assert.equal((await findApiKeyByHash(ctx.db, hash))!.user_has_left, true);
  await changeUser(ctx, 'system', accountId, { id, accessUntil: today });
  assert.equal((await findApiKeyByHash(ctx.db, hash))!.user_has_left, false, 'the last day is theirs');
  await signedInVisitor(portal, email);
});

test('a job disables whose access is over, and one click extends it', async () => {
  const { id, email } = await endedUser('Otto Over');
  await jobs.end_accesses({});
  assert.equal(await isDisabled(id), true);
  const page = (await manager.get(pathOf(id))).body;
  assert.match(page, /They cannot sign in, because their access has ended/);
  assert.doesNotMatch(page, /Enable again/);
  const until = addMonths(today, 1);
  const extended = await manager.submit(pathOf(id), `${pathOf(id)}/access`, {});
  assert.equal(extended.headers.location, `${pathOf(id)}?done=access`);
  assert.equal(await isDisabled(id), false);
  await signedInVisitor(portal, email);
  const list = (await manager.get(`/desk/accounts/${accountId}/users`)).body;
  assert.match(list, new RegExp(`>ends ${britishDate(until)}<`));
  await jobs.end_accesses({});
  assert.equal(await isDisabled(id), false);
});

test('whom somebody disabled before their last day stays disabled when it has passed and is extended', async () => {
  const { id } = await endedUser('Dee Dismissed');
  const disabledAt = new Date(ctx.now().getTime() - 3 * 86_400_000);
  await changeUser({ ...ctx, now: () => disabledAt }, 'system', accountId, { id, disabled: true });
  assert.match((await manager.get(pathOf(id))).body, /somebody disabled them, and their access has ended/);
  const { form_token = '' } = hiddenFields((await manager.get(pathOf(id))).body, `${pathOf(id)}/access`);
  assert.equal((await manager.post(`${pathOf(id)}/enable`, { form_token })).status, 409, 'their access is over');
  assert.equal((await manager.submit(pathOf(id), `${pathOf(id)}/access`, {})).status, 303);
  assert.equal(await isDisabled(id), true);
  await manager.submit(pathOf(id), `${pathOf(id)}/enable`, {});
  assert.equal(await isDisabled(id), false);
});

test('a last day is from today on, and the last administrator whose access does not end gets none', async () => {
  const [kim, lou] = [await userOf('Kim Admin', 'administrator'), await userOf('Lou Admin', 'administrator')];
  const set = (id: string, until: string) =>
    manager.submit(pathOf(id), `${pathOf(id)}/access`, { access_until: until });
  const past = await set(kim, addDays(today, -1));
  assert.deepEqual([past.status, /Enter a day from today on/.test(past.body)], [422, true]);
  assert.equal((await set(kim, addDays(today, 5))).status, 303);
  const last = await set(lou, addDays(today, 5));
  assert.deepEqual([last.status, /Nobody else administers without an end/.test(last.body)], [422, true]);
  assert.equal((await set(kim, '')).status, 303);
  assert.equal((await set(lou, addDays(today, 5))).status, 303);
});

test('of the last two administrators whose access is ended at once, one keeps it', async () => {
  const { id: accountId } = await createAccount(ctx, 'system', { name: 'Two Admins Ltd' });
  const ids = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const person = { name, email: `${name}@two-admins.test`, role: 'administrator' } as const;
      return (await createUser(ctx, 'system', accountId, person)).id;
    }),
  );
  const until = addDays(today, 5);
  const ended = await Promise.allSettled(ids.map((id) => setAccessEnd(ctx, 'system', accountId, { id, until })));
  assert.deepEqual(ended.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
});

test('the administrators are told once, some days before', async () => {
  const mails = async () =>
    (await listEmails(ctx, portal.caller('live'), 300)).filter(({ template }) => template === 'access_ending');
  await jobs.tell_access_ends({});
  await jobs.tell_access_ends({});
  const [mail, ...others] = await mails();
  assert.deepEqual([mail?.to.address, others.length], ['kim.admin@acme.test', 0], 'not to those whose own access ends');
  assert.match(mail!.text, /The access of 2 users of .+ ends within 5 days/);
  assert.doesNotMatch(mail!.text, /Lou/);
});

test('the administrators are told before the secret of their single sign-on ends, once a week', async () => {
  await ctx.db.run(sql`
    insert into single_sign_on (account_id, issuer, client_id, sealed_client_secret, domains, secret_ends_on, created_at)
    values (${accountId}, 'https://login.acme.test', 'probity', '', array['sso.test'], ${addDays(today, 15)}, now())`);
  const mails = async () =>
    (await listEmails(ctx, portal.caller('live'), 300)).filter(({ template }) => template === 'sign_in_secret_ending');
  await jobs.tell_access_ends({});
  assert.equal((await mails()).length, 0, 'not soon');
  await ctx.db.run(
    sql`update single_sign_on set secret_ends_on = ${addDays(today, 14)} where account_id = ${accountId}`,
  );
  for (let day = 0; day < 2; day += 1) await jobs.tell_access_ends({});
  const told = (await mails()).map(({ to }) => to.address);
  assert.ok(told.includes('kim.admin@acme.test'));
  assert.equal(new Set(told).size, told.length, 'each of them once');
  await ctx.db.run(sql`delete from single_sign_on where account_id = ${accountId}`);
});

test('the access of people of the desk ends alike, and the last administrator of the desk gets no end', async () => {
  const other = { name: 'Audra Auditor', email: 'audra@desk.test', role: 'auditor', accounts: [accountId] } as const;
  const id = await createDeskUser(ctx, 'system', other);
  await createSignIn(ctx, 'system', { email: other.email, password });
  const administrator = await signedInVisitor(portal, deskEmail);
  const path = `/desk/people/${id}`;
  const sent = await administrator.submit(path, `${path}/access`, { access_until: today });
  assert.equal(sent.headers.location, `${path}?done=access`);
  assert.match((await administrator.get('/desk/people')).body, new RegExp(`>ends ${britishDate(today)}<`));
  const visitor = await signedInVisitor(portal, other.email);
  const tomorrow = { ...ctx, now: () => new Date(ctx.now().getTime() + 86_400_000) };
  await accessEndJobs(tomorrow).end_accesses({});
  assert.equal((await visitor.get('/desk')).status, 303);
  const one = async () => (await listDeskUsers(ctx, 'system')).find((row) => row.id === id)!;
  assert.notEqual((await one()).disabled_at, null);
  await setDeskAccessEnd(tomorrow, 'system', id, addDays(today, 9));
  assert.equal((await one()).disabled_at, null);
  await ctx.batches.write();
  const enabled = await ctx.db.rows(sql`
    select from security_events where type = 'user.enabled' and detail ->> 'user_id' = ${id}`);
  assert.equal(enabled.length, 1);
  await disableDeskUser(ctx, 'system', id);
  const later = { ...ctx, now: () => new Date(ctx.now().getTime() + 20 * 86_400_000) };
  await setDeskAccessEnd(later, 'system', id, addDays(today, 30));
  assert.notEqual((await one()).disabled_at, null, 'somebody disabled them before the day');
  const administrators = (await listDeskUsers(ctx, 'system')).filter((row) => row.role === 'administrator');
  const [last] = administrators;
  assert.equal(administrators.length, 1);
  await assert.rejects(setDeskAccessEnd(ctx, 'system', last!.id, addDays(today, 9)), { reason: 'invalid_fields' });
});

/** A context in which an OpenID provider answers, once what happens meanwhile has. */
const issuer = 'https://login.slow.test';
const published = {
  issuer,
  authorization_endpoint: `${issuer}/a`,
  token_endpoint: `${issuer}/t`,
  jwks_uri: `${issuer}/k`,
};
const answering = (meanwhile: () => Promise<void>) => ({
  ...ctx,
  outgoing: {
    ...ctx.outgoing,
    async call() {
      await meanwhile();
      return { outcome: 'answered', status: 200, bodyText: JSON.stringify(published) } as never;
    },
  },
});

test('passwords that are ended while the provider of the single sign-on answers stay ended', async () => {
  const { id } = await createAccount(ctx, 'system', { name: 'Slow Provider Ltd' });
  const person = { name: 'Ada', email: 'ada@slow.test', role: 'administrator' } as const;
  const { id: ada } = await createUser(ctx, 'system', id, person);
  await createSignIn(ctx, 'system', { email: person.email, password });
  await portal.superuser.run(sql`
    insert into sign_in_factors (id, user_id, kind, name, sealed_secret, created_at)
    values (${ctx.newId()}, ${ada}, 'totp', 'App', 'sealed', now())`);
  const given = { issuer, clientId: 'probity', domains: ['slow.test'] };
  await setSingleSignOn(
    answering(async () => undefined),
    'system',
    id,
    { ...given, clientSecret: 'secret' },
  );
  await portal.superuser.run(sql`update single_sign_on set tried_at = now() where account_id = ${id}`);
  const caller = { ...portal.caller('live'), accountId: id, actor: `user:${ada}` } as const;
  const administrator = { ...caller, permissions: roles.client.administrator };
  const end = () => endPasswords(ctx, administrator, ada);
  await setSingleSignOn(answering(end), 'system', id, { ...given, secretEndsOn: addDays(today, 90) });
  const now = await readSingleSignOn(ctx, 'system', id);
  assert.deepEqual([now?.recovery?.name, now?.secretEndsOn], ['Ada', addDays(today, 90)]);

  // Another account invites somebody of the domain afterwards.
  await createUser(ctx, 'system', accountId, { name: 'Sue', email: 'sue@slow.test', role: 'read_only' });
  await setSingleSignOn(
    answering(async () => undefined),
    administrator,
    id,
    { ...given, clientSecret: 'a new one' },
  );
});

test('a domain belongs to the single sign-on of one account at a time, also when two save it at once', async () => {
  const accounts = ['First', 'Second'].map((name) =>
    createAccount(ctx, 'system', { name: `${name} of the domain Ltd` }),
  );
  const [first, second] = (await Promise.all(accounts)).map(({ id }) => id) as [string, string];
  const set = (by: typeof ctx, id: string, ...domains: string[]) =>
    setSingleSignOn(by, 'system', id, { issuer, clientId: 'probity', clientSecret: 'secret', domains });
  const at = answering(async () => undefined);
  await set(at, first, 'shared.test', 'first.test');
  const isTaken = (error: unknown) => /another account has one of them/.test(String((error as Refusal).fields.domains));
  await assert.rejects(set(at, second, 'second.test', 'shared.test'), isTaken);
  assert.equal(await readSingleSignOn(ctx, 'system', second), undefined);
  const leads = async (email: string) =>
    (await beginSingleSignOn(at, { email, browser: 'one', next: '' }))?.searchParams.get('login_hint');
  assert.equal(await leads('somebody@shared.test'), 'somebody@shared.test');
  // Given up, it is free.
  await set(at, first, 'first.test');
  assert.equal(await leads('somebody@shared.test'), undefined);
  await set(at, second, 'second.test', 'shared.test');
  await removeSingleSignOn(ctx, 'system', second);
  // Both have found it free before either saves.
  let arrived = 0;
  const both = Promise.withResolvers<void>();
  const together = answering(async () => {
    arrived += 1;
    if (arrived === 2) both.resolve();
    await both.promise;
  });
  const settled = await Promise.allSettled([
    set(together, first, 'first.test', 'shared.test'),
    set(together, second, 'shared.test', 'second.test'),
  ]);
  const refused = settled.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 1);
  assert.ok(isTaken((refused[0] as PromiseRejectedResult).reason));
});
