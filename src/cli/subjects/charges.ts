// `probity charges`: what live reports cost in a month, of one account or of all, for a program that writes invoices.
import type { Ctx } from '../../context.ts';
import { numberText } from '../../features/invoices/invoice-rules.ts';
import { type Charge, readCharges } from '../../features/lists/charge-actions.ts';
import { findAccountTotals, type MonthTotal } from '../../features/lists/charge-queries.ts';
import { codeOf } from '../../features/report-types/catalogue-rules.ts';
import { reportTypeById } from '../../features/report-types/report-type-rules.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { Entry } from '../fields.ts';
import type { Row } from '../output.ts';
import { describing } from '../subject-command.ts';
import { monthFields as fields, monthIn } from './month-fields.ts';
import { findAccountId, type LookedAfter, textIn } from './subject.ts';

/** The accounts that have charges in the month, by name, with what they pay. */
async function totalsOf(ctx: Ctx, entry: Entry) {
  const month = monthIn(entry);
  const account = textIn(entry, 'account');
  const accounts = account === null ? ('all' as const) : [await findAccountId(ctx, account)];
  return { month, totals: await findAccountTotals(ctx.db, accounts, 'system', month) };
}

/** Null without an agreed price. */
const penceOf = ({
  amount_pence,
  fee_pence,
  vat_pence,
}: Pick<MonthTotal, 'amount_pence' | 'fee_pence' | 'vat_pence'>) =>
  amount_pence === null
    ? { pence: null, feePence: null, vatPence: null, totalPence: null }
    : {
        pence: amount_pence,
        feePence: fee_pence,
        vatPence: vat_pence,
        totalPence: amount_pence + fee_pence + vat_pence,
      };

function lineRow(account: string, accountId: string, line: Charge): Row {
  const type = line.report_type_id === null ? undefined : reportTypeById(line.report_type_id);
  return {
    date: ukDateOf(line.created_at),
    account,
    accountId,
    order: line.order_id === null ? null : `VF${line.order_id}`,
    reportId: line.report_id,
    report: type === undefined ? null : codeOf(type),
    description: line.description,
    kind: line.kind,
    ...penceOf(line),
    vatPercent: line.vat_percent,
    purchaseOrder: line.purchaseOrder,
    reference: line.reference,
    subsidiary: line.subsidiary,
    package: line.package,
    invoice: line.invoice === null ? null : numberText(line.invoice.kind, line.invoice.number),
    billedElsewhere: line.billed_elsewhere,
  };
}

export const charges: LookedAfter = {
  section: 'charges',
  elsewhere:
    'Prices are without VAT, fees of authorities too; money is in pounds, with --json in whole pence, and negative for a credit.',
  verbs: {
    totals: {
      summary: 'list what each account pays for a month',
      ofAccount: false,
      onlyReads: true,
      onlyInJson: ['accountId'],
      fields,
      async run(ctx, _, entry) {
        const { totals } = await totalsOf(ctx, entry);
        return totals.map((total) => ({
          account: total.account,
          accountId: total.account_id,
          ordered: total.ordered,
          credited: total.credited,
          ...penceOf(total),
          billedElsewhere: total.elsewhere,
          unpriced: total.unpriced,
        }));
      },
    },
    lines: {
      summary: 'list every report that was ordered or credited in a month, and what was added by hand',
      ofAccount: false,
      onlyReads: true,
      onlyInJson: ['accountId', 'reportId', 'package', 'invoice'],
      fields,
      async run(ctx, _, entry) {
        const { month, totals } = await totalsOf(ctx, entry);
        const rows: Row[] = [];
        for (const { account, account_id: accountId } of totals) {
          const scope = { accountId, environment: 'live', subsidiaryIds: null, actor: 'system' } as const;
          for await (const part of readCharges(ctx, scope, { month }))
            rows.push(...part.map((line) => lineRow(account, accountId, line)));
        }
        return rows;
      },
    },
  },
};

export const describe = describing(charges);
