// The desk withdraws a whole order for the client, with the reason that the client reads.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { withdrawOrder } from '../../../features/cases/close-actions.ts';
import { openCase } from '../../../features/cases/screening-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { isOpen } from '../../../features/reports/report-states.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { typedText } from '../report/order-notes.ts';
import { orderHref, orderPath } from './order-address.ts';
import type { OrderRequest } from './order-claims.ts';

const permission = 'close_reports' as const;

export const withdrawHref = (checkId: string): string => `${orderHref(checkId)}/withdraw`;

async function show(
  ctx: Ctx,
  request: OrderRequest,
  reply: FastifyReply,
  user: UserOf<'desk'>,
  errors?: FieldMessages,
) {
  const { check, accountName } = await openCase(ctx, user, request.params.check_id);
  const open = check.reports.filter(({ status }) => isOpen(status));
  if (open.length === 0) throw new Refusal('state_does_not_allow');
  return renderPage(request, reply, 'desk/orders/withdraw.njk', {
    title: 'Withdraw the order?',
    environment: check.tenant.environment,
    orderId: check.orderId,
    accountName,
    orderHref: orderHref(check.id),
    action: withdrawHref(check.id),
    labels: open.map(({ reportTypeId, name }) => reportTypeById(reportTypeId)?.label ?? name),
    note: typedText(request.body?.note),
    errors,
  });
}

export function deskWithdrawPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(`${orderPath}/withdraw`, { permission }, (request: OrderRequest, reply, user) =>
    show(ctx, request, reply, user),
  );

  pages.post(`${orderPath}/withdraw`, { permission }, async (request: OrderRequest, reply, user) => {
    const { check_id: checkId } = request.params;
    try {
      await withdrawOrder(ctx, user, checkId, typedText(request.body?.note));
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(ctx, request, reply.status(422), user, error.fields);
    }
    return reply.redirect(orderHref(checkId.toLowerCase()), 303);
  });
}
