// One thing is done with many reports of the queue: a page between says with which, with which not, and why.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { isHereOn, worksOn } from '../../../features/accounts/hours-rules.ts';
import {
  type BulkAct,
  bulkActNames,
  bulkActs,
  type LeftBecause,
  mostAtOnce,
  whyLeftOut,
} from '../../../features/cases/bulk-rules.ts';
import { listWorkers, type Worker } from '../../../features/cases/spread-actions.ts';
import { readCandidateNames } from '../../../features/lists/candidate-name-actions.ts';
import { findChosenReports } from '../../../features/lists/chosen-report-queries.ts';
import { type DeskReport, findQueuedReports } from '../../../features/lists/work-queue-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { unableReasons } from '../../../features/report-types/unable-to-verify.ts';
import { listTeams } from '../../../features/teams/team-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { delayReasonWords } from '../../../messages/en-delays.ts';
import { listedNames, orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { type FormRequest, text } from '../../shared/sign-in/sign-in-steps.ts';
import { nameWithAbsence, workerChoice } from '../away/away-words.ts';
import { backToQueue, doing, selectedIn } from '../queue/claim-forms.ts';
import { filterOf, type QueueQuery, queueHref, readQueueQuery } from '../queue/queue-address.ts';
import {
  actHref,
  actPath,
  donePath,
  manyPath,
  readDone,
  type Selection,
  selectionIn,
  shownIn,
  shownText,
} from './many-address.ts';
import { doMany, type ManyTyped, teamPrefix, typedIn } from './many-form.ts';
import { actWords, becauseText, counted } from './many-words.ts';

const mostListed = 100;
/** So few are named, by which somebody sees that it is the one they mean. */
const mostNamed = 10;

/** The act in a form or an address. */
const actIn = (value: unknown): BulkAct | undefined => bulkActNames.find((act) => act === value);

/** What the user may do with some reports at least. */
export const actsOf = (user: UserOf<'desk'>): BulkAct[] =>
  bulkActNames.filter((act) => mayDo(user, bulkActs[act].permission));

/** In the order of the queue; one more than can be worked on at once tells whether there are more. */
async function chosenBy(ctx: Ctx, user: UserOf<'desk'>, query: QueueQuery, selection: Selection) {
  const { view, sort } = query;
  if (selection !== 'found') return findChosenReports(ctx.db, user, selection.slice(0, mostAtOnce));
  const now = ctx.now();
  const page = { view, sort, now, offset: 0, limit: mostAtOnce + 1 };
  return findQueuedReports(ctx.db, user, filterOf(query, { now, calendar: ctx.calendar() }), page);
}

function leftRows(act: BulkAct, left: readonly (readonly [DeskReport, LeftBecause])[]) {
  return left.slice(0, mostListed).map(([report, because]) => ({
    order: orderNumber(report.order_id),
    label: reportTypeById(report.report_type_id)?.label ?? 'Report',
    href: `/desk/reports/${report.report_id}`,
    account: report.account_name,
    why: becauseText(act, because, report.status),
  }));
}

/** Records that the reader saw whose they are; empty where they are too many to be looked at one by one. */
async function namedRows(ctx: Ctx, user: UserOf<'desk'>, act: BulkAct, reports: readonly DeskReport[]) {
  if (reports.length > mostNamed) return [];
  const names = await readCandidateNames(ctx, user, reports, { list: 'many', act });
  return reports.map((report) => ({
    order: orderNumber(report.order_id),
    label: reportTypeById(report.report_type_id)?.label ?? 'Report',
    href: `/desk/reports/${report.report_id}`,
    candidate: names.get(report.check_id) ?? '',
  }));
}

function accountRows(reports: readonly DeskReport[], isPossible: (report: DeskReport) => boolean) {
  const byAccount = Map.groupBy(reports, ({ account_id }) => account_id);
  const rows = [...byAccount.values()].map((of) => ({
    name: of[0]!.account_name,
    reports: of.filter(isPossible).length,
    orders: new Set(of.filter(isPossible).map(({ check_id }) => check_id)).size,
    leftOut: of.filter((one) => !isPossible(one)).length,
  }));
  return rows.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

const nameOfAbsent = (one: Worker, today: string): string =>
  one.is_invited
    ? `${one.name}, who has not signed in yet`
    : worksOn(one, today)
      ? nameWithAbsence(one, today)
      : `${one.name}, who does not work today`;

/** The people who can take one of the reports at least, after the teams in which somebody of them is. */
async function workersFor(
  ctx: Ctx,
  user: UserOf<'desk'>,
  query: QueueQuery,
  reports: readonly DeskReport[],
  chosen: readonly string[],
) {
  const accounts = [...new Set(reports.map(({ account_id }) => account_id))];
  const today = ukDateOf(ctx.now());
  const workers = await listWorkers(ctx, user, query.environment, { accountIds: accounts, teamId: query.teamId });
  const people = workers
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
    .map((one) => workerChoice(one, today));
  const teams = (await listTeams(ctx, authorityOf(user))).flatMap(({ id, name, members }) => {
    const able = workers.filter((one) => members.includes(one.id));
    if (able.length === 0) return [];
    const isHere = (one: Worker) => isHereOn(one, today);
    const here = able.filter(isHere).map((one) => one.name);
    const others = able.filter((one) => !isHere(one)).map((one) => nameOfAbsent(one, today));
    if (here.length === 0) return [];
    const hint = [listedNames(here), ...(others.length === 0 ? [] : [`not ${listedNames(others)}`])].join('; ');
    return [{ value: `${teamPrefix}${id}`, text: `Team ${name}`, hint: { text: hint } }];
  });
  const items = [...teams, ...people];
  return items.map((item) => ({ ...item, checked: chosen.includes(item.value) }));
}

interface Sent {
  readonly typed: ManyTyped;
  readonly errors: FieldMessages;
}

async function show(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
  user: UserOf<'desk'>,
  act: BulkAct,
  {
    selection,
    found,
    sent,
  }: { readonly selection: Selection; readonly found: readonly DeskReport[]; readonly sent?: Sent },
) {
  const query = readQueueQuery(request.query);
  const reports = found.slice(0, mostAtOnce);
  const why = new Map(reports.map((report) => [report, whyLeftOut(user, report, act)]));
  const possible = reports.filter((report) => why.get(report) === undefined);
  const left = [...why].flatMap(([report, because]) => (because === undefined ? [] : [[report, because] as const]));
  const typed = sent?.typed ?? typedIn(request);
  return renderPage(request, reply, 'desk/many/many.njk', {
    title: actWords[act].title(counted(possible.length)),
    environment: query.environment,
    back: { text: 'Work queue', href: queueHref(query) },
    act,
    acts: actsOf(user).map((one) => ({
      text: actWords[one].short,
      href: actHref(query, one, selection),
      active: one === act,
    })),
    // The address that takes the form names no report: they stand in the form.
    action: queueHref(query, actPath(act), selection === 'found' ? { which: 'found' } : {}),
    shown: shownText(act === 'assign' ? possible : reports),
    leftOut: left.map(([{ report_id }]) => report_id).join(' '),
    more: found.length > mostAtOnce ? mostAtOnce : undefined,
    count: possible.length,
    orders: new Set(possible.map(({ check_id }) => check_id)).size,
    named: await namedRows(ctx, user, act, possible),
    accounts: accountRows(reports, (report) => why.get(report) === undefined),
    left: { count: left.length, rows: leftRows(act, left), more: Math.max(0, left.length - mostListed) },
    reasons: Object.entries(delayReasonWords).map(([value, words]) => ({ value, text: words })),
    unableReasons: Object.entries(unableReasons).map(([value, words]) => ({
      ...{ value, text: words },
      checked: value === typed.reason,
    })),
    workers: act === 'assign' ? await workersFor(ctx, user, query, possible, typed.people) : [],
    typed,
    errors: sent?.errors,
  });
}

function actPages(pages: Pages<'desk'>, ctx: Ctx, act: BulkAct): void {
  const { permission } = bulkActs[act];
  const isOutcome = ['pause', 'resume', 'unable'].includes(act);
  pages.get(actPath(act), { permission }, async (request: FormRequest, reply, user) => {
    const query = readQueueQuery(request.query);
    const selection = selectionIn(request.query);
    const found = await chosenBy(ctx, user, query, selection);
    if (found.length === 0) return backToQueue(request, reply, doing('unselected'));
    return show(ctx, request, reply, user, act, { selection, found });
  });

  const options = { permission, ...(isOutcome && { stepUp: 'outcomes' as const }) };
  pages.post(actPath(act), options, async (request: FormRequest, reply, user) => {
    const query = readQueueQuery(request.query);
    const seen = shownIn(request.body?.shown);
    const reportIds = [...seen.keys()];
    if (reportIds.length === 0) return backToQueue(request, reply, doing('unselected'));
    const typed = typedIn(request);
    const leftOut = new Set(text(request.body?.left_out).split(' '));
    const done = await doMany(ctx, user, query, act, { reportIds, seen, leftOut }, typed);
    const isOne = act === 'pause' && reportIds.length === 1;
    if ('href' in done) return reply.redirect(isOne ? `/desk/reports/${reportIds[0]}?moved=pause` : done.href, 303);
    const selection = request.query.which === 'found' ? ('found' as const) : reportIds;
    const found = await chosenBy(ctx, user, query, reportIds);
    return show(ctx, request, reply.status(422), user, act, { selection, found, sent: { typed, errors: done.errors } });
  });
}

/** What was done stands in the address; the reports that were left out are read again. */
function donePage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(donePath, { permission: 'read_reports' }, async (request: FormRequest, reply, user) => {
    const query = readQueueQuery(request.query);
    const act = actIn(request.query.act);
    if (act === undefined) return reply.redirect(queueHref(query), 303);
    const { done, mails, moved, left, more } = readDone(request.query, act);
    const found = await findChosenReports(ctx.db, user, [...left.keys()]);
    const rows = leftRows(
      act,
      found.map((report) => [report, left.get(report.report_id)!] as const),
    );
    return renderPage(request, reply, 'desk/many/done.njk', {
      title: left.size === 0 ? 'It is done' : done === 0 ? 'It could not be done' : 'Some reports were left out',
      environment: query.environment,
      back: { text: 'Work queue', href: queueHref(query) },
      said: [
        actWords[act].done(done),
        ...(mails === undefined
          ? []
          : [`${counted(mails, 'mail')} to the clients ${mails === 1 ? 'says' : 'say'} so.`]),
        ...(moved === undefined ? [] : [actWords.due.done(moved)]),
      ],
      left: { count: left.size + more, rows, more: more + left.size - rows.length },
    });
  });
}

export function manyPages(pages: Pages<'desk'>, ctx: Ctx): void {
  for (const act of bulkActNames) actPages(pages, ctx, act);
  donePage(pages, ctx);

  // From the queue, whose form says what is ticked, or that all it finds is meant.
  pages.post(manyPath, { permission: 'read_reports' }, async (request: FormRequest, reply, user) => {
    const act = actIn(text(request.body?.act));
    if (act === undefined || !actsOf(user).includes(act)) return backToQueue(request, reply, {});
    const selection = request.body?.which === 'found' ? 'found' : selectedIn(request);
    if (selection.length === 0) return backToQueue(request, reply, doing('unselected'));
    return reply.redirect(actHref(readQueueQuery(request.query), act, selection), 303);
  });
}
