// The types of the result rules of an account: the rules of a version, and what they said of an outcome.
import type { IsoDate } from '../../lib/dates.ts';
import type { Scope } from '../report-types/report-scope-rules.ts';
import type { ConditionId } from './conditions.ts';
import type { Grade, Limits } from './result-rule.ts';

export interface ResultRule {
  readonly condition: ConditionId;
  readonly limits: Limits;
  /** What it proposes where what it names is found. */
  readonly grade: Grade;
  /** Null for every report in which it can be found. */
  readonly scope: Scope;
}

/** A published version: it is never changed. */
export interface RuleSet {
  /** 1, 2, 3, … of the account. */
  readonly version: number;
  /** The first day on which it is applied. */
  readonly from: IsoDate;
  /** A rule is named by its place, counted from 1. */
  readonly rules: readonly ResultRule[];
}

/** A rule of which something was found. */
export interface FiredRule {
  readonly number: number;
  readonly grade: Grade;
  /** In its words of then. */
  readonly rule: string;
  readonly found: readonly string[];
}

/** What the rules of an account said of an outcome, as it is kept with the outcome. */
export interface AppliedRules {
  readonly version: number;
  readonly from: IsoDate;
  /** The most severe grade of those that apply; null if nothing was found that a rule names. */
  readonly proposes: Grade | null;
  /** Empty where nothing was found, and where contents were deleted. */
  readonly fired: readonly FiredRule[];
  /** Why the outcome has another light, as whoever gave it says. */
  readonly because?: string;
}
