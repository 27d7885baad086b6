// The client's first page: their newest checks, live or test, each with where it stands; results are a page further.
import type { FastifyInstance } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import type { SignedInUser } from '../../../features/accounts/sign-in-sessions.ts';
import { listOrders } from '../../../features/checks/order-actions.ts';
import { type PageModel, renderPage } from '../../shared/page-renderer.ts';
import { frameFor, signedInUserOf } from '../../shared/signed-in.ts';
import { checkTags, type Tag } from '../../shared/status-tags.ts';

interface OrdersModel extends PageModel {
  readonly environments: readonly { readonly text: string; readonly href: string; readonly active: boolean }[];
  readonly rows: readonly {
    readonly href: string;
    readonly orderId: number;
    readonly candidateName: string;
    readonly status: Tag;
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

async function modelOf(
  ctx: Ctx,
  user: Extract<SignedInUser, { kind: 'client' }>,
  { environment, page }: ReturnType<typeof readQuery>,
): Promise<OrdersModel> {
  const scope = { accountId: user.accountId, environment, subsidiaryId: user.subsidiaryId };
  const { total, checks } = await listOrders(ctx, scope, {}, { page, perPage: PER_PAGE });
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
