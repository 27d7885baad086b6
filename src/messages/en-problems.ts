// Messages in English, by code, for problems of a request that are not findings about facts; an interface says them
// after a field's path.
import { allowedInstead } from './allowed-values.ts';

export interface ProblemParams {
  /** The other field that the sentence compares with, or a name in the sentence. */
  readonly other?: string;
  readonly most?: number;
  readonly least?: number;
  readonly allowed?: readonly string[];
}

export const problems = {
  not_text: 'must be text',
  not_a_date: 'is not a date of the calendar in the form yyyy-mm-dd',
  not_a_time: 'is not a time such as 2026-03-04T09:30:00Z',
  not_a_country: 'is not a three-letter country code',
  not_a_nationality: 'is not a three-letter nationality code',
  not_an_identifier: 'is not an identifier: a GUID such as 01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10',
  not_of_value_set: ({ other, allowed }: ProblemParams) =>
    `is not a value of the value set ${other}${allowedInstead(allowed, `GET /metadata/valuesets/${other}/values`)}`,
  not_a_whole_number: 'must be a whole number',
  too_small: ({ least }: ProblemParams) => `must be at least ${least}`,
  too_large: ({ most }: ProblemParams) => `must be at most ${most}`,
  not_a_flag: 'must be true or false',
  not_a_list: 'must be a list',
  not_a_hash: 'must be an object with names, such as {"name": "identity"}',
  not_an_object: 'must be an object',
  given_twice: 'is given more than once',
  not_an_option: ({ other }: ProblemParams) => `is not an option of ${other}`,
  options_too_deep: 'nests deeper than one level',
  report_twice: ({ other }: ProblemParams) => `names ${other} twice`,
  no_reports: "can't be blank: name reports or report_type_groups",
  first_tag_too_long: ({ most }: ProblemParams) => `has a first tag that is too long (maximum is ${most} characters)`,
  tags_too_long: ({ most }: ProblemParams) => `is too long (maximum of all together is ${most} characters)`,
  not_an_https_url: 'must be an https URL',
  not_a_guid: 'is not a GUID',
  file_name_characters: 'has characters that a file name cannot have',
  text_characters: 'has characters that a text cannot have',
  order_full_of_files: 'has as many files as an order may have',
  file_extension: ({ allowed = [] }: ProblemParams) => `must end in one of ${allowed.join(' ')}`,
  not_a_property: 'is not a property of this report type',
  not_of_kind: ({ other }: ProblemParams) => `must be a ${other}`,
  not_a_part: 'is not a part of the breakdown of this report type',
  not_one_of: ({ allowed = [] }: ProblemParams) => `must be one of ${allowed.join(', ')}`,
  for_documents_only: 'is for document reports only',
  monitor_not_offered: ({ allowed }: ProblemParams) =>
    (allowed ?? []).length === 0
      ? 'is not offered for this report type'
      : `must be one of ${(allowed ?? []).join(', ')} for this report type`,
  unable_without_unidentified: 'can be given only where the result is unidentified',
  contradicts: ({ other }: ProblemParams) => `can't be clear beside ${other}`,
  not_light_of_result: ({ other }: ProblemParams) => `is not the light of the result ${other}`,
  red_without_consider: 'can be Red only where the result is consider',
  length_of_key: ({ least, most }: ProblemParams) => `must have ${least} to ${most} characters`,
  differs: ({ other }: ProblemParams) => `differs from ${other}`,
  differs_of_one_job: ({ other }: ProblemParams) => `differs from ${other}: an order is for one job`,
  place_not_implied: ({ other }: ProblemParams) => `is not ${other}, which the check ordered is for`,
  left_current_address: 'must be left out of the current address',
  second_current_address: 'must be true of one address only',
  nothing_ordered: "can't be blank: name PackageId, CheckGroups or Checks",
  ordered_in_several_ways: 'must not be given together: name PackageId, CheckGroups or Checks',
  unknown_package: 'is not a package of this account',
  package_of_others: 'is a package that this subsidiary does not order',
  packages_only: 'must be a package: you order no single reports',
  approval_needed:
    'needs approval, which only the order form asks for: order it there, or ask somebody who approves orders',
  certification_needed:
    'is for a job in the United States: before you order it, an administrator certifies under Agreement what the Fair Credit Reporting Act asks',
  unknown_check_type: 'is not a type of check: /docs/v1#types-of-checks says how they are named',
  check_type_not_available: 'is a type of check that is not available to this account',
  check_type_unpriced: ({ other }: ProblemParams) => `is ${other}, which has no agreed price`,
  package_holds_unpriced: ({ other }: ProblemParams) => `holds ${other}, which has no agreed price`,
  package_holds_unavailable: ({ other }: ProblemParams) => `holds ${other}, which is not available to this account`,
  subsidiary_ended: 'cannot be placed: the subsidiary has ended and takes no order',
  not_a_report_type: 'is not the name of a report type',
  not_a_variant: 'is not a variant of this report type, or is missing',
  unknown_subsidiary: 'is not the external identifier of a subsidiary of this account',
  unknown_acting_user: 'is not the external identifier of a user of this account who may act',
  again_ongoing: 'is not placed: another order of this person is open',
  again_not_due: 'is not placed: nothing of it is due any more',
  again_not_possible: 'cannot be placed any more',
  orders_stopped: 'cannot be placed: new orders of this account are stopped',
  variant_missing: 'needs the variant, as name:variant',
  unknown_refinement: ({ other }: ProblemParams) => `is not a refinement of ${other}`,
  too_many_checks: ({ most }: ProblemParams) => `has more than ${most} checks`,
  key_used: 'was used for another order',
} as const satisfies Readonly<Record<string, string | ((params: ProblemParams) => string)>>;

export type ProblemCode = keyof typeof problems;

export function problemSentence(code: ProblemCode, params: ProblemParams = {}): string {
  const sentence = problems[code];
  return typeof sentence === 'string' ? sentence : sentence(params);
}
