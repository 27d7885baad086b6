// Shows clients and screeners the countries whose criminal records a certificate of the United Kingdom does not show.
import type { Check } from '../../../features/checks/check.ts';
import { factsGivenOn } from '../../../features/checks/check-rules.ts';
import { heldTypeIds } from '../../../features/orders/added-report-rules.ts';
import { recordsAbroadOf } from '../../../features/report-types/records-abroad-rules.ts';
import { countryName, monthsInWords } from '../../../features/requirements/records-abroad-requirement.ts';
import type { IsoDate } from '../../../lib/dates.ts';

/**
 * Undefined if there are none. @param addHref the page that adds reports; undefined for who may not, or if nothing can be added
 * @param years that the client looks back; 0 for all that is stated
 */
export function recordsAbroadIn(check: Check, today: IsoDate, addHref: string | undefined, years: number) {
  const found = recordsAbroadOf(heldTypeIds(check), check.order.facts, factsGivenOn(check) ?? today, years);
  if (found.length === 0) return undefined;
  return {
    rows: found.map(({ country, months, type, isOrdered }) => ({
      country: countryName(country),
      time: monthsInWords(months),
      state: isOrdered ? 'Ordered' : 'Not in this order',
      addHref: isOrdered || type === undefined || addHref === undefined ? undefined : `${addHref}?types=${type.id}`,
    })),
    years,
    isLacking: found.some(({ isOrdered }) => !isOrdered),
  };
}
