// Every requirement by its name, in the order of the form; report types list which of them they have.
import type { RequirementId } from '../../messages/en.ts';
import { activityHistory } from './activity-history-requirement.ts';
import { addressHistory } from './address-history-requirement.ts';
import { identityDocuments } from './document-requirements.ts';
import { criminalDetails, jobRole, scottishProofs } from './job-requirements.ts';
import { education, professionalMemberships, references } from './list-requirements.ts';
import { drivingLicence, localIdentifier, nationalInsuranceNumber } from './number-requirements.ts';
import {
  contact,
  dateOfBirth,
  gender,
  mothersMaidenName,
  name,
  nationality,
  placeOfBirth,
  previousNames,
} from './plain-requirements.ts';
import type { Requirement } from './requirement.ts';

/** The candidate's agreement is asked of them alone: a client who enters everything keeps the consent that was given. */
const consent: Requirement = { facts: () => [], findings: () => [], page: { section: 'your_consent', minutes: 1 } };

export const requirements = {
  name,
  previous_names: previousNames,
  date_of_birth: dateOfBirth,
  gender,
  place_of_birth: placeOfBirth,
  nationality,
  mothers_maiden_name: mothersMaidenName,
  national_insurance_number: nationalInsuranceNumber,
  driving_licence: drivingLicence,
  local_identifier: localIdentifier,
  contact,
  address_history: addressHistory,
  activity_history: activityHistory,
  education,
  professional_memberships: professionalMemberships,
  references,
  consent,
  /** Agreed to on the page of `consent`. */
  criminal_record_consent: { facts: () => [], findings: () => [] },
  identity_documents: identityDocuments,
  criminal_details: criminalDetails,
  job_role: jobRole,
  scottish_proofs: scottishProofs,
} as const satisfies Readonly<Record<RequirementId, object>>;

type Requirements = typeof requirements;
type ParamsOf<K extends keyof Requirements> = Requirements[K] extends Requirement<infer P> ? P : never;

/** Those that take no parameters, and so stand as their bare name. */
type PlainId = { [K in keyof Requirements]: object extends ParamsOf<K> ? K : never }[keyof Requirements];

/** As a report type lists it: `'nationality'`, or `{ address_history: { years: 5 } }`. */
export type Requires =
  | PlainId
  | { [K in Exclude<keyof Requirements, PlainId>]: { readonly [N in K]: ParamsOf<K> } }[Exclude<
      keyof Requirements,
      PlainId
    >];
