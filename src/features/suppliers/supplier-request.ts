// Work on a report that was sent out to a supplier, as its pages show it.
import type { Actor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';

/** `to_call_off`: the report ended, and the supplier must be told. */
export const supplierRequestStatuses = ['sent', 'answered', 'to_call_off', 'cancelled'] as const;
export type SupplierRequestStatus = (typeof supplierRequestStatuses)[number];

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
}
