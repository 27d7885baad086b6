// The comments of a check as its pages show them to the client and to the desk.
import type { Ctx } from '../../../context.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import type { Check } from '../../../features/checks/check.ts';
import { type CommentSide, listComments } from '../../../features/comments/comment-actions.ts';
import type { DataKey } from '../../../platform/encryption/account-key.ts';

/** @param reader who reads them: a client is told of the desk, not of its people */
export async function commentRows(ctx: Ctx, check: Check, key: DataKey | undefined, reader: CommentSide) {
  const comments = await listComments(ctx, check, key);
  const nameOf = await readActorNames(
    ctx.db,
    check.tenant.accountId,
    comments.map(({ author }) => author),
  );
  return comments.map(({ id, side, text, author, createdAt, handledAt }) => ({
    ...{ id, side, text, createdAt },
    by: side === 'desk' && reader === 'client' ? 'The screeners' : nameOf(author).name,
    isOpen: side === 'client' && handledAt === null,
  }));
}
