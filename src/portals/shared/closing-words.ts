// What pages say of the closing of an account: to the desk in one sentence and as a tag in the list, and to the client.
import type { Closing } from '../../features/accounts/closing.ts';
import { erasedFrom, stageOf } from '../../features/closings/closing-rules.ts';
import { addDays } from '../../lib/dates.ts';
import { britishDate } from './page-filters.ts';

const momentOf = (text: string | null) => (text === null ? null : new Date(text));

/** With moments that pages show as days of the UK: the text of one begins with the UTC day. */
export const closingMoments = (closing: Closing) => ({
  ...closing,
  closedAt: momentOf(closing.closedAt),
  signInEndedAt: momentOf(closing.signInEndedAt),
  erasedAt: momentOf(closing.erasedAt),
});

export function closingText(closing: Closing): string {
  const { ordersEndOn, signInUntil, closedAt, signInEndedAt, erasedAt } = closingMoments(closing);
  const eraseOn = erasedFrom(closing);
  const sentences = {
    planned: () =>
      `This account closes on ${britishDate(ordersEndOn)}. The client signs in until ${britishDate(signInUntil)}, and the data are erased on ${britishDate(eraseOn)}.`,
    closed: () =>
      `Closed on ${britishDate(closedAt)}. The client signs in until ${britishDate(signInUntil)}, and the data are erased on ${britishDate(eraseOn)}.`,
    signed_out: () =>
      `Closed on ${britishDate(closedAt)}. Sign-in ended on ${britishDate(signInEndedAt)}; the data are erased on ${britishDate(eraseOn)}.`,
    erased: () => `Closed on ${britishDate(closedAt)}, erased on ${britishDate(erasedAt)}.`,
  };
  return sentences[stageOf(closing)]();
}

/** Until nobody of the client can sign in any more. */
export const closingNotice = ({ ordersEndOn, openOrders, signInUntil, eraseOn, closedAt }: Closing): string =>
  [
    `This account is being closed. ${closedAt === null ? `New orders are taken until ${britishDate(addDays(ordersEndOn, -1))}` : 'New orders are not taken any more'}.`,
    `You can sign in and download until ${britishDate(signInUntil)}${openOrders === 'run' ? ', and longer while an order runs' : ''}.`,
    `The data of candidates are erased on ${britishDate(eraseOn)}.`,
  ].join(' ');

export const closingTag = (closing: Closing) =>
  closing.closedAt === null
    ? { text: `Closes on ${britishDate(closing.ordersEndOn)}`, classes: 'govuk-tag--orange' }
    : { text: closing.erasedAt === null ? 'Closed' : 'Closed and erased', classes: 'govuk-tag--grey' };
