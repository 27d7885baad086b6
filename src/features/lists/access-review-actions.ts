// Lists and exports who has access for those who review it, and records that they did.
import type { Authority, Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import {
  type AccessAsked,
  type AccessFilter,
  countReviewed,
  findLastReview,
  findLastSignIns,
  findReviewedUsers,
  type RecordedReview,
  type ReviewedUser,
} from './access-review-queries.ts';
import { type DeskAccounts, findDeskAccounts } from './work-queue-queries.ts';

export type { AccessFilter, RecordedReview, ReviewedUser };

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

/** Who sees a part of the accounts reviews one of them at a time: a review of all would not be one. */
export const isWhole = ({ accounts, accountId }: AccessReview): boolean =>
  accounts === 'all' || (accountId !== undefined && accounts.includes(accountId));

/** Refuses with `not_permitted`. */
export function readLastReview(
  ctx: Pick<Ctx, 'db'>,
  { by, accountId }: AccessReview,
): Promise<RecordedReview | undefined> {
  demand(by, 'read_security_events');
  return findLastReview(ctx.db, accountId ?? null);
}

/** Records that somebody looked through all whom the review names, with how many it found. Refuses with `not_permitted`. */
export async function recordAccessReview(
  ctx: Reviewing & Parameters<typeof recordSecurityEvent>[0],
  review: AccessReview & { readonly by: Authority },
): Promise<void> {
  const { by, accounts, accountId } = review;
  demand(by, 'review_access');
  const asked = askedOf(ctx, { ...review, only: undefined });
  const isKnown =
    accountId === undefined || (await findDeskAccounts(ctx.db, accounts)).some(({ id }) => id === accountId);
  if (!isKnown || !isWhole(review))
    throw new Refusal('invalid_fields', { account: ['Choose the account that was reviewed'] });
  const detail = { ...(await countReviewed(ctx.db, accounts, asked)) };
  await recordSecurityEvent(ctx, { type: 'access.reviewed', accountId, actor: by.actor, detail });
}
