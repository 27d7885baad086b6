// The rules of the house: where the trade of the United Kingdom usually draws the line, to begin with and to change.
import type { ResultRule } from './rule-set.ts';

const always = { limits: {}, scope: null } as const;

/**
 * The limits of BS 7858 (a gap over 31 days without evidence, debts over £10,000, six years of records) and of the trade. They are a
 * beginning: each client weighs what it means for its own work.
 */
export const houseRules: readonly ResultRule[] = [
  { ...always, condition: 'barred_list', grade: 'red' },
  { ...always, condition: 'record', grade: 'amber' },
  { ...always, condition: 'no_right_to_work', grade: 'red' },
  { ...always, condition: 'no_excuse', grade: 'amber' },
  { ...always, condition: 'right_to_work_ends', limits: { daysLeft: 60 }, grade: 'amber' },
  { ...always, condition: 'gap', limits: { days: 31, only: true }, grade: 'amber' },
  { ...always, condition: 'dates_differ', limits: { days: 31 }, grade: 'amber' },
  { ...always, condition: 'role_differs', grade: 'amber' },
  { ...always, condition: 'reason_differs', grade: 'amber' },
  { ...always, condition: 'not_rehired', grade: 'red' },
  { ...always, condition: 'qualification', grade: 'amber' },
  { ...always, condition: 'membership', grade: 'red' },
  { ...always, condition: 'judgment', limits: { years: 6, only: true }, grade: 'amber' },
  { ...always, condition: 'debts', limits: { pence: 1_000_000 }, grade: 'red' },
  { ...always, condition: 'insolvency', limits: { years: 6 }, grade: 'red' },
  { ...always, condition: 'director_ban', limits: { only: true }, grade: 'red' },
  { ...always, condition: 'sanctions', grade: 'red' },
  { ...always, condition: 'public_function', grade: 'amber' },
  { ...always, condition: 'adverse_media', grade: 'amber' },
  { ...always, condition: 'regulator', grade: 'red' },
  { ...always, condition: 'fraud', grade: 'red' },
  { ...always, condition: 'points', limits: { points: 6 }, grade: 'amber' },
  { ...always, condition: 'endorsement', limits: { codes: 'DR IN', years: 5 }, grade: 'red' },
  { ...always, condition: 'driving_ban', grade: 'red' },
  { ...always, condition: 'unable', grade: 'amber' },
  // Nothing that calls for attention is without a light, whether a rule above names it or not.
  { ...always, condition: 'finding', grade: 'amber' },
];
