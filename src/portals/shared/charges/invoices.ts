// Invoices and credit notes as rows of a table, and as files.
import type { FastifyReply } from 'fastify';
import type { Authority, Ctx } from '../../../context.ts';
import type { Invoice } from '../../../features/invoices/invoice.ts';
import { renderInvoice } from '../../../features/invoices/invoice-actions.ts';
import {
  type InvoiceStatus,
  kindWords,
  monthWords,
  settledOf,
  settledOn,
  statusOf,
  statusWords,
} from '../../../features/invoices/invoice-rules.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { inPounds } from '../../../lib/money.ts';

const tags: Readonly<Record<InvoiceStatus, string>> = {
  issued: 'govuk-tag--grey',
  sent: 'govuk-tag--blue',
  paid: 'govuk-tag--green',
  credited: 'govuk-tag--grey',
  written_off: 'govuk-tag--grey',
  overdue: 'govuk-tag--red',
};

export const INVOICES_PER_PAGE = 50;

/** The links to the pages around this one. @param found one more than is shown, if there are more @param href of the first page */
export function invoicePagination(found: readonly Invoice[], page: number, href: string) {
  const hrefOf = (number: number) =>
    `${href}${number === 1 ? '' : `${href.includes('?') ? '&' : '?'}page=${number}`}#invoices`;
  return {
    previousHref: page > 1 ? hrefOf(page - 1) : undefined,
    nextHref: found.length > INVOICES_PER_PAGE ? hrefOf(page + 1) : undefined,
  };
}

/** For the client, whether we sent it says nothing that it does not know. */
const asClient = (status: InvoiceStatus): InvoiceStatus => (status === 'sent' ? 'issued' : status);

/** `£20.00 of £50.00 paid`; empty where nothing or all of it is. */
function partText(invoice: Invoice): string {
  const settled = settledOf(invoice);
  if (settled === 0 || settledOn(invoice) !== undefined) return '';
  const done = invoice.kind === 'invoice' ? 'paid' : 'set off';
  return `${inPounds(settled)} of ${inPounds(Math.abs(invoice.totalPence))} ${done}`;
}

const numbersOf = (others: Invoice['replaces']) => others.map(({ number }) => number).join(', ');

/** @param isDesk who reads @param hrefOf the page or the file of an invoice */
export const invoiceRows = (
  invoices: readonly Invoice[],
  today: IsoDate,
  isDesk: boolean,
  hrefOf: (invoice: Invoice) => string,
) =>
  invoices.map((invoice) => {
    const status = statusOf(invoice, today);
    const shown = isDesk ? status : asClient(status);
    return {
      href: hrefOf(invoice),
      number: invoice.number,
      kind: kindWords[invoice.kind],
      account: invoice.buyer.account,
      subsidiary: invoice.buyer.subsidiary,
      purchaseOrder: invoice.buyer.purchaseOrder,
      month: monthWords(invoice.month),
      credits: invoice.credits?.number,
      replaces: numbersOf(invoice.replaces),
      replacedBy: numbersOf(invoice.replacedBy),
      for: [monthWords(invoice.month), invoice.buyer.subsidiary, invoice.buyer.purchaseOrder]
        .filter(Boolean)
        .join(', '),
      issuedOn: invoice.issuedOn,
      dueOn: invoice.dueOn,
      total: inPounds(invoice.totalPence),
      status: { text: statusWords(invoice.kind, shown), classes: tags[shown] },
      paidOn: settledOn(invoice),
      part: partText(invoice),
    };
  });

export async function sendInvoice(ctx: Ctx, by: Authority, reply: FastifyReply, invoice: Invoice) {
  const content = await renderInvoice(ctx, by, invoice);
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${invoice.number}.pdf"`)
    .send(content);
}
