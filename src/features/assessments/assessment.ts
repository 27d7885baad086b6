// The type of an assessment: a rule of screening that judges what a screener recorded about a report.
import type { IsoDate } from '../../lib/dates.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { Verdict } from '../knowledge/rule.ts';

/** A report's findings as typed: those of its type, and inputs that are not kept. */
export interface Recorded {
  readonly breakdown: Readonly<
    Record<string, { readonly result: string; readonly properties?: Readonly<Record<string, unknown>> }>
  >;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly inputs: Readonly<Record<string, unknown>>;
}

export interface AssessedPerson {
  readonly facts: ApplicantFacts;
  /** By the clock of the check's environment. */
  readonly today: IsoDate;
  /** When they started work, or are to start, as the client recorded it. */
  readonly worksFrom?: IsoDate | undefined;
  /** When the client compared them with the photograph; null if it has not, undefined where nobody asks. */
  readonly comparedOn?: IsoDate | null | undefined;
  /** They worked already when they were checked before, and are checked again in time. */
  readonly isFollowUp?: boolean;
  /** When a follow-up opened the report again; undefined where none did. */
  readonly reopenedOn?: IsoDate | undefined;
}

/** A verdict in words. */
export interface Assessed extends Verdict {
  readonly isMet: boolean;
  readonly statement: string;
  /** Reasons, and what is missing. */
  readonly details: readonly string[];
  /** Shown while the screener works, and not stored: the law limits who may know it. */
  readonly isForScreenerOnly?: true;
  /** Properties of the report that follow from the verdict. */
  readonly gives?: Readonly<Record<string, unknown>>;
}

/** No verdicts while nothing is recorded on which there could be one. */
export type Assess = (recorded: Recorded, person: AssessedPerson) => readonly Assessed[];
