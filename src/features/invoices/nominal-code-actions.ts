// The codes of the accounting software to which lines of invoices are posted: of the account, the house standard, or the service.
import type { Ctx } from '../../context.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { codesIn } from '../accounts/account-setting.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { CodedKind } from '../accounts/accounting-settings.ts';
import { readStandard } from '../accounts/house-standard-actions.ts';
import type { CodeOf } from './invoice-file-rules.ts';

/** As Sage sets them up in the UK. */
const usualCodes: Readonly<Partial<Record<CodedKind, string>>> = { bank: '1200', bad_debts: '8100' };

export async function nominalCodes(
  ctx: Ctx,
  by: Asker,
  of: readonly { readonly accountId: string }[],
): Promise<CodeOf> {
  demand(by, 'read_charges');
  const standard = await readStandard(ctx, by);
  const codesOf = async (accountId: string) => codesIn((await readAccountSettings(ctx, accountId)).nominalCodes);
  const house: ReadonlyMap<string, string> = standard === undefined ? new Map() : await codesOf(standard.id);
  const accountIds = [...new Set(of.map(({ accountId }) => accountId))];
  const own = new Map(await Promise.all(accountIds.map(async (id) => [id, await codesOf(id)] as const)));
  return (accountId, kind) => {
    const codes = [own.get(accountId), house];
    const named = codes.map((one) => one?.get(kind)).find((code) => code !== undefined);
    const ofSales = codes.map((one) => one?.get('sales')).find((code) => code !== undefined);
    return named ?? usualCodes[kind] ?? ofSales ?? ctx.settings.salesAccountCode;
  };
}
