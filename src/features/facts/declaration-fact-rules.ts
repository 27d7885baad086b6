// The rule of one entry that a candidate declares: when it was; pure.
import type { EntryRule } from './finding.ts';
import { timeFindings } from './time-rules.ts';

export const declaredRule: EntryRule<{ readonly on: string | null }> = ({ on }, holder) =>
  timeFindings({ from: ['on', on] }, holder);
