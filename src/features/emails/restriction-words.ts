// The texts of mails to candidates about the restriction of their data (UK GDPR Art. 18 and 21).
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { english, say } from '../../messages/say.ts';
import { dear, type Words } from './letter.ts';

export type RestrictionNews =
  | { readonly kind: 'asked'; readonly dueOn: IsoDate | null }
  | { readonly kind: 'accepted' | 'refused'; readonly answer: string }
  | { readonly kind: 'lifting'; readonly liftOn: IsoDate; readonly answer: string };

export interface RestrictionMail {
  readonly candidateName: string;
  /** Undefined if the candidate has no page: the mail then says the whole answer. */
  readonly formUri: string | undefined;
  readonly news: RestrictionNews;
}

const askedNotToUse = 'You asked us not to use your data, or only to keep them, in the background check for {account}.';

function said(news: RestrictionNews, account: string): { readonly subject: string; readonly text: string } {
  switch (news.kind) {
    case 'asked': {
      const by = news.dueOn === null ? [] : [say('We answer by {day}.', { day: formatLongDate(news.dueOn) })];
      return {
        subject: say('We have received your request about your data for {account}', { account }),
        text: [say(askedNotToUse, { account }), ...by].join(' '),
      };
    }
    case 'accepted':
      return {
        subject: say('Your data are restricted in your check for {account}', { account }),
        text: say(
          'From now on we only keep your data. All work on the background check for {account} has stopped, and {account} does not see its results. We write to you before this ends.',
          { account },
        ),
      };
    case 'refused':
      return {
        subject: say('Our answer about your data for {account}', { account }),
        text: `${say(askedNotToUse, { account })} ${say('We have refused this, and say why. You may complain about it to the Information Commissioner’s Office, ico.org.uk, or go to court.')}`,
      };
    case 'lifting': {
      const day = formatLongDate(news.liftOn);
      return {
        subject: say('Your data will no longer be restricted from {day}', { day }),
        text: say(
          'We plan to lift the restriction of your data on {day}. After that, the background check for {account} goes on, and {account} can see its results. If you do not agree, tell us before that day.',
          { day, account },
        ),
      };
    }
  }
}

export function restrictionWords({ candidateName, formUri, news }: RestrictionMail, account: string): Words {
  const { subject, text } = said(news, account);
  const answer = 'answer' in news && news.answer !== '' && formUri === undefined ? [english(news.answer)] : [];
  return {
    subject,
    paragraphs: [
      dear(candidateName),
      text,
      ...answer,
      ...(formUri === undefined ? [] : [say('Read what we have written, and what you asked, here:')]),
    ],
    ...(formUri === undefined ? {} : { link: { to: formUri, says: say('Open your page') } }),
    closing:
      formUri === undefined
        ? [say('If you have questions, please ask {account}.', { account })]
        : [say('When you open the link we send a code to this address, so that only you can see it.')],
  };
}
