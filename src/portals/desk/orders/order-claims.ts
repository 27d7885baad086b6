// The forms that claim, release and assign all reports of an order at once, and what is said of them afterwards.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { claimOrder, reassignOrder, releaseOrder } from '../../../features/cases/claim-actions.ts';
import { mayWorkOn } from '../../../features/cases/screening-rules.ts';
import type { OrderReport } from '../../../features/lists/order-report-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { type Takes, takesType } from '../../../features/training/training-rules.ts';
import { listHref } from '../../shared/list-search.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { doneText, ifNotAway } from '../queue/claim-forms.ts';
import { holderOf } from './next-action.ts';
import { orderHref, orderPath } from './order-address.ts';

export type OrderRequest = FastifyRequest<{
  Params: { check_id: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | undefined;
}>;

const moves = ['claimed', 'released'] as const;

const countedReports = (count: number) => (count === 1 ? '1 report' : `${count} reports`);

type Claimer = UserOf<'desk'> & { readonly takes: Takes };

/** Who has what could not be claimed, as it is now. */
function stayed(user: Claimer, work: readonly OrderReport[]): string[] {
  const others = work.filter(({ turn, assignee_id }) => turn !== null && assignee_id !== user.userId);
  const isUntrained = (one: OrderReport) => !takesType(user.takes, one.report_type_id);
  const kept = others.filter((one) => one.assignee_id !== null || !mayWorkOn(user, one) || isUntrained(one));
  const byHolder = Map.groupBy(kept, (one) => {
    if (one.assignee_id !== null) return holderOf(one, user.userId);
    return mayWorkOn(user, one) ? 'those who are trained in the area' : 'the reviewers';
  });
  return [...byHolder].map(([holder, reports]) => {
    const labels = reports.map(({ report_type_id }) => reportTypeById(report_type_id)!.label);
    return `${labels.join(', ')} ${labels.length === 1 ? 'stays' : 'stay'} with ${holder}.`;
  });
}

/** What the last form did, by the address to which it led; undefined if nothing is to be said. */
export function orderDoneText(
  { query }: Pick<OrderRequest, 'query'>,
  user: Claimer,
  work: readonly OrderReport[],
): string | undefined {
  const move = moves.find((one) => one === query.done);
  if (query.done === 'added') return 'The order is extended.';
  if (query.done === 'start') return 'The first day of work is changed.';
  if (query.done === 'reviewed') {
    const count = (name: string) => (/^\d{1,3}$/.test(String(query[name])) ? Number(query[name]) : 0);
    return `Approved: ${count('approved')}. Sent back: ${count('sent_back')}.`;
  }
  if (query.done === 'urgency') return 'The priority is changed.';
  if (query.done === 'changed') return 'The order is changed.';
  if (query.done === 'noted') return 'The note is added.';
  if (move === undefined) return doneText(query);
  const count = /^\d{1,3}$/.test(String(query.reports)) ? Number(query.reports) : 0;
  if (move === 'released') return `You have given back ${countedReports(count)}.`;
  const claimed = count === 0 ? 'Nothing was left to claim.' : `You have claimed ${countedReports(count)}.`;
  return [claimed, ...stayed(user, work)].join(' ');
}

export function orderClaimForms(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.post(
    `${orderPath}/assignee`,
    { permission: 'claim_reports' },
    async ({ params: { check_id: checkId }, body }: OrderRequest, reply, user) => {
      const isRelease = body?.move === 'release';
      const count = await (isRelease ? releaseOrder : claimOrder)(ctx, user, checkId);
      const said = { done: isRelease ? 'released' : 'claimed', reports: String(count) };
      return reply.redirect(listHref(orderHref(checkId.toLowerCase()), Object.entries(said)), 303);
    },
  );

  pages.post(
    `${orderPath}/assignment`,
    { permission: 'assign_reports' },
    async ({ params: { check_id: checkId }, body }: OrderRequest, reply, user) => {
      const chosen = body?.assignee;
      // Nobody was chosen: who has the reports keeps them.
      if (chosen === undefined || chosen === 'keep') return reply.redirect(orderHref(checkId.toLowerCase()), 303);
      const assigneeId = typeof chosen === 'string' && chosen !== '' ? chosen : null;
      const done = await ifNotAway(() => reassignOrder(ctx, user, { checkId, assigneeId }));
      const said = done === undefined ? { done: 'away' } : { assigned: String(done.assigned), of: String(done.of) };
      return reply.redirect(listHref(orderHref(checkId.toLowerCase()), Object.entries(said)), 303);
    },
  );
}
