// Finds the rule of screening behind a finding or a requirement; findings about presence have none; pure.
import type { FindingCode, RequirementId } from '../../messages/en.ts';
import type { Finding } from '../facts/finding.ts';
import { type RuleId, type Verdict, verdictOf } from '../knowledge/rule.ts';

const ruleOf: Readonly<Partial<Record<FindingCode, RuleId>>> = {
  uk_postcode_form: 'uk_postcode',
  national_insurance_form: 'national_insurance_number',
  licence_form_gb: 'driver_number_gb',
  licence_last_name: 'driver_number_gb',
  licence_birth_date: 'driver_number_gb',
  licence_gender: 'driver_number_gb',
  licence_form_ni: 'driver_number_ni',
  passport_form: 'passport_number',
  passport_form_uk: 'uk_passport_number',
  local_identifier_form: 'local_identifier',
  membership_number_form: 'membership_number',
  no_current_address: 'address_history',
  gap_in_addresses: 'address_history',
  gap_in_activities: 'activity_history',
  right_to_work_wanted: 'right_to_work_documents',
  document_not_home: 'right_to_work_documents',
  document_of_uk: 'right_to_work_documents',
  document_not_of_uk: 'right_to_work_documents',
  document_not_of_europe: 'right_to_work_documents',
  document_ended: 'right_to_work_documents',
  same_document: 'scottish_proofs',
};

export function verdictOfFinding({ code }: Pick<Finding, 'code'>): Verdict | undefined {
  const rule = ruleOf[code];
  return rule === undefined ? undefined : verdictOf(rule);
}

const ruleOfRequirement: Readonly<Partial<Record<RequirementId, RuleId>>> = {
  address_history: 'address_history',
  activity_history: 'activity_history',
  national_insurance_number: 'national_insurance_number',
  local_identifier: 'local_identifier',
  membership_number: 'membership_number',
  scottish_proofs: 'scottish_proofs',
};

/** The rule that judges the facts of a requirement, met or not. */
export function verdictOfRequirement(id: RequirementId): Verdict | undefined {
  const rule = ruleOfRequirement[id];
  return rule === undefined ? undefined : verdictOf(rule);
}
