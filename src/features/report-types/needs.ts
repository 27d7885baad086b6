// The lists that followed from `requires` before every surface asked the requirements: goes with the last that reads them.
import { askedBy, paramsOf } from '../requirements/requirement-rules.ts';
import type { Requires } from '../requirements/requirements.ts';

export const needs = [
  'name',
  'previous_names',
  'date_of_birth',
  'gender',
  'place_of_birth',
  'nationality',
  'national_insurance_number',
  'driving_licence',
  'address_history',
  'employment_history',
  'education',
  'professional_memberships',
  'criminal_record_consent',
] as const;
export type Need = (typeof needs)[number];
export const entryNeeds = ['identity_document', 'right_to_work_documents', 'scottish_proofs'] as const;
export type EntryNeed = (typeof entryNeeds)[number];

export interface Needs {
  readonly needs: readonly Need[];
  readonly addressYears: number;
  readonly activityYears: number;
  readonly entryNeeds: readonly EntryNeed[];
}

export function needsFrom(requires: readonly Requires[]): Needs {
  const asked = askedBy(requires);
  const ids = new Set<string>(asked.map(({ id }) => (id === 'activity_history' ? 'employment_history' : id)));
  const sets = asked.flatMap(({ id, params }) =>
    id === 'identity_documents' ? [(params as { set: string }).set] : [],
  );
  return {
    needs: needs.filter((need) => ids.has(need)),
    addressYears: paramsOf<{ years: number }>(asked, 'address_history')?.years ?? 0,
    activityYears: paramsOf<{ years: number }>(asked, 'activity_history')?.years ?? 0,
    entryNeeds: [
      ...(sets.includes('identity') ? (['identity_document'] as const) : []),
      ...(sets.includes('right_to_work') ? (['right_to_work_documents'] as const) : []),
      ...(ids.has('scottish_proofs') ? (['scottish_proofs'] as const) : []),
    ],
  };
}
