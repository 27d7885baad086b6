// An account's charges of a month, of all of it or of one subsidiary, for its own portal and for the desk: totals by report
// type, and a statement.
import type { FastifyRequest } from 'fastify';
import type { Authority, Ctx, OrderScope } from '../../../context.ts';
import type { Asker } from '../../../features/access/permissions.ts';
import { isInScope, scopeOf } from '../../../features/access/scope-rules.ts';
import { listOfferedSubsidiaries, listSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { URGENT } from '../../../features/checks/urgent-actions.ts';
import { type Charge, readCharges } from '../../../features/lists/charge-actions.ts';
import { chargeLabel } from '../../../features/lists/charge-line-rules.ts';
import {
  type ChargeTotal,
  findChargeTotals,
  findFirstChargedMonth,
  type MonthTotal,
} from '../../../features/lists/charge-queries.ts';
import type { DeskAccounts } from '../../../features/lists/work-queue-queries.ts';
import { ukDateOf, ukFormat } from '../../../lib/uk-times.ts';
import { WHOLE_ACCOUNT } from '../orders/order-submission.ts';
import { moneyOf, ofPriced, pricedSum, statementLines } from './statement-lines.ts';

/** What shows every line of a month, in whichever form: the statement and the file. */
export const everyCharge = { permission: 'read_charges', stepUp: 'exports' } as const;

/** Of a statement; the file has them all. */
const MOST_LINES = 1000;

const monthName = ukFormat({ month: 'long', year: 'numeric' });
export const monthText = (month: string) => monthName(new Date(`${month}-15T12:00:00Z`));

/** `yyyy-mm`, latest first; the last month at least. */
export function monthsBetween(first: string, last: string): string[] {
  const numberOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
  const count = Math.max(1, numberOf(last) - numberOf(first) + 1);
  return Array.from({ length: count }, (_, back) => {
    const month = numberOf(last) - back;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** From the first month with charges to this one, latest first. */
export async function chargedMonths(ctx: Ctx, by: Asker, accounts: DeskAccounts): Promise<string[]> {
  const thisMonth = ukDateOf(ctx.now()).slice(0, 7);
  return monthsBetween((await findFirstChargedMonth(ctx.db, accounts, by)) ?? thisMonth, thisMonth);
}

/** The months that can be asked for, and the one that is; a month that is not among them counts as this month. */
export async function monthsOf(ctx: Ctx, by: Asker, accounts: DeskAccounts, request: FastifyRequest) {
  const months = await chargedMonths(ctx, by, accounts);
  const { month } = request.query as { readonly month?: unknown };
  return { months, month: months.find((one) => one === month) ?? months[0]! };
}

/** The model of a select of months. */
export const monthItems = (months: readonly string[], month: string) =>
  months.map((value) => ({ value, text: monthText(value), selected: value === month }));

/** What an address asks for: a month, and a subsidiary of those that the caller sees. */
export interface AskedCharges {
  readonly scope: OrderScope & Authority;
  readonly months: readonly string[];
  readonly month: string;
  /** Those among which the caller may choose. */
  readonly subsidiaries: readonly { readonly id: string; readonly name: string }[];
  /** Whether those are all of the account. */
  readonly seesWhole: boolean;
  /** The names of those whose charges they are; undefined for the whole account. */
  readonly subsidiary: string | undefined;
  /** The parameters of the address. */
  readonly query: string;
}

/** Undefined for the whole account. */
async function subsidiariesText(ctx: Ctx, scope: OrderScope & Authority): Promise<string | undefined> {
  if (scope.subsidiaryIds === null) return undefined;
  const all = await listSubsidiaries(ctx, scope, scope.accountId);
  return all.flatMap(({ id, name }) => (isInScope(scope, id) ? [name] : [])).join(', ');
}

/** A subsidiary that the caller does not see counts as none. */
export async function askedCharges(
  ctx: Ctx,
  scope: OrderScope & Authority,
  request: FastifyRequest,
): Promise<AskedCharges> {
  const subsidiaries = await listOfferedSubsidiaries(ctx, scope);
  const { subsidiary } = request.query as { readonly subsidiary?: unknown };
  const chosen = subsidiaries.find(({ id }) => id === subsidiary);
  const narrowed = chosen === undefined ? scope : { ...scope, ...scopeOf(chosen.id) };
  const { months, month } = await monthsOf(ctx, scope, [scope.accountId], request);
  return {
    ...{ scope: narrowed, months, month, subsidiaries, seesWhole: scope.subsidiaryIds === null },
    subsidiary: await subsidiariesText(ctx, narrowed),
    query: `?month=${month}${chosen ? `&subsidiary=${chosen.id}` : ''}`,
  };
}

/** Of a report type or an account, with how many of its reports have no price. */
export function totalMoney(total: MonthTotal) {
  const money = moneyOf(total);
  if (total.amount_pence === null || total.unpriced === 0) return money;
  return { ...money, price: `${money.price}, ${total.unpriced} without a price` };
}

/** How prices, fees and VAT stand to each other. */
export function vatSentence(totals: readonly MonthTotal[]): string {
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
  return `${count === 1 ? '1 report' : `${count} reports`} of ${monthText(month)} ${count === 1 ? 'has' : 'have'} no agreed price`;
}

const summed = <Total extends MonthTotal>(totals: readonly Total[], of: (total: Total) => number): number =>
  totals.reduce((so, total) => so + of(total), 0);

/** The row of all totals together. */
export function sumRow(totals: readonly MonthTotal[]) {
  return {
    ordered: summed(totals, ({ ordered }) => ordered),
    elsewhere: summed(totals, ({ elsewhere }) => elsewhere),
    credited: summed(totals, ({ credited }) => credited),
    lines: summed(totals, ({ lines }) => lines),
    ...moneyOf(pricedSum(totals)),
    ofPriced: totals.every(({ unpriced }) => unpriced === 0) ? '' : ofPriced,
  };
}

/** The model of `shared/charges/charges.njk`. @param path the address of the page */
export async function chargesOf(ctx: Ctx, { scope, months, month, ...asked }: AskedCharges, path: string) {
  const totals: readonly ChargeTotal[] = await findChargeTotals(ctx.db, scope, month);
  const { subsidiary, query } = asked;
  return {
    chargesPath: path,
    month,
    monthName: monthText(month),
    months: monthItems(months, month),
    subsidiary,
    everySubsidiary: asked.seesWhole ? WHOLE_ACCOUNT : 'All of yours',
    subsidiaries: asked.subsidiaries.map(({ id, name }) => ({
      value: id,
      text: name,
      selected: scope.subsidiaryIds?.length === 1 && isInScope(scope, id),
    })),
    rows: totals
      .map((total) => ({
        label: chargeLabel(total),
        // Somebody orders that an order is urgent; what was charged by hand, nobody did.
        ordered: total.description === URGENT ? total.added : total.ordered,
        elsewhere: total.elsewhere,
        credited: total.description === URGENT ? total.taken_back : total.credited,
        unpriced: total.unpriced,
        ...totalMoney(total),
      }))
      .sort((one, other) => one.label.localeCompare(other.label)),
    all: sumRow(totals),
    unpriced: unpricedSentence(
      summed(totals, (total) => total.unpriced),
      month,
    ),
    vatSentence: vatSentence(totals),
    fileHref: `${path}/file${query}`,
    statementHref: `${path}/statement${query}`,
  };
}

/**
 * The model of `shared/charges/statement.njk`: the totals with every charge of the month, or the first thousand.
 * @param path the address of the page of charges
 */
export async function statementOf(ctx: Ctx, asked: AskedCharges, path: string) {
  const charges = await chargesOf(ctx, asked, path);
  const lines: Charge[] = [];
  for await (const part of readCharges(ctx, asked.scope, { month: charges.month }, MOST_LINES)) lines.push(...part);
  const count = charges.all.lines;
  return {
    ...charges,
    title: `Statement for ${charges.monthName}`,
    back: { text: 'Back to charges', href: `${path}${asked.query}` },
    printedAt: ctx.now(),
    // The statement is of one month, and of one subsidiary or all.
    months: [],
    subsidiaries: [],
    count,
    ...statementLines(lines, count > lines.length),
  };
}
