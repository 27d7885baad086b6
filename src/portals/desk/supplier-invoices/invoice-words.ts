// The addresses of suppliers' invoices, and how their states and lines are written.

import type {
  InvoiceTotals,
  SupplierInvoice,
  SupplierInvoiceState,
} from '../../../features/supplier-invoices/supplier-invoice.ts';
import { inPounds } from '../../../lib/money.ts';
import { britishDate } from '../../shared/page-filters.ts';
import type { Tag } from '../../shared/status-tags.ts';
import { supplierHref, suppliersPath } from '../suppliers/supplier-words.ts';

export const invoicesRoute = `${suppliersPath}/:supplierId/invoices`;
export const invoicesHref = (supplierId: string): string => `${supplierHref(supplierId)}/invoices`;
export const invoiceHref = ({ supplierId, id }: Pick<SupplierInvoice, 'supplierId' | 'id'>): string =>
  `${invoicesHref(supplierId)}/${id}`;

const stateTags: Readonly<Record<SupplierInvoiceState, Tag>> = {
  to_decide: { text: 'To decide', classes: 'govuk-tag--yellow' },
  disputed: { text: 'Disputed', classes: 'govuk-tag--red' },
  agreed: { text: 'Agreed', classes: 'govuk-tag--green' },
  paid: { text: 'Paid', classes: 'govuk-tag--blue' },
  discarded: { text: 'Loaded by mistake', classes: 'govuk-tag--grey' },
};

export const stateTag = ({ state }: Pick<SupplierInvoice, 'state'>): Tag => stateTags[state];

export const totalTexts = ({ claimedPence, agreedPence, disputedPence, openPence }: InvoiceTotals) => ({
  claimed: inPounds(claimedPence),
  agreed: inPounds(agreedPence),
  disputed: inPounds(disputedPence),
  open: inPounds(openPence),
});

/** For the list on the supplier's page. */
export const invoiceRow = (invoice: SupplierInvoice) => ({
  ...{ number: invoice.number, href: invoiceHref(invoice), datedOn: invoice.datedOn, lines: invoice.lines },
  ...{ totals: totalTexts(invoice.totals), tag: stateTag(invoice), paidOn: invoice.paidOn },
});

/** `sent from 1 to 30 June 2026` with both days in full. */
export const daysText = ({ sentFrom, sentTo }: Pick<SupplierInvoice, 'sentFrom' | 'sentTo'>): string =>
  `${britishDate(sentFrom)} to ${britishDate(sentTo)}`;
