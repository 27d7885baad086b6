// Credits an invoice to a wrong purchase order, name, address or subsidiary, so that it can be issued again.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { readInvoice } from '../../../features/invoices/invoice-actions.ts';
import { monthWords } from '../../../features/invoices/invoice-rules.ts';
import { creditToIssueAgain } from '../../../features/invoices/reissue-actions.ts';
import { inPounds } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { invoicedAgainWords } from '../../../messages/en-credits.ts';
import { type FieldWords, refusedFields } from '../../shared/field-words.ts';
import { type AccountPages, type FormRequest, type OpenedAccount, renderAccountPage } from './account-request.ts';
import { liveScopeOf } from './charges-page.ts';
import { missingToIssue } from './invoice-words.ts';

const path = '/invoices/:invoice_id/again';
const options = { permission: 'manage_agreements' } as const;

const words: Readonly<Record<string, FieldWords>> = {
  invoice: { input: 'credit', begins: 'The invoice' },
  operator: { input: 'credit', begins: 'The service' },
  billingAddress: { input: 'credit', begins: 'The name and address on invoices' },
};

export function invoiceAgainPage(pages: AccountPages, ctx: Ctx): void {
  const idIn = (request: FormRequest) => request.params.invoice_id?.toLowerCase();

  async function show(request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) {
    const invoice = await readInvoice(ctx, liveScopeOf(opened), idIn(request));
    if (invoice.kind !== 'invoice') throw new Refusal('not_found');
    const href = `${opened.path}/invoices/${invoice.id}`;
    return renderAccountPage(request, reply, 'invoice-again.njk', opened, {
      title: `Credit ${invoice.number} and issue it again`,
      section: 'Invoices',
      back: { text: invoice.number, href },
      errors,
      missing: missingToIssue(ctx.settings, await readAccountSettings(ctx, opened.account.id), {
        path: opened.path,
        hasVat: invoice.vatPence !== 0,
      }),
      number: invoice.number,
      total: inPounds(invoice.totalPence),
      monthName: monthWords(invoice.month),
      reason: invoicedAgainWords,
      action: `${href}/again`,
      creditLinesHref: `${opened.path}/charges/credit/lines?invoice=${invoice.id}`,
    });
  }

  pages.get(path, options, (request, reply, opened) => show(request, reply, opened));
  pages.post(path, options, async (request, reply, opened) => {
    const credit = () => creditToIssueAgain(ctx, liveScopeOf(opened), idIn(request));
    const errors = await refusedFields(credit, words);
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    return reply.redirect(`${opened.path}/invoices/${idIn(request)}?done=reopened#again`, 303);
  });
}
