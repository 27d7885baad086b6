// The first day of work of a candidate at the desk, and the page on which the desk changes it for the client who asked for it.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo, type Permitted } from '../../../features/access/permissions.ts';
import { type OpenedOrder, openFoundOrder } from '../../../features/cases/screening-actions.ts';
import {
  isConditional,
  readWorkStart,
  recordWorkStart,
  removeWorkStart,
  takesStart,
} from '../../../features/work-starts/work-start-actions.ts';
import { parseDate } from '../../../lib/dates.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal, restrictedRefusal } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { startsWords, weekdayDate } from '../../shared/start-words.ts';
import { pageOf } from '../deadlines/order-again.ts';
import { orderHref, orderPath } from './order-address.ts';

const permission = 'plan_starts' as const;
const path = `${orderPath}/start`;
const startHref = (checkId: string) => `${orderHref(checkId)}/start`;

/** For the pages of the order; undefined where none was said, and the user says none. */
export async function deskStart(ctx: Ctx, user: Permitted, { check, caller }: Pick<OpenedOrder, 'check' | 'caller'>) {
  const start = await readWorkStart(ctx, caller, check.id);
  const href = mayDo(user, permission) && !check.isRestricted && takesStart(check) ? startHref(check.id) : undefined;
  if (start === undefined) return href && { text: 'Not said', isSaid: false, href };
  const near = start.hasStarted ? 'works already' : startsWords(start.startsOn, todayFor(ctx, caller));
  return { text: `${weekdayDate(start.startsOn)} (${near})`, isSaid: true, href };
}

type StartRequest = FastifyRequest<{ Params: { check_id: string }; Body: Record<string, unknown> | null }>;

/** The page of the order that the desk has. */
function orderPage({ check }: OpenedOrder): string {
  const { id: reportId, requestedAt } = check.reports[0]!;
  return requestedAt === null ? pageOf({ reportId, isRequested: false }) : orderHref(check.id);
}

/** Only the client says that somebody started before the screening is complete, and how the risk is managed. */
const byClient =
  'The screening is not complete on that day: the client records the start, and says how the risk is managed';

export function deskStartPages(pages: Pages<'desk'>, ctx: Ctx): void {
  async function open(request: StartRequest, user: UserOf<'desk'>): Promise<OpenedOrder> {
    const opened = await openFoundOrder(ctx, user, request.params.check_id, permission);
    if (opened.check.isRestricted) throw restrictedRefusal();
    return opened;
  }

  async function show(
    request: StartRequest,
    reply: FastifyReply,
    opened: OpenedOrder,
    sent?: { readonly typed: string; readonly errors: FieldMessages },
  ) {
    const { check, caller, accountName } = opened;
    const start = await readWorkStart(ctx, caller, check.id);
    const { facts } = check.order;
    return renderPage(request, reply, 'desk/orders/start.njk', {
      title: 'First day of work',
      environment: check.tenant.environment,
      back: { text: `Order VF${check.orderId}`, href: orderPage(opened) },
      action: startHref(check.id),
      ...{ orderId: check.orderId, accountName, candidateName: fullName(facts.first_name, facts.last_name) },
      typed: { startsOn: sent?.typed ?? start?.startsOn ?? '' },
      mayRemove: start !== undefined && !start.hasStarted && start.completeBy === null,
      errors: sent?.errors,
    });
  }

  pages.get(path, { permission }, async (request: StartRequest, reply, user) => {
    const opened = await open(request, user);
    return takesStart(opened.check) ? show(request, reply, opened) : reply.redirect(orderPage(opened), 303);
  });

  pages.post(path, { permission }, async (request: StartRequest, reply, user) => {
    const opened = await open(request, user);
    const typed = String(request.body?.starts_on ?? '').trim();
    const refuse = (errors: FieldMessages) => show(request, reply.status(422), opened, { typed, errors });
    const { caller, check } = opened;
    const isPast = parseDate(typed) !== undefined && typed < todayFor(ctx, caller);
    const isAgreed = ((await readWorkStart(ctx, caller, check.id))?.completeBy ?? null) !== null;
    if (isPast && !isAgreed && isConditional(check)) return refuse({ starts_on: [byClient] });
    try {
      await recordWorkStart(ctx, caller, check.id, { startsOn: typed });
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return refuse(error.fields);
    }
    return reply.redirect(`${orderPage(opened)}?done=start`, 303);
  });

  pages.post(`${path}/remove`, { permission }, async (request: StartRequest, reply, user) => {
    const opened = await open(request, user);
    await removeWorkStart(ctx, opened.caller, opened.check.id);
    return reply.redirect(`${orderPage(opened)}?done=start`, 303);
  });
}
