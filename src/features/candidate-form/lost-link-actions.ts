// Somebody types an address or a mobile number, and gets fresh links if it is a candidate's. The page answers the same for
// each of them.
import { createHash } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { emailFaults } from '../../lib/email-addresses.ts';
import { Refusal } from '../../lib/refusal.ts';
import { countAttempts } from '../../platform/db/attempt-counts.ts';
import { servingAccount, servingNobody } from '../../platform/db/served-account.ts';
import { networkOf } from '../accounts/sign-in-rules.ts';
import { searchKeys } from '../applicants/applicant-vault.ts';
import { reachedTerms } from '../applicants/search-key-rules.ts';
import { type CheckLink, linkToken } from '../checks/check-links.ts';
import { sendFreshLink } from '../mailed-links/access-actions.ts';
import { formLink } from './form-access-actions.ts';
import { findAccountIds, findLinksOf } from './form-access-store.ts';
import { openFormLink } from './form-actions.ts';

export const SEND_LOST_LINKS = 'send_lost_links';

/** A whole school may share a network. */
const ASKED_PER_NETWORK = 100;
const ASKED_PER_TYPED = 3;
const DAY_MS = 24 * 3_600_000;
const environments = ['live', 'test'] as const;

/** Binds what was typed in the job. */
const place = (id: string) => ['lost_link', id];

/**
 * An email address in small letters; a mobile number in international form, where the program can send text messages;
 * undefined for another text.
 */
export async function reachedBy({ texts }: Pick<Ctx, 'texts'>, text: string): Promise<string | undefined> {
  const typed = text.trim().toLowerCase();
  if (typed.includes('@')) return emailFaults(typed).length > 0 ? undefined : typed;
  if (!texts.canSend) return undefined;
  // Loaded with the first number, because it would add to the start.
  const { telephoneNumberOf } = await import('../../lib/telephone-numbers.ts');
  const number = telephoneNumberOf(typed, 'GBR');
  return number?.kind === 'mobile' && number.isPossible ? number.international : undefined;
}

/**
 * Looks for what is open in the background, so that the time of the answer tells nothing either. Refuses with
 * `rate_limited` a network that asks too often; an address or a number that was asked for too often gets nothing more that
 * day. @param typed as `reachedBy` answers it
 */
export async function requestLostLinks(ctx: Ctx, typed: string, address: string): Promise<void> {
  const now = ctx.now();
  const asked = createHash('sha256').update(typed).digest('base64url');
  const subjects = [`lost link network ${networkOf(address)}`, `lost link ${asked}`];
  const window = { now, windowStart: new Date(now.getTime() - DAY_MS) };
  const [ofNetwork = 0, ofTyped = 0] = await countAttempts(ctx.db, 'link_guesses', subjects, window);
  if (ofNetwork > ASKED_PER_NETWORK) throw new Refusal('rate_limited');
  if (ofTyped > ASKED_PER_TYPED) return;
  const id = ctx.newId();
  await ctx.jobs.add(ctx.db, SEND_LOST_LINKS, { id, sealed: ctx.keys.operator.seal(place(id), typed) });
}

async function linksOf(ctx: Ctx, typed: string): Promise<CheckLink[]> {
  const accountIds = await findAccountIds(ctx.db);
  const wanted = await Promise.all(
    accountIds.map(async (accountId) => {
      const account = await ctx.keys.forAccount(accountId);
      return environments.map((environment) => ({
        ...{ accountId, environment },
        key: searchKeys(account, { accountId, environment }, reachedTerms(typed))[0]!,
      }));
    }),
  );
  return findLinksOf(ctx.db, wanted.flat());
}

/** A link that nothing is asked by any more is passed over. */
async function sendOne(ctx: Ctx, link: CheckLink, way: 'mail' | 'text'): Promise<void> {
  const { front } = await openFormLink(ctx, await linkToken(ctx, 'form', link), undefined);
  if (front.isOpen) await servingAccount(link.accountId, () => sendFreshLink(ctx, formLink(front, way)));
}

export function sendLostLinksJob(ctx: Ctx) {
  return (payload: Readonly<Record<string, unknown>>): Promise<void> =>
    servingNobody(async () => {
      const typed = ctx.keys.operator.open(place(String(payload.id)), String(payload.sealed));
      const way = typed.includes('@') ? 'mail' : 'text';
      for (const link of await linksOf(ctx, typed)) await sendOne(ctx, link, way);
    });
}
