// A supplier's invoice with its lines, as its pages show it.
import type { Actor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';

/** What the comparison with what was sent out finds of a line. `unknown`: nothing like it was sent to the supplier. */
export type LineFinding = 'agreed' | 'price' | 'twice' | 'called_off' | 'credited' | 'unknown';

export const lineDecisions = ['accepted', 'disputed'] as const;
export type LineDecision = (typeof lineDecisions)[number];

/** `open`: it differs, and nobody has decided about it. */
export const lineStandings = ['open', 'disputed', 'accepted', 'agreed'] as const;
export type LineStanding = (typeof lineStandings)[number];

export type SupplierInvoiceState = 'to_decide' | 'disputed' | 'agreed' | 'paid' | 'discarded';

export const invoiceMarks = ['paid', 'not_paid', 'discarded'] as const;
export type SupplierInvoiceMark = (typeof invoiceMarks)[number];

export interface InvoiceLine {
  /** Of the spreadsheet, from 2. */
  readonly line: number;
  /** null if nothing like it was sent to the supplier. */
  readonly requestId: string | null;
  /** As the supplier names what was not found; empty where it was found. */
  readonly number: string;
  readonly found: LineFinding;
  /** Less than 0 for what the supplier credits. */
  readonly claimedPence: number;
  /** What the work cost when the invoice was loaded; null where nothing was found. */
  readonly expectedPence: number | null;
  /** The newest; null while nobody has decided. */
  readonly decision: LineDecision | null;
}

export interface InvoiceTotals {
  readonly claimedPence: number;
  readonly agreedPence: number;
  readonly disputedPence: number;
  /** Of lines that nobody has decided about. */
  readonly openPence: number;
}

export interface SupplierInvoice {
  readonly id: string;
  readonly supplierId: string;
  readonly number: string;
  readonly datedOn: IsoDate;
  /** It charges what was sent in these days. */
  readonly sentFrom: IsoDate;
  readonly sentTo: IsoDate;
  readonly loadedBy: Actor;
  readonly loadedAt: Date;
  readonly lines: number;
  readonly state: SupplierInvoiceState;
  readonly totals: InvoiceTotals;
  /** When it was paid; null unless it is. */
  readonly paidOn: IsoDate | null;
}
