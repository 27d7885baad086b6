// The account's charges of a month: totals by report type, every line as CSV, and a statement of the month for print.
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { readAccount } from '../../../features/accounts/account-actions.ts';
import { listSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { chargesOf, everyCharge, sendChargesFile, statementOf } from '../../shared/charges/charges.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';

const path = '/portal/charges';

/** The name of the one whose orders the user sees; undefined for all of the account. */
async function subsidiaryOf(ctx: Ctx, user: UserOf<'client'>): Promise<string | undefined> {
  if (user.subsidiaryId === null) return undefined;
  const all = await listSubsidiaries(ctx, authorityOf(user), user.accountId);
  return all.find(({ id }) => id === user.subsidiaryId)?.name;
}

export function chargesPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(path, { permission: 'read_charges', menu: 'Charges' }, async (request, reply, user) =>
    renderPage(request, reply, 'client/charges/charges.njk', {
      title: 'Charges',
      ...(await chargesOf(ctx, callerFor(user, 'live'), request, path)),
    }),
  );
  pages.get(`${path}/file`, everyCharge, (request, reply, user) =>
    sendChargesFile(ctx, callerFor(user, 'live'), request, reply),
  );
  pages.get(`${path}/statement`, everyCharge, async (request, reply, user) =>
    renderPage(request, reply, 'shared/charges/statement.njk', {
      ...(await statementOf(ctx, callerFor(user, 'live'), request, path)),
      account: await readAccount(ctx, user.accountId),
      subsidiary: await subsidiaryOf(ctx, user),
    }),
  );
}
