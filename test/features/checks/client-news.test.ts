// The mails that tell a client how an order ends, and what becomes of a report that was opened again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ClientRole, roles } from '../../../src/features/access/permissions.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { correctReport, type Screener, screenReport } from '../../../src/features/cases/screening-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import {
  cancelReport,
  closeCheck,
  completeForm,
  moveReport,
} from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

const { ctx } = await startForms();

/** An order of two reports, and who works on it. */
async function startOrder() {
  const account = await makeAccount(ctx, 'Told Care');
  const client = account.caller('live');
  const email = `ben@${account.accountId}.test`;
  const userId = await createDeskUser(ctx, 'system', {
    ...{ name: 'Ben', email, role: 'reviewer', accounts: [account.accountId] },
  });
  const ben: Screener = { userId, accounts: [account.accountId], permissions: roles.desk.reviewer };
  const { check } = await placeWaiting(ctx, client, { reports: ['identity', 'right_to_work'] });
  const { reports } = await completeForm(ctx, client, check.id, check.order.facts);
  const [first, second] = reports.map(({ id }) => id) as [string, string];
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  return {
    ...{ client, checkId: check.id, first, second },
    complete: (id: string) => screenReport(ctx, ben, id, { move: 'complete', outcome }),
    withdraw: (id: string) => screenReport(ctx, ben, id, { move: 'withdraw' }),
    reopen: (id: string) => correctReport(ctx, ben, id, { code: 'our_error', text: 'The wrong person.' }),
    status: async () => (await readCheck(ctx, client, check.id)).status,
    /** To the client, the oldest first. */
    mails: async () =>
      (await listEmails(ctx, client, 100))
        .map(({ template }): string => template)
        .filter((template) => /^(check_(complete|without_result)|report_|reopened_)/.test(template))
        .filter((template) => template !== 'report_reopened_candidate')
        .toReversed(),
  };
}

test('an order is complete with its last report, or because that was withdrawn or cancelled: the client is told', async () => {
  const completed = await startOrder();
  const withdrawn = await startOrder();
  const cancelled = await startOrder();
  for (const { first, complete } of [completed, withdrawn, cancelled]) await complete(first);
  await completed.complete(completed.second);
  await withdrawn.withdraw(withdrawn.second);
  await cancelReport(ctx, cancelled.client, { checkId: cancelled.checkId, reportId: cancelled.second });
  for (const order of [completed, withdrawn, cancelled]) {
    assert.equal(await order.status(), 'complete');
    assert.deepEqual(await order.mails(), ['check_complete']);
  }
});

test('an order whose reports were all withdrawn has no result, and the mail says so', async () => {
  const order = await startOrder();
  await order.withdraw(order.first);
  assert.deepEqual(await order.mails(), []);
  await order.withdraw(order.second);
  assert.deepEqual(await order.mails(), ['check_without_result']);
  const [mail] = await listEmails(ctx, order.client, 1);
  assert.match(mail!.text, /Every report of order VF\d+ was withdrawn or cancelled, so it has no result\./);
});

test('a client who was told to wait for a reopened report is told that it was withdrawn, alone or with its order', async () => {
  const alone = await startOrder();
  const whole = await startOrder();
  for (const order of [alone, whole]) {
    await order.complete(order.first);
    await order.complete(order.second);
    await order.reopen(order.first);
  }
  await alone.withdraw(alone.first);
  await closeCheck(ctx, whole.client, whole.checkId, 'withdraw');
  assert.deepEqual([await alone.status(), await whole.status()], ['complete', 'withdrawn']);
  for (const order of [alone, whole]) {
    assert.deepEqual(await order.mails(), ['check_complete', 'report_reopened', 'reopened_report_closed']);
    const [mail] = await listEmails(ctx, order.client, 1);
    assert.match(mail!.text, /will not be complete again\. Do not rely on its earlier result\./);
  }
});

test('an order that is complete for the first time with a reopened report: the client is told of both', async () => {
  const order = await startOrder();
  await order.complete(order.first);
  await order.reopen(order.first);
  await order.complete(order.second);
  await order.complete(order.first);
  assert.equal(await order.status(), 'complete');
  assert.deepEqual((await order.mails()).toSorted(), ['check_complete', 'report_complete_again', 'report_reopened']);
});

test('an order that was complete before is not announced as complete a second time', async () => {
  const order = await startOrder();
  await order.complete(order.first);
  await order.complete(order.second);
  await order.reopen(order.second);
  await order.complete(order.second);
  assert.deepEqual(await order.mails(), ['check_complete', 'report_reopened', 'report_complete_again']);
});

/** An order by a user of this role, in an account with an administrator. Returns to whom mails of a template went. */
async function orderBy(role: ClientRole, reports: readonly string[], others: readonly ClientRole[] = []) {
  const account = await makeAccount(ctx, 'Several Care');
  const client = account.caller('live');
  const emailOf = (of: ClientRole) => `${of}@${account.accountId}.test`;
  for (const one of ['administrator', role, ...others] as const)
    await createUser(ctx, 'system', account.accountId, { name: one, email: emailOf(one), role: one });
  const { check } = await placeWaiting(ctx, client, { reports });
  await ctx.db.run(sql`
    update checks c set ordered_by_user_id = u.id from users u
    where u.email = ${emailOf(role)} and c.account_id = ${account.accountId} and c.id = ${check.id}`);
  const { reports: open } = await completeForm(ctx, client, check.id, check.order.facts);
  const outcome = { result: 'consider', subResult: null, findings: noFindings } as const;
  return {
    complete: async () => {
      for (const { id: reportId } of open)
        await moveReport(ctx, client, { checkId: check.id, reportId }, { move: 'complete', outcome });
    },
    toldOf: async (template: string) =>
      (await listEmails(ctx, client, 100))
        .filter((mail) => mail.template === template && mail.to.address.endsWith(`@${account.accountId}.test`))
        .map(({ to }) => to.address.split('@')[0])
        .toSorted(),
  };
}

test('if whoever ordered may not read results, an administrator is told of them as well', async () => {
  const requested = await orderBy('requester', ['identity']);
  await requested.complete();
  assert.deepEqual(await requested.toldOf('check_complete'), ['administrator', 'requester']);
  const ordered = await orderBy('standard', ['identity']);
  await ordered.complete();
  assert.deepEqual(await ordered.toldOf('check_complete'), ['standard']);
});

test('when the form is submitted, who may confirm the identity is asked to, if a report needs it', async () => {
  const criminal = ['criminal_history:basic'] as const;
  const toldOf = async (role: ClientRole, reports: readonly string[], others: readonly ClientRole[] = []) =>
    (await orderBy(role, reports, others)).toldOf('identity_awaited');
  assert.deepEqual(await toldOf('standard', ['identity']), []);
  assert.deepEqual(await toldOf('standard', criminal), ['standard']);
  assert.deepEqual(await toldOf('requester', criminal), ['administrator']);
  assert.deepEqual(await toldOf('requester', criminal, ['identity_verifier']), ['identity_verifier']);
  assert.deepEqual(await toldOf('standard', criminal, ['identity_verifier']), ['identity_verifier', 'standard']);
});
