// Rows of what a candidate sent after the form: that something is wrong, another document, or that monitoring has to end;
// and of what a referee says is wrong in what they sent.
import type { Actor, Environment, Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';

export type MessageKind = 'problem' | 'document' | 'monitoring_ended' | 'reference_mistake' | 'reference_update';

export interface MessageRow {
  readonly id: string;
  readonly kind: MessageKind;
  /** Null for the whole check. */
  readonly report_id: string | null;
  /** It was about a result when it was sent: the client is told. */
  readonly disputes_result: boolean;
  readonly sealed_text: Buffer | null;
  readonly file_token: string | null;
  readonly sent_at: Date;
  readonly handled_by: Actor | null;
  readonly handled_at: Date | null;
  readonly sealed_answer: Buffer | null;
}

export interface NewMessage {
  readonly id: string;
  readonly checkId: string;
  readonly kind: MessageKind;
  readonly reportId: string | null;
  readonly disputesResult?: boolean;
  readonly sealedText: Buffer | null;
  readonly fileToken: string | null;
  readonly sentAt: Date;
}

export async function insertMessage(db: Db, tenant: Tenant, message: NewMessage): Promise<void> {
  await db.run(sql`
    insert into candidate_messages (account_id, environment, id, check_id, kind, report_id, disputes_result, sealed_text,
      file_token, sent_at)
    values (${tenant.accountId}, ${tenant.environment}, ${message.id}, ${message.checkId}, ${message.kind},
      ${message.reportId}, ${message.disputesResult ?? false}, ${message.sealedText}, ${message.fileToken}, ${message.sentAt})`);
}

/** The newest first. */
export function findMessages(db: Db, tenant: Tenant, checkId: string): Promise<MessageRow[]> {
  return db.rows<MessageRow>(sql`
    select id, kind, report_id, disputes_result, sealed_text, file_token, sent_at, handled_by, handled_at, sealed_answer from candidate_messages
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
    order by sent_at desc, id desc`);
}

/** Whether it belongs to the check and was open. */
export async function handleMessageRow(
  db: Db,
  tenant: Tenant,
  handled: {
    readonly id: string;
    readonly checkId: string;
    readonly by: Actor;
    readonly at: Date;
    readonly sealedAnswer: Buffer | null;
  },
): Promise<boolean> {
  const count = await db.run(sql`
    update candidate_messages set handled_by = ${handled.by}, handled_at = ${handled.at}, sealed_answer = ${handled.sealedAnswer}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${handled.id}
      and check_id = ${handled.checkId} and handled_at is null`);
  return count === 1;
}

export async function replaceMessageTexts(
  db: Db,
  tenant: Tenant,
  {
    id,
    sealedText,
    sealedAnswer,
  }: { readonly id: string; readonly sealedText: Buffer; readonly sealedAnswer: Buffer | null },
): Promise<void> {
  await db.run(sql`
    update candidate_messages set sealed_text = ${sealedText}, sealed_answer = ${sealedAnswer}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

export interface OpenMessageRow {
  readonly kind: MessageKind;
  readonly sent_at: Date;
  readonly account_name: string;
  readonly order_id: number;
  /** The report that the message is about, else the first of its check that was requested. */
  readonly report_id: string;
  readonly report_type_id: number;
  /** Whether the message is about this report. */
  readonly is_about_report: boolean;
  readonly assignee_name: string | null;
}

const open = (accounts: DeskAccounts, environment: Environment): Sql => sql`
  from candidate_messages m
  join checks c on (c.account_id, c.environment, c.id) = (m.account_id, m.environment, m.check_id)
  join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
    and p.erased_at is null
  where ${within(accounts, 'm.account_id')} and m.environment = ${environment} and m.handled_at is null`;

/** The oldest first. */
export function findOpenMessages(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
  limit: number,
): Promise<OpenMessageRow[]> {
  return db.rows<OpenMessageRow>(sql`
    with open as (
      select m.account_id, m.environment, m.id, m.check_id, m.kind, m.report_id, m.sent_at, c.order_id
      ${open(accounts, environment)} order by m.sent_at, m.id limit ${limit}
    )
    select o.kind, o.sent_at, a.name as account_name, o.order_id, r.id as report_id, r.report_type_id,
      r.id is not distinct from o.report_id as is_about_report, d.name as assignee_name
    from open o
    join accounts a on a.id = o.account_id
    cross join lateral (
      select r.id, r.report_type_id, r.assignee_id from reports r
      where (r.account_id, r.environment, r.check_id) = (o.account_id, o.environment, o.check_id)
        and r.requested_at is not null
      order by r.id is not distinct from o.report_id desc, r.position limit 1
    ) r
    left join desk_users d on d.id = r.assignee_id
    order by o.sent_at, o.id`);
}

export async function countOpenMessages(db: Db, accounts: DeskAccounts, environment: Environment): Promise<number> {
  const row = await db.row<{ count: number }>(sql`select count(*) as count ${open(accounts, environment)}`);
  return row!.count;
}

/** The checks of the person in which something that they say is wrong is not answered. */
export async function findChecksWithProblems(db: Db, tenant: Tenant, applicantId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct c.id from candidate_messages m
    join checks c on (c.account_id, c.environment, c.id) = (m.account_id, m.environment, m.check_id)
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment}
      and c.applicant_id = ${applicantId} and m.kind = 'problem' and m.handled_at is null`);
  return rows.map(({ id }) => id);
}
