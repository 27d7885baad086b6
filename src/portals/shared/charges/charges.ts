// An account's charges of a month, for its own portal and for the desk: totals by report type, and every line as CSV.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authority, Ctx, OrderScope } from '../../../context.ts';
import {
  type ChargeLine,
  findChargeLines,
  findChargeTotals,
  findFirstChargedMonth,
} from '../../../features/lists/charge-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { csvField } from '../../../lib/csv.ts';
import { ukDateOf, ukFormat } from '../../../lib/uk-times.ts';
import { inPounds, orderNumber } from '../page-filters.ts';

const LINES_PER_READ = 1000;

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
async function monthsOf(ctx: Ctx, scope: OrderScope & Authority, request: FastifyRequest) {
  const thisMonth = ukDateOf(ctx.now()).slice(0, 7);
  const first = (await findFirstChargedMonth(ctx.db, scope)) ?? thisMonth;
  const months = monthsBetween(first, thisMonth);
  const { month } = request.query as { readonly month?: unknown };
  return { months, month: months.find((one) => one === month) ?? thisMonth };
}

const labelOf = (reportTypeId: number) => reportTypeById(reportTypeId)?.label ?? 'Report';

/** The model of `shared/charges/charges.njk`. @param path the address of the page */
export async function chargesOf(ctx: Ctx, scope: OrderScope & Authority, request: FastifyRequest, path: string) {
  const { months, month } = await monthsOf(ctx, scope, request);
  const totals = await findChargeTotals(ctx.db, scope, month);
  const sum = (of: (total: (typeof totals)[number]) => number) => totals.reduce((so, total) => so + of(total), 0);
  return {
    chargesPath: path,
    month,
    monthName: nameOf(month),
    months: months.map((value) => ({ value, text: nameOf(value), selected: value === month })),
    rows: totals
      .map((total) => ({
        label: labelOf(total.report_type_id),
        ordered: total.ordered,
        credited: total.credited,
        amount: inPounds(total.amount_pence),
      }))
      .sort((one, other) => one.label.localeCompare(other.label)),
    all: {
      ordered: sum(({ ordered }) => ordered),
      credited: sum(({ credited }) => credited),
      amount: inPounds(sum(({ amount_pence }) => amount_pence)),
    },
    fileHref: `${path}/file?month=${month}`,
  };
}

const csvLine = (line: ChargeLine) =>
  [
    ukDateOf(line.created_at),
    orderNumber(line.order_id),
    line.report_id,
    csvField(labelOf(line.report_type_id)),
    line.kind,
    (line.amount_pence / 100).toFixed(2),
  ].join(',');

/** Reads a part at a time, so that a month of any size takes the same memory. */
async function* csvOf(ctx: Ctx, scope: OrderScope & Authority, month: string) {
  yield 'date,order,report_id,report,kind,amount_gbp\r\n';
  let lines: ChargeLine[] = [];
  do {
    lines = await findChargeLines(ctx.db, scope, month, { after: lines.at(-1), limit: LINES_PER_READ });
    yield lines.map((line) => `${csvLine(line)}\r\n`).join('');
  } while (lines.length === LINES_PER_READ);
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
