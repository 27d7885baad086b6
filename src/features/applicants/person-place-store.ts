// Rows of where people work, as their clients say it.
import type { Actor, OrderScope, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { isOfPlace, type Place } from '../access/place-queries.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isRestrictedSql } from './restriction-queries.ts';

export interface PlaceRow {
  readonly applicant_id: string;
  readonly subsidiary_id: string;
  readonly starts_on: IsoDate | null;
  readonly ends_on: IsoDate | null;
  readonly sealed_job: Buffer;
  readonly sealed_key: Buffer;
  readonly sealed_facts: Buffer;
}

/** In the order in which they began. @param withRestricted also of people whose processing is restricted */
export function findPlaces(
  db: Db,
  scope: OrderScope,
  applicantIds: readonly string[],
  withRestricted: boolean,
): Promise<PlaceRow[]> {
  return db.rows<PlaceRow>(sql`
    select w.applicant_id, w.subsidiary_id, w.starts_on::text as starts_on, w.ends_on::text as ends_on, w.sealed_job,
      a.sealed_key, a.sealed_facts
    from person_places w
    join applicants a on (a.account_id, a.environment, a.id) = (w.account_id, w.environment, w.applicant_id)
    where w.account_id = ${scope.accountId} and w.environment = ${scope.environment}
      and w.applicant_id = any (${applicantIds}::uuid[]) and a.erased_at is null
      and ${isOfScope(scope, sql`w.subsidiary_id`)}
      ${withRestricted ? sql`` : sql`and not ${isRestrictedSql(sql`w.account_id, w.environment, w.applicant_id`)}`}
    order by w.starts_on nulls first, w.stated_at, w.subsidiary_id`);
}

interface NewPlace {
  readonly applicantId: string;
  readonly subsidiaryId: string;
  readonly startsOn: IsoDate | null;
  readonly endsOn: IsoDate | null;
  readonly sealedJob: Buffer;
  readonly jobKeys: readonly string[];
  readonly statedBy: Actor;
  readonly statedAt: Date;
}

/** Replaces what was said of the place before. */
export async function upsertPlace(db: Db, { accountId, environment }: Tenant, one: NewPlace): Promise<void> {
  await db.run(sql`
    insert into person_places (account_id, environment, applicant_id, subsidiary_id, starts_on, ends_on, sealed_job, job_keys,
      stated_by, stated_at)
    values (${accountId}, ${environment}, ${one.applicantId}, ${one.subsidiaryId}, ${one.startsOn}, ${one.endsOn},
      ${one.sealedJob}, ${one.jobKeys}::bigint[], ${one.statedBy}, ${one.statedAt})
    on conflict (account_id, environment, applicant_id, subsidiary_id) do update set starts_on = excluded.starts_on,
      ends_on = excluded.ends_on, sealed_job = excluded.sealed_job, job_keys = excluded.job_keys,
      stated_by = excluded.stated_by, stated_at = excluded.stated_at`);
}

/** Returns how many changed. @param day null if they work there again; never before the first day */
export function updatePlaceEnds(
  db: Db,
  tenant: Tenant,
  applicantId: string,
  { day, place }: { readonly day: IsoDate | null; readonly place: Place },
): Promise<number> {
  return db.run(sql`
    update person_places w set ends_on = greatest(${day}::date, case when ${day}::date is not null then w.starts_on end)
    where w.account_id = ${tenant.accountId} and w.environment = ${tenant.environment} and w.applicant_id = ${applicantId}
      and ${isOfPlace(place, sql`w.subsidiary_id`)} and (w.ends_on is null) <> (${day}::date is null)`);
}

/** Returns how many there were. */
export function deletePlace(db: Db, tenant: Tenant, applicantId: string, subsidiaryId: string): Promise<number> {
  return db.run(sql`
    delete from person_places
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${applicantId}
      and subsidiary_id = ${subsidiaryId}`);
}

/** Whether their orders, what is stated of them, or their places say a subsidiary that the reader does not see. */
export async function hasOtherPlaces(db: Db, scope: OrderScope, applicantId: string): Promise<boolean> {
  if (scope.subsidiaryIds === null) return false;
  const { accountId, environment } = scope;
  const row = await db.row<{ found: boolean }>(sql`
    select coalesce(bool_or(not coalesce(${isOfScope(scope, sql`one.subsidiary_id`)}, false)), false) as found from (
      select subsidiary_id from checks
      where account_id = ${accountId} and environment = ${environment} and applicant_id = ${applicantId}
        and status not in ('withdrawn', 'cancelled')
      union all
      select subsidiary_id from stated_people
      where account_id = ${accountId} and environment = ${environment} and applicant_id = ${applicantId}
      union all
      select subsidiary_id from person_places
      where account_id = ${accountId} and environment = ${environment} and applicant_id = ${applicantId}
    ) one`);
  return row!.found;
}
