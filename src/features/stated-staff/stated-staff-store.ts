// Rows of the staff whom clients brought in, and of what was screened of them elsewhere.
import type { Actor, OrderScope, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { isOfPlace, type Place } from '../access/place-queries.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isOfScopeOrPlace } from '../applicants/person-place-queries.ts';
import { isRestrictedSql } from '../applicants/restriction-queries.ts';
import type { WorkKind } from '../applicants/work-kind-rules.ts';
import type { CriminalLevel, RecordKind } from './record-kind-rules.ts';

export interface StatedRow {
  readonly applicant_id: string;
  readonly subsidiary_id: string | null;
  readonly sealed_details: Buffer;
  readonly starts_on: IsoDate | null;
  readonly work_kind: WorkKind | null;
  readonly stated_by: Actor;
  readonly stated_at: Date;
  readonly left_at: Date | null;
  readonly sealed_key: Buffer;
  readonly sealed_facts: Buffer;
  readonly reports: readonly {
    readonly kind: RecordKind;
    readonly completed_on: IsoDate;
    readonly expires_on: IsoDate | null;
    readonly level: CriminalLevel | null;
  }[];
}

interface NewStated {
  readonly applicantId: string;
  readonly subsidiaryId: string | null;
  readonly sealedDetails: Buffer;
  readonly jobKeys: readonly string[];
  readonly startsOn: IsoDate | null;
  readonly statedBy: Actor;
  readonly statedAt: Date;
  readonly reports: readonly {
    readonly kind: RecordKind;
    readonly completedOn: IsoDate;
    readonly expiresOn: IsoDate | null;
    readonly level: CriminalLevel | null;
  }[];
}

/** Until the transaction ends, nobody else of the account brings anybody in. */
export async function holdBringing(db: Db, { accountId, environment }: Tenant): Promise<void> {
  const name = `stated_people ${accountId} ${environment}`;
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Replaces what was stated before. */
export async function upsertStated(db: Db, tenant: Tenant, one: NewStated): Promise<void> {
  const { accountId, environment } = tenant;
  await db.run(sql`
    insert into stated_people (account_id, environment, applicant_id, subsidiary_id, sealed_details, job_keys, starts_on,
      stated_by, stated_at)
    values (${accountId}, ${environment}, ${one.applicantId}, ${one.subsidiaryId}, ${one.sealedDetails},
      ${one.jobKeys}::bigint[], ${one.startsOn}, ${one.statedBy}, ${one.statedAt})
    on conflict (account_id, environment, applicant_id) do update set subsidiary_id = excluded.subsidiary_id,
      sealed_details = excluded.sealed_details, job_keys = excluded.job_keys, starts_on = excluded.starts_on,
      stated_by = excluded.stated_by, stated_at = excluded.stated_at`);
  await db.run(sql`
    delete from stated_reports
    where account_id = ${accountId} and environment = ${environment} and applicant_id = ${one.applicantId}`);
  await db.run(sql`
    insert into stated_reports (account_id, environment, applicant_id, kind, completed_on, expires_on, level)
    select ${accountId}, ${environment}, ${one.applicantId}, r.* from unnest(
      ${one.reports.map(({ kind }) => kind)}::text[], ${one.reports.map(({ completedOn }) => completedOn)}::date[],
      ${one.reports.map(({ expiresOn }) => expiresOn)}::date[], ${one.reports.map(({ level }) => level)}::text[])
      as r(kind, completed_on, expires_on, level)`);
}

export interface StatedSight {
  /** Also people whose processing is restricted: they may have a copy of their own data. */
  readonly withRestricted?: boolean;
  /** Also what another subsidiary states of people who work in one that the reader sees. */
  readonly ofPlaces?: boolean;
}

export function findStated(
  db: Db,
  scope: OrderScope,
  applicantIds: readonly string[],
  { withRestricted = false, ofPlaces = false }: StatedSight,
): Promise<StatedRow[]> {
  return db.rows<StatedRow>(sql`
    select s.applicant_id, s.subsidiary_id, s.sealed_details, s.starts_on::text as starts_on, s.stated_by, s.stated_at, s.left_at,
      a.sealed_key, a.sealed_facts, a.work_kind,
      coalesce((
        select json_agg(json_build_object('kind', r.kind, 'completed_on', r.completed_on, 'expires_on', r.expires_on,
          'level', r.level) order by r.kind)
        from stated_reports r
        where (r.account_id, r.environment, r.applicant_id) = (s.account_id, s.environment, s.applicant_id)
      ), '[]') as reports
    ${seenStated(scope, ofPlaces)} and s.applicant_id = any (${applicantIds}::uuid[])
      ${withRestricted ? sql`` : sql`and not ${isRestrictedSql(sql`s.account_id, s.environment, s.applicant_id`)}`}`);
}

const seenStated = (scope: OrderScope, ofPlaces: boolean): Sql => sql`
  from stated_people s
  join applicants a on (a.account_id, a.environment, a.id) = (s.account_id, s.environment, s.applicant_id)
  where s.account_id = ${scope.accountId} and s.environment = ${scope.environment} and a.erased_at is null
    and ${ofPlaces ? isOfScopeOrPlace(scope, sql`s.subsidiary_id`, sql`s.account_id, s.environment, s.applicant_id`) : isOfScope(scope, sql`s.subsidiary_id`)}`;

/** Of the people without orders, whose reports say it otherwise. @param at null if they have come back. Returns how many changed. */
export function updateLeftAt(
  db: Db,
  tenant: Tenant,
  applicantId: string,
  { at, place }: { readonly at: Date | null; readonly place: Place },
): Promise<number> {
  return db.run(sql`
    update stated_people s set left_at = ${at}
    where s.account_id = ${tenant.accountId} and s.environment = ${tenant.environment} and s.applicant_id = ${applicantId}
      and ${isOfPlace(place, sql`s.subsidiary_id`)} and (s.left_at is null) <> (${at}::timestamptz is null)
      and not exists (
        select from checks c
        where (c.account_id, c.environment, c.applicant_id) = (s.account_id, s.environment, s.applicant_id))`);
}

export async function deleteStated(db: Db, scope: OrderScope, applicantId: string): Promise<void> {
  await db.run(sql`
    delete from stated_people
    where account_id = ${scope.accountId} and environment = ${scope.environment} and applicant_id = ${applicantId}
      and ${isOfScope(scope, sql`subsidiary_id`)}`);
}

/** Who has all of some keys, and was brought in, or ordered for and not withdrawn; with the place of the keys, from 0. */
export function findAlike(
  db: Db,
  scope: OrderScope,
  keys: readonly (readonly string[])[],
): Promise<{ readonly place: number; readonly id: string }[]> {
  const { accountId, environment } = scope;
  const ofScope = (alias: Sql) => sql`and ${isOfScope(scope, sql`${alias}.subsidiary_id`)}`;
  return db.rows(sql`
    select k.nth::integer - 1 as place, a.id
    from unnest(${keys.map((some) => `{${some.join()}}`)}::text[]) with ordinality as k(keys, nth)
    cross join lateral applicants_with_keys(${accountId}, ${environment}, k.keys::bigint[]) as a(id)
    where exists (
      select from stated_people s
      where s.account_id = ${accountId} and s.environment = ${environment} and s.applicant_id = a.id ${ofScope(sql`s`)}
    ) or exists (
      select from checks c
      where c.account_id = ${accountId} and c.environment = ${environment} and c.applicant_id = a.id
        and c.status not in ('withdrawn', 'cancelled') ${ofScope(sql`c`)}
    )`);
}
