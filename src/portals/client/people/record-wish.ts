// What the address of the record of staff asks for: which people, in which order, and which page of them.
import type { FastifyRequest } from 'fastify';
import { type Ctx, type Environment, todayFor } from '../../../context.ts';
import { MOST_PEOPLE } from '../../../features/account-exports/account-export-actions.ts';
import { isWorkKind, workKindNames, workKinds } from '../../../features/applicants/work-kind-rules.ts';
import type { RecordWish } from '../../../features/lists/central-record-actions.ts';
import {
  type RecordSort,
  type RecordView,
  recordSorts,
  recordViews,
  type SoughtKind,
} from '../../../features/lists/central-record-queries.ts';
import { listJobRoles } from '../../../features/report-types/report-type-actions.ts';
import { addDays } from '../../../lib/dates.ts';
import { isUuid } from '../../../lib/uuids.ts';
import {
  type ListSearch,
  listHref,
  listParameters,
  pageIn,
  readListSearch,
  searchedText,
} from '../../shared/list-search.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

export const recordPath = '/portal/people/record';
export const recordFilePath = `${recordPath}/file`;
export const recordPrintPath = `${recordPath}/print`;
export const agencyPath = '/portal/people/agency';
export const leaversPath = '/portal/people/leavers';
export const evidencePath = '/portal/people/evidence';

/** What was done, or why no evidence was put together. */
export const recordNotices = {
  brought: 'They are brought in: these are all who were screened elsewhere.',
  left: 'It is recorded that they have left: they stand under “Left, or not suitable”.',
  nobody: 'Choose the people first who have left.',
  agency: 'What the agency confirmed is recorded.',
  unconfirmed: 'Choose the people first whom the agency confirms.',
  unchosen: 'Choose the people first whose evidence you want.',
  many: `These are more than ${MOST_PEOPLE} people, which is the most for one archive: narrow the list, or choose some of them.`,
  running: 'Your last archive is still being put together: wait until it is ready.',
} as const;

export type RecordNotice = keyof typeof recordNotices;

const viewTexts: Readonly<Record<RecordView, string>> = {
  current: 'All who have not left',
  missing: 'Something is missing',
  complete: 'Cleared: nothing is missing',
  conditional: 'Started without full clearance',
  not_suitable: 'Decision other than Suitable',
  left: 'Left, or not suitable',
  elsewhere: 'Screened elsewhere',
  everybody: 'Everybody',
};

const sortTexts: Readonly<Record<RecordSort, string>> = {
  newest: 'Newest order first',
  oldest: 'Oldest order first',
  renewal: 'Next renewal first',
};

/** Days until the renewal; overdue is none. */
const withinTexts = {
  '0': 'Overdue',
  '30': 'Within 30 days',
  '60': 'Within 60 days',
  '90': 'Within 90 days',
  '180': 'Within 180 days',
  '365': 'Within a year',
} as const;
type Within = keyof typeof withinTexts;

export interface RecordQuery {
  readonly environment: Environment;
  readonly show: RecordView;
  readonly sort: RecordSort;
  readonly within: Within | undefined;
  readonly role: number | undefined;
  readonly kind: SoughtKind | undefined;
  readonly subsidiary: string | undefined;
  readonly page: number;
  readonly search: ListSearch | undefined;
}

/** Invalid values count as absent, so that old bookmarks still open. */
export function readRecordQuery(request: FastifyRequest): RecordQuery {
  const { environment, show, sort, within, role, kind, subsidiary } = request.query as Readonly<
    Record<string, unknown>
  >;
  return {
    environment: environment === 'test' ? 'test' : 'live',
    show: recordViews.find((view) => view === show) ?? 'current',
    sort: recordSorts.find((one) => one === sort) ?? 'newest',
    within: (Object.keys(withinTexts) as Within[]).find((one) => one === within),
    role: /^\d{1,9}$/.test(String(role)) ? Number(role) : undefined,
    kind: kind === 'unsaid' || isWorkKind(kind) ? kind : undefined,
    subsidiary: isUuid(subsidiary) ? subsidiary : undefined,
    page: pageIn(request),
    search: readListSearch(request),
  };
}

export function recordParameters({ search, ...query }: Partial<RecordQuery>): [name: string, value: string][] {
  const { environment, show, sort, within, role, kind, subsidiary, page } = query;
  return listParameters(
    {
      environment: environment === 'test' ? environment : undefined,
      show: show === 'current' ? undefined : show,
      sort: sort === 'newest' ? undefined : sort,
      ...{ within, role, kind, subsidiary },
      page: page === 1 ? undefined : page,
    },
    search,
  );
}

export const recordHref = (query: Partial<RecordQuery>, path = recordPath): string =>
  listHref(path, recordParameters(query));

const WITHOUT = 'none';

/** Whether an address asks for what was found, as it does by default. */
export const showsResults = ({ query }: FastifyRequest): boolean =>
  (query as { readonly results?: unknown }).results !== WITHOUT;

/** The same people without results, or with them. */
export const withoutResultsHref = (query: Partial<RecordQuery>, path: string, without: boolean): string =>
  listHref(path, [...recordParameters(query), ...(without ? [['results', WITHOUT] as [string, string]] : [])]);

export const recordNoticeHref = (query: Partial<RecordQuery>, notice: RecordNotice): string =>
  listHref(recordPath, [...recordParameters(query), ['done', notice]]);

export function recordWish(ctx: Ctx, user: ClientUser, query: RecordQuery): RecordWish {
  const { environment, show, within, role, kind, search } = query;
  const today = todayFor(ctx, callerFor(user, environment));
  return {
    view: show,
    text: searchedText(search),
    jobRoleId: role,
    workKind: kind,
    renewBy: within === undefined ? undefined : addDays(today, within === '0' ? -1 : Number(within)),
  };
}

const itemsOf = <Value extends string>(
  texts: Readonly<Record<Value, string>>,
  order: readonly Value[],
  chosen: string,
) => order.map((value) => ({ value, text: texts[value], selected: value === chosen }));

/** By which filters a print was made, in words; empty for everybody who has not left. */
export async function recordFilterTexts(
  ctx: Ctx,
  { accountId }: ClientUser,
  { show, role, within, kind, search }: RecordQuery,
): Promise<string[]> {
  const title = (await listJobRoles(ctx, accountId)).find(({ id }) => id === role)?.role_title;
  const found = searchedText(search);
  return [
    viewTexts[show],
    ...(role === undefined ? [] : [`job role: ${title ?? role}`]),
    ...(kind === undefined ? [] : [`kind of person: ${kind === 'unsaid' ? 'not said' : workKinds[kind].label}`]),
    ...(within === undefined ? [] : [`renewal due: ${withinTexts[within].toLowerCase()}`]),
    ...(found === undefined ? [] : [`found by “${found}”`]),
  ];
}

const kindItems = (chosen: SoughtKind | undefined) => [
  { value: '', text: 'All', selected: chosen === undefined },
  ...workKindNames.map((kind) => ({ value: kind, text: workKinds[kind].label, selected: kind === chosen })),
  { value: 'unsaid', text: 'Not said', selected: chosen === 'unsaid' },
];

/** For `shared/list-selects.njk`. */
export async function recordSelects(
  ctx: Ctx,
  { accountId }: ClientUser,
  { show, within, role, kind, sort }: RecordQuery,
) {
  const roles = await listJobRoles(ctx, accountId);
  const roleItems = roles.map(({ id, role_title: text }) => ({ value: String(id), text, selected: id === role }));
  const days = itemsOf(withinTexts, ['0', '30', '60', '90', '180', '365'], within ?? '');
  return [
    { name: 'show', label: 'Show', items: itemsOf(viewTexts, recordViews, show) },
    ...(roles.length === 0
      ? []
      : [
          {
            name: 'role',
            label: 'Job role',
            items: [{ value: '', text: 'All', selected: role === undefined }, ...roleItems],
          },
        ]),
    { name: 'kind', label: 'Kind of person', items: kindItems(kind) },
    {
      name: 'within',
      label: 'Renewal due',
      items: [{ value: '', text: 'At any time', selected: within === undefined }, ...days],
    },
    { name: 'sort', label: 'Order', items: itemsOf(sortTexts, recordSorts, sort) },
  ];
}

/** What a reader without results may narrow: nothing that would say what was found. */
const readerViews = ['current', 'missing', 'complete', 'left', 'everybody'] as const satisfies readonly RecordView[];

export const readReaderQuery = (request: FastifyRequest): RecordQuery => {
  const { show, within: _within, search: _search, ...query } = readRecordQuery(request);
  return {
    ...query,
    show: readerViews.find((view) => view === show) ?? 'current',
    within: undefined,
    search: undefined,
  };
};

export const readerSelects = async (ctx: Ctx, user: ClientUser, query: RecordQuery) =>
  (await recordSelects(ctx, user, query)).flatMap((select) => {
    if (select.name === 'role') return [select];
    if (select.name !== 'show') return [];
    return [{ ...select, items: select.items.filter(({ value }) => readerViews.some((view) => view === value)) }];
  });
