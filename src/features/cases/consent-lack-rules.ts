// What speaks against sending somebody's data out under the consent that they gave: they withdrew it, nobody saw it, or it is old; pure.
import { addDays, type IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { Check } from '../checks/check.ts';
import { lacksConsent } from '../checks/seen-consent-rules.ts';
import type { Report } from '../reports/report.ts';

export type ConsentLack =
  | { readonly because: 'withdrawn' | 'unseen' }
  | { readonly because: 'old'; readonly givenOn: IsoDate };

interface Given {
  readonly told: string;
  readonly givenAt: Date;
}

/** The consent that names the report: that of the form, or of a report that was added later. */
function dayOfConsent({ order }: Pick<Check, 'order'>, label: string, given: readonly Given[]): IsoDate | undefined {
  const naming = given.findLast(({ told }) => told.includes(`– ${label}:`)) ?? given[0];
  if (naming !== undefined) return ukDateOf(naming.givenAt);
  return order.consent_seen === undefined ? undefined : ukDateOf(new Date(order.consent_seen.at));
}

/** @param label of the report's type, as the candidate read it @param days for which a consent holds; 0 for ever */
export function consentLackOf(
  check: Pick<Check, 'type' | 'order' | 'status'>,
  report: Pick<Report, 'status'> & { readonly label: string },
  given: readonly Given[],
  { days, today }: { readonly days: number; readonly today: IsoDate },
): ConsentLack | undefined {
  if (check.status === 'withdrawn' || report.status === 'withdrawn') return { because: 'withdrawn' };
  if (lacksConsent(check, given)) return { because: 'unseen' };
  const givenOn = dayOfConsent(check, report.label, given);
  return days > 0 && givenOn !== undefined && addDays(givenOn, days) < today ? { because: 'old', givenOn } : undefined;
}
