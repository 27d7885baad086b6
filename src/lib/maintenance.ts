// Planned maintenance, as every page says it.

export interface Maintenance {
  /** What people read beside the times. */
  readonly words: string;
  /** The same for a candidate who reads Welsh; empty if nobody wrote it. */
  readonly welsh: string;
  readonly from: Date;
  readonly to: Date;
}

export const goesOn = ({ from, to }: Maintenance, now: Date): boolean => from <= now && now < to;
