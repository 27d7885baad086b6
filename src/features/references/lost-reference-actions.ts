// A referee who has lost the mail types their address, and gets fresh links to the references that wait for them.
import type { Ctx, Tenant } from '../../context.ts';
import { emailFaults } from '../../lib/email-addresses.ts';
import { servingAccount, servingNobody } from '../../platform/db/served-account.ts';
import { isRestricted } from '../applicants/restriction-queries.ts';
import { wasRefereeMailed } from '../emails/email-actions.ts';
import { sendFreshLink } from '../mailed-links/access-actions.ts';
import { tokenOf } from '../mailed-links/link-tokens.ts';
import { askedAt, requestFreshLinks, typedKeys, typedOf } from '../mailed-links/lost-link-actions.ts';
import { openReferenceLink, referenceLink } from './reference-answer-actions.ts';
import { findMailedTo, findReference } from './reference-store.ts';
import { keyOfRow, openRequest } from './reference-vault.ts';

export const SEND_LOST_REFERENCES = 'send_lost_references';

/** More are not mailed at once: whoever has so many finds the others in their mailbox, or asks again the next day. */
const MOST_MAILS = 20;

/** The address in small letters; undefined for a text that is none. */
export function refereeAddress(text: string): string | undefined {
  const typed = text.trim().toLowerCase();
  return emailFaults(typed).length > 0 ? undefined : typed;
}

/** As `requestFreshLinks`. @param typed as `refereeAddress` answers it */
export const requestLostReferences = (ctx: Ctx, typed: string, address: string): Promise<void> =>
  requestFreshLinks(ctx, SEND_LOST_REFERENCES, typed, address);

/** The link, if it still takes something of the referee with this address. */
async function openLinkOf(ctx: Ctx, found: Tenant & { readonly id: string }, typed: string) {
  const row = await findReference(ctx.db, found, found.id);
  if (row === undefined || row.sealed_key === null) return undefined;
  const { referee } = openRequest(await keyOfRow(ctx, found, row), row);
  // The order is found by everybody whom it asked, also by an address that was corrected since.
  if (referee.email.trim().toLowerCase() !== typed) return undefined;
  if (await isRestricted(ctx.db, found, row.applicant_id)) return undefined;
  const { accountId, environment } = found;
  const link = { accountId, environment, subjectId: found.id, generation: row.link_generation };
  const { front } = await openReferenceLink(ctx, await tokenOf(ctx, 'reference', link), undefined);
  return front.isOpen || front.isSent || front.isDeclined ? referenceLink(front) : undefined;
}

/** With a link, since they asked for one. */
async function wasMailed(ctx: Ctx, found: Tenant & { readonly id: string }, since: Date): Promise<boolean> {
  const about = { referenceId: found.id, since };
  for (const template of ['reference_request', 'reference_sent'] as const)
    if (await wasRefereeMailed(ctx, found, { ...about, template })) return true;
  return false;
}

export function sendLostReferencesJob(ctx: Ctx) {
  return (payload: Readonly<Record<string, unknown>>): Promise<void> =>
    servingNobody(async () => {
      const typed = typedOf(ctx, payload);
      const since = askedAt(payload);
      let mailed = 0;
      for (const found of await findMailedTo(ctx.db, await typedKeys(ctx, typed))) {
        if (mailed === MOST_MAILS) return;
        mailed += await servingAccount(found.accountId, async () => {
          const link = await openLinkOf(ctx, found, typed);
          // The job may have failed at another account, and is tried again.
          const wasSent = since !== undefined && (await wasMailed(ctx, found, since));
          if (link !== undefined && !wasSent) await sendFreshLink(ctx, link, 'asked');
          return link === undefined ? 0 : 1;
        });
      }
    });
}
