// The types of payments: receipts as they were recorded, and what of each is set against invoices.
import type { IsoDate } from '../../lib/dates.ts';
import type { PaymentMethod, Settlement } from '../invoices/invoice.ts';
import type { TakenBackReason } from './payment-rules.ts';

export interface Receipt {
  readonly id: string;
  readonly on: IsoDate;
  readonly pence: number;
  readonly method: PaymentMethod;
  readonly reference: string;
  /** Null as long as it counts. */
  readonly takenBack: { readonly reason: TakenBackReason; readonly on: IsoDate } | null;
  /** Oldest first. */
  readonly settlements: readonly Settlement[];
}

/** What can be set against invoices: a receipt, or a credit note as far as its own invoice does not use it up. */
export interface Payment {
  readonly source: Settlement['source'];
  readonly id: string;
  /** Of a credit note. */
  readonly number: string | null;
  readonly on: IsoDate;
  readonly pence: number;
  readonly leftPence: number;
  readonly settlements: readonly Settlement[];
  /** Null for a credit note. */
  readonly receipt: Receipt | null;
}
