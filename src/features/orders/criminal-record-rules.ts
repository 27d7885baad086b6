// Converts the details of a criminal record check between the names and words of interfaces v1 and v2; pure.
import type { CriminalDetails } from '../checks/check-rules.ts';
import { employmentSectors } from '../requirements/employment-sectors.ts';
import { basicPlacesOfWork } from '../requirements/job-requirements.ts';
import type { Job } from '../requirements/requirement.ts';
import { dbsPurposes } from '../value-sets/criminal-record-values.ts';
import { given, isOneOf } from './fact-conversion-rules.ts';

interface Detail {
  readonly v1: string;
  readonly v2: keyof CriminalDetails;
  /** Words that v2 accepts in any case and v1 writes as in this list. */
  readonly list?: readonly string[];
}

export const criminalDetailFields: readonly Detail[] = [
  { v1: 'CheckCriminalPositionAppliedFor', v2: 'job_role' },
  { v1: 'CheckCriminalPurposeOfCheck', v2: 'purpose', list: dbsPurposes.map(({ value }) => value) },
  { v1: 'CheckCriminalPlaceOfWork', v2: 'place_of_work', list: basicPlacesOfWork },
  { v1: 'CheckCriminalEmployerName', v2: 'employer_name' },
  { v1: 'CheckCriminalEmploymentSector', v2: 'employment_sector', list: employmentSectors },
  { v1: 'CheckCriminalJobRoleId', v2: 'JobRoleId' },
];

type Said = Readonly<Record<string, unknown>>;

export function criminalRecordOf(details: CriminalDetails): Record<string, string | number | null> {
  const answered = criminalDetailFields.map(({ v1, v2, list = [] }) => {
    const value = details[v2];
    if (typeof value === 'number' || v2 === 'JobRoleId') return [v1, value];
    const listed = list.find(isOneOf(given(value) ?? ''));
    // Only basic checks have lists of places and sectors; v1 has only the purposes of its value set.
    return [v1, listed ?? (v2 === 'purpose' ? '' : (value ?? ''))];
  });
  return Object.fromEntries(answered);
}

export function criminalDetailsOf(said: Said): CriminalDetails {
  const details = criminalDetailFields.map(({ v1, v2 }) => {
    const text = given(said[v1]);
    if (v2 === 'JobRoleId') return [v2, /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null];
    return [v2, v2 === 'purpose' ? (text?.toLowerCase() ?? null) : text];
  });
  return Object.fromEntries(details) as CriminalDetails;
}

/** Facts of the job that only v1 has, with their names. */
const proofs: Readonly<Partial<Record<keyof Job, string>>> = {
  identity_proof: 'IdentityProof',
  address_proof: 'AddressProof',
};

/** The v1 name of a fact of the job. */
export const nameOfJobFact = (fact: keyof Job): string =>
  criminalDetailFields.find(({ v2 }) => v2 === fact)?.v1 ?? proofs[fact] ?? '';
