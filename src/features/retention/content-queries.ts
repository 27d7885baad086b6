// What is due to be deleted of ended orders by the settings of their accounts, and what was deleted.
import type { Actor, Environment, Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { hasRestriction } from '../applicants/restriction-queries.ts';
import type { EventName } from '../events/event-types.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import { type ContentKind, contentKinds, typesOfKind } from './content-kinds.ts';
import { openMattersSql } from './erasure-queries.ts';
import type { OpenMatter } from './erasure-rules.ts';

export interface DueContents {
  readonly account_id: string;
  readonly account_name: string;
  readonly environment: Environment;
  readonly clock_offset_seconds: number;
  readonly applicant_id: string;
  readonly check_id: string;
  readonly order_id: number;
  readonly kind: ContentKind;
  readonly days: number;
  /** Whose files they are; null for the other files of the order. */
  readonly report_id: string | null;
  /** The first of the order. */
  readonly first_report_id: string;
  readonly is_requested: boolean;
  readonly files: number;
  /** What the certificate says is there, too. */
  readonly has_findings: boolean;
  /** Notes, queries, comments and messages of the candidate that are about no certificate, which stay: who reads them sees whether they repeat the certificate. */
  readonly notes: number;
  readonly due_at: Date;
  /** What is open about the person, and keeps them. */
  readonly open_matters: readonly OpenMatter[];
}

const daysOf = (kind: ContentKind): Sql => sql`
  (${kind}::text, coalesce((a.settings->>${contentKinds[kind].setting}::text)::integer, 0))`;

const ofCertificate = sql`any (${typesOfKind.certificate}::integer[])`;
const ofRightToWork = sql`any (${typesOfKind.right_to_work}::integer[])`;

export interface ContentWindow {
  readonly now: Date;
  readonly withinDays: number;
  readonly limit: number;
  /** Only of this order. */
  readonly checkId?: string;
  /** Only of this person. */
  readonly applicantId?: string;
}

/** The accounts that delete by time. */
export async function findDeletingAccounts(db: Db): Promise<string[]> {
  const names = Object.values(contentKinds).map(({ setting }) => setting);
  const rows = await db.rows<{ id: string }>(sql`
    select id from accounts a
    where exists (select from unnest(${names}::text[]) n(name) where (a.settings->>n.name)::integer > 0) order by id`);
  return rows.map(({ id }) => id);
}

/**
 * What is due within so many days, the earliest first. Left out is what a legal hold, a hold of the person or a restriction
 * keeps. Monitoring keeps nothing.
 */
export function findDueContents(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
  { now, withinDays, limit, checkId, applicantId }: ContentWindow,
): Promise<DueContents[]> {
  return db.rows<DueContents>(sql`
    select a.id as account_id, a.name as account_name, c.environment, s.clock_offset_seconds, c.applicant_id,
      c.id as check_id, c.order_id, k.kind, k.days, u.report_id, r.id as first_report_id,
      r.requested_at is not null as is_requested, u.files, u.has_findings, d.due_at, ${openMattersSql} as open_matters,
      case k.kind when 'certificate' then ${notesOf} else 0 end as notes
    from accounts a
    cross join lateral (
      select case ${environment} when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds
    ) s
    cross join lateral (
      values ${daysOf('certificate')}, ${daysOf('right_to_work')}, ${daysOf('other')}
    ) k(kind, days)
    join checks c on c.account_id = a.id and c.environment = ${environment}
      and c.status in ('complete', 'withdrawn', 'cancelled')
    join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
      and p.erased_at is null
    cross join lateral (
      select greatest(c.completed_at, case k.kind when 'certificate' then c.decided_at end)
        + k.days * interval '1 day' as due_at
    ) e
    cross join lateral (
      select case when p.hold_reason is null then e.due_at else greatest(
        e.due_at, coalesce((p.hold_until + 1)::timestamp at time zone 'Europe/London', 'infinity')) end as due_at
    ) d
    cross join lateral (
      select r.id as report_id, (
        select count(*) from attachments f
        where (f.account_id, f.environment, f.check_id, f.report_id) = (r.account_id, r.environment, r.check_id, r.id)
      ) as files, k.kind = 'certificate' and r.sealed_findings is not null and r.contents_deleted_at is null as has_findings
      from reports r
      where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
        and case k.kind when 'certificate' then r.report_type_id = ${ofCertificate}
          when 'right_to_work' then r.report_type_id = ${ofRightToWork} else false end
      union all
      select null, count(*), false from attachments f
      where k.kind = 'other' and ${isOtherFile(sql`c.account_id, c.environment, c.id`)}
    ) u
    cross join lateral (
      select r.id, r.requested_at from reports r
      where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
      order by r.position limit 1
    ) r
    where ${within(accounts, 'a.id')} and k.days > 0 and (u.files > 0 or u.has_findings)
      and (${checkId ?? null}::uuid is null or c.id = ${checkId ?? null})
      and (${applicantId ?? null}::uuid is null or c.applicant_id = ${applicantId ?? null})
      and d.due_at < ${now}::timestamptz + s.clock_offset_seconds * interval '1 second' + ${withinDays} * interval '1 day'
      and not coalesce((a.settings->>'legalHold')::boolean, false)
      and not ${hasRestriction(sql`p.account_id, p.environment, p.id`, sql`'open', 'in_force'`)}
    order by d.due_at, c.id, k.kind, u.report_id limit ${limit}`);
}

/** Of the order `c` with the report `u`. */
const notesOf = sql`(
  select count(*) from report_notes n join reports o on (o.account_id, o.environment, o.id) = (n.account_id, n.environment, n.report_id)
  where (o.account_id, o.environment, o.check_id) = (c.account_id, c.environment, c.id)
) + (
  select count(*) from queries q where (q.account_id, q.environment, q.check_id) = (c.account_id, c.environment, c.id)
) + (
  select count(*) from check_comments o where (o.account_id, o.environment, o.check_id) = (c.account_id, c.environment, c.id)
) + (
  select count(*) from candidate_messages m
  where (m.account_id, m.environment, m.check_id) = (c.account_id, c.environment, c.id)
    and m.sealed_text is not null and m.report_id is distinct from u.report_id
)`;

/** Of a file `f`: it is of this order, and neither of a criminal record report nor of one on the right to work. */
const isOtherFile = (check: Sql): Sql => sql`
  (f.account_id, f.environment, f.check_id) = (${check}) and not exists (
    select from reports o
    where (o.account_id, o.environment, o.id) = (f.account_id, f.environment, f.report_id)
      and (o.report_type_id = ${ofCertificate} or o.report_type_id = ${ofRightToWork}))`;

/** Of the report, or, with null, the other files of the order. Returns the names of the files. */
export async function deleteFilesOf(
  db: Db,
  tenant: Tenant,
  { checkId, reportId }: { readonly checkId: string; readonly reportId: string | null },
): Promise<string[]> {
  const check = sql`${tenant.accountId}::uuid, ${tenant.environment}::environment, ${checkId}::uuid`;
  const ofReport = sql`(f.account_id, f.environment, f.check_id) = (${check}) and f.report_id = ${reportId}`;
  const rows = await db.rows<{ file_id: string }>(sql`
    delete from attachments f where ${reportId === null ? isOtherFile(check) : ofReport} returning f.file_id`);
  return rows.map(({ file_id }) => file_id);
}

/** The events of deletions, by time and by hand. */
export const deletionEvents = [
  'report.contents_deleted',
  'check.files_deleted',
  'attachment.deleted',
] as const satisfies readonly EventName[];

export interface Deletion {
  readonly id: string;
  readonly account_id: string;
  readonly account_name: string;
  readonly order_id: number;
  readonly type: (typeof deletionEvents)[number];
  readonly occurred_at: Date;
  readonly actor: Actor;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Every deletion, the oldest first. @param after the last one of the page before */
export function findDeletions(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<Deletion[]> {
  return db.rows<Deletion>(sql`
    select e.id, e.account_id, a.name as account_name, c.order_id, e.type, e.occurred_at, e.actor, e.detail
    from events e join accounts a on a.id = e.account_id
    join checks c on (c.account_id, c.environment, c.id) = (e.account_id, e.environment, e.check_id)
    where ${within(accounts, 'e.account_id')} and e.environment = ${environment}
      and e.type in ('report.contents_deleted', 'check.files_deleted', 'attachment.deleted')
      and (${after ?? null}::uuid is null or e.id > ${after ?? null})
    order by e.id limit ${limit}`);
}

/** Returns the name of the file; undefined if there is none. */
export async function deleteFile(
  db: Db,
  tenant: Tenant,
  { checkId, fileToken }: { readonly checkId: string; readonly fileToken: string },
): Promise<string | undefined> {
  const row = await db.row<{ file_id: string }>(sql`
    delete from attachments
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and file_token = ${fileToken}
    returning file_id`);
  return row?.file_id;
}
