// The types of invoices and credit notes: what is stored when one is issued, and never changed.
import type { IsoDate } from '../../lib/dates.ts';
import type { CodedKind } from '../accounts/accounting-settings.ts';

export type InvoiceKind = 'invoice' | 'credit_note';

/** The operator, as it was when the invoice was issued. */
export interface Seller {
  readonly name: string;
  readonly address: readonly string[];
  /** Empty for none. */
  readonly vatNumber: string;
  readonly payment: readonly string[];
}

/** The client, as it was when the invoice was issued. */
export interface Buyer {
  readonly account: string;
  /** Of whose orders it is, where each subsidiary has its own invoice; null for all, or for those of none. */
  readonly subsidiary: string | null;
  /** Name and address. */
  readonly address: readonly string[];
  readonly email: string;
  readonly purchaseOrder: string;
  /** In accounting software; empty for the name of the account. */
  readonly reference?: string;
  /** In Sage. */
  readonly department?: number;
  /** Empty for none. */
  readonly vatNumber?: string;
  /** Empty for the United Kingdom. */
  readonly country?: string;
  /** Outside the scope of UK VAT: the client accounts for VAT. */
  readonly isReverseCharge?: boolean;
}

/** Reports of one type, or packages, at one price. Money is in pence, and negative where something is credited. */
export interface InvoiceLine {
  readonly description: string;
  /** What it is posted as in accounting software. */
  readonly kind?: CodedKind;
  readonly quantity: number;
  /** Of one, without VAT. */
  readonly pricePence: number;
  /** What an authority charges for one; no VAT is due on it. */
  readonly feePence: number;
  readonly vatPercent: number;
  /** The prices of all. */
  readonly netPence: number;
  readonly feesPence: number;
  readonly vatPence: number;
}

export interface InvoiceMark {
  readonly kind: 'sent';
  /** When it was sent. */
  readonly on: IsoDate;
  readonly reference: string;
  readonly by: string;
  readonly at: Date;
}

/** The last one is no money: it takes off what cannot be collected. */
export type PaymentMethod = 'bank_transfer' | 'card' | 'direct_debit' | 'cheque' | 'write_off';

/** What one receipt or credit note is set against one invoice, or was paid back to the client. */
export interface Settlement {
  readonly source: 'receipt' | 'credit_note';
  readonly sourceId: string;
  /** Null for what was paid back. */
  readonly invoiceId: string | null;
  /** Of the credit note that is set against the invoice; null for a receipt. */
  readonly creditNote: string | null;
  /** The number of the invoice; null for what was paid back. */
  readonly invoice: string | null;
  /** Whether no money came in: what cannot be collected. */
  readonly isWriteOff: boolean;
  /** When the money came in or was paid back, or the credit note was issued. */
  readonly on: IsoDate;
  /** More than 0. */
  readonly pence: number;
}

export interface OtherInvoice {
  readonly id: string;
  readonly number: string;
  readonly issuedOn: IsoDate;
}

export interface Invoice {
  readonly accountId: string;
  readonly id: string;
  /** Of whose orders it is; null for all, or for those of none. */
  readonly subsidiaryId: string | null;
  readonly kind: InvoiceKind;
  /** Such as `INV-000123`. */
  readonly number: string;
  /** `yyyy-mm`: the month that it charges; of a credit note, that of the invoice that it corrects. */
  readonly month: string;
  readonly issuedOn: IsoDate;
  /** Null for a credit note. */
  readonly dueOn: IsoDate | null;
  /** Of a credit note, the number of the invoice that it corrects and when that was issued. */
  readonly credits: OtherInvoice | null;
  /** The invoices that were credited to be issued again, and whose charges stand on this one. */
  readonly replaces: readonly OtherInvoice[];
  /** Those on which the charges of this one stand since it was credited. */
  readonly replacedBy: readonly OtherInvoice[];
  readonly seller: Seller;
  readonly buyer: Buyer;
  readonly lines: readonly InvoiceLine[];
  readonly netPence: number;
  readonly feesPence: number;
  readonly vatPence: number;
  readonly totalPence: number;
  /** Of an invoice: what is set against it; of a credit note: what of it is set against invoices or paid back. */
  readonly settlements: readonly Settlement[];
  /** Oldest first. */
  readonly marks: readonly InvoiceMark[];
}
