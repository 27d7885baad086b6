// Rows of the decisions that one person proposes and another confirms or sends back: only ever inserted.
import type { Actor, Tenant } from '../../context.ts';
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface ProposalRow {
  readonly check_id: string;
  readonly id: string;
  readonly decision: ClientDecision;
  readonly sealed_reason: Buffer;
  /** null if the candidate is not to be told here. */
  readonly sealed_told: Buffer | null;
  /** null if none was made. */
  readonly sealed_assessment: Buffer | null;
  readonly although_disputed: boolean;
  readonly proposed_by: Actor;
  readonly proposed_at: Date;
  /** Null unless it was sent back, or taken back by who proposed it. */
  readonly returned_by: Actor | null;
  readonly returned_at: Date | null;
  readonly sealed_return: Buffer | null;
  /** Nobody has confirmed it or sent it back, and the results and the decision are those that it is about. */
  readonly is_open: boolean;
}

export type NewProposal = Omit<ProposalRow, 'check_id' | 'returned_by' | 'returned_at' | 'sealed_return' | 'is_open'>;

export async function insertProposal(db: Db, tenant: Tenant, checkId: string, row: NewProposal): Promise<void> {
  await db.run(sql`
    insert into decision_proposals (account_id, environment, check_id, id, decision, sealed_reason, sealed_told,
      sealed_assessment, although_disputed, proposed_by, proposed_at)
    values (${tenant.accountId}, ${tenant.environment}, ${checkId}, ${row.id}, ${row.decision}, ${row.sealed_reason},
      ${row.sealed_told}, ${row.sealed_assessment}, ${row.although_disputed}, ${row.proposed_by}, ${row.proposed_at})`);
}

/** Of each check the newest first. */
export function findProposals(db: Db, tenant: Tenant, checkIds: readonly string[]): Promise<ProposalRow[]> {
  return db.rows<ProposalRow>(sql`
    select p.check_id, p.id, p.decision, p.sealed_reason, p.sealed_told, p.sealed_assessment, p.although_disputed, p.proposed_by, p.proposed_at,
      r.returned_by, r.returned_at, r.sealed_reason as sealed_return,
      r.proposal_id is null and c.status = 'complete' and c.completed_at <= p.proposed_at
        and (c.decided_at is null or c.decided_at < p.proposed_at) as is_open
    from decision_proposals p
    join checks c on (c.account_id, c.environment, c.id) = (p.account_id, p.environment, p.check_id)
    left join decision_returns r
      on (r.account_id, r.environment, r.check_id, r.proposal_id) = (p.account_id, p.environment, p.check_id, p.id)
    where p.account_id = ${tenant.accountId} and p.environment = ${tenant.environment}
      and p.check_id = any (${checkIds}::uuid[])
    order by p.check_id, p.proposed_at desc, p.id desc`);
}

interface NewReturn {
  readonly proposal_id: string;
  /** null if who proposed it takes it back without a word. */
  readonly sealed_reason: Buffer | null;
  readonly returned_by: Actor;
  readonly returned_at: Date;
}

export async function insertReturn(db: Db, tenant: Tenant, checkId: string, row: NewReturn): Promise<void> {
  await db.run(sql`
    insert into decision_returns (account_id, environment, check_id, proposal_id, sealed_reason, returned_by, returned_at)
    values (${tenant.accountId}, ${tenant.environment}, ${checkId}, ${row.proposal_id}, ${row.sealed_reason},
      ${row.returned_by}, ${row.returned_at})`);
}
