// The addresses of suppliers' invoices, and how their states and lines are written.

import { standingOf } from '../../../features/supplier-invoices/invoice-line-rules.ts';
import type {
  InvoiceTotals,
  LineStanding,
  SupplierInvoice,
  SupplierInvoiceState,
} from '../../../features/supplier-invoices/supplier-invoice.ts';
import type { OpenedLine } from '../../../features/supplier-invoices/supplier-invoice-actions.ts';
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

export const standingTags: Readonly<Record<LineStanding, Tag>> = {
  open: stateTags.to_decide,
  disputed: stateTags.disputed,
  accepted: { text: 'Accepted', classes: 'govuk-tag--green' },
  agreed: { text: 'As ordered', classes: 'govuk-tag--green' },
};

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

/** What the comparison found, as a file and the page say it. */
export function findingText(
  { found, claimedPence, expectedPence, earlierNumber }: OpenedLine,
  invoice: SupplierInvoice,
): string {
  const expected = inPounds(expectedPence ?? 0);
  switch (found) {
    case 'agreed':
      return 'As ordered';
    case 'price': {
      const more = claimedPence - expectedPence!;
      return `${inPounds(Math.abs(more))} ${more > 0 ? 'more' : 'less'} than the ${expected} agreed`;
    }
    case 'twice':
      return `Charged twice${earlierNumber === null || earlierNumber === invoice.number ? ' on this invoice' : `, also on ${earlierNumber}`}`;
    case 'called_off':
      return `Called off, ${expectedPence === 0 ? 'no charge was agreed' : `a charge of ${expected} was agreed`}`;
    case 'unknown':
      return 'Not ordered from this supplier';
  }
}

export const standingText = (line: OpenedLine): string => standingTags[standingOf(line)].text;

/** `sent from 1 to 30 June 2026` with both days in full. */
export const daysText = ({ sentFrom, sentTo }: Pick<SupplierInvoice, 'sentFrom' | 'sentTo'>): string =>
  `${britishDate(sentFrom)} to ${britishDate(sentTo)}`;
