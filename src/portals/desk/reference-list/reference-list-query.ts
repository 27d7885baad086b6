// Which references the list shows, as its address and its filters say it.
import type { FastifyRequest } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import {
  type ReferenceGroup,
  type ReferenceOpening,
  type ReferenceOwner,
  type ReferencePage,
  type ReferenceView,
  referenceAges,
  referenceOpenings,
  referenceOwners,
  referenceViews,
} from '../../../features/lists/reference-list-queries.ts';
import { findReferencesAsked } from '../../../features/lists/reference-search-actions.ts';
import { findColleagues } from '../../../features/lists/team-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { listTeams } from '../../../features/teams/team-actions.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { type ListSearch, listHref, listParameters, readListSearch } from '../../shared/list-search.ts';
import type { UserOf } from '../../shared/shell.ts';

export const referenceListPath = '/desk/references';

const ownerTexts: Readonly<Record<ReferenceOwner, string>> = { anybody: 'Anybody', me: 'Me', nobody: 'Nobody' };
const openingTexts: Readonly<Record<ReferenceOpening, string>> = {
  not_opened: 'Not opened by the referee',
  opened: 'Opened, and not answered',
};

export interface Query {
  readonly environment: Environment;
  readonly view: ReferenceView;
  readonly owner: ReferenceOwner;
  /** Whose reports, instead of `owner`. */
  readonly personId: string | undefined;
  readonly teamId: string | undefined;
  readonly accountId: string | undefined;
  readonly reportTypeId: number | undefined;
  readonly askedForDays: number | undefined;
  readonly opening: ReferenceOpening | undefined;
  /** Who is asked. */
  readonly search: ListSearch | undefined;
  readonly page: number;
}

/** Invalid values count as absent, so that old bookmarks still open. */
export function readQuery(request: FastifyRequest): Query {
  const given = request.query as Readonly<Record<string, unknown>>;
  const page = Number(given.page);
  return {
    environment: given.environment === 'test' ? 'test' : 'live',
    view: referenceViews.find((view) => view === given.view) ?? 'all',
    owner: referenceOwners.find((owner) => owner === given.assigned) ?? 'anybody',
    personId: isUuid(given.assigned) ? given.assigned : undefined,
    teamId: isUuid(given.team) ? given.team : undefined,
    accountId: isUuid(given.account) ? given.account : undefined,
    reportTypeId: reportTypeById(Number(given.type))?.id,
    askedForDays: referenceAges.find((days) => String(days) === given.days),
    opening: referenceOpenings.find((opening) => opening === given.opened),
    search: readListSearch(request),
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
  };
}

export const plainQuery = (environment: Environment): Query => ({
  ...{ environment, view: 'all', owner: 'anybody', page: 1 },
  ...{ personId: undefined, teamId: undefined, accountId: undefined, reportTypeId: undefined },
  ...{ askedForDays: undefined, opening: undefined, search: undefined },
});

export const parametersOf = (query: Query) => {
  const { environment, view, owner, personId, teamId, accountId, reportTypeId, askedForDays, opening, page } = query;
  const filters = {
    environment: environment === 'test' ? environment : undefined,
    view: view === 'all' ? undefined : view,
    assigned: personId ?? (owner === 'anybody' ? undefined : owner),
    ...{ team: teamId, account: accountId, type: reportTypeId, days: askedForDays, opened: opening },
    page: page === 1 ? undefined : page,
  };
  return listParameters(filters, query.search);
};

export const hrefOf = (query: Query, of = referenceListPath) => listHref(of, parametersOf(query));

/** What the finders narrow by; without an account and a type, of which the page counts the others too. */
export async function narrowOf(ctx: Ctx, user: UserOf<'desk'>, query: Query) {
  const { environment, owner, personId, teamId, askedForDays, opening, search } = query;
  const ids = search && (await findReferencesAsked(ctx, user, environment, search.text));
  return {
    now: ctx.now(),
    environment,
    owner,
    personId,
    teamId,
    askedForDays,
    opening,
    ids,
  } satisfies Partial<ReferencePage>;
}

export const isCounted =
  ({ accountId, reportTypeId }: Query) =>
  ({ account_id, report_type_id }: ReferenceGroup) =>
    (accountId === undefined || account_id === accountId) &&
    (reportTypeId === undefined || report_type_id === reportTypeId);

interface Choice {
  readonly value: string;
  readonly text: string;
}

function selectOf(name: string, label: string, chosen: string, choices: readonly Choice[]) {
  // An old address may name what is not to be chosen any more.
  const isKnown = choices.some(({ value }) => value === chosen);
  const all = isKnown ? choices : [...choices, { value: chosen, text: 'The one in the address' }];
  return { name, label, items: all.map((item) => ({ ...item, selected: item.value === chosen })) };
}

const byText = (one: Choice, other: Choice) => one.text.localeCompare(other.text);

/** Accounts and types are those that have references. */
export async function selectsOf(ctx: Ctx, user: UserOf<'desk'>, query: Query, groups: readonly ReferenceGroup[]) {
  const seesTeam = mayDo(user, 'read_team');
  const [people, teams] = await Promise.all([
    seesTeam ? findColleagues(ctx.db, user) : [],
    seesTeam ? listTeams(ctx, authorityOf(user)) : [],
  ]);
  const accounts = new Map(groups.map(({ account_id, account_name }) => [account_id, account_name]));
  const types = [...new Set(groups.map(({ report_type_id }) => report_type_id))].flatMap(
    (id) => reportTypeById(id) ?? [],
  );
  const all = (text: string) => ({ value: '', text });
  const named = (found: Iterable<readonly [string, string]>) =>
    [...found].map(([value, text]) => ({ value, text })).sort(byText);
  return [
    selectOf('assigned', 'Assigned to', query.personId ?? query.owner, [
      ...referenceOwners.map((value) => ({ value, text: ownerTexts[value] })),
      ...people.map(({ id, name }) => ({ value: id, text: name })).sort(byText),
    ]),
    ...(teams.length === 0
      ? []
      : [
          selectOf('team', 'Team', query.teamId ?? '', [
            all('All'),
            ...teams.map(({ id, name }) => ({ value: id, text: name })),
          ]),
        ]),
    selectOf('account', 'Account', query.accountId ?? '', [all('All'), ...named(accounts)]),
    selectOf('type', 'Report type', query.reportTypeId?.toString() ?? '', [
      all('All'),
      ...named(types.map(({ id, label }) => [String(id), label] as const)),
    ]),
    selectOf('days', 'Asked for', query.askedForDays?.toString() ?? '', [
      all('Any time'),
      ...referenceAges.map((days) => ({ value: String(days), text: `${days} days or more` })),
    ]),
    selectOf('opened', 'The mail', query.opening ?? '', [
      all('Opened or not'),
      ...referenceOpenings.map((value) => ({ value, text: openingTexts[value] })),
    ]),
  ];
}

/** Of the filters in the panel, not the view in the tabs. */
export const filtersOn = ({ environment, view, owner, page, ...filters }: Query): number =>
  Object.values(filters).filter((value) => value !== undefined).length + (owner === 'anybody' ? 0 : 1);
