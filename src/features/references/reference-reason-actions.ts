// Demands and keeps the reason for asking a referee although something speaks against it.
import type { Caller, Ctx } from '../../context.ts';
import type { Problems } from '../../lib/refusal.ts';
import { storeNote } from '../reports/note-actions.ts';
import type { Objection } from './asking-rules.ts';
import type { LockedReference } from './reference-move-actions.ts';

const LONGEST_REASON = 2000;

export function demandReason(objections: readonly Objection[], reason: string, problems: Problems): void {
  if (objections.length > 0 && reason === '') problems.add('anyway', 'Say why the referee is asked all the same');
  if (reason.length > LONGEST_REASON) problems.add('anyway', `Must be ${LONGEST_REASON} characters or fewer`);
}

/** Tells the desk why the referee was asked all the same. */
export async function noteReason(
  tx: Ctx,
  caller: Caller,
  { row, reference, key }: LockedReference,
  objections: readonly Objection[],
  reason: string,
): Promise<void> {
  if (objections.length === 0) return;
  const said = objections.map(({ sentence }) => sentence);
  const text = [`Asked all the same: ${reference.request.claim.subject}.`, ...said, `Reason: ${reason}`].join('\n');
  await storeNote(tx, caller, { reportId: row.report_id, audience: 'desk', text, key });
}
