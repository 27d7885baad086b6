// Rows of comments on checks: what the client and the desk write to each other.
import type { Actor, Environment, Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';

export type CommentSide = 'client' | 'desk';

export interface CommentRow {
  readonly id: string;
  readonly side: CommentSide;
  readonly sealed_text: Buffer;
  readonly author: Actor;
  readonly of_several: boolean;
  readonly created_at: Date;
  readonly handled_by: Actor | null;
  readonly handled_at: Date | null;
}

export interface NewComment {
  readonly id: string;
  readonly checkId: string;
  readonly side: CommentSide;
  readonly sealedText: Buffer;
  readonly author: Actor;
  readonly isOfSeveral: boolean;
  readonly createdAt: Date;
}

export async function insertComment(db: Db, tenant: Tenant, comment: NewComment): Promise<void> {
  await db.run(sql`
    insert into check_comments (account_id, environment, id, check_id, side, sealed_text, author, of_several, created_at)
    values (${tenant.accountId}, ${tenant.environment}, ${comment.id}, ${comment.checkId}, ${comment.side},
      ${comment.sealedText}, ${comment.author}, ${comment.isOfSeveral}, ${comment.createdAt})`);
}

/** The oldest first. */
export function findComments(db: Db, tenant: Tenant, checkId: string): Promise<CommentRow[]> {
  return db.rows<CommentRow>(sql`
    select id, side, sealed_text, author, of_several, created_at, handled_by, handled_at from check_comments
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
    order by created_at, id`);
}

/** The client's up to the comment `seen` that nobody has dealt with. Returns how many. */
export function handleCommentRows(
  db: Db,
  tenant: Tenant,
  { checkId, seen, by, at }: { readonly checkId: string; readonly seen: string; readonly by: Actor; readonly at: Date },
): Promise<number> {
  return db.run(sql`
    update check_comments set handled_by = ${by}, handled_at = ${at}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and side = 'client' and handled_at is null and (created_at, id) <= (
        select last.created_at, last.id from check_comments last
        where last.account_id = ${tenant.accountId} and last.environment = ${tenant.environment}
          and last.check_id = ${checkId} and last.id = ${seen})`);
}

export interface OpenCommentRow {
  readonly account_name: string;
  readonly order_id: number;
  /** The first of the check. */
  readonly report_id: string;
  readonly assignee_name: string | null;
  readonly comments: number;
  /** The first of them. */
  readonly since: Date;
}

/** Checks of the client with comments that nobody has dealt with; those of erased people cannot be read. */
const open = (accounts: DeskAccounts, environment: Environment): Sql => sql`
  select m.account_id, m.environment, m.check_id, c.order_id, count(*) as comments, min(m.created_at) as since
  from check_comments m
  join checks c on (c.account_id, c.environment, c.id) = (m.account_id, m.environment, m.check_id)
  join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
    and p.erased_at is null
  where ${within(accounts, 'm.account_id')} and m.environment = ${environment} and m.side = 'client'
    and m.handled_at is null
  group by m.account_id, m.environment, m.check_id, c.order_id`;

/** What waits longest comes first. */
export function findOpenComments(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
  limit: number,
): Promise<OpenCommentRow[]> {
  return db.rows<OpenCommentRow>(sql`
    with open as (${open(accounts, environment)} order by since, m.check_id limit ${limit})
    select a.name as account_name, o.order_id, r.id as report_id, d.name as assignee_name, o.comments, o.since
    from open o
    join accounts a on a.id = o.account_id
    cross join lateral (
      select r.id, r.assignee_id from reports r
      where (r.account_id, r.environment, r.check_id) = (o.account_id, o.environment, o.check_id)
      order by r.position limit 1
    ) r
    left join desk_users d on d.id = r.assignee_id
    order by o.since, o.check_id`);
}

/** Of checks. */
export async function countOpenComments(db: Db, accounts: DeskAccounts, environment: Environment): Promise<number> {
  const row = await db.row<{ count: number }>(sql`select count(*) as count from (${open(accounts, environment)}) o`);
  return row!.count;
}
