// The team page: who has how much to do, how long reports take, and what reviewers found.

import type { FastifyRequest } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { listDeskUsers } from '../../../features/accounts/sign-in-actions.ts';
import { textOfCode } from '../../../features/cases/approval-rules.ts';
import { listErrorTypes } from '../../../features/error-types/error-type-actions.ts';
import type { ErrorType } from '../../../features/error-types/error-type-rules.ts';
import { findDeskAccounts } from '../../../features/lists/desk-account-queries.ts';
import { findTurnaround } from '../../../features/lists/person-turnaround-queries.ts';
import { findDecisions } from '../../../features/lists/quality-queries.ts';
import {
  type ErrorsRow,
  findErrors,
  findLoad,
  type LoadRow,
  type TeamKey,
  type TeamNarrow,
} from '../../../features/lists/team-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { listTeams } from '../../../features/teams/team-actions.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { barOf, durationText, mostOf, type Pattern, turnaroundTable, workingDaysText } from '../../shared/bars/bars.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { awayPath } from '../away/away-page.ts';
import { nameWithAbsence } from '../away/away-words.ts';
import { orderListHref, readOrderListQuery } from '../order-list/order-list-query.ts';
import { addressOf, qualityTeamPath } from '../quality/quality-words.ts';
import { plainQueue, queueHref } from '../queue/queue-address.ts';
import { teamsPath } from '../teams/teams-pages.ts';
import { completedPath, decisionsPath, qualityFiles, qualityPath } from './quality-files.ts';

const path = '/desk/team';
const DAY_MS = 86_400_000;
const periods = { 7: 'The last 7 days', 30: 'The last 30 days', 90: 'The last 90 days', 365: 'The last year' } as const;
const DEFAULT_DAYS = 30;
const MOST_REOPENED = 100;

const legends = {
  load: [
    { pattern: 'solid', text: 'to work on' },
    { pattern: 'striped', text: 'waits for somebody else' },
  ],
  errors: [
    { pattern: 'solid', text: 'sent back' },
    { pattern: 'striped', text: 'changed' },
    { pattern: 'outlined', text: 'approved' },
  ],
} as const satisfies Readonly<Record<string, readonly { readonly pattern: Pattern; readonly text: string }[]>>;

function loadTable(
  title: string,
  rows: readonly LoadRow[],
  nameOf: (key: LoadRow['key']) => string,
  hrefOf: (key: LoadRow['key']) => string,
) {
  // What nobody has would make the bars of people too short to compare.
  const longest = mostOf(rows.flatMap(({ key, open }) => (key === null ? [] : open)));
  return {
    title,
    empty: 'No report is open.',
    legend: legends.load,
    heads: ['Open', 'Waiting', 'Overdue', 'Due today', 'Due this week', 'Median age', 'Oldest'],
    rows: rows.map(({ key, open, waiting, overdue, due_today, due_this_week, median_seconds, oldest_seconds }) => ({
      name: nameOf(key),
      href: hrefOf(key),
      bar:
        key === null
          ? []
          : barOf(
              [
                { value: open - waiting, pattern: 'solid' },
                { value: waiting, pattern: 'striped' },
              ],
              longest,
            ),
      cells: [
        open,
        waiting,
        overdue,
        due_today,
        due_this_week,
        durationText(median_seconds),
        durationText(oldest_seconds),
      ],
    })),
  };
}

function errorsTable(rows: readonly ErrorsRow[], nameOf: (key: LoadRow['key']) => string, types: readonly ErrorType[]) {
  const longest = mostOf(rows.map(({ reviewed }) => reviewed));
  return {
    title: 'Errors found in approval, by person',
    empty: 'Nothing was reviewed in this time.',
    legend: legends.errors,
    heads: ['Reviewed', 'Sent back', 'Changed', 'With an error', 'Most frequent error'],
    rows: rows.map(({ key, reviewed, sent_back, changed, code }) => ({
      name: nameOf(key),
      bar: barOf(
        [
          { value: sent_back, pattern: 'solid' },
          { value: changed, pattern: 'striped' },
          { value: reviewed - sent_back - changed, pattern: 'outlined' },
        ],
        longest,
      ),
      cells: [
        reviewed,
        sent_back,
        changed,
        `${Math.round(((sent_back + changed) / reviewed) * 100)}%`,
        code === null ? 'None' : (types.find((one) => one.code === code)?.name ?? code),
      ],
    })),
  };
}

interface TeamAsked extends TeamNarrow {
  readonly environment: Environment;
  readonly days: number;
}

/** Invalid values count as absent. */
function askedIn(query: Readonly<Record<string, unknown>>): TeamAsked {
  const days = Number(query.days);
  return {
    environment: query.environment === 'test' ? 'test' : 'live',
    days: Object.hasOwn(periods, days) ? days : DEFAULT_DAYS,
    teamId: isUuid(query.team) ? query.team : undefined,
    accountId: isUuid(query.account) ? query.account : undefined,
    reportTypeId: reportTypeById(Number(query.type))?.id,
  };
}

const choices = (chosen: string | undefined, items: readonly { readonly value: string; readonly text: string }[]) =>
  [{ value: '', text: 'All' }, ...items].map((item) => ({ ...item, selected: item.value === (chosen ?? '') }));

/** By which the page is narrowed; the types are those of open reports. */
async function selectsOf(ctx: Ctx, user: UserOf<'desk'>, { environment, teamId, accountId, reportTypeId }: TeamAsked) {
  const [teams, accounts, loads] = await Promise.all([
    listTeams(ctx, authorityOf(user)),
    findDeskAccounts(ctx.db, user.accounts),
    findLoad(ctx.db, user, { environment, by: 'type' }, { now: ctx.now(), calendar: ctx.calendar() }),
  ]);
  const types = [...new Set([...loads.map(({ key }) => Number(key)), ...(reportTypeId ? [reportTypeId] : [])])]
    .flatMap((id) => reportTypeById(id) ?? [])
    .map(({ id, label }) => ({ value: String(id), text: label }))
    .sort((one, other) => one.text.localeCompare(other.text, 'en'));
  const named = ({ id, name }: { readonly id: string; readonly name: string }) => ({ value: id, text: name });
  return [
    ...(teams.length === 0 ? [] : [{ name: 'team', label: 'Team', items: choices(teamId, teams.map(named)) }]),
    { name: 'account', label: 'Account', items: choices(accountId, accounts.map(named)) },
    { name: 'type', label: 'Report type', items: choices(reportTypeId?.toString(), types) },
  ];
}

async function teamModel(ctx: Ctx, user: UserOf<'desk'>, asked: TeamAsked) {
  const { environment, days, ...narrow } = asked;
  const now = ctx.now();
  const since = new Date(now.getTime() - days * DAY_MS);
  const today = ukDateOf(now);
  const people = await listDeskUsers(ctx, authorityOf(user));
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const named = new Map(people.map((person) => [person.id, nameWithAbsence(person, today)]));
  const load = (by: TeamKey) =>
    findLoad(ctx.db, user, { environment, by, ...narrow }, { now, calendar: ctx.calendar() });
  const turnaround = (by: TeamKey) =>
    findTurnaround(ctx.db, user, { environment, by, ...narrow }, { since, now, calendar: ctx.calendar() });
  const [loads, typeLoads, times, typeTimes, errors, reopened, selects, types] = await Promise.all([
    load('person'),
    load('type'),
    turnaround('person'),
    turnaround('type'),
    findErrors(ctx.db, user, { environment, ...narrow }, since),
    findDecisions(ctx.db, user, { environment, since, decision: 'reopened', limit: MOST_REOPENED, ...narrow }),
    selectsOf(ctx, user, asked),
    listErrorTypes(ctx, authorityOf(user)),
  ]);
  const personOf = (key: LoadRow['key']) => (key === null ? 'Nobody' : (names.get(String(key)) ?? 'A former user'));
  // The orders that hold what they completed, for those who are still here.
  const completedBy = (key: LoadRow['key']) =>
    mayDo(user, 'read_reports') && names.has(String(key))
      ? orderListHref({
          ...readOrderListQuery({ environment, by: String(key) }),
          ...{ completed_from: ukDateOf(since), completed_to: today },
        })
      : undefined;
  const queue = { ...plainQueue(environment), ...narrow };
  const typeOf = (key: LoadRow['key']) => reportTypeById(Number(key))?.label ?? 'Report';
  return {
    title: 'Team',
    awayHref: mayDo(user, 'claim_reports') ? awayPath : undefined,
    environment,
    teamsHref: teamsPath,
    selects,
    periods: Object.entries(periods).map(([value, text]) => ({ value, text, selected: Number(value) === days })),
    reopened: reopened.map((one) => ({
      ...one,
      order: orderNumber(one.order_id),
      label: typeOf(one.report_type_id),
      href: `/desk/reports/${one.report_id}`,
      reason: one.code === null ? '' : textOfCode(types)(one.code),
    })),
    mostReopened: MOST_REOPENED,
    qualityTeamHref: addressOf(qualityTeamPath, { environment }),
    qualityHref: `${qualityPath}?environment=${environment}`,
    completedHref: `${completedPath}?environment=${environment}`,
    decisionsHref: `${decisionsPath}?environment=${environment}`,
    tables: [
      loadTable(
        'Open reports by person',
        loads,
        (key) => named.get(String(key)) ?? personOf(key),
        (key) =>
          queueHref(
            key === null ? { ...queue, view: 'unassigned' } : { ...queue, teamId: undefined, assigneeId: String(key) },
          ),
      ),
      loadTable('Open reports by type', typeLoads, typeOf, (key) =>
        queueHref({ ...queue, reportTypeIds: [Number(key)] }),
      ),
      turnaroundTable('Turnaround by person', times, (key) => (key === null ? 'A data provider' : personOf(key)), {
        ...{ hrefOf: completedBy, onTimeOf: 'people', textOf: workingDaysText },
      }),
      turnaroundTable('Turnaround by type', typeTimes, typeOf, { textOf: workingDaysText }),
      errorsTable(errors, personOf, types),
    ],
  };
}

export function teamPage(pages: Pages<'desk'>, ctx: Ctx): void {
  qualityFiles(pages, ctx);
  pages.get<FastifyRequest<{ Querystring: Record<string, unknown> }>>(
    path,
    { permission: 'read_team', menu: 'Team', menuGroup: 'desk', byEnvironment: true },
    async (request, reply, user) =>
      renderPage(request, reply, 'desk/team/team.njk', await teamModel(ctx, user, askedIn(request.query))),
  );
}
