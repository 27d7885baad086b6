// Every requirement by name, in the order of the form: one line each, and a file for a requirement with rules of its
// own.
import type { RequirementId } from '../../messages/en.ts';
import { activityHistory } from './activity-history-requirement.ts';
import { addressHistory } from './address-history-requirement.ts';
import { checkCode } from './check-code-requirement.ts';
import { dbsApplication } from './dbs-application-requirement.ts';
import {
  concernsDeclaration,
  spentDeclaration,
  unspentConvictions,
  unspentDeclaration,
} from './declaration-requirements.ts';
import { identityDocuments } from './document-requirements.ts';
import { education, educationToConfirm } from './education-requirement.ts';
import { evidence, ownCertificate } from './evidence-requirement.ts';
import { fcaReference } from './fca-reference-requirement.ts';
import { educationInUk, employmentInUk } from './in-uk-requirements.ts';
import { criminalDetails, jobRole, scottishProofs } from './job-requirements.ts';
import { membershipNumber, professionalMemberships } from './membership-requirement.ts';
import { drivingLicence, licenceIssuer, localIdentifier, nationalInsuranceNumber } from './number-requirements.ts';
import {
  contact,
  criminalRecordAge,
  dateOfBirth,
  nationality,
  parentsNames,
  previousNames,
} from './person-requirements.ts';
import { plain } from './plain-requirement.ts';
import { recordsAbroad, stayAbroad } from './records-abroad-requirement.ts';
import { references } from './references-requirement.ts';
import type { Requirement } from './requirement.ts';
import { seenPapers } from './seen-papers-requirement.ts';
import { shareCode } from './share-code-requirement.ts';
import { socialProfiles } from './social-profiles-requirement.ts';

/** Asked of candidates only: in a client entry, the client keeps the consent that the candidate gave. */
const consent: Requirement = { facts: () => [], findings: () => [], page: { section: 'your_consent', minutes: 1 } };

export const requirements = {
  /** Presence is a rule of the facts themselves, checked whenever facts are given. */
  name: plain(['title', 'first_name', 'middle_name', 'last_name', 'has_one_name'], { needed: [] }),
  previous_names: previousNames,
  date_of_birth: dateOfBirth,
  gender: plain(['gender']),
  place_of_birth: plain(['town_of_birth', 'country_of_birth']),
  nationality,
  mothers_maiden_name: plain(['mothers_maiden_name']),
  parents_names: parentsNames,
  own_script: {
    ...plain(['name_in_own_script', 'address_in_own_script'], { needed: [] }),
    optional: () => ['name_in_own_script', 'address_in_own_script'],
  },
  national_insurance_number: nationalInsuranceNumber,
  driving_licence: drivingLicence,
  dbs_application: dbsApplication,
  driving_licence_check_code: checkCode,
  share_code: shareCode,
  disclosure_certificate: plain(['certificate_number', 'certificate_last_name', 'certificate_issued_on']),
  pvg_membership: plain(['pvg_number']),
  local_identifier: localIdentifier,
  licence_issuer: licenceIssuer,
  contact,
  social_profiles: socialProfiles,
  address_history: addressHistory,
  activity_history: activityHistory,
  education,
  employment_in_uk: employmentInUk,
  education_to_confirm: educationToConfirm,
  education_in_uk: educationInUk,
  professional_memberships: professionalMemberships,
  membership_number: membershipNumber,
  fca_reference: fcaReference,
  references,
  unspent_convictions: unspentConvictions,
  unspent_declaration: unspentDeclaration,
  spent_declaration: spentDeclaration,
  concerns_declaration: concernsDeclaration,
  consent,
  /** The candidate agrees to it on the page of `consent`. */
  criminal_record_consent: { facts: () => [], findings: () => [] },
  criminal_record_age: criminalRecordAge,
  identity_documents: identityDocuments,
  /** No fact says whether they were uploaded: a screener looks. */
  evidence,
  own_certificate: ownCertificate,
  criminal_details: criminalDetails,
  job_role: jobRole,
  scottish_proofs: scottishProofs,
  seen_papers: seenPapers,
  records_abroad: recordsAbroad,
  stay_abroad: stayAbroad,
} as const satisfies Readonly<Record<RequirementId, object>>;

type Requirements = typeof requirements;
type ParamsOf<K extends keyof Requirements> = Requirements[K] extends Requirement<infer P> ? P : never;

/** Requirements that need no parameters, listed by name alone. */
type PlainId = { [K in keyof Requirements]: object extends ParamsOf<K> ? K : never }[keyof Requirements];

/** Those whose parameters, if they have any, may all be left out are listed either way. */
type Parametrised = { [K in keyof Requirements]: object extends Required<ParamsOf<K>> ? never : K }[keyof Requirements];

/** A requirement in a report type's list: `'nationality'`, or `{ address_history: { years: 5 } }`. */
export type Requires = PlainId | { [K in Parametrised]: { readonly [N in K]: ParamsOf<K> } }[Parametrised];
