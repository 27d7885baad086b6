// Reads and sets what whoever has a job role must have in the record of staff.
import { type Authority, type Caller, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { searchKeys } from '../applicants/applicant-vault.ts';
import { jobTerms } from '../applicants/search-key-rules.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { readLiveJobRole } from '../report-types/report-type-actions.ts';
import { needsOf, type RecordNeed } from './record-need-rules.ts';
import { findRoleNeeds, type RoleNeedsRow, replaceRoleNeeds } from './record-need-store.ts';

export interface RoleNeeds {
  /** Blind keys: an order, or what is stated, that has one of them is of the role. */
  readonly keys: readonly string[];
  readonly needs: readonly RecordNeed[];
}

export function listRoleNeeds(ctx: Ctx, caller: Authority & OrderScope): Promise<RoleNeedsRow[]> {
  demand(caller, 'change_own_settings');
  return findRoleNeeds(ctx.db, caller.accountId);
}

/** For who judges the record: those who were ordered for by a role, or whose job is called so, need what it needs. */
export async function readRoleNeeds(ctx: Ctx, caller: Authority & OrderScope): Promise<RoleNeeds[]> {
  demand(caller, 'read_results', 'read_record');
  const rows = await findRoleNeeds(ctx.db, caller.accountId);
  if (rows.length === 0) return [];
  const account = await ctx.keys.forAccount(caller.accountId);
  return rows.map(({ job_role_id, role_title, kinds, level }) => ({
    keys: searchKeys(account, caller, jobTerms(job_role_id, [role_title])),
    needs: needsOf(kinds, level),
  }));
}

/** @param needs null if the role needs what everybody does. Refuses with `not_found` for a role that is not live */
export async function setRoleNeeds(
  ctx: Ctx,
  caller: Caller & OrderScope,
  jobRoleId: number,
  needs: Pick<RoleNeedsRow, 'kinds' | 'level'> | null,
): Promise<void> {
  demand(caller, 'change_own_settings');
  if (caller.subsidiaryIds !== null) throw new Refusal('not_permitted');
  const { accountId } = caller;
  const role = await readLiveJobRole(ctx, accountId, jobRoleId);
  if (role === undefined) throw new Refusal('not_found');
  await inTransaction(ctx, async (tx) => {
    await replaceRoleNeeds(tx.db, accountId, jobRoleId, needs);
    const detail = { job_role: role.role_title, kinds: needs?.kinds ?? null, level: needs?.level ?? null };
    await storeAccountEvent(tx, accountId, caller, {
      type: 'account.record_needs_set',
      resourceId: accountId,
      detail,
    });
  });
}
