// The figures of an account, as the client sees them: what came of its orders, how long reports take, and how many on time.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { turnaroundOf } from '../../shared/turnaround/turnaround.ts';
import { type AccountPages, renderAccountPage } from './account-request.ts';
import { liveScopeOf } from './charges-page.ts';

export function turnaroundPage(pages: AccountPages, ctx: Ctx): void {
  pages.get('/turnaround', { permission: 'read_accounts' }, async (request, reply, opened) => {
    const asked = { days: request.query.days, now: ctx.now(), seesResults: mayDo(opened.user, 'read_results') };
    return renderAccountPage(request, reply, 'turnaround.njk', opened, {
      ...(await turnaroundOf(ctx, liveScopeOf(opened), asked)),
      section: 'Turnaround',
      turnaroundPath: `${opened.path}/turnaround`,
    });
  });
}
