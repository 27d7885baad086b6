// Work on a report that was sent out to a supplier, as its pages show it.
import type { Actor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';

/** `to_call_off`: the report ended, and the supplier must be told. */
export const supplierRequestStatuses = ['sent', 'answered', 'to_call_off', 'cancelled'] as const;
export type SupplierRequestStatus = (typeof supplierRequestStatuses)[number];

/** Why another answer took the place of an earlier one, with the texts of the desk. */
export const correctionReasons = {
  supplier: 'The supplier corrected it',
  found_wrong: 'We or the client found it wrong',
} as const;
export type CorrectionReason = keyof typeof correctionReasons;

/** What the supplier had answered before. */
export interface EarlierAnswer {
  readonly words: string;
  readonly receivedOn: IsoDate;
  readonly recordedBy: Actor;
  readonly replacedBecause: CorrectionReason;
}

export interface SupplierRequest {
  readonly id: string;
  readonly reportId: string;
  readonly supplierId: string;
  readonly supplierName: string;
  readonly status: SupplierRequestStatus;
  /** The supplier's own number of it; empty if it is not known. */
  readonly reference: string;
  /** What came, or why it was cancelled; empty where nobody said. */
  readonly words: string;
  /** Never told to clients. */
  readonly costPence: number;
  readonly sentOn: IsoDate;
  /** When it was expected at first, and when it is expected now. */
  readonly promisedOn: IsoDate;
  readonly expectedOn: IsoDate;
  readonly isOverdue: boolean;
  readonly chases: number;
  readonly chasedOn: IsoDate | null;
  readonly receivedOn: IsoDate | null;
  readonly sentBy: Actor;
  readonly endedBy: Actor | null;
  readonly endedAt: Date | null;
  /** When the answer came that `words` has now; null while the first one stands. */
  readonly correctedOn: IsoDate | null;
  readonly correctedBy: Actor | null;
  /** The oldest first. */
  readonly earlier: readonly EarlierAnswer[];
}
