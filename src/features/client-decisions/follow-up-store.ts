// Rows of what follows a decision on a day: conditions to be met, a risk assessment to be reviewed. Only the outcome is ever set.
import type { Actor, OrderScope, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, sql } from '../../platform/db/database.ts';
import { fromOpenFollowUps } from './follow-up-queries.ts';
import type { FollowUpKind, FollowUpOutcome } from './follow-up-rules.ts';

export interface FollowUpRow {
  readonly id: string;
  readonly check_id: string;
  readonly decision_id: string;
  readonly kind: FollowUpKind;
  readonly due_on: IsoDate;
  /** null while it is open; `replaced` by a newer decision. */
  readonly outcome: FollowUpOutcome | 'replaced' | null;
  readonly sealed_note: Buffer | null;
  readonly closed_by: Actor | null;
  readonly closed_at: Date | null;
}

const columns = sql`f.id, f.check_id, f.decision_id, f.kind, f.due_on::text as due_on, f.outcome, f.sealed_note,
  f.closed_by, f.closed_at`;

export async function insertFollowUp(
  db: Db,
  tenant: Tenant,
  row: Pick<FollowUpRow, 'id' | 'check_id' | 'decision_id' | 'kind' | 'due_on'>,
): Promise<void> {
  await db.run(sql`
    insert into decision_follow_ups (account_id, environment, check_id, id, decision_id, kind, due_on)
    values (${tenant.accountId}, ${tenant.environment}, ${row.check_id}, ${row.id}, ${row.decision_id}, ${row.kind},
      ${row.due_on})`);
}

/** Of a check, the newest day first. */
export function findFollowUps(db: Db, tenant: Tenant, checkId: string): Promise<FollowUpRow[]> {
  return db.rows<FollowUpRow>(sql`
    select ${columns} from decision_follow_ups f
    where f.account_id = ${tenant.accountId} and f.environment = ${tenant.environment} and f.check_id = ${checkId}
    order by f.due_on desc, f.id`);
}

/** Those that are open. */
export async function closeFollowUp(
  db: Db,
  tenant: Tenant,
  { checkId, id }: { readonly checkId: string; readonly id: string },
  {
    outcome,
    sealed_note,
    closed_by,
    closed_at,
  }: Pick<FollowUpRow, 'outcome' | 'sealed_note' | 'closed_by' | 'closed_at'>,
): Promise<void> {
  await db.run(sql`
    update decision_follow_ups set outcome = ${outcome}, sealed_note = ${sealed_note}, closed_by = ${closed_by},
      closed_at = ${closed_at}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId} and id = ${id}
      and outcome is null`);
}

export interface OpenFollowUp extends FollowUpRow {
  readonly order_id: number;
  readonly applicant_id: string;
  readonly subsidiary_id: string | null;
}

/** What is due first comes first. */
export function findOpenFollowUps(db: Db, scope: OrderScope, limit: number): Promise<OpenFollowUp[]> {
  return db.rows<OpenFollowUp>(sql`
    select ${columns}, c.order_id, c.applicant_id, c.subsidiary_id ${fromOpenFollowUps(scope, undefined)}
    order by f.due_on, c.order_id, f.id limit ${rawSql(String(limit))}`);
}

/** Whether somebody is to be asked about it. */
export async function isFollowUpAsked(db: Db, tenant: Tenant, checkId: string, id: string): Promise<boolean> {
  const found = await db.row(sql`
    select f.id ${fromOpenFollowUps({ ...tenant, subsidiaryIds: null }, undefined)} and f.check_id = ${checkId} and f.id = ${id}`);
  return found !== undefined;
}
