// An account is closed: orders end on the day, sign-in on its last day and not before the orders, and people on the day of erasure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeUser, createApiKey, listApiKeys, listUsers } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings, readAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { previewClosing, reopenAccount } from '../../../src/features/closings/closing-actions.ts';
import { carryOutClosings, withdrawOrders } from '../../../src/features/closings/closing-jobs.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { listErased, listKept } from '../../../src/features/retention/erasure-actions.ts';
import { eraseDuePeople } from '../../../src/features/retention/erasure-jobs.ts';
import { endHold, keepPerson } from '../../../src/features/retention/hold-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { startClosingClients } from './closing-clients.ts';

const {
  begun,
  closingOf,
  complete,
  ctx,
  DAY,
  finish,
  inDays,
  isErased,
  mailsOf,
  newClient,
  passSeconds,
  plan,
  takesOrders,
} = await startClosingClients();

test('the days must follow each other, and each field is named that does not', async () => {
  const { accountId } = await newClient('Days');
  const refusedAs = (fields: Record<string, string[]>) => ({ reason: 'invalid_fields', fields });
  await assert.rejects(
    plan(accountId, { orders_end_on: 'soon', open_orders: 'sell', sign_in_until: '2999-01-01' }),
    refusedAs({
      orders_end_on: ['Enter a day, such as 2030-01-31'],
      sign_in_until: ['Enter a day within ten years'],
      open_orders: ['Select what becomes of the open orders'],
    }),
  );
  await assert.rejects(
    plan(accountId, { orders_end_on: inDays(-1) }),
    refusedAs({ orders_end_on: ['Enter today or a later day'] }),
  );
  await assert.rejects(
    plan(accountId, { orders_end_on: inDays(9), sign_in_until: inDays(8), erase_on: inDays(15) }),
    refusedAs({
      sign_in_until: ['Enter the day on which orders end, or a later one'],
      erase_on: ['Enter a day more than 7 days after the last day of sign-in'],
    }),
  );
  assert.equal(await closingOf(accountId), null);
});

test('a client who leaves orders until the day, reads until the last day, and is erased on the date', async () => {
  const { accountId, userId, email, live } = await newClient('Northgate');
  const done = await complete(live);
  const monitored = await complete(live);
  const monitoredReport = monitored.reports[0]!.id;
  await ctx.db.run(sql`update reports set monitor = 'each_list' where id = ${monitoredReport}`);
  const running = await begun(live);
  const { id: nobody } = await createApplicant(ctx, live, {
    ...noFacts,
    first_name: 'No',
    last_name: 'Order',
    email: 'no@order.test',
  });
  const counts = await previewClosing(ctx, 'system', accountId);
  assert.deepEqual(
    [counts.open_orders, counts.monitored_people, counts.users, counts.api_keys, counts.people, counts.unpaid],
    [1, 1, 1, 1, 4, 0],
  );

  const [last, erase] = [inDays(20), inDays(40)];
  await plan(accountId, { orders_end_on: inDays(2), sign_in_until: last, erase_on: erase });
  await assert.rejects(plan(accountId), { reason: 'state_does_not_allow' });
  await carryOutClosings(ctx);
  assert.equal(await takesOrders(accountId), true, 'the day has not come');
  passSeconds(2 * DAY);
  await carryOutClosings(ctx);
  await carryOutClosings(ctx);
  assert.equal(await takesOrders(accountId), false);
  assert.equal((await readAccountSettings(ctx, accountId)).renewalMails, false);
  await assert.rejects(changeAccountSettings(ctx, 'system', accountId, { acceptOrders: true }), {
    fields: { acceptOrders: ['is no while the account is closed'] },
  });
  assert.equal((await readCheck(ctx, live, running.id)).status, 'in_progress', 'it runs to its end');
  assert.equal((await readCheck(ctx, live, monitored.id)).reports[0]!.monitor, null, 'monitoring ends');

  passSeconds(12 * DAY);
  await carryOutClosings(ctx);
  passSeconds(10 * DAY);
  await carryOutClosings(ctx);
  assert.equal((await closingOf(accountId))!.signInEndedAt, null, 'an order runs still');
  await finish(live, running.id);
  passSeconds(10 * DAY);
  await carryOutClosings(ctx);
  assert.equal((await closingOf(accountId))!.signInEndedAt, null, 'the client has two weeks to read it');
  passSeconds(5 * DAY);
  await carryOutClosings(ctx);
  assert.notEqual((await closingOf(accountId))!.signInEndedAt, null);
  assert.ok((await listUsers(ctx, 'system', accountId)).every(({ disabled_at }) => disabled_at !== null));
  assert.ok((await listApiKeys(ctx, 'system', accountId)).every(({ revoked_at }) => revoked_at !== null));
  const again = { reason: 'state_does_not_allow' };
  await assert.rejects(changeUser(ctx, 'system', accountId, { id: userId, disabled: false }), again);
  await assert.rejects(createApiKey(ctx, 'system', accountId, { userId, environment: 'live' }), again);
  assert.equal(await isErased(done), false);

  passSeconds(2 * DAY);
  await carryOutClosings(ctx);
  assert.equal(await isErased(done), false, 'not within a week of the end of sign-in');
  passSeconds(6 * DAY);
  await carryOutClosings(ctx);
  for (const check of [done, monitored, running]) assert.equal(await isErased(check), true);
  assert.equal(await isErased({ ...done, applicantId: nobody }), true, 'also who was never ordered for');
  assert.notEqual((await closingOf(accountId))!.erasedAt, null);
  await carryOutClosings(ctx);
  assert.deepEqual(
    (await mailsOf(live)).map((one) => one.replace(/\d+ \w+ \d{4}/, 'a day')),
    [
      `${email}: The account of Northgate is being closed`,
      `${email}: You can sign in for Northgate until a day`,
      `${email}: Sign-in for Northgate has ended`,
      `${email}: The data of Northgate are erased`,
    ],
    'each is told once',
  );
});

test('open orders are withdrawn on the day where that was chosen, and test orders end with the sign-in', async () => {
  const { accountId, live, test } = await newClient('Southgate');
  const [running, tried] = [await begun(live), await begun(test)];
  await plan(accountId, { open_orders: 'withdraw', sign_in_until: inDays(1), erase_on: inDays(9) });
  assert.equal(await takesOrders(accountId), false, 'the day is today');
  await carryOutClosings(ctx);
  assert.equal((await readCheck(ctx, live, running.id)).status, 'withdrawn');
  assert.equal((await readCheck(ctx, test, tried.id)).status, 'in_progress');
  passSeconds(2 * DAY);
  await carryOutClosings(ctx);
  passSeconds(7 * DAY);
  await carryOutClosings(ctx);
  assert.notEqual((await closingOf(accountId))!.erasedAt, null);
  assert.equal(await isErased(running), true);
  const left = await ctx.db.rows(sql`select from applicants where account_id = ${accountId} and erased_at is null`);
  assert.equal(left.length, 0, 'neither live nor test data');
});

test('open orders are withdrawn in batches, each once, also where one of them cannot be withdrawn', async () => {
  const { accountId, live } = await newClient('Manygate');
  const checks = [await begun(live), await begun(live), await begun(live), await begun(live)];
  const broken = checks[1]!.id;
  const statuses = async () => {
    const rows = await ctx.db.rows<{ status: string }>(sql`
      select status from checks where account_id = ${accountId} order by order_id`);
    return rows.map(({ status }) => status);
  };
  let reads = 0;
  const rows = ((query: never) => {
    reads += 1;
    return ctx.db.rows(query);
  }) as typeof ctx.db.rows;
  const counting = {
    ...ctx,
    db: { ...ctx.db, rows },
    log: { ...ctx.log, error: () => undefined },
  };
  await ctx.db.run(sql`update checks set sealed_order = '\\x00' where id = ${broken}`);
  await withdrawOrders(counting, accountId, 'live', 2);
  assert.deepEqual(await statuses(), ['withdrawn', 'in_progress', 'withdrawn', 'withdrawn']);
  assert.ok(reads >= 3, 'two by two');
});

test('a hold keeps somebody of a closed account, who is erased once it has ended', async () => {
  const { accountId, live } = await newClient('Eastgate');
  const [held, free] = [await complete(live), await complete(live)];
  await keepPerson(ctx, live, held.applicantId, { reason: 'legal_claim', until: null });
  await plan(accountId, { sign_in_until: inDays(0), erase_on: inDays(8) });
  passSeconds(DAY);
  await carryOutClosings(ctx);
  passSeconds(7 * DAY);
  await carryOutClosings(ctx);
  assert.deepEqual([await isErased(held), await isErased(free)], [false, true]);
  const [kept, ...others] = await listKept(ctx, 'system', accountId, { limit: 10 });
  assert.deepEqual([kept!.order_ids, kept!.because, others.length], [[held.orderId], ['hold'], 0]);
  assert.notEqual((await closingOf(accountId))!.erasedAt, null, 'the rest is done');
  await endHold(ctx, live, held.applicantId);
  await eraseDuePeople(ctx);
  assert.equal(await isErased(held), true);
  const [row] = await listErased(ctx, 'system', [accountId], 'live', { since: new Date(0), limit: 1 });
  assert.equal(row!.reason, 'account_closed');
});

test('a legal hold of the account keeps everybody, also from the closing', async () => {
  const { accountId, live } = await newClient('Westgate');
  const done = await complete(live);
  await changeAccountSettings(ctx, 'system', accountId, { legalHold: true });
  await plan(accountId, { sign_in_until: inDays(0), erase_on: inDays(8) });
  passSeconds(DAY);
  await carryOutClosings(ctx);
  passSeconds(8 * DAY);
  await carryOutClosings(ctx);
  assert.deepEqual([await isErased(done), (await closingOf(accountId))!.erasedAt], [false, null]);
  assert.deepEqual((await listKept(ctx, 'system', accountId, { limit: 10 }))[0]!.because, ['legal_hold']);
});

test('an account is opened again until people are erased, and nobody is erased then', async () => {
  const { accountId, live } = await newClient('Backgate');
  const done = await complete(live);
  await assert.rejects(reopenAccount(ctx, 'system', accountId), { reason: 'state_does_not_allow' });
  await plan(accountId, { sign_in_until: inDays(0), erase_on: inDays(8) });
  passSeconds(DAY);
  await carryOutClosings(ctx);
  assert.equal((await listUsers(ctx, 'system', accountId))[0]!.disabled_at === null, false);
  await reopenAccount(ctx, 'system', accountId);
  assert.equal(await takesOrders(accountId), true);
  assert.match((await mailsOf(live)).at(-1)!, /The account of Backgate stays open/);
  passSeconds(12 * DAY);
  await carryOutClosings(ctx);
  await eraseDuePeople(ctx);
  assert.equal(await isErased(done), false);
  await plan(accountId, { sign_in_until: inDays(0), erase_on: inDays(8) });
  passSeconds(DAY);
  await carryOutClosings(ctx);
  passSeconds(7 * DAY);
  await carryOutClosings(ctx);
  await assert.rejects(reopenAccount(ctx, 'system', accountId), { reason: 'state_does_not_allow' });
});

test('a closing that was written into the database by hand closes and erases nothing', async () => {
  const { accountId, live } = await newClient('Forged');
  const done = await complete(live);
  await closeCheck(ctx, live, (await begun(live)).id, 'withdraw');
  const day = inDays(-1);
  const forged = { ordersEndOn: day, openOrders: 'withdraw', signInUntil: day, eraseOn: day, note: '', warnedAt: day };
  const moments = { closedAt: day, signInEndedAt: day, erasedAt: null };
  await ctx.db.run(sql`
    update accounts set closing = ${JSON.stringify({ ...forged, ...moments })}::jsonb where id = ${accountId}`);
  await carryOutClosings(ctx);
  await eraseDuePeople(ctx);
  assert.equal(await isErased(done), false);
});
