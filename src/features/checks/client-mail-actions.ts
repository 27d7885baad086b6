// Mails the client what happened to a report of theirs: the order's number and its page, never what was found.
import type { Caller, Ctx } from '../../context.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import type { Check } from './check.ts';
import { resultsUri } from './check-links.ts';
import { findClientContacts } from './client-contact-queries.ts';

type ReportNews = 'report_reopened' | 'report_changed' | 'report_complete_again';

/** To who ordered the check, else to the administrators. */
export async function mailClient(tx: Ctx, caller: Caller, check: Check, template: ReportNews): Promise<void> {
  const account = await tx.keys.forAccount(caller.accountId);
  for (const { name, email: address } of await findClientContacts(tx.db, caller, check.id, 'read_checks')) {
    const values = { name, orderNumber: `VF${check.orderId}`, page: resultsUri(tx, check.id) };
    await queueEmail(tx, emailToUser(tx, caller, account, template, { to: { name, address }, values }));
  }
}
