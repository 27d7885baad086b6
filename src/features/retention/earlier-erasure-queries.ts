// Whose case of the earlier system is due for erasure: their time counts from the day on which that case was complete.
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { hasRestriction } from '../applicants/restriction-queries.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import { type DuePerson, type DueWindow, openMattersSql } from './erasure-queries.ts';

/**
 * Left out are whoever was ordered for, whose time counts from that, accounts with a legal hold, and people with a hold that
 * lasts, who are restricted, or about whom something is open.
 */
const due = (accounts: DeskAccounts, { now, withinDays, settings }: DueWindow): Sql => {
  const day = sql`((${now}::timestamptz at time zone 'Europe/London')::date + ${withinDays}::integer)`;
  const days = sql`coalesce(${settings?.eraseAfterDays ?? null}::integer, (a.settings->>'eraseAfterDays')::integer, 0)`;
  return sql`
    from earlier_cases e
    join accounts a on a.id = e.account_id
    join applicants p on (p.account_id, p.environment, p.id) = (e.account_id, e.environment, e.applicant_id)
    where ${within(accounts, 'e.account_id')} and ${days} > 0 and e.completed_on + ${days} <= ${day}
      and not coalesce(${settings?.legalHold ?? null}::boolean, (a.settings->>'legalHold')::boolean, false)
      and (p.hold_reason is null or p.hold_until < ${day})
      and not ${hasRestriction(sql`p.account_id, p.environment, p.id`, sql`'open', 'in_force'`)}
      and ${openMattersSql} = '{}'
      and not exists (
        select from checks c
        where (c.account_id, c.environment, c.applicant_id) = (e.account_id, e.environment, e.applicant_id))`;
};

/** @param after the last person of the page before */
export function findEarlierDueForErasure(
  db: Db,
  accounts: DeskAccounts,
  { now, after, limit }: { readonly now: Date; readonly after: string | undefined; readonly limit: number },
): Promise<Pick<DuePerson, 'account_id' | 'environment' | 'applicant_id'>[]> {
  return db.rows(sql`
    select e.account_id, e.environment, e.applicant_id ${due(accounts, { now, withinDays: 0 })}
      and (${after ?? null}::uuid is null or e.applicant_id > ${after ?? null}::uuid)
    order by e.applicant_id limit ${limit}`);
}

export async function countEarlierDue(db: Db, accounts: DeskAccounts, window: DueWindow): Promise<number> {
  const row = await db.row<{ count: number }>(sql`select count(*) as count ${due(accounts, window)}`);
  return row!.count;
}
