// Who of a client is away, and who covers for them: what waits reaches the cover too, and nothing that they may not see.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRole } from '../../../src/features/access/permissions.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { findClientContacts } from '../../../src/features/checks/client-contact-queries.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { disableUser, enableUser, setAccessEnd } from '../../../src/features/orders/leaving-user-actions.ts';
import { addDays, formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { parsed } from '../../support/html.ts';
import { hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const { id: north } = await createSubsidiary(ctx, 'system', accountId, { name: 'North' });
const { id: south } = await createSubsidiary(ctx, 'system', accountId, { name: 'South' });
const away = '/portal/away';
const today = ukDateOf(ctx.now());
const until = addDays(today, 5);
const textOf = (html: string) => parsed(html).textContent.replaceAll(/\s+/g, ' ');

async function person(name: string, role: ClientRole = 'standard', subsidiaryId: string | null = null) {
  const email = `${name.toLowerCase()}@acme.test`;
  const { id } = await createUser(ctx, 'system', accountId, { name, email, role, ...scopeOf(subsidiaryId) });
  await createSignIn(ctx, 'system', { email, password });
  return { id, name, visitor: await signedInVisitor(portal, email) };
}
/** It waits for the client to confirm the identity. */
async function orderOf(userId: string, subsidiaryId: string | null = null) {
  const check = await portal.placeCheck('live', { first_name: 'Robin' }, ['criminal_history:basic']);
  await portal.superuser.run(sql`
    update checks set ordered_by_user_id = ${userId}, subsidiary_id = ${subsidiaryId} where id = ${check.id}`);
  return { ...check, number: `VF${check.orderId}` };
}
type Permission = Parameters<typeof findClientContacts>[3];
const contactsOf = async (checkId: string, permission: Permission = 'extend_deadlines') =>
  (await findClientContacts(ctx.db, { accountId, environment: 'live' }, { checkId }, permission)).map(
    ({ name }) => name,
  );
async function waitsOf(visitor: { get(path: string): Promise<{ body: string }> }, whose: 'mine' | 'everybody') {
  const { body } = await visitor.get(`/portal?whose=${whose}`);
  const from = body.indexOf('id="waiting"');
  return from < 0 ? '' : body.slice(from, body.indexOf('</section>', from));
}
const movedTo = (id: string, from: number, to: number) =>
  portal.superuser.run(sql`
    update users set away_from = ${addDays(today, from)}, away_until = ${addDays(today, to)} where id = ${id}`);

const ann = await person('Ann', 'administrator');
const [kim, sam] = [await person('Kim'), await person('Sam')];
const hers = await orderOf(kim.id);

test('who is away says who covers; what waits and the mails reach the cover too, until it is over', async () => {
  assert.match((await kim.visitor.get('/account')).body, /href="\/portal\/away"/);
  assert.ok(!(await waitsOf(sam.visitor, 'mine')).includes(hers.number));
  assert.deepEqual(await contactsOf(hers.id), ['Kim']);
  const saved = await kim.visitor.submit(away, away, { from: today, until, cover: sam.id });
  assert.equal(saved.headers.location, `${away}?done=said`);
  assert.match(textOf((await kim.visitor.get(away)).body), /Kim \(you\) Away .* Who covers: Sam/);

  const waits = await waitsOf(sam.visitor, 'mine');
  const words = `For Kim, away until ${formatLongDate(until)}`;
  assert.ok(textOf(waits).includes(hers.number) && textOf(waits).includes(words), textOf(waits));
  const [, group] = /<h3[^>]*><a[^>]* href="([^"]+)"/.exec(waits)!;
  const listed = (await sam.visitor.get(group!.replaceAll('&amp;', '&'))).body;
  assert.match(listed, new RegExp(hers.number));
  assert.match(listed, /<option value="mine" selected/);
  assert.deepEqual(await contactsOf(hers.id), ['Kim', 'Sam']);
  assert.match(textOf((await sam.visitor.get(away)).body), /You cover for Kim, away until/);
  assert.match(
    textOf((await ann.visitor.get(`/portal/checks/${hers.id}`)).body),
    /Looked after by Kim \(away until .*?, Sam covers\)/,
  );
  assert.match(textOf((await ann.visitor.get('/portal/users')).body), /away until [^,]*, Sam covers/);
  const again = await kim.visitor.submit(away, away, { from: today, until, cover: sam.id });
  assert.equal(again.headers.location, `${away}?done=said`);
  const [told, ...more] = (await listEmails(ctx, portal.caller('live'), 50)).filter(
    (one) => one.template === 'cover_chosen',
  );
  assert.equal(more.length, 0, 'a form that is sent twice mails once');
  assert.equal(told?.to.name, 'Sam');
  assert.match(told!.text, /Kim is away from .* until .*, and you cover for them/);
  assert.match(
    textOf((await ann.visitor.get('/portal/history?kind=people')).body),
    /User Kim changed ?Away from .*? until .*?Sam covers for them/,
  );

  const endings = async () =>
    (await listEmails(ctx, portal.caller('live'), 50)).filter((one) => one.template === 'cover_ended');
  await kim.visitor.submit(away, away, { from: today, until });
  assert.deepEqual(
    (await endings()).map(({ to }) => to.name),
    ['Sam'],
    'nobody covers any more',
  );
  await kim.visitor.submit(away, away, { from: today, until, cover: sam.id });
  await kim.visitor.submit(away, `${away}/end`, { person: kim.id });
  const [ending, ...others] = await endings();
  assert.deepEqual([others.length, ending?.to.name], [1, 'Sam']);
  assert.match(ending!.text, /You were to cover for Kim from .* until .*\. That was taken back\./);
  await kim.visitor.submit(away, away, { from: today, until, cover: sam.id });

  await movedTo(kim.id, 1, 3);
  assert.deepEqual(await contactsOf(hers.id), ['Kim'], 'it has not begun');
  await movedTo(kim.id, -3, -1);
  assert.deepEqual(await contactsOf(hers.id), ['Kim'], 'it is over');
  assert.ok(!(await waitsOf(sam.visitor, 'mine')).includes(hers.number));
  assert.doesNotMatch((await ann.visitor.get(away)).body, /Take back/);
});

test('a cover sees and does no more than before, and the page says what stays behind before it is saved', async () => {
  const [lea, ned] = [await person('Lea'), await person('Ned', 'requester', north)];
  const [inNorth, inSouth] = [await orderOf(lea.id, north), await orderOf(lea.id, south)];
  const typed = { from: today, until, cover: ned.id };
  const asked = await lea.visitor.submit(away, away, typed);
  assert.equal(asked.status, 422);
  const text = textOf(asked.body);
  assert.match(text, /Ned may not confirm identities, read results or decide about candidates\./);
  assert.match(text, /Ned does not see 1 of the 2 orders in progress that Lea has\./);
  assert.ok(asked.body.includes(`value="${until}"`), 'nothing typed is lost');
  assert.doesNotMatch(textOf((await lea.visitor.get(away)).body), /Your absence/);

  const saved = await lea.visitor.submit(away, away, { ...typed, although: 'yes' });
  assert.equal(saved.headers.location, `${away}?done=said`);
  assert.match(textOf((await lea.visitor.get(away)).body), /Who covers: Ned ?Ned may not .* ?That stays with Lea\./);
  assert.deepEqual(await contactsOf(inNorth.id), ['Lea', 'Ned']);
  assert.deepEqual(await contactsOf(inNorth.id, 'read_results'), ['Lea']);
  assert.deepEqual(await contactsOf(inSouth.id), ['Lea']);
  const list = (await ned.visitor.get('/portal?owner=mine')).body;
  assert.ok(list.includes(inNorth.number) && !list.includes(inSouth.number));
  assert.equal((await ned.visitor.get(`/portal/checks/${inSouth.id}`)).status, 404);
});

test('nobody stands in for a cover, and administrators read who is away while nobody covers', async () => {
  const [una, vic, wes] = [await person('Una'), await person('Vic'), await person('Wes')];
  const order = await orderOf(una.id);
  await una.visitor.submit(away, away, { from: today, until, cover: vic.id });
  const refused = await wes.visitor.submit(away, away, { from: until, until: addDays(until, 2), cover: una.id });
  assert.equal(refused.status, 422);
  assert.match(refused.body, /This colleague is away on some of these days/);
  assert.deepEqual(await contactsOf(order.id), ['Una', 'Vic']);
  const uncovered = /Una is away until [^,]*, and nobody covers for them/;
  assert.doesNotMatch(textOf((await ann.visitor.get('/portal')).body), uncovered);

  // The cover is away as well.
  await vic.visitor.submit(away, away, { from: today, until: today, cover: wes.id });
  assert.deepEqual(await contactsOf(order.id), ['Una']);
  assert.match(textOf((await ann.visitor.get('/portal')).body), uncovered);
  assert.doesNotMatch(textOf((await wes.visitor.get('/portal')).body), uncovered);
  await vic.visitor.submit(away, `${away}/end`, { person: vic.id });
  assert.deepEqual(await contactsOf(order.id), ['Una', 'Vic']);

  await disableUser(ctx, 'system', accountId, { id: vic.id });
  assert.deepEqual(await contactsOf(order.id), ['Una']);
  assert.match(textOf((await ann.visitor.get('/portal')).body), uncovered);
  assert.match(textOf((await ann.visitor.get(away)).body), /Nobody ?Vic is not here either/);
  await enableUser(ctx, 'system', accountId, vic.id);
  assert.deepEqual(await contactsOf(order.id), ['Una', 'Vic']);

  // Who leaves is away no more: their orders have the administrators, or a colleague.
  await disableUser(ctx, 'system', accountId, { id: una.id });
  assert.deepEqual(await contactsOf(order.id), ['Ann']);
  assert.ok(!(await waitsOf(vic.visitor, 'mine')).includes(order.number));
});

test('an administrator says it of somebody who is away already, and nobody else says it of others', async () => {
  const [xan, yan] = [await person('Xan'), await person('Yan')];
  await setAccessEnd(ctx, 'system', accountId, { id: yan.id, until: addDays(today, 2) });
  const typed = { person: xan.id, from: addDays(today, -2), until, cover: yan.id };
  const leaving = await ann.visitor.submit(away, away, typed);
  assert.match(leaving.body, /The access of this colleague ends before the last day/);
  const saved = await ann.visitor.submit(away, away, { ...typed, cover: sam.id });
  assert.equal(saved.headers.location, `${away}?done=said`);
  assert.match(textOf((await ann.visitor.get(`/portal/users/${xan.id}`)).body), /Absence ?away until .*, Sam covers/);

  const named = (await ann.visitor.get(`${away}?person=${xan.id}`)).body;
  assert.match(
    named,
    new RegExp(`value="${xan.id}" selected[\\s\\S]*value="${until}"[\\s\\S]*value="${sam.id}" selected`),
  );

  const other = { person: xan.id, from: today, until };
  assert.equal((await kim.visitor.submit(away, away, other)).status, 404);
  const { body } = await kim.visitor.get(away);
  const ended = await kim.visitor.post(`${away}/end`, { ...hiddenFields(body, away), person: xan.id });
  assert.equal(ended.status, 404);
  const nora = await person('Nora', 'administrator', north);
  assert.equal((await nora.visitor.submit(away, away, other)).status, 404);
  assert.doesNotMatch(textOf((await nora.visitor.get(away)).body), /Xan|Sam/);
  const billing = await person('Clerk', 'billing');
  assert.equal((await billing.visitor.get(away)).status, 403);

  const strangers = await makeAccount(ctx, 'Elsewhere Ltd');
  const strange = await createUser(ctx, 'system', strangers.accountId, {
    ...{ name: 'Eve', email: 'eve@elsewhere.test', role: 'standard' },
  });
  const foreign = await kim.visitor.submit(away, away, { from: today, until, cover: strange.id });
  assert.match(foreign.body, /Choose a colleague from the list/);
  const oneself = await kim.visitor.submit(away, away, { from: today, until, cover: kim.id });
  assert.match(oneself.body, /Choose a colleague from the list/);
  const turned = await kim.visitor.submit(away, away, { from: until, until: today });
  assert.match(turned.body, /The last day must not be before the first day/);
  const past = await kim.visitor.submit(away, away, { from: '', until: addDays(today, -1) });
  assert.match(past.body, /Enter the first day/);
});
