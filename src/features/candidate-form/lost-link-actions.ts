// A candidate who has lost the link types their address or mobile number, and gets fresh links to what is asked of them.
import type { Ctx } from '../../context.ts';
import { emailFaults } from '../../lib/email-addresses.ts';
import { servingAccount, servingNobody } from '../../platform/db/served-account.ts';
import { type CheckLink, linkToken } from '../checks/check-links.ts';
import { sendFreshLink } from '../mailed-links/access-actions.ts';
import { requestFreshLinks, typedKeys, typedOf } from '../mailed-links/lost-link-actions.ts';
import { formLink } from './form-access-actions.ts';
import { findLinksOf } from './form-access-store.ts';
import { openFormLink } from './form-actions.ts';

export const SEND_LOST_LINKS = 'send_lost_links';

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

/** As `requestFreshLinks`. @param typed as `reachedBy` answers it */
export const requestLostLinks = (ctx: Ctx, typed: string, address: string): Promise<void> =>
  requestFreshLinks(ctx, SEND_LOST_LINKS, typed, address);

/** A link that nothing is asked by any more is passed over. */
async function sendOne(ctx: Ctx, link: CheckLink, way: 'mail' | 'text'): Promise<void> {
  const { front } = await openFormLink(ctx, await linkToken(ctx, 'form', link), undefined);
  if (front.isOpen) await servingAccount(link.accountId, () => sendFreshLink(ctx, formLink(front, way), 'asked'));
}

export function sendLostLinksJob(ctx: Ctx) {
  return (payload: Readonly<Record<string, unknown>>): Promise<void> =>
    servingNobody(async () => {
      const typed = typedOf(ctx, payload);
      const way = typed.includes('@') ? 'mail' : 'text';
      for (const link of await findLinksOf(ctx.db, await typedKeys(ctx, typed))) await sendOne(ctx, link, way);
    });
}
