// What finance needs of a period, over all accounts that a desk user sees: its VAT, and the money that came in and went back.
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { lastMonth } from '../../../features/invoices/invoice-rules.ts';
import { nominalCodes } from '../../../features/invoices/nominal-code-actions.ts';
import { sageFileStart } from '../../../features/invoices/sage-file-rules.ts';
import { readVatRows, type VatRow } from '../../../features/invoices/vat-summary-actions.ts';
import { listMoneyMoves } from '../../../features/payments/money-move-actions.ts';
import { moveColumns, moveKindOf, moveKinds, sageMoveLine } from '../../../features/payments/money-move-rules.ts';
import { type Period, periodOf } from '../../../features/payments/statement-rules.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { addDays } from '../../../lib/dates.ts';
import { amountText, inPounds } from '../../../lib/money.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { periodWords } from '../../shared/charges/account-statement.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { accountsPath, asked, type FormRequest } from './account-request.ts';

export const moneyPeriodPath = `${accountsPath}/invoices/period`;

const documents = { invoice: 'Invoices', credit_note: 'Credit notes' } as const;

const scopeText = ({ scope, percent }: VatRow) =>
  ({
    rate: `${percent}% VAT`,
    reverse_charge: 'Reverse charge, outside the scope of UK VAT',
    fees: 'Fees passed on, outside the scope of VAT',
  })[scope];

const vatColumns: CsvColumns<VatRow> = {
  document: ({ kind }) => documents[kind],
  vat: scopeText,
  documents: ({ count }) => count,
  net_gbp: ({ net_pence }) => amountText(net_pence),
  vat_gbp: ({ vat_pence }) => amountText(vat_pence),
};

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);

function vatModel(rows: readonly VatRow[]) {
  const charged = rows.filter(({ scope }) => scope !== 'fees');
  return {
    rows: rows.map((row) => ({
      document: documents[row.kind],
      text: scopeText(row),
      count: row.count,
      net: inPounds(row.net_pence),
      vat: row.scope === 'fees' ? '' : inPounds(row.vat_pence),
    })),
    net: inPounds(sum(charged, (row) => row.net_pence)),
    vat: inPounds(sum(charged, (row) => row.vat_pence)),
    fees: inPounds(sum(rows, (row) => (row.scope === 'fees' ? row.net_pence : 0))),
  };
}

const queryOf = ({ from, to }: Period) => `from=${from}&to=${to}`;

export function moneyPeriodPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const wholeMonth = (): Period => {
    const today = ukDateOf(ctx.now());
    return { from: `${lastMonth(today)}-01`, to: addDays(`${today.slice(0, 7)}-01`, -1) };
  };

  /** The last month that is over where nothing is typed. Refuses with `invalid_fields` (from, to). */
  const askedPeriod = (request: FormRequest): Period => {
    const usual = wholeMonth();
    const given = { from: asked(request, 'from') || usual.from, to: asked(request, 'to') || usual.to };
    return periodOf(given, ukDateOf(ctx.now()));
  };

  const reads = { permission: 'read_charges' } as const;
  const exports = { ...reads, stepUp: 'exports' } as const;

  pages.get(moneyPeriodPath, reads, async (request: FormRequest, reply, user) => {
    let period = wholeMonth();
    const errors = await refusedFields(async () => {
      period = askedPeriod(request);
    }, periodWords);
    const by = authorityOf(user);
    const moves = await listMoneyMoves(ctx, by, user.accounts, period);
    const kinds = Map.groupBy(moves, moveKindOf);
    return renderPage(request, reply, 'desk/accounts/money-period.njk', {
      title: 'VAT and payments of a period',
      back: { text: 'Invoices of all accounts', href: `${accountsPath}/invoices` },
      errors,
      path: moneyPeriodPath,
      period,
      from: errors === undefined ? period.from : asked(request, 'from'),
      to: errors === undefined ? period.to : asked(request, 'to'),
      vat: vatModel(await readVatRows(ctx, by, user.accounts, period)),
      moves: (Object.keys(moveKinds) as (keyof typeof moveKinds)[]).flatMap((kind) => {
        const some = kinds.get(kind) ?? [];
        if (some.length === 0) return [];
        return [{ text: moveKinds[kind], count: some.length, amount: inPounds(-sum(some, ({ pence }) => pence)) }];
      }),
      vatHref: `${moneyPeriodPath}/vat/file?${queryOf(period)}`,
      paymentsHref: `${moneyPeriodPath}/payments/file?${queryOf(period)}`,
    });
  });

  pages.get(`${moneyPeriodPath}/vat/file`, exports, async (request: FormRequest, reply, user) => {
    const period = askedPeriod(request);
    const rows = await readVatRows(ctx, authorityOf(user), user.accounts, period);
    return sendCsv(reply, `vat-${period.from}-to-${period.to}`, csvLines(vatColumns, [rows]));
  });

  pages.get(`${moneyPeriodPath}/payments/file`, exports, async (request: FormRequest, reply, user) => {
    const period = askedPeriod(request);
    const by = authorityOf(user);
    const moves = await listMoneyMoves(ctx, by, user.accounts, period);
    const name = `payments-${period.from}-to-${period.to}`;
    if (asked(request, 'format') !== 'sage') return sendCsv(reply, name, csvLines(moveColumns, [moves]));
    const codeOf = await nominalCodes(
      ctx,
      by,
      moves.map(({ account_id: accountId }) => ({ accountId })),
    );
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}-sage.csv"`)
      .send([sageFileStart, ...moves.map((move) => sageMoveLine(move, codeOf))].join(''));
  });
}
