// Closing an account at the desk: the page that says what there is, the days, the notices, and the certificate of deletion.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { confirmSession } from '../../../src/features/accounts/sign-in-store.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { carryOutClosings } from '../../../src/features/closings/closing-jobs.ts';
import { keepPerson } from '../../../src/features/retention/hold-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { closingMoments, closingText } from '../../../src/portals/shared/closing-words.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const path = `/desk/accounts/${accountId}`;
const person = async (role: 'account_manager' | 'auditor') => {
  const email = `${role}@desk.test`;
  const id = await createDeskUser(ctx, 'system', { name: 'Max Manager', email, role, accounts: [accountId] });
  await createSignIn(ctx, 'system', { email, password });
  return { id, visitor: await signedInVisitor(portal, email) };
};
const manager = await person('account_manager');
const auditor = await person('auditor');
const client = await signedInVisitor(portal, clientEmail);
const today = ukDateOf(ctx.now());
const days = { orders_end_on: addDays(today, 3), sign_in_until: addDays(today, 20), erase_on: addDays(today, 60) };
const sent = { ...days, open_orders: 'run', note: 'Notice of 1 March' };
const get = async (address: string) => (await manager.visitor.get(address)).body;

async function confirmedAt(at: Date): Promise<void> {
  const sessions = await ctx.db.rows<{ id: string }>(
    sql`select id from sign_in_sessions where user_id = ${manager.id}`,
  );
  for (const { id } of sessions) await confirmSession(ctx.db, ctx.integrity, id, at);
}

test('an account manager sees what closing ends, sets the days after a fresh proof, and takes it back', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { askDecisions: false });
  await portal.placeCheck('live', { first_name: 'Open', last_name: 'Person' }, ['identity']);
  assert.match(await get(path), /Close this account/);
  assert.doesNotMatch((await auditor.visitor.get(path)).body, /Close this account/);
  assert.equal((await auditor.visitor.get(`${path}/close`)).status, 403);
  const asked = await get(`${path}/close`);
  assert.match(asked, /Open orders\s*<\/dt>\s*<dd[^>]*>\s*1\s/);
  assert.match(asked, /People whose data are kept\s*<\/dt>\s*<dd[^>]*>\s*1\s/);

  const wrong = await manager.visitor.submit(`${path}/close`, `${path}/close`, { ...sent, erase_on: today });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /Enter a day more than 7 days after the last day of sign-in[\s\S]*Notice of 1 March/);
  await confirmedAt(new Date(Date.now() - 3_600_000));
  assert.match((await manager.visitor.submit(`${path}/close`, `${path}/close`, sent)).body, /Confirm that it is you/);
  await confirmedAt(new Date());
  const planned = await manager.visitor.submit(`${path}/close`, `${path}/close`, sent);
  assert.equal(planned.headers.location, `${path}/closing?done=planned`);
  assert.match(await get(`${path}/settings`), /This account closes on/);
  assert.match(await get('/desk/accounts'), /Closes on/);
  assert.match((await client.get('/portal')).body, /This account is being closed\. New orders are taken until/);
  const page = await get(`${path}/closing`);
  assert.match(page, /Notice of 1 March[\s\S]*Keep it open/);
  assert.match(page, /Who would be kept[\s\S]*An order of theirs is open/);
  assert.doesNotMatch((await auditor.visitor.get(`${path}/closing`)).body, /Keep it open/);

  await manager.visitor.submit(`${path}/closing`, `${path}/closing/reopen`, {});
  assert.doesNotMatch(await get(path), /This account closes on/);
  assert.doesNotMatch((await client.get('/portal')).body, /being closed/);
  const history = await get(`${path}/history`);
  assert.match(history, /Account opened again[\s\S]*Max Manager[\s\S]*Closing of the account planned/);
});

test('a closed account stands among the closed ones, orders nothing, and has a certificate once it is erased', async () => {
  const kept = await portal.placeCheck('live', { first_name: 'Kept', last_name: 'Person' }, ['identity']);
  await closeCheck(ctx, portal.caller('live'), kept.id, 'withdraw');
  await keepPerson(ctx, portal.caller('live'), kept.applicantId, { reason: 'legal_claim', until: null });
  const soon = { orders_end_on: today, sign_in_until: today, erase_on: addDays(today, 8) };
  await manager.visitor.submit(`${path}/close`, `${path}/close`, { ...sent, ...soon, open_orders: 'withdraw' });
  await carryOutClosings(ctx);
  assert.doesNotMatch(await get('/desk/accounts'), new RegExp(path));
  assert.match(await get('/desk/accounts?show=closed'), new RegExp(`${path}[\\s\\S]*Closed`));
  assert.doesNotMatch(await get(path), /Order a check/);
  assert.match((await client.get('/portal/orders/new')).body, /stopped/i);
  assert.equal((await manager.visitor.get(`${path}/closing/certificate`)).status, 404);

  for (const days of [1, 8]) await carryOutClosings({ ...ctx, now: () => new Date(Date.now() + days * 86_400_000) });
  assert.match(await get(path), /Closed on [^,]+, erased on/);
  const certificate = await get(`${path}/closing/certificate`);
  assert.match(certificate, /The account is closed[\s\S]*People <\/span>1/);
  assert.match(
    certificate,
    new RegExp(`People who are kept[\\s\\S]*VF${kept.orderId}[\\s\\S]*A hold keeps their data`),
  );
  await confirmedAt(new Date());
  const file = await manager.visitor.get(`${path}/closing/certificate/file`);
  assert.match(file.body, /state,erased_at,data,orders,why,by,applicant\r\n"erased",.*The account is closed/);
  assert.match(file.body, new RegExp(`\n"kept",,"live","VF${kept.orderId}","A hold keeps their data"`));
  assert.doesNotMatch(file.body + certificate, /Kept Person|Open Person/);
  assert.equal((await client.get('/portal')).status, 303, 'the client is signed out');
  assert.match(await get(`${path}/history`), /Data of the account erased[\s\S]*Sign-in ended[\s\S]*Users: \d/);
});

test('what was done in the first hour of a British day in summer is dated that day', () => {
  const days = { ordersEndOn: '2026-05-01', signInUntil: '2026-06-01', eraseOn: '2026-07-02' } as const;
  const moments = { closedAt: '2026-04-30T23:11:00.000Z', warnedAt: '2026-05-24T23:11:00.000Z' } as const;
  const done = { signInEndedAt: '2026-06-01T23:11:00.000Z', erasedAt: '2026-07-01T23:11:00.000Z' } as const;
  const closing = { ...days, ...moments, ...done, openOrders: 'run', note: '' } as const;
  assert.equal(closingText(closing), 'Closed on 1 May 2026, erased on 2 July 2026.');
  assert.match(
    closingText({ ...closing, erasedAt: null }),
    /Sign-in ended on 2 June 2026; the data are erased on 2 July/,
  );
  assert.ok(closingMoments(closing).erasedAt instanceof Date, 'which the pages show in UK time');
});
