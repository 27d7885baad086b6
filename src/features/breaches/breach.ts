// What the register of breaches records of one (UK GDPR Art. 33(5)), and the closed lists with the texts of the pages.
import type { IsoDate } from '../../lib/dates.ts';

export const breachCauses = {
  wrong_recipient: 'Sent or shown to the wrong person',
  stolen_access: 'Somebody else used an account or a key',
  not_allowed: 'Somebody looked at what was not theirs to see',
  lost: 'A device or papers were lost or stolen',
  attack: 'An attack, such as malware',
  changed: 'Data were changed or deleted by mistake',
  unavailable: 'Data could not be reached',
  supplier: 'At a supplier or data provider',
  other: 'Something else',
} as const;

export type BreachCause = keyof typeof breachCauses;

/** What it may mean for the people (Art. 33(1) and 34(1)): who has to be told follows from it. */
export const breachRisks = {
  not_judged: 'Not judged yet',
  unlikely: 'No risk is likely: the Commissioner need not be told, and the reason stands here',
  risk: 'A risk is likely: the Information Commissioner has to be told',
  high: 'A high risk is likely: the Commissioner and the people have to be told',
} as const;

export type BreachRisk = keyof typeof breachRisks;

export interface BreachFacts {
  /** In a few words, naming nobody. */
  readonly name: string;
  readonly cause: BreachCause;
  /** When it became known: from then on the 72 hours count. */
  readonly knownAt: Date;
  readonly happenedFrom: IsoDate;
  /** Null while it goes on, or nobody knows. */
  readonly happenedUntil: IsoDate | null;
  /** Null while nobody knows. */
  readonly people: number | null;
  readonly data: string;
  readonly effects: string;
  readonly measures: string;
  readonly risk: BreachRisk;
  /** Of the judgement, and of a late notification (Art. 33(1)). */
  readonly reasons: string;
  /** When each was told; null if they were not. */
  readonly toldCommissionerAt: Date | null;
  readonly commissionerReference: string;
  readonly toldClientsAt: Date | null;
  readonly toldPeopleAt: Date | null;
  readonly closedOn: IsoDate | null;
}
