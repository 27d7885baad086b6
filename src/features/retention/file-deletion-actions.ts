// Deletes a single file of an order by hand, for a reason.
import type { Caller, Ctx, OrderScope } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import { demand } from '../access/permissions.ts';
import { forgetExportsOf } from '../account-exports/account-export-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { listAttachments } from '../attachments/attachment-actions.ts';
import type { Check } from '../checks/check.ts';
import { withLockedApplicantAndCheck } from '../checks/check-progress-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { isOpen } from '../reports/report-states.ts';
import { keepsFromErasure } from '../restrictions/erasure-wait-actions.ts';
import { forgetResultsFiles } from '../results/results-document-actions.ts';
import type { FileDeletionReason } from './content-kinds.ts';
import { deleteFile } from './content-queries.ts';
import { keptBecause } from './erasure-actions.ts';
import { readHold } from './hold-actions.ts';

/** The open reports with an outcome, which may rest on the file: its own, or with a file of the whole order each. */
export const restingOn = ({ reports }: Pick<Check, 'reports'>, reportId: string | null) =>
  reports.filter(
    ({ id, status, result }) => isOpen(status) && result !== null && (reportId === null || reportId === id),
  );

async function whyKept(ctx: Ctx, caller: Caller, applicantId: string): Promise<string | undefined> {
  if ((await readAccountSettings(ctx, caller.accountId)).legalHold) return keptBecause.legal_hold;
  if ((await readHold(ctx, caller, applicantId)) !== undefined) return keptBecause.held;
  return (await keepsFromErasure(ctx, caller, applicantId, true)) ? keptBecause.restricted : undefined;
}

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
  const { checkId, fileToken, reason, isSaid } = given;
  if (!isUuid(fileToken)) throw new Refusal('not_found');
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  const work = async (tx: Ctx, { check }: { readonly check: Check }) => {
    const file = (await listAttachments(tx, caller, check.orderId)).find((one) => one.fileToken === fileToken);
    if (file === undefined) throw new Refusal('not_found');
    const problems = new Problems();
    const kept = await whyKept(tx, caller, check.applicantId);
    if (kept !== undefined) problems.add('file', `The file is kept: ${kept}`);
    const resting = restingOn(check, file.reportId);
    if (resting.length > 0 && !isSaid) problems.add('said', 'Say that you know that an outcome may rest on it');
    problems.refuse('invalid_fields');
    const fileId = await deleteFile(tx.db, caller, { checkId, fileToken });
    const about = {
      applicantId: check.applicantId,
      checkId,
      ...(file.reportId !== null && { reportId: file.reportId }),
    };
    const detail = { reason, size: file.size, rested: resting.map(({ id }) => id) };
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
