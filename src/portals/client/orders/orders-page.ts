// The client's first page: their newest checks, live or test, each with where it stands and how it ended.
import type { FastifyInstance } from 'fastify';
import type { Caller, Ctx, Environment } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { worstLight } from '../../../features/checks/check-rules.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { storeEvents } from '../../../features/events/event-actions.ts';
import { listOrders } from '../../../features/orders/order-actions.ts';
import { type PageModel, renderPage } from '../../shared/page-renderer.ts';
import { frameFor, signedInUserOf } from '../../shared/signed-in.ts';
import { checkTags, lightTags, type Tag } from '../../shared/status-tags.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

interface OrdersModel extends PageModel {
  readonly environments: readonly { readonly text: string; readonly href: string; readonly active: boolean }[];
  readonly rows: readonly {
    readonly href: string;
    readonly orderId: number;
    readonly candidateName: string;
    readonly status: Tag;
    readonly light: Tag | undefined;
    readonly isOver: boolean;
    readonly createdAt: Date;
  }[];
  readonly previousHref: string | undefined;
  readonly nextHref: string | undefined;
}

const PER_PAGE = 20;
const LAST_PAGE = 100_000;

const path = '/portal';
const hrefOf = (environment: Environment, page = 1) => {
  const query = new URLSearchParams({
    ...(environment === 'test' ? { environment } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  }).toString();
  return query === '' ? path : `${path}?${query}`;
};

/** Anything that is not understood counts as not given: an address that somebody kept still opens. */
function readQuery(query: Readonly<Record<string, unknown>>): { environment: Environment; page: number } {
  const page = Number(query.page);
  return {
    environment: query.environment === 'test' ? 'test' : 'live',
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  };
}

/** The worst of a complete check's reports; undefined of what is not over, and of what ended without a result. */
function lightOf(check: Check): Tag | undefined {
  const light = check.status === 'complete' ? worstLight(check.reports) : null;
  return light === null ? undefined : lightTags[light];
}

/** A traffic light in a list is a look at a result like any other. */
async function recordLooks(ctx: Ctx, caller: Caller, checks: readonly Check[]): Promise<void> {
  const seen = checks.filter((check) => lightOf(check) !== undefined);
  if (seen.length === 0) return;
  await storeEvents(
    ctx,
    caller,
    seen.map(({ id, status, applicantId }) => ({
      type: 'check.results_read',
      resourceId: id,
      status,
      applicantId,
      checkId: id,
    })),
  );
}

async function modelOf(
  ctx: Ctx,
  user: ClientUser,
  { environment, page }: ReturnType<typeof readQuery>,
): Promise<OrdersModel> {
  const caller = callerFor(user, environment);
  const { total, checks } = await listOrders(ctx, caller, {}, { page, perPage: PER_PAGE });
  await recordLooks(ctx, caller, checks);
  return {
    ...frameFor(user, path),
    title: 'Checks',
    environments: (['live', 'test'] as const).map((value) => ({
      text: value === 'live' ? 'Live' : 'Test',
      href: hrefOf(value),
      active: value === environment,
    })),
    rows: checks.map((check) => ({
      href: `/portal/checks/${check.id}`,
      orderId: check.orderId,
      candidateName: `${check.order.facts.first_name} ${check.order.facts.last_name}`,
      status: checkTags[check.status],
      light: lightOf(check),
      isOver: !isOngoing(check.status),
      createdAt: check.createdAt,
    })),
    previousHref: page > 1 ? hrefOf(environment, page - 1) : undefined,
    nextHref: page * PER_PAGE < total ? hrefOf(environment, page + 1) : undefined,
  };
}

/** Below `requireSignIn`. */
export function ordersPage(app: FastifyInstance, ctx: Ctx): void {
  app.get<{ Querystring: Record<string, unknown> }>(path, async (request, reply) => {
    const user = signedInUserOf(request, 'client');
    return renderPage(request, reply, 'client/orders/orders.njk', await modelOf(ctx, user, readQuery(request.query)));
  });
}
