// The defaults of every family.
import { from } from '../knowledge/known.ts';
import type { Knowledge } from './report-type.ts';

/** Standard sentences for notes: facts only, and never a spent conviction. */
const standardClauses = [
  'The source confirms the details given.',
  'The source could not confirm the details given.',
  'The source did not reply to our requests.',
] as const;

/** Where lists or records are searched by a name. */
export const searchClauses = [...standardClauses, 'Possible matches were ruled out on identifiers.'] as const;

export const familyDefaults: Omit<Knowledge, 'label' | 'description' | 'requires'> = {
  searchWords: [],
  aliases: [],
  options: [],
  barredLists: [],
  workingDays: null,
  answeredBy: null,
  law: [],
  limit: null,
  validity: null,
  retention: from('credence_services', 'Evidence six months after the decision; the outcome as long as the order.'),
  guidance: [],
  clauses: standardClauses,
  breakdown: {},
  properties: {},
  essentials: {},
  certificate: null,
  inputs: {},
  assessments: [],
  identity: null,
  monitoring: [],
  hasSubResult: false,
  soldBy: null,
  country: null,
};
