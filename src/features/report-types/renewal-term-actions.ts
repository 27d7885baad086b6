// The months to renewal as a client's own administrator sets them; the other terms are agreed with the desk.
import { type Caller, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { demand, mayDo, type Permitted } from '../access/permissions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { termProblem } from './agreed-terms.ts';
import { updateRenewalTerms } from './report-type-store.ts';

export interface GivenRenewal {
  readonly reportTypeId: number;
  /** undefined if the type is not due again; NaN for a text that is no number. */
  readonly months: number | undefined;
}

/** They hold for the whole account: somebody of some subsidiaries does not set them. */
export const maySetRenewals = (who: Permitted & Pick<OrderScope, 'subsidiaryIds'>): boolean =>
  who.subsidiaryIds === null && mayDo(who, 'set_renewals');

/**
 * Sets after how many months these types are due again, also for results that are complete already. A type that is not
 * switched on stays so. Refuses with `invalid_fields` by `reports[n].renewAfterMonths`.
 */
export async function setRenewals(
  ctx: Ctx,
  caller: Caller & OrderScope,
  given: readonly GivenRenewal[],
): Promise<void> {
  demand(caller, 'set_renewals');
  if (caller.subsidiaryIds !== null) throw new Refusal('not_permitted');
  const problems = new Problems();
  given.forEach(({ months }, index) => {
    const problem = termProblem('renewAfterMonths', months);
    if (problem !== undefined) problems.add(`reports[${index}].renewAfterMonths`, problem);
  });
  problems.refuse('invalid_fields');
  const rows = given.map(({ reportTypeId, months }) => ({
    report_type_id: reportTypeId,
    renew_after_months: months ?? null,
  }));
  await inTransaction(ctx, async (tx) => {
    const changed = await updateRenewalTerms(tx.db, caller.accountId, rows);
    if (changed.length === 0) return;
    const { accountId } = caller;
    const detail = { report_types: changed };
    await storeAccountEvent(tx, accountId, caller, { type: 'account.renewals_set', resourceId: accountId, detail });
  });
}
