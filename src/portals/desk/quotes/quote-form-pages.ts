// The form of a quote: who it is for, what of the house standard is quoted at which price, and the terms of a month.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import type { Offer, Quote } from '../../../features/quotes/quote.ts';
import { keepQuote, offersFor, readQuote } from '../../../features/quotes/quote-actions.ts';
import { staleFees } from '../../../features/quotes/quote-change-rules.ts';
import {
  countInput,
  priceInput,
  quoteFields,
  quoteNumber,
  type TypedQuote,
  typedQuote,
} from '../../../features/quotes/quote-rules.ts';
import { addDays } from '../../../lib/dates.ts';
import { amountText, inPounds } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { typed, typedAll } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { sectionPath, standardPath } from '../accounts/account-request.ts';
import { quoteHref, quotesPath } from './quote-path.ts';

const options = { permission: 'make_quotes' } as const;
const HOLDS_DAYS = 30;

function typedIn(request: FormRequest, offers: readonly Offer[]): TypedQuote {
  const quoted = new Set(typedAll(request, 'item'));
  return {
    fields: Object.fromEntries(quoteFields.map((name) => [name, typed(request, name).replaceAll('\r\n', '\n')])),
    items: new Map(
      offers.map(({ key }) => [
        key,
        { isQuoted: quoted.has(key), price: typed(request, priceInput(key)), count: typed(request, countInput(key)) },
      ]),
    ),
  };
}

/** @param draft what it quotes, with the fees of when it was saved */
function rowOf(offer: Offer, { items }: TypedQuote, draft: Pick<Quote, 'items'> | undefined) {
  const { key, label, contents, standardPence, feePence } = offer;
  const given = items.get(key) ?? {
    ...{ isQuoted: false, count: '' },
    price: standardPence === null ? '' : amountText(standardPence),
  };
  return {
    ...{ key, label, ...given, priceName: priceInput(key), countName: countInput(key) },
    aside: [
      ...contents,
      ...(standardPence === null ? [] : [`Standard price ${inPounds(standardPence)}`]),
      ...(feePence > 0 ? [`Fee ${inPounds(feePence)}`] : []),
      ...staleFees(draft ?? { items: [] }, [offer]).map(({ quoted }) => `fee in the draft ${inPounds(quoted)}`),
    ].join('; '),
  };
}

interface Form {
  readonly title: string;
  readonly backHref: string;
  readonly action: string;
  readonly given: TypedQuote;
  readonly draft?: Quote;
  readonly errors?: FieldMessages | undefined;
}

export function quoteFormPages(pages: Pages<'desk'>, ctx: Ctx): void {
  async function show(request: FormRequest, reply: FastifyReply, offers: readonly Offer[], form: Form) {
    const rows = (wanted: Offer['kind']) =>
      offers.filter(({ kind }) => kind === wanted).map((offer) => rowOf(offer, form.given, form.draft));
    return renderPage(request, reply, 'desk/quotes/quote-form.njk', {
      ...form,
      back: { text: 'Back', href: form.backHref },
      typed: form.given.fields,
      parts: [
        { name: 'Packages', rows: rows('package') },
        { name: 'Reports', rows: rows('report') },
      ].filter((part) => part.rows.length > 0),
      pricesHref: `${standardPath}${sectionPath('Report types')}`,
    });
  }

  /** The id of what was saved, or what is wrong with what was typed. */
  async function keep(user: UserOf<'desk'>, given: TypedQuote, id?: string): Promise<string | FieldMessages> {
    try {
      return await keepQuote(ctx, authorityOf(user), given, id);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return error.fields;
    }
  }

  const fresh = { title: 'New quote', backHref: quotesPath, action: `${quotesPath}/new` };
  pages.get(`${quotesPath}/new`, options, async (request: FormRequest, reply, user) =>
    show(request, reply, await offersFor(ctx, authorityOf(user), undefined), {
      ...fresh,
      given: { fields: { valid_until: addDays(ukDateOf(ctx.now()), HOLDS_DAYS) }, items: new Map() },
    }),
  );
  pages.post(`${quotesPath}/new`, options, async (request: FormRequest, reply, user) => {
    const offers = await offersFor(ctx, authorityOf(user), undefined);
    const given = typedIn(request, offers);
    const kept = await keep(user, given);
    if (typeof kept !== 'string') return show(request, reply.status(422), offers, { ...fresh, given, errors: kept });
    return reply.redirect(`${quoteHref(kept)}?done=saved`, 303);
  });

  const change = `${quotesPath}/:quoteId/change`;
  const draftOf = async (request: FormRequest, user: UserOf<'desk'>) => {
    const quote = await readQuote(ctx, authorityOf(user), request.params.quoteId?.toLowerCase());
    if (quote.status !== 'draft') throw new Refusal('state_does_not_allow');
    const href = quoteHref(quote.id);
    const offers = await offersFor(ctx, authorityOf(user), quote);
    return { quote, offers, form: { title: `Quote ${quoteNumber(quote)}`, backHref: href, action: `${href}/change` } };
  };
  pages.get(change, options, async (request: FormRequest, reply, user) => {
    const { quote, offers, form } = await draftOf(request, user);
    return show(request, reply, offers, { ...form, draft: quote, given: typedQuote(quote) });
  });
  pages.post(change, options, async (request: FormRequest, reply, user) => {
    const { quote, offers, form } = await draftOf(request, user);
    const given = typedIn(request, offers);
    const kept = await keep(user, given, quote.id);
    if (typeof kept !== 'string')
      return show(request, reply.status(422), offers, { ...form, draft: quote, given, errors: kept });
    return reply.redirect(`${quoteHref(kept)}?done=saved`, 303);
  });
}
