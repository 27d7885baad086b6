// How a sub-processor is typed, and which version of it holds on a day; pure.
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';

export interface Subprocessor {
  readonly name: string;
  /** What it does with the data of candidates. */
  readonly purpose: string;
  /** Where it does so. */
  readonly place: string;
  /** From this UK day on. */
  readonly holdsFrom: IsoDate;
  /** False from the day on which it processes nothing any more. */
  readonly isUsed: boolean;
}

export interface TypedSubprocessor {
  readonly name: string;
  readonly purpose: string;
  readonly place: string;
  readonly holds_from: string;
  readonly isUsed: boolean;
}

const longest = { name: 200, purpose: 1000, place: 200 } as const;
const asks = {
  name: 'Enter its name',
  purpose: 'Enter what it does for you',
  place: 'Enter the country or countries in which it does so',
} as const;

/** By the names of the inputs. The facts count only where nothing is wrong. */
export function readSubprocessor(
  typed: TypedSubprocessor,
  today: IsoDate,
): { readonly facts: Subprocessor; readonly problems: Problems } {
  const problems = new Problems();
  for (const field of ['name', 'purpose', 'place'] as const) {
    if (typed[field].trim() === '') problems.add(field, asks[field]);
    if (isLongerThan(typed[field], longest[field])) problems.add(field, `Enter at most ${longest[field]} characters`);
  }
  const day = parseDate(typed.holds_from.trim());
  if (day === undefined) problems.add('holds_from', 'Enter the day from which it holds');
  const facts = {
    ...{ name: typed.name.trim(), purpose: typed.purpose.trim(), place: typed.place.trim() },
    ...{ holdsFrom: day ?? today, isUsed: typed.isUsed },
  };
  return { facts, problems };
}

/** Of one sub-processor, of its versions, the newest first. */
export function heldOn<One extends Pick<Subprocessor, 'holdsFrom' | 'isUsed'>>(
  [newest, ...earlier]: readonly [One, ...One[]],
  today: IsoDate,
): { readonly current: One | undefined; readonly coming: One | undefined } {
  const coming = newest.holdsFrom > today ? newest : undefined;
  const held = coming === undefined ? newest : earlier.find(({ holdsFrom }) => holdsFrom <= today);
  return { current: held?.isUsed ? held : undefined, coming };
}
