// The desk's page of an order whose candidate has not submitted the form: until when, with more time and a reminder.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { openAwaited } from '../../../features/cases/screening-actions.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { awaitedOrderPages } from '../../shared/deadlines/awaited-order.ts';
import { formDeadlinePages, formDeadlinesIn } from '../../shared/deadlines/form-deadlines.ts';
import { closedIn } from '../../shared/orders/closed-order.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { deskOrderAgain } from './order-again.ts';

const pageOf = (reportId: string) => `/desk/reports/${reportId}/form`;

type AwaitedRequest = FastifyRequest<{
  Params: { reportId: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

export function awaitedFormPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const permission = 'extend_deadlines' as const;
  pages.get(pageOf(':reportId'), { permission }, async (request: AwaitedRequest, reply, user) => {
    const { reportId } = request.params;
    const { check, accountName, key } = await openAwaited(ctx, user, reportId);
    const { facts } = check.order;
    return renderPage(request, reply, 'desk/deadlines/awaited-form.njk', {
      title: `${facts.first_name} ${facts.last_name}`,
      environment: check.tenant.environment,
      orderId: check.orderId,
      accountName,
      eraseHref:
        key !== undefined && !isOngoing(check.status) && mayDo(user, 'erase_applicants')
          ? `/desk/reports/${reportId.toLowerCase()}/erase`
          : undefined,
      again: await deskOrderAgain(ctx, user, check, reportId),
      closed: await closedIn(ctx, check, 'desk'),
      wasClosed: request.query.done === 'withdrawn' && check.status === 'withdrawn',
      deadlines: await formDeadlinesIn(ctx, user, check, pageOf(reportId), request.query.done),
    });
  });

  const open: Parameters<typeof formDeadlinePages<'desk', AwaitedRequest>>[3] = async ({ params }, user) => {
    const { check, caller } = await openAwaited(ctx, user, params.reportId);
    return { check, caller, page: pageOf(params.reportId) };
  };
  formDeadlinePages(pages, ctx, pageOf(':reportId'), open);
  awaitedOrderPages(pages, ctx, pageOf(':reportId'), open);
}
