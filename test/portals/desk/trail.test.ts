// The trail of one user: what they did and what was done to them, of the audit trail, the looks and the security events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeUser, createAccount, createUser, listUsers } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { addCharge } from '../../../src/features/charges/added-charge-actions.ts';
import { type EventName, eventTypes } from '../../../src/features/events/event-types.ts';
import { recordLook } from '../../../src/features/events/look-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { createIds } from '../../../src/platform/encryption/ids.ts';
import { withCommandRunner } from '../../../src/platform/request-origin.ts';
import { isWorded } from '../../../src/portals/desk/trail/trail-words.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
// The days of the trail are read by ids, which sort by creation.
Object.assign(ctx, { newId: createIds(Date.now) });
const deskUser = async (name: string, role: 'auditor' | 'administrator' | 'screener', accounts: 'all' | string[]) => {
  const email = `${name.toLowerCase()}@trail.test`;
  const id = await createDeskUser(ctx, 'system', { name, email, role, accounts });
  await createSignIn(ctx, 'system', { email, password });
  return { id, visitor: await signedInVisitor(portal, email) };
};
const auditor = await deskUser('Ada', 'auditor', 'all');
const user = (await listUsers(ctx, 'system', accountId)).find(({ email }) => email === clientEmail)!;

test('every kind of event has words', () => {
  assert.deepEqual(
    (Object.keys(eventTypes) as EventName[]).filter((type) => !isWorded(type)),
    [],
  );
});

test('an auditor reads what a user did and what was done to them, also as a file', async () => {
  const check = await portal.placeCheck('live', {}, ['right_to_work']);
  const caller = { ...portal.caller('live'), actor: `user:${user.id}` as const };
  recordLook(ctx, caller, {
    type: 'check.results_read',
    resourceId: check.id,
    applicantId: check.applicantId,
    checkId: check.id,
  });
  await ctx.batches.write();
  await signedInVisitor(portal, clientEmail);
  await changeUser(ctx, { actor: `user:${auditor.id}`, permissions: ['manage_users'] }, accountId, {
    id: user.id,
    externalId: 'E-7',
  });
  const charge = { description: 'Training', pence: 4321, as: 'price', order: '', subsidiaryId: '', month: '' } as const;
  await addCharge(ctx, { ...caller, permissions: ['manage_agreements'] }, charge);
  const path = `/desk/trail/${user.id}`;
  const { body } = await auditor.visitor.get(path);
  for (const said of [
    `Trail of ${user.name}`,
    'Signed in',
    `User ${user.name} changed; External id`,
    'Looked at: Results',
    'Charge added by hand',
    `VF${check.orderId}`,
  ])
    assert.ok(body.includes(said), said);
  const file = (await auditor.visitor.get(`${path}/file`)).body;
  assert.doesNotMatch(`${body}${file}`, /43\.21/, 'whoever reads no charges reads no amount');
  assert.match(file, /^\uFEFFat,kind,type,what,count,who,actor,key,account,environment,order,address,id\r\n/);
  assert.match(file, /"Security","sign_in\.succeeded","Signed in"/);
  assert.match(file, new RegExp(`"Change","user\\.changed","User ${user.name} changed; External id","1","Ada"`));
  assert.match(file, new RegExp(`"Look","check\\.results_read",.*"VF${check.orderId}"`));
  assert.match((await auditor.visitor.get(`${path}?from=2020-01-01&until=2020-01-31`)).body, /Nothing is found/);
  for (const from of ['/desk/access', `/desk/accounts/${accountId}/users/${user.id}`])
    assert.match((await auditor.visitor.get(from)).body, new RegExp(`href="${path}"`), from);
});

test('each entry stands on one page of them, and nothing is left out between pages', async () => {
  const caller = portal.caller('live');
  const { id: many } = await createUser(ctx, 'system', accountId, {
    name: 'Many',
    email: 'many@trail.test',
    role: 'standard',
  });
  for (let one = 0; one < 130; one += 1)
    await changeUser(ctx, 'system', accountId, { id: many, externalId: `M-${one}` });
  await ctx.db.run(sql`
    insert into security_events (id, type, account_id, actor, detail, occurred_at)
    select gen_random_uuid(), 'sign_in.ended', ${caller.accountId}, ${`user:${many}`}, '{}', now() - n * interval '1 second'
    from generate_series(1, 70) n`);
  let [href, entries] = [`/desk/trail/${many}` as string | undefined, 0];
  for (let pages = 0; href !== undefined && pages < 20; pages += 1) {
    const { body } = await auditor.visitor.get(href);
    entries += body.match(/External id|Signed out/g)?.length ?? 0;
    href = /href="([^"]*after=[^"]*)"/.exec(body)?.[1]?.replaceAll('&amp;', '&');
  }
  assert.equal(entries, 200);
});

test('who does not audit reads no trail, and who works for some accounts sees nobody of others', async () => {
  const { id: otherId } = await createAccount(ctx, 'system', { name: 'Brook Bank' });
  const { id: stranger } = await createUser(ctx, 'system', otherId, {
    name: 'Other',
    email: 'other@brook.test',
    role: 'standard',
  });
  const screener = await deskUser('Sid', 'screener', 'all');
  assert.equal((await screener.visitor.get(`/desk/trail/${user.id}`)).status, 403);
  const narrow = await deskUser('Nat', 'auditor', [accountId]);
  assert.equal((await narrow.visitor.get(`/desk/trail/${stranger}`)).status, 404);
  const { body } = await narrow.visitor.get(`/desk/trail/${auditor.id}`);
  assert.match(body, /sign-ins at the desk are shown to people who see all accounts/);
  assert.doesNotMatch(body, /Signed in/);
  // The new account demands a second factor of whoever sees it.
  const again = await signedInVisitor(portal, 'ada@trail.test');
  assert.match((await again.get(`/desk/trail/${auditor.id}`)).body, /Signed in/);
});

test('what a command did is said to be of whoever ran it, at the desk and not to the client', async () => {
  await withCommandRunner('ana', () => changeUser(ctx, 'system', accountId, { id: user.id, externalId: 'E-8' }));
  const administrator = await deskUser('Alma', 'administrator', 'all');
  for (const path of [`/desk/trail/${user.id}`, `/desk/accounts/${accountId}/history`])
    assert.match((await administrator.visitor.get(path)).body, /ana, by a command/, path);
  await withCommandRunner('bo', () => changeUser(ctx, 'system', accountId, { id: user.id, role: 'administrator' }));
  assert.match((await administrator.visitor.get('/desk/security')).body, /bo, by a command/);
  const client = await signedInVisitor(portal, clientEmail);
  assert.doesNotMatch((await client.get('/portal/history')).body, /by a command/);
});
