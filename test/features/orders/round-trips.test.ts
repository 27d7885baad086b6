// A client entry and a submitted form need few round trips to the database, and as many for five reports as for one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ctx } from '../../../src/context.ts';
import { roles } from '../../../src/features/access/permissions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import type { ApiCaller } from '../../../src/features/accounts/authentication.ts';
import { formLink } from '../../../src/features/candidate-form/form-access-actions.ts';
import { openFormLink, saveAnswer, submitForm, versionOf } from '../../../src/features/candidate-form/form-actions.ts';
import { askedPages } from '../../../src/features/candidate-form/form-page-rules.ts';
import { enterCode, sendCode } from '../../../src/features/mailed-links/access-actions.ts';
import { submitOrder } from '../../../src/features/orders/order-actions.ts';
import { OrderBody } from '../../../src/features/orders/order-body.ts';
import { readOrder } from '../../../src/features/orders/order-body-actions.ts';
import { readingOf } from '../../../src/features/request-bodies/body-reader.ts';
import type { Db } from '../../../src/platform/db/database.ts';
import { whole } from '../candidate-form/form-under-test.ts';
import { mailedCodes, placeWaiting, startForms } from '../candidate-form/waiting-check.ts';
import { wholeBody } from './order-samples.ts';

const { ctx, account, caller } = await startForms();

/** A database that counts statements, and the begin and commit of each transaction. */
function counted(db: Db, count: (trips: number) => void): Db {
  const once =
    <A, R>(send: (argument: A) => R) =>
    (argument: A): R => {
      count(1);
      return send(argument);
    };
  return {
    rows: once(db.rows) as Db['rows'],
    row: once(db.row) as Db['row'],
    run: once(db.run),
    transaction(work) {
      count(db.inTransaction ? 0 : 2);
      return db.transaction((tx) => work(counted(tx, count)));
    },
    inTransaction: db.inTransaction,
  };
}

async function roundTripsOf(work: (ctx: Ctx) => Promise<unknown>): Promise<number> {
  let sum = 0;
  const count = (trips: number) => {
    sum += trips;
  };
  await work({ ...ctx, db: counted(ctx.db, count) });
  return sum;
}

/** The begin and commit of the transaction are two of them, the mails one each. */
// One of them asks, once the check is locked, whether the data of the person are restricted.
const few = 14;
const five = ['right_to_work', 'sanctions', 'adverse_media', 'directorship', 'financial_services_register'];

async function clientEntry(types: readonly string[], environment: 'live' | 'test' = 'test'): Promise<number> {
  const { UniqueKey: _, ...json } = wholeBody(types);
  const { given, problems } = readingOf(OrderBody, json, { namesInAnyCase: true });
  const client = {
    ...caller(environment),
    userId: account.userId,
    permissions: roles.client.administrator,
  } as unknown as ApiCaller;
  return roundTripsOf(async (counting) => {
    const command = await readOrder(counting, client, 'client', { body: given as OrderBody, problems });
    const { check } = await submitOrder(counting, client, { entry: 'client', json, command, problems });
    assert.deepEqual([check.status, check.reports.length], ['in_progress', types.length]);
  });
}

async function formSubmission(reports: readonly string[]): Promise<number> {
  const { check, token } = await placeWaiting(ctx, caller(), { reports });
  const { front } = await openFormLink(ctx, token, undefined);
  await sendCode(ctx, formLink(front));
  const entered = await enterCode(ctx, formLink(front), (await mailedCodes(ctx, caller(), check.id))[0]!);
  assert.ok(entered.is === 'right');
  const open = async () => (await openFormLink(ctx, token, entered.sessionToken)).form!;
  for (const { id } of askedPages(front.scope).filter((page) => page.id in whole)) {
    await saveAnswer(ctx, await open(), id, { answer: whole[id]!, seenVersion: 0 });
  }
  const form = await open();
  return roundTripsOf(async (counting) => {
    assert.equal(await submitForm(counting, form, versionOf(form.saved)), 'submitted');
  });
}

test('a client entry is placed, started and handed to its providers in a few round trips', async () => {
  const [one, many] = [await clientEntry(['identity']), await clientEntry(five)];
  assert.equal(many, one);
  assert.ok(one <= few, `${one} round trips`);
});

test('what is owed is summed up only where a credit limit stops new orders: to read one, and while no other is judged', async () => {
  const without = await clientEntry(['identity'], 'live');
  const { accountId } = caller();
  await changeAccountSettings(ctx, 'system', accountId, { creditLimitPounds: 1000, refuseAboveCreditLimit: true });
  // The two sums, and the lock.
  assert.equal(await clientEntry(['identity'], 'live'), without + 3);
  await changeAccountSettings(ctx, 'system', accountId, { refuseAboveCreditLimit: false });
  assert.equal(await clientEntry(['identity'], 'live'), without);
});

test('a form is submitted and its check started in a few round trips', async () => {
  const [one, many] = [await formSubmission(['identity']), await formSubmission(five)];
  assert.equal(many, one);
  // Two of them read which documents were added, so that the receipt names what is missing.
  assert.ok(one <= few + 2, `${one} round trips`);
});
