// Every condition that a result rule can have, in the order in which people choose them.
import { financialConditions } from './financial-conditions.ts';
import { personConditions } from './person-conditions.ts';
import type { Condition } from './result-rule.ts';
import { workConditions } from './work-conditions.ts';

export const conditions = {
  ...financialConditions,
  ...workConditions,
  ...personConditions,
} as const satisfies Readonly<Record<string, Condition>>;
export type ConditionId = keyof typeof conditions;

export const isCondition = (name: string): name is ConditionId => Object.hasOwn(conditions, name);
export const conditionOf = (id: ConditionId): Condition => conditions[id];

/** As people choose from them. */
export const groupedConditions: readonly (readonly [heading: string, ids: readonly ConditionId[]])[] = [
  ['Any report', ['finding', 'unable']],
  ['Criminal records', ['record', 'barred_list']],
  ['Right to work', ['no_right_to_work', 'right_to_work_ends', 'no_excuse']],
  [
    'Employment and activity',
    ['gap', 'dates_differ', 'role_differs', 'reason_differs', 'not_rehired', 'job_unconfirmed'],
  ],
  ['Education and professional bodies', ['qualification', 'membership']],
  ['Money', ['judgment', 'insolvency', 'debts']],
  [
    'Companies, lists and media',
    ['director_ban', 'sanctions', 'public_function', 'adverse_media', 'regulator', 'fraud'],
  ],
  ['Driving', ['points', 'endorsement', 'driving_ban']],
  ['Health', ['positive_test']],
];
