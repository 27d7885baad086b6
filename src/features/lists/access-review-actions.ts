// Lists and exports who has access, for those who review it.
import type { Ctx } from '../../context.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { type AccessAsked, type AccessFilter, findReviewedUsers, type ReviewedUser } from './access-review-queries.ts';
import type { DeskAccounts } from './work-queue-queries.ts';

export type { AccessFilter, ReviewedUser };

const DAY_MS = 86_400_000;

/** Who has not signed in for so long is asked about. */
export const quietDays = 90;

export interface AccessReview {
  readonly by: Asker;
  readonly accounts: DeskAccounts;
  readonly only?: AccessFilter | undefined;
  readonly accountId?: string | undefined;
}

function askedOf({ now }: Pick<Ctx, 'now'>, { by, only, accountId }: AccessReview): AccessAsked {
  demand(by, 'read_security_events');
  return { only, accountId, now: now(), quietSince: new Date(now().getTime() - quietDays * DAY_MS) };
}

/** Refuses with `not_permitted`. */
export async function listAccess(
  ctx: Pick<Ctx, 'db' | 'now'>,
  review: AccessReview,
  page: { readonly offset: number; readonly limit: number },
): Promise<ReviewedUser[]> {
  return findReviewedUsers(ctx.db, review.accounts, askedOf(ctx, review), page);
}

const exportedAtOnce = 1000;

async function* batchesOf(ctx: Pick<Ctx, 'db'>, accounts: DeskAccounts, asked: AccessAsked) {
  for (let offset = 0; ; offset += exportedAtOnce) {
    const batch = await findReviewedUsers(ctx.db, accounts, asked, { offset, limit: exportedAtOnce });
    if (batch.length > 0) yield batch;
    if (batch.length < exportedAtOnce) return;
  }
}

/** All of them in batches. The page that gives them out records the export. Refuses with `not_permitted`. */
export function exportAccess(
  ctx: Pick<Ctx, 'db' | 'now'>,
  review: AccessReview,
): AsyncGenerator<readonly ReviewedUser[]> {
  return batchesOf(ctx, review.accounts, askedOf(ctx, review));
}
