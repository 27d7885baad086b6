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
import { typedText } from '../../shared/orders/order-form.ts';
import { type OpenedOrder, subsidiaryText, urgentPenceOf } from '../../shared/orders/order-submission.ts';
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

/** For which other subsidiaries the same link is made. */
export const alsoFor = ({ request: { body }, subsidiaries }: OpenedOrder): OpenedOrder['subsidiaries'] => {
  const sent = [body?.also ?? []].flat();
  return subsidiaries.filter(({ id }) => sent.includes(id));
};

export function newLinkModel(one: OpenedOrder) {
  const { ctx, orderer, typed, chosen, orderable } = one;
  const also = alsoFor(one);
  const own = typedText(typed, 'subsidiary');
  const { reports, total, contained, doubled, laws } = answersOf(typed, chosen, orderable, urgentPenceOf(one));
  return {
    ...{ reports, total, contained, doubled, laws },
    linkName: typedIn(one, 'link_name') ?? '',
    lastDay: typedIn(one, 'last_day') ?? addDays(todayFor(ctx, orderer.caller), SUGGESTED_DAYS),
    most: typedIn(one, 'most') ?? SUGGESTED_MOST,
    longestName: LONGEST_LINK_NAME,
    subsidiaryName: subsidiaryText(one),
    others: one.subsidiaries
      .filter(({ id }) => id !== own)
      .map(({ id, name }) => ({ value: id, text: name, checked: also.some((other) => other.id === id) })),
    mostByLink: MOST_BY_LINK.toLocaleString('en-GB'),
  };
}

/** The ids of the links, one for each subsidiary, or what is wrong with what was typed about them, by input. */
export async function makeOrderLinks(
  one: OpenedOrder,
  subsidiaryIds: readonly (string | null)[],
): Promise<{ readonly ids: readonly string[] } | { readonly errors: FieldMessages }> {
  const callers = subsidiaryIds.map((id) => ({ ...bulkCallerOf(one), ...scopeOf(id) }));
  const [name = '', lastDay = '', most = ''] = ['link_name', 'last_day', 'most'].map((input) => typedIn(one, input));
  const given = { name, lastDay, most };
  const problems = orderLinkProblems(one.ctx, callers[0]!, given);
  if (Object.keys(problems).length > 0) return { errors: messagesOf(problems, words) };
  const ids: string[] = [];
  for (const caller of callers) ids.push(await createOrderLink(one.ctx, caller, { ...given, inputs: one.typed }));
  return { ids };
}

/** How many gave their names and wait for an order; undefined for nobody. */
export async function waitingByLinks(ctx: Ctx, caller: ClientCaller) {
  const count = await countWaitingByLinks(ctx, caller);
  const href = caller.environment === 'test' ? `${orderLinksPath}?environment=test` : orderLinksPath;
  return count === 0 ? undefined : { count, href };
}
