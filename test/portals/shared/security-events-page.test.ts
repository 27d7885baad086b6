// The pages of security events: who sees which, the filters in the address, the pages of the list, and the CSV file.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { inviteToSignIn, requestPasswordLink } from '../../../src/features/accounts/sign-in-link-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { recordSecurityEvent } from '../../../src/features/security-events/security-event-actions.ts';
import { csvField } from '../../../src/lib/csv.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { readEventsQuery } from '../../../src/portals/shared/security-events/security-events-page.ts';
import { accessibilityProblems, keepScreenshot, launchBrowser, openPage } from '../../support/browser.ts';
import { clientEmail, password, signedInVisitor, startPortal, visitor } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;

const client = async (
  role: 'administrator' | 'standard',
  email: string,
  more: { subsidiaryIds?: readonly string[] } = {},
) => {
  const { id } = await createUser(ctx, 'system', accountId, { name: '=SUM(1)', email, role, ...more });
  await createSignIn(ctx, 'system', { email, password });
  return id;
};
const administratorId = await client('administrator', 'admin@acme.test');
const auditorEmail = 'auditor@probity.test';
await createDeskUser(ctx, 'system', { name: 'Desk Auditor', email: auditorEmail, role: 'auditor', accounts: 'all' });
await createSignIn(ctx, 'system', { email: auditorEmail, password });
const { id: otherAccountId } = await createAccount(ctx, 'system', { name: 'Brook Bank' });

const auditor = await signedInVisitor(portal, auditorEmail);

const cells = (body: string) =>
  [...body.matchAll(/<td[^>]*app-security-events__what[^>]*>([^<]*)</g)].map(([, text]) => text!.trim());
const linkTo = (body: string, text: string) =>
  new RegExp(`href="([^"]*)"[^>]*>(?:(?!</a>)[\\s\\S])*${text}`).exec(body)![1]!.replaceAll('&amp;', '&');

test('an auditor filters by event, user, account, network and day, and reads on in older events', async () => {
  const start = Date.parse('2026-03-28T12:00:00Z');
  for (let index = 0; index < 120; index += 1) {
    const at = { ...ctx, now: () => new Date(start + index * 3_600_000) };
    const address = index % 2 === 0 ? '192.0.2.7' : '::ffff:198.51.100.9';
    const user = index % 3 === 0 ? { actor: `user:${administratorId}` as const } : {};
    await recordSecurityEvent(at, { type: 'key.exposed', accountId, address, ...user });
  }
  const foreign = { type: 'key.exposed', accountId: otherAccountId, address: '203.0.113.5' } as const;
  await recordSecurityEvent(ctx, foreign);
  const rowsOf = async (query: string) => cells((await auditor.get(`/desk/security?type=key.exposed&${query}`)).body);

  const first = (await auditor.get('/desk/security?type=key.exposed')).body;
  assert.match(first, /Brook Bank/);
  const second = (await auditor.get(linkTo(first, 'Older'))).body;
  const third = (await auditor.get(linkTo(second, 'Older'))).body;
  assert.deepEqual(
    [first, second, third].map((body) => cells(body).length),
    [50, 50, 21],
  );
  assert.doesNotMatch(third, /Older/);
  assert.equal(linkTo(third, 'Newest'), '/desk/security?type=key.exposed');

  assert.equal((await rowsOf('network=192.0.2.0/24&from=2026-03-28&until=2026-03-28')).length, 6);
  assert.equal((await rowsOf('network=198.51.100.9&until=2026-03-28')).length, 6);
  // The clocks go forward on the 29th, a day of 23 hours.
  assert.equal((await rowsOf('from=2026-03-29&until=2026-03-29')).length, 23);
  assert.equal((await rowsOf(`account=${otherAccountId}`)).length, 1);
  assert.equal((await rowsOf(`user=${administratorId}`)).length, 40);
  const found = await auditor.submit('/desk/security', '/desk/security/user', { email: 'Admin@acme.test' });
  assert.equal(found.headers.location, `/desk/security?user=${administratorId}`);
  const nobody = await auditor.submit('/desk/security', '/desk/security/user', { email: 'nobody@acme.test' });
  assert.match((await auditor.get(String(nobody.headers.location))).body, /No user has this email address/);
});

test('an unreadable filter counts as absent', () => {
  const query = { type: 'toString', account: 'x', user: '%', network: '10.0.0.0/99', from: '2026-02-30', until: '1' };
  assert.ok(Object.values(readEventsQuery(query)).every((value) => value === undefined));
});

test('the file of an account has every event of the filters, and the export is recorded with its session and address', async () => {
  const administrator = await signedInVisitor(portal, 'admin@acme.test');
  const file = await administrator.get('/portal/security/file?type=key.exposed');
  assert.match(String(file.headers['content-type']), /^text\/csv/);
  assert.equal(file.body.trim().split('\r\n').length, 121);
  assert.doesNotMatch(file.body, /Brook Bank|203\.0\.113\.5/);
  assert.match(file.body, /"'=SUM\(1\)"/);
  const [exported] = await ctx.db.rows(sql`
    select actor, session_id is not null as has_session, host(address) as address, account_id
    from security_events where type = 'records.exported'`);
  const actor = `user:${administratorId}`;
  assert.deepEqual(exported, { actor, has_session: true, address: '127.0.0.1', account_id: accountId });
  assert.equal(csvField('a "b"'), '"a ""b"""');
});

test('administrators of a client see their account, of a subsidiary its users only, and nobody else sees any', async () => {
  const { id: subsidiaryId } = await createSubsidiary(ctx, 'system', accountId, { name: 'North' });
  const ownId = await client('administrator', 'north@acme.test', { subsidiaryIds: [subsidiaryId] });
  await recordSecurityEvent(ctx, { type: 'key.revoked', accountId, actor: `user:${ownId}` });
  const ofSubsidiary = await signedInVisitor(portal, 'north@acme.test');
  const { body } = await ofSubsidiary.get('/portal/security');
  assert.deepEqual(cells(body), ['Signed in', 'Revoked an API key']);
  const whole = (await (await signedInVisitor(portal, 'admin@acme.test')).get('/portal/security')).body;
  assert.match(whole, /Sent an API key over plain HTTP/);
  assert.doesNotMatch(whole, /Desk Auditor|203\.0\.113\.5/);
  const standard = await signedInVisitor(portal, clientEmail);
  assert.equal((await standard.get('/portal/security')).status, 403);
  assert.equal((await standard.get('/portal/security/file')).status, 403);
});

interface Recorded {
  readonly type: string;
  readonly actor: string | null;
  readonly address: string | null;
  readonly hasSession: boolean;
  readonly detail: Readonly<Record<string, unknown>>;
}

const recordedOf = async (userId: string) => {
  await ctx.batches.write();
  return ctx.db.rows<Recorded>(sql`
    select type, actor, host(address) as address, session_id is not null as "hasSession", detail from security_events
    where actor = ${`user:${userId}`} or detail ->> 'user_id' = ${userId} order by occurred_at, id`);
};

test('every step from the invitation to the second factor is recorded, with the user, the session and the address', async () => {
  const email = 'invited@probity.test';
  const person = { name: 'Desk Invited', email, role: 'screener', accounts: 'all' } as const;
  const userId = await createDeskUser(ctx, 'system', person);
  const link = new URL((await inviteToSignIn(ctx, 'system', email))!).pathname;
  const invited = visitor(portal);
  const chosen = { password: 'nine purple lanterns', password_again: 'nine purple lanterns' };
  assert.equal((await invited.submit(link, link, chosen)).status, 303);
  await visitor(portal).submit('/sign-in', '/sign-in', { email, password: 'not the password' });
  await requestPasswordLink(ctx, email, '127.0.0.1');
  const events = await recordedOf(userId);
  const user = `user:${userId}`;
  const address = '127.0.0.1';
  const byNobody = { actor: null, address, hasSession: false };
  const byUser = { actor: user, address, hasSession: false, detail: { user_id: userId } };
  assert.deepEqual(events, [
    { type: 'invitation.sent', actor: 'system', address: null, hasSession: false, detail: { user_id: userId } },
    { type: 'password.changed', ...byUser },
    { type: 'invitation.accepted', ...byUser },
    { type: 'sign_in.failed', ...byNobody, detail: { user_id: userId, factor: 'password' } },
    { type: 'password.reset_requested', ...byNobody, detail: { user_id: userId } },
  ]);
});

test('a wrong second factor and new recovery codes are recorded, with the user, the session and the address', async () => {
  const email = 'factor@probity.test';
  const person = { name: 'Desk Factor', email, role: 'screener', accounts: 'all' } as const;
  const userId = await createDeskUser(ctx, 'system', person);
  await createSignIn(ctx, 'system', { email, password });
  const signedIn = await signedInVisitor(portal, email);
  await signedIn.submit('/account/security', '/account/security/recovery-codes', {});
  const other = visitor(portal);
  await other.submit('/sign-in', '/sign-in', { email, password });
  await other.submit('/sign-in/second-factor', '/sign-in/second-factor', { code: '000000' });
  const events = (await recordedOf(userId)).map(({ type, hasSession, detail }) => [type, hasSession, detail.factor]);
  assert.deepEqual(events.slice(-4), [
    ['sign_in.succeeded', true, undefined],
    ['recovery_codes.created', false, undefined],
    ['recovery_codes.created', true, undefined],
    ['sign_in.failed', false, 'code'],
  ]);
});

test('axe finds no problem in the filtered and the empty list, and a desk has one line for each event', async () => {
  const browser = await launchBrowser(portal.certificate);
  after(() => browser.close());
  const page = await openPage(browser);
  const cookies = [...auditor.cookies].map(([name, value]) => ({ name, value, url: portal.url }));
  await page.context().addCookies(cookies);
  for (const [name, query] of [
    ['security-events-of-user', `user=${administratorId}&network=192.0.2.7`],
    ['security-events-empty', 'until=2001-01-01'],
  ] as const) {
    await page.goto(`${portal.url}/desk/security?${query}`);
    await keepScreenshot(page, name);
    assert.deepEqual(await accessibilityProblems(page), [], name);
  }
  await page.goto(`${portal.url}/desk/security`);
  const heights = await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight));
  assert.ok(
    heights.every((height) => height <= 40),
    String(heights),
  );
  await page.context().close();
});
