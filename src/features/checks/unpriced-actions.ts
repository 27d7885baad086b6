// Whether an account refuses orders of reports for which no price is agreed, and which these are.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { AvailableById } from '../report-types/availability-actions.ts';
import { codeOf } from '../report-types/catalogue-rules.ts';

/** The numbers of those types that an order may not name; none if the account refuses nothing. */
export async function refusedUnpriced(
  ctx: Ctx,
  accountId: string,
  available: AvailableById,
): Promise<ReadonlySet<number>> {
  const unpriced = [...available.values()].filter(({ pricePence }) => pricePence === null);
  if (unpriced.length === 0 || !(await readAccountSettings(ctx, accountId)).refuseUnpriced) return new Set();
  return new Set(unpriced.map(({ type }) => type.id));
}

/** Refuses the first one of them, by its name, as a type that is not switched on. */
export async function refuseUnpriced(ctx: Ctx, accountId: string, ordered: AvailableById): Promise<void> {
  const [refused] = await refusedUnpriced(ctx, accountId, ordered);
  if (refused === undefined) return;
  throw new Refusal('unknown_report_name', {
    reports: [`names ${codeOf(ordered.get(refused)!.type)}, which has no agreed price`],
  });
}
