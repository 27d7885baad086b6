// The statement of one account at the desk, with its PDF and the mail that sends it.
import type { Ctx } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { mailStatement } from '../../../features/payments/statement-actions.ts';
import { periodOf } from '../../../features/payments/statement-rules.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { sendStatement, statementModel } from '../../shared/charges/account-statement.ts';
import { type AccountPages, noticeIn, renderAccountPage, typed } from './account-request.ts';
import { liveScopeOf } from './charges-page.ts';

const reads = { permission: 'read_charges' } as const;

export function accountStatementPage(pages: AccountPages, ctx: Ctx): void {
  pages.get('/statement', reads, async (request, reply, opened) => {
    const { billingEmail, monthlyStatement } = await readAccountSettings(ctx, opened.account.id);
    return renderAccountPage(request, reply, 'account-statement.njk', opened, {
      title: 'Statement of account',
      section: 'Invoices',
      back: { text: 'Invoices', href: `${opened.path}/invoices` },
      done: noticeIn(request, { mailed: 'The statement is on its way.' }),
      ...(await statementModel(ctx, liveScopeOf(opened), request, `${opened.path}/statement`)),
      email: billingEmail,
      monthly: monthlyStatement,
    });
  });
  pages.get('/statement/file', reads, (request, reply, opened) =>
    sendStatement(ctx, liveScopeOf(opened), request, reply),
  );
  pages.post('/statement/mail', { permission: 'manage_agreements' }, async (request, reply, opened) => {
    const period = periodOf({ from: typed(request, 'from'), to: typed(request, 'to') }, ukDateOf(ctx.now()));
    await mailStatement(ctx, liveScopeOf(opened), period);
    return reply.redirect(`${opened.path}/statement?from=${period.from}&to=${period.to}&done=mailed`, 303);
  });
}
