// The review of access to the desk: its people and the suppliers of its register.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessReviewJobs } from '../../../src/features/access-reviews/access-review-jobs.ts';
import { readReviewDue } from '../../../src/features/access-reviews/due-review-actions.ts';
import { createDeskUser, createSignIn, disableDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { keepSupplier } from '../../../src/features/suppliers/supplier-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { courtResearcher } from '../../features/suppliers/court-researcher.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId, deskUserId } = portal;
const path = '/desk/access/review';
const desk = async (
  name: string,
  role: 'administrator' | 'auditor' | 'screener' | 'data_protection',
  accounts: 'all' | readonly string[] = 'all',
) => {
  const email = `${name.toLowerCase()}@desk.test`;
  const id = await createDeskUser(ctx, 'system', { name, email, role, accounts });
  await createSignIn(ctx, 'system', { email, password });
  return { id, email, key: `user ${id}` };
};
const ada = await desk('Ada', 'administrator');
await disableDeskUser(ctx, 'system', deskUserId);
const admin = await signedInVisitor(portal, ada.email);
const sid = await desk('Sid', 'screener', [accountId]);
const body = async () => (await admin.get(path)).body;
const under = (html: string, caption: string) => html.split(`>${caption}</caption>`)[1]?.split('</table>')[0] ?? '';

/** What the tick of somebody sends, on the page of the reader. */
const tickOf = async (reader: typeof admin, key: string) =>
  new RegExp(`value="(${key} [^"]+)"`).exec((await reader.get(path)).body)?.[1] ?? `${key} unseen`;

test('people of the desk with the accounts that they see, and suppliers, are reviewed by who manages the desk', async () => {
  const supplierId = await keepSupplier(ctx, 'system', courtResearcher);
  assert.equal((await admin.submit(path, `${path}/start`, {})).status, 303);
  const left = under(await body(), 'Left to decide');
  for (const said of [
    'Ada',
    'All accounts',
    'Sid',
    'Acme Care',
    'Screener',
    'Sample Court Searches',
    'Nobody else can decide',
  ])
    assert.ok(`${left}${await body()}`.includes(said), said);
  const auditor = await signedInVisitor(portal, (await desk('Lou', 'auditor')).email);
  assert.equal((await auditor.get(path)).status, 200);
  assert.doesNotMatch((await auditor.get(path)).body, /Keep the access/);
  const removal = `/desk/suppliers/${supplierId}/remove`;
  assert.equal((await admin.submit(`/desk/suppliers/${supplierId}`, removal, {})).status, 303);
  assert.match(under(await body(), 'Decided'), /Sample Court Searches[\s\S]*Removed/);
});

test('what is changed or ended on the page of somebody is the decision about them', async () => {
  const page = `/desk/people/${sid.id}`;
  assert.match((await admin.get(page)).body, /A review of access is open/);
  await admin.submit(page, page, { role: 'reviewer', accounts: accountId, new_until: '', sample_percent: '' });
  assert.match(under(await body(), 'Decided'), /Sid[\s\S]*Reviewer[\s\S]*Changed/);
  await admin.submit(page, `${page}/disable`, {});
  assert.match(under(await body(), 'Decided'), /Sid[\s\S]*Removed/);
});

test('an administrator decides about another, and not about themselves as long as there is another', async () => {
  const kay = await desk('Kay', 'data_protection');
  assert.equal((await admin.submit(path, `${path}/keep`, { access: await tickOf(admin, ada.key) })).status, 422);
  const other = await signedInVisitor(portal, kay.email);
  assert.equal((await other.submit(path, `${path}/keep`, { access: await tickOf(other, ada.key) })).status, 303);
  await admin.submit(path, `${path}/keep`, { access: await tickOf(admin, kay.key) });
  const [lou] = await ctx.db.rows<{ id: string }>(sql`select id from desk_users where name = 'Lou'`);
  await admin.submit(path, `${path}/keep`, { access: await tickOf(admin, `user ${lou!.id}`) });
  assert.equal((await admin.submit(path, `${path}/end`, {})).headers.location, `${path}?done=ended`);
  const [query] = /\?review=[0-9a-f-]+/.exec(await body())!;
  assert.match((await admin.get(`${path}/pdf${query}`)).body, /^%PDF-/);
  const page = (await admin.get('/desk/security?type=access.reviewed')).body;
  assert.match(page, /Reviewed who has access: 3 kept, 0 changed, 2 removed/);
});

test('the administrators of the desk are reminded when the next review is due', async () => {
  const later = { ...ctx, now: () => new Date(ctx.now().getTime() + 400 * 86_400_000) };
  assert.equal((await readReviewDue(ctx, 'system', null))!.waits, false);
  assert.equal((await readReviewDue(later, 'system', null))!.waits, true);
  const sent: string[] = [];
  const mail = {
    ...{ canSend: true },
    send: async (letter: { readonly to: { readonly address: string }; readonly subject: string }) => {
      sent.push(`${letter.to.address}: ${letter.subject}`);
    },
  };
  const jobs = accessReviewJobs({ ...later, mail: mail as unknown as typeof ctx.mail });
  await jobs.tell_access_reviews({});
  const asked = await ctx.db.rows<{ payload: { userId: string } }>(sql`
    select j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'mail_desk_access_review'`);
  for (const { payload } of asked) await jobs.mail_desk_access_review(payload);
  assert.deepEqual(sent.toSorted(), [
    'ada@desk.test: The review of who has access to the desk is due',
    'kay@desk.test: The review of who has access to the desk is due',
  ]);
});
