// Reads the catalogue and an account's agreements, for other features and the surfaces.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { ReportType } from './report-type.ts';
import { type OrderedOption, reportTypeById } from './report-type-rules.ts';
import { findGroups, findJobRole, findJobRoles, type JobRoleRow } from './report-type-store.ts';

export type { JobRoleRow };

export interface ReportTypeGroup {
  readonly id: number;
  readonly name: string;
  readonly types: readonly { readonly type: ReportType; readonly options: readonly OrderedOption[] | null }[];
}

/** @param ids only these groups; by default all of the account's */
export async function listGroups(ctx: Ctx, accountId: string, ids?: readonly number[]): Promise<ReportTypeGroup[]> {
  const rows = await findGroups(ctx.db, accountId, ids);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    types: row.members.flatMap((member) => {
      const type = reportTypeById(member.report_type_id);
      return type === undefined ? [] : [{ type, options: member.options as readonly OrderedOption[] | null }];
    }),
  }));
}

export async function readGroup(ctx: Ctx, accountId: string, id: number): Promise<ReportTypeGroup> {
  const [group] = await listGroups(ctx, accountId, [id]);
  if (group === undefined) throw new Refusal('not_found');
  return group;
}

export function listJobRoles(ctx: Ctx, accountId: string): Promise<JobRoleRow[]> {
  return findJobRoles(ctx.db, accountId);
}

export async function readLiveJobRole(ctx: Ctx, accountId: string, id: number): Promise<JobRoleRow | undefined> {
  const role = await findJobRole(ctx.db, accountId, id);
  return role?.live === true ? role : undefined;
}

/** Finds retired roles too, for the orders that named them. */
export function readAgreedJobRole(ctx: Ctx, accountId: string, id: number): Promise<JobRoleRow | undefined> {
  return findJobRole(ctx.db, accountId, id);
}
