// What the PDF of an invoice or a credit note shows, ready to print.
import { fileURLToPath } from 'node:url';
import { formatLongDate } from '../../lib/dates.ts';
import { inPounds } from '../../lib/money.ts';
import type { Charge } from '../lists/charge-actions.ts';
import { chargeLabel, withPackages } from '../lists/charge-line-rules.ts';
import type { Invoice, InvoiceKind } from './invoice.ts';
import { creditedText, isOutlay, kindWords, monthWords } from './invoice-rules.ts';

export const DOCUMENT = fileURLToPath(new URL('invoice-document.typ', import.meta.url));

type Facts = readonly (readonly [string, string])[];

const sharedFacts = ({ month, credits, replaces, buyer }: Invoice): Facts => [
  credits === null
    ? ['Supplied in', monthWords(month)]
    : ['Corrects', `${credits.number} of ${formatLongDate(credits.issuedOn)}`],
  ...replaces.map((one) => ['Replaces', `${one.number} of ${formatLongDate(one.issuedOn)}`] as const),
  ...(buyer.purchaseOrder === '' ? [] : [['Purchase order', buyer.purchaseOrder] as const]),
  ...(buyer.vatNumber ? [['Your VAT number', buyer.vatNumber] as const] : []),
  ...(buyer.subsidiary === null ? [] : [['Orders of', buyer.subsidiary] as const]),
];

const factsOf = (invoice: Invoice): Facts => [
  [`${kindWords[invoice.kind]} number`, invoice.number],
  ['Issued on', formatLongDate(invoice.issuedOn)],
  ...(invoice.dueOn === null ? [] : [['Due on', formatLongDate(invoice.dueOn)] as const]),
  ...sharedFacts(invoice),
];

const draftFacts = (invoice: Invoice): Facts => [
  ['Drafted on', formatLongDate(invoice.issuedOn)],
  ...sharedFacts(invoice),
];

const vatNotes: Readonly<Record<InvoiceKind, string>> = {
  invoice: 'VAT is worked out on the net amount of each line, and rounded to the nearest penny.',
  credit_note:
    'VAT is credited in proportion to what the invoice charged at each rate, and rounded to the nearest penny over all of its credit notes.',
};

/** VAT Regulations 1995, regulation 14(1)(l), and Notice 741A: the customer accounts for the VAT of its country. */
const reverseChargeNote = 'Outside the scope of UK VAT. Reverse charge: the customer accounts for VAT.';

/** @param isDraft of an invoice that is not issued, and has no number */
export function documentData(invoice: Invoice, isDraft = false) {
  const { kind, number, seller, buyer, lines, issuedOn } = invoice;
  const hasFees = lines.some(({ feePence }) => feePence !== 0);
  const vat = invoice.vatPence !== 0 || lines.some(({ vatPercent }) => vatPercent > 0);
  return {
    title: isDraft ? 'Draft of an invoice' : `${kindWords[kind]} ${number}`,
    heading: isDraft ? 'Draft of an invoice' : kindWords[kind],
    mark: isDraft ? 'Draft' : '',
    issuedOn,
    seller: { ...seller, vatNumber: seller.vatNumber === '' ? '' : `VAT number ${seller.vatNumber}` },
    buyer: [...buyer.address, ...(buyer.country ? [buyer.country] : [])],
    facts: isDraft ? draftFacts(invoice) : factsOf(invoice),
    lines: lines.map((line) => [
      line.description,
      String(line.quantity),
      inPounds(line.pricePence),
      inPounds(line.netPence),
      isOutlay(line) ? '–' : `${line.vatPercent}%`,
      inPounds(line.vatPence),
      inPounds(line.feesPence),
      inPounds(line.netPence + line.vatPence + line.feesPence),
    ]),
    sums: [
      ['Net', inPounds(invoice.netPence)],
      ['VAT', inPounds(invoice.vatPence)],
      ...(hasFees ? [['Fees of authorities', inPounds(invoice.feesPence)]] : []),
    ],
    total: inPounds(invoice.totalPence),
    notes: [
      ...(isDraft
        ? [
            'This is a draft, not a VAT invoice: nothing is due on it.',
            ...(seller.payment.length === 0
              ? ['The invoice will not say how to pay it: no payment details are set.']
              : []),
          ]
        : []),
      ...(vat ? [vatNotes[kind]] : []),
      ...(buyer.isReverseCharge ? [reverseChargeNote] : []),
      ...(hasFees ? ['Fees are what authorities charge, passed on at cost and without VAT.'] : []),
    ],
    payment: kind === 'invoice' && !isDraft ? seller.payment : [],
  };
}

/**
 * Orders by number, a part for each subsidiary, with the sums of each; no candidate is named. @param most lines of the ledger:
 * of more, the document says where they are
 */
export function ordersData(charges: readonly Charge[], most: number) {
  const isListed = charges.length <= most;
  return { orders: isListed ? partsOf(charges) : [], unlisted: isListed ? '' : `more than ${most}` };
}

function partsOf(charges: readonly Charge[]) {
  const bySubsidiary = [...Map.groupBy(withPackages(charges), ({ subsidiary }) => subsidiary ?? '')];
  const pounds = (lines: readonly Charge[], of: (line: Charge) => number) =>
    inPounds(lines.reduce((sum, line) => sum + of(line), 0));
  return bySubsidiary
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([subsidiary, lines]) => ({
      // Unless all orders are of the account itself.
      subsidiary: bySubsidiary.length === 1 ? subsidiary : subsidiary || 'Without a subsidiary',
      lines: lines
        .toSorted((one, other) => (one.order_id ?? Infinity) - (other.order_id ?? Infinity))
        .map((line) => [
          line.order_id === null ? '–' : `VF${line.order_id}`,
          line.purchaseOrder ?? 'Erased',
          line.reference ?? 'Erased',
          `${chargeLabel(line)}${creditedText(line)}`,
          inPounds(line.amount_pence ?? 0),
          inPounds(line.fee_pence),
        ]),
      sums: [pounds(lines, (line) => line.amount_pence ?? 0), pounds(lines, ({ fee_pence }) => fee_pence)],
    }));
}
