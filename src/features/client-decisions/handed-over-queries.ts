// On which day the client handed a letter to the candidate, as it recorded it.
import type { Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { Db } from '../../platform/db/database.ts';
import { findHistory } from '../events/check-history-queries.ts';

export const HANDED_OVER = 'check.letter_handed_over';

export const letterKinds = ['hearing', 'decision'] as const;
export type LetterKind = (typeof letterKinds)[number];

/** By the kind of a letter and when it was written; undefined where nobody said. */
export async function findHandedOver(
  db: Db,
  tenant: Tenant,
  checkId: string,
): Promise<(kind: LetterKind, since: Date) => IsoDate | undefined> {
  const handed = await findHistory(db, tenant, { checkId, types: [HANDED_OVER] });
  return (kind, since) =>
    handed.findLast(({ detail, occurred_at: at }) => detail.letter === kind && at >= since)?.detail.on as
      | IsoDate
      | undefined;
}
