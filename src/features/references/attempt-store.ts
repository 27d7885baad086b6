// Rows of calls to referees that led to no answers: only ever inserted.
import type { Actor, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { AttemptOutcome } from './attempt-rules.ts';

export interface AttemptRow {
  readonly id: string;
  readonly came_of: AttemptOutcome;
  readonly sealed_attempt: Buffer;
  readonly next_on: IsoDate | null;
  readonly author: Actor;
  readonly made_at: Date;
  readonly applicant_id: string;
  /** null if the applicant was erased. */
  readonly sealed_key: Buffer | null;
}

export async function insertAttempt(
  db: Db,
  tenant: Tenant,
  one: {
    readonly id: string;
    readonly referenceId: string;
    readonly cameOf: AttemptOutcome;
    readonly sealedAttempt: Buffer;
    readonly nextOn: IsoDate | null;
    readonly author: Actor;
    readonly madeAt: Date;
  },
): Promise<void> {
  await db.run(sql`
    insert into reference_attempts
      (account_id, environment, id, reference_id, came_of, sealed_attempt, next_on, author, made_at)
    values (${tenant.accountId}, ${tenant.environment}, ${one.id}, ${one.referenceId}, ${one.cameOf},
      ${one.sealedAttempt}, ${one.nextOn}, ${one.author}, ${one.madeAt})`);
}

/** The first one first. */
export function findAttempts(db: Db, tenant: Tenant, referenceId: string): Promise<AttemptRow[]> {
  return db.rows<AttemptRow>(sql`
    select t.id, t.came_of, t.sealed_attempt, t.next_on, t.author, t.made_at, c.applicant_id, p.sealed_key
    from reference_attempts t
    join report_references r on (r.account_id, r.environment, r.id) = (t.account_id, t.environment, t.reference_id)
    join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
    where t.account_id = ${tenant.accountId} and t.environment = ${tenant.environment}
      and t.reference_id = ${referenceId}
    order by t.made_at, t.id`);
}
