// The questions who gets the orders and API keys of a user who is disabled or moved, and what came of it.
import type { Ctx } from '../../../context.ts';
import { isWithin, type Scope } from '../../../features/access/scope-rules.ts';
import type { UserRow } from '../../../features/accounts/account-actions.ts';
import {
  type GivenOrders,
  isLastAdministrator,
  type OrdersToGive,
  readKeysToGive,
  readOrdersToGive,
} from '../../../features/orders/leaving-user-actions.ts';
import { noticeIn, typed } from '../form-fields.ts';
import type { FormRequest } from '../sign-in/sign-in-steps.ts';
import type { OpenedUsers } from './opened-users.ts';
import { personNotices } from './person-words.ts';

const NOBODY = 'nobody';

const nobody = (value: string) => ({ value, text: 'Nobody: the administrators hear of them' });

const colleagueItems = ({ count: all, colleagues }: OrdersToGive) =>
  colleagues.map(({ user: { id, name, email }, count }) => ({
    value: id,
    text: `${name}, ${email}${count === all ? '' : ` (may see ${count} of the ${all})`}`,
  }));

const several = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? `one ${one}` : `${count} ${many}`];

/** `one order in progress and 2 links for candidates`. */
const leftText = ({ count, asked, links }: OrdersToGive): string =>
  new Intl.ListFormat('en-GB').format([
    ...several(count - asked - links, 'order in progress', 'orders in progress'),
    ...several(asked, 'order that waits for approval', 'orders that wait for approval'),
    ...several(links, 'link for candidates', 'links for candidates'),
  ]);

/** For somebody who is disabled; without items if they have none. */
export async function ordersIn(ctx: Ctx, { by, accountId, ...within }: OpenedUsers, user: UserRow) {
  if (user.disabled_at !== null) return { orders: 0, ordersText: '', ordersItems: [] };
  const found = await readOrdersToGive(ctx, by, accountId, { user, within });
  return { orders: found.count, ordersText: leftText(found), ordersItems: [nobody(''), ...colleagueItems(found)] };
}

/** Their API keys that work, and the question who gets them; whether they are the last administrator. */
export async function leavingOf(ctx: Ctx, { by, accountId, ...within }: OpenedUsers, user: UserRow) {
  if (user.disabled_at !== null) return { keys: [], keysItems: [], isLast: false };
  const { keys, colleagues } = await readKeysToGive(ctx, by, accountId, user);
  const known = colleagues.filter((one) => isWithin({ subsidiaryIds: one.subsidiary_ids }, within));
  return {
    keys: keys.map(({ label, prefix, environment, last_used_at: lastUsedAt }) => ({
      ...{ name: label || `${prefix}…`, environment, lastUsedAt },
    })),
    keysItems: [
      { value: '', text: 'Nobody: they end at once, for good' },
      ...known.map(({ id, name, email }) => ({ value: id, text: `${name}, ${email}` })),
    ],
    isLast: await isLastAdministrator(ctx, by, accountId, user),
  };
}

/** Whether nothing waits for them that a colleague would have to get. */
export const mayBeWithdrawn = async (ctx: Ctx, opened: OpenedUsers, user: UserRow): Promise<boolean> =>
  (await ordersIn(ctx, opened, user)).orders === 0 && (await leavingOf(ctx, opened, user)).keys.length === 0;

/** @param movesTo what the form chose that they see; undefined asks nothing */
export async function movedOrdersIn(
  ctx: Ctx,
  { by, accountId, ...within }: OpenedUsers,
  user: UserRow,
  movesTo: Scope | undefined,
) {
  if (movesTo === undefined) return {};
  const found = await readOrdersToGive(ctx, by, accountId, { user, within, movesTo });
  const choose = { value: '', text: 'Choose who gets them' };
  return { movedOrders: found.count, movedOrdersItems: [choose, ...colleagueItems(found), nobody(NOBODY)] };
}

/** Null for nobody; undefined if it is not said. */
export function movedOrdersTo(request: FormRequest): string | null | undefined {
  const chosen = typed(request, 'moved_orders_to');
  return chosen === NOBODY ? null : chosen || undefined;
}

/** The end of the address that a form leads to. */
export const givenIn = ({ given, kept }: GivenOrders): string =>
  given + kept === 0 ? '' : `&given=${given}&kept=${kept}`;

const ordersText = (count: number) => (count === 1 ? '1 order' : `${count} orders`);

/** Of how many orders in progress the address tells, in words. */
function givenText(given: number, kept: number): string {
  const rest = kept === 1 ? 'stays as it is' : 'stay as they are';
  return [
    given === 0 ? '' : ` The colleague has ${ordersText(given)} in progress now, and gets the mails.`,
    kept === 0
      ? ''
      : ` ${ordersText(kept)} in progress ${rest}: the administrators hear of ${kept === 1 ? 'it' : 'them'}.`,
  ].join('');
}

const countIn = (value: unknown): number => (/^\d{1,6}$/.test(String(value)) ? Number(value) : 0);

export function noticeOf(request: FormRequest): string | undefined {
  const notice = noticeIn(request, personNotices);
  const { given, kept } = request.query;
  return notice && `${notice}${givenText(countIn(given), countIn(kept))}`;
}
