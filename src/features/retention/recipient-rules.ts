// Who else received what of a person, as it is listed; pure.
import type { IsoDate } from '../../lib/dates.ts';

export const recipientKinds = {
  supplier: 'Supplier',
  provider: 'Data provider',
  referee: 'Asked for a reference',
  authority: 'Applied to',
} as const;

export interface Recipient {
  readonly kind: keyof typeof recipientKinds;
  readonly name: string;
  /** `VF1042` */
  readonly order: string;
  /** The report for which they received it. */
  readonly what: string;
  /** The first day. */
  readonly on: IsoDate;
}

const isSame = (one: Recipient, other: Recipient): boolean =>
  (['kind', 'name', 'order', 'what'] as const).every((part) => one[part] === other[part]);

/** The earliest first, each once for each report. */
export const distinctRecipients = (all: readonly Recipient[]): Recipient[] => {
  const sorted = [...all].sort((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0));
  return sorted.filter((one, at) => sorted.findIndex((other) => isSame(one, other)) === at);
};
