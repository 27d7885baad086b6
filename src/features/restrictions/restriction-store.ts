// Rows of what people ask about the restriction of their data, and what was decided.
import type { Actor, Environment, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import type { RestrictionGround } from './restriction-grounds.ts';

export type RestrictionStatus = 'open' | 'refused' | 'in_force' | 'lifted';

export interface RestrictionRow {
  readonly id: string;
  readonly applicant_id: string;
  readonly check_id: string;
  readonly ground: RestrictionGround;
  readonly status: RestrictionStatus;
  readonly sealed_words: Buffer;
  readonly asked_by: Actor;
  readonly asked_at: Date;
  /** By the register of requests. */
  readonly due_on: IsoDate | null;
  readonly decided_by: Actor | null;
  readonly decided_at: Date | null;
  readonly sealed_answer: Buffer | null;
  readonly paused_reports: readonly string[];
  readonly lift_on: IsoDate | null;
  readonly sealed_lift_answer: Buffer | null;
  /** Whether the mail about the lifting has left, or no address takes it; test data's mails are only shown. */
  readonly is_told: boolean;
  readonly lifted_by: Actor | null;
  readonly lifted_at: Date | null;
}

const of = ({ accountId, environment }: Tenant, applicantId: string): Sql => sql`
  x.account_id = ${accountId} and x.environment = ${environment} and x.applicant_id = ${applicantId}`;

/** The newest first. */
export function findRestrictions(db: Db, tenant: Tenant, applicantId: string): Promise<RestrictionRow[]> {
  return db.rows<RestrictionRow>(sql`
    select x.id, x.applicant_id, x.check_id, x.ground, x.status, x.sealed_words, x.asked_by, x.asked_at, q.due_on::text as due_on, x.decided_by,
      x.decided_at, x.sealed_answer, x.paused_reports, x.lift_on::text as lift_on, x.sealed_lift_answer, x.lifted_by,
      x.lifted_at, coalesce(m.status in ('sent', 'held', 'failed'), false) as is_told
    from restrictions x
    join data_requests q on (q.account_id, q.environment, q.id) = (x.account_id, x.environment, x.id)
    left join emails m on (m.account_id, m.environment, m.id) = (x.account_id, x.environment, x.lift_mail_id)
    where ${of(tenant, applicantId)} order by x.asked_at desc, x.id desc`);
}

export interface NewRestriction {
  readonly id: string;
  readonly applicantId: string;
  readonly checkId: string;
  readonly ground: RestrictionGround;
  readonly sealedWords: Buffer;
  readonly by: Actor;
  readonly at: Date;
}

export async function insertRestriction(db: Db, tenant: Tenant, asked: NewRestriction): Promise<void> {
  await db.run(sql`
    insert into restrictions (account_id, environment, id, applicant_id, check_id, ground, status, sealed_words, asked_by,
      asked_at)
    values (${tenant.accountId}, ${tenant.environment}, ${asked.id}, ${asked.applicantId}, ${asked.checkId},
      ${asked.ground}, 'open', ${asked.sealedWords}, ${asked.by}, ${asked.at})`);
}

interface Change {
  readonly id: string;
  readonly by: Actor;
  readonly at: Date;
}

export async function decideRow(
  db: Db,
  tenant: Tenant,
  { id, by, at, status, sealedAnswer }: Change & { status: 'refused' | 'in_force'; sealedAnswer: Buffer | null },
): Promise<void> {
  await db.run(sql`
    update restrictions set status = ${status}, decided_by = ${by}, decided_at = ${at}, sealed_answer = ${sealedAnswer}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

/** These go on when nothing of the person is restricted any more. */
export async function updatePaused(db: Db, tenant: Tenant, id: string, reportIds: readonly string[]): Promise<void> {
  await db.run(sql`
    update restrictions set paused_reports = ${reportIds}::uuid[]
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

export async function announceRow(
  db: Db,
  tenant: Tenant,
  notice: { readonly id: string; readonly liftOn: IsoDate; readonly mailId: string; readonly sealedAnswer: Buffer },
): Promise<void> {
  await db.run(sql`
    update restrictions
    set lift_on = ${notice.liftOn}, lift_mail_id = ${notice.mailId}, sealed_lift_answer = ${notice.sealedAnswer}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${notice.id}`);
}

export async function liftRow(db: Db, tenant: Tenant, { id, by, at }: Change): Promise<void> {
  await db.run(sql`
    update restrictions set status = 'lifted', lifted_by = ${by}, lifted_at = ${at}, paused_reports = '{}'
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

/** Of the person, the oldest first. */
export async function findChecksOf(db: Db, tenant: Tenant, applicantId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select c.id from checks c
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment}
      and c.applicant_id = ${applicantId} order by c.order_id`);
  return rows.map(({ id }) => id);
}

/** Those asked for too: nothing is erased while a request is open. */
export async function findGroundsAgainstErasure(
  db: Db,
  tenant: Tenant,
  applicantId: string,
): Promise<RestrictionGround[]> {
  const rows = await db.rows<{ ground: RestrictionGround }>(sql`
    select x.ground from restrictions x where ${of(tenant, applicantId)} and x.status in ('open', 'in_force') order by x.asked_at`);
  return rows.map(({ ground }) => ground);
}

export interface ListedRestriction {
  readonly account_id: string;
  readonly account_name: string;
  readonly check_id: string;
  readonly order_id: number;
  readonly report_id: string;
  readonly ground: RestrictionGround;
  readonly status: 'open' | 'in_force';
  readonly asked_by: Actor;
  readonly asked_at: Date;
  readonly due_on: IsoDate | null;
  readonly decided_at: Date | null;
  readonly lift_on: IsoDate | null;
  readonly clock_offset_seconds: number;
}

/** What is open, then what is in force; the oldest first. Nobody who was erased. */
export function findListedRestrictions(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
  limit: number,
): Promise<ListedRestriction[]> {
  return db.rows<ListedRestriction>(sql`
    select x.account_id, a.name as account_name, x.check_id, c.order_id, r.id as report_id, x.ground, x.status, x.asked_by,
      x.asked_at, q.due_on::text as due_on, x.decided_at, x.lift_on::text as lift_on,
      case ${environment} when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds
    from restrictions x
    join accounts a on a.id = x.account_id
    join data_requests q on (q.account_id, q.environment, q.id) = (x.account_id, x.environment, x.id)
    join applicants p on (p.account_id, p.environment, p.id) = (x.account_id, x.environment, x.applicant_id)
      and p.erased_at is null
    join checks c on (c.account_id, c.environment, c.id) = (x.account_id, x.environment, x.check_id)
    cross join lateral (
      select r.id from reports r
      where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id) order by r.position limit 1
    ) r
    where ${within(accounts, 'x.account_id')} and x.environment = ${environment} and x.status in ('open', 'in_force')
    order by x.status desc, x.asked_at, x.id limit ${limit}`);
}
