// Makes a link by which candidates give their names: the last of the pages that order for many.

import { type Ctx, todayFor } from '../../../context.ts';
import { scopeOf } from '../../../features/access/scope-rules.ts';
import {
  countWaitingByLinks,
  createOrderLink,
  orderLinkProblems,
} from '../../../features/order-links/order-link-actions.ts';
import { LONGEST_LINK_NAME, MOST_BY_LINK } from '../../../features/order-links/order-link-rules.ts';
import { addDays } from '../../../lib/dates.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { type FormWords, messagesOf } from '../../shared/field-words.ts';
import { type OpenedOrder, urgentPenceOf } from '../../shared/orders/order-submission.ts';
import { answersOf } from '../../shared/orders/order-view.ts';
import { bulkCallerOf, type ClientCaller } from '../client-caller.ts';

export const orderLinksPath = '/portal/orders/new/links';

/** Suggested for how long a link takes names. */
const SUGGESTED_DAYS = 30;
const SUGGESTED_MOST = '50';

const words: FormWords = {
  name: { input: 'link_name', begins: 'The name of the link', empty: 'Enter a name for the link' },
  lastDay: { input: 'last_day', begins: 'The last day' },
  most: { input: 'most', begins: 'The number of candidates' },
};

const typedIn = ({ request: { body } }: OpenedOrder, name: string): string | undefined => {
  const value = body?.[name];
  return typeof value === 'string' ? value.trim() : undefined;
};

export function newLinkModel(one: OpenedOrder) {
  const { ctx, orderer, typed, chosen, orderable } = one;
  const { reports, total, contained } = answersOf(typed, chosen, orderable, urgentPenceOf(one));
  return {
    ...{ reports, total, contained },
    linkName: typedIn(one, 'link_name') ?? '',
    lastDay: typedIn(one, 'last_day') ?? addDays(todayFor(ctx, orderer.caller), SUGGESTED_DAYS),
    most: typedIn(one, 'most') ?? SUGGESTED_MOST,
    longestName: LONGEST_LINK_NAME,
    mostByLink: MOST_BY_LINK.toLocaleString('en-GB'),
  };
}

/** The id of the link, or what is wrong with what was typed about it, by input. */
export async function makeOrderLink(
  one: OpenedOrder,
  subsidiaryId: string | null,
): Promise<{ readonly id: string } | { readonly errors: FieldMessages }> {
  const caller = { ...bulkCallerOf(one), ...scopeOf(subsidiaryId) };
  const [name = '', lastDay = '', most = ''] = ['link_name', 'last_day', 'most'].map((input) => typedIn(one, input));
  const given = { name, lastDay, most };
  const problems = orderLinkProblems(one.ctx, caller, given);
  if (Object.keys(problems).length > 0) return { errors: messagesOf(problems, words) };
  return { id: await createOrderLink(one.ctx, caller, { ...given, inputs: one.typed }) };
}

/** How many gave their names and wait for an order; undefined for nobody. */
export async function waitingByLinks(ctx: Ctx, caller: ClientCaller) {
  const count = await countWaitingByLinks(ctx, caller);
  const href = caller.environment === 'test' ? `${orderLinksPath}?environment=test` : orderLinksPath;
  return count === 0 ? undefined : { count, href };
}
