// The review of access at the desk: everybody of the desk and of clients, with last sign-in, second factor and keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeUser, createAccount, createUser, listUsers } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn, disableDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { listAccess } from '../../../src/features/lists/access-review-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { clientEmail, deskEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const desk = async (
  name: string,
  role: 'auditor' | 'data_protection' | 'screener',
  accounts: 'all' | readonly string[],
) => {
  const email = `${name.toLowerCase()}@access.test`;
  const id = await createDeskUser(ctx, 'system', { name, email, role, accounts });
  await createSignIn(ctx, 'system', { email, password });
  return { id, email };
};
const { email: auditorEmail } = await desk('Ada', 'auditor', 'all');
const screener = await desk('Sid', 'screener', [accountId]);
const leaver = await desk('Lee', 'screener', [accountId]);
await disableDeskUser(ctx, 'system', leaver.id);
const { id: otherId } = await createAccount(ctx, 'system', { name: 'Brook Bank' });
await createUser(ctx, 'system', otherId, { name: 'Other', email: 'other@brook.test', role: 'standard' });
const auditor = await signedInVisitor(portal, auditorEmail);

/** The rows of the file, by email address. */
async function rowsOf(query = ''): Promise<ReadonlyMap<string, readonly string[]>> {
  const { body } = await auditor.get(`/desk/access/file${query}`);
  const [head, ...lines] = body.trim().split('\r\n');
  assert.equal(head!.split(',')[1], 'email');
  const fields = lines.map((line) => line.split(/,(?=(?:"|$|,))/).map((field) => field.replace(/^"|"$/g, '')));
  return new Map(fields.map((row) => [row[1]!, row]));
}

test('an auditor sees everybody of the desk and of clients, when they last signed in, and with what', async () => {
  await signedInVisitor(portal, clientEmail);
  const { body } = await auditor.get('/desk/access');
  for (const said of ['Ada', 'Sid', 'Lee', 'Brook Bank', deskEmail, clientEmail, 'None known', 'Disabled'])
    assert.ok(body.includes(said), said);
  const rows = await rowsOf();
  const today = ctx.now().toISOString().slice(0, 10);
  assert.match(rows.get(clientEmail)![6]!, new RegExp(`^${today}`));
  assert.equal(rows.get('sid@access.test')![6], '', 'never signed in');
  assert.equal(rows.get('sid@access.test')![7], 'None');
  assert.match(rows.get('lee@access.test')![9]!, /^\d{4}-/);
  await ctx.db.run(sql`
    insert into sign_in_factors (id, user_id, kind, name, credential_id, public_key, created_at)
    values (${ctx.newId()}, ${screener.id}, 'passkey', 'Key', 'access-review', '\\x00', now())`);
  assert.equal((await rowsOf()).get('sid@access.test')![7], 'Passkey');
  const refused = await signedInVisitor(portal, (await desk('Noa', 'screener', [accountId])).email);
  for (const path of ['/desk/access', '/desk/access/file']) assert.equal((await refused.get(path)).status, 403);
});

test('the review is narrowed to leavers, to who has no second factor or was not here for 90 days, and to one client', async () => {
  const emails = async (query: string) => [...(await rowsOf(query)).keys()];
  assert.deepEqual(await emails('?only=disabled'), ['lee@access.test']);
  const bare = await emails('?only=no_factor');
  assert.ok(
    bare.includes('other@brook.test') && !bare.includes('sid@access.test') && !bare.includes('lee@access.test'),
  );
  assert.deepEqual(await emails(`?account=${otherId}`), ['other@brook.test']);
  assert.deepEqual(await emails('?only=quiet'), []);
  const after = (days: number) => ({ ...ctx, now: () => new Date(ctx.now().getTime() + days * 86_400_000) });
  const isQuiet = async (at: ReturnType<typeof after>) =>
    (await listAccess(at, { by: 'system', accounts: 'all', only: 'quiet' }, { offset: 0, limit: 100 })).some(
      ({ email }) => email === clientEmail,
    );
  assert.deepEqual([await isQuiet(after(89)), await isQuiet(after(91))], [false, true]);
  const briefly = { ...ctx.settings, securityEventDays: 30 };
  assert.equal(await isQuiet({ ...after(31), settings: briefly }), true, 'an earlier sign-in is not kept');
});

test('who works for some accounts sees their users and who of the desk works for them, and nobody else', async () => {
  const review = { by: 'system', accounts: [accountId] } as const;
  const seen = (await listAccess(ctx, review, { offset: 0, limit: 100 })).map(({ email }) => email);
  assert.ok(['ada@access.test', 'sid@access.test', clientEmail].every((email) => seen.includes(email)));
  assert.ok(!seen.includes('other@brook.test'));
  const elsewhere = await listAccess(ctx, { by: 'system', accounts: [otherId] }, { offset: 0, limit: 100 });
  assert.ok(!elsewhere.some(({ email }) => email === 'sid@access.test'));
});

test('of who works for several accounts, the review names those that its reader sees alone', async () => {
  await desk('Both', 'screener', [accountId, otherId]);
  const worksFor = async (accounts: 'all' | readonly string[]) => {
    const seen = await listAccess(ctx, { by: 'system', accounts }, { offset: 0, limit: 100 });
    return seen.find(({ email }) => email === 'both@access.test')?.sees;
  };
  assert.deepEqual(await worksFor([otherId]), ['Brook Bank']);
  assert.deepEqual(await worksFor('all'), ['Acme Care', 'Brook Bank']);
});

test('single sign-on is no second factor of who has a password, nor of who has an address of another domain', async () => {
  const { id } = await createAccount(ctx, 'system', { name: 'Sea Bank' });
  const user = (email: string) => createUser(ctx, 'system', id, { name: email, email, role: 'standard' });
  for (const email of ['only@sea.test', 'both@sea.test', 'away@shore.test', 'new@shore.test']) await user(email);
  for (const email of ['both@sea.test', 'away@shore.test']) await createSignIn(ctx, 'system', { email, password });
  await ctx.db.run(sql`
    insert into single_sign_on (account_id, issuer, client_id, sealed_client_secret, domains, created_at)
    values (${id}, 'https://sea.test', 'probity', '', array['sea.test'], now())`);
  const factors = async (query: string) =>
    [...(await rowsOf(`?account=${id}${query}`))].map(([email, row]) => [email, row[4], row[7]]);
  assert.deepEqual(await factors(''), [
    ['away@shore.test', 'Active', 'None'],
    ['both@sea.test', 'Active', 'None with the password'],
    ['new@shore.test', 'Invited', 'None'],
    ['only@sea.test', 'Active', 'Single sign-on'],
  ]);
  const invited = (await listUsers(ctx, 'system', id)).filter(({ is_invited }) => is_invited);
  assert.deepEqual(
    invited.map(({ email }) => email),
    ['new@shore.test'],
    'as the account’s own list of users says',
  );
  assert.deepEqual(
    (await factors('&only=no_factor')).map(([email]) => email),
    ['away@shore.test', 'both@sea.test', 'new@shore.test'],
  );
  await signedInVisitor(portal, 'both@sea.test');
});

test('the export of the review is a security event', async () => {
  const row = await ctx.db.row<{ count: number }>(sql`select count(*) as count from security_events
    where type = 'records.exported' and detail ->> 'route' = '/desk/access/file'`);
  assert.ok(row!.count > 0);
});

test('the page says how the review of the desk, or of the chosen client, stands, and leads to it', async () => {
  assert.match(
    (await auditor.get('/desk/access')).body,
    /There was no review yet\.[\s\S]*href="\/desk\/access\/review"/,
  );
  const ofOther = `/desk/accounts/${otherId}/users/review`;
  assert.ok((await auditor.get(`/desk/access?account=${otherId}`)).body.includes(`href="${ofOther}"`));
  const reviewer = await signedInVisitor(portal, (await desk('Dot', 'data_protection', 'all')).email);
  await reviewer.submit(ofOther, `${ofOther}/start`, {});
  assert.match((await auditor.get(`/desk/access?account=${otherId}`)).body, /A review was started on/);
  assert.doesNotMatch((await auditor.get('/desk/access')).body, /A review was started on/);
  assert.equal((await reviewer.get('/desk/accounts/0/users/review')).status, 404);
});

test('the list says since when each has their role and who invited them', async () => {
  const by = { actor: `user:${screener.id}`, permissions: ['manage_users'] } as const;
  const email = 'fay@access.test';
  const { id } = await createUser(ctx, by, accountId, { name: 'Fay', email, role: 'standard' });
  await changeUser(ctx, 'system', accountId, { id, role: 'read_only' });
  const row = (await rowsOf()).get(email)!;
  assert.deepEqual([row[12], row[13]!.slice(0, 10)], ['Sid', ctx.now().toISOString().slice(0, 10)]);
  assert.match((await auditor.get('/desk/access')).body, /Read only[\s\S]{0,80}since [^<]*by Sid/);
  assert.match((await auditor.get('/desk/security?type=role.changed')).body, /now read only, until then standard, Fay/);
  assert.match((await auditor.get(`/desk/accounts/${accountId}/history`)).body, /Role: Standard, now Read only/);
});

test('the evidence of controls has the audit trail, backup, keys and what deletes, for who reads the audit trail', async () => {
  const { body } = await auditor.get('/desk/evidence');
  for (const said of ['Last found valid', 'Signed heads', 'Last backup', 'Keys of accounts', 'What deletes data'])
    assert.ok(body.includes(said), said);
  const other = await signedInVisitor(portal, 'noa@access.test');
  assert.equal((await other.get('/desk/evidence')).status, 403);
});

test('who sees some accounts alone reviews one of them at a time, and never the desk', async () => {
  const { email } = await desk('Bea', 'data_protection', [accountId]);
  const narrow = await signedInVisitor(portal, email);
  assert.match((await narrow.get('/desk/access')).body, /Choose an account to review/);
  assert.equal((await narrow.get('/desk/access/review')).status, 403);
  const own = `/desk/accounts/${accountId}/users/review`;
  assert.equal((await narrow.submit(own, `${own}/start`, {})).status, 303);
  assert.equal((await narrow.get(`/desk/accounts/${otherId}/users/review`)).status, 404);
});

test('Controls lists the people whom its reader sees, each with the link to their trail', async () => {
  const { body } = await auditor.get('/desk/evidence');
  assert.match(body, new RegExp(`<a [^>]*href="/desk/trail/${screener.id}">Sid</a>`));
  assert.match(body, new RegExp(`href="/desk/trail/${leaver.id}">Lee</a> <span class="app-muted">disabled</span>`));
  assert.match(body, /Brook Bank<\/h3>\s*<ul class="govuk-list">\s*<li><a [^>]*>Other<\/a>/);
  assert.equal((await auditor.get(`/desk/trail/${screener.id}`)).status, 200);
  const partial = await desk('Paula', 'auditor', [accountId]);
  const seen = (await (await signedInVisitor(portal, partial.email)).get('/desk/evidence')).body;
  assert.ok(seen.includes('>Sid</a>') && !seen.includes('Brook Bank'));
});
