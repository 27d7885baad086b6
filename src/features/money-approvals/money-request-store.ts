// Rows of what waits for a second person before a client's money is given away, and of what one person gave away alone.
import { type Db, sql } from '../../platform/db/database.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import type { MoneyActKind } from './money-act.ts';

export type MoneyDecision = 'approved' | 'sent_back' | 'withdrawn';

export interface MoneyRequestRow {
  readonly account_id: string;
  readonly account: string;
  readonly id: string;
  readonly kind: MoneyActKind;
  readonly amount_pence: number;
  readonly sealed_act: Buffer;
  readonly asked_by: string;
  readonly asked_by_name: string;
  readonly asked_at: Date;
  readonly decision: MoneyDecision | null;
  readonly sealed_note: Buffer | null;
  readonly decided_by_name: string | null;
  readonly decided_at: Date | null;
}

/** What others do meanwhile is not seen. The first statement of a transaction. */
export const seeOneMoment = (db: Db): Promise<number> => db.run(sql`set transaction isolation level repeatable read`);

const found = sql`
  select m.account_id, a.name as account, m.id, m.kind, m.amount_pence, m.sealed_act, m.asked_by, asker.name as asked_by_name,
    m.asked_at, m.decision, m.sealed_note, decider.name as decided_by_name, m.decided_at
  from money_requests m
  join accounts a on a.id = m.account_id
  join desk_users asker on m.asked_by = 'user:' || asker.id
  left join desk_users decider on m.decided_by = 'user:' || decider.id`;

/** Those that wait, the oldest first; then the last that were decided, the newest first. */
export const findMoneyRequests = (db: Db, accounts: DeskAccounts, most: number): Promise<MoneyRequestRow[]> =>
  db.rows<MoneyRequestRow>(sql`
    ${found} where ${within(accounts, 'm.account_id')}
    order by m.decision is not null, m.decided_at desc, m.asked_at, m.id limit ${most}`);

export const findMoneyRequest = (db: Db, accounts: DeskAccounts, id: string): Promise<MoneyRequestRow | undefined> =>
  db.row<MoneyRequestRow>(sql`${found} where ${within(accounts, 'm.account_id')} and m.id = ${id}`);

/** Of each account with some. */
export const countWaiting = (
  db: Db,
  accounts: DeskAccounts,
): Promise<{ readonly account_id: string; readonly count: number }[]> =>
  db.rows(sql`
    select m.account_id, count(*)::int as count from money_requests m
    where ${within(accounts, 'm.account_id')} and m.decision is null group by m.account_id`);

export async function insertMoneyRequest(
  db: Db,
  accountId: string,
  one: Pick<MoneyRequestRow, 'id' | 'kind' | 'amount_pence' | 'sealed_act' | 'asked_by' | 'asked_at'>,
): Promise<void> {
  await db.run(sql`
    insert into money_requests (account_id, id, kind, amount_pence, sealed_act, asked_by, asked_at)
    values (${accountId}, ${one.id}, ${one.kind}, ${one.amount_pence}, ${one.sealed_act}, ${one.asked_by}, ${one.asked_at})`);
}

/** Whether nobody else had decided it. */
export async function decideMoneyRequest(
  db: Db,
  accountId: string,
  one: {
    readonly id: string;
    readonly decision: MoneyDecision;
    readonly sealedNote: Buffer;
    readonly by: string;
    readonly at: Date;
  },
): Promise<boolean> {
  const rows = await db.rows(sql`
    update money_requests set decision = ${one.decision}, sealed_note = ${one.sealedNote}, decided_by = ${one.by}, decided_at = ${one.at}
    where account_id = ${accountId} and id = ${one.id} and decision is null returning id`);
  return rows.length > 0;
}

/** In pence, what a person gave away alone of the account between two moments. */
export async function findGivenAlone(
  db: Db,
  accountId: string,
  by: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<number> {
  const row = await db.row<{ pence: number }>(sql`
    select coalesce(sum(g.amount_pence), 0)::bigint as pence from money_given_alone g
    where g.account_id = ${accountId} and g.given_by = ${by} and g.given_at between ${from} and ${to}`);
  return row!.pence;
}

export async function insertGivenAlone(
  db: Db,
  accountId: string,
  one: { readonly id: string; readonly pence: number; readonly by: string; readonly at: Date },
): Promise<void> {
  await db.run(sql`
    insert into money_given_alone (account_id, id, amount_pence, given_by, given_at)
    values (${accountId}, ${one.id}, ${one.pence}, ${one.by}, ${one.at})`);
}
