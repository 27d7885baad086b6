// The tab of the client's people whose reports are due for renewal: a page of them, which are chosen to be screened again.
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { listRenewals } from '../../../features/lists/renewal-list-actions.ts';
import { listStatedRenewals } from '../../../features/lists/stated-renewal-actions.ts';
import { recordKinds } from '../../../features/stated-staff/record-kind-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import { listHref } from '../../shared/list-search.ts';
import { bulkOrderPath } from '../bulk/bulk-order-page.ts';
import { callerFor } from '../client-caller.ts';
import type { SubsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { peoplePath, renewPath } from './people-paths.ts';
import { permissionEndsUntil } from './permission-ends.ts';
import { personHref, renewalView } from './renewal-view.ts';
import { type RenewalQuery, renewalParameters, renewalSelects, wishOf } from './renewal-wish.ts';

const PER_PAGE = 50;
/** Of what is stated; they are ordered for by rows, and the next appear then. */
const STATED_SHOWN = 50;

const hrefOf = (query: RenewalQuery, subsidiary: string | undefined, page: number): string =>
  listHref(peoplePath, [
    ['show', 'renewals'],
    ...renewalParameters(query, subsidiary),
    ...(page === 1 ? [] : [['page', String(page)] as [string, string]]),
  ]);

async function stated(ctx: Ctx, { user, nameOf }: SubsidiaryFilter, query: RenewalQuery) {
  // Nobody ordered for them by a package, and their job is no agreed role.
  if (query.packageId !== undefined || query.jobRoleId !== undefined) return [];
  const caller = callerFor(user, query.environment);
  const today = todayFor(ctx, caller);
  const { until } = wishOf(ctx, { user }, query);
  return (await listStatedRenewals(ctx, caller, { limit: STATED_SHOWN, until: until! })).map(({ person, due }) => ({
    id: person.applicantId,
    name: fullName(person.firstName, person.lastName),
    href: personHref(person.applicantId),
    subsidiary: nameOf?.(person.subsidiaryId),
    due: due.map(({ kind, renew_on: renewOn }) => ({
      label: recordKinds[kind].label,
      renewOn,
      isOverdue: renewOn !== null && renewOn < today,
    })),
  }));
}

export async function dueForRenewal(ctx: Ctx, of: SubsidiaryFilter, query: RenewalQuery & { readonly page: number }) {
  const { user, subsidiary, nameOf } = of;
  const { environment, page } = query;
  const caller = callerFor(user, environment);
  const today = todayFor(ctx, caller);
  const wish = wishOf(ctx, of, query);
  const { renewals, total } = await listRenewals(ctx, caller, {
    ...wish,
    limit: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
  });
  const isFirst = page === 1;
  const last = (page - 1) * PER_PAGE + renewals.length;
  return {
    renewals: renewals.map((renewal) => ({
      ...renewal,
      href: personHref(renewal.applicantId),
      subsidiary: nameOf?.(renewal.subsidiaryId),
      ...renewalView(user, renewal, today),
    })),
    renewalTotal: total,
    shownFrom: last - renewals.length + 1,
    shownTo: last,
    ends: isFirst ? await permissionEndsUntil(ctx, of, environment, wish) : [],
    stated: isFirst ? await stated(ctx, of, query) : [],
    orderStaffAction: mayDo(user, 'order_checks') ? bulkOrderPath : undefined,
    selects: await renewalSelects(ctx, of, query),
    renewAction: mayDo(user, 'order_checks') ? renewPath : undefined,
    renewFields: renewalParameters(query, subsidiary),
    previousHref: isFirst ? undefined : hrefOf(query, subsidiary, page - 1),
    nextHref: last < total ? hrefOf(query, subsidiary, page + 1) : undefined,
  };
}
