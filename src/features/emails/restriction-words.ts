// The texts of mails to candidates about the restriction of their data (UK GDPR Art. 18 and 21).
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import type { Words } from './letter.ts';

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

function said(news: RestrictionNews, accountName: string): { readonly subject: string; readonly text: string } {
  switch (news.kind) {
    case 'asked':
      return {
        subject: `We have received your request about your data for ${accountName}`,
        text: `You asked us not to use your data, or only to keep them, in the background check for ${accountName}.${news.dueOn === null ? '' : ` We answer by ${formatLongDate(news.dueOn)}.`}`,
      };
    case 'accepted':
      return {
        subject: `Your data are restricted in your check for ${accountName}`,
        text: `From now on we only keep your data. All work on the background check for ${accountName} has stopped, and ${accountName} does not see its results. We write to you before this ends.`,
      };
    case 'refused':
      return {
        subject: `Our answer about your data for ${accountName}`,
        text: `You asked us not to use your data, or only to keep them, in the background check for ${accountName}. We have refused this, and say why. You may complain about it to the Information Commissioner’s Office, ico.org.uk, or go to court.`,
      };
    case 'lifting':
      return {
        subject: `Your data will no longer be restricted from ${formatLongDate(news.liftOn)}`,
        text: `We plan to lift the restriction of your data on ${formatLongDate(news.liftOn)}. After that, the background check for ${accountName} goes on, and ${accountName} can see its results. If you do not agree, tell us before that day.`,
      };
  }
}

export function restrictionWords({ candidateName, formUri, news }: RestrictionMail, accountName: string): Words {
  const { subject, text } = said(news, accountName);
  const answer = 'answer' in news && news.answer !== '' && formUri === undefined ? [news.answer] : [];
  return {
    subject,
    paragraphs: [
      `Dear ${candidateName},`,
      text,
      ...answer,
      ...(formUri === undefined ? [] : ['Read what we have written, and what you asked, here:']),
    ],
    ...(formUri === undefined ? {} : { link: { to: formUri, says: 'Open your page' } }),
    closing:
      formUri === undefined
        ? [`If you have questions, please ask ${accountName}.`]
        : ['When you open the link we send a code to this address, so that only you can see it.'],
  };
}
