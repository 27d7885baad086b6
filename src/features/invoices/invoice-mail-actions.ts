// Mails an invoice or a credit note as a PDF: when it is issued, and again when somebody did not get it.
import { type Authority, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { emailFaults } from '../../lib/email-addresses.ts';
import { inPounds } from '../../lib/money.ts';
import { Problems } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { demand } from '../access/permissions.ts';
import { emailToUser, listEmailsOfInvoice, queueEmail } from '../emails/email-actions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import type { Invoice } from './invoice.ts';
import { readInvoice } from './invoice-actions.ts';
import { monthWords } from './invoice-rules.ts';

type Mailed = Pick<Invoice, 'accountId' | 'id' | 'kind' | 'number' | 'month' | 'totalPence' | 'dueOn'>;

export async function mailTo(tx: Ctx, email: string, invoice: Mailed): Promise<void> {
  const { accountId, id, kind, number, month, totalPence, dueOn } = invoice;
  const caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 } as const;
  const values = {
    ...{ invoiceId: id, kind, number, month: monthWords(month), total: inPounds(totalPence), dueOn },
    page: `${tx.settings.clientUrl}/portal/charges#invoices`,
  };
  const key = await tx.keys.forAccount(accountId);
  await queueEmail(tx, emailToUser(tx, caller, key, 'invoice_issued', { user: { id: null, name: '', email }, values }));
}

/** Refuses with `not_found`, and with `invalid_fields` (email). @param email as it was typed */
export async function mailAgain(
  ctx: Ctx,
  caller: OrderScope & Authority,
  id: string | undefined,
  email: string,
): Promise<void> {
  demand(caller, 'manage_agreements');
  const invoice = await readInvoice(ctx, caller, id);
  const problems = new Problems();
  if (email === '') problems.add('email', "can't be blank");
  else if (emailFaults(email).length > 0) problems.add('email', 'must be an email address');
  problems.refuse('invalid_fields');
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    await mailTo(tx, email, invoice);
    await storeAccountEvent(tx, caller.accountId, caller, {
      type: 'account.invoice_marked',
      resourceId: caller.accountId,
      detail: { number: invoice.number, as: 'mailed', on: ukDateOf(tx.now()) },
    });
  });
}

/** Newest first. */
export function listMailsOf(ctx: Ctx, caller: OrderScope & Authority, { id }: Pick<Invoice, 'id'>) {
  demand(caller, 'read_charges');
  return listEmailsOfInvoice(ctx, caller, id);
}
