// Who of the staff that clients brought in is due for erasure; who was ordered for is due as everybody else.
import type { Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import type { Place } from '../access/place-queries.ts';
import { hasRestriction } from '../applicants/restriction-queries.ts';
import { registeredUntil } from '../certification/kept-register-queries.ts';
import { isStaff, leftPlacesAt } from '../lists/central-record-queries.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import { type DuePerson, keepsStaff } from './erasure-queries.ts';

/** When the people `s` of the account `a` who were brought in are erased. @param leftAt as if they had left then @param place where */
const statedDueAt = (leftAt: Date | null = null, place?: Place): Sql => sql`greatest((
  case when ${keepsStaff()} then greatest(s.stated_at, s.left_at, ${leftPlacesAt(place)}, ${leftAt}::timestamptz) else s.stated_at end
  + (a.settings->>'eraseAfterDays')::integer * interval '1 day'), ${registeredUntil(leftAt ?? undefined)})`;

/** Staff who were brought in, never ordered for, and whose time runs but for whether they have left. */
const fromStatedErased: Sql = sql`
  from stated_people s
  join accounts a on a.id = s.account_id
  join applicants p on (p.account_id, p.environment, p.id) = (s.account_id, s.environment, s.applicant_id)
  where (a.settings->>'eraseAfterDays')::integer > 0
    and not coalesce((a.settings->>'legalHold')::boolean, false) and p.hold_reason is null
    and not ${hasRestriction(sql`p.account_id, p.environment, p.id`, sql`'open', 'in_force'`)}
    and not exists (
      select from checks c
      where (c.account_id, c.environment, c.applicant_id) = (s.account_id, s.environment, s.applicant_id))`;

/** Of these accounts, staff who were brought in and never ordered for: their time counts from when they were stated last. Where the account keeps its staff, they stay until they have left, and their time counts from that day if it is later. */
export function findStatedDueForErasure(
  db: Db,
  accounts: DeskAccounts,
  { now, after, limit }: { readonly now: Date; readonly after: string | undefined; readonly limit: number },
): Promise<Pick<DuePerson, 'account_id' | 'environment' | 'applicant_id'>[]> {
  return db.rows(sql`
    select s.account_id, s.environment, s.applicant_id ${fromStatedErased}
      and ${within(accounts, 's.account_id')} and (${after ?? null}::uuid is null or s.applicant_id > ${after ?? null}::uuid)
      and ${statedDueAt()} < ${now} and not (${keepsStaff()} and ${isStaff()})
    order by s.applicant_id limit ${limit}`);
}

/** When somebody who was brought in, and never ordered for, is erased if they leave there then; undefined where no time runs, also while they work elsewhere. */
export async function findStatedDueAt(
  db: Db,
  tenant: Tenant,
  applicantId: string,
  leftAt: Date,
  place: Place,
): Promise<Date | undefined> {
  const row = await db.row<{ due_at: Date }>(sql`
    select ${statedDueAt(leftAt, place)} as due_at ${fromStatedErased} and s.account_id = ${tenant.accountId}
      and s.environment = ${tenant.environment} and s.applicant_id = ${applicantId}
      and not (${keepsStaff()} and ${isStaff(place)})`);
  return row?.due_at;
}
