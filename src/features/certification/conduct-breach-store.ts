// Rows of the breaches of conduct rules: each change is a version of its own, and the newest stands.
import type { Actor, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { isRestrictedSql } from '../applicants/restriction-queries.ts';
import type { BreachState, ConductRule, Discipline, ReportingWay } from './conduct-rules.ts';

export interface BreachRow {
  readonly breach_id: string;
  readonly version: number;
  readonly applicant_id: string;
  readonly state: BreachState;
  readonly found_on: IsoDate;
  readonly rules: readonly ConductRule[];
  readonly discipline: Discipline;
  readonly disciplined_on: IsoDate | null;
  readonly reported_on: IsoDate | null;
  readonly reported_by: ReportingWay | null;
  readonly sealed_words: Buffer;
  readonly recorded_by: Actor;
  readonly recorded_at: Date;
  readonly sealed_key: Buffer;
  readonly sealed_facts: Buffer;
}

/** What the list is filtered by, and by what it is known that a reference says nothing of one. */
export type BreachDays = Pick<
  BreachRow,
  'breach_id' | 'version' | 'applicant_id' | 'state' | 'disciplined_on' | 'recorded_at'
>;

const isReadable: Sql = sql`p.erased_at is null and not ${isRestrictedSql(sql`p.account_id, p.environment, p.id`)}`;

/** The newest version of each, what was found last at the top. */
export const findNewestBreaches = (db: Db, tenant: Tenant): Promise<BreachDays[]> =>
  db.rows<BreachDays>(sql`
    select b.breach_id, b.version, b.applicant_id, b.state, b.disciplined_on::text, b.recorded_at
    from (
      select distinct on (breach_id) * from conduct_breaches
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} order by breach_id, version desc
    ) b
    join applicants p on (p.account_id, p.environment, p.id) = (b.account_id, b.environment, b.applicant_id)
    where ${isReadable}
    order by b.found_on desc, b.breach_id`);

export interface BreachSearch {
  readonly applicantId?: string | undefined;
  readonly breachIds?: readonly string[] | undefined;
  /** Also people whose processing is restricted: they may have a copy of their own data. */
  readonly withRestricted?: boolean;
}

/** What was found last comes first, by its newest version; the versions of each breach, the newest first. */
export function findBreachVersions(
  db: Db,
  tenant: Tenant,
  { applicantId, breachIds, withRestricted = false }: BreachSearch,
): Promise<BreachRow[]> {
  return db.rows<BreachRow>(sql`
    select b.breach_id, b.version, b.applicant_id, b.state, b.found_on::text, b.rules, b.discipline,
      b.disciplined_on::text, b.reported_on::text, b.reported_by, b.sealed_words, b.recorded_by, b.recorded_at,
      p.sealed_key, p.sealed_facts
    from conduct_breaches b
    join applicants p on (p.account_id, p.environment, p.id) = (b.account_id, b.environment, b.applicant_id)
    where b.account_id = ${tenant.accountId} and b.environment = ${tenant.environment}
      ${applicantId === undefined ? sql`` : sql`and b.applicant_id = ${applicantId}`}
      ${breachIds === undefined ? sql`` : sql`and b.breach_id = any (${breachIds}::uuid[])`}
      and ${withRestricted ? sql`p.erased_at is null` : isReadable}
    order by first_value(b.found_on) over (partition by b.breach_id order by b.version desc) desc, b.breach_id,
      b.version desc`);
}

type NewBreach = Omit<BreachRow, 'sealed_key' | 'sealed_facts'>;

/** Returns how many: none of a version that somebody else stored meanwhile. */
export function insertBreach(db: Db, { accountId, environment }: Tenant, one: NewBreach): Promise<number> {
  return db.run(sql`
    insert into conduct_breaches (account_id, environment, breach_id, version, applicant_id, state, found_on, rules,
      discipline, disciplined_on, reported_on, reported_by, sealed_words, recorded_by, recorded_at)
    values (${accountId}, ${environment}, ${one.breach_id}, ${one.version}, ${one.applicant_id}, ${one.state},
      ${one.found_on}, ${one.rules}::text[], ${one.discipline}, ${one.disciplined_on}, ${one.reported_on},
      ${one.reported_by}, ${one.sealed_words}, ${one.recorded_by}, ${one.recorded_at})
    on conflict do nothing`);
}
