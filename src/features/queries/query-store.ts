// Rows of queries and of the files that belong to them.
import type { Actor, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import type { Addressee, QueryStatus } from './query.ts';

export interface QueryRow {
  readonly id: string;
  readonly check_id: string;
  readonly report_id: string;
  readonly addressee: Addressee;
  readonly kind: string;
  readonly status: QueryStatus;
  readonly sealed_text: Buffer;
  readonly sealed_step: Buffer | null;
  readonly sealed_answer: Buffer | null;
  readonly asked_by: Actor;
  readonly asked_at: Date;
  readonly due_on: IsoDate;
  readonly chases: number;
  readonly exhausted_at: Date | null;
  readonly ended_by: Actor | null;
  readonly ended_at: Date | null;
  readonly files: readonly string[];
  readonly answer_files: readonly string[];
}

const columns = sql`
  q.id, q.check_id, q.report_id, q.addressee, q.kind, q.sealed_text, q.sealed_step, q.sealed_answer, q.asked_by, q.asked_at,
  q.due_on, q.chases, q.exhausted_at, q.ended_by, q.ended_at, q.status,
  array(
    select f.file_token from query_files f
    where (f.account_id, f.environment, f.query_id) = (q.account_id, q.environment, q.id) and not f.is_answer
  ) as files,
  array(
    select f.file_token from query_files f
    where (f.account_id, f.environment, f.query_id) = (q.account_id, q.environment, q.id) and f.is_answer
  ) as answer_files`;

const source = (tenant: Tenant): Sql => sql`
  from queries q where q.account_id = ${tenant.accountId} and q.environment = ${tenant.environment}`;

/** In the order in which they were asked. */
export function findQueries(
  db: Db,
  tenant: Tenant,
  { checkId, addressee }: { readonly checkId: string; readonly addressee?: Addressee | undefined },
): Promise<QueryRow[]> {
  return db.rows<QueryRow>(sql`
    select ${columns} ${source(tenant)} and q.check_id = ${checkId}
      and (${addressee ?? null}::text is null or q.addressee = ${addressee ?? null})
    order by q.asked_at, q.id`);
}

export function findQuery(db: Db, tenant: Tenant, id: string): Promise<QueryRow | undefined> {
  return db.row<QueryRow>(sql`select ${columns} ${source(tenant)} and q.id = ${id}`);
}

export interface NewQuery {
  readonly id: string;
  readonly checkId: string;
  readonly reportId: string;
  readonly addressee: Addressee;
  readonly kind: string;
  readonly sealedText: Buffer;
  readonly sealedStep: Buffer | null;
  readonly askedBy: Actor;
  readonly askedAt: Date;
  readonly dueOn: IsoDate;
}

export async function insertQuery(db: Db, tenant: Tenant, query: NewQuery): Promise<void> {
  await db.run(sql`
    insert into queries (account_id, environment, id, check_id, report_id, addressee, kind, sealed_text, sealed_step,
      asked_by, asked_at, due_on)
    values (${tenant.accountId}, ${tenant.environment}, ${query.id}, ${query.checkId}, ${query.reportId},
      ${query.addressee}, ${query.kind}, ${query.sealedText}, ${query.sealedStep}, ${query.askedBy}, ${query.askedAt},
      ${query.dueOn})`);
}

/** Only files of the query's own order. */
export async function insertQueryFile(
  db: Db,
  tenant: Tenant,
  file: { readonly queryId: string; readonly fileToken: string; readonly isAnswer: boolean },
): Promise<void> {
  await db.run(sql`
    insert into query_files (account_id, environment, query_id, file_token, is_answer)
    select q.account_id, q.environment, q.id, f.file_token, ${file.isAnswer}::boolean
    from queries q
    join attachments f on (f.account_id, f.environment, f.check_id) = (q.account_id, q.environment, q.check_id)
    where q.account_id = ${tenant.accountId} and q.environment = ${tenant.environment} and q.id = ${file.queryId}
      and f.file_token = ${file.fileToken}
    on conflict do nothing`);
}

/** What has been typed so far. */
export async function updateQueryDraft(db: Db, tenant: Tenant, id: string, sealedAnswer: Buffer): Promise<void> {
  await db.run(sql`
    update queries set sealed_answer = ${sealedAnswer}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id} and status = 'open'`);
}

export async function endQuery(
  db: Db,
  tenant: Tenant,
  ended: {
    readonly id: string;
    readonly status: 'answered' | 'withdrawn';
    readonly by: Actor;
    readonly at: Date;
    readonly sealedAnswer?: Buffer;
  },
): Promise<void> {
  await db.run(sql`
    update queries set status = ${ended.status}, ended_by = ${ended.by}, ended_at = ${ended.at},
      sealed_answer = coalesce(${ended.sealedAnswer ?? null}, sealed_answer)
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${ended.id}
      and status = 'open'`);
}

/** The service has made a new link. */
export async function replaceStep(db: Db, tenant: Tenant, id: string, sealedStep: Buffer): Promise<void> {
  await db.run(sql`
    update queries set sealed_step = ${sealedStep}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id} and status = 'open'`);
}

/** An exhausted query waits again. */
export async function moveQueryDue(db: Db, tenant: Tenant, id: string, dueOn: IsoDate): Promise<void> {
  await db.run(sql`
    update queries set due_on = ${dueOn}, exhausted_at = null
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id} and status = 'open'`);
}

export async function recordChase(
  db: Db,
  tenant: Tenant,
  id: string,
  chased: { readonly chases: number; readonly exhaustedAt: Date | null },
): Promise<void> {
  await db.run(sql`
    update queries set chases = ${chased.chases}, exhausted_at = ${chased.exhaustedAt}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

export interface AwaitedAnswerRow {
  readonly report_id: string;
  readonly addressee: Addressee;
  readonly kind: string;
  readonly asked_at: Date;
  /** By when it is to be answered. */
  readonly due_on: IsoDate;
}

/** What is open and still waited for, without what it says; what is to be answered first comes first. */
export function findAwaitedAnswers(db: Db, tenant: Tenant, checkId: string): Promise<AwaitedAnswerRow[]> {
  return db.rows<AwaitedAnswerRow>(sql`
    select q.report_id, q.addressee, q.kind, q.asked_at, q.due_on ${source(tenant)} and q.check_id = ${checkId}
      and q.status = 'open' and q.exhausted_at is null
    order by q.due_on, q.asked_at, q.id`);
}
