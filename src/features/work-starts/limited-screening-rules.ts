// What of limited screening is done, where the standard of a package lets somebody start only after it; pure.
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { Check } from '../checks/check.ts';
import type { ConditionalTerms, LimitedItem } from '../report-types/standards.ts';
import type { Report } from '../reports/report.ts';
import { excuseIn } from '../reports/right-to-work-rules.ts';

export interface LimitedScreening {
  readonly items: readonly {
    readonly label: string;
    /** The day on which it was done; null while it is open. */
    readonly doneOn: IsoDate | null;
  }[];
  /** The day on which the last one was done; null while one is open. */
  readonly completeOn: IsoDate | null;
}

const days = (...dates: readonly (Date | null | undefined)[]): IsoDate[] =>
  dates.flatMap((date) => (date === null || date === undefined ? [] : ukDateOf(date)));

function doneOn(
  { reports: names, orElse }: LimitedItem,
  { reports, order, formCompletedAt }: Pick<Check, 'reports' | 'order' | 'formCompletedAt'>,
  askedAt: Date | null,
): IsoDate | null {
  // A right to work that was found to give no excuse establishes none.
  const isDone = (one: Report) => one.status === 'complete' && one.result === 'clear' && excuseIn(one) !== 'none';
  const own = reports.filter((one) => names.includes(one.name));
  const clear = own.filter(isDone);
  // What the candidate declared stands for a record that is not known yet, and for no other.
  const isKnown = own.some(({ status }) => status === 'complete');
  const hasDeclared = typeof order.facts.has_unspent_convictions === 'boolean';
  const instead = {
    declaration: hasDeclared && !isKnown ? days(formCompletedAt) : [],
    employer_asked: days(askedAt),
  };
  const all = [
    ...days(...clear.map(({ completedAt }) => completedAt)),
    ...(orElse === undefined ? [] : instead[orElse]),
  ];
  return all.toSorted()[0] ?? null;
}

/** @param askedAt as `findAskedAt` finds it */
export function limitedScreening(
  { limited }: ConditionalTerms,
  check: Pick<Check, 'reports' | 'order' | 'formCompletedAt'>,
  askedAt: Date | null,
): LimitedScreening {
  const items = limited.map((item) => ({ label: item.label, doneOn: doneOn(item, check, askedAt) }));
  const done = items.flatMap((one) => one.doneOn ?? []);
  return { items, completeOn: done.length === items.length ? (done.toSorted().at(-1) ?? null) : null };
}

/** `Limited screening of BS 7858 was complete on 4 December 2026.`, or what of it is open. */
export function limitedWords(
  { label }: Pick<ConditionalTerms, 'label'>,
  { items, completeOn }: LimitedScreening,
  dayText: (day: IsoDate) => string,
): string {
  if (completeOn !== null) return `Limited screening of ${label} was complete on ${dayText(completeOn)}`;
  const open = items.filter((one) => one.doneOn === null).map((one) => one.label);
  return `Limited screening of ${label} is not complete. Open: ${open.join('; ')}`;
}
