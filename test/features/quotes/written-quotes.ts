// Quotes as somebody of the desk writes them, for tests that need some.
import type { Ctx } from '../../../src/context.ts';
import type { Asker } from '../../../src/features/access/permissions.ts';
import { beginStandard, readStandard } from '../../../src/features/accounts/house-standard-actions.ts';
import { keepQuote, listOffers, moveQuote } from '../../../src/features/quotes/quote-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';

/** One of 10 identity reports a month at £6.00. Returns its id. */
export async function writtenQuote(
  ctx: Ctx,
  by: Asker,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { key } = (await listOffers(ctx, by)).find(({ label }) => label === 'Identity')!;
  return keepQuote(ctx, by, {
    fields: { prospect: 'Northern Care', valid_until: addDays(ukDateOf(ctx.now()), 30), ...fields },
    items: new Map([[key, { isQuoted: true, price: '6.00', count: '10' }]]),
  });
}

/** Begins the house standard that quotes are made from. Returns a draft and an accepted quote. */
export async function writtenQuotes(
  ctx: Ctx,
  by: Asker,
): Promise<{ readonly quote: string; readonly acceptedQuote: string }> {
  await beginStandard(ctx, by, 'uk_standard');
  const { id } = (await readStandard(ctx, by))!;
  await switchOnTypes(ctx, 'system', id, [{ name: 'identity', pricePence: 725 }]);
  const acceptedQuote = await writtenQuote(ctx, by);
  await moveQuote(ctx, by, acceptedQuote, 'send');
  await moveQuote(ctx, by, acceptedQuote, 'accept');
  return { quote: await writtenQuote(ctx, by), acceptedQuote };
}
