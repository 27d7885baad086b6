// Keeping a person from being erased at the desk, because of a claim or a complaint, and ending that.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { type OpenedOrder, openOrder } from '../../../features/cases/screening-actions.ts';
import { endHold, keepPerson, readHold } from '../../../features/retention/hold-actions.ts';
import { type HoldReason, holdReasons } from '../../../features/retention/hold-reasons.ts';
import { parseDate } from '../../../lib/dates.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Problems, Refusal } from '../../../lib/refusal.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { noticeIn } from '../../shared/form-fields.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { pageOf } from '../deadlines/order-again.ts';
import type { OrderPanel, ReportPanel } from '../report/report-panel.ts';

const permission = 'erase_applicants' as const;
const path = '/desk/reports/:reportId/hold';

type HoldRequest = FastifyRequest<{
  Params: { reportId: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

/** The link to the page that keeps the person. */
export const holdAction: ReportPanel = {
  place: 'more',
  template: 'desk/erasure/hold-action.njk',
  model: (_ctx, { report, key }, user) =>
    key !== undefined && mayDo(user, permission) ? { href: `/desk/reports/${report.id}/hold` } : undefined,
};

/** Why and until when the person is kept, for those who may read it; undefined if nothing keeps them. */
export async function holdIn(ctx: Ctx, user: UserOf<'desk'>, { caller, check, key }: OpenedOrder) {
  if (key === undefined || !mayDo(user, 'read_erasures')) return undefined;
  const hold = await readHold(ctx, caller, check.applicantId);
  return hold && { ...hold, text: holdReasons[hold.reason] };
}

export const holdPanel: OrderPanel = {
  place: 'work',
  template: 'desk/erasure/hold-panel.njk',
  async model(ctx, opened, user) {
    const hold = await holdIn(ctx, user, opened);
    return hold && { hold };
  },
};

const notices = { kept: 'This person is kept from being erased.', ended: 'The hold is ended.' };

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

async function showHold(
  ctx: Ctx,
  request: HoldRequest,
  reply: FastifyReply,
  user: UserOf<'desk'>,
  errors?: FieldMessages,
) {
  const opened = await openOrder(ctx, user, request.params.reportId, permission);
  const { check, accountName, key } = opened;
  if (key === undefined) throw new Refusal('not_found');
  const report = check.reports.find(({ id }) => id === request.params.reportId.toLowerCase())!;
  const hold = await holdIn(ctx, user, opened);
  const typed = request.body ?? { reason: hold?.reason, until: hold?.until };
  const { first_name, last_name } = check.order.facts;
  return renderPage(request, reply, 'desk/erasure/hold.njk', {
    title: 'Keep this person from being erased',
    environment: check.tenant.environment,
    back: { text: 'Back', href: pageOf({ reportId: report.id, isRequested: report.requestedAt !== null }) },
    action: `/desk/reports/${report.id}/hold`,
    done: noticeIn(request, notices),
    candidateName: fullName(first_name, last_name),
    order: orderNumber(check.orderId),
    accountName,
    hold,
    until: textOf(typed.until),
    reasons: Object.entries(holdReasons).map(([value, text]) => ({ value, text, checked: value === typed.reason })),
    errors,
  });
}

const isReason = (text: unknown): text is HoldReason => typeof text === 'string' && Object.hasOwn(holdReasons, text);

export function holdPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission }, (request: HoldRequest, reply, user) => showHold(ctx, request, reply, user));

  pages.post(path, { permission }, async (request: HoldRequest, reply, user) => {
    const { reason, until } = request.body ?? {};
    const problems = new Problems();
    if (!isReason(reason)) problems.add('reason', 'Select why they are kept');
    const day = parseDate(textOf(until));
    if (textOf(until) !== '' && day === undefined) problems.add('until', 'Enter a day, such as 2030-01-31');
    if (problems.any) return showHold(ctx, request, reply.status(422), user, problems.fields);
    const { check, caller } = await openOrder(ctx, user, request.params.reportId, permission);
    const keep = () => keepPerson(ctx, caller, check.applicantId, { reason: reason as HoldReason, until: day ?? null });
    const errors = await refusedFields(keep, { until: { input: 'until', begins: 'The last day' } });
    if (errors !== undefined) return showHold(ctx, request, reply.status(422), user, errors);
    return reply.redirect(`/desk/reports/${request.params.reportId.toLowerCase()}/hold?done=kept`, 303);
  });

  pages.post(`${path}/end`, { permission }, async (request: HoldRequest, reply, user) => {
    const { check, caller } = await openOrder(ctx, user, request.params.reportId, permission);
    await endHold(ctx, caller, check.applicantId);
    return reply.redirect(`/desk/reports/${request.params.reportId.toLowerCase()}/hold?done=ended`, 303);
  });
}
