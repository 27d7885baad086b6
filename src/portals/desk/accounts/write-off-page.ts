// The page on which finance writes off what is left to pay of an invoice.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { readInvoice } from '../../../features/invoices/invoice-actions.ts';
import { leftOf } from '../../../features/invoices/invoice-rules.ts';
import { type WriteOffReason, writeOffWords } from '../../../features/payments/payment-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import type { FormWords } from '../../shared/field-words.ts';
import { giveByForm, moneyAskedPath, ownMonthModel } from '../money-approvals/money-approvals-path.ts';
import {
  type AccountPages,
  type FormRequest,
  type OpenedAccount,
  renderAccountPage,
  typed,
} from './account-request.ts';
import { liveScopeOf } from './charges-page.ts';

const path = '/invoices/:invoice_id/write-off';
const options = { permission: 'manage_agreements' } as const;

const reasons = Object.keys(writeOffWords) as WriteOffReason[];
const words: FormWords = { reason: { input: 'reason', begins: 'The reason', empty: 'Choose why it is written off' } };

export function writeOffPage(pages: AccountPages, ctx: Ctx): void {
  /** Refuses with `not_found` where nothing is left to pay. */
  async function invoiceIn(request: FormRequest, opened: OpenedAccount) {
    const invoice = await readInvoice(ctx, liveScopeOf(opened), request.params.invoice_id?.toLowerCase());
    if (invoice.kind !== 'invoice' || leftOf(invoice) <= 0) throw new Refusal('not_found');
    return { invoice, href: `${opened.path}/invoices/${invoice.id}` };
  }

  async function show(request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) {
    const { invoice, href } = await invoiceIn(request, opened);
    return renderAccountPage(request, reply, 'write-off.njk', opened, {
      title: `Write off ${invoice.number}`,
      section: 'Invoices',
      back: { text: invoice.number, href },
      errors,
      action: `${href}/write-off`,
      left: inPounds(leftOf(invoice)),
      dueOn: invoice.dueOn,
      ownMonth: await ownMonthModel(ctx, opened.by, opened.account.id),
      reasonItems: reasons.map((value) => ({
        value,
        text: writeOffWords[value],
        checked: typed(request, 'reason') === value,
      })),
    });
  }

  pages.get(path, options, (request, reply, opened) => show(request, reply, opened));
  pages.post(path, options, async (request, reply, opened) => {
    const { invoice, href } = await invoiceIn(request, opened);
    const reason = reasons.find((one) => one === typed(request, 'reason'));
    const act = { kind: 'write_off', given: { invoiceId: invoice.id, reason } } as const;
    const { errors, isAsked } = await giveByForm(ctx, liveScopeOf(opened), act, invoice.number, words);
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    if (isAsked) return reply.redirect(moneyAskedPath, 303);
    return reply.redirect(href, 303);
  });
}
