// Decides whether a statement about screening was last checked too long ago; pure.
import { addYears, type IsoDate } from '../../lib/dates.ts';
import type { Known } from './known.ts';

/** The rules of screening change every year. */
export const isStale = ({ checkedOn }: Pick<Known<unknown>, 'checkedOn'>, today: IsoDate): boolean =>
  addYears(checkedOn, 1) <= today;
