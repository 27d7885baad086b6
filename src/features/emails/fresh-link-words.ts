// The mail and the text message with a fresh link of a candidate: why it comes, and where it leads.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { say } from '../../messages/say.ts';
import { dear, type Words } from './letter.ts';

/** It was asked for by address or number; the codes of the earlier link were used up; or the address was changed. */
export type WhyFreshLink = 'asked' | 'codes' | 'address_changed';

export interface FreshLinkMail {
  readonly candidateName: string;
  readonly formUri: string;
  /** What follows stands in every mail of today; mails that were queued before this was said have none. */
  readonly order?: string;
  readonly why?: WhyFreshLink;
  /** When the form was sent; null for one that was not. */
  readonly sentOn?: IsoDate | null;
  /** The check ended before a form was sent. */
  readonly isOver?: boolean;
}

export const freshLinkCauses = {
  asked: 'You asked for your link again. If it was not you, you need do nothing: the earlier link still works.',
  codes:
    'Too many codes were asked for, or typed in, at your link today. With this fresh link you can go on. If it was not you, nobody has seen what you gave.',
  address_changed: 'Your email address for this check is now this one.',
} as const;

const isToFillIn = ({ sentOn, isOver }: FreshLinkMail): boolean => !sentOn && isOver !== true;

function placeOf(mail: FreshLinkMail, account: string): string {
  const { order, sentOn } = mail;
  if (order === undefined) return say('This link leads to the background check that {account} asked for:', { account });
  if (sentOn)
    return say(
      'The link leads to your page of the background check that {account} asked for, order {order}. You sent its form on {day}:',
      { account, order, day: formatLongDate(sentOn) },
    );
  return isToFillIn(mail)
    ? say(
        'The link leads to your form for the background check that {account} asked for, order {order}. It is not sent yet, and what you have answered is still there:',
        { account, order },
      )
    : say(
        'The link leads to your page of the background check that {account} asked for, order {order}. This check is over:',
        { account, order },
      );
}

export function freshLinkWords(mail: FreshLinkMail, account: string): Words {
  const { candidateName, formUri, order = '', why } = mail;
  const subject = isToFillIn(mail) ? 'A fresh link to your form' : 'A fresh link to your background check';
  return {
    subject: order === '' ? say(subject) : `${say(subject)} (${order})`,
    paragraphs: [
      dear(candidateName),
      ...(why === undefined ? [] : [say(freshLinkCauses[why])]),
      placeOf(mail, account),
    ],
    link: { to: formUri, says: say(isToFillIn(mail) ? 'Open your form' : 'Open your page') },
    // With the old address, the earlier link has ended already.
    closing: why === 'address_changed' ? [] : [say('When you use it, the earlier link stops working.')],
  };
}

/** The text message to a candidate who asked for the link by their mobile number. */
export function freshLinkText(mail: FreshLinkMail, account: string): string {
  const { formUri: link, order, sentOn } = mail;
  if (order === undefined)
    return say('Here is the link to your background check for {account} again. {link}', { account, link });
  if (sentOn)
    return say('Here is the link to your background check for {account} again ({order}, sent on {day}). {link}', {
      ...{ account, link, order, day: formatLongDate(sentOn) },
    });
  return isToFillIn(mail)
    ? say('Here is the link to your form for {account} again ({order}, not sent yet). {link}', { account, link, order })
    : say('Here is the link to your background check for {account} again ({order}). {link}', { account, link, order });
}
