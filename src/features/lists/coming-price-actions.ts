// The prices and fees that apply from a day to come, over many accounts: what each is, and taken back.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import { comingTerms, termNames } from '../report-types/agreed-terms.ts';
import { agreedOfMany, changeAgreements } from '../report-types/availability-actions.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { type ComingPriceRow, findComingPrices } from './coming-price-queries.ts';

export interface ComingPrice extends ComingPriceRow {
  readonly type: ReportType;
}

/** By day, then by account. @param accountIds who asks must see them */
export async function listComingPrices(
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: Asker,
  accountIds: readonly string[],
): Promise<ComingPrice[]> {
  demand(by, 'read_accounts');
  return (await findComingPrices(ctx.db, accountIds, ukDateOf(ctx.now()))).flatMap((row) => {
    const type = reportTypeById(row.report_type_id);
    return type === undefined ? [] : [{ ...row, type }];
  });
}

/** What was to come is not any more: the price, the fee and the volume prices of today stay. */
const endComing = ({ name, variant }: ReportType) => ({
  ...{ agreed: [{ name, variant }], ended: [] },
  kept: termNames.filter((term) => !(comingTerms as readonly string[]).includes(term)),
});

/**
 * All of them or none. Refuses with `invalid_fields` (steps) where one of them is another by now.
 * @param steps as they were listed; who asks must see their accounts
 */
export async function takeBackComing(ctx: Ctx, by: Asker, steps: readonly ComingPrice[]): Promise<void> {
  demand(by, 'manage_agreements');
  if (steps.length === 0) throw new Refusal('invalid_fields', { steps: ["can't be blank"] });
  await inTransaction(ctx, async (tx) => {
    for (const accountId of [...new Set(steps.map((one) => one.account_id))].toSorted())
      await lockAccount(tx, accountId);
    for (const step of steps) {
      const now = (await agreedOfMany(tx, [step.account_id], step.type)).get(step.account_id);
      const isSame =
        now?.nextFrom === step.nextFrom &&
        now.nextPricePence === step.nextPricePence &&
        now.nextFeePence === step.nextFeePence &&
        now.nextVolumePrices === step.nextVolumePrices;
      if (!isSame) throw new Refusal('invalid_fields', { steps: ['is another by now'] });
      await changeAgreements(tx, by, step.account_id, endComing(step.type));
    }
  });
}
