// The client's people: everybody whom it has screened, by their newest check, and whose reports are due for renewal.

import type { FastifyRequest } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { countEarlierCases } from '../../../features/earlier-cases/earlier-case-actions.ts';
import { type ListedCheck, listChecksOf } from '../../../features/lists/check-list-actions.ts';
import { countPermissionsEnding } from '../../../features/lists/permission-end-actions.ts';
import type { EndKind } from '../../../features/lists/permission-end-queries.ts';
import { countRenewalsDue } from '../../../features/lists/renewal-list-actions.ts';
import { countUnclearedStarts } from '../../../features/lists/start-actions.ts';
import { type StartPeriod, startPeriodIn } from '../../../features/lists/start-period-rules.ts';
import { maySetRenewals } from '../../../features/report-types/renewal-term-actions.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { noticeIn } from '../../shared/form-fields.ts';
import {
  type ListSearch,
  listHref,
  listParameters,
  readListSearch,
  searchedText,
  sentListSearch,
} from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { checkTag, lightTags } from '../../shared/status-tags.ts';
import { ofTest, registerPath } from '../certified/certified-path.ts';
import { seesRegister } from '../certified/sees-register.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { earlierFound } from '../earlier/earlier-found.ts';
import { earlierPath } from '../earlier/earlier-path.ts';
import { followUpListPath } from '../follow-ups/follow-up-path.ts';
import { offeredOrder } from '../orders/offered-order.ts';
import { type SubsidiaryFilter, subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { peopleFilePath } from './people-file.ts';
import { peoplePath } from './people-paths.ts';
import { type PeriodName, periodIn, permissionEnds } from './permission-ends.ts';
import { recordHref } from './record-wish.ts';
import { renewalMonthsPath } from './renewal-months-page.ts';
import { personHref } from './renewal-view.ts';
import { type RenewalQuery, readRenewalQuery } from './renewal-wish.ts';
import { dueForRenewal } from './renewals-due.ts';
import { unclearedStarts } from './uncleared-starts.ts';

const PER_PAGE = 20;
/** More renewals are counted as so many. */
const COUNTED_AT_MOST = 100;

const renewalNotices = {
  none: 'Choose who is screened again.',
  over: 'Nothing was ordered: what you chose is not due any more, because somebody has ordered it meanwhile, or said that they have left.',
};

interface PeopleQuery {
  readonly environment: Environment;
  readonly isOfRenewals: boolean;
  readonly isOfStarts: boolean;
  /** Of starts: in how many days; undefined for all. */
  readonly starts: StartPeriod | undefined;
  /** Of permissions to work; with the period in which they end. */
  readonly isOfEnds: boolean;
  readonly period: PeriodName;
  /** Of permissions, or of licences, and of these of one report type. */
  readonly kind: EndKind;
  readonly licence: number | undefined;
  /** Which page of renewals, or of permissions that end. */
  readonly page: number;
  readonly renewals: RenewalQuery;
  readonly subsidiary: string | undefined;
  /** The order number at which a page of people starts. */
  readonly from: number | undefined;
}

/** Invalid values count as absent, so that old bookmarks still open. */
function readQuery(sent: Readonly<Record<string, unknown>>): PeopleQuery {
  const { environment, show, from, period, starts, subsidiary, page, licence } = sent;
  return {
    environment: environment === 'test' ? 'test' : 'live',
    isOfRenewals: show === 'renewals',
    isOfStarts: show === 'starts',
    starts: startPeriodIn(starts),
    isOfEnds: show === 'ends' || show === 'licences',
    kind: show === 'licences' ? 'licence' : 'permission',
    licence: /^\d{1,9}$/.test(String(licence)) ? Number(licence) : undefined,
    period: periodIn(period),
    page: /^[1-9]\d{0,4}$/.test(String(page)) ? Number(page) : 1,
    renewals: readRenewalQuery(sent),
    subsidiary: isUuid(subsidiary) ? subsidiary : undefined,
    from: /^\d{1,15}$/.test(String(from)) ? Number(from) : undefined,
  };
}

const shownName = (query: Partial<PeopleQuery>) =>
  (query.isOfRenewals && 'renewals') ||
  (query.isOfStarts && 'starts') ||
  (query.isOfEnds && (query.kind === 'licence' ? 'licences' : 'ends')) ||
  undefined;

function hrefOf(query: Partial<PeopleQuery>, search?: ListSearch): string {
  const { environment, subsidiary, from } = query;
  const filters = {
    environment: environment === 'test' ? environment : undefined,
    show: shownName(query),
    subsidiary,
    from,
  };
  return listHref(peoplePath, listParameters(filters, search));
}

/** @param within the period that was chosen; by default the next 30 days */
export function renewalsHref(environment: Environment, within?: string, subsidiary?: string): string {
  const href = hrefOf({ environment, isOfRenewals: true, subsidiary });
  return within === undefined ? href : `${href}&within=${within}`;
}

/** @param notice why nothing was ordered */
export function renewalsNoticeHref(
  environment: Environment,
  notice: keyof typeof renewalNotices,
  within?: string,
): string {
  return `${renewalsHref(environment, within)}&done=${notice}`;
}

/** `100+` where more are not counted; nothing for none. */
function countText(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === COUNTED_AT_MOST ? `${count}+` : String(count);
}

export const renewalsDue = async (ctx: Ctx, user: ClientUser, environment: Environment): Promise<string | undefined> =>
  countText(await countRenewalsDue(ctx, callerFor(user, environment), COUNTED_AT_MOST));

const personRow = ({ status, light, isRestricted, ...check }: ListedCheck) => ({
  ...check,
  href: personHref(check.applicantId),
  status: checkTag({ status, isRestricted }),
  light: light === null ? undefined : lightTags[light],
});

async function everybody(ctx: Ctx, filter: SubsidiaryFilter, query: PeopleQuery, search: ListSearch | undefined) {
  const { user, subsidiary, nameOf } = filter;
  const { environment, from } = query;
  const page = { sort: 'newest', from, limit: PER_PAGE } as const;
  const wish = { text: searchedText(search), isNewestOnly: true } as const;
  const listed = await listChecksOf(ctx, callerFor(user, environment), wish, page);
  const hrefFrom = (start: number | undefined) =>
    start === undefined ? undefined : hrefOf({ environment, subsidiary, from: start }, search);
  return {
    rows: listed.checks.map((check) => ({ ...personRow(check), subsidiary: nameOf?.(check.subsidiaryId) })),
    selects: filter.selects,
    previousHref: hrefFrom(listed.previousFrom),
    nextHref: hrefFrom(listed.nextFrom),
  };
}

function shownIn(ctx: Ctx, filter: SubsidiaryFilter, query: PeopleQuery, search: ListSearch | undefined) {
  if (query.isOfRenewals) return dueForRenewal(ctx, filter, { ...query.renewals, page: query.page });
  if (query.isOfEnds) return permissionEnds(ctx, filter, query);
  return query.isOfStarts ? unclearedStarts(ctx, filter, query) : everybody(ctx, filter, query, search);
}

type Shown = Pick<PeopleQuery, 'environment'> &
  Partial<
    Pick<PeopleQuery, 'isOfRenewals' | 'isOfStarts' | 'isOfEnds' | 'kind'> & {
      readonly isOfRecord: boolean;
      readonly isOfEarlier: boolean;
      readonly isOfFollowUps: boolean;
      readonly isOfCertified: boolean;
    }
  >;

/** The tabs of the pages of people, with what each counts beside its name. */
export async function peopleViews(ctx: Ctx, { user, subsidiary }: SubsidiaryFilter, query: Shown) {
  const {
    environment,
    isOfRenewals = false,
    isOfStarts = false,
    isOfEnds = false,
    kind = 'permission',
    isOfRecord = false,
    isOfEarlier = false,
    isOfFollowUps = false,
    isOfCertified = false,
  } = query;
  const caller = callerFor(user, environment);
  const seesResults = mayDo(user, 'read_results');
  const [due, ending, licences, starting, earlier, keepsRegister] = await Promise.all([
    renewalsDue(ctx, user, environment),
    seesResults ? countPermissionsEnding(ctx, caller, COUNTED_AT_MOST) : 0,
    seesResults ? countPermissionsEnding(ctx, caller, COUNTED_AT_MOST, 'licence') : 0,
    countUnclearedStarts(ctx, caller, COUNTED_AT_MOST),
    environment === 'live' ? countEarlierCases(ctx, caller, COUNTED_AT_MOST) : 0,
    seesRegister(ctx, user),
  ]);
  const starts = {
    text: 'Starts, not cleared',
    count: countText(starting),
    href: hrefOf({ environment, subsidiary, isOfStarts: true }),
    active: isOfStarts,
  };
  const ends = {
    text: 'Permission ends',
    count: countText(ending),
    href: hrefOf({ environment, subsidiary, isOfEnds: true }),
    active: isOfEnds && kind === 'permission',
  };
  const licenceEnds = {
    text: 'Licence ends',
    count: countText(licences),
    href: hrefOf({ environment, subsidiary, isOfEnds: true, kind: 'licence' }),
    active: isOfEnds && kind === 'licence',
  };
  return [
    {
      text: 'Everybody',
      href: hrefOf({ environment, subsidiary }),
      active:
        !isOfRenewals && !isOfStarts && !isOfEnds && !isOfRecord && !isOfEarlier && !isOfFollowUps && !isOfCertified,
    },
    ...(seesResults
      ? [{ text: 'Record of staff', href: recordHref({ environment, subsidiary }), active: isOfRecord }]
      : []),
    {
      text: 'Due for renewal',
      count: due,
      href: renewalsHref(environment, undefined, subsidiary),
      active: isOfRenewals,
    },
    ...(seesResults ? [ends, licenceEnds] : []),
    starts,
    ...(seesResults
      ? [
          {
            text: 'Conditions',
            href: listHref(
              followUpListPath,
              listParameters({ environment: environment === 'test' ? environment : undefined, subsidiary }),
            ),
            active: isOfFollowUps,
          },
        ]
      : []),
    ...(keepsRegister
      ? [
          {
            text: 'Certified people',
            href: listHref(registerPath, listParameters({ environment: ofTest(environment) })),
            active: isOfCertified,
          },
        ]
      : []),
    ...(earlier > 0 || isOfEarlier
      ? [{ text: 'Earlier system', count: countText(earlier), href: earlierPath, active: isOfEarlier }]
      : []),
  ];
}

async function modelOf(ctx: Ctx, user: ClientUser, request: FastifyRequest) {
  const filter = await subsidiaryFilter(ctx, user, request.query);
  const { subsidiary } = filter;
  const query = readQuery(request.query as Record<string, unknown>);
  const { environment, isOfRenewals, isOfStarts, isOfEnds } = query;
  const search = isOfRenewals || isOfStarts || isOfEnds ? undefined : readListSearch(request);
  const [shown, views] = await Promise.all([shownIn(ctx, filter, query, search), peopleViews(ctx, filter, query)]);
  const seesResults = mayDo(user, 'read_results');
  const ofTest = environment === 'test' ? environment : undefined;
  return {
    title: 'People',
    environment,
    isOfRenewals,
    isOfStarts,
    isOfEnds,
    isOfLicences: query.kind === 'licence',
    listPath: peoplePath,
    hasSubsidiaries: filter.nameOf !== undefined,
    kept: listParameters({ environment: ofTest, show: shownName(query) }, search),
    endsHref: seesResults ? hrefOf({ environment, isOfEnds: true }) : undefined,
    monthsHref: maySetRenewals(user) ? renewalMonthsPath : undefined,
    renewalNotice: noticeIn(request as FormRequest, renewalNotices),
    views,
    ...(await offeredOrder(ctx, user, environment)),
    seesResults,
    search,
    searchAction: hrefOf({ environment, subsidiary }),
    clearHref: hrefOf({ environment }),
    earlier: await earlierFound(ctx, callerFor(user, environment), searchedText(search)),
    fileHref: listHref(peopleFilePath, listParameters({ environment: ofTest, subsidiary })),
    ...shown,
  };
}

export function peoplePage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'read_checks', menu: 'People', byEnvironment: true } as const;
  pages.get(peoplePath, options, async (request, reply, user) =>
    renderPage(request, reply, 'client/people/people.njk', await modelOf(ctx, user, request)),
  );
  pages.post(peoplePath, { permission: 'read_checks' }, async (request, reply) => {
    const { environment, subsidiary } = readQuery(request.query as Record<string, unknown>);
    return reply.redirect(hrefOf({ environment, subsidiary }, sentListSearch(request, reply)), 303);
  });
}
