// Rows for people on the job of a criminal record check, as it was ordered and agreed; pure.
import type { CriminalDetails } from '../checks/check-rules.ts';
import type { FactRow } from '../facts/fact-rows-rules.ts';
import type { JobRoleRow } from '../report-types/report-type-actions.ts';
import type { Job } from '../requirements/requirement.ts';

/** The label of each part of the job, by its fact. */
export const jobLabels = {
  job_role: 'Job role',
  purpose: 'Purpose',
  place_of_work: 'Place of work',
  employer_name: 'Employer',
  employment_sector: 'Sector',
  JobRoleId: 'Agreed job role',
  identity_proof: 'Proof of identity',
  address_proof: 'Proof of address',
} as const satisfies Partial<Record<keyof Job, string>>;

const agreedLabels = {
  working_with_vulnerable_adults: 'Works with vulnerable adults',
  working_with_children: 'Works with children',
  working_from_home: 'Works from home',
  vulnerable_adults_in_work_environment: 'Vulnerable adults where the work is done',
  children_in_work_environment: 'Children where the work is done',
  is_volunteer: 'Volunteer',
} as const satisfies Partial<Record<keyof JobRoleRow, string>>;

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

const agreedOf = (role: JobRoleRow): string[] =>
  (Object.keys(agreedLabels) as (keyof typeof agreedLabels)[])
    .filter((name) => role[name])
    .map((name) => agreedLabels[name]);

/** Without a line where a part is not known. @param role the agreed one that the order names */
export function jobRows(details: CriminalDetails | null, role: JobRoleRow | undefined): FactRow[] {
  if (details === null) return [];
  const parts = ['job_role', 'purpose', 'place_of_work', 'employer_name', 'employment_sector'] as const;
  return [
    { label: jobLabels.JobRoleId, lines: role === undefined ? [] : [role.role_title, ...agreedOf(role)] },
    ...parts.map((part) => ({ label: jobLabels[part], lines: [capitalised(details[part] ?? '')] })),
  ];
}
