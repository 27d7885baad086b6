// The types of a client's result rules: what may be found, the limits that a rule sets to it, and what it then proposes.
import type { IsoDate } from '../../lib/dates.ts';
import type { BreakdownEntry } from '../report-types/findings-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';

/** From the mildest to the most severe. */
export const grades = ['green', 'amber', 'red'] as const;
export type Grade = (typeof grades)[number];

/** The numbers that a rule can set, each a whole one. */
export const limitNames = ['pence', 'years', 'days', 'daysLeft', 'points', 'count'] as const;
export type LimitName = (typeof limitNames)[number];

export interface Limits extends Readonly<Partial<Record<LimitName, number>>> {
  /** The beginnings of codes of endorsements: `DR IN40`. */
  readonly codes?: string;
  /** Only what its condition names so, such as judgments that are not satisfied. */
  readonly only?: true;
}

/** What a report says, as its screener typed it or its provider answered. */
export interface JudgedReport {
  readonly type: ReportType;
  readonly breakdown: Readonly<Record<string, BreakdownEntry>>;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly today: IsoDate;
}

/**
 * One thing that was found. What is null is not known, and counts as if it were over every limit: an empty field never makes
 * a result better. What is left out is not counted for this condition.
 */
export interface Hit {
  /** For people: `Judgment of £1,200.00 of March 2024`. */
  readonly words: string;
  readonly pence?: number | null;
  readonly on?: IsoDate | null;
  readonly days?: number | null;
  readonly daysLeft?: number | null;
  readonly points?: number | null;
  readonly code?: string | null;
  /** Whether it is what `only` asks for; true also where that is not known. */
  readonly isOnly?: boolean;
  /** What a part says without more: it counts only where nothing else does. */
  readonly isOfPart?: true;
}

export interface Condition {
  /** `Judgment for debt` */
  readonly label: string;
  /** What counts, and what does not, for whoever writes a rule. */
  readonly hint?: string;
  /** What it finds can stand in a report that is Clear: a rule may propose Green. */
  readonly mayBeGreen?: true;
  readonly limits: readonly LimitName[];
  /** Without these numbers the rule says nothing. */
  readonly needs?: readonly LimitName[];
  readonly takesCodes?: true;
  /** What `only` says: `not satisfied`. */
  readonly only?: string;
  /** Whether it can be found in reports of a type. */
  readonly isOf: (type: ReportType) => boolean;
  readonly find: (report: JudgedReport) => readonly Hit[];
}
