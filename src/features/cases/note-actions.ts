// Adds notes to a report, for the desk alone or also for the client, and reads them; no note is ever changed.
import { type Actor, type Ctx, inTransaction, type Tenant, timeFor } from '../../context.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { discardDraft } from './draft-actions.ts';
import { findNotes, insertNote, type NoteAudience } from './note-store.ts';
import { ownReport, type Screener } from './screening-actions.ts';

export type { NoteAudience };

export interface Note {
  readonly id: string;
  readonly reportId: string;
  readonly audience: NoteAudience;
  readonly text: string;
  readonly author: Actor;
  readonly createdAt: Date;
}

const LONGEST_NOTE = 10_000;

const placeOf = (noteId: string) => `report_notes.text ${noteId}`;

/** Refuses with `invalid_fields` an empty or too long text. */
export async function addNote(
  ctx: Ctx,
  screener: Screener,
  { reportId, audience, text }: { readonly reportId: string; readonly audience: NoteAudience; readonly text: string },
): Promise<void> {
  const problems = new Problems();
  if (text === '') problems.add('note', 'Write the note');
  if (isLongerThan(text, LONGEST_NOTE)) problems.add('note', `The note must be ${LONGEST_NOTE} characters or fewer`);
  const { caller, queued, key } = await ownReport(ctx, screener, reportId);
  demand(caller, 'write_notes');
  problems.refuse('invalid_fields');
  const sealing = await key();
  await inTransaction(ctx, async (tx) => {
    const id = tx.newId();
    await insertNote(tx.db, caller, {
      ...{ id, reportId: queued.report_id, audience },
      sealedText: sealing.seal(placeOf(id), text),
      author: caller.actor,
      createdAt: timeFor(tx, caller),
    });
    const about = { resourceId: queued.report_id, checkId: queued.check_id, reportId: queued.report_id };
    await storeEvents(tx, caller, [{ type: 'report.note_added', ...about, detail: { audience } }]);
    await discardDraft(tx, screener, { reportId, form: 'note' });
  });
}

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
    text: key.open<string>(placeOf(row.id), row.sealed_text),
    author: row.author,
    createdAt: row.created_at,
  }));
}
