// Makes an account from an accepted quote: like the house standard, with exactly the packages, prices and terms of the quote.
import { type Ctx, inTransaction } from '../../context.ts';
import { addMonths } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import { changeAccountSettings } from '../accounts/account-settings-actions.ts';
import { type Invitation, type NewAccount, openAccount } from '../accounts/new-account-actions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { givenTerms } from '../report-types/agreed-terms.ts';
import { changePackage, createPackage, endPackage, listPackages } from '../report-types/agreement-actions.ts';
import { changeAgreements, listAvailableTypes } from '../report-types/availability-actions.ts';
import type { Offer, Quote } from './quote.ts';
import { readQuote, standardOfQuotes } from './quote-actions.ts';
import { agreedPence, quoteNumber } from './quote-rules.ts';
import { setOpenedAccount } from './quote-store.ts';

const nameOf = ({ name, variant }: { readonly name: string; readonly variant?: string | null }) =>
  `${name} ${variant ?? ''}`;

/** What is not quoted stays without a price; fees stay, as authorities charge them. */
async function agreePrices(tx: Ctx, by: Asker, accountId: string, quote: Quote): Promise<void> {
  const prices = new Map(
    quote.items
      .filter(({ kind }) => kind === 'report')
      .map(({ reports: [type], pricePence }) => [nameOf(type!), agreedPence(pricePence, quote)]),
  );
  const available = (await listAvailableTypes(tx, accountId)).map(({ type: { name, variant }, ...terms }) => ({
    ...{ name, variant, ...givenTerms(terms) },
  }));
  const has = new Set(available.map(nameOf));
  const missing = new Map(
    quote.items
      .flatMap(({ reports }: Offer) => reports)
      .filter((type) => !has.has(nameOf(type)))
      .map(({ name, variant }) => [nameOf({ name, variant }), { name, variant }]),
  );
  await changeAgreements(tx, by, accountId, {
    agreed: [...available, ...missing.values()].map((one) => ({
      ...one,
      pricePence: prices.get(nameOf(one)),
      ...{ volumePrices: undefined, nextPricePence: undefined, nextFeePence: undefined },
      ...{ nextFrom: undefined, nextVolumePrices: undefined },
    })),
    ended: [],
  });
}

async function agreePackages(tx: Ctx, by: Asker, accountId: string, quote: Quote): Promise<void> {
  const quoted = new Map(quote.items.filter(({ kind }) => kind === 'package').map((item) => [item.label, item]));
  const own = await listPackages(tx, accountId);
  for (const { id, name } of own) if (!quoted.has(name)) await endPackage(tx, by, accountId, id);
  for (const [name, { description, reports, pricePence }] of quoted) {
    const content = { name, description, reports, pricePence: agreedPence(pricePence, quote) };
    const same = own.find((one) => one.name === name);
    if (same === undefined) await createPackage(tx, by, accountId, content);
    else await changePackage(tx, by, accountId, same.id, content);
  }
}

/** From the first whole month on. */
async function agreeTerms(tx: Ctx, by: Asker, accountId: string, quote: Quote): Promise<void> {
  const from = addMonths(ukDateOf(tx.now()), 1).slice(0, 7);
  const { minimumPence, monthlyFeePence, address, prospect } = quote;
  const settings = {
    ...(minimumPence > 0 && { minimumPounds: minimumPence / 100, minimumFrom: from }),
    ...(monthlyFeePence > 0 && { monthlyFeePounds: monthlyFeePence / 100, monthlyFeeFrom: from }),
    ...(address !== '' && { billingAddress: `${prospect}\n${address}` }),
  };
  if (Object.keys(settings).length > 0) await changeAccountSettings(tx, by, accountId, settings);
}

/**
 * Refuses as `openAccount` does, and with `state_does_not_allow` a quote that is not accepted or has an account. The quote and
 * the account name each other from then on.
 */
export async function openQuoted(
  ctx: Ctx,
  by: Asker,
  quoteId: string,
  given: Omit<NewAccount, 'start'>,
): Promise<Invitation & { readonly id: string }> {
  demand(by, 'manage_accounts');
  const standard = await standardOfQuotes(ctx, by);
  if (standard === undefined) throw new Refusal('not_found');
  await ctx.keys.forAccount(standard);
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, standard);
    const quote = await readQuote(tx, by, quoteId);
    if (quote.status !== 'accepted' || quote.accountId !== null) throw new Refusal('state_does_not_allow');
    const made = await openAccount(tx, by, { ...given, start: { like: standard } });
    await agreePrices(tx, by, made.id, quote);
    await agreePackages(tx, by, made.id, quote);
    await agreeTerms(tx, by, made.id, quote);
    await setOpenedAccount(tx.db, standard, quoteId, made.id);
    const detail = { number: quoteNumber(quote), as: 'an account was made from it' };
    for (const account of [standard, made.id])
      await storeAccountEvent(tx, account, by, { type: 'account.quote_moved', resourceId: account, detail });
    return made;
  });
}
