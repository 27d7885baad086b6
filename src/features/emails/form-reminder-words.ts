// The mail that reminds a candidate of the form.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { say } from '../../messages/say.ts';
import { firstDayWords } from './invitation-words.ts';
import { dear, type Words } from './letter.ts';

export interface FormReminderMail {
  readonly candidateName: string;
  readonly formUri: string;
  /** The day by which the candidate is asked for it. */
  readonly submitBy: IsoDate;
  /** The last day on which the form can be submitted. Mails that were queued before this was said have none. */
  readonly cancelledAfter?: IsoDate;
  /** The day has passed, but the form can still be submitted. */
  readonly isLate?: boolean;
  /** The planned first day of work, to come. */
  readonly startsOn?: IsoDate | undefined;
}

export const formReminderWords = (
  { candidateName, formUri, submitBy, cancelledAfter = submitBy, isLate, startsOn }: FormReminderMail,
  account: string,
): Words => ({
  subject: isLate
    ? say('Please submit your form for {account} as soon as you can', { account })
    : say('Please submit your form for {account} by {day}', { account, day: formatLongDate(submitBy) }),
  paragraphs: [
    dear(candidateName),
    say(
      '{account} has asked us to carry out a background check on you, and still waits for your form. The answers that you gave are saved:',
      { account },
    ),
    ...firstDayWords(startsOn),
  ],
  link: { to: formUri, says: say('Continue with your form') },
  closing: [
    say(
      'If the form is not submitted by {day}, the check is cancelled. If you need more time, ask {account}: they can extend it.',
      { account, day: formatLongDate(cancelledAfter) },
    ),
  ],
});
