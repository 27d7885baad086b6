// Stores notes on reports, encrypted with the applicant's key, and reads them; no note is ever changed.
import { type Actor, type Caller, type Ctx, type Tenant, timeFor } from '../../context.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import {
  findNotedCalls,
  findNotes,
  insertNote,
  type NoteAudience,
  type NotedCall,
  type NoteRow,
} from './note-store.ts';

export type { NoteAudience, NotedCall };

export interface Note {
  readonly id: string;
  readonly reportId: string;
  readonly audience: NoteAudience;
  readonly text: string;
  /** What a follow-up of the monitored report found. */
  readonly saysChange: boolean;
  /** About the whole order: kept with one report, shown with each. */
  readonly isOfOrder: boolean;
  /** The id of the colleague to whom its author handed the report over with it; null for any other note. */
  readonly handedTo: string | null;
  /** Handed over with reports of other candidates, of whom it may tell too. */
  readonly isOfSeveral: boolean;
  readonly author: Actor;
  readonly createdAt: Date;
}

const placeOf = (noteId: string) => `report_notes.text ${noteId}`;

/** @param key of the applicant */
export async function storeNote(
  tx: Ctx,
  caller: Caller,
  {
    key,
    text,
    saysChange = false,
    isOfOrder = false,
    handedTo = null,
    isOfSeveral = false,
    call = null,
    ...note
  }: Pick<Note, 'reportId' | 'audience' | 'text'> & {
    readonly saysChange?: boolean;
    readonly isOfOrder?: boolean;
    readonly handedTo?: string | null;
    readonly isOfSeveral?: boolean;
    readonly call?: NotedCall | null;
    readonly key: DataKey;
  },
): Promise<void> {
  const id = tx.newId();
  const sealedText = key.seal(placeOf(id), text);
  await insertNote(tx.db, caller, {
    ...note,
    saysChange,
    isOfOrder,
    handedTo,
    isOfSeveral,
    call,
    id,
    sealedText,
    author: caller.actor,
    createdAt: timeFor(tx, caller),
  });
}

/** @param key of the applicant */
export const openNote = (key: DataKey, { id, sealed_text }: Pick<NoteRow, 'id' | 'sealed_text'>): string =>
  key.open<string>(placeOf(id), sealed_text);

/** Of a report whose opening demanded it. */
export const readNotedCalls = (ctx: Pick<Ctx, 'db'>, tenant: Tenant, reportId: string): Promise<NotedCall[]> =>
  findNotedCalls(ctx.db, tenant, reportId);

/** The oldest first. @param key of the applicant; undefined if it was destroyed: the notes are then lost */
export async function readNotes(
  ctx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  {
    reportIds,
    audience,
    key,
  }: { readonly reportIds: readonly string[]; readonly audience: NoteAudience; readonly key: DataKey | undefined },
): Promise<Note[]> {
  if (key === undefined) return [];
  return (await findNotes(ctx.db, tenant, reportIds, audience)).map((row) => ({
    id: row.id,
    reportId: row.report_id,
    audience: row.audience,
    text: openNote(key, row),
    saysChange: row.says_change,
    isOfOrder: row.of_order,
    handedTo: row.handed_to,
    isOfSeveral: row.of_several,
    author: row.author,
    createdAt: row.created_at,
  }));
}
