// The tabs of the client's people whose permission to work, or whose licence, ends: which day, how many days are left, and by which report.
import { type Ctx, type Environment, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { reportLabel } from '../../../features/lists/charge-line-rules.ts';
import {
  listPermissionEnds,
  type PermissionEnd,
  readEndingTypes,
} from '../../../features/lists/permission-end-actions.ts';
import type { EndKind, PermissionEndPeriod } from '../../../features/lists/permission-end-queries.ts';
import { addDays, addMonths, daysBetween, type IsoDate } from '../../../lib/dates.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { type ClientCaller, type ClientUser, callerFor } from '../client-caller.ts';
import type { SubsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { peoplePath } from './people-paths.ts';
import { personHref } from './renewal-view.ts';

const PER_PAGE = 50;
/** Of one person, or beside what is due. */
const SHOWN = 200;

const quarterFrom = (first: IsoDate): PermissionEndPeriod => ({ from: first, until: addDays(addMonths(first, 3), -1) });

function quarterStart(today: IsoDate): IsoDate {
  const first = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${today.slice(0, 4)}-${String(first).padStart(2, '0')}-01`;
}

const within = (days: number) => (today: IsoDate) => ({ from: today, until: addDays(today, days) });

const periods = {
  any: { text: 'Any day', of: () => ({}) },
  over: { text: 'Ended already', of: (today) => ({ until: addDays(today, -1) }) },
  '30': { text: 'Within 30 days', of: within(30) },
  '60': { text: 'Within 60 days', of: within(60) },
  '90': { text: 'Within 90 days', of: within(90) },
  quarter: { text: 'This quarter', of: (today) => quarterFrom(quarterStart(today)) },
  next_quarter: { text: 'Next quarter', of: (today) => quarterFrom(addMonths(quarterStart(today), 3)) },
} as const satisfies Readonly<Record<string, { text: string; of: (today: IsoDate) => PermissionEndPeriod }>>;

export type PeriodName = keyof typeof periods;

/** An invalid value counts as absent, so that old bookmarks still open. */
export const periodIn = (value: unknown): PeriodName =>
  (Object.keys(periods) as PeriodName[]).find((name) => name === value) ?? 'any';

/** The page that orders the same report again. */
export const againHref = (checkId: string, reportId: string): string =>
  `/portal/checks/${checkId}/again?report=${reportId}`;

/** `ended 21 November 2026`. */
export const endWords = (endsOn: IsoDate, today: IsoDate): string =>
  `${endsOn < today ? 'ended' : 'ends'} ${britishDate(endsOn)}`;

const daysText = (days: number): string => {
  const count = Math.abs(days);
  const words = `${count} ${count === 1 ? 'day' : 'days'}`;
  return days === 0 ? 'Last day today' : days > 0 ? words : `Ended ${words} ago`;
};

const daysLeftText = (endsOn: IsoDate, today: IsoDate): string => daysText(daysBetween(today, endsOn));

const rowOf = (user: ClientUser, row: PermissionEnd, today: IsoDate) => ({
  againHref: mayDo(user, 'order_checks') && !row.is_checked_again ? againHref(row.check_id, row.report_id) : undefined,
  isCheckedAgain: row.is_checked_again,
  words: endWords(row.ends_on, today),
  candidateName: row.candidateName,
  href: personHref(row.applicant_id),
  report: reportLabel(row.report_type_id),
  reportHref: `/portal/checks/${row.check_id}/reports/${row.report_id}`,
  orderId: row.order_id,
  endsOn: row.ends_on,
  daysLeft: daysLeftText(row.ends_on, today),
  isOver: row.ends_on < today,
  isMonitored: row.is_monitored,
});

export interface EndsQuery {
  readonly environment: Environment;
  readonly period: PeriodName;
  readonly page: number;
  readonly kind: EndKind;
  /** Of licences: the report type. */
  readonly licence: number | undefined;
}

const licenceSelect = (types: readonly number[], chosen: number | undefined) => ({
  ...{ name: 'licence', label: 'Licence or registration' },
  items: [
    { value: '', text: 'All', selected: chosen === undefined },
    ...types.map((id) => ({ value: String(id), text: reportLabel(id), selected: id === chosen })),
  ],
});

export async function permissionEnds(
  ctx: Ctx,
  { user, nameOf, ...filter }: SubsidiaryFilter,
  { environment, period, page, kind, licence }: EndsQuery,
) {
  const caller = callerFor(user, environment);
  const today = todayFor(ctx, caller);
  const offset = (page - 1) * PER_PAGE;
  const wish = { ...periods[period].of(today), kind, reportTypeId: kind === 'licence' ? licence : undefined };
  const ends = await listPermissionEnds(ctx, caller, wish, { offset, limit: PER_PAGE + 1 });
  const hrefOf = (wanted: number) =>
    listHref(peoplePath, [
      ['show', kind === 'licence' ? 'licences' : 'ends'],
      ...listParameters({
        environment: environment === 'test' ? environment : undefined,
        period: period === 'any' ? undefined : period,
        licence: wish.reportTypeId,
        subsidiary: filter.subsidiary,
        page: wanted === 1 ? undefined : wanted,
      }),
    ]);
  return {
    ends: ends
      .slice(0, PER_PAGE)
      .map((row) => ({ ...rowOf(user, row, today), subsidiary: nameOf?.(row.subsidiary_id) })),
    previousHref: page === 1 ? undefined : hrefOf(page - 1),
    nextHref: ends.length > PER_PAGE ? hrefOf(page + 1) : undefined,
    isNarrowed: period !== 'any' || wish.reportTypeId !== undefined,
    endWord: kind === 'licence' ? 'Licence' : 'Permission',
    selects: [
      ...filter.selects,
      {
        name: 'period',
        label: 'Ends',
        items: Object.entries(periods).map(([value, { text }]) => ({ value, text, selected: value === period })),
      },
      ...(kind === 'licence' ? [licenceSelect(await readEndingTypes(ctx, caller), licence)] : []),
    ],
  };
}

/** Those that end until this day, beside what is due for renewal; none for who may not read results. */
export async function permissionEndsUntil(
  ctx: Ctx,
  { user, nameOf }: SubsidiaryFilter,
  environment: Environment,
  { from, until }: Pick<PermissionEndPeriod, 'from' | 'until'>,
) {
  if (!mayDo(user, 'read_results')) return [];
  const caller = callerFor(user, environment);
  const today = todayFor(ctx, caller);
  const ends = await listPermissionEnds(ctx, caller, { from, until }, { limit: SHOWN });
  return ends.map((row) => ({ ...rowOf(user, row, today), subsidiary: nameOf?.(row.subsidiary_id) }));
}

/** Of one person, for who may read results. */
export async function permissionEndsOf(ctx: Ctx, user: ClientUser, caller: ClientCaller, applicantId: string) {
  if (!mayDo(user, 'read_results')) return [];
  const today = todayFor(ctx, caller);
  return (await listPermissionEnds(ctx, caller, { applicantId }, { limit: SHOWN })).map((row) =>
    rowOf(user, row, today),
  );
}
