// `probity charges`: what each account pays for a month, and every line of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccountSettings } from '../../src/features/accounts/account-settings-actions.ts';
import { closeCheck } from '../../src/features/checks/check-progress-actions.ts';
import { lastMonth } from '../../src/features/invoices/invoice-rules.ts';
import { issueInvoices } from '../../src/features/invoices/issue-actions.ts';
import { switchOnTypes } from '../../src/features/report-types/availability-actions.ts';
import { ukDateOf } from '../../src/lib/uk-times.ts';
import { placeWaiting } from '../features/candidate-form/waiting-check.ts';
import { commandLine } from '../support/command-line.ts';
import { startProbity, urlOf } from '../support/probity.ts';

const { ctx, account, connection, settings } = await startProbity();
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
        ...{ accountId, ordered: 3, credited: 1, unpriced: 0 },
        ...{ pence: 1200, feePence: 2150, vatPence: 240, totalPence: 3590 },
      },
    ],
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
    assert.match((await run(['charges', 'totals', wrong])).err, /--month must be a month such as 2026-10/);
  }
  assert.match((await run(['charges', 'lines', month, '--account', 'Nobody'])).err, /--account Nobody does not exist/);
});

test('the invoices of a month are issued and listed by command, once it is over', async () => {
  const month = ukDateOf(ctx.now()).slice(0, 7);
  assert.match((await run(['invoices', 'issue', month])).err, /--month must be over before it is invoiced/);
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
});
