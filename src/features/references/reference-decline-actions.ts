// What a referee does instead of answering: declines, names somebody else, takes back what they sent or a letter, and changes
// their mind about it.
import { type Ctx, timeFor } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import type { Sentence } from '../../messages/welsh/welsh.ts';
import { demand } from '../access/permissions.ts';
import { removeStored } from '../attachments/unsent-file-actions.ts';
import { forgetCodes } from '../mailed-links/access-actions.ts';
import { isOpen } from '../reports/report-states.ts';
import { refereeProblems } from './asking-rules.ts';
import type { Referee } from './claim-rules.ts';
import {
  changeReply,
  inItsLanguage,
  isSent,
  type ReferenceFront,
  saveReply,
  takesCorrection,
} from './reference-answer-actions.ts';
import { deleteLetters, takeAway } from './reference-letter-actions.ts';
import { beginWaiting, moveReference, withLockedReference } from './reference-move-actions.ts';
import { sealReply } from './reference-vault.ts';

const LONGEST_REASON = 1000;

/** Begins the reason of who took back what they had sent. */
export const withdrawnAfterSending = 'Withdrawn after it was sent.' satisfies Sentence;

/** The referee gives no reference. Refuses with `invalid_fields` without a reason. */
export async function declineReference(ctx: Ctx, front: ReferenceFront, reason: string): Promise<void> {
  const gone = await changeReply(ctx, front, async (tx, locked) => {
    refuseReason(reason);
    const { row, reference, key } = locked;
    const declined = inItsLanguage(row, { ...reference.reply, declined: reason });
    const sealedAnswers = sealReply(key, row.id, declined);
    await moveReference(tx, front.caller, locked, 'decline', { sealedAnswers, repliedAt: timeFor(tx, front.caller) });
    await forgetCodes(tx, front.caller, row.id);
    return deleteLetters(tx, front.caller, locked, () => true);
  });
  await removeStored(ctx, gone);
}

function refuseReason(reason: string): void {
  const problems = new Problems();
  if (reason === '') problems.add('reason', 'Select why you cannot give this reference' satisfies Sentence);
  if (reason.length > LONGEST_REASON)
    problems.add('reason', `Must be ${LONGEST_REASON} characters or fewer` satisfies Sentence);
  problems.refuse('invalid_fields');
}

/**
 * The referee takes back what they sent, while no outcome rests on it: the answers and the letters go, and the desk reads why.
 * Refuses with `invalid_fields` without a reason, and with `state_does_not_allow` once an outcome rests on it.
 */
export async function retractReference(ctx: Ctx, front: ReferenceFront, reason: string): Promise<void> {
  const { id, caller } = front;
  demand(caller, 'give_references');
  refuseReason(reason);
  const gone = await withLockedReference(ctx, caller, id, async (tx, locked) => {
    const { row, reference, key } = locked;
    const isPossible = isSent(row, reference) && (await takesCorrection(tx, caller, row));
    if (!isPossible || front.generation < row.link_generation) throw new Refusal('state_does_not_allow');
    const declined = `${withdrawnAfterSending} ${reason}`;
    const sealedAnswers = sealReply(key, id, inItsLanguage(row, { answers: {}, declined }));
    const letters = await deleteLetters(tx, caller, locked, () => true);
    const change = { sealedAnswers, repliedAt: timeFor(tx, caller), takenOverAt: null };
    await moveReference(tx, caller, locked, 'retract', change);
    await forgetCodes(tx, caller, id);
    return letters;
  });
  await removeStored(ctx, gone);
}

/** Who has declined answers after all; the report waits for them again. Refuses with `state_does_not_allow`. */
export function reconsiderReference(ctx: Ctx, { id, caller, generation }: ReferenceFront): Promise<void> {
  demand(caller, 'give_references');
  return withLockedReference(ctx, caller, id, async (tx, locked) => {
    const { row, reference, key } = locked;
    const isPossible = row.status === 'declined' && isOpen(row.report_status) && generation >= row.link_generation;
    if (!isPossible) throw new Refusal('state_does_not_allow');
    const { declined, isInWelsh, ...reply } = reference.reply;
    await moveReference(tx, caller, locked, 'reconsider', {
      sealedAnswers: sealReply(key, id, reply),
      repliedAt: null,
    });
    await beginWaiting(tx, caller, row);
  });
}

/** The referee takes away a letter: one that was sent goes with the correction. Refuses with `not_found`. */
export async function removeLetter(ctx: Ctx, front: ReferenceFront, fileToken: string): Promise<void> {
  const gone = await changeReply(ctx, front, async (tx, locked) => {
    const taken = await takeAway(tx, front.caller, locked, fileToken);
    if (taken.reply !== locked.reference.reply) await saveReply(tx, front.caller, locked.key, front.id, taken.reply);
    return taken.gone;
  });
  await removeStored(ctx, gone);
}

/**
 * The referee names somebody who should answer in their place, and gives no reference. Nobody is written to: a screener
 * looks at it first. Refuses with `invalid_fields`, by the fields of a referee.
 */
export async function nameSomebodyElse(
  ctx: Ctx,
  front: ReferenceFront,
  other: Pick<Referee, 'name' | 'organisation' | 'email'>,
): Promise<void> {
  refereeProblems({ ...other, jobTitle: '', telephone: '' }, false).refuse('invalid_fields');
  const who = [other.name, other.organisation, other.email].filter((part) => part !== '');
  await declineReference(ctx, front, `Somebody else should answer: ${who.join(', ')}`);
}
