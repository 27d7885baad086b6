// What holds of every report type unless its family says otherwise.
import { from } from '../knowledge/known.ts';
import type { Knowledge } from './report-type.ts';

/** The trade's standard sentences; facts only, and never a spent matter. */
const standardClauses = [
  'The source confirms the details given.',
  'The source could not confirm the details given.',
  'The source did not reply to our requests.',
  'Possible matches were ruled out on identifiers.',
] as const;

export const familyDefaults: Omit<Knowledge, 'label' | 'description' | 'requires'> = {
  aliases: [],
  options: [],
  workingDays: null,
  answeredBy: null,
  law: [],
  validity: null,
  retention: from('credence_services', 'Evidence six months after the decision; the outcome as long as the order.'),
  guidance: [],
  clauses: standardClauses,
  breakdown: {},
  properties: {},
  hasSubResult: false,
  soldBy: null,
  country: null,
};
