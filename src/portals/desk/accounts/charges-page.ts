// The charges of an account by month, their lines as CSV, and a statement of the month for print.
import type { Authority, Ctx, OrderScope } from '../../../context.ts';
import { chargesOf, sendChargesFile, statementOf } from '../../shared/charges/charges.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type AccountPages, type OpenedAccount, renderAccountPage } from './account-request.ts';

const scopeOf = ({ account, by }: OpenedAccount): OrderScope & Authority => ({
  ...by,
  accountId: account.id,
  environment: 'live',
  subsidiaryId: null,
});

export function chargesPage(pages: AccountPages, ctx: Ctx): void {
  pages.get('/charges', { permission: 'read_charges' }, async (request, reply, opened) => {
    return renderAccountPage(request, reply, 'charges.njk', opened, {
      title: 'Charges',
      section: 'Charges',
      ...(await chargesOf(ctx, scopeOf(opened), request, `${opened.path}/charges`)),
    });
  });
  pages.get('/charges/file', { permission: 'read_charges', stepUp: 'exports' }, (request, reply, opened) =>
    sendChargesFile(ctx, scopeOf(opened), request, reply),
  );
  pages.get('/charges/statement', { permission: 'read_charges' }, async (request, reply, opened) =>
    renderPage(request, reply, 'shared/charges/statement.njk', {
      ...(await statementOf(ctx, scopeOf(opened), request, `${opened.path}/charges`)),
      account: opened.account,
    }),
  );
}
