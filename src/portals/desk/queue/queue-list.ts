// The list of the work queue as its page shows it, with a version by which a browser asks whether it changed.
import { createHash } from 'node:crypto';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { mayWorkOn } from '../../../features/cases/screening-rules.ts';
import { readCandidateNames } from '../../../features/lists/candidate-name-actions.ts';
import {
  countQueuedReports,
  type DeskReport,
  findQueuedReports,
  type QueueCounts,
  type QueuedReport,
  type QueueGroup,
  queueViews,
  totalOf,
} from '../../../features/lists/work-queue-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { readExpectedOfListed } from '../../../features/reports/expected-date-actions.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { expectedWords } from '../../shared/expected-words.ts';
import type { UserOf } from '../../shared/shell.ts';
import { filterOf, plainQueue, type QueueQuery, queueHref } from './queue-address.ts';
import { dueWords, stateTag, viewTexts } from './queue-words.ts';

const PER_PAGE = 50;

export interface FoundQueue {
  readonly query: QueueQuery;
  readonly counts: QueueCounts;
  /** Every account and type that has open reports. */
  readonly groups: readonly QueueGroup[];
  readonly reports: readonly QueuedReport[];
  readonly hasNext: boolean;
  /** Changes with everything that the list shows. */
  readonly version: string;
}

/** Reads no personal data. */
export async function findQueue(ctx: Ctx, user: UserOf<'desk'>, query: QueueQuery): Promise<FoundQueue> {
  const { view, sort, page } = query;
  const now = ctx.now();
  const filter = filterOf(query);
  const wanted = { view, now, sort, offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 };
  const [groups, found] = await Promise.all([
    countQueuedReports(ctx.db, user, filter, now),
    findQueuedReports(ctx.db, user, filter, wanted),
  ]);
  const counts = totalOf(groups);
  const version = createHash('sha256')
    .update(JSON.stringify([counts, found, ukDateOf(now), query]))
    .digest('base64url');
  return { query, counts, groups, reports: found.slice(0, PER_PAGE), hasNext: found.length > PER_PAGE, version };
}

/** The columns that lists of reports at the desk share. */
export function deskRow(report: DeskReport, names: ReadonlyMap<string, string>, user: UserOf<'desk'>, now: Date) {
  const { report_id: id, check_id, order_id, report_type_id, due_on: dueOn, assignee_id } = report;
  const today = ukDateOf(new Date(now.getTime() + report.clock_offset_seconds * 1000));
  const isOwn = assignee_id === user.userId;
  return {
    id,
    orderId: order_id,
    environment: report.environment,
    label: reportTypeById(report_type_id)?.label ?? 'Report',
    candidate: names.get(check_id) ?? '',
    accountName: report.account_name,
    tag: stateTag(report),
    dueOn,
    due: dueOn === null ? undefined : dueWords(dueOn, today),
    isOverdue: dueOn !== null && dueOn < today,
    isPriority: report.is_priority,
    assignee: isOwn ? 'You' : report.assignee_name,
    isOwn,
    isFree: assignee_id === null && mayWorkOn(user, report),
  };
}

/** What the table and the tabs show; records that the reader saw the list. */
export async function queueModel(ctx: Ctx, user: UserOf<'desk'>, found: FoundQueue) {
  const { query, counts, reports, hasNext, version } = found;
  const { view, assigneeId, status, waiting, sort, page } = query;
  const looked = { list: 'queue', view, assigneeId, status, waiting, sort, page };
  const [names, expected] = await Promise.all([
    readCandidateNames(ctx, user, reports, looked),
    readExpectedOfListed(ctx, reports),
  ]);
  return {
    version,
    views: queueViews.map((one) => ({
      text: viewTexts[one],
      href: queueHref({ ...query, view: one, page: 1 }),
      count: counts[one],
      active: one === view,
    })),
    count: counts[view],
    isPlain: queueHref(query) === queueHref(plainQueue(query.environment)),
    rows: reports.map((report) => {
      const itsExpected = expected.get(report.report_id);
      return { ...deskRow(report, names, user, ctx.now()), expected: itsExpected && expectedWords(itsExpected) };
    }),
    mayClaim: mayDo(user, 'claim_reports'),
    mayAssign: mayDo(user, 'assign_reports'),
    previousHref: page > 1 ? queueHref({ ...query, page: page - 1 }) : undefined,
    nextHref: hasNext ? queueHref({ ...query, page: page + 1 }) : undefined,
  };
}
