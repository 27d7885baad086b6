// Lets the operator list and delete files in which a virus scanner found something.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { deleteQuarantinedFile, findQuarantine, type QuarantinedFileRow } from './attachment-store.ts';

/** Without the files' names, which may name a person. */
export async function listQuarantine(ctx: Ctx, by: Asker, accountId: string): Promise<QuarantinedFileRow[]> {
  demand(by, 'manage_accounts');
  return findQuarantine(ctx.db, accountId);
}

/** Deletes the row and the file; the audit trail keeps the event. Refuses with `not_found`. */
export async function deleteFromQuarantine(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  fileId: string,
): Promise<QuarantinedFileRow> {
  const file = (await listQuarantine(ctx, by, accountId)).find(({ file_id }) => file_id === fileId);
  if (file === undefined) throw new Refusal('not_found');
  const { environment, file_token, applicant_id, check_id, size } = file;
  const caller = { accountId, environment, actor: by === 'system' ? by : by.actor, clockOffsetSeconds: 0 };
  await inTransaction(ctx, async (tx) => {
    if (!(await deleteQuarantinedFile(tx.db, caller, fileId))) throw new Refusal('not_found');
    const event = { resourceId: file_token, applicantId: applicant_id, checkId: check_id, detail: { size } };
    await storeEvents(tx, caller, [{ ...event, type: 'attachment.discarded' }]);
  });
  // If this fails, the sweep removes the file, because no row refers to it.
  await ctx.files.remove(fileId);
  return file;
}
