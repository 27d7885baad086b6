// The list of the work queue as its page shows it, with a version by which a browser asks whether it changed.
import { createHash } from 'node:crypto';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { mayWorkOn } from '../../../features/cases/screening-rules.ts';
import { openCandidateNames } from '../../../features/lists/candidate-name-actions.ts';
import { openHandOvers } from '../../../features/lists/hand-over-note-actions.ts';
import { countLateBands } from '../../../features/lists/queue-band-queries.ts';
import { type DueTimes, type LateBand, lateBandNames } from '../../../features/lists/queue-due-queries.ts';
import {
  countQueuedReports,
  type DeskReport,
  findQueuedReports,
  findQueueRows,
  type QueueCounts,
  type QueuedReport,
  type QueueGroup,
  type QueuePage,
  type QueueRow,
  queueViews,
  totalOf,
} from '../../../features/lists/work-queue-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { expectedOfListed } from '../../../features/reports/expected-date-actions.ts';
import { isOwnProposal } from '../../../features/reports/outcome-rules.ts';
import { postponesDueDate } from '../../../features/reports/wait-rules.ts';
import { readOwnTakes, readTakenByNobody } from '../../../features/training/training-actions.ts';
import { takesType } from '../../../features/training/training-rules.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { awayText } from '../../shared/away-words.ts';
import { dueWords, overdueWords } from '../../shared/due-words.ts';
import { expectedWords } from '../../shared/expected-words.ts';
import { britishDate } from '../../shared/page-filters.ts';
import type { UserOf } from '../../shared/shell.ts';
import { dueAfterStart, isDueAfterStart, startShortWords, weekdayDate } from '../../shared/start-words.ts';
import { orderHref } from '../orders/order-address.ts';
import { filterOf, lookedFor, plainQueue, type QueueQuery, queueHref } from './queue-address.ts';
import { bandTexts, isToDo, ownProposalText, pausedText, stateTag, viewTexts } from './queue-words.ts';

const PER_PAGE = 50;

type Reader = UserOf<'desk'>;

const pageOf = ({ view, sort, page }: QueueQuery, now: Date): QueuePage => ({
  ...{ view, sort, now },
  // One more tells whether there is a next page.
  ...{ offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 },
});

/** Changes with everything that the list shows. */
function versionOf(query: QueueQuery, counts: QueueCounts, reports: readonly QueuedReport[], now: Date): string {
  const shown = reports.map((report) => [
    ...[
      report.report_id,
      report.account_name,
      report.status,
      report.waiting_for,
      report.is_priority,
      report.stands_first,
    ],
    ...[report.requested_at, report.reopened_at, report.due_on, report.due_on_is_set],
    ...[report.assignee_id, report.assignee_name, report.assignee_away_from, report.assignee_away_until],
    ...[report.proposed_by, report.mark, report.pause, report.starts_on],
  ]);
  return createHash('sha256')
    .update(JSON.stringify([query, counts, shown, ukDateOf(now)]))
    .digest('base64url');
}

/** For a browser that shows a version: reads no personal data. */
export async function readQueueVersion(ctx: Ctx, user: Reader, query: QueueQuery): Promise<string> {
  const now = ctx.now();
  const times = { now, calendar: ctx.calendar() };
  const [groups, reports] = await Promise.all([
    countQueuedReports(ctx.db, user, filterOf(query, times), now),
    findQueuedReports(ctx.db, user, filterOf(query, times), pageOf(query, now)),
  ]);
  return versionOf(query, totalOf(groups), reports, now);
}

/** When who has the report is away. */
export const assigneeDays = ({ assignee_away_from, assignee_away_until }: DeskReport) => ({
  away_from: assignee_away_from,
  away_until: assignee_away_until,
});

/** The columns that lists of reports at the desk share. */
export function deskRow(
  report: DeskReport,
  names: ReadonlyMap<string, string>,
  user: Reader,
  { now, calendar }: DueTimes,
) {
  const { report_id: id, check_id, order_id, report_type_id, due_on: dueOn, assignee_id } = report;
  const today = ukDateOf(new Date(now.getTime() + report.clock_offset_seconds * 1000));
  const isOwn = assignee_id === user.userId;
  const isPostponed = postponesDueDate(report.waiting_for);
  return {
    id,
    orderId: order_id,
    orderHref: orderHref(check_id),
    environment: report.environment,
    today,
    label: reportTypeById(report_type_id)?.label ?? 'Report',
    candidate: names.get(check_id) ?? '',
    accountName: report.account_name,
    tag: stateTag(report),
    isToDo: isToDo(report),
    paused: pausedText(report),
    dueOn,
    due: dueOn === null ? undefined : isPostponed ? britishDate(dueOn) : dueWords(dueOn, today, calendar),
    overdue: dueOn !== null && dueOn < today && !isPostponed ? overdueWords(dueOn, today, calendar) : undefined,
    isOverdue: dueOn !== null && dueOn < today && !isPostponed,
    starts: report.starts_on === null ? undefined : startShortWords(report.starts_on, today),
    startsDay: report.starts_on === null ? undefined : weekdayDate(report.starts_on),
    afterStart: isDueAfterStart(dueOn, report.starts_on) ? dueAfterStart : undefined,
    isPriority: report.is_priority,
    standsFirst: report.stands_first && !report.is_priority,
    assignee: isOwn ? 'You' : report.assignee_name,
    away: isOwn ? '' : awayText(assigneeDays(report), ukDateOf(now)),
    isOwn,
    isFree: assignee_id === null && mayWorkOn(user, report),
    ownProposal: isOwnProposal(`user:${user.userId}`, report.proposed_by) ? ownProposalText : undefined,
  };
}

/** Why the reader is not offered a report that nobody has. */
const untrainedWords = (isTakenByNobody: boolean) =>
  isTakenByNobody
    ? { text: 'Nobody is trained', why: 'Nobody is recorded as trained in its area, so nobody is given it.' }
    : { text: 'Not trained', why: 'You are not recorded as trained in its area, so you are not given it.' };

/** Records that the reader saw the list. */
async function openRows(ctx: Ctx, user: Reader, query: QueueQuery, found: readonly QueueRow[]) {
  const reports = found.slice(0, PER_PAGE);
  const names = await openCandidateNames(ctx, user, reports, { ...lookedFor(query), page: query.page });
  const handedOver = await openHandOvers(ctx, user, reports);
  const takes = await readOwnTakes(ctx, user);
  const isOther = (report: QueueRow) => !takesType(takes, report.report_type_id) && report.assignee_id === null;
  const isTakenByNobody = reports.some(isOther) ? await readTakenByNobody(ctx, user) : () => false;
  const times = { now: ctx.now(), calendar: ctx.calendar() };
  return reports.map((report) => {
    const row = deskRow(report, names, user, times);
    const expected = expectedOfListed(report, row.today, times.calendar);
    const isFree = row.isFree && takesType(takes, report.report_type_id);
    const untrained = row.isFree && !isFree ? untrainedWords(isTakenByNobody(report.report_type_id)) : undefined;
    return {
      ...row,
      isFree,
      untrained,
      expected: expected && expectedWords(expected),
      handedOver: handedOver.get(row.id),
    };
  });
}

/** The notes with which colleagues handed reports of this page over to the reader; the same words once. */
function handOversOf(rows: Shown['rows']) {
  const notes = rows.flatMap(({ id, orderId, label, handedOver }) =>
    (handedOver?.texts ?? []).map((text) => ({ ...handedOver!, text, id, orderId, label })),
  );
  const same = Map.groupBy(notes, ({ by, day, text }) => JSON.stringify([by, day, text]));
  return [...same.values()].map((group) => ({ ...group[0]!, count: group.length }));
}

export interface ReadQueue {
  /** Every account and type that has open reports. */
  readonly groups: readonly QueueGroup[];
  readonly reports: readonly QueueRow[];
  /** What the table and the tabs show. */
  readonly list: ReturnType<typeof listModel>;
}

/** The names are opened while the database counts. */
export async function readQueue(ctx: Ctx, user: Reader, query: QueueQuery): Promise<ReadQueue> {
  const now = ctx.now();
  const times = { now, calendar: ctx.calendar() };
  const finding = findQueueRows(ctx.db, user, filterOf(query, times), pageOf(query, now));
  const [groups, bands, reports, rows] = await Promise.all([
    countQueuedReports(ctx.db, user, filterOf(query, times), now),
    // How bad it is is asked of what is overdue alone.
    query.view === 'overdue'
      ? countLateBands(ctx.db, user, filterOf({ ...query, due: undefined }, times), times)
      : undefined,
    finding,
    finding.then((found) => openRows(ctx, user, query, found)),
  ]);
  const counts = totalOf(groups);
  const version = versionOf(query, counts, reports, now);
  return {
    groups,
    reports,
    list: listModel(user, query, { counts, bands, version, rows, hasNext: reports.length > PER_PAGE }),
  };
}

interface Shown {
  readonly counts: QueueCounts;
  readonly bands: Readonly<Record<LateBand, number>> | undefined;
  readonly version: string;
  readonly rows: Awaited<ReturnType<typeof openRows>>;
  readonly hasNext: boolean;
}

function selectFormOf(user: Reader, view: QueueQuery['view']): 'own' | 'assign' | 'many' | undefined {
  if (view === 'mine' && mayDo(user, 'claim_reports')) return 'own';
  if (mayDo(user, 'assign_reports')) return 'assign';
  return mayDo(user, 'write_notes') ? 'many' : undefined;
}

function listModel(user: Reader, query: QueueQuery, { counts, bands, version, rows, hasNext }: Shown) {
  const { view, page } = query;
  return {
    version,
    views: queueViews.map((one) => ({
      text: viewTexts[one],
      href: queueHref({ ...query, view: one, page: 1 }),
      count: counts[one],
      active: one === view,
    })),
    bands:
      bands &&
      lateBandNames.map((band) => ({
        text: bandTexts[band],
        href: queueHref({ ...query, due: band === query.due ? undefined : band, page: 1 }),
        count: bands[band],
        active: band === query.due,
      })),
    count: counts[view],
    handOvers: handOversOf(rows),
    // What is selected is given to others; of one's own reports, it is released or handed over; or it is changed.
    selectForm: selectFormOf(user, view),
    isPlain: queueHref(query) === queueHref(plainQueue(query.environment)),
    rows,
    mayClaim: mayDo(user, 'claim_reports'),
    previousHref: page > 1 ? queueHref({ ...query, page: page - 1 }) : undefined,
    nextHref: hasNext ? queueHref({ ...query, page: page + 1 }) : undefined,
  };
}
