// Messages in English, by code, for problems of an order that are not findings about facts; only interface v1 uses
// them, after a field's path.

interface ProblemParams {
  /** The other field that the sentence compares with, or a name in the sentence. */
  readonly other?: string;
  readonly most?: number;
  readonly least?: number;
}

export const problems = {
  differs: ({ other }: ProblemParams) => `differs from ${other}`,
  differs_of_one_job: ({ other }: ProblemParams) => `differs from ${other}: an order is for one job`,
  place_not_implied: ({ other }: ProblemParams) => `is not ${other}, which the check ordered is for`,
  left_current_address: 'must be left out of the current address',
  second_current_address: 'must be true of one address only',
  nothing_ordered: "can't be blank: name PackageId, CheckGroups or Checks",
  ordered_in_several_ways: 'must not be given together: name PackageId, CheckGroups or Checks',
  unknown_package: 'is not a package of this account',
  unknown_check_type: 'is not a type of check: /docs/v1#types-of-checks says how they are named',
  check_type_not_available: 'is a type of check that is not available to this account',
  package_holds_unavailable: ({ other }: ProblemParams) => `holds ${other}, which is not available to this account`,
  variant_missing: 'needs the variant, as name:variant',
  unknown_refinement: ({ other }: ProblemParams) => `is not a refinement of ${other}`,
  too_many_checks: ({ most }: ProblemParams) => `order more than ${most} checks`,
  document_of_other_age: ({ least, most }: ProblemParams) => `is for candidates of ${least} to ${most} years`,
  no_identity_route: ({ other }: ProblemParams) => `meet no route of the identity guidelines for ${other} checks`,
  key_used: 'was used for another order',
} as const satisfies Readonly<Record<string, string | ((params: ProblemParams) => string)>>;

export type ProblemCode = keyof typeof problems;

export function problemSentence(code: ProblemCode, params: ProblemParams = {}): string {
  const sentence = problems[code];
  return typeof sentence === 'string' ? sentence : sentence(params);
}
