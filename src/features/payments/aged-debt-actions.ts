// What clients owed at the end of a day, by client and by age, with how the balance came about since the first of its month.
import type { Ctx } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { numberText } from '../invoices/invoice-rules.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { type BalanceRow, findBalanceParts, findOpenInvoicesOn, findUnallocatedOn } from './aged-debt-queries.ts';
import { ages, daysOverdue } from './debt-rules.ts';
import { moveKindOf, type moveKinds } from './money-move-rules.ts';

export interface OpenOnDay {
  readonly accountId: string;
  readonly account: string;
  readonly invoiceId: string;
  readonly number: string;
  readonly issuedOn: IsoDate;
  readonly dueOn: IsoDate;
  readonly daysOverdue: number;
  readonly leftPence: number;
}

export interface AgedClient {
  readonly accountId: string;
  readonly account: string;
  /** What was left to pay, by age, in the order of `ages`. */
  readonly pence: readonly number[];
  readonly leftPence: number;
  readonly unallocatedPence: number;
}

export type BalanceKind = 'invoice' | 'credit_note' | keyof typeof moveKinds;

export interface AgedDebts {
  /** By name. */
  readonly clients: readonly AgedClient[];
  /** By client, the one that was due first before others. */
  readonly invoices: readonly OpenOnDay[];
  readonly openingPence: number;
  /** Of the month until the day; more than 0 for what clients owe more by it. */
  readonly parts: ReadonlyMap<BalanceKind, number>;
  readonly closingPence: number;
}

const kindOf = ({ kind, method, pence }: BalanceRow): BalanceKind =>
  kind === 'invoice' || kind === 'credit_note' ? kind : moveKindOf({ kind, method, pence });

/** @param on a UK day, today at the latest */
export async function readAgedDebts(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  accounts: DeskAccounts,
  on: IsoDate,
): Promise<AgedDebts> {
  demand(by, 'read_charges');
  const invoices = (await findOpenInvoicesOn(ctx.db, accounts, on)).map(
    (row): OpenOnDay => ({
      ...{ accountId: row.account_id, account: row.account, invoiceId: row.id },
      ...{ number: numberText('invoice', row.number), issuedOn: row.issued_on, dueOn: row.due_on },
      ...{ daysOverdue: daysOverdue({ dueOn: row.due_on }, on), leftPence: row.left_pence },
    }),
  );
  const unallocated = await findUnallocatedOn(ctx.db, accounts, on);
  const rows = await findBalanceParts(ctx.db, accounts, { from: `${on.slice(0, 7)}-01`, to: on });
  const names = new Map([
    ...invoices.map(({ accountId, account }) => [accountId, account] as const),
    ...unallocated.map((row) => [row.account_id, row.account] as const),
  ]);
  const clients = [...names].map(([accountId, account]): AgedClient => {
    const own = invoices.filter((one) => one.accountId === accountId);
    const pence = ages.map(({ to }, at) => {
      const from = at === 0 ? -1 : ages[at - 1]!.to;
      return sumOf(own.filter(({ daysOverdue: days }) => days > from && days <= to).map(({ leftPence }) => leftPence));
    });
    const unallocatedPence = unallocated.find((row) => row.account_id === accountId)?.pence ?? 0;
    return { accountId, account, pence, leftPence: sumOf(pence), unallocatedPence };
  });
  const parts = new Map<BalanceKind, number>();
  for (const row of rows) if (row.pence !== 0) parts.set(kindOf(row), (parts.get(kindOf(row)) ?? 0) + row.pence);
  const openingPence = sumOf(rows.map((row) => row.before_pence));
  return {
    clients: clients.toSorted((one, other) => one.account.localeCompare(other.account, 'en')),
    ...{ invoices, openingPence, parts, closingPence: openingPence + sumOf([...parts.values()]) },
  };
}

const sumOf = (pence: readonly number[]): number => pence.reduce((all, one) => all + one, 0);
