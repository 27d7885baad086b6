// The codes of the accounting software to which lines of invoices are posted: of the account, the house standard, or the service.
import type { Ctx } from '../../context.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { codesIn } from '../accounts/account-setting.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { readStandard } from '../accounts/house-standard-actions.ts';
import type { Invoice } from './invoice.ts';
import type { CodeOf } from './invoice-file-rules.ts';

export async function nominalCodes(ctx: Ctx, by: Asker, invoices: readonly Invoice[]): Promise<CodeOf> {
  demand(by, 'read_charges');
  const standard = await readStandard(ctx, by);
  const codesOf = async (accountId: string) => codesIn((await readAccountSettings(ctx, accountId)).nominalCodes);
  const house: ReadonlyMap<string, string> = standard === undefined ? new Map() : await codesOf(standard.id);
  const accountIds = [...new Set(invoices.map(({ accountId }) => accountId))];
  const own = new Map(await Promise.all(accountIds.map(async (id) => [id, await codesOf(id)] as const)));
  return (accountId, kind) => {
    const codes = [own.get(accountId), house];
    const named = codes.map((one) => one?.get(kind)).find((code) => code !== undefined);
    const ofSales = codes.map((one) => one?.get('sales')).find((code) => code !== undefined);
    return named ?? ofSales ?? ctx.settings.salesAccountCode;
  };
}
