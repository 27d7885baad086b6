// Of which kinds of checks an account has any, so that its record of staff has a column for each.
import type { OrderScope } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import type { RecordKind } from '../stated-staff/record-kind-rules.ts';
import { isReportOfKind } from './record-person-queries.ts';

/** Those of `kinds` of which a report was completed, or something is stated, anywhere in the account. */
export async function findHeldKinds(db: Db, scope: OrderScope, kinds: readonly RecordKind[]): Promise<RecordKind[]> {
  if (kinds.length === 0) return [];
  const { accountId, environment } = scope;
  const isHeld = (kind: RecordKind): Sql => sql`
    select ${kind}::text as kind where exists (
      select from stated_reports s
      where s.account_id = ${accountId} and s.environment = ${environment} and s.kind = ${kind})
    or exists (
      select from reports r
      where r.account_id = ${accountId} and r.environment = ${environment} and r.first_completed_at is not null
        and ${isReportOfKind('r', kind)})`;
  const all = kinds.slice(1).reduce((sum, kind) => sql`${sum} union all ${isHeld(kind)}`, isHeld(kinds[0]!));
  return (await db.rows<{ kind: RecordKind }>(all)).map(({ kind }) => kind);
}
