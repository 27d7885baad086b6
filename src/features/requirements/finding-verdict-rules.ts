// Finds the rule of screening behind a finding or a requirement; findings about presence have none; pure.
import type { FindingCode, RequirementId } from '../../messages/en.ts';
import type { Finding } from '../facts/finding.ts';
import { type RuleId, type Verdict, verdictOf } from '../knowledge/rule.ts';
import {
  type ActivityHistoryParams,
  airsideGapDays,
  type HistoryStandard,
  judgesGaps,
} from './activity-history-requirement.ts';
import type { AddressHistoryParams } from './address-history-requirement.ts';
import type { Asked } from './requirement-rules.ts';
import type { IdentityRegime } from './seen-papers.ts';
import type { SeenPapersParams } from './seen-papers-requirement.ts';

/** Or it follows from the parameters of the requirement; undefined where no rule that we know of asks. */
type RuleFor = RuleId | ((asked: Asked) => RuleId | undefined);

const rulesOfStandards: Readonly<Record<HistoryStandard, RuleId>> = {
  sysc_22: 'regulatory_history',
  kcsie: 'safer_recruitment_history',
  nhs: 'nhs_history',
  bpss: 'baseline_history',
  bs_7858: 'activity_history',
};

/** The rule of the gaps is that of the standard; else it follows from the longest that the report type tolerates. */
function ruleOfGaps({ params }: Asked): RuleId {
  const { standard, longestGapDays } = params as ActivityHistoryParams;
  if (standard !== undefined) return rulesOfStandards[standard];
  return longestGapDays === airsideGapDays ? 'airside_history' : 'activity_history';
}

const ruleOfAddresses = ({ params }: Asked): RuleId | undefined =>
  (params as AddressHistoryParams).isByDbs === true ? 'address_history' : undefined;

const rulesOfFindings: Readonly<Partial<Record<FindingCode, RuleFor>>> = {
  too_young_for_criminal_record: 'criminal_record_age',
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
  no_current_address: ruleOfAddresses,
  gap_in_addresses: ruleOfAddresses,
  gap_in_activities: ruleOfGaps,
  right_to_work_wanted: 'right_to_work_documents',
  document_not_home: 'right_to_work_documents',
  document_of_uk: 'right_to_work_documents',
  document_not_of_uk: 'right_to_work_documents',
  document_not_of_europe: 'right_to_work_documents',
  document_ended: 'right_to_work_documents',
  same_document: 'scottish_proofs',
  share_code_form: 'share_code',
  share_code_not_for_work: 'share_code',
  share_code_not_for_rent: 'share_code',
  share_code_lapsed: 'share_code',
  document_not_for_basic: 'dbs_identity_routes',
  document_of_other_age: 'dbs_identity_routes',
  document_expired: 'dbs_identity_routes',
  document_undated: 'dbs_identity_routes',
  document_not_issued_yet: 'dbs_identity_routes',
  document_too_old: 'dbs_identity_routes',
  document_named_twice: 'dbs_identity_routes',
  no_identity_route: 'dbs_identity_routes',
  outside_validation_wanted: 'dbs_identity_routes',
  fingerprints_wanted: 'dbs_identity_routes',
  access_ni_documents_wanted: 'access_ni_identity',
  address_not_shown: 'access_ni_identity',
  not_on_list_of_today: 'right_to_work_list_a',
};

const ruleOfRegime: Readonly<Record<IdentityRegime, RuleId>> = {
  dbs_basic: 'dbs_identity_routes',
  dbs_standard: 'dbs_identity_routes',
  dbs_enhanced: 'dbs_identity_routes',
  access_ni: 'access_ni_identity',
  scottish_proofs: 'scottish_proofs',
};

const rulesOfRequirements: Readonly<Partial<Record<RequirementId, RuleFor>>> = {
  criminal_record_age: 'criminal_record_age',
  national_insurance_number: 'national_insurance_number',
  local_identifier: 'local_identifier',
  membership_number: 'membership_number',
  share_code: 'share_code',
  scottish_proofs: 'scottish_proofs',
  address_history: ruleOfAddresses,
  activity_history: (asked) => (judgesGaps(asked.params as ActivityHistoryParams) ? ruleOfGaps(asked) : undefined),
  seen_papers: ({ params }) => ruleOfRegime[(params as SeenPapersParams).regime],
};

function verdictBy(rule: RuleFor | undefined, asked: Asked): Verdict | undefined {
  const id = typeof rule === 'function' ? rule(asked) : rule;
  return id === undefined ? undefined : verdictOf(id);
}

/** @param asked the requirement that the finding is about */
export const verdictOfFinding = ({ code }: Pick<Finding, 'code'>, asked: Asked): Verdict | undefined =>
  verdictBy(rulesOfFindings[code], asked);

/** The rule that judges the facts of a requirement, met or not; undefined where none does. */
export const verdictOfRequirement = (asked: Asked): Verdict | undefined =>
  verdictBy(rulesOfRequirements[asked.id], asked);
