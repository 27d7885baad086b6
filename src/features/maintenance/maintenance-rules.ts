// How a notice of planned maintenance is typed, and which one stands on the pages; pure.
import type { Maintenance } from '../../lib/maintenance.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { ukMoment } from '../../lib/uk-times.ts';

/** Moments are typed as `2026-11-29T22:00`, by the clocks of the UK. */
export type TypedMaintenance = Readonly<Record<'words' | 'welsh' | 'from' | 'to', string>>;

/** Longer words would push the page away that they stand on. */
const MOST_CHARACTERS = 300;

/** By the names of the inputs. The notice counts only where nothing is wrong. */
export function readMaintenance(
  typed: TypedMaintenance,
  now: Date,
): { readonly notice: Maintenance; readonly problems: Problems } {
  const problems = new Problems();
  const [words, welsh] = [typed.words.trim(), typed.welsh.trim()];
  const from = ukMoment(typed.from.trim());
  const to = ukMoment(typed.to.trim());
  if (from === undefined) problems.add('from', 'Enter the day and time at which it begins');
  if (to === undefined) problems.add('to', 'Enter the day and time at which it ends');
  else if (to <= now) problems.add('to', 'Enter a time that is still to come');
  else if (from !== undefined && to <= from) problems.add('to', 'Enter a time after it begins');
  if (words === '') problems.add('words', 'Enter what people should know');
  for (const [field, text] of Object.entries({ words, welsh }))
    if (isLongerThan(text, MOST_CHARACTERS)) problems.add(field, `Enter at most ${MOST_CHARACTERS} characters`);
  return { notice: { words, welsh, from: from ?? now, to: to ?? now }, problems };
}

/** The next one that is not over. */
export const standingOf = <One extends Maintenance>(notices: readonly One[], now: Date): One | undefined =>
  notices
    .filter(({ to }) => to > now)
    .toSorted((one, other) => one.from.getTime() - other.from.getTime())
    .at(0);
