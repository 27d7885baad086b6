// Reads the statement of an account, makes its PDF, and mails it, by hand and each month.
import { fileURLToPath } from 'node:url';
import { type Authority, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { parseDate } from '../../lib/dates.ts';
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
import { lastMonth } from '../invoices/invoice-rules.ts';
import { buyerOf, sellerOf } from '../invoices/issue-actions.ts';
import { type Period, type Statement, statementData, statementOf } from './statement-rules.ts';
import { findStatementEntries } from './statement-store.ts';

const DOCUMENT = fileURLToPath(new URL('statement-document.typ', import.meta.url));

/** Last month and what of this one is over. */
export function usualPeriod(ctx: Pick<Ctx, 'now'>): Period {
  const today = ukDateOf(ctx.now());
  return { from: `${lastMonth(today)}-01`, to: today };
}

/** The usual one where nothing is typed. Refuses with `invalid_fields` (from, to). */
export function periodOf(ctx: Pick<Ctx, 'now'>, given: { readonly from: string; readonly to: string }): Period {
  const usual = usualPeriod(ctx);
  const [from, to] = [parseDate(given.from || usual.from), parseDate(given.to || usual.to)];
  const problems = new Problems();
  if (from === undefined) problems.add('from', 'must be a date');
  if (to === undefined || to > usual.to) problems.add('to', 'must be a date until today');
  else if (from !== undefined && to < from) problems.add('to', 'must not be before the first day');
  problems.refuse('invalid_fields');
  return { from: from!, to: to! };
}

/** Of the account as a whole: refuses with `not_found` whoever sees some subsidiaries alone. */
export async function readStatement(
  ctx: Pick<Ctx, 'db'>,
  caller: OrderScope & Authority,
  period: Period,
): Promise<Statement> {
  demand(caller, 'read_charges');
  if (caller.subsidiaryIds !== null) throw new Refusal('not_found');
  return statementOf(await findStatementEntries(ctx.db, caller.accountId, period.to), period);
}

/** As a PDF. Refuses as `readStatement`. */
export async function renderStatement(ctx: Ctx, caller: OrderScope & Authority, period: Period): Promise<Buffer> {
  const statement = await readStatement(ctx, caller, period);
  const account = await readAccount(ctx, caller.accountId);
  const buyer = buyerOf(account, await readAccountSettings(ctx, caller.accountId), null);
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
