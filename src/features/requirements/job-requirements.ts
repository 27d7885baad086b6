// The requirements about the job, which the client describes for a criminal record check (interface, Criminal history
// report details); pure.
import { type Finding, isBlank, missing } from '../facts/finding.ts';
import { employmentSectors } from './employment-sectors.ts';
import type { Job, Requirement } from './requirement.ts';

export const purposes = ['employment', 'other'] as const;
export const basicPlacesOfWork = ['England', 'Wales', 'Scotland'] as const;

const choices = {
  purpose: purposes,
  place_of_work: basicPlacesOfWork,
  employment_sector: employmentSectors,
} as const;

/** The path of the job's findings: `job.purpose`. */
const jobPath = (field: keyof Job) => `job.${field}`;

const isOneOf = (list: readonly string[], value: string) =>
  list.some((allowed) => allowed.toLowerCase() === value.trim().toLowerCase());

const blank = (value: string | null | undefined) => isBlank(value) || value!.trim() === '';

export const criminalDetails: Requirement = {
  facts: () => [],
  findings({ job }) {
    const fields = ['job_role', 'purpose', 'place_of_work', 'employer_name', 'employment_sector'] as const;
    const absent = fields.filter((field) => blank(job?.[field])).map((field) => missing(jobPath(field), 'placed'));
    const unknown = Object.entries(choices).flatMap(([field, allowed]): Finding[] => {
      const value = job?.[field as keyof typeof choices];
      if (blank(value) || isOneOf(allowed, value!)) return [];
      const params = { allowed, place: 'GET /employment_sectors of interface v2' };
      return [{ at: jobPath(field as keyof Job), code: 'not_in_list', params, moment: 'placed' }];
    });
    return [...absent, ...unknown];
  },
};

export interface JobRoleParams {
  readonly level: 'standard' | 'enhanced';
}

export const jobRole: Requirement<JobRoleParams> = {
  facts: () => [],
  findings({ job }, { level }) {
    const at = jobPath('JobRoleId');
    if (isBlank(job?.JobRoleId)) return [missing(at, 'placed')];
    if (job!.agreedLevel === undefined) return [{ at, code: 'no_live_job_role', moment: 'placed' }];
    if (job!.agreedLevel !== level) {
      return [{ at, code: 'job_role_for_other_level', params: { level, other: job!.agreedLevel }, moment: 'placed' }];
    }
    const { orderedLists = [], allowedLists = [], isOrderedForVolunteer = false, isVolunteerRole = false } = job!;
    const lists = orderedLists
      .filter((list) => !allowedLists.includes(list))
      .map((other): Finding => ({ at, code: 'barred_list_not_allowed', params: { other }, moment: 'placed' }));
    const isPaid = isOrderedForVolunteer && !isVolunteerRole;
    return isPaid ? [...lists, { at, code: 'role_not_voluntary', moment: 'placed' }] : lists;
  },
};

/** Disclosure Scotland needs two proofs; a client entry names them. */
export const scottishProofs: Requirement = {
  facts: () => [],
  findings({ job }) {
    if (job?.place_of_work?.trim().toLowerCase() !== 'scotland') return [];
    const { identity_proof: identity, address_proof: address } = job;
    const absent = (['identity_proof', 'address_proof'] as const)
      .filter((field) => blank(job[field]))
      .map((field) => missing(jobPath(field), 'needed'));
    if (blank(identity) || identity !== address) return absent;
    const [at, other] = [jobPath('address_proof'), jobPath('identity_proof')];
    return [{ at, code: 'same_document', other, moment: 'placed' }];
  },
};
