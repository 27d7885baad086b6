// Mails the client what happened to an order of theirs.
import type { Caller, Ctx } from '../../context.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import type { OrderNewsTemplate } from '../emails/order-news-words.ts';
import type { Check } from './check.ts';
import { resultsUri } from './check-links.ts';
import { findClientContacts } from './client-contact-queries.ts';
import { newsOfMove } from './client-news-rules.ts';

/** To who ordered the check, else to the administrators. */
export async function mailClient(tx: Ctx, caller: Caller, check: Check, template: OrderNewsTemplate): Promise<void> {
  const account = await tx.keys.forAccount(caller.accountId);
  for (const { name, email: address } of await findClientContacts(tx.db, caller, check.id, 'read_checks')) {
    const values = { name, orderNumber: `VF${check.orderId}`, page: resultsUri(tx, check.id) };
    await queueEmail(tx, emailToUser(tx, caller, account, template, { to: { name, address }, values }));
  }
}

/** What the moves from one standing to the other are to the client. */
export async function mailNews(tx: Ctx, caller: Caller, before: Check, after: Check): Promise<void> {
  for (const template of newsOfMove(before, after)) await mailClient(tx, caller, after, template);
}
