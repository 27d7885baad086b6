// Whose orders are whose: the list of one person's, who ordered a check, and who gets the orders of somebody who leaves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRole } from '../../../src/features/access/permissions.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { findClientContacts } from '../../../src/features/checks/client-contact-queries.ts';
import { disableUser } from '../../../src/features/orders/leaving-user-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { deskEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const given = { name: 'Ann', email: 'ann@acme.test', role: 'administrator' } as const;
await createUser(ctx, 'system', accountId, given);
await createSignIn(ctx, 'system', { email: given.email, password });
const admin = await signedInVisitor(portal, given.email);
const rows = (html: string) => [...html.matchAll(/<span class="app-code">(VF\d+)<\/span>/g)].map(([, order]) => order);

async function userOf(name: string, role: ClientRole = 'standard', subsidiaryId: string | null = null) {
  const email = `${name.toLowerCase()}@acme.test`;
  return createUser(ctx, 'system', accountId, { name, email, role, ...scopeOf(subsidiaryId) });
}
async function orderOf(userId: string, environment: 'live' | 'test' = 'live', subsidiaryId: string | null = null) {
  const check = await portal.placeCheck(environment, { first_name: 'Robin' }, ['identity']);
  await portal.superuser.run(sql`
    update checks set ordered_by_user_id = ${userId}, subsidiary_id = ${subsidiaryId} where id = ${check.id}`);
  return { ...check, number: `VF${check.orderId}` };
}
const contactsOf = async (checkId: string) =>
  (await findClientContacts(ctx.db, { accountId, environment: 'live' }, { checkId }, 'extend_deadlines')).map(
    ({ name }) => name,
  );

const [lea, kit] = [await userOf('Lea'), await userOf('Kit')];
const [hers, his, tested] = [await orderOf(lea.id), await orderOf(kit.id), await orderOf(lea.id, 'test')];

test('the list, its file and its page say who ordered, and one person’s orders are found', async () => {
  const { body } = await admin.get(`/portal?owner=${lea.id}`);
  assert.deepEqual(rows(body), [hers.number]);
  assert.match(body, new RegExp(`<option value="${lea.id}" selected[^>]*>\\s*Lea`));
  assert.match(body, /<option value="[^"]+"[^>]*>\s*You/);
  assert.match(body, /Download these checks/);
  assert.equal((await admin.get(`/portal/file?owner=${kit.id}`)).body.trimEnd().split('\r\n').length, 2);
  assert.ok(rows((await admin.get('/portal?owner=x')).body).length >= 2, 'an invalid value counts as absent');
  assert.match((await admin.get(`/portal/checks/${hers.id}`)).body, /Ordered by\s*<\/dt>[\s\S]*?Lea[\s\S]*?<\/dd>/);
  const { id } = await createAccount(ctx, 'system', { name: 'Elsewhere Ltd', isDemo: true });
  const eve = { ...given, name: 'Eve', email: 'eve@elsewhere.test' };
  await createUser(ctx, 'system', id, eve);
  await createSignIn(ctx, 'system', { email: eve.email, password });
  const stranger = (await (await signedInVisitor(portal, eve.email)).get(`/portal?owner=${lea.id}`)).body;
  assert.deepEqual(rows(stranger), []);
  assert.doesNotMatch(stranger, /Lea/);
});

test('who may not get the orders is refused, and then nobody is disabled', async () => {
  const { id: north } = await createSubsidiary(ctx, 'system', accountId, { name: 'North' });
  const refused = [
    (await userOf('Billy', 'billing')).id,
    (await userOf('Nora', 'standard', north)).id,
    lea.id,
    ctx.newId(),
  ];
  for (const ordersTo of refused) {
    await assert.rejects(disableUser(ctx, 'system', accountId, { id: lea.id, ordersTo }), {
      fields: { ordersTo: ['is not included in the list'] },
    });
  }
  const path = `/portal/users/${lea.id}`;
  const answer = await admin.submit(`${path}/disable`, `${path}/disable`, { orders_to: 'x' });
  assert.equal(answer.status, 422);
  assert.match(answer.body, /Choose who gets their orders/);
  assert.match((await admin.get(path)).body, /Active|Invited/);
});

test('an administrator of a subsidiary cannot give orders to a colleague whom they are not shown', async () => {
  const { id: south } = await createSubsidiary(ctx, 'system', accountId, { name: 'South' });
  const sam = await userOf('Sam', 'standard', south);
  await orderOf(sam.id);
  const sue = { name: 'Sue', email: 'sue@acme.test', role: 'administrator', ...scopeOf(south) } as const;
  await createUser(ctx, 'system', accountId, sue);
  await createSignIn(ctx, 'system', { email: sue.email, password });
  const path = `/portal/users/${sam.id}`;
  const southern = await signedInVisitor(portal, sue.email);
  // Kit is of the whole account.
  const answer = await southern.submit(`${path}/disable`, `${path}/disable`, { orders_to: kit.id });
  assert.equal(answer.status, 422);
  assert.match(answer.body, /Choose who gets their orders/);
  assert.doesNotMatch(answer.body, /Kit/);
  assert.match((await southern.get(path)).body, /Active|Invited/);
});

test('a colleague gets the orders of somebody who is disabled, with the mails; who ordered stays true', async () => {
  const path = `/portal/users/${lea.id}`;
  assert.match((await admin.get(`${path}/disable`)).body, /Who gets their orders\?[\s\S]*2 orders in progress/);
  assert.deepEqual(await contactsOf(hers.id), ['Lea']);
  const { headers } = await admin.submit(`${path}/disable`, `${path}/disable`, { orders_to: kit.id });
  assert.equal(headers.location, '/portal/users?done=disabled&given=2&kept=0');
  assert.deepEqual(await contactsOf(hers.id), ['Kit']);
  assert.deepEqual(rows((await admin.get(`/portal?owner=${kit.id}`)).body).toSorted(), [hers.number, his.number]);
  assert.deepEqual(rows((await admin.get(`/portal?environment=test&owner=${kit.id}`)).body), [tested.number]);
  const page = (await admin.get(`/portal/checks/${hers.id}`)).body;
  assert.match(page, /Ordered by\s*<\/dt>[\s\S]*?Lea[\s\S]*?Looked after by\s*<\/dt>[\s\S]*?Kit/);
  assert.match(page, /Looked after by Kit now, in place of Lea/);
  const desk = await signedInVisitor(portal, deskEmail);
  const report = (await desk.get(`/desk/reports/${hers.reports[0]!.id}`)).body;
  assert.match(report, /Looked after by Kit now, in place of Lea/);
});

test('what waits for approval and the links of somebody who is disabled go with their orders', async () => {
  const [uma, vic] = [await userOf('Uma'), await userOf('Vic')];
  await orderOf(uma.id);
  const [asked, link] = [crypto.randomUUID(), crypto.randomUUID()];
  const { superuser } = portal;
  await superuser.run(sql`
    insert into bulk_orders (account_id, environment, id, user_id, items, unread_columns, uploaded_at, asked_at)
    values (${accountId}, 'live', ${asked}, ${uma.id}, '[]', '{}', now(), now())`);
  await superuser.run(sql`
    insert into bulk_order_rows (account_id, environment, bulk_order_id, row_number, unique_key, sealed_body)
    values (${accountId}, 'live', ${asked}, 1, gen_random_uuid(), ${Buffer.from('x')})`);
  await superuser.run(sql`
    insert into order_links (account_id, environment, id, created_by, sealed_details, last_day, most_candidates, created_at)
    values (${accountId}, 'live', ${link}, ${uma.id}, ${Buffer.from('x')}, current_date + 9, 5, now())`);
  // A link that is over, with nobody who waits, is no work for anybody.
  const over = crypto.randomUUID();
  await superuser.run(sql`
    insert into order_links (account_id, environment, id, created_by, sealed_details, last_day, most_candidates, created_at)
    values (${accountId}, 'live', ${over}, ${uma.id}, ${Buffer.from('x')}, '2020-03-04', 5, '2020-03-01')`);
  assert.match(
    (await admin.get(`/portal/users/${uma.id}/disable`)).body,
    /They have one order in progress, one order that waits for approval and one link for candidates/,
  );
  await disableUser(ctx, 'system', accountId, { id: uma.id, ordersTo: vic.id });
  const owners = await ctx.db.row<{ asked: string; link: string }>(sql`
    select (select user_id from bulk_orders where id = ${asked}) as asked,
      (select created_by from order_links where id = ${link}) as link`);
  assert.deepEqual([owners?.asked, owners?.link], [vic.id, vic.id]);
  const history = (await admin.get('/portal/history?kind=others')).body;
  for (const what of ['Orders that wait for approval', 'Link for candidates'])
    assert.match(history, new RegExp(`${what} given to Vic[\\s\\S]*?Until now of Uma`));
  await superuser.run(sql`delete from order_links where id = any (${[link, over]}::uuid[])`);
  await superuser.run(sql`delete from bulk_orders where id = ${asked}`);
});

test('an order of somebody who left says that they are no longer here', async () => {
  const wes = await userOf('Wes');
  const order = await orderOf(wes.id);
  await disableUser(ctx, 'system', accountId, { id: wes.id });
  assert.match((await admin.get(`/portal/checks/${order.id}`)).body, /Wes, who is no longer here/);
});

test('the first page narrows what waits to one’s own orders, keeps that, and says whose the others are', async () => {
  const ann = (await ctx.db.row<{ id: string }>(sql`select id from users where email = ${given.email}`))!;
  const xan = await userOf('Xan');
  for (const owner of [ann.id, xan.id]) {
    const { id } = await portal.placeCheck('live', { first_name: 'Robin' }, ['criminal_history:basic']);
    await portal.superuser.run(sql`update checks set ordered_by_user_id = ${owner} where id = ${id}`);
  }
  const waits = async (address: string) => {
    const { body } = await admin.get(address);
    const from = body.indexOf('id="waiting"');
    return body.slice(from, body.indexOf('</section>', from));
  };
  const isOfOthers = /Looked after by \w+/;
  assert.match(await waits('/portal?whose=everybody'), isOfOthers);
  const mine = await waits('/portal?whose=mine');
  assert.doesNotMatch(mine, isOfOthers);
  assert.match(mine, /app-code/);
  assert.doesNotMatch(await waits('/portal'), isOfOthers, 'it is kept');
  // The tabs and the list are of everybody's orders, whatever is narrowed above them.
  const below = async (address: string) => {
    const { body } = await admin.get(address);
    const tab = /Waiting for you\s*<span[^>]*>\s*(\d+)/.exec(body)?.[1];
    return { tab, rows: [...body.slice(body.indexOf('<table')).matchAll(/waiting for you: /g)].length };
  };
  const ofMine = await below('/portal?whose=mine');
  assert.deepEqual(ofMine, await below('/portal?whose=everybody'));
  assert.ok(ofMine.rows > 1 && Number(ofMine.tab) > 1, JSON.stringify(ofMine));
  await admin.get('/portal?whose=everybody');
});

test('without a colleague the orders stay, and the administrators hear of them', async () => {
  const path = `/portal/users/${kit.id}`;
  const { headers } = await admin.submit(`${path}/disable`, `${path}/disable`, { orders_to: '' });
  assert.equal(headers.location, '/portal/users?done=disabled&given=0&kept=3');
  assert.ok(!(await contactsOf(his.id)).includes('Kit'));
  assert.ok((await contactsOf(his.id)).length > 0);
});

const ownersOf = async (userId: string) => rows((await admin.get(`/portal?owner=${userId}`)).body).toSorted();
const { id: leeds } = await createSubsidiary(ctx, 'system', accountId, { name: 'Leeds' });
const { id: hull } = await createSubsidiary(ctx, 'system', accountId, { name: 'Hull' });

test('who moves to another subsidiary is asked for first: who sees the orders gets them, and the page says how many', async () => {
  const [leo, lou, hugo] = [
    await userOf('Leo', 'standard', leeds),
    await userOf('Lou', 'standard', leeds),
    await userOf('Hugo', 'standard', hull),
  ];
  const [first, second] = [await orderOf(leo.id, 'live', leeds), await orderOf(leo.id, 'live', leeds)];
  const path = `/portal/users/${leo.id}`;
  const move = { name: 'Leo', role: 'standard', external_id: '', subsidiary: hull };
  const asked = await admin.submit(path, path, move);
  assert.equal(asked.status, 422);
  assert.match(asked.body, /Who gets their orders\?[\s\S]*will not see 2 orders in progress/);
  const choices = /<select[^>]*name="moved_orders_to"[\s\S]*?<\/select>/.exec(asked.body)![0];
  assert.match(choices, /Lou, lou@acme.test\s*</);
  assert.doesNotMatch(choices, /Hugo/);
  const wrong = await admin.submit(path, path, { ...move, moved_orders_to: hugo.id });
  assert.equal(wrong.status, 422, 'who may see none of them');
  assert.match((await admin.get(path)).body, /Subsidiary\s*<\/dt>\s*<dd[^>]*>\s*Leeds/, 'nothing is changed before');
  const { headers } = await admin.submit(path, path, { ...move, moved_orders_to: lou.id });
  assert.equal(headers.location, `${path}?done=changed&given=2&kept=0`);
  assert.match((await admin.get(String(headers.location))).body, /The colleague has 2 orders in progress now/);
  assert.deepEqual(await ownersOf(lou.id), [first.number, second.number].toSorted());
  assert.deepEqual(await contactsOf(first.id), ['Lou']);
});

test('an order of an earlier subsidiary is given to who may see it, after the user moved and is disabled', async () => {
  const [max, mia, hal] = [
    await userOf('Max', 'standard', hull),
    await userOf('Mia', 'standard', leeds),
    await userOf('Hal', 'standard', hull),
  ];
  const [earlier, present] = [await orderOf(max.id, 'live', leeds), await orderOf(max.id, 'live', hull)];
  const path = `/portal/users/${max.id}`;
  const { body } = await admin.get(`${path}/disable`);
  assert.match(body, /Mia, mia@acme.test \(may see 1 of the 2\)/);
  assert.match(body, /Hal, hal@acme.test \(may see 1 of the 2\)/);
  const { headers } = await admin.submit(`${path}/disable`, `${path}/disable`, { orders_to: mia.id });
  assert.equal(headers.location, '/portal/users?done=disabled&given=1&kept=1');
  const told = (await admin.get(String(headers.location))).body;
  assert.match(told, /The colleague has 1 order in progress now[\s\S]*1 order in progress stays as it is/);
  assert.deepEqual(await ownersOf(mia.id), [earlier.number]);
  assert.deepEqual(await ownersOf(max.id), [present.number]);
  assert.deepEqual(await ownersOf(hal.id), []);
});

test('whoever loses one of several subsidiaries is asked who gets its orders, and keeps those of the others', async () => {
  const { id: tia } = await createUser(ctx, 'system', accountId, {
    ...{ name: 'Tia', email: 'tia@acme.test', role: 'standard', subsidiaryIds: [leeds, hull] },
  });
  const heir = await userOf('Heir', 'standard', hull);
  const [kept, lost] = [await orderOf(tia, 'live', leeds), await orderOf(tia, 'live', hull)];
  assert.deepEqual([await contactsOf(kept.id), await contactsOf(lost.id)], [['Tia'], ['Tia']]);
  const path = `/portal/users/${tia}`;
  const form = { name: 'Tia', role: 'standard', external_id: '', subsidiary: leeds };
  const asked = await admin.submit(path, path, form);
  assert.match(asked.body, /Who gets their orders\?[\s\S]*will not see one order in progress/);
  const { headers } = await admin.submit(path, path, { ...form, moved_orders_to: heir.id });
  assert.equal(headers.location, `${path}?done=changed&given=1&kept=0`);
  assert.deepEqual([await contactsOf(kept.id), await contactsOf(lost.id)], [['Tia'], ['Heir']]);
});

test('a user who moves without orders, or to the whole account, is moved at once', async () => {
  const [una, ora] = [await userOf('Una', 'standard', leeds), await userOf('Ora', 'standard', leeds)];
  await orderOf(ora.id, 'live', leeds);
  for (const [user, subsidiary] of [
    [una, hull],
    [ora, 'all'],
  ] as const) {
    const path = `/portal/users/${user.id}`;
    const { headers } = await admin.submit(path, path, { role: 'standard', external_id: '', subsidiary });
    assert.equal(headers.location, `${path}?done=changed`);
  }
});

test('an order is given to a colleague at any time, who gets its mails; the history says so', async () => {
  const [pat, quin] = [await userOf('Pat'), await userOf('Quin')];
  const one = await orderOf(pat.id);
  const page = (await admin.get(`/portal/checks/${one.id}`)).body;
  assert.match(page, /Looked after by\s*<\/dt>[\s\S]*?Pat[\s\S]*?Change/);
  const path = `/portal/owner?orders=${one.id}`;
  assert.match((await admin.get(path)).body, /Who looks after the order\?[\s\S]*Quin, quin@acme.test/);
  assert.equal((await admin.submit(path, '/portal/owner', { owner: ctx.newId() })).status, 422);
  const { headers } = await admin.submit(path, '/portal/owner', { owner: quin.id });
  assert.equal(headers.location, `/portal/checks/${one.id}?done=given`);
  const after = (await admin.get(String(headers.location))).body;
  assert.match(after, /Quin looks after the order now, and gets the mails about it/);
  assert.match(after, /Looked after by Quin now, in place of Pat/);
  assert.deepEqual(await contactsOf(one.id), ['Quin']);
});

test('ticked orders are given together, only to who sees all of them; an order of nobody has somebody then', async () => {
  const [rob, roy, whole] = [
    await userOf('Rob', 'standard', leeds),
    await userOf('Roy', 'standard', hull),
    await userOf('Whole'),
  ];
  const first = await orderOf(rob.id, 'live', leeds);
  const second = await portal.placeCheck('live', { first_name: 'Robin' }, ['identity']);
  await portal.superuser.run(sql`update checks set subsidiary_id = ${hull} where id = ${second.id}`);
  const list = (await admin.get('/portal')).body;
  assert.match(list, new RegExp(`name="orders" value="${first.id}" form="selected"`));
  const path = `/portal/owner?orders=${first.id}&orders=${second.id}`;
  const { body } = await admin.get(path);
  assert.match(body, /Who looks after the orders\?[\s\S]*2 orders/);
  assert.match(body, /Whole, whole@/);
  assert.doesNotMatch(body, /Rob, rob@|Roy, roy@/);
  assert.equal((await admin.submit(path, '/portal/owner', { owner: roy.id })).status, 422);
  const { headers } = await admin.submit(path, '/portal/owner', { owner: whole.id });
  assert.match((await admin.get(String(headers.location))).body, /The orders are given to the colleague/);
  assert.deepEqual(await ownersOf(whole.id), [first.number, `VF${second.orderId}`].toSorted());
  assert.match((await admin.get(`/portal/checks/${second.id}`)).body, /Looked after by Whole now</);
  const none = await admin.get('/portal/owner');
  assert.match((await admin.get(String(none.headers.location))).body, /Select the orders first/);
});

test('a user of a subsidiary gives its orders to its users alone, and no orders that they do not see', async () => {
  const [ida, ivo] = [await userOf('Ida', 'standard', leeds), await userOf('Ivo', 'standard', leeds)];
  await createSignIn(ctx, 'system', { email: 'ida@acme.test', password });
  const site = await signedInVisitor(portal, 'ida@acme.test');
  const [own, other] = [await orderOf(ida.id, 'live', leeds), await orderOf(kit.id, 'live', hull)];
  const path = `/portal/owner?orders=${own.id}`;
  const { body } = await site.get(path);
  assert.match(body, /You[\s\S]*Ivo, ivo@/);
  assert.doesNotMatch(body, /Whole, |Quin, /);
  assert.equal((await site.get(`${path}&orders=${other.id}`)).status, 404);
  assert.equal(
    (await site.submit(path, '/portal/owner', { orders: `${own.id} ${other.id}`, owner: ivo.id })).status,
    404,
  );
  assert.equal((await site.submit(path, '/portal/owner', { owner: ivo.id })).status, 303);
  assert.deepEqual(await contactsOf(own.id), ['Ivo']);
});
