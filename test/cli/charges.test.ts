// `probity charges`: what each account pays for a month, and every line of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccountSettings } from '../../src/features/accounts/account-settings-actions.ts';
import { closeCheck } from '../../src/features/checks/check-progress-actions.ts';
import { lastMonth } from '../../src/features/invoices/invoice-rules.ts';
import { issueInvoices } from '../../src/features/invoices/issue-actions.ts';
import { switchOnTypes } from '../../src/features/report-types/availability-actions.ts';
import { ukDateOf } from '../../src/lib/uk-times.ts';
import { sql } from '../../src/platform/db/database.ts';
import { placeWaiting } from '../features/candidate-form/waiting-check.ts';
import { commandLine } from '../support/command-line.ts';
import { startProbity, urlOf } from '../support/probity.ts';

const { ctx, account, connection, settings, database } = await startProbity();
const { run, json } = commandLine({ DATABASE_URL: urlOf(connection), PROBITY_DATA_DIR: settings.dataDir });
const { accountId } = account;

test('the totals of a month and its lines are listed, of one account or of all', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { vatPercent: 20 });
  await switchOnTypes(ctx, 'system', accountId, [
    { name: 'identity', pricePence: 500 },
    { name: 'criminal_history', variant: 'basic', pricePence: 700, feePence: 2150 },
  ]);
  const live = account.caller('live');
  const kept = await placeWaiting(ctx, live, { reports: ['identity', 'criminal_history:basic'], tags: ['PO-7', 'HR'] });
  const withdrawn = await placeWaiting(ctx, live, { reports: ['identity'], facts: { email: 'two@candidate.test' } });
  await closeCheck(ctx, live, withdrawn.check.id, 'withdraw');
  const month = ukDateOf(ctx.now()).slice(0, 7);

  const { charges: totals = [] } = await json('charges', 'totals', month);
  assert.deepEqual(
    totals.map(({ account: _, ...total }) => total),
    [
      {
        ...{ accountId, ordered: 3, credited: 1, unpriced: 0, billedElsewhere: 0 },
        ...{ pence: 1200, feePence: 2150, vatPence: 240, totalPence: 3590 },
      },
    ],
  );
  assert.match(
    (await run(['charges', 'totals', month])).out,
    /Amount +Fee +Vat +Total[^\n]*\n.* £12\.00 +£21\.50 +£2\.40 +£35\.90/,
  );
  const { charges: lines = [] } = await json('charges', 'lines', '--month', month, '--account', accountId);
  assert.deepEqual(
    lines.map(({ order, report, kind, totalPence, purchaseOrder }) => [order, report, kind, totalPence, purchaseOrder]),
    [
      [`VF${kept.check.orderId}`, 'identity', 'order', 600, 'PO-7'],
      [`VF${kept.check.orderId}`, 'criminal_history:basic', 'order', 2990, 'PO-7'],
      [`VF${withdrawn.check.orderId}`, 'identity', 'order', 600, ''],
      [`VF${withdrawn.check.orderId}`, 'identity', 'credit', -600, ''],
    ],
  );
  assert.deepEqual(await json('charges', 'totals', '2020-01'), { charges: [] });
  for (const wrong of ['2026-13', 'October']) {
    assert.match((await run(['charges', 'totals', wrong])).err, /month must be a month such as 2026-10/);
  }
  assert.match((await run(['charges', 'lines', month, '--account', 'Nobody'])).err, /--account Nobody does not exist/);
});

test('the invoices of a month are issued and listed by command, once it is over', async () => {
  const month = ukDateOf(ctx.now()).slice(0, 7);
  assert.match((await run(['invoices', 'issue', month])).err, /month must be over before it is invoiced/);
  const last = lastMonth(ukDateOf(ctx.now()));
  const { invoices: nothing } = await json('invoices', 'issue', last);
  assert.deepEqual(nothing, []);
  const settings = { ...ctx.settings, operatorName: 'Open Screening Ltd', operatorAddress: ['1 High Street'] };
  const later = () => new Date(ctx.now().getTime() + 40 * 86_400_000);
  await changeAccountSettings(ctx, 'system', accountId, { billingAddress: 'Acme' });
  const registered = { ...ctx, settings: { ...settings, operatorVatNumber: 'GB123456789' }, now: later };
  assert.deepEqual(await issueInvoices(registered, 'system', accountId, month), ['INV-000001']);
  const { invoices = [] } = await json('invoices', 'list', month);
  assert.deepEqual(
    invoices.map(({ number, totalPence, feePence, status }) => [number, totalPence, feePence, status]),
    // The report that was withdrawn is not on it.
    [['INV-000001', 3590, 2150, 'issued']],
  );
  assert.deepEqual(await json('invoices', 'list', month, '--issued'), { invoices: [] }, 'it was issued later');
  const { invoices: issued = [] } = await json('invoices', 'list', ukDateOf(later()).slice(0, 7), '--issued');
  assert.deepEqual(
    issued.map(({ number }) => number),
    ['INV-000001'],
  );
});

test('a command issues nothing of before the first month to invoice, and says why an account gets nothing', async () => {
  const last = lastMonth(ukDateOf(ctx.now()));
  await placeWaiting(ctx, account.caller('live'), { reports: ['identity'], facts: { email: 'three@candidate.test' } });
  await database.run(
    sql`update charges set created_at = ${`${last}-20T12:00:00Z`} where invoice_id is null and kind = 'order'`,
  );
  assert.match((await run(['accounts', 'set', accountId, `invoiceFrom=${last}-01`])).err, /must be a month such as/);
  assert.equal((await run(['accounts', 'set', accountId, `invoiceFrom=${ukDateOf(ctx.now()).slice(0, 7)}`])).code, 0);
  assert.deepEqual(await json('invoices', 'issue', last), { invoices: [] });
  await run(['accounts', 'set', accountId, 'invoiceFrom=']);
  const { invoices: [refused] = [] } = await json('invoices', 'issue', last);
  assert.match(String(refused?.refused), /operator has no PROBITY_OPERATOR_NAME/);
});
