// Who else received what of a person, as it is listed; pure.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';

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

const asks = {
  erasure:
    'We erase these data. Please erase what you hold of them, unless the law demands that you keep it, and tell everybody to whom you gave them.',
  correction:
    'Something in these data was wrong, and is corrected: [say what is right]. Please correct what you hold, and tell everybody to whom you gave it.',
  restriction:
    'The use of these data is restricted. Please only keep what you hold of them until we write again, and tell everybody to whom you gave them.',
  objection:
    'They object to the use of these data. Please do not use what you hold of them, and tell everybody to whom you gave them.',
} as const;

/** What is passed on to whoever has the data. */
export type PassedOn = keyof typeof asks;

export const isPassedOn = (kind: string): kind is PassedOn => Object.hasOwn(asks, kind);

export interface RecipientLetter {
  readonly name: string;
  readonly text: string;
}

/** A text to each of them (Art. 19), also to one who received data of several orders. @param of their name, and the client's */
export function recipientLetters(
  all: readonly Recipient[],
  kind: PassedOn,
  of: { readonly candidateName: string; readonly accountName: string },
): RecipientLetter[] {
  return [...new Set(all.map(({ name }) => name))].map((name) => {
    const received = all.filter((one) => one.name === name);
    const what = received.map(
      ({ what: report, order, on }) => `– ${report}, our number ${order}, ${formatLongDate(on)}`,
    );
    const text = [
      `You received data about ${of.candidateName} from us, because of a background check for ${of.accountName}:`,
      what.join('\n'),
      `${asks[kind]} We tell you because the law asks us to (UK GDPR Art. 19).`,
    ].join('\n\n');
    return { name, text };
  });
}
