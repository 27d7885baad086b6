// The account's charges of a month: totals by report type, every line as CSV, and a statement of the month for print.
import type { Ctx } from '../../../context.ts';
import { readAccount } from '../../../features/accounts/account-actions.ts';
import { chargesOf, sendChargesFile, statementOf } from '../../shared/charges/charges.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';

const path = '/portal/charges';

export function chargesPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(path, { permission: 'read_charges', menu: 'Charges' }, async (request, reply, user) =>
    renderPage(request, reply, 'client/charges/charges.njk', {
      title: 'Charges',
      ...(await chargesOf(ctx, callerFor(user, 'live'), request, path)),
    }),
  );
  pages.get(`${path}/file`, { permission: 'read_charges', stepUp: 'exports' }, (request, reply, user) =>
    sendChargesFile(ctx, callerFor(user, 'live'), request, reply),
  );
  pages.get(`${path}/statement`, { permission: 'read_charges' }, async (request, reply, user) =>
    renderPage(request, reply, 'shared/charges/statement.njk', {
      ...(await statementOf(ctx, callerFor(user, 'live'), request, path)),
      account: await readAccount(ctx, user.accountId),
      isOfSubsidiary: user.subsidiaryId !== null,
    }),
  );
}
