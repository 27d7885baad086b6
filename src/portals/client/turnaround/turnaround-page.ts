// The client's figures: how many orders came to which result, by month, and how long each report takes.
import { type Ctx, type Environment, timeFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { turnaroundOf } from '../../shared/turnaround/turnaround.ts';
import { callerFor } from '../client-caller.ts';
import { monthHref } from '../orders/orders-page.ts';

const path = '/portal/turnaround';

export function turnaroundPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(
    path,
    { permission: 'read_checks', menu: 'Turnaround', byEnvironment: true },
    async (request, reply, user) => {
      const query = request.query as Readonly<Record<string, unknown>>;
      const environment: Environment = query.environment === 'test' ? 'test' : 'live';
      const caller = callerFor(user, environment);
      const model = await turnaroundOf(ctx, caller, {
        days: query.days,
        now: timeFor(ctx, caller),
        seesResults: mayDo(user, 'read_results'),
        monthHref: (month) => monthHref(environment, month),
      });
      return renderPage(request, reply, 'client/turnaround/turnaround.njk', { ...model, turnaroundPath: path });
    },
  );
}
