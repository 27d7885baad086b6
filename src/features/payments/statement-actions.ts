// Reads the statement of an account, makes its PDF, and mails it, by hand and each month.
import { fileURLToPath } from 'node:url';
import { type Authority, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { inPounds } from '../../lib/money.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import { demand } from '../access/permissions.ts';
import { readAccount } from '../accounts/account-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import type { AttachmentsOf } from '../emails/email-attachments.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { invoiceAttachments } from '../invoices/invoice-actions.ts';
import { buyerOf, sellerOf } from '../invoices/party-actions.ts';
import { openReference } from './receipt-vault.ts';
import { type Period, type Statement, statementData, statementOf } from './statement-rules.ts';
import { findStatementEntries } from './statement-store.ts';

const DOCUMENT = fileURLToPath(new URL('statement-document.typ', import.meta.url));

/** Of the account as a whole: refuses with `not_found` whoever sees some subsidiaries alone. */
export async function readStatement(
  ctx: Pick<Ctx, 'db' | 'keys'>,
  caller: OrderScope & Authority,
  period: Period,
): Promise<Statement> {
  demand(caller, 'read_charges');
  if (caller.subsidiaryIds !== null) throw new Refusal('not_found');
  const { accountId } = caller;
  const rows = await findStatementEntries(ctx.db, accountId, period.to);
  const entries = await Promise.all(
    rows.map(async ({ receipt_id: id, sealed_reference: sealed, ...row }) => ({
      ...row,
      reference: id === null || sealed === null ? '' : await openReference(ctx, [accountId, id], sealed),
    })),
  );
  return statementOf(entries, period);
}

/** As a PDF. Refuses as `readStatement`. */
export async function renderStatement(ctx: Ctx, caller: OrderScope & Authority, period: Period): Promise<Buffer> {
  const statement = await readStatement(ctx, caller, period);
  const account = await readAccount(ctx, caller.accountId);
  const buyer = buyerOf(account, await readAccountSettings(ctx, caller.accountId), {
    ...{ subsidiary: null, purchaseOrder: '' },
  });
  const data = statementData(statement, sellerOf(ctx.settings), buyer, ukDateOf(ctx.now()));
  return renderPdf({ template: DOCUMENT, data });
}

/** Refuses with `invalid_fields` (billingEmail). */
export function mailStatement(ctx: Ctx, caller: OrderScope & Authority, period: Period): Promise<void> {
  demand(caller, 'manage_agreements');
  return inTransaction(ctx, async (tx) => {
    const { billingEmail: email } = await readAccountSettings(tx, caller.accountId);
    const problems = new Problems();
    if (email === '') problems.add('billingEmail', 'is not set');
    problems.refuse('invalid_fields');
    const { closingPence } = await readStatement(tx, caller, period);
    const to = { accountId: caller.accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 } as const;
    const values = {
      ...{ statementFrom: period.from, statementTo: period.to, balance: inPounds(closingPence) },
      page: `${tx.settings.clientUrl}/portal/charges/account-statement`,
    };
    const key = await tx.keys.forAccount(caller.accountId);
    await queueEmail(
      tx,
      emailToUser(tx, to, key, 'account_statement', { user: { id: null, name: '', email }, values }),
    );
    await storeAccountEvent(tx, caller.accountId, caller, {
      type: 'account.statement_mailed',
      resourceId: caller.accountId,
      detail: { from: period.from, to: period.to },
    });
  });
}

/** The PDF of the invoice or the statement that a mail announces. */
export const paymentAttachments: AttachmentsOf = async (ctx, tenant, mail) => {
  const { statement } = mail;
  if (statement === undefined) return invoiceAttachments(ctx, tenant, mail);
  const by = { accountId: tenant.accountId, environment: 'live', subsidiaryIds: null, actor: 'system' } as const;
  const content = await renderStatement(ctx, by, statement);
  return [{ filename: `statement-${statement.to}.pdf`, contentType: 'application/pdf', content }];
};
