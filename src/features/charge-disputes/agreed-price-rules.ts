// Which price was agreed for a report type when it was ordered, since when, and by whom, as the events of the agreement say it; pure.
import { ukDateOf } from '../../lib/uk-times.ts';

/** The terms of one report type in an event; null or left out stays as it was. */
interface TermsInEvent {
  readonly price_pence?: number | null;
  readonly fee_pence?: number | null;
  readonly volume_prices?: string | null;
  readonly next_price_pence?: number | null;
  readonly next_fee_pence?: number | null;
  readonly next_volume_prices?: string | null;
  readonly next_from?: string | null;
  /** Where it is there, the terms are all that is agreed: what is null is agreed no more. */
  readonly before?: object;
}

export interface AgreementEvent<Actor = string> {
  readonly at: Date;
  readonly actor: Actor;
  /** Null where the report type was switched off. */
  readonly terms: TermsInEvent | null;
  /** Terms, by their names in actions, that the event took away where it gave none. */
  readonly cleared: readonly string[];
}

interface Prices {
  readonly pricePence: number | null;
  readonly feePence: number | null;
  readonly volumePrices: string | null;
}

export interface AgreedPrice<Actor = string> extends Prices {
  /** The UK day from which it applied. */
  readonly from: string;
  readonly setBy: Actor;
  readonly setAt: Date;
}

interface Coming<Actor> extends Prices {
  readonly from: string;
  readonly setBy: Actor;
  readonly setAt: Date;
}

interface Held<Actor> {
  readonly agreed?: AgreedPrice<Actor> | undefined;
  readonly coming?: Coming<Actor> | undefined;
}

const areSame = (one: Prices, other: Prices) =>
  one.pricePence === other.pricePence && one.feePence === other.feePence && one.volumePrices === other.volumePrices;

/** What is to come takes the place of what is agreed once its day has come. */
function onDay<Actor>({ agreed, coming }: Held<Actor>, day: string): Held<Actor> {
  if (coming === undefined || coming.from > day) return { agreed, coming };
  return {
    agreed: {
      ...coming,
      pricePence: coming.pricePence ?? agreed?.pricePence ?? null,
      feePence: coming.feePence ?? agreed?.feePence ?? null,
      volumePrices: coming.volumePrices ?? agreed?.volumePrices ?? null,
    },
  };
}

function after<Actor>(held: Held<Actor>, { at, actor, terms, cleared }: AgreementEvent<Actor>): Held<Actor> {
  if (terms === null) return {};
  const day = ukDateOf(at);
  const { agreed, coming } = onDay(held, day);
  const isWhole = terms.before !== undefined;
  const term = <Value>(name: string, given: Value | null | undefined, was: Value | null | undefined): Value | null =>
    given ?? (isWhole || cleared.includes(name) ? null : (was ?? null));
  const now: Prices = {
    pricePence: term('pricePence', terms.price_pence, agreed?.pricePence),
    feePence: term('feePence', terms.fee_pence, agreed?.feePence),
    volumePrices: term('volumePrices', terms.volume_prices, agreed?.volumePrices),
  };
  const set = { setBy: actor, setAt: at };
  const keepsComing = !isWhole && !cleared.includes('nextFrom');
  return {
    agreed: agreed !== undefined && areSame(agreed, now) ? agreed : { ...now, from: day, ...set },
    coming:
      typeof terms.next_from !== 'string'
        ? keepsComing
          ? coming
          : undefined
        : {
            pricePence: terms.next_price_pence ?? null,
            feePence: terms.next_fee_pence ?? null,
            volumePrices: terms.next_volume_prices ?? null,
            ...{ from: terms.next_from, ...set },
          },
  };
}

/** @param events oldest first @returns undefined where the report type was not agreed then, as far as the events say */
export function agreedPriceAt<Actor>(
  events: readonly AgreementEvent<Actor>[],
  moment: Date,
): AgreedPrice<Actor> | undefined {
  const held = events.filter(({ at }) => at <= moment).reduce<Held<Actor>>(after, {});
  return onDay(held, ukDateOf(moment)).agreed;
}
