// Where a person works: the subsidiaries of their orders, of what is stated of them, and the places that the client added.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { isInScope } from '../../../features/access/scope-rules.ts';
import { listOpenSubsidiaries, listSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { type PersonPlace, readPlaces, worksElsewhere } from '../../../features/applicants/person-place-actions.ts';
import { readRenewing } from '../../../features/renewals/renewal-actions.ts';
import { readStated, type StatedStaff } from '../../../features/stated-staff/stated-staff-actions.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { startOfUkDay, ukDateOf } from '../../../lib/uk-times.ts';
import { WHOLE_ACCOUNT } from '../../shared/orders/order-submission.ts';
import type { ClientCaller, ClientUser } from '../client-caller.ts';
import { personHref } from './renewal-view.ts';

type RenewingPlace = Awaited<ReturnType<typeof readRenewing>>[number];

export const placesHref = (applicantId: string): string => `${personHref(applicantId)}/places`;

/** Somebody who was brought in, and never ordered for, works where it is stated; then the places that the client added, unless an order is of them. */
function withSaid(
  ordered: readonly RenewingPlace[],
  stated: Pick<StatedStaff, 'subsidiaryId' | 'leftAt'> | undefined,
  said: readonly PersonPlace[],
): readonly RenewingPlace[] {
  const own =
    ordered.length > 0 || stated === undefined
      ? ordered
      : [{ subsidiaryId: stated.subsidiaryId, endedAt: stated.leftAt, notSuitable: null }];
  const others = said.filter((one) => !own.some(({ subsidiaryId }) => subsidiaryId === one.subsidiaryId));
  const added = others.map(({ subsidiaryId, endsOn }) => ({
    ...{ subsidiaryId, notSuitable: null },
    endedAt: endsOn === null ? null : startOfUkDay(endsOn),
  }));
  return [...own, ...added];
}

/** Every place of a person that the caller sees, with when they left it. Refuses with `not_found`. */
export async function placesOf(ctx: Ctx, caller: ClientCaller, applicantId: string) {
  const [ordered, stated, said] = await Promise.all([
    readRenewing(ctx, caller, applicantId),
    readStated(ctx, caller, [applicantId]),
    readPlaces(ctx, caller, [applicantId]),
  ]);
  const added = said.get(applicantId) ?? [];
  return { places: withSaid(ordered, stated.get(applicantId), added), said: added, stated: stated.get(applicantId) };
}

/** What an order says of its place. */
interface OrderedWork {
  readonly subsidiaryId: string | null;
  readonly job: string | undefined;
  readonly startsOn: IsoDate | null;
}

/** The names of the subsidiaries that the user sees, by id. */
export async function subsidiaryNames(ctx: Ctx, caller: ClientCaller): Promise<ReadonlyMap<string | null, string>> {
  const all = await listSubsidiaries(ctx, caller, caller.accountId);
  const seen = all.filter(({ id }) => isInScope(caller, id));
  return new Map<string | null, string>([[null, WHOLE_ACCOUNT], ...seen.map(({ id, name }) => [id, name] as const)]);
}

/** The table of the page of a person; undefined for a client without subsidiaries. @param orders the newest first */
export async function placesView(
  ctx: Ctx,
  user: ClientUser,
  caller: ClientCaller,
  id: string,
  { places, said, stated }: Awaited<ReturnType<typeof placesOf>>,
  orders: readonly OrderedWork[],
) {
  const [names, open] = await Promise.all([subsidiaryNames(ctx, caller), listOpenSubsidiaries(ctx, caller)]);
  if (names.size === 1) return undefined;
  const mayChange = mayDo(user, 'order_checks');
  const rows = places.map(({ subsidiaryId, endedAt }) => {
    const added = said.find((one) => one.subsidiaryId === subsidiaryId);
    const ofStated = stated?.subsidiaryId === subsidiaryId ? stated : undefined;
    const ofOrders = orders.filter((one) => one.subsidiaryId === subsidiaryId);
    return {
      name: names.get(subsidiaryId),
      job: added?.job || ofOrders.find(({ job }) => job)?.job || ofStated?.job,
      startsOn: added?.startsOn ?? ofOrders.find(({ startsOn }) => startsOn)?.startsOn ?? ofStated?.startsOn,
      endsOn: endedAt && ukDateOf(endedAt),
      changeHref: added !== undefined && mayChange ? `${placesHref(id)}/${subsidiaryId}` : undefined,
    };
  });
  const isNew = ({ id: one }: { readonly id: string }) => !places.some(({ subsidiaryId }) => subsidiaryId === one);
  return {
    rows,
    hasOthers: await worksElsewhere(ctx, caller, id),
    units: user.units,
    addHref: mayChange && open.some(isNew) ? placesHref(id) : undefined,
  };
}
