// Rows of references.
import type { Actor, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { SpokenLanguage } from '../../messages/spoken-language.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { isRestrictedSql } from '../applicants/restriction-queries.ts';
import type { ReportState } from '../reports/report-states.ts';
import type { Authentication } from './mailbox-rules.ts';
import type { QuestionnaireId } from './questionnaires.ts';
import type { ReferenceState } from './reference-states.ts';

export interface ReferenceRow {
  readonly id: string;
  readonly check_id: string;
  readonly report_id: string;
  readonly questionnaire: QuestionnaireId;
  readonly status: ReferenceState;
  readonly sealed_request: Buffer;
  readonly sealed_answers: Buffer | null;
  readonly authentication: Authentication | null;
  readonly link_generation: number;
  readonly referee_number: number;
  readonly chases: number;
  readonly mails: number;
  readonly requested_at: Date;
  readonly mailed_at: Date | null;
  readonly opened_at: Date | null;
  readonly replied_at: Date | null;
  /** Of the newest mail to the referee, while that is why nobody waits. */
  readonly mail_failure: string | null;
  readonly mail_failed_at: Date | null;
  /** Into the outcome of the report that reads it, as are the next one, the state and the decision. */
  readonly taken_over_at: Date | null;
  readonly taken_over_unauthenticated: boolean;
  /** The report that reads it: the one that asked, or another of the order. */
  readonly reader_id: string;
  readonly reader_type_id: number;
  readonly asking_type_id: number;
  /** Of the check, whose applicant's key opens what is sealed. */
  readonly applicant_id: string;
  readonly order_id: number;
  readonly sealed_order: Buffer;
  /** null if the applicant was erased. */
  readonly sealed_key: Buffer | null;
  readonly report_status: ReportState;
  /** When the report that asked is due; null where that is not known. */
  readonly due_on: IsoDate | null;
  readonly account_name: string;
  readonly offers_welsh: boolean;
  /** What the referee chose. */
  readonly language: SpokenLanguage;
  readonly clock_offset_seconds: number;
  /** When the report's newest outcome was given. */
  readonly decided_at: Date | null;
}

/**
 * A report that asked has its own take-over with the reference, the others of the order with their use of it. What was
 * corrected since has to be taken over anew.
 */
const columns = sql`
  r.id, r.check_id, r.report_id, r.questionnaire, r.status, r.sealed_request, r.sealed_answers, r.authentication,
  r.link_generation, r.referee_number, r.chases, r.mails, r.requested_at, r.mailed_at, r.opened_at, r.replied_at,
  case when coalesce(case when t.id = r.report_id then r.taken_over_at else u.taken_over_at end < r.replied_at, false)
    then null when t.id = r.report_id then r.taken_over_at else u.taken_over_at end as taken_over_at,
  case when t.id = r.report_id then r.taken_over_unauthenticated else u.taken_over_unauthenticated is true end
    as taken_over_unauthenticated,
  m.failure as mail_failure, m.failed_at as mail_failed_at,
  c.applicant_id, c.order_id, c.sealed_order, p.sealed_key, t.status as report_status, q.due_on, a.name as account_name,
  coalesce((a.settings -> 'offersWelsh')::boolean, false) as offers_welsh, r.language,
  a.test_clock_offset_seconds as clock_offset_seconds, t.id as reader_id, t.report_type_id as reader_type_id,
  q.report_type_id as asking_type_id,
  (
    select max(o.decided_at) from report_outcomes o
    where (o.account_id, o.environment, o.report_id) = (t.account_id, t.environment, t.id)
  ) as decided_at`;

/** @param readerId the report that reads them, if that is not the one that asked */
const source = (readerId?: string): Sql => sql`
  from report_references r
  join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
  join reports q on (q.account_id, q.environment, q.id) = (r.account_id, r.environment, r.report_id)
  join reports t on (t.account_id, t.environment, t.check_id) = (r.account_id, r.environment, r.check_id)
    and t.id = ${readerId === undefined ? sql`r.report_id` : sql`${readerId}`}
  left join reference_uses u
    on (u.account_id, u.environment, u.reference_id, u.report_id) = (r.account_id, r.environment, r.id, t.id)
  join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
  join accounts a on a.id = r.account_id
  left join lateral (
    select e.failure, e.failed_at from emails e
    where (e.account_id, e.environment, e.reference_id) = (r.account_id, r.environment, r.id) and e.status = 'failed'
    order by e.created_at desc limit 1
  ) m on r.status = 'undelivered'`;

export interface NewReference {
  readonly id: string;
  readonly checkId: string;
  readonly reportId: string;
  readonly questionnaire: QuestionnaireId;
  readonly sealedRequest: Buffer;
  readonly requestedBy: Actor;
  readonly requestedAt: Date;
  readonly mailedAt: Date | null;
}

export async function insertReference(db: Db, tenant: Tenant, one: NewReference): Promise<void> {
  await db.run(sql`
    insert into report_references
      (account_id, environment, id, check_id, report_id, questionnaire, status, sealed_request, requested_by,
       requested_at, mailed_at, mails)
    values (${tenant.accountId}, ${tenant.environment}, ${one.id}, ${one.checkId}, ${one.reportId}, ${one.questionnaire},
      'requested', ${one.sealedRequest}, ${one.requestedBy}, ${one.requestedAt}, ${one.mailedAt},
      ${one.mailedAt === null ? 0 : 1})`);
}

/** Those of every report of the order, as this one reads them, in the order in which they were asked. */
export function findReferences(db: Db, tenant: Tenant, readerId: string): Promise<ReferenceRow[]> {
  return db.rows<ReferenceRow>(sql`
    select ${columns} ${source(readerId)}
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.check_id = (
      select check_id from reports
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${readerId}
    )
    order by r.requested_at, r.id`);
}

/** What the reports of an order asked. */
export function findRequests(db: Db, tenant: Tenant, checkId: string) {
  return db.rows<Pick<ReferenceRow, 'id' | 'sealed_request'>>(sql`
    select id, sealed_request from report_references
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
    order by requested_at, id`);
}

/** @param readerId the report of the order that reads it, if that is not the one that asked */
export function findReference(
  db: Db,
  tenant: Tenant,
  id: string,
  readerId?: string,
): Promise<ReferenceRow | undefined> {
  return db.row<ReferenceRow>(sql`
    select ${columns} ${source(readerId)}
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.id = ${id}`);
}

/** Of these, those that wait for an answer, of nobody who is erased or whose data may only be kept; in the order of `ids`. */
export function findWaitingReferences(db: Db, tenant: Tenant, ids: readonly string[]): Promise<ReferenceRow[]> {
  return db.rows<ReferenceRow>(sql`
    select ${columns} ${source()}
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.id = any (${ids}::uuid[])
      and r.status in ('requested', 'unanswered') and p.sealed_key is not null
      and not ${isRestrictedSql(sql`c.account_id, c.environment, c.applicant_id`)}
    order by array_position(${ids}::uuid[], r.id)`);
}

/** More than a large employer has before it at a time. */
const MOST_REFERENCES = 200;

interface WantedReferences extends Tenant {
  /** The blind key of the email address. */
  readonly key: string;
}

/** The references by mail in orders with these blind keys of a typed address; the ones that wait, and the newest, first. */
export async function findMailedTo(db: Db, wanted: readonly WantedReferences[]) {
  const rows = await db.rows<{ account_id: string; environment: Tenant['environment']; id: string }>(sql`
    select r.account_id, r.environment, r.id
    from unnest(
      ${wanted.map(({ accountId }) => accountId)}::uuid[], ${wanted.map(({ environment }) => environment)}::environment[],
      ${wanted.map(({ key }) => key)}::bigint[]
    ) as w(account_id, environment, email_key)
    cross join lateral checks_with_reference_keys(w.account_id, w.environment, array[w.email_key]) as c(id)
    join report_references r on (r.account_id, r.environment, r.check_id) = (w.account_id, w.environment, c.id)
    where r.mailed_at is not null and r.status <> 'withdrawn'
    order by r.status in ('answered', 'declined'), r.requested_at desc limit ${MOST_REFERENCES}`);
  return rows.map(({ account_id: accountId, environment, id }) => ({ accountId, environment, id }));
}

/** When the session of a device ends; undefined without one that is valid for this reference. */
export async function findSessionEnd(
  db: Db,
  tenant: Tenant,
  id: string,
  tokenHash: Buffer,
  now: Date,
): Promise<Date | undefined> {
  const row = await db.row<{ expires_at: Date }>(sql`
    select expires_at from link_sessions
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and subject_id = ${id}
      and token_hash = ${tokenHash} and expires_at > ${now}`);
  return row?.expires_at;
}

/** Every request of the order and every move of its references locks it first. */
export async function lockOrder(db: Db, tenant: Tenant, checkId: string): Promise<void> {
  await db.row(sql`
    select id from checks
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${checkId}
    for update`);
}

/** Locks the check of a reference, which every move of it locks first, then the reference. */
export async function lockReference(
  db: Db,
  tenant: Tenant,
  id: string,
  readerId?: string,
): Promise<ReferenceRow | undefined> {
  await db.row(sql`
    select c.id from checks c
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment}
      and c.id = (
        select r.check_id from report_references r
        where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.id = ${id}
      )
    for update`);
  return db.row<ReferenceRow>(sql`
    select ${columns} ${source(readerId)}
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.id = ${id}
    for update of r`);
}

/** What changes; null empties, absent stays. */
export interface ReferenceChange {
  readonly status?: ReferenceState;
  readonly questionnaire?: QuestionnaireId;
  readonly sealedRequest?: Buffer;
  readonly sealedAnswers?: Buffer | null;
  readonly authentication?: Authentication | null;
  readonly linkGeneration?: number;
  readonly refereeNumber?: number;
  readonly language?: SpokenLanguage;
  readonly chases?: number;
  readonly mails?: number;
  readonly mailedAt?: Date;
  readonly openedAt?: Date | null;
  readonly repliedAt?: Date | null;
  readonly takenOverAt?: Date | null;
  readonly takenOverUnauthenticated?: true;
}

const columnOf = {
  status: sql`status`,
  questionnaire: sql`questionnaire`,
  sealedRequest: sql`sealed_request`,
  sealedAnswers: sql`sealed_answers`,
  authentication: sql`authentication`,
  linkGeneration: sql`link_generation`,
  refereeNumber: sql`referee_number`,
  language: sql`language`,
  chases: sql`chases`,
  mails: sql`mails`,
  mailedAt: sql`mailed_at`,
  openedAt: sql`opened_at`,
  repliedAt: sql`replied_at`,
  takenOverAt: sql`taken_over_at`,
  takenOverUnauthenticated: sql`taken_over_unauthenticated`,
} as const satisfies Record<keyof ReferenceChange, Sql>;

export async function updateReference(db: Db, tenant: Tenant, id: string, change: ReferenceChange): Promise<void> {
  const given = Object.entries(change) as [keyof ReferenceChange, string | number | boolean | Buffer | Date | null][];
  const sets = given.map(([name, value]) => sql`${columnOf[name]} = ${value}`);
  const [first, ...rest] = sets;
  if (first === undefined) return;
  const all = rest.reduce((list, one) => sql`${list}, ${one}`, first);
  await db.run(sql`
    update report_references set ${all}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

/** Whether the outcome of a report rests on the answers. */
export async function isInOutcome(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  const row = await db.row(sql`
    select from (
      select report_id, taken_over_at from report_references
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}
      union all
      select report_id, taken_over_at from reference_uses
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and reference_id = ${id}
    ) t
    where exists (
      select from report_outcomes o
      where o.account_id = ${tenant.accountId} and o.environment = ${tenant.environment}
        and o.report_id = t.report_id and o.decided_at >= t.taken_over_at
    )
    limit 1`);
  return row !== undefined;
}

/** Marks the answers as taken over into the outcome of another report of the order. */
export async function storeUse(
  db: Db,
  tenant: Tenant,
  use: {
    readonly referenceId: string;
    readonly reportId: string;
    readonly takenOverAt: Date;
    readonly unauthenticated: boolean;
  },
): Promise<void> {
  await db.run(sql`
    insert into reference_uses
      (account_id, environment, reference_id, report_id, taken_over_at, taken_over_unauthenticated)
    values (${tenant.accountId}, ${tenant.environment}, ${use.referenceId}, ${use.reportId}, ${use.takenOverAt},
      ${use.unauthenticated})
    on conflict (account_id, environment, reference_id, report_id) do update
    set taken_over_at = excluded.taken_over_at,
      taken_over_unauthenticated =
        reference_uses.taken_over_unauthenticated or excluded.taken_over_unauthenticated`);
}
