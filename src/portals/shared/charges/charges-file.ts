// Every charge of a month as CSV, of one account or of several.

import type { FastifyReply } from 'fastify';
import type { Authority, Ctx } from '../../../context.ts';
import { numberText } from '../../../features/invoices/invoice-rules.ts';
import { type Charge, readCharges } from '../../../features/lists/charge-actions.ts';
import { reportLabel } from '../../../features/lists/charge-line-rules.ts';
import type { AccountTotal } from '../../../features/lists/charge-queries.ts';
import { csvField } from '../../../lib/csv.ts';
import { amountText } from '../../../lib/money.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { lineReasonWords } from '../../../messages/en-credits.ts';
import { withdrawalReasons } from '../../../messages/en-withdrawals.ts';
import { sendCsv } from '../files/csv-file.ts';
import type { AskedCharges } from './charges.ts';
import { orderOf } from './statement-lines.ts';

/** Empty without an agreed price. */
function moneyCells({ amount_pence, fee_pence, vat_percent, vat_pence }: Charge): string[] {
  if (amount_pence === null) return ['', '', '', '', ''];
  const total = amount_pence + fee_pence + vat_pence;
  return [
    amountText(amount_pence),
    amountText(fee_pence),
    String(vat_percent),
    amountText(vat_pence),
    amountText(total),
  ];
}

const csvLine = (line: Charge) =>
  [
    ukDateOf(line.created_at),
    orderOf(line),
    line.report_id ?? '',
    csvField(line.description ?? reportLabel(line.report_type_id!)),
    line.kind,
    ...moneyCells(line),
    csvField(line.purchaseOrder),
    csvField(line.reference),
    csvField(line.subsidiary),
    csvField(line.package),
    line.invoice === null ? '' : numberText(line.invoice.kind, line.invoice.number),
    line.billed_elsewhere ? 'yes' : 'no',
    csvField(line.reason && lineReasonWords[line.reason]),
    csvField(line.withdrawn_because && withdrawalReasons[line.withdrawn_because]),
    csvField(line.approved_by),
  ].join(',');

const columns =
  'date,order,report_id,report,kind,price_gbp,fee_gbp,vat_percent,vat_gbp,total_gbp,purchase_order,reference,subsidiary,package,invoice,billed_elsewhere,reason,order_withdrawn_because,approved_by';

async function* csvOf(ctx: Ctx, { scope, month }: AskedCharges) {
  yield `${columns}\r\n`;
  for await (const part of readCharges(ctx, scope, { month }))
    yield part.map((line) => `${csvLine(line)}\r\n`).join('');
}

export const sendChargesFile = (ctx: Ctx, asked: AskedCharges, reply: FastifyReply) =>
  sendCsv(reply, `charges-${asked.month}`, csvOf(ctx, asked));

/** Of several accounts: the same columns after the name and the number of the account. */
async function* csvOfAccounts(ctx: Ctx, by: Authority, accounts: readonly AccountTotal[], month: string) {
  yield `account,account_id,${columns}\r\n`;
  for (const { account_id: accountId, account } of accounts) {
    const first = `${csvField(account)},${accountId},`;
    const scope = { ...by, accountId, environment: 'live', subsidiaryIds: null } as const;
    for await (const part of readCharges(ctx, scope, { month }))
      yield part.map((line) => `${first}${csvLine(line)}\r\n`).join('');
  }
}

export const sendFileOfAccounts = (
  ctx: Ctx,
  by: Authority,
  accounts: readonly AccountTotal[],
  month: string,
  reply: FastifyReply,
) => sendCsv(reply, `charges-of-all-accounts-${month}`, csvOfAccounts(ctx, by, accounts, month));
