// The letters of a referee: which of them are sent, and taking one away, before and after it was sent.
import type { Caller, Ctx, OrderScope } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import type { Attachment } from '../attachments/attachment.ts';
import { listAttachments } from '../attachments/attachment-actions.ts';
import { discardFilesOf } from '../attachments/unsent-file-actions.ts';
import type { ReferenceReply } from './reference.ts';
import type { LockedReference } from './reference-move-actions.ts';

type Referee = Caller & OrderScope;

/** All that the referee added, and did not take away at once. */
export async function ownLetters(ctx: Ctx, caller: Referee, orderId: number): Promise<Attachment[]> {
  demand(caller, 'give_references', 'ask_references');
  return (await listAttachments(ctx, caller, orderId)).filter(({ uploadedBy }) => uploadedBy === caller.actor);
}

/** Until they are sent, the letters that were added in a correction are not at the desk. */
export const isSentLetter = ({ createdAt }: Pick<Attachment, 'createdAt'>, repliedAt: Date | null): boolean =>
  repliedAt !== null && createdAt <= repliedAt;

/** Whether the correction adds or takes away a letter. */
export async function changesLetters(
  ctx: Ctx,
  caller: Referee,
  { row, reference }: Pick<LockedReference, 'row' | 'reference'>,
): Promise<boolean> {
  if ((reference.reply.correction?.withoutLetters ?? []).length > 0) return true;
  const letters = await ownLetters(ctx, caller, row.order_id);
  return letters.some((letter) => !isSentLetter(letter, reference.repliedAt));
}

/** Deletes those of the referee that are meant. Returns the names of the stored files. */
export async function deleteLetters(
  tx: Ctx,
  caller: Referee,
  { row }: Pick<LockedReference, 'row'>,
  isMeant: (letter: Attachment) => boolean,
): Promise<string[]> {
  const letters = (await ownLetters(tx, caller, row.order_id)).filter(isMeant);
  return discardFilesOf(tx, caller, {
    ...{ checkId: row.check_id, applicantId: row.applicant_id, reportId: row.report_id },
    fileTokens: letters.map(({ fileToken }) => fileToken),
  });
}

/**
 * A letter that was not sent goes at once; one that was sent goes with the correction. Returns what the reply becomes, and the
 * names of the stored files. Refuses with `not_found` a letter of somebody else.
 */
export async function takeAway(
  tx: Ctx,
  caller: Referee,
  locked: LockedReference,
  fileToken: string,
): Promise<{ readonly reply: ReferenceReply; readonly gone: readonly string[] }> {
  const { reply, repliedAt } = locked.reference;
  const letter = (await ownLetters(tx, caller, locked.row.order_id)).find((one) => one.fileToken === fileToken);
  if (letter === undefined) throw new Refusal('not_found');
  if (reply.correction === undefined || !isSentLetter(letter, repliedAt))
    return { reply, gone: await deleteLetters(tx, caller, locked, (one) => one.fileToken === fileToken) };
  const withoutLetters = [...(reply.correction.withoutLetters ?? []), fileToken];
  return { reply: { ...reply, correction: { ...reply.correction, withoutLetters } }, gone: [] };
}
