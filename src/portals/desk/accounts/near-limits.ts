// The clients that are near or above their credit limit, for the pages of finance.
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { listCreditUse } from '../../../features/credit-limits/credit-use-actions.ts';
import { creditUseModel } from '../../shared/charges/credit-use.ts';
import { accountsPath, type DeskUser } from './account-request.ts';

export async function nearLimitsOf(ctx: Ctx, user: DeskUser) {
  const uses = await listCreditUse(ctx, authorityOf(user), user.accounts);
  return uses
    .filter(({ standing }) => standing !== 'within')
    .toSorted((one, other) => other.percent - one.percent)
    .map((use) => creditUseModel(use, `${accountsPath}/${use.accountId}/owed`));
}
