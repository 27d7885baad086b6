// The figures of an account, as the client sees them: what came of its orders, how long reports take, and how many on time.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { sendLateReportsFile } from '../../shared/turnaround/late-reports.ts';
import { turnaroundOf } from '../../shared/turnaround/turnaround.ts';
import { type AccountPages, type FormRequest, renderAccountPage } from './account-request.ts';
import { liveScopeOf } from './charges-page.ts';

export function turnaroundPage(pages: AccountPages, ctx: Ctx): void {
  const timeOf = ({ query }: FormRequest) => ({ days: query.days, now: ctx.now() });

  pages.get('/turnaround', { permission: 'read_accounts' }, async (request, reply, opened) =>
    renderAccountPage(request, reply, 'turnaround.njk', opened, {
      ...(await turnaroundOf(ctx, liveScopeOf(opened), {
        ...timeOf(request),
        path: `${opened.path}/turnaround`,
        seesResults: mayDo(opened.user, 'read_results'),
        hrefOf: ({ report_id }) => (mayDo(opened.user, 'read_reports') ? `/desk/reports/${report_id}` : undefined),
      })),
      section: 'Turnaround',
    }),
  );
  pages.get('/turnaround/file', { permission: 'read_accounts' }, async (request, reply, opened) =>
    sendLateReportsFile(ctx, liveScopeOf(opened), timeOf(request), reply),
  );
}
