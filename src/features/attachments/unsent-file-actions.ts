// Files that a referee takes away: one that was not sent yet, or one that they sent by mistake.
import type { Caller, Ctx } from '../../context.ts';
import { storeEvents } from '../events/event-actions.ts';
import { deleteAttachmentsOf } from './attachment-store.ts';

export interface OwnFiles {
  readonly checkId: string;
  readonly applicantId: string;
  readonly reportId: string;
  /** Those of others stay. */
  readonly fileTokens: readonly string[];
}

/** Needs a transaction. Returns the names of the stored files: remove them after it with `removeStored`. */
export async function discardFilesOf(tx: Ctx, caller: Caller, files: OwnFiles): Promise<string[]> {
  const { checkId, applicantId, reportId, fileTokens } = files;
  const gone = await deleteAttachmentsOf(tx.db, caller, { checkId, uploadedBy: caller.actor, fileTokens });
  await storeEvents(
    tx,
    caller,
    gone.map(({ file_token: resourceId, size }) => ({
      type: 'attachment.discarded' as const,
      ...{ resourceId, applicantId, checkId, reportId, detail: { size } },
    })),
  );
  return gone.map(({ file_id }) => file_id);
}

/** If this fails, the sweep removes the file, because no row refers to it. */
export async function removeStored(ctx: Pick<Ctx, 'files' | 'log'>, names: readonly string[]): Promise<void> {
  for (const name of names)
    await ctx.files.remove(name).catch((error: unknown) => ctx.log.warn('file not removed yet', { error }));
}
