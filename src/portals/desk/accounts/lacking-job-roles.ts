// The job roles that an account lacks: a standard or enhanced criminal record check cannot be ordered without one of its level; pure.
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { levelsOf } from '../../shared/orders/order-details-view.ts';

interface Offered {
  readonly name: string;
  readonly items: readonly { readonly report_type_id: number }[];
}

/** The levels of job roles that a package asks for. */
const levelsAsked = ({ items }: Offered): string[] => [
  ...levelsOf(items.flatMap(({ report_type_id: id }) => reportTypeById(id) ?? [])),
];

/** Whether one of the packages asks for a job role at all. */
export const asksJobRole = (packages: readonly Offered[]): boolean =>
  packages.some((offered) => levelsAsked(offered).length > 0);

/** Those that nobody can order, each with the level for which there is no role. */
export function lackingJobRoles(
  packages: readonly Offered[],
  roles: readonly { readonly role_check_type: string }[],
): { readonly name: string; readonly level: string }[] {
  const has = new Set(roles.map(({ role_check_type: level }) => level));
  return packages.flatMap((offered) => {
    const level = levelsAsked(offered).find((one) => !has.has(one));
    return level === undefined ? [] : [{ name: offered.name, level }];
  });
}

/** Undefined if no package lacks a role. */
export function jobRoleWarning(lacking: ReturnType<typeof lackingJobRoles>): string | undefined {
  const [first, ...others] = lacking;
  if (first === undefined) return undefined;
  const named = others.length === 0 ? first.name : `${first.name} and ${others.length} more`;
  return `${named}: cannot be ordered, no job role for ${first.level} checks`;
}
