// The client's figures: how many orders came to which result, by month, and how long each report takes.
import type { FastifyRequest } from 'fastify';
import { type Ctx, type Environment, timeFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { sendLateReportsFile } from '../../shared/turnaround/late-reports.ts';
import { turnaroundOf } from '../../shared/turnaround/turnaround.ts';
import { askedTimeIn } from '../../shared/turnaround/turnaround-time.ts';
import { callerFor } from '../client-caller.ts';
import { monthHref } from '../orders/orders-query.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';

const path = '/portal/turnaround';

type Request = FastifyRequest<{ Querystring: Readonly<Record<string, unknown>> }>;

export function turnaroundPage(pages: Pages<'client'>, ctx: Ctx): void {
  const askedBy = async ({ query }: Request, signedIn: UserOf<'client'>) => {
    const { user, ...filter } = await subsidiaryFilter(ctx, signedIn, query);
    const environment: Environment = query.environment === 'test' ? 'test' : 'live';
    const caller = callerFor(user, environment);
    return { ...filter, environment, caller, time: askedTimeIn(query, timeFor(ctx, caller)) };
  };
  pages.get(
    path,
    { permission: 'read_checks', menu: 'Turnaround', byEnvironment: true },
    async (request: Request, reply, user) => {
      const { environment, caller, time, selects, subsidiary } = await askedBy(request, user);
      const model = await turnaroundOf(ctx, caller, {
        ...time,
        path,
        subsidiary,
        seesResults: mayDo(user, 'read_results'),
        monthHref: (month) => monthHref(environment, month, subsidiary),
        hrefOf: ({ check_id }) => `/portal/checks/${check_id}`,
      });
      if (model.errors !== undefined) reply.status(422);
      return renderPage(request, reply, 'client/turnaround/turnaround.njk', { ...model, selects });
    },
  );
  pages.get(`${path}/file`, { permission: 'read_checks' }, async (request: Request, reply, user) => {
    const { caller, time } = await askedBy(request, user);
    return sendLateReportsFile(ctx, caller, time, reply);
  });
}
