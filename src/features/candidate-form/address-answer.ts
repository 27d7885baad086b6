// The candidate's addresses as they are being gathered: each with a number that stays, complete or not.
import type { Address } from '../facts/facts.ts';

export interface AddressDraft extends Address {
  /** Given once, so that a page left open never edits another address. */
  readonly key: number;
  readonly isCurrent: boolean;
}

export interface AddressAnswer {
  readonly addresses: readonly AddressDraft[];
}
