// Reads what a record of staff shows: the kinds of checks that its client keeps, or has, and whose the reports are.
import type { Authority, Ctx, OrderScope } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { keptKinds, kinds, type RecordKind } from '../stated-staff/record-kind-rules.ts';
import type { RecordForm } from './record-entry-rules.ts';
import { findHeldKinds } from './record-kind-queries.ts';

/** What the client keeps whatever it has, and of what somebody has a check. */
export async function readShownKinds(ctx: Ctx, caller: Authority & OrderScope): Promise<readonly RecordKind[]> {
  demand(caller, 'read_results', 'read_record');
  const kept = keptKinds(await readAccountSettings(ctx, caller.accountId));
  const others = kinds.filter((kind) => !kept.includes(kind));
  const held = await findHeldKinds(ctx.db, caller, others);
  return kinds.filter((kind) => kept.includes(kind) || held.includes(kind));
}

/** The columns, the same on paper and in every file. */
export async function readRecordForm(
  ctx: Ctx,
  caller: Authority & OrderScope,
  withResults: boolean,
): Promise<RecordForm> {
  const operator = ctx.settings.operatorName ?? 'Probity';
  return { kinds: await readShownKinds(ctx, caller), operator, withResults };
}
