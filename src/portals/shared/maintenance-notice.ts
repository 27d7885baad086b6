// What every page says of planned maintenance, from when it is announced until it is over.
import type { Ctx } from '../../context.ts';
import type { Maintenance } from '../../lib/maintenance.ts';
import { goesOn } from '../../lib/maintenance.ts';
import { ukDateOf, ukTime } from '../../lib/uk-times.ts';
import { say } from '../../messages/say.ts';
import { spokenLanguage } from '../../messages/spoken-language.ts';
import { britishDateTime } from './page-filters.ts';

/** In the language of the reader, where the operator wrote it. */
export const maintenanceWords = ({ words, welsh }: Maintenance): string =>
  spokenLanguage() === 'cy' && welsh !== '' ? welsh : words;

/** Undefined while nothing is announced. */
export function maintenanceNotice({ maintenance, now }: Pick<Ctx, 'maintenance' | 'now'>) {
  const notice = maintenance();
  if (notice === undefined) return undefined;
  const { from, to } = notice;
  const until = ukDateOf(from) === ukDateOf(to) ? ukTime(to) : britishDateTime(to);
  return {
    times: goesOn(notice, now())
      ? say('We are working on this service until {until}, UK time. It may be away for a while.', { until })
      : say('This service will be away for planned maintenance from {from} to {until}, UK time.', {
          ...{ from: britishDateTime(from), until },
        }),
    words: maintenanceWords(notice),
  };
}
