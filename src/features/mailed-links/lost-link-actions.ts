// Somebody types what reaches them, and gets fresh links if something is asked of them. The answer is the same for everybody.
import { createHash } from 'node:crypto';
import type { Ctx, Tenant } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { countAttempts } from '../../platform/db/attempt-counts.ts';
import { networkOf } from '../accounts/sign-in-rules.ts';
import { searchKeys } from '../applicants/applicant-vault.ts';
import { reachedTerms } from '../applicants/search-key-rules.ts';
import { findAccountIds } from './access-store.ts';

/** Sends the fresh links: to candidates, or to referees. */
export type LostLinkJob = 'send_lost_links' | 'send_lost_references';

/** A whole school may share a network. */
const ASKED_PER_NETWORK = 100;
const ASKED_PER_TYPED = 3;
const DAY_MS = 24 * 3_600_000;
const environments = ['live', 'test'] as const;

/** Binds what was typed in the job. */
const place = (id: string) => ['lost_link', id];

/**
 * Leaves the search to a job, so that the time of the answer tells nothing either. Refuses with `rate_limited` a network that
 * asks too often; an address or a number that was asked for too often gets nothing more that day. @param typed in small letters
 */
export async function requestFreshLinks(ctx: Ctx, job: LostLinkJob, typed: string, address: string): Promise<void> {
  const now = ctx.now();
  const asked = createHash('sha256').update(typed).digest('base64url');
  const subjects = [`lost link network ${networkOf(address)}`, `${job} ${asked}`];
  const window = { now, windowStart: new Date(now.getTime() - DAY_MS) };
  const [ofNetwork = 0, ofTyped = 0] = await countAttempts(ctx.db, 'link_guesses', subjects, window);
  if (ofNetwork > ASKED_PER_NETWORK) throw new Refusal('rate_limited');
  if (ofTyped > ASKED_PER_TYPED) return;
  const id = ctx.newId();
  await ctx.jobs.add(ctx.db, job, { id, sealed: ctx.keys.operator.seal(place(id), typed), at: now.toISOString() });
}

/** What was typed, of the payload of the job. */
export const typedOf = (ctx: Ctx, payload: Readonly<Record<string, unknown>>): string =>
  ctx.keys.operator.open(place(String(payload.id)), String(payload.sealed));

/** When it was asked, of the payload; undefined of a job that an earlier version left. */
export const askedAt = ({ at }: Readonly<Record<string, unknown>>): Date | undefined =>
  typeof at === 'string' ? new Date(at) : undefined;

/** What was typed as each account keeps it. */
export interface TypedKey extends Tenant {
  /** The blind key of the email address, or of the telephone number. */
  readonly key: string;
}

export async function typedKeys(ctx: Ctx, typed: string): Promise<TypedKey[]> {
  const wanted = await Promise.all(
    (await findAccountIds(ctx.db)).map(async (accountId) => {
      const account = await ctx.keys.forAccount(accountId);
      return environments.map((environment) => ({
        ...{ accountId, environment },
        key: searchKeys(account, { accountId, environment }, reachedTerms(typed))[0]!,
      }));
    }),
  );
  return wanted.flat();
}
