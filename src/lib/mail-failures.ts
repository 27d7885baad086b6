// Why a mail did not arrive, as it is stored and in words.
import { formatLongDate } from './dates.ts';
import { ukDateOf } from './uk-times.ts';

/** The recipient does not exist: it is not tried again. Other failures are given up after many attempts. */
export const NO_SUCH_ADDRESS = 'no_such_address';
/** The code in the mail stopped working before the mail could be sent. */
export const EXPIRED = 'expired';

export interface MailFailure {
  readonly failure: string;
  readonly failedAt: Date;
}

/** How many days a mail that did not arrive is shown. */
export const SHOWN_DAYS = 30;

/** `the mail server refused it at every attempt (552 5.2.2)` */
export function failureReason(failure: string): string {
  if (failure === NO_SUCH_ADDRESS) return 'there is no such address';
  if (failure === EXPIRED) return 'its code stopped working before it could be sent';
  return /^\d/.test(failure)
    ? `the mail server refused it at every attempt (${failure})`
    : 'no mail server could be reached at any attempt';
}

/** `The mail to a@b.example was refused by its server on 3 May 2030: there is no such address.` */
export function failureSentence(address: string, { failure, failedAt }: MailFailure): string {
  const became = failure === NO_SUCH_ADDRESS ? 'refused by its server' : 'given up';
  return `The mail to ${address} was ${became} on ${formatLongDate(ukDateOf(failedAt))}: ${failureReason(failure)}.`;
}
