// The form of examples that were published: a rule, where they stand, and what it must say of each. One test counts them.
import type { RuleId } from '../../src/features/knowledge/rule.ts';

export interface Published<E> {
  readonly rule: RuleId | 'bank_holidays';
  /** Where a reader finds them. */
  readonly source: string;
  readonly examples: readonly E[];
}
