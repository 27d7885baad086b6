// The result rules that standards of the trade ask for, out of the usual ones: to begin with, and to change.
import type { StandardId } from '../report-types/standards.ts';
import type { ConditionId } from './conditions.ts';
import { houseRules } from './house-rules.ts';
import type { ResultRule } from './rule-set.ts';

const always: readonly ConditionId[] = ['no_right_to_work', 'no_excuse', 'right_to_work_ends', 'unable', 'finding'];
const ofHistory: readonly ConditionId[] = ['gap', 'dates_differ', 'role_differs', 'reason_differs', 'not_rehired'];
const ofMoney: readonly ConditionId[] = ['judgment', 'debts', 'insolvency'];
const ofSchools: readonly ConditionId[] = ['barred_list', 'record', ...ofHistory, 'qualification', 'membership'];
const ofFinance: readonly ConditionId[] = [
  ...ofHistory,
  ...ofMoney,
  ...(['record', 'director_ban', 'sanctions', 'adverse_media', 'regulator'] as const),
];

const conditionsOf: Readonly<Partial<Record<StandardId, readonly ConditionId[]>>> = {
  bs_7858: ['record', ...ofHistory, ...ofMoney, 'sanctions'],
  bs_7858_licensed: [...ofHistory, ...ofMoney, 'sanctions', 'membership'],
  smcr_senior_manager: ofFinance,
  smcr_non_executive: ofFinance,
  smcr_certification: ofFinance,
  smcr_each_year: ofFinance,
  safer_recruitment: ofSchools,
  safer_recruitment_staff: ofSchools,
  safer_recruitment_volunteer: ofSchools,
};

/** In the order of the usual rules; none where we know of none that the standard asks for. */
export function rulesOfStandard(id: StandardId): readonly ResultRule[] {
  const own = conditionsOf[id];
  if (own === undefined) return [];
  return houseRules.filter(({ condition }) => own.includes(condition) || always.includes(condition));
}
