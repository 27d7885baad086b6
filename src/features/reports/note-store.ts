// Rows of notes on reports: only ever inserted.
import type { Actor, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

/** A telephone call that a note records. */
export interface NotedCall {
  readonly with: 'candidate' | 'source';
  /** Such as `no_answer`. */
  readonly cameOf: string;
}

/** Whom a note is meant for; the desk reads all of them. */
export type NoteAudience = 'desk' | 'client';

export interface NoteRow {
  readonly id: string;
  readonly report_id: string;
  readonly audience: NoteAudience;
  readonly sealed_text: Buffer;
  readonly says_change: boolean;
  readonly of_order: boolean;
  readonly handed_to: string | null;
  readonly of_several: boolean;
  readonly author: Actor;
  readonly created_at: Date;
}

export async function insertNote(
  db: Db,
  tenant: Tenant,
  note: {
    readonly id: string;
    readonly reportId: string;
    readonly audience: NoteAudience;
    readonly sealedText: Buffer;
    readonly saysChange: boolean;
    readonly isOfOrder: boolean;
    readonly handedTo: string | null;
    readonly isOfSeveral: boolean;
    readonly call: NotedCall | null;
    readonly author: Actor;
    readonly createdAt: Date;
  },
): Promise<void> {
  await db.run(sql`
    insert into report_notes (account_id, environment, id, report_id, audience, sealed_text, says_change, of_order, handed_to, of_several,
      call_with, call_came_of, author, created_at)
    values (${tenant.accountId}, ${tenant.environment}, ${note.id}, ${note.reportId}, ${note.audience},
      ${note.sealedText}, ${note.saysChange}, ${note.isOfOrder}, ${note.handedTo}, ${note.isOfSeveral},
      ${note.call?.with ?? null}, ${note.call?.cameOf ?? null}, ${note.author}, ${note.createdAt})`);
}

/** Of these reports, the oldest first. @param audience only those that it may read; the desk reads all */
export function findNotes(
  db: Db,
  tenant: Tenant,
  reportIds: readonly string[],
  audience: NoteAudience,
): Promise<NoteRow[]> {
  return db.rows<NoteRow>(sql`
    select id, report_id, audience, sealed_text, says_change, of_order, handed_to, of_several, author, created_at
    from report_notes
    where account_id = ${tenant.accountId} and environment = ${tenant.environment}
      and report_id = any (${reportIds}::uuid[]) and (${audience} = 'desk' or audience = 'client')
    order by created_at, id`);
}

/** The calls that notes of the report record, the first one first. */
export async function findNotedCalls(db: Db, tenant: Tenant, reportId: string): Promise<NotedCall[]> {
  const rows = await db.rows<{ call_with: NotedCall['with']; call_came_of: string }>(sql`
    select call_with, call_came_of from report_notes
    where account_id = ${tenant.accountId} and environment = ${tenant.environment}
      and report_id = ${reportId} and call_with is not null
    order by created_at, id`);
  return rows.map((row) => ({ with: row.call_with, cameOf: row.call_came_of }));
}
