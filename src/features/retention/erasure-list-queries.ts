// Whom the list of erasures and the database know differently.
import type { Environment } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import type { ErasureReason } from './erasure-reasons.ts';

export interface ReturnedPerson {
  readonly account_id: string;
  readonly environment: Environment;
  readonly applicant_id: string;
  /** The newest; null for somebody who was never ordered for. */
  readonly order_id: number | null;
}

/** Those of the ids who are not erased. */
export function findNotErased(
  db: Db,
  accounts: DeskAccounts,
  applicantIds: readonly string[],
): Promise<ReturnedPerson[]> {
  return db.rows(sql`
    select p.account_id, p.environment, p.id as applicant_id, (
      select max(c.order_id) from checks c
      where (c.account_id, c.environment, c.applicant_id) = (p.account_id, p.environment, p.id)) as order_id
    from applicants p
    where ${within(accounts, 'p.account_id')} and p.id = any (${applicantIds}::uuid[]) and p.erased_at is null
    order by p.id`);
}

export interface ErasedRow extends Omit<ReturnedPerson, 'order_id'> {
  readonly erased_at: Date;
}

/** Who is erased, the first ones first. @param after the last one of the page before */
export function findErasedOnwards(
  db: Db,
  accounts: DeskAccounts,
  { after, limit }: { readonly after: ErasedRow | undefined; readonly limit: number },
): Promise<ErasedRow[]> {
  const onwards =
    after === undefined
      ? sql`p.erased_at is not null`
      : sql`(p.erased_at, p.id) > (${after.erased_at}::timestamptz, ${after.applicant_id}::uuid)`;
  return db.rows(sql`
    select p.account_id, p.environment, p.id as applicant_id, p.erased_at from applicants p
    where ${within(accounts, 'p.account_id')} and ${onwards}
    order by p.erased_at, p.id limit ${limit}`);
}

/** Why these were erased, as far as the audit trail says it. */
export async function findReasons(
  db: Db,
  accounts: DeskAccounts,
  erased: readonly ErasedRow[],
): Promise<ReadonlyMap<string, ErasureReason>> {
  const rows = await db.rows<{ id: string; reason: ErasureReason | null }>(sql`
    select p.id, (
      select e.detail->>'reason' from events e
      where e.account_id = p.account_id and e.environment = p.environment and e.applicant_id = p.id
        and e.check_id is null and e.type = 'applicant.erased' order by e.id desc limit 1
    ) as reason
    from applicants p
    where ${within(accounts, 'p.account_id')} and p.id = any (${erased.map((one) => one.applicant_id)}::uuid[])`);
  return new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason]])));
}
