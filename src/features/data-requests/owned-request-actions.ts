// The open requests and complaints that somebody of the desk deals with, and handing them over when they leave or are away.
import type { Ctx } from '../../context.ts';
import type { Asker } from '../access/permissions.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { listOwners } from './complaint-actions.ts';
import { findOwnedRequests, type OwnedRequest } from './data-request-queries.ts';
import { updateOwner } from './data-request-store.ts';

/** In the accounts that the reader sees, of both environments, the earliest due first. */
export const listOwnedRequests = (
  ctx: Pick<Ctx, 'db'>,
  accounts: DeskAccounts,
  ownerId: string,
): Promise<OwnedRequest[]> => findOwnedRequests(ctx.db, accounts, ownerId);

/**
 * Gives those of the requests to the colleague with which they may deal, in the transaction of the caller, who demands the
 * permission. Returns how many.
 */
export async function handOverRequests(
  tx: Ctx,
  by: Asker,
  requests: readonly OwnedRequest[],
  toId: string,
): Promise<number> {
  let moved = 0;
  for (const one of requests) {
    const { account_id: accountId, environment, clock_offset_seconds: clockOffsetSeconds, subject, kind } = one;
    if ((await listOwners(tx, { accountId }, { kind, subject })).every(({ id }) => id !== toId)) continue;
    await updateOwner(tx.db, { accountId, environment }, one.id, { owner: toId, subject });
    const of = one.applicant_id === null ? {} : { applicantId: one.applicant_id };
    const event = { type: 'data_request.assigned' as const, resourceId: one.id, ...of, detail: { owner: toId } };
    const who = by === 'system' ? { actor: by } : by;
    await storeEvents(tx, { ...who, accountId, environment, clockOffsetSeconds }, [event]);
    moved += 1;
  }
  return moved;
}
