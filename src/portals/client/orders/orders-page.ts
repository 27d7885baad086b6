// The client's first page: their live or test checks with status and result.
import type { FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readAccount } from '../../../features/accounts/account-actions.ts';
import type { Covered } from '../../../features/accounts/cover-queries.ts';
import { type CheckState, isOngoing } from '../../../features/checks/check-states.ts';
import {
  listChecksOf,
  listOrderOwners,
  MINE,
  readFirstRequestedMonth,
} from '../../../features/lists/check-list-actions.ts';
import type { CheckCount, ListedResult } from '../../../features/lists/check-list-queries.ts';
import {
  countWaiting,
  findWaiting,
  readCovered,
  readWaits,
  soughtWaits,
} from '../../../features/lists/client-waiting-actions.ts';
import { MOST_ARCHIVED } from '../../../features/lists/results-archive-actions.ts';
import { formatMonth } from '../../../lib/dates.ts';
import { waitTitles } from '../../../messages/en-waits.ts';
import { monthsBetween } from '../../shared/charges/charges.ts';
import { closingNotice } from '../../shared/closing-words.ts';
import { type ListSearch, listHref, searchedText, sentListSearch } from '../../shared/list-search.ts';
import { OF_NO_SUBSIDIARY, WHOLE_ACCOUNT } from '../../shared/orders/order-submission.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { checkTags } from '../../shared/status-tags.ts';
import { approvalsWaiting } from '../approvals/approvals-page.ts';
import { uncoveredOf } from '../away/uncovered.ts';
import { type ClientCaller, type ClientUser, callerFor } from '../client-caller.ts';
import { readAwaitedDecisions } from '../decision/awaited-decisions.ts';
import { earlierFound } from '../earlier/earlier-found.ts';
import { clientFormsHref } from '../forms/client-forms-page.ts';
import { withdrawManyPath } from '../many/many-paths.ts';
import { waitingByLinks } from '../order-links/new-order-link.ts';
import { renewalsDue, renewalsHref } from '../people/people-page.ts';
import { countText, shownWaits, waitingForClient } from '../queries/waiting-groups.ts';
import { startChoices } from '../start/start-choices.ts';
import { type SubsidiaryFilter, subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { subsidiaryWorkHref } from '../subsidiary/subsidiary-work-page.ts';
import { waitingReview } from '../users/users-page.ts';
import { completedIn, withdrawnIn } from './ended-lately.ts';
import { firstDaysOf } from './first-days.ts';
import { manyActsOf, noticeNamed, resultsArchivePath } from './list-acts.ts';
import { rowOf } from './listed-rows.ts';
import { offeredOrder } from './offered-order.ts';
import { sortChoices } from './order-sorts.ts';
import {
  checkStates,
  checksFilePath,
  exportsPath,
  hrefOf,
  type OrdersQuery,
  ordersPath,
  parametersOf,
  readOrdersQuery,
  readOrdersWish,
} from './orders-query.ts';
import { type Whose, whoseChoices, whoseIn } from './whose-waits.ts';

const PER_PAGE = 20;
const resultTexts: Readonly<Record<ListedResult, string>> = {
  ...{ clear: 'Clear', consider: 'Consider', unidentified: 'Unidentified or unable to verify' },
  undecided: 'To decide',
};
interface Choice {
  readonly value: string;
  readonly text: string;
}

interface Known {
  readonly counts: readonly CheckCount[];
  /** Undefined for a user for whom nothing waits ever. */
  readonly waitingCount: string | undefined;
  readonly months: readonly string[];
  /** The choices of `owner`. */
  readonly owners: readonly Choice[];
}

function viewsOf(query: OrdersQuery, search: ListSearch | undefined, { counts, waitingCount }: Known) {
  const others = { ...query, from: undefined, result: undefined };
  const hrefWith = (chosen: Pick<OrdersQuery, 'status' | 'waiting'>) => hrefOf({ ...others, ...chosen }, search);
  const ofStatus = (value: CheckState | undefined) => ({
    text: value === undefined ? 'All' : checkTags[value].text,
    href: hrefWith({ status: value, waiting: undefined }),
    // Only for the tabs of ongoing checks.
    count:
      value !== undefined && isOngoing(value)
        ? (counts.find((count) => count.status === value)?.count ?? 0)
        : undefined,
    active: value === query.status && query.waiting === undefined,
  });
  const ofUser = {
    text: 'Waiting for you',
    href: hrefWith({ status: undefined, waiting: 'yes' }),
    count: waitingCount,
    active: query.waiting !== undefined,
  };
  return [ofStatus(undefined), ...(waitingCount === undefined ? [] : [ofUser]), ...checkStates.map(ofStatus)];
}

const choicesOf = (query: OrdersQuery, search: ListSearch | undefined, known: Known) => ({
  statuses: viewsOf(query, search, known),
  results: [
    { value: '', text: 'Any result', selected: query.result === undefined },
    ...Object.entries(resultTexts).map(([value, text]) => ({ value, text, selected: value === query.result })),
  ],
  months: [
    { value: '', text: 'Any month', selected: query.month === undefined },
    ...known.months.map((value) => ({ value, text: formatMonth(`${value}-01`), selected: value === query.month })),
  ],
  owners: [
    { value: '', text: 'Anybody', selected: query.owner === undefined },
    ...known.owners.map((one) => ({ ...one, selected: one.value === query.owner })),
  ],
  sorts: sortChoices(query.sort),
  lates: [
    { value: '', text: 'Any', selected: query.late === undefined },
    { value: 'yes', text: 'Overdue', selected: query.late !== undefined },
  ],
  starts: startChoices(query.starts),
});

/** All months since the first check, and the one that the address asks for, the latest first. */
async function monthsOf(ctx: Ctx, caller: ClientCaller, asked: readonly string[]): Promise<string[]> {
  const thisMonth = todayFor(ctx, caller).slice(0, 7);
  const months = monthsBetween((await readFirstRequestedMonth(ctx, caller)) ?? thisMonth, thisMonth);
  return [...new Set([...months, ...asked])].toSorted().toReversed();
}

/** The user first, whom colleagues' orders come after; somebody without orders only if the address asks for them. */
async function ownersOf(
  ctx: Ctx,
  user: ClientUser,
  { caller, covered, asked }: { caller: ClientCaller; covered: readonly Covered[]; asked: string | undefined },
) {
  const found = await listOrderOwners(ctx, caller);
  const others = found.filter(({ id }) => id !== user.userId).map(({ id, name }) => ({ value: id, text: name }));
  const mine = covered.length > 0 || asked === MINE ? [{ value: MINE, text: 'You, and whom you cover for' }] : [];
  const known = [{ value: user.userId, text: 'You' }, ...mine, ...others];
  const isKnown = asked === undefined || known.some(({ value }) => value === asked);
  return isKnown ? known : [...known, { value: asked, text: 'The user in the address' }];
}

/** The filter, with a choice of the orders of no subsidiary for who sees them. */
function selectsOf({ subsidiaryIds }: ClientUser, { selects }: SubsidiaryFilter, { subsidiary }: OrdersQuery) {
  if (subsidiaryIds !== null) return selects;
  const none = { value: OF_NO_SUBSIDIARY, text: WHOLE_ACCOUNT, selected: subsidiary === OF_NO_SUBSIDIARY };
  return selects.map((select) => ({ ...select, items: [...select.items, none] }));
}

async function modelOf(ctx: Ctx, signedIn: ClientUser, request: FastifyRequest, whose: Whose) {
  const { query, search, wish } = readOrdersWish(request);
  const filter = await subsidiaryFilter(ctx, signedIn, query);
  const { user } = filter;
  const { environment, status, result, sort, bulk, month, owner, waiting: onlyWaiting, from, starts, late } = query;
  const caller = callerFor(user, environment);
  const filtersOn = [result, month, owner, filter.subsidiary ?? wish.isOfNone, starts, late].filter(
    (one) => one !== undefined,
  );
  const isNarrowed = filtersOn.length > 0 || [search, status, onlyWaiting].some((one) => one !== undefined);
  // What waits and what is new stands above the whole list: who narrows it looks for something else.
  const isWhole = !isNarrowed && bulk === undefined && from === undefined;
  const sought = await soughtWaits(ctx, caller);
  const isMine = isWhole && whose === 'mine';
  const covered = await readCovered(ctx, caller);
  const ownerIds = [user.userId, ...covered.map(({ id }) => id)];
  const allOf = (status: CheckState) => hrefOf({ environment, status });
  const [listed, found, months, owners, { closing }, earlier, completed, withdrawn, due, named, approvals, uncovered] =
    await Promise.all([
      listChecksOf(ctx, caller, wish, { sort, from, limit: PER_PAGE }, sought),
      findWaiting(ctx, caller, isMine ? { ...sought, ownerIds } : sought),
      monthsOf(ctx, caller, month === undefined ? [] : [month]),
      ownersOf(ctx, user, { caller, covered, asked: owner }),
      readAccount(ctx, caller.accountId),
      earlierFound(ctx, caller, searchedText(search)),
      isWhole ? completedIn(ctx, user, environment, allOf) : undefined,
      isWhole ? withdrawnIn(ctx, user, environment, allOf) : undefined,
      isWhole && mayDo(user, 'order_checks') ? renewalsDue(ctx, user, environment) : undefined,
      isWhole && mayDo(user, 'order_checks') ? waitingByLinks(ctx, caller) : undefined,
      isWhole && environment === 'live' && mayDo(user, 'order_checks') ? approvalsWaiting(ctx, user) : undefined,
      isWhole ? uncoveredOf(ctx, user) : undefined,
    ]);
  // The list, and the view of what waits, have everybody's orders.
  const waitingOfAll = isMine ? await findWaiting(ctx, caller, sought) : found;
  const waitingCount = sought.kinds.length === 0 ? undefined : countText(countWaiting(waitingOfAll));
  const listedIds = listed.checks.map(({ id }) => id);
  const waits = await readWaits(ctx, caller, sought, waitingOfAll, listedIds);
  const top = isWhole ? found : [];
  const undecided = new Set([
    ...listedIds.filter((id) => waits.get(id)?.[0] === 'decision'),
    ...shownWaits(top).flatMap(({ waits_for, check_id }) => (waits_for === 'decision' ? [check_id] : [])),
  ]);
  const awaited = await readAwaitedDecisions(ctx, caller, [...undecided]);
  const waiting = await waitingForClient(ctx, { ...caller, userId: user.userId, covered }, top, awaited, (kind) =>
    hrefOf({ environment, waiting: kind, owner: isMine ? (covered.length > 0 ? MINE : user.userId) : undefined }),
  );
  const today = todayFor(ctx, caller);
  const rows = listed.checks.map((check) => ({
    ...rowOf(check, { today, calendar: ctx.calendar() }, waits.get(check.id), awaited.get(check.id)),
    subsidiary: filter.nameOf?.(check.subsidiaryId),
  }));
  const hrefFrom = (start: number | undefined) =>
    start === undefined ? undefined : hrefOf({ ...query, from: start }, search);
  const first = { ...query, from: undefined };
  return {
    title: 'Checks',
    environment,
    ...(await offeredOrder(ctx, user, environment)),
    ...{ waiting, waitingCount, rows, isNarrowed, filtersOn: filtersOn.length },
    ...{ completed, withdrawn, named, approvals, uncovered },
    accessReview: isWhole ? await waitingReview(ctx, user) : undefined,
    // Somebody who alone orders needs no choice.
    whose:
      isWhole && (isMine || found.some(({ owner_id }) => owner_id !== user.userId))
        ? whoseChoices(whose, (one) => listHref(ordersPath, [...parametersOf({ environment }), ['whose', one]]))
        : undefined,
    whoseIsMine: isMine,
    renewals: due && { count: due, href: renewalsHref(environment) },
    // Without it, the column and the filter for results are left out.
    seesResults: mayDo(user, 'read_results'),
    ...choicesOf(query, search, { counts: listed.counts, waitingCount, months, owners }),
    subsidiarySelects: selectsOf(signedIn, filter, query),
    kept: parametersOf(
      {
        ...{ ...first, subsidiary: undefined, result: undefined, month: undefined, owner: undefined },
        ...{ starts: undefined, late: undefined, sort: 'newest' as const },
      },
      search,
    ),
    hasSubsidiaries: filter.nameOf !== undefined,
    bySubsidiaryHref: isWhole && filter.nameOf !== undefined ? subsidiaryWorkHref(environment) : undefined,
    hasStarts: rows.some(({ start }) => start !== undefined),
    // The list is of first days then.
    byStart: starts !== undefined || sort === 'starts',
    byDue: sort === 'due',
    formsHref: status === 'awaiting_applicant' ? clientFormsHref(environment) : undefined,
    onlyWaiting: onlyWaiting !== undefined,
    waitingKind: onlyWaiting === undefined || onlyWaiting === 'yes' ? undefined : waitTitles[onlyWaiting],
    waitingHref: hrefOf({ environment, waiting: 'yes' }),
    isOfBulkOrder: bulk !== undefined,
    ...{ search, earlier },
    searchAction: hrefOf(first),
    clearHref: hrefOf({ environment }),
    previousHref: hrefFrom(listed.previousFrom),
    nextHref: hrefFrom(listed.nextFrom),
    fileHref: listHref(checksFilePath, parametersOf(first, search)),
    manyActs: manyActsOf(user, filter.nameOf !== undefined),
    withdrawHref:
      mayDo(user, 'amend_orders') && (isNarrowed || bulk !== undefined)
        ? listHref(withdrawManyPath, [...parametersOf(first, search), ['which', 'all']])
        : undefined,
    resultsHref: listHref(resultsArchivePath, [...parametersOf(first, search), ['which', 'all']]),
    // The other parameters of the address, which the form of the selected repeats.
    selectedKept: parametersOf(query, search),
    most: MOST_ARCHIVED,
    exportHref:
      mayDo(user, 'change_own_settings') && user.subsidiaryIds === null && environment === 'live'
        ? exportsPath
        : undefined,
    closingText: closing === null ? undefined : closingNotice(closing),
    notice: noticeNamed((request.query as { readonly notice?: unknown }).notice),
  };
}

export function ordersPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(
    ordersPath,
    { permission: 'read_checks', menu: 'Checks', byEnvironment: true },
    async (request, reply, user) => {
      const whose = whoseIn(request, reply);
      const model = await modelOf(ctx, user, request, whose);
      const firstDays = await firstDaysOf(ctx, user, model);
      return renderPage(request, reply, 'client/orders/orders.njk', { ...model, firstDays });
    },
  );
  pages.post(ordersPath, { permission: 'read_checks' }, async (request, reply) => {
    const query = readOrdersQuery(request.query as Record<string, unknown>);
    return reply.redirect(hrefOf({ ...query, from: undefined }, sentListSearch(request, reply)), 303);
  });
}
