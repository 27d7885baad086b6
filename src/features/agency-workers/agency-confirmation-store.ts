// Rows of what agencies confirmed in writing.
import type { Actor, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { CriminalLevel, RecordKind } from '../stated-staff/record-kind-rules.ts';

export interface ConfirmationRow {
  readonly applicant_id: string;
  readonly confirmed_on: IsoDate;
  readonly kinds: readonly RecordKind[];
  readonly level: CriminalLevel | null;
  readonly seen_on: IsoDate | null;
  readonly sealed_details: Buffer;
  readonly recorded_by: Actor;
  readonly recorded_at: Date;
}

/** Replaces what was recorded before. @param replaces only what was received before it, or all */
export async function upsertConfirmation(
  db: Db,
  tenant: Tenant,
  row: ConfirmationRow,
  replaces: 'older' | 'all',
): Promise<void> {
  await db.run(sql`
    insert into agency_confirmations (account_id, environment, applicant_id, confirmed_on, kinds, level, seen_on, sealed_details,
      recorded_by, recorded_at)
    values (${tenant.accountId}, ${tenant.environment}, ${row.applicant_id}, ${row.confirmed_on}, ${row.kinds}::text[],
      ${row.level}, ${row.seen_on}, ${row.sealed_details}, ${row.recorded_by}, ${row.recorded_at})
    on conflict (account_id, environment, applicant_id) do update set confirmed_on = excluded.confirmed_on,
      kinds = excluded.kinds, level = excluded.level, seen_on = excluded.seen_on, sealed_details = excluded.sealed_details,
      recorded_by = excluded.recorded_by, recorded_at = excluded.recorded_at
    where ${replaces === 'all'}::boolean or agency_confirmations.confirmed_on < excluded.confirmed_on`);
}

/** With the key of each person. */
export function findConfirmations(
  db: Db,
  tenant: Tenant,
  applicantIds: readonly string[],
): Promise<(ConfirmationRow & { readonly sealed_key: Buffer })[]> {
  return db.rows(sql`
    select f.applicant_id, f.confirmed_on::text as confirmed_on, f.kinds, f.level, f.seen_on::text as seen_on, f.sealed_details,
      f.recorded_by, f.recorded_at, a.sealed_key
    from agency_confirmations f
    join applicants a on (a.account_id, a.environment, a.id) = (f.account_id, f.environment, f.applicant_id)
    where f.account_id = ${tenant.accountId} and f.environment = ${tenant.environment}
      and f.applicant_id = any (${applicantIds}::uuid[]) and a.erased_at is null`);
}
