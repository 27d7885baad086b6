// An account's charges of a month, for its own portal and for the desk: totals by report type, a statement, and every
// line as CSV.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authority, Ctx, OrderScope } from '../../../context.ts';
import { type Charge, readCharges } from '../../../features/lists/charge-actions.ts';
import { type ChargeTotal, findChargeTotals, findFirstChargedMonth } from '../../../features/lists/charge-queries.ts';
import { CSV_START, csvField } from '../../../lib/csv.ts';
import { ukDateOf, ukFormat } from '../../../lib/uk-times.ts';
import { orderNumber } from '../page-filters.ts';
import { moneyOf, ofPriced, pricedSum, reportLabel, statementLines } from './statement-lines.ts';

/** What shows every line of a month, in whichever form: the statement and the file. */
export const everyCharge = { permission: 'read_charges', stepUp: 'exports' } as const;

/** Of a statement; the file has them all. */
const MOST_LINES = 1000;

const monthName = ukFormat({ month: 'long', year: 'numeric' });
const nameOf = (month: string) => monthName(new Date(`${month}-15T12:00:00Z`));

/** `yyyy-mm`, latest first; the last month at least. */
export function monthsBetween(first: string, last: string): string[] {
  const numberOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
  const count = Math.max(1, numberOf(last) - numberOf(first) + 1);
  return Array.from({ length: count }, (_, back) => {
    const month = numberOf(last) - back;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** The months that can be asked for, and the one that is; a month that is not among them counts as this month. */
export async function monthsOf(ctx: Ctx, scope: OrderScope & Authority, request: FastifyRequest) {
  const thisMonth = ukDateOf(ctx.now()).slice(0, 7);
  const first = (await findFirstChargedMonth(ctx.db, scope)) ?? thisMonth;
  const months = monthsBetween(first, thisMonth);
  const { month } = request.query as { readonly month?: unknown };
  return { months, month: months.find((one) => one === month) ?? thisMonth };
}

/** Of a report type, with how many of its reports have no price. */
function typeMoney(total: ChargeTotal) {
  const money = moneyOf(total);
  if (total.amount_pence === null || total.unpriced === 0) return money;
  return { ...money, price: `${money.price}, ${total.unpriced} without a price` };
}

/** How prices, fees and VAT stand to each other. */
function vatSentence(totals: readonly ChargeTotal[]): string {
  const rates = [...new Set(totals.flatMap(({ vat_percents }) => vat_percents))].sort((one, other) => one - other);
  const named = rates.map((rate) => `${rate}%`).join(' or ');
  const vat = rates.some((rate) => rate > 0)
    ? `VAT is ${named} of the price${rates.length > 1 ? ', as it was when the report was ordered' : ''}`
    : 'No VAT is charged';
  return `${vat}. Fees are what authorities charge, such as the DBS: they are passed on at cost, without VAT.`;
}

/** Undefined if every report has a price. */
function unpricedSentence(count: number, month: string): string | undefined {
  if (count === 0) return undefined;
  return `${count === 1 ? '1 report' : `${count} reports`} of ${nameOf(month)} ${count === 1 ? 'has' : 'have'} no agreed price`;
}

/** The model of `shared/charges/charges.njk`. @param path the address of the page */
export async function chargesOf(ctx: Ctx, scope: OrderScope & Authority, request: FastifyRequest, path: string) {
  const { months, month } = await monthsOf(ctx, scope, request);
  const totals = await findChargeTotals(ctx.db, scope, month);
  const sum = (of: (total: (typeof totals)[number]) => number) => totals.reduce((so, total) => so + of(total), 0);
  const unpriced = sum((total) => total.unpriced);
  return {
    chargesPath: path,
    month,
    monthName: nameOf(month),
    months: months.map((value) => ({ value, text: nameOf(value), selected: value === month })),
    rows: totals
      .map((total) => ({
        typeId: total.report_type_id,
        label: reportLabel(total.report_type_id),
        ordered: total.ordered,
        credited: total.credited,
        unpriced: total.unpriced,
        ...typeMoney(total),
      }))
      .sort((one, other) => one.label.localeCompare(other.label)),
    all: {
      ordered: sum(({ ordered }) => ordered),
      credited: sum(({ credited }) => credited),
      ...moneyOf(pricedSum(totals)),
      ofPriced: unpriced === 0 ? '' : ofPriced,
    },
    unpriced: unpricedSentence(unpriced, month),
    vatSentence: vatSentence(totals),
    fileHref: `${path}/file?month=${month}`,
    statementHref: `${path}/statement?month=${month}`,
  };
}

/**
 * The model of `shared/charges/statement.njk`: the totals with every charge of the month, or the first thousand.
 * @param path the address of the page of charges
 */
export async function statementOf(ctx: Ctx, scope: OrderScope & Authority, request: FastifyRequest, path: string) {
  const charges = await chargesOf(ctx, scope, request, path);
  const lines: Charge[] = [];
  for await (const part of readCharges(ctx, scope, charges.month, MOST_LINES)) lines.push(...part);
  const count = charges.all.ordered + charges.all.credited;
  return {
    ...charges,
    title: `Statement for ${charges.monthName}`,
    back: { text: 'Back to charges', href: `${path}?month=${charges.month}` },
    printedAt: ctx.now(),
    // The statement is of one month.
    months: [],
    count,
    ...statementLines(lines, count > lines.length),
  };
}

/** Empty without an agreed price. */
function moneyCells({ amount_pence, fee_pence, vat_percent, vat_pence }: Charge): string[] {
  if (amount_pence === null) return ['', '', '', '', ''];
  const inGbp = (pence: number) => (pence / 100).toFixed(2);
  const total = amount_pence + fee_pence + vat_pence;
  return [inGbp(amount_pence), inGbp(fee_pence), String(vat_percent), inGbp(vat_pence), inGbp(total)];
}

const csvLine = (line: Charge) =>
  [
    ukDateOf(line.created_at),
    orderNumber(line.order_id),
    line.report_id,
    csvField(reportLabel(line.report_type_id)),
    line.kind,
    ...moneyCells(line),
    csvField(line.purchaseOrder),
    csvField(line.reference),
  ].join(',');

async function* csvOf(ctx: Ctx, scope: OrderScope & Authority, month: string) {
  yield `${CSV_START}date,order,report_id,report,kind,price_gbp,fee_gbp,vat_percent,vat_gbp,total_gbp,purchase_order,reference\r\n`;
  for await (const part of readCharges(ctx, scope, month)) yield part.map((line) => `${csvLine(line)}\r\n`).join('');
}

export async function sendChargesFile(
  ctx: Ctx,
  scope: OrderScope & Authority,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { month } = await monthsOf(ctx, scope, request);
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="charges-${month}.csv"`)
    .send(Readable.from(csvOf(ctx, scope, month)));
}
