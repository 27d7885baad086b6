// Rows of the decisions of clients: only ever inserted. The check has a copy of the newest one's time, by which lists find
// what waits for a decision.
import type { Actor, Tenant } from '../../context.ts';
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface ClientDecisionRow {
  readonly id: string;
  readonly decision: ClientDecision;
  /** null if none was given. */
  readonly sealed_reason: Buffer | null;
  /** null if the candidate was not told here. */
  readonly sealed_told: Buffer | null;
  /** The candidate said at that time that a result was not right. */
  readonly although_disputed: boolean;
  readonly decided_by: Actor;
  readonly decided_at: Date;
  /** null if none was made. */
  readonly sealed_assessment: Buffer | null;
  /** Who proposed what `decided_by` confirmed; null where one person decided. */
  readonly proposed_by: Actor | null;
}

export async function insertClientDecision(
  db: Db,
  tenant: Tenant,
  { checkId, ...row }: ClientDecisionRow & { readonly checkId: string },
): Promise<void> {
  await db.run(sql`
    with decided as (
      update checks set decided_at = ${row.decided_at}
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${checkId}
      returning account_id, environment, id
    )
    insert into client_decisions (account_id, environment, check_id, id, decision, sealed_reason, sealed_told, although_disputed,
      decided_by, decided_at, proposed_by, sealed_assessment)
    select account_id, environment, id, ${row.id}, ${row.decision}, ${row.sealed_reason}, ${row.sealed_told},
      ${row.although_disputed}, ${row.decided_by}, ${row.decided_at}, ${row.proposed_by}, ${row.sealed_assessment}
    from decided`);
}

/** The newest first. */
export function findClientDecisions(db: Db, tenant: Tenant, checkId: string): Promise<ClientDecisionRow[]> {
  return db.rows<ClientDecisionRow>(sql`
    select id, decision, sealed_reason, sealed_told, although_disputed, decided_by, decided_at, proposed_by, sealed_assessment
    from client_decisions
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
    order by decided_at desc, id desc`);
}
