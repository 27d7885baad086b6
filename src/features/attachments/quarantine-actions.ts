// What the operator does with files that a virus scanner found harmful: sees that they are there, and deletes them.
import { type Actor, type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { storeEvents } from '../events/event-actions.ts';
import { deleteQuarantinedFile, findQuarantine, type QuarantinedFileRow } from './attachment-store.ts';

/** Without its name, which may be a person's. */
export const listQuarantine = (ctx: Ctx, accountId: string): Promise<QuarantinedFileRow[]> =>
  findQuarantine(ctx.db, accountId);

/** Row and bytes; that it was there stays in the audit trail. Refuses with `not_found`. */
export async function deleteFromQuarantine(
  ctx: Ctx,
  actor: Actor,
  accountId: string,
  fileId: string,
): Promise<QuarantinedFileRow> {
  const file = (await findQuarantine(ctx.db, accountId)).find(({ file_id }) => file_id === fileId);
  if (file === undefined) throw new Refusal('not_found');
  const { environment, file_token, applicant_id, check_id, size } = file;
  const caller = { accountId, environment, actor, clockOffsetSeconds: 0 };
  await inTransaction(ctx, async (tx) => {
    if (!(await deleteQuarantinedFile(tx.db, caller, fileId))) throw new Refusal('not_found');
    const event = { resourceId: file_token, applicantId: applicant_id, checkId: check_id, detail: { size } };
    await storeEvents(tx, caller, [{ ...event, type: 'attachment.discarded' }]);
  });
  // Where this fails the sweep removes it: no row names it any more.
  await ctx.files.remove(fileId);
  return file;
}
