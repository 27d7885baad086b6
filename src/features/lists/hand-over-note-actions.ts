// Decrypts the notes with which reports of the queue were handed over; the caller records that the list was read.
import type { Ctx } from '../../context.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { openNote } from '../reports/note-actions.ts';
import type { DeskReader, QueueRow } from './work-queue-queries.ts';

export interface HandedOver {
  /** The name of who handed it over. */
  readonly by: string;
  readonly day: string;
  /** For all that was handed over with it, and for the report alone. */
  readonly texts: readonly string[];
}

async function handOverOf(ctx: Pick<Ctx, 'keys'>, row: QueueRow): Promise<HandedOver | undefined> {
  const { note_ids: ids, sealed_notes: sealed, sealed_key, handed_over_at: at, handed_over_by: by } = row;
  if (ids === null || sealed === null || sealed_key === null || at === null) return undefined;
  const account = await ctx.keys.forAccount(row.account_id);
  const tenant = { accountId: row.account_id, environment: row.environment };
  const key = applicantKey(account, tenant, row.applicant_id, sealed_key);
  const texts = ids.map((id, n) => openNote(key, { id, sealed_text: sealed[n]! }));
  return { by: by ?? 'A former user', day: ukDateOf(at), texts };
}

/** By the ids of the reports. */
export async function openHandOvers(
  ctx: Pick<Ctx, 'keys'>,
  reader: DeskReader,
  rows: readonly QueueRow[],
): Promise<ReadonlyMap<string, HandedOver>> {
  demand(authorityOf(reader), 'read_reports');
  const found = await Promise.all(rows.map(async (row) => [row.report_id, await handOverOf(ctx, row)] as const));
  return new Map(found.flatMap(([id, one]) => (one === undefined ? [] : [[id, one]])));
}
