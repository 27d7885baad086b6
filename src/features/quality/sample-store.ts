// Rows of the quality programme: how reports are drawn, and which ones were.
import type { Actor, Environment, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { addDays } from '../../lib/dates.ts';
import { startOfUkDay } from '../../lib/uk-times.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import type { Days, Programme } from './sample-rules.ts';

export interface ProgrammeVersion extends Programme {
  readonly version: number;
  /** null if it is nobody of the desk. */
  readonly authorName: string | null;
  readonly createdAt: Date;
}

/** The newest first. */
export const findProgrammes = (db: Db): Promise<ProgrammeVersion[]> =>
  db.rows<ProgrammeVersion>(sql`
    select p.version, p.percent, p.period, p.with_approved as "withApproved",
      p.trained_after as "trainedAfter", p.trained_below as "trainedBelow", d.name as "authorName",
      p.created_at as "createdAt"
    from quality_programme_versions p left join desk_users d on 'user:' || d.id = p.author
    order by p.version desc`);

/** False if somebody else stored this version meanwhile. */
export async function insertProgramme(
  db: Db,
  one: Programme & { readonly version: number },
  { author, at }: { readonly author: Actor; readonly at: Date },
): Promise<boolean> {
  const row = await db.row(sql`
    insert into quality_programme_versions (version, percent, period, with_approved, trained_after, trained_below, author,
      created_at)
    values (${one.version}, ${one.percent}, ${one.period}, ${one.withApproved}, ${one.trainedAfter}, ${one.trainedBelow},
      ${author}, ${at})
    on conflict do nothing returning version`);
  return row !== undefined;
}

export interface DeliveredReport {
  readonly account_id: string;
  readonly environment: Environment;
  readonly report_id: string;
  /** Of the outcome that was delivered first, and who gave it. */
  readonly version: number;
  readonly screener_id: string;
}

/** Of reports `r` and their checks `c`, with the first delivered outcome `o` and its author `d`. */
const deliveredReports = sql`
  select r.account_id, r.environment, r.id as report_id, o.version, d.id as screener_id
  from reports r
  join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
  join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
  cross join lateral (
    select o.version, o.author from report_outcomes o
    where (o.account_id, o.environment, o.report_id) = (r.account_id, r.environment, r.id)
      and o.decided_at <= r.first_completed_at
    order by o.version desc limit 1) o
  join desk_users d on 'user:' || d.id = o.author
  where p.erased_at is null and not ${isCheckRestricted}
    and not exists (
      select from quality_samples s
      where (s.account_id, s.environment, s.report_id) = (r.account_id, r.environment, r.id))`;

/**
 * Live reports that were first completed on these days, by people of whose work of these days nothing is drawn. Nobody reviews
 * the data of a restricted person.
 */
export function findDrawable(db: Db, { from, to }: Days, withApproved: boolean): Promise<DeliveredReport[]> {
  const unapproved = sql`and not exists (
      select from report_reviews v
      where (v.account_id, v.environment, v.report_id, v.version) = (r.account_id, r.environment, r.id, o.version)
        and v.decision = 'approved')`;
  return db.rows<DeliveredReport>(sql`
    ${deliveredReports}
      and r.environment = 'live' and r.first_completed_at >= ${startOfUkDay(from)}
      and r.first_completed_at < ${startOfUkDay(addDays(to, 1))} ${withApproved ? sql`` : unapproved}
      and not exists (
        select from quality_samples s
        where s.screener_id = d.id and s.environment = 'live' and (s.period_from, s.period_to) = (${from}, ${to}))
    order by r.id`);
}

/** Undefined where a person of the desk did not complete it, where it is drawn already, and where nobody may look at it. */
export const findDrawableReport = (db: Db, tenant: Tenant, reportId: string): Promise<DeliveredReport | undefined> =>
  db.row<DeliveredReport>(sql`
    ${deliveredReports}
      and r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.id = ${reportId}`);

/** Those that are drawn already stay as they are. Returns how many are new. */
export function insertSamples(
  db: Db,
  reports: readonly DeliveredReport[],
  { by, at, days }: { readonly by: Actor; readonly at: Date; readonly days: Days | undefined },
): Promise<number> {
  const [from, to]: (IsoDate | null)[] = days === undefined ? [null, null] : [days.from, days.to];
  return db.run(sql`
    insert into quality_samples (account_id, environment, report_id, version, screener_id, period_from, period_to, drawn_by,
      drawn_at)
    select account_id, environment, report_id, version, screener_id, ${from}, ${to}, ${by}, ${at}
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
      as one(account_id uuid, environment environment, report_id uuid, version smallint, screener_id uuid)
    on conflict do nothing`);
}
