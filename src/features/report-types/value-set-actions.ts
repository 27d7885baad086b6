// Reads the values of a value set for an account: published data, or the account's own job roles.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { Value, ValueSet } from '../value-sets/value-set.ts';
import { valueSetById } from '../value-sets/value-set-rules.ts';
import { type JobRoleRow, listJobRoles } from './report-type-actions.ts';

export function readValueSet(id: string): ValueSet {
  const set = valueSetById(id);
  if (set === undefined) throw new Refusal('not_found');
  return set;
}

const roleValue = ({ id, role_title, role_check_type }: JobRoleRow): Value => ({
  value: String(id),
  name: role_title,
  description: `Agreed for ${role_check_type} checks.`,
});

/** @returns `isPublic` if the values are the same for every account */
export async function listValues(
  ctx: Ctx,
  accountId: string,
  id: string,
): Promise<{ readonly values: readonly Value[]; readonly isPublic: boolean }> {
  const set = readValueSet(id);
  if (set.id !== 'dbsjobrole') return { values: set.values, isPublic: true };
  return { values: (await listJobRoles(ctx, accountId)).map(roleValue), isPublic: false };
}
