// Deletes a single file of an order by hand, for a reason: at the desk, or by the user of the client who attached it by mistake.
import type { Caller, Ctx, OrderScope } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import { demand } from '../access/permissions.ts';
import { forgetExportsOf } from '../account-exports/account-export-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { Attachment } from '../attachments/attachment.ts';
import { listAttachments } from '../attachments/attachment-actions.ts';
import type { Check } from '../checks/check.ts';
import { withLockedApplicantAndCheck } from '../checks/check-progress-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { isOpen } from '../reports/report-states.ts';
import { keepsFromErasure } from '../restrictions/erasure-wait-actions.ts';
import { forgetResultsFiles } from '../results/results-document-actions.ts';
import type { FileDeletionReason, OwnDeletionReason } from './content-kinds.ts';
import { deleteFile } from './content-queries.ts';
import { keptBecause } from './erasure-actions.ts';
import { isHeld } from './hold-actions.ts';

/** The open reports with an outcome, which may rest on the file: its own, or with a file of the whole order each. */
export const restingOn = ({ reports }: Pick<Check, 'reports'>, reportId: string | null) =>
  reports.filter(
    ({ id, status, result }) => isOpen(status) && result !== null && (reportId === null || reportId === id),
  );

async function whyKept(ctx: Ctx, caller: Caller, applicantId: string): Promise<string | undefined> {
  if ((await readAccountSettings(ctx, caller.accountId)).legalHold) return keptBecause.legal_hold;
  if (await isHeld(ctx, caller, applicantId)) return keptBecause.held;
  return (await keepsFromErasure(ctx, caller, applicantId, true)) ? keptBecause.restricted : undefined;
}

/** Whether a result rests on it, or may: who attached it cannot take it away any more, and asks the desk. */
export const isWorkedWith = (
  check: Pick<Check, 'reports'>,
  file: Pick<Attachment, 'reportId' | 'createdAt'>,
): boolean =>
  restingOn(check, file.reportId).length > 0 ||
  check.reports.some(({ id, completedAt }) =>
    file.reportId === null
      ? completedAt !== null && completedAt >= file.createdAt
      : id === file.reportId && completedAt !== null,
  );

export interface FileToDelete {
  readonly checkId: string;
  readonly fileToken: string;
  readonly reason: FileDeletionReason;
  /** Whoever deletes it knows that the outcome of an open report may rest on it. */
  readonly isSaid: boolean;
}

/**
 * Refuses with `not_found`, and with `invalid_fields`: `file` where a legal hold, a hold or a restriction keeps it, and
 * `said` where the outcome of an open report may rest on it and nobody said so.
 */
export async function deleteFileByHand(ctx: Ctx, caller: Caller & OrderScope, given: FileToDelete): Promise<void> {
  demand(caller, 'erase_applicants');
  const { isSaid, ...wanted } = given;
  await deleteOne(ctx, caller, wanted, (check, file, kept) => {
    const problems = new Problems();
    if (kept !== undefined) problems.add('file', `The file is kept: ${kept}`);
    if (restingOn(check, file.reportId).length > 0 && !isSaid)
      problems.add('said', 'Say that you know that an outcome may rest on it');
    problems.refuse('invalid_fields');
  });
}

/**
 * A user of the client takes away what they attached by mistake. Refuses with `not_found` files of others, with
 * `state_does_not_allow` one that a result rests on, and with `invalid_fields` (file) one that must be kept.
 */
export async function deleteOwnFile(
  ctx: Ctx,
  caller: Caller & OrderScope,
  given: Omit<FileToDelete, 'isSaid'> & { readonly reason: OwnDeletionReason },
): Promise<void> {
  demand(caller, 'attach_files');
  await deleteOne(ctx, caller, given, (check, file, kept) => {
    if (file.uploadedBy !== caller.actor) throw new Refusal('not_found');
    if (isWorkedWith(check, file)) throw new Refusal('state_does_not_allow');
    // Why is the desk's to say.
    if (kept !== undefined) throw new Refusal('invalid_fields', { file: ['must be kept for now'] });
  });
}

async function deleteOne(
  ctx: Ctx,
  caller: Caller & OrderScope,
  { checkId, fileToken, reason }: Omit<FileToDelete, 'isSaid'>,
  judge: (check: Check, file: Attachment, kept: string | undefined) => void,
): Promise<void> {
  if (!isUuid(fileToken)) throw new Refusal('not_found');
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  const work = async (tx: Ctx, { check }: { readonly check: Check }) => {
    const file = (await listAttachments(tx, caller, check.orderId)).find((one) => one.fileToken === fileToken);
    if (file === undefined) throw new Refusal('not_found');
    judge(check, file, await whyKept(tx, caller, check.applicantId));
    const fileId = await deleteFile(tx.db, caller, { checkId, fileToken });
    const about = {
      applicantId: check.applicantId,
      checkId,
      ...(file.reportId !== null && { reportId: file.reportId }),
    };
    const detail = { reason, size: file.size, rested: restingOn(check, file.reportId).map(({ id }) => id) };
    await storeEvents(tx, caller, [{ type: 'attachment.deleted', resourceId: fileToken, ...about, detail }]);
    await forgetExportsOf(tx, caller, check.applicantId);
    return [fileId!, ...(await forgetResultsFiles(tx, caller, checkId))];
  };
  // A restricted person is told as such, instead of that the order does not allow it.
  const gone = await withLockedApplicantAndCheck(ctx, caller, checkId, work, { restrictedToo: true });
  // If this fails, the sweep removes the file, because no row refers to it.
  for (const name of gone)
    await ctx.files.remove(name).catch((error: unknown) => ctx.log.warn('file not removed yet', { error }));
}
