// The report types for which people are asked whom the candidate names: not registers, and not the candidate's own papers.
import { codeOf, coversType } from './catalogue-rules.ts';
import type { ReportType } from './report-type.ts';

const employers = {
  types: [
    ...['uk', 'worldwide', 'regulated_sysc22', 'safer_recruitment', 'nhs', 'military', 'agency', 'last_employer'].map(
      (variant) => `employment_history:${variant}`,
    ),
    ...['activity', 'aviation_background', 'maritime', 'nuclear'],
  ],
};
const others = {
  types: [
    ...['education', 'character_reference', 'academic_reference', 'client_reference', 'gap_reference'],
    ...['self_employment:accountant', 'self_employment:client', 'tenant:landlord_reference'],
  ],
};

const isOneOf = (list: typeof employers, types: readonly ReportType[]) =>
  types.some((type) => coversType(list, codeOf(type)));

export const asksEmployers = (types: readonly ReportType[]): boolean => isOneOf(employers, types);
export const asksPeople = (types: readonly ReportType[]): boolean => asksEmployers(types) || isOneOf(others, types);
