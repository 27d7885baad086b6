// The work queue: what waits at the desk, oldest first, with its filters in the address.
import type { FastifyInstance } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import {
  countQueuedReports,
  findQueuedReports,
  type QueueCount,
  type QueuedReport,
  type QueueFilter,
} from '../../../features/cases/work-queue-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import type { ReportState } from '../../../features/reports/report-states.ts';
import { type PageModel, renderPage } from '../../shared/page-renderer.ts';
import { frameFor, signedInUserOf } from '../../shared/signed-in.ts';
import { reportTags } from '../../shared/status-tags.ts';

const PER_PAGE = 50;

interface Choice {
  readonly text: string;
  readonly href: string;
  readonly count: number;
  readonly active: boolean;
}

interface QueueModel extends PageModel {
  readonly environments: readonly Choice[];
  readonly statuses: readonly Choice[];
  readonly rows: readonly (QueuedReport & { readonly label: string; readonly waited: string })[];
  readonly orderText: string;
  readonly environment: Environment;
  readonly status: string;
  readonly previousHref: string | undefined;
  readonly nextHref: string | undefined;
}

const openStatuses = ['awaiting_data', 'awaiting_approval', 'paused'] as const satisfies readonly ReportState[];

interface QueueQuery extends QueueFilter {
  readonly orderText: string;
  readonly page: number;
}

/** Anything that is not understood counts as not given: an address that somebody kept still opens. */
export function readQueueQuery(query: Readonly<Record<string, unknown>>): QueueQuery {
  const orderText = typeof query.order === 'string' ? query.order.trim().slice(0, 30) : '';
  const digits = /^(?:vf)?(\d{1,15})$/i.exec(orderText)?.[1];
  const page = Number(query.page);
  return {
    environment: query.environment === 'test' ? 'test' : 'live',
    status: openStatuses.find((status) => status === query.status),
    // An order number that cannot be one finds nothing, rather than everything.
    orderId: orderText === '' ? undefined : Number(digits ?? 0),
    orderText,
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
  };
}

function hrefOf(query: Partial<QueueQuery>): string {
  const parameters = new URLSearchParams();
  if (query.environment === 'test') parameters.set('environment', 'test');
  if (query.status !== undefined) parameters.set('status', query.status);
  if (query.orderText) parameters.set('order', query.orderText);
  if (query.page !== undefined && query.page > 1) parameters.set('page', String(query.page));
  return parameters.size === 0 ? '/desk' : `/desk?${parameters}`;
}

const DAY_MS = 86_400_000;

/** How long ago, in the unit that a person would use. */
export function waitedText(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000));
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 1440
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day'];
  return count === 0 ? 'Just now' : `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const total = (counts: readonly QueueCount[], matches: (count: QueueCount) => boolean) =>
  counts.filter(matches).reduce((sum, { count }) => sum + count, 0);

function choices(query: QueueQuery, counts: readonly QueueCount[]) {
  const { environment, status } = query;
  const inEnvironment = (count: QueueCount) => count.environment === environment;
  return {
    environments: (['live', 'test'] as const).map((value) => ({
      text: value === 'live' ? 'Live' : 'Test',
      href: hrefOf({ environment: value }),
      count: total(counts, (count) => count.environment === value),
      active: value === environment,
    })),
    statuses: [undefined, ...openStatuses].map((value) => ({
      text: value === undefined ? 'All' : reportTags[value].text,
      href: hrefOf({ environment, status: value }),
      count: total(counts, (count) => inEnvironment(count) && (value === undefined || count.status === value)),
      active: value === status,
    })),
  };
}

function rowsOf(reports: readonly QueuedReport[], now: Date) {
  return reports.map((report) => {
    const clock = new Date(now.getTime() + report.clock_offset_seconds * 1000);
    return {
      ...report,
      label: reportTypeById(report.report_type_id)?.label ?? 'Report',
      tag: reportTags[report.status],
      waited: waitedText(report.requested_at, clock),
      isLong: clock.getTime() - report.requested_at.getTime() > 3 * DAY_MS,
    };
  });
}

export function queuePage(app: FastifyInstance, ctx: Ctx): void {
  app.get<{ Querystring: Record<string, unknown> }>('/desk', async (request, reply) => {
    const user = signedInUserOf(request, 'desk');
    const query = readQueueQuery(request.query);
    const offset = (query.page - 1) * PER_PAGE;
    const [counts, found] = await Promise.all([
      countQueuedReports(ctx.db, user.accounts),
      findQueuedReports(ctx.db, user.accounts, query, { offset, limit: PER_PAGE + 1 }),
    ]);
    const model: QueueModel = {
      ...frameFor(user, '/desk'),
      title: 'Work queue',
      ...choices(query, counts),
      rows: rowsOf(found.slice(0, PER_PAGE), ctx.now()),
      orderText: query.orderText,
      environment: query.environment,
      status: query.status ?? '',
      previousHref: query.page > 1 ? hrefOf({ ...query, page: query.page - 1 }) : undefined,
      nextHref: found.length > PER_PAGE ? hrefOf({ ...query, page: query.page + 1 }) : undefined,
    };
    return renderPage(request, reply, 'desk/queue/queue.njk', model);
  });
}
