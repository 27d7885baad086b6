// The review of access of a client: its administrators decide about each user and API key, and never about themselves alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessReviewJobs } from '../../../src/features/access-reviews/access-review-jobs.ts';
import { readReviewDue } from '../../../src/features/access-reviews/due-review-actions.ts';
import { changeUser, createApiKey, createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { clientEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const path = '/portal/users/review';
const make = async (name: string, role: 'administrator' | 'standard' | 'read_only') => {
  const email = `${name.toLowerCase()}@acme.test`;
  const { id } = await createUser(ctx, 'system', accountId, { name, email, role });
  await createSignIn(ctx, 'system', { email, password });
  return { id, email, key: `user ${id}` };
};
const boss = await make('Bo', 'administrator');
const admin = await signedInVisitor(portal, boss.email);
const kay = await make('Kay', 'standard');
const lee = await make('Lee', 'read_only');
const mo = await make('Mo', 'standard');
const payroll = await createApiKey(ctx, 'system', accountId, {
  ...{ userId: kay.id, environment: 'live', label: 'Payroll' },
});

const bodyOf = async (query = '') => (await admin.get(`${path}${query}`)).body;
const ticks = new Map<string, string>();
/** What the tick of each sends, as the page shows them now, or showed them last. */
async function tickOf(key: string, html: string): Promise<string> {
  ticks.set(key, new RegExp(`value="(${key} [^"]+)"`).exec(html)?.[1] ?? ticks.get(key) ?? `${key} unseen`);
  return ticks.get(key)!;
}
async function keep(...chosen: readonly string[]) {
  const html = await bodyOf();
  const form = new URLSearchParams(hiddenFields(html, `${path}/keep`));
  for (const one of chosen) form.append('access', await tickOf(one, html));
  return admin.send(`${path}/keep`, 'application/x-www-form-urlencoded', form.toString());
}
/** The rows of the page below a caption. */
const under = (html: string, caption: string) => html.split(`>${caption}</caption>`)[1]?.split('</table>')[0] ?? '';
const left = async () => under(await bodyOf(), 'Left to decide');
const decided = async () => under(await bodyOf(), 'Decided');

const history = async () => (await admin.get('/portal/history')).body;
const after = (days: number) => ({ ...ctx, now: () => new Date(ctx.now().getTime() + days * 86_400_000) });
const reminders = async () =>
  (await listEmails(ctx, portal.caller('live'), 300)).filter(({ template }) => template === 'access_review_due');

test('administrators are reminded once a week when a year is over without a review, and it waits for them in the portal', async () => {
  await accessReviewJobs(after(360)).tell_access_reviews({});
  assert.equal((await reminders()).length, 0);
  assert.doesNotMatch((await admin.get('/portal')).body, /The review of who has access/);
  await ctx.db.run(sql`update accounts set created_at = now() - interval '13 months' where id = ${accountId}`);
  await accessReviewJobs(ctx).tell_access_reviews({});
  await accessReviewJobs(ctx).tell_access_reviews({});
  const [mail, ...more] = await reminders();
  assert.deepEqual([mail!.to.address, more.length], [boss.email, 0]);
  assert.match(mail!.text, /is due since .*Decide for everybody/s);
  assert.match((await admin.get('/portal')).body, /The review of who has access is due/);
  assert.match((await admin.get('/portal/users')).body, /A review of access is due since/);
});

test('a review is started once, and asks about every user and every key that is valid', async () => {
  assert.match(await bodyOf(), /There was no review yet/);
  assert.equal((await admin.submit(path, `${path}/start`, {})).headers.location, `${path}?done=started`);
  const rows = await left();
  for (const said of [
    'Kay',
    'Lee',
    'Mo',
    clientEmail,
    'Payroll',
    'What its user sees: Kay',
    'Read only',
    'New; Role: ',
  ])
    assert.ok(rows.includes(said), said);
  assert.match((await admin.get('/portal')).body, /The review of who has access is not complete/);
});

test('who is kept stands as decided with by whom and when, once however often the form is sent, and the others are left', async () => {
  assert.equal((await keep()).status, 422, 'nobody is ticked');
  assert.match((await keep()).body, /Tick whose access stays as it is/);
  const [user] = await ctx.db.rows<{ id: string }>(sql`select id from users where email = ${clientEmail}`);
  await keep(mo.key, `key ${payroll.id}`, `user ${user!.id}`);
  assert.equal((await keep(mo.key)).status, 303);
  assert.match(await decided(), />Mo<[\s\S]*Kept/);
  assert.doesNotMatch(await left(), />Mo</);
  const count = await ctx.db.row<{ count: number }>(
    sql`select count(*)::integer as count from access_review_decisions where subject_id = ${mo.id}`,
  );
  assert.equal(count!.count, 1);
  assert.match(await history(), /Access kept in the review[\s\S]*Mo[\s\S]*API key Payroll/);
});

test('a tick keeps exactly the access that its page showed, and nothing is decided where it became another', async () => {
  const shown = await bodyOf();
  const fields = { ...hiddenFields(shown, `${path}/keep`), access: await tickOf(kay.key, shown) };
  await changeUser(ctx, 'system', accountId, { id: kay.id, role: 'administrator' });
  const late = await admin.post(`${path}/keep`, fields);
  assert.equal(late.status, 422);
  assert.match(
    late.body,
    /The access of somebody that you ticked has changed since the page was opened, so nothing is decided/,
  );
  assert.match(under(late.body, 'Left to decide'), />Kay<[\s\S]*Role: Standard, now Administrator/);
  await changeUser(ctx, 'system', accountId, { id: kay.id, role: 'standard' });
});

test('whose access ends on the command line stands in the open review, and is removed by who ends it', async () => {
  const cli = await make('Cleo', 'standard');
  await keep(cli.key);
  assert.match(await decided(), />Cleo<[\s\S]*Kept/);
  await changeUser(ctx, 'system', accountId, { id: cli.id, disabled: true });
  assert.doesNotMatch(await decided(), />Cleo</, 'what was kept is no more');
  assert.match(under(await bodyOf(), 'Ended elsewhere since the review began'), />Cleo<[\s\S]*(Disabled|No access)/);
});

test('whom an administrator disables or changes meanwhile is decided, and loses their access at once', async () => {
  const leePage = `/portal/users/${lee.id}`;
  assert.match((await admin.get(leePage)).body, /A review of access is open/);
  assert.equal((await admin.submit(`${leePage}/disable`, `${leePage}/disable`, {})).status, 303);
  await assert.rejects(signedInVisitor(portal, lee.email), /sign-in answered/);
  const kayPage = `/portal/users/${kay.id}`;
  await admin.submit(kayPage, kayPage, { role: 'requester', name: 'Kay', external_id: '' });
  assert.match(await decided(), /Lee[\s\S]*Removed/);
  assert.match(await decided(), /Kay[\s\S]*Requester[\s\S]*Changed/);
});

test('a decision does not count any more when the access became another', async () => {
  await changeUser(ctx, 'system', accountId, { id: mo.id, role: 'administrator' });
  assert.match(await left(), />Mo<[\s\S]*Role: Standard, now Administrator/);
  await changeUser(ctx, 'system', accountId, { id: mo.id, role: 'standard' });
  assert.doesNotMatch(await left(), />Mo</);
});

test('nobody decides about themselves unless nobody else can, and the review says so', async () => {
  const ann = await make('Ann', 'administrator');
  assert.match(await left(), /Your own: somebody else decides/);
  const refused = await keep(boss.key);
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Somebody else decides about your own access/);
  assert.equal((await admin.submit(path, `${path}/end`, {})).status, 403, 'somebody is left');
  const other = await signedInVisitor(portal, ann.email);
  const access = await tickOf(boss.key, (await other.get(path)).body);
  await other.submit(path, `${path}/keep`, { access });
  assert.doesNotMatch(await left(), new RegExp(boss.email));
  await changeUser(ctx, 'system', accountId, { id: ann.id, disabled: true });
  // Decided about by Ann; of herself nothing is left, because she has no access.
  assert.match(await bodyOf(), /It is decided about everybody/);
});

test('a review that is ended stands with its decisions as a page, a file and a PDF, and the next is due after the months of the account', async () => {
  assert.equal((await admin.submit(path, `${path}/end`, {})).headers.location, `${path}?done=ended`);
  assert.match(await history(), /Review of access ended[\s\S]*Kept: 4; changed: 1; removed: 3/);
  const [, query] = /href="\/portal\/users\/review(\?review=[0-9a-f-]+)"/.exec(await bodyOf())!;
  assert.match(await bodyOf(query), /Each stands with the access that they had/);
  const file = (await admin.get(`${path}/file${query}`)).body;
  assert.match(file, /"User","Lee","lee@acme.test","Read only".*"Removed"/);
  assert.match(file, /"API key","Payroll".*"Kept"/);
  assert.match((await admin.get(`${path}/pdf${query}`)).body, /^%PDF-/);
  await changeAccountSettings(ctx, 'system', accountId, { accessReviewMonths: 1 });
  assert.doesNotMatch((await admin.get('/portal')).body, /The review of who has access/);
  const waits = async (days: number) => (await readReviewDue(after(days), 'system', accountId))!.waits;
  assert.deepEqual([await waits(25), await waits(35)], [false, true]);
});

test('a review at the desk for a client is for who reviews access, and a screener has none', async () => {
  const desk = async (name: string, role: 'data_protection' | 'auditor' | 'screener') => {
    const email = `${name}@desk.test`;
    await createDeskUser(ctx, 'system', { name, email, role, accounts: [accountId] });
    await createSignIn(ctx, 'system', { email, password });
    return signedInVisitor(portal, email);
  };
  const ofAccount = `/desk/accounts/${accountId}/users/review`;
  const officer = await desk('dot', 'data_protection');
  assert.equal((await officer.submit(ofAccount, `${ofAccount}/start`, {})).status, 303);
  const auditor = await desk('ada', 'auditor');
  assert.match((await auditor.get(ofAccount)).body, /Left to decide/);
  assert.doesNotMatch((await auditor.get(ofAccount)).body, /Keep the access/);
  assert.equal((await (await desk('sid', 'screener')).get(ofAccount)).status, 403);
  assert.match(
    (await admin.get('/portal/history')).body,
    /Review of access started[\s\S]{0,300}The screening company|The screening company[\s\S]{0,300}Review of access started/,
  );
});

test('a client reads no name of the desk, and an invitation that is withdrawn is a decision of its own', async () => {
  const desk = { actor: `user:${portal.deskUserId}`, permissions: ['manage_users', 'manage_keys'] } as const;
  const invited = await createUser(ctx, desk, accountId, { name: 'Ida', email: 'ida@acme.test', role: 'standard' });
  await createApiKey(ctx, desk, accountId, { userId: mo.id, environment: 'live', label: 'Made at the desk' });
  const rows = await left();
  assert.match(rows, /invited by the screening company/);
  const key = rows.split('<tr').find((one) => one.includes('>Made at the desk<'))!;
  assert.match(
    key,
    /made by the screening company[\s\S]*New; [\s\S]*by the screening company/,
    'and who made it is a change',
  );
  assert.match((await admin.get('/portal/keys')).body, /Made at the desk[\s\S]*The screening company/);
  assert.doesNotMatch(`${rows}${(await admin.get('/portal/keys')).body}`, /Desk Screener/);
  const page = `/portal/users/${invited.id}`;
  assert.equal((await admin.submit(page, `${page}/withdraw`, {})).status, 303);
  const row = (await decided()).split('<tr').find((one) => one.includes('>Ida '))!;
  assert.match(row, /Nothing: the invitation was withdrawn[\s\S]*Removed/);
  assert.doesNotMatch(row, /null|whole account/);
});

test('a review that is ended says what each saw when it was decided, whatever they see since', async () => {
  const [north, south] = await Promise.all(
    ['North', 'South'].map((name) => createSubsidiary(ctx, 'system', accountId, { name })),
  );
  const pat = await make('Pat', 'read_only');
  await changeUser(ctx, 'system', accountId, { id: pat.id, subsidiaryIds: [north!.id] });
  const officer = await signedInVisitor(portal, 'dot@desk.test');
  const ofAccount = `/desk/accounts/${accountId}/users/review`;
  const body = (await officer.get(ofAccount)).body;
  const form = new URLSearchParams(hiddenFields(body, `${ofAccount}/keep`));
  for (const [, key] of body.matchAll(/name="access" value="([^"]+)"/g)) form.append('access', key!);
  await officer.send(`${ofAccount}/keep`, 'application/x-www-form-urlencoded', form.toString());
  assert.equal((await officer.submit(ofAccount, `${ofAccount}/end`, {})).status, 303);
  await changeUser(ctx, 'system', accountId, { id: pat.id, subsidiaryIds: [south!.id] });
  const [query] = /\?review=[0-9a-f-]+/.exec(await bodyOf())!;
  const row = (await bodyOf(query)).split('<tr').find((one) => one.includes('>Pat<'))!;
  assert.match(row, /Sees: <\/span>North</);
  assert.match((await admin.get(`${path}/file${query}`)).body, /"Pat","pat@acme.test","Read only","North"/);
});
