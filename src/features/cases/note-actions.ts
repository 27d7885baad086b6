// Adds notes of screeners to a report, for the desk alone or also for the client, and what a follow-up found.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { findMonitored, recordChange, recordNoChange } from '../monitoring/monitor-actions.ts';
import { isCheckedAnew } from '../report-types/monitoring.ts';
import { type NoteAudience, type NotedCall, storeNote } from '../reports/note-actions.ts';
import { ownOrAwaitedReport, ownReport, type Screener } from './screening-actions.ts';

export const LONGEST_NOTE = 10_000;

/** Where whoever checks a permission again writes nothing else. */
const checkedAnewNote = 'Checked again before the permission ends.';

export function noteProblems(field: string, text: string, empty: string): Problems {
  const problems = new Problems();
  if (text === '') problems.add(field, empty);
  if (isLongerThan(text, LONGEST_NOTE)) problems.add(field, `The note must be ${LONGEST_NOTE} characters or fewer`);
  return problems;
}

/** Stores a note with its event, once the caller’s permission is checked. Run it in a transaction. */
export async function storeNoteOf(
  tx: Ctx,
  caller: Caller,
  { report_id: reportId, check_id: checkId }: { readonly report_id: string; readonly check_id: string },
  note: {
    readonly audience: NoteAudience;
    readonly text: string;
    readonly saysChange?: boolean;
    readonly isOfOrder?: boolean;
    readonly handedTo?: string;
    readonly isOfSeveral?: boolean;
    readonly call?: NotedCall;
    readonly key: DataKey;
  },
): Promise<void> {
  await storeNote(tx, caller, { reportId, ...note });
  const { audience } = note;
  await storeEvents(tx, caller, [
    { type: 'report.note_added', resourceId: reportId, checkId, reportId, detail: { audience } },
  ]);
}

/** Also before the candidate has submitted the form. Refuses with `invalid_fields` an empty or too long text. */
export async function addNote(
  ctx: Ctx,
  screener: Screener,
  {
    reportId,
    audience,
    text,
    isOfOrder = false,
    isOfSeveral = false,
  }: {
    readonly reportId: string;
    readonly audience: NoteAudience;
    readonly text: string;
    readonly isOfOrder?: boolean;
    /** The same words stand on reports of other candidates. */
    readonly isOfSeveral?: boolean;
  },
): Promise<void> {
  const problems = noteProblems('note', text, 'Write the note');
  const { caller, queued, key } = await ownOrAwaitedReport(ctx, screener, reportId);
  demand(caller, 'write_notes');
  problems.refuse('invalid_fields');
  const sealing = await key();
  await inTransaction(ctx, (tx) =>
    storeNoteOf(tx, caller, queued, { audience, text, isOfOrder, isOfSeveral, key: sealing }),
  );
}

/**
 * Records what a follow-up of a monitored report found. A change opens the report again, and what changed is kept as a
 * note of the desk; so does a permission that is checked again, because the law asks for a new check. Refuses with
 * `invalid_fields` (`change`) a change that says nothing, words where there is none, and no change of such a permission.
 */
export async function recordFollowUp(
  ctx: Ctx,
  screener: Screener,
  reportId: string,
  { isChange, change }: { readonly isChange: boolean; readonly change: string },
): Promise<void> {
  const { caller, queued, key } = await ownReport(ctx, screener, reportId);
  demand(caller, 'record_outcomes');
  const target = { checkId: queued.check_id, reportId: queued.report_id };
  if (!isChange && change !== '')
    throw new Refusal('invalid_fields', { change: ['Clear what you wrote, or say that something has changed'] });
  const monitored = await findMonitored(ctx, caller, target);
  const isMadeAnew = monitored !== undefined && isCheckedAnew(monitored.monitor.monitor);
  if (!isChange && isMadeAnew)
    throw new Refusal('invalid_fields', { change: ['Check it again: the law asks for a new check'] });
  if (!isChange) return recordNoChange(ctx, caller, target);
  const said = change === '' && isMadeAnew ? checkedAnewNote : change;
  noteProblems('change', said, 'Write what has changed').refuse('invalid_fields');
  const sealing = await key();
  await inTransaction(ctx, async (tx) => {
    await recordChange(tx, caller, target, undefined);
    await storeNoteOf(tx, caller, queued, { audience: 'desk', text: said, saysChange: true, key: sealing });
  });
}
