// The work queue: reports that wait at the desk, ordered by due date, with the filters in the address.
import type { FastifyRequest } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { searchAccounts } from '../../../features/lists/search-actions.ts';
import {
  countQueuedReports,
  type DeskAccounts,
  findQueuedAccounts,
  findQueuedReports,
  type QueueCount,
  type QueuedReport,
  type QueueSort,
  queueSorts,
} from '../../../features/lists/work-queue-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { type ExpectedReport, readExpectedOfListed } from '../../../features/reports/expected-date-actions.ts';
import type { ReportState } from '../../../features/reports/report-states.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { expectedWords } from '../../shared/expected-words.ts';
import {
  type ListSearch,
  listHref,
  listParameters,
  readListSearch,
  searchedText,
  sentListSearch,
} from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { reportTags } from '../../shared/status-tags.ts';

const PER_PAGE = 50;

const openStatuses = ['awaiting_data', 'awaiting_approval', 'paused'] as const satisfies readonly ReportState[];
const sortTexts: Readonly<Record<QueueSort, string>> = { due: 'Due first', waiting: 'Longest waiting first' };

interface QueueQuery {
  readonly environment: Environment;
  readonly status: ReportState | undefined;
  readonly isOverdue: boolean;
  readonly reportTypeId: number | undefined;
  readonly sort: QueueSort;
  readonly page: number;
}

/** Invalid values count as absent, so that old bookmarks still open. */
export function readQueueQuery(query: Readonly<Record<string, unknown>>): QueueQuery {
  const page = Number(query.page);
  return {
    environment: query.environment === 'test' ? 'test' : 'live',
    status: openStatuses.find((status) => status === query.status),
    isOverdue: query.due === 'overdue',
    reportTypeId: reportTypeById(Number(query.type))?.id,
    sort: queueSorts.find((sort) => sort === query.sort) ?? 'due',
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
  };
}

function parametersOf(query: Partial<QueueQuery>, search?: ListSearch) {
  const { environment, status, isOverdue, reportTypeId, sort, page } = query;
  const filters = {
    environment: environment === 'test' ? environment : undefined,
    status,
    due: isOverdue ? 'overdue' : undefined,
    type: reportTypeId,
    sort: sort === 'due' ? undefined : sort,
    page: page === 1 ? undefined : page,
  };
  return listParameters(filters, search);
}

const hrefOf = (query: Partial<QueueQuery>, search?: ListSearch) => listHref('/desk', parametersOf(query, search));

const DAY_MS = 86_400_000;

/** The time since then in a fitting unit, such as `3 days`. */
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

const sum = (counts: readonly QueueCount[], of: 'count' | 'overdue' = 'count') =>
  counts.reduce((total, count) => total + count[of], 0);

function choicesOf(query: QueueQuery, search: ListSearch | undefined, all: readonly QueueCount[]) {
  const { environment, status, isOverdue, reportTypeId, sort } = query;
  const here = all.filter((count) => count.environment === environment);
  const ofType = here.filter((count) => reportTypeId === undefined || count.report_type_id === reportTypeId);
  const label = (id: number) => reportTypeById(id)?.label ?? 'Report';
  const typeIds = [...new Set(here.map((count) => count.report_type_id))];
  return {
    views: [
      ...[undefined, ...openStatuses].map((value) => ({
        text: value === undefined ? 'All' : reportTags[value].text,
        href: hrefOf({ environment, status: value, reportTypeId, sort }, search),
        count: sum(ofType.filter((count) => value === undefined || count.status === value)),
        active: value === status && !isOverdue,
      })),
      {
        text: 'Overdue',
        href: hrefOf({ environment, isOverdue: true, reportTypeId, sort }, search),
        count: sum(ofType, 'overdue'),
        active: isOverdue,
      },
    ],
    types: [
      { value: '', text: 'All report types', selected: reportTypeId === undefined },
      ...typeIds
        .map((id) => ({ value: String(id), text: label(id), selected: id === reportTypeId }))
        .sort((one, other) => one.text.localeCompare(other.text)),
    ],
    sorts: queueSorts.map((value) => ({ value, text: sortTexts[value], selected: value === sort })),
  };
}

function rowsOf(reports: readonly QueuedReport[], expected: ReadonlyMap<string, ExpectedReport>, now: Date) {
  return reports.map((report) => {
    const itsExpected = expected.get(report.report_id);
    const clock = new Date(now.getTime() + report.clock_offset_seconds * 1000);
    return {
      ...report,
      label: reportTypeById(report.report_type_id)?.label ?? 'Report',
      tag: reportTags[report.status],
      expected: itsExpected === undefined ? undefined : expectedWords(itsExpected),
      waited: waitedText(report.requested_at, clock),
      isLong: clock.getTime() - report.requested_at.getTime() > 3 * DAY_MS,
      isOverdue: report.due_on !== null && report.due_on < ukDateOf(clock),
    };
  });
}

async function findRows(ctx: Ctx, accounts: DeskAccounts, query: QueueQuery, text: string | undefined) {
  const { environment, status, isOverdue, reportTypeId, sort, page } = query;
  const searches =
    text === undefined
      ? undefined
      : await searchAccounts(ctx, await findQueuedAccounts(ctx.db, accounts, environment), environment, text);
  const filter = { environment, status, isOverdue, reportTypeId, searches };
  const offset = (page - 1) * PER_PAGE;
  return findQueuedReports(ctx.db, accounts, filter, { now: ctx.now(), sort, offset, limit: PER_PAGE + 1 });
}

async function modelOf(ctx: Ctx, user: UserOf<'desk'>, request: FastifyRequest) {
  const query = readQueueQuery(request.query as Record<string, unknown>);
  const search = readListSearch(request);
  const [counts, found] = await Promise.all([
    countQueuedReports(ctx.db, user.accounts, ctx.now()),
    findRows(ctx, user.accounts, query, searchedText(search)),
  ]);
  const shown = found.slice(0, PER_PAGE);
  const expected = await readExpectedOfListed(ctx, shown);
  const first = { ...query, page: 1 };
  const { environment } = query;
  return {
    title: 'Work queue',
    environment,
    ...choicesOf(query, search, counts),
    // The other parameters of the address, which the form of the two selects repeats.
    kept: parametersOf({ ...first, reportTypeId: undefined, sort: 'due' }, search),
    rows: rowsOf(shown, expected, ctx.now()),
    search,
    searchAction: hrefOf(first),
    clearHref: hrefOf({ environment }),
    nextReportHref: mayDo(user, 'claim_reports') ? listHref('/desk/next', parametersOf({ environment })) : undefined,
    previousHref: query.page > 1 ? hrefOf({ ...query, page: query.page - 1 }, search) : undefined,
    nextHref: found.length > PER_PAGE ? hrefOf({ ...query, page: query.page + 1 }, search) : undefined,
  };
}

export function queuePage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    '/desk',
    { permission: 'read_reports', menu: 'Work queue', byEnvironment: true },
    async (request, reply, user) =>
      renderPage(request, reply, 'desk/queue/queue.njk', await modelOf(ctx, user, request)),
  );
  pages.post('/desk', { permission: 'read_reports' }, async (request, reply) => {
    const query = readQueueQuery(request.query as Record<string, unknown>);
    return reply.redirect(hrefOf({ ...query, page: 1 }, sentListSearch(request, reply)), 303);
  });
}
