// Names the candidates of listed reports, after recording that the list was read.
import type { Ctx } from '../../context.ts';
import { demand, type Permitted } from '../access/permissions.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { openOrder } from '../checks/check-actions.ts';
import { recordList } from '../events/look-actions.ts';
import { findSealedOrders, type SealedOrder } from './candidate-name-queries.ts';
import type { DeskReport } from './work-queue-queries.ts';

async function nameIn(ctx: Ctx, { accountId, environment, ...row }: SealedOrder): Promise<string> {
  if (row.sealedKey === null) return 'Erased';
  const account = await ctx.keys.forAccount(accountId);
  const key = applicantKey(account, { accountId, environment }, row.applicantId, row.sealedKey);
  const { first_name, last_name } = openOrder(key, row.checkId, row.sealedOrder).facts;
  return `${first_name} ${last_name}`;
}

/**
 * The names by the ids of the checks. @param filter what narrowed the list, in names of ours and numbers
 */
export async function readCandidateNames(
  ctx: Ctx,
  { userId, permissions }: Permitted & { readonly userId: string },
  listed: readonly Pick<DeskReport, 'account_id' | 'environment' | 'check_id' | 'clock_offset_seconds'>[],
  filter: Readonly<Record<string, unknown>>,
): Promise<ReadonlyMap<string, string>> {
  demand({ actor: `user:${userId}`, permissions }, 'read_reports');
  if (listed.length === 0) return new Map();
  const byTenant = Map.groupBy(listed, ({ account_id, environment }) => `${account_id} ${environment}`);
  for (const rows of byTenant.values()) {
    const { account_id: accountId, environment, clock_offset_seconds: clockOffsetSeconds } = rows[0]!;
    const caller = { accountId, environment, clockOffsetSeconds, actor: `user:${userId}` as const };
    const ids = [...new Set(rows.map((row) => row.check_id))];
    recordList(ctx, caller, 'account.checks_listed', { filter, ids });
  }
  const checks = listed.map((row) => ({
    accountId: row.account_id,
    environment: row.environment,
    checkId: row.check_id,
  }));
  const orders = await findSealedOrders(ctx.db, checks);
  return new Map(await Promise.all(orders.map(async (one) => [one.checkId, await nameIn(ctx, one)] as const)));
}
