// The address of the work queue: its view, filters, order and page.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../../context.ts';
import {
  type DueTimes,
  idleDays,
  type QueueArrival,
  type QueueDue,
  queueArrivals,
  queueDues,
} from '../../../features/lists/queue-due-queries.ts';
import {
  type QueueFilter,
  type QueueSort,
  type QueueView,
  type QueueWaiting,
  queueSorts,
  queueViews,
  queueWaitings,
} from '../../../features/lists/work-queue-queries.ts';
import { catalogue } from '../../../features/report-types/catalogue.ts';
import { type Area, areas } from '../../../features/report-types/report-type.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { filterTypes } from '../../../features/report-types/report-type-search-rules.ts';
import type { ReportState } from '../../../features/reports/report-states.ts';
import { jurisdictions } from '../../../features/working-days/closing-day-rules.ts';
import type { Jurisdiction } from '../../../lib/bank-holidays.ts';
import { type IsoDate, parseDate } from '../../../lib/dates.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { cookieAttributes, cookieNames } from '../../shared/portal-cookies.ts';

export const openStatuses = ['awaiting_data', 'awaiting_approval', 'paused'] as const satisfies readonly ReportState[];

export interface QueueQuery {
  readonly environment: Environment;
  readonly view: QueueView;
  /** Of any of these. */
  readonly reportTypeIds: readonly number[] | undefined;
  readonly area: Area | undefined;
  /** Of any of these. */
  readonly accountIds: readonly string[] | undefined;
  readonly assigneeId: string | undefined;
  /** Who had them last, before whoever has them now. */
  readonly previousId: string | undefined;
  /** Of which somebody has them. */
  readonly teamId: string | undefined;
  /** Three letters; GBR also covers types without a country. */
  readonly country: string | undefined;
  readonly nation: Jurisdiction | undefined;
  readonly status: ReportState | undefined;
  readonly waiting: QueueWaiting | undefined;
  readonly isUrgent: true | undefined;
  readonly due: QueueDue | undefined;
  readonly dueOn: IsoDate | undefined;
  readonly arrived: QueueArrival | undefined;
  /** The first day on which they arrived, instead of `arrived`. */
  readonly since: IsoDate | undefined;
  /** Nobody touched them for more than so many days. */
  readonly idle: number | undefined;
  readonly sort: QueueSort;
  readonly page: number;
}

/** More would not fit into the cookie that remembers the last queue. */
const mostChosen = 50;

/** Of a form with several ticks, or of an address, where commas part them; undefined if none is valid. */
function severalIn<Id>(value: unknown, idOf: (text: string) => Id | undefined): readonly Id[] | undefined {
  const texts = [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : []));
  const ids = [...new Set(texts.flatMap((text) => idOf(text) ?? []))].slice(0, mostChosen);
  return ids.length === 0 ? undefined : ids;
}

const dayIn = (value: unknown) => (typeof value === 'string' ? parseDate(value) : undefined);

/** Invalid values count as absent, so that old bookmarks still open. */
export function readQueueQuery(query: Readonly<Record<string, unknown>>): QueueQuery {
  const page = Number(query.page);
  return {
    environment: query.environment === 'test' ? 'test' : 'live',
    view: queueViews.find((view) => view === query.view) ?? 'all',
    reportTypeIds: severalIn(query.type, (text) => reportTypeById(Number(text))?.id),
    area: (Object.keys(areas) as Area[]).find((area) => area === query.area),
    accountIds: severalIn(query.account, (text) => (isUuid(text) ? text.toLowerCase() : undefined)),
    assigneeId: isUuid(query.assignee) ? query.assignee : undefined,
    previousId: isUuid(query.previous) ? query.previous.toLowerCase() : undefined,
    teamId: isUuid(query.team) ? query.team : undefined,
    country: typeof query.country === 'string' && /^[A-Z]{3}$/.test(query.country) ? query.country : undefined,
    nation: jurisdictions.find((one) => one === query.nation),
    status: openStatuses.find((status) => status === query.status),
    waiting: queueWaitings.find((waiting) => waiting === query.waiting),
    isUrgent: query.priority === 'urgent' ? true : undefined,
    due: queueDues.find((due) => due === query.due),
    dueOn: dayIn(query.due_on),
    arrived: queueArrivals.find((one) => one === query.arrived),
    since: dayIn(query.since),
    idle: idleDays.find((days) => String(days) === query.idle),
    sort: queueSorts.find((sort) => sort === query.sort) ?? 'due',
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
  };
}

/** Leaves out what has its default. */
export function queueParameters(query: QueueQuery): [name: string, value: string][] {
  const { environment, view, reportTypeIds, accountIds, assigneeId, country, sort, page } = query;
  const { area, previousId, teamId, nation, status, waiting, isUrgent, due, dueOn, arrived, since, idle } = query;
  return listParameters({
    environment: environment === 'test' ? environment : undefined,
    view: view === 'all' ? undefined : view,
    type: reportTypeIds?.join(),
    area,
    account: accountIds?.join(),
    assignee: assigneeId,
    previous: previousId,
    team: teamId,
    ...{ country, nation },
    status,
    waiting,
    priority: isUrgent && 'urgent',
    ...{ due, due_on: dueOn, arrived, since, idle },
    sort: sort === 'due' ? undefined : sort,
    page: page === 1 ? undefined : page,
  });
}

/** What the audit trail says of a look at the list. */
export const lookedFor = ({
  environment: _,
  accountIds: __,
  reportTypeIds: ___,
  page: ____,
  ...narrowed
}: QueueQuery) => ({
  list: 'queue',
  ...narrowed,
});

/** @param more parameters that are not part of the query, such as what the last form did */
export const queueHref = (query: QueueQuery, path = '/desk', more: Readonly<Record<string, string>> = {}) =>
  listHref(path, [...queueParameters(query), ...Object.entries(more)]);

/** The query as saved views store it: from its first page. */
export const savedAddress = (query: QueueQuery) => listHref('', queueParameters({ ...query, page: 1 })).slice(1);
export const savedHref = (address: string) => (address === '' ? '/desk' : `/desk?${address}`);

/** The queue of an environment with nothing chosen. */
export const plainQueue = (environment: Environment): QueueQuery => readQueueQuery({ environment });

/** Who works off their own reports gets the next of these. */
export const wantsOwn = ({ view }: QueueQuery): boolean => view === 'mine';

/** Takes the next report with the filters of the queue; whose it is, and for whom it waits, does not matter otherwise. */
export const nextHref = (query: QueueQuery) =>
  queueHref(
    {
      ...query,
      view: wantsOwn(query) ? 'mine' : 'all',
      assigneeId: undefined,
      teamId: undefined,
      waiting: undefined,
      page: 1,
    },
    '/desk/next',
  );

/** The queue that the browser showed last, if it is of the environment; otherwise the plain one. */
export function lastQueue({ cookies }: FastifyRequest, environment: Environment): QueueQuery {
  const last = readQueueQuery(Object.fromEntries(new URLSearchParams(cookies[cookieNames.queue] ?? '')));
  return last.environment === environment ? last : plainQueue(environment);
}

/** For the pages of reports, which lead back to it. */
export function rememberQueue({ cookies }: FastifyRequest, reply: FastifyReply, query: QueueQuery): void {
  const address = savedAddress(query);
  if (address === (cookies[cookieNames.queue] ?? '')) return;
  if (address === '') reply.clearCookie(cookieNames.queue, cookieAttributes);
  else reply.setCookie(cookieNames.queue, address, cookieAttributes);
}

/** Undefined for all of them. */
function typesOf({ reportTypeIds, area, country }: QueueQuery): readonly number[] | undefined {
  if (reportTypeIds === undefined && area === undefined && country === undefined) return undefined;
  return filterTypes(catalogue, country === undefined ? {} : { country })
    .filter((type) => (reportTypeIds?.includes(type.id) ?? true) && (area === undefined || type.area === area))
    .map(({ id }) => id);
}

/** @param at decides what is due, and what nobody has touched */
export function filterOf(query: QueueQuery, at: DueTimes): QueueFilter {
  const { environment, accountIds, assigneeId, previousId, teamId, nation } = query;
  const { status, waiting, isUrgent, due, dueOn, arrived, since, idle } = query;
  const hasTimes = [due, dueOn, arrived, since, idle].some((one) => one !== undefined);
  const times = hasTimes ? { ...at, due, dueOn, arrived, since, idleDays: idle } : undefined;
  const reportTypeIds = typesOf(query);
  return {
    ...{ environment, accountIds, assigneeId, previousId, teamId, nation, reportTypeIds, status, waiting, isUrgent },
    times,
  };
}
