// Rows of what clients and candidates wrote about results: their words alone are replaced, once the certificate is deleted.
import type { Tenant } from '../../context.ts';
import { type Db, rawSql, sql } from '../../platform/db/database.ts';

const updates = {
  client_decisions: sql`update client_decisions set`,
  decision_follow_ups: sql`update decision_follow_ups set`,
  decision_proposals: sql`update decision_proposals set`,
  decision_returns: sql`update decision_returns set`,
  hearing_answers: sql`update hearing_answers set`,
  hearings: sql`update hearings set`,
} as const;

/** Which column holds words, and by what a row of a check is named. */
export interface WordColumn {
  readonly table: keyof typeof updates;
  readonly id: 'id' | 'proposal_id';
  readonly column:
    | 'sealed_reason'
    | 'sealed_told'
    | 'sealed_assessment'
    | 'sealed_note'
    | 'sealed_words'
    | 'sealed_text';
}

export function findWords(
  db: Db,
  tenant: Tenant,
  checkId: string,
  { table, id, column }: WordColumn,
): Promise<{ readonly id: string; readonly sealed: Buffer }[]> {
  return db.rows(sql`
    select ${rawSql(id)} as id, ${rawSql(column)} as sealed from ${rawSql(table)}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and ${rawSql(column)} is not null`);
}

export async function replaceWords(
  db: Db,
  tenant: Tenant,
  checkId: string,
  { table, id, column }: WordColumn,
  row: { readonly id: string; readonly sealed: Buffer },
): Promise<void> {
  await db.run(sql`
    ${updates[table]} ${rawSql(column)} = ${row.sealed}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and ${rawSql(id)} = ${row.id}`);
}
