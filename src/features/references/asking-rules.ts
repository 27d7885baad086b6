// What speaks against asking a referee as it stands, so that a screener asks all the same only with a reason; pure.
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { Entry, Referee } from './claim-rules.ts';
import { mailboxSigns, signsOf } from './mailbox-rules.ts';

export interface Objection {
  readonly code: 'contact_timing' | 'free_mail' | 'own_address';
  readonly sentence: string;
}

/** Of the mail address to which a request would go. */
export const addressObjections = ({ email, organisation }: Referee, candidateEmail: string): Objection[] =>
  signsOf({ email, organisation, namedEmail: '', candidateEmail })
    .filter((sign) => sign === 'free_mail' || sign === 'own_address')
    .map((code) => ({ code, sentence: mailboxSigns[code] }));

/** The candidate has not allowed it yet, or the mail would go to a personal address. */
export const objectionsTo = (
  { contactOnly }: Pick<Entry, 'contactOnly'>,
  referee: Referee,
  candidateEmail: string,
  by: 'mail' | 'telephone',
): Objection[] => [
  ...(contactOnly === undefined
    ? []
    : [
        {
          code: 'contact_timing',
          sentence: `The candidate says when the employer may be contacted: ${contactOnly}.`,
        } as const,
      ]),
  ...(by === 'mail' ? addressObjections(referee, candidateEmail) : []),
];

/** Whether the newest mail to the referee is of that day in the United Kingdom. */
export const isMailedOn = (mailedAt: Date | null, day: IsoDate): boolean =>
  mailedAt !== null && ukDateOf(mailedAt) === day;
