// What somebody wrote, with a link at each number of an order of the account.
import type { Authority, Ctx, Tenant } from '../../../context.ts';
import { findOrdersNamed } from '../../../features/data-requests/data-request-queries.ts';
import { orderHref } from '../orders/order-address.ts';

interface Part {
  readonly text: string;
  readonly href?: string;
}

const numberOf = (text: string): number => Number(text.replace(/^\D+/, ''));

export async function wordsWithOrders(
  ctx: Pick<Ctx, 'db'>,
  tenant: Tenant & Authority,
  words: string,
): Promise<Part[]> {
  const parts = words.split(/(\bVF\d{1,9}\b)/i);
  const found = await findOrdersNamed(ctx.db, tenant, parts.filter((_, at) => at % 2 === 1).map(numberOf));
  return parts.map((text, at) => {
    const checkId = at % 2 === 1 ? found.get(numberOf(text)) : undefined;
    return checkId === undefined ? { text } : { text, href: orderHref(checkId) };
  });
}
