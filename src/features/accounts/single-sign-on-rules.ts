// When the secret of a single sign-on ends soon; pure.
import { addDays, type IsoDate } from '../../lib/dates.ts';

/** Calendar days before the last day. */
export const SECRET_DAYS_BEFORE = 14;

/** Undefined while it is not soon. */
export function secretEnding(endsOn: IsoDate | null, today: IsoDate): string | undefined {
  if (endsOn === null || endsOn > addDays(today, SECRET_DAYS_BEFORE)) return undefined;
  return endsOn < today ? 'The secret has ended' : 'The secret ends soon';
}
