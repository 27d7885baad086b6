// Adds notes of screeners to a report, for the desk alone or also for the client.
import { type Ctx, inTransaction } from '../../context.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { demand } from '../access/permissions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { type NoteAudience, storeNote } from '../reports/note-actions.ts';
import { ownOrAwaitedReport, type Screener } from './screening-actions.ts';

const LONGEST_NOTE = 10_000;

/** Also before the candidate has submitted the form. Refuses with `invalid_fields` an empty or too long text. */
export async function addNote(
  ctx: Ctx,
  screener: Screener,
  { reportId, audience, text }: { readonly reportId: string; readonly audience: NoteAudience; readonly text: string },
): Promise<void> {
  const problems = new Problems();
  if (text === '') problems.add('note', 'Write the note');
  if (isLongerThan(text, LONGEST_NOTE)) problems.add('note', `The note must be ${LONGEST_NOTE} characters or fewer`);
  const { caller, queued, key } = await ownOrAwaitedReport(ctx, screener, reportId);
  demand(caller, 'write_notes');
  problems.refuse('invalid_fields');
  const sealing = await key();
  await inTransaction(ctx, async (tx) => {
    await storeNote(tx, caller, { reportId: queued.report_id, audience, text, key: sealing });
    const about = { resourceId: queued.report_id, checkId: queued.check_id, reportId: queued.report_id };
    await storeEvents(tx, caller, [{ type: 'report.note_added', ...about, detail: { audience } }]);
  });
}
