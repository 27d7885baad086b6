// Words the verdicts of assessments for a page: what holds, why, and the rule with its source and date.
import type { StoredVerdict } from '../../../features/assessments/assessment-rules.ts';
import { storedRuleLine } from '../../../features/assessments/assessment-rules.ts';
import type { Reader } from '../../../features/knowledge/rule.ts';

export interface VerdictRow {
  readonly statement: string;
  readonly details: readonly string[];
  readonly isMet: boolean;
  readonly rule: string;
}

export const verdictRows = (verdicts: readonly StoredVerdict[], reader: Reader): VerdictRow[] =>
  verdicts.map((verdict) => ({
    statement: verdict.statement,
    details: verdict.details,
    isMet: verdict.is_met,
    rule: storedRuleLine(verdict, reader),
  }));
