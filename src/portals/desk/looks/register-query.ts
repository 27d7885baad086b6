// What narrows the register of looks, in the address of its page and of its file.
import { type LooksAsked, lookGrounds } from '../../../features/events/look-queries.ts';
import { addDays, parseDate } from '../../../lib/dates.ts';
import { startOfUkDay } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';

export interface RegisterQuery {
  readonly environment: 'live' | 'test';
  /** As it was typed. */
  readonly order: string | undefined;
  readonly user: string | undefined;
  /** Of the user. */
  readonly session: string | undefined;
  readonly account: string | undefined;
  readonly ground: LooksAsked['ground'];
  readonly at: LooksAsked['at'];
  /** UK days. */
  readonly from: string | undefined;
  readonly until: string | undefined;
}

/** Invalid values count as absent, so that old bookmarks still open; an order number does not: see `orderOf`. */
export function readRegisterQuery(query: Readonly<Record<string, unknown>>): RegisterQuery {
  const text = (name: string, isValid: (text: string) => boolean) => {
    const value = query[name];
    return typeof value === 'string' && isValid(value.trim()) ? value.trim() : undefined;
  };
  const isDay = (value: string) => value.length === 10 && parseDate(value) !== undefined;
  return {
    environment: query.environment === 'test' ? 'test' : 'live',
    order: text('order', (order) => order !== ''),
    user: text('user', isUuid),
    session: text('session', (session) => /^[\w-]{1,100}$/.test(session)),
    account: text('account', isUuid),
    ground: lookGrounds.find((ground) => ground === query.ground),
    at: (['person', 'list'] as const).find((at) => at === query.at),
    from: text('from', isDay),
    until: text('until', isDay),
  };
}

/** `VF123` or `123`; undefined for anything else. */
function orderOf({ order = '' }: RegisterQuery): number | undefined {
  const digits = /^(?:VF)?(\d{1,12})$/i.exec(order)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export const isWrongOrder = (query: RegisterQuery): boolean =>
  query.order !== undefined && orderOf(query) === undefined;

export const askedOf = (query: RegisterQuery): LooksAsked => ({
  environment: query.environment,
  orderId: orderOf(query),
  userId: query.user,
  session: query.session,
  ground: query.ground,
  at: query.at,
  since: query.from === undefined ? undefined : startOfUkDay(query.from),
  until: query.until === undefined ? undefined : startOfUkDay(addDays(query.until, 1)),
});
