// Lists and exports who has access, for those who look through it.
import type { Ctx } from '../../context.ts';
import { type Asker, demand } from '../access/permissions.ts';
import {
  type AccessAsked,
  type AccessFilter,
  findLastSignIns,
  findReviewedUsers,
  type ReviewedUser,
} from './access-review-queries.ts';
import type { DeskAccounts } from './work-queue-queries.ts';

export type { AccessFilter, ReviewedUser };

const DAY_MS = 86_400_000;

type Reviewing = Pick<Ctx, 'db' | 'now' | 'settings'>;

/** Who has not signed in for so many days is asked about; of a longer time than sign-ins are kept nothing is known. */
export const quietDaysOf = ({ settings }: Pick<Ctx, 'settings'>): number => Math.min(90, settings.securityEventDays);

export interface AccessReview {
  readonly by: Asker;
  readonly accounts: DeskAccounts;
  readonly only?: AccessFilter | undefined;
  readonly accountId?: string | undefined;
}

function askedOf(ctx: Reviewing, { by, only, accountId }: AccessReview): AccessAsked {
  demand(by, 'read_security_events');
  const now = ctx.now();
  return { only, accountId, now, quietSince: new Date(now.getTime() - quietDaysOf(ctx) * DAY_MS) };
}

/** Refuses with `not_permitted`. */
export async function listAccess(
  ctx: Reviewing,
  review: AccessReview,
  page: { readonly offset: number; readonly limit: number },
): Promise<ReviewedUser[]> {
  return findReviewedUsers(ctx.db, review.accounts, askedOf(ctx, review), page);
}

/** When each user of an account signed in last, as far as sign-ins are kept. */
export async function lastSignInsOf(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  accountId: string,
): Promise<ReadonlyMap<string, Date>> {
  demand(by, 'manage_users', 'read_accounts');
  return new Map((await findLastSignIns(ctx.db, accountId)).map(({ id, at }) => [id, at]));
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
export function exportAccess(ctx: Reviewing, review: AccessReview): AsyncGenerator<readonly ReviewedUser[]> {
  return batchesOf(ctx, review.accounts, askedOf(ctx, review));
}
