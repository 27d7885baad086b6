// The texts of the mails to referees. Their subjects name nobody: the number of the order tells them apart.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { freshLinkCauses, type WhyFreshLink } from './fresh-link-words.ts';
import type { Words } from './letter.ts';

/** Of a fresh link; mails that were queued before this was said have none. */
type WhyAgain = Exclude<WhyFreshLink, 'address_changed'>;

const causeOf = (why?: WhyAgain): string[] => (why === undefined ? [] : [freshLinkCauses[why]]);

interface ToReferee {
  /** Empty if only the organisation is known. */
  readonly refereeName: string;
}

interface AboutCandidate extends ToReferee {
  readonly candidateName: string;
  /** `VF45`. */
  readonly order: string;
}

export interface ReferenceMails {
  readonly reference_request: Omit<AboutCandidate, 'order'> & {
    readonly as: 'request' | 'reminder' | 'fresh_link';
    readonly why?: WhyAgain;
    /** What is said of an order here stands in every mail of today; mails that were queued before this was said have none. */
    readonly order?: string;
    readonly asksFor: string;
    /** Mails that were queued before this was said have none. */
    readonly effort?: { readonly questions: number; readonly minutes: number };
    /** Whether they may confirm dates and role only; mails that were queued before this was said have none. */
    readonly mayBeLimited?: boolean;
    /** `the earlier of two employments`; empty where there is no other one. */
    readonly which: string;
    /** The employer or school, by which the referee finds the person; empty for somebody who knows them. */
    readonly place?: string;
    /** The name at that time, where it was another one. */
    readonly formerName?: string;
    /** `from March 2008 until June 2010`, where the referee is told the dates. */
    readonly dates?: string;
    /** null where no day is known by which an answer helps; mails that were queued before this was said have none. */
    readonly answerBy?: IsoDate | null;
    readonly link: string;
  };
  /** Says that we have it, and nothing of what it says. */
  readonly reference_sent: AboutCandidate & {
    readonly as: 'sent' | 'corrected' | 'fresh_link';
    readonly why?: WhyAgain;
    readonly on: IsoDate;
    readonly link: string;
  };
  readonly reference_not_needed: AboutCandidate;
  readonly reference_code: ToReferee & { readonly code: string; readonly minutes: number };
}

const greeting = (name: string) => (name === '' ? 'Hello,' : `Dear ${name},`);

const referenceSubjects = {
  request: (accountName: string) => `${accountName} asks you for a reference`,
  reminder: (accountName: string) => `Reminder: ${accountName} asks you for a reference`,
  fresh_link: (accountName: string) => `A fresh link to the reference for ${accountName}`,
} as const;

const sentSubjects = {
  sent: (accountName: string) => `We have your reference for ${accountName}`,
  corrected: (accountName: string) => `We have your corrected reference for ${accountName}`,
  fresh_link: referenceSubjects.fresh_link,
} as const;

const numbered = (subject: string, order = '') => (order === '' ? subject : `${subject} (${order})`);

const withFullStop = (text: string) => (text.endsWith('.') ? text : `${text}.`);

function asked({ candidateName, asksFor, place, formerName, dates }: ReferenceMails['reference_request']): string {
  const parts = [
    `${asksFor} ${candidateName}`,
    ...(formerName ? [`who then had the name ${formerName}`] : []),
    ...(dates ? [dates] : []),
  ];
  return place ? `${parts.join(', ')}${parts.length > 1 ? ',' : ''} at ${place}` : parts.join(', ');
}

type ReferenceWords = {
  readonly [T in keyof ReferenceMails]: (values: ReferenceMails[T], accountName: string) => Words;
};

export const referenceWords: ReferenceWords = {
  reference_request: (values, accountName) => ({
    subject: numbered(referenceSubjects[values.as](accountName), values.order),
    paragraphs: [
      greeting(values.refereeName),
      ...causeOf(values.why),
      ...(values.as === 'reminder' ? ['We wrote to you a few days ago and have no answer yet.'] : []),
      `${accountName} asks you for ${asked(values)}, as part of a background check. We carry out the check for ${withFullStop(accountName)}`,
      ...(values.which === '' ? [] : [`It is about ${values.which} with your organisation.`]),
      ...(values.answerBy
        ? [`An answer by ${formatLongDate(values.answerBy)} helps us to finish the check in time.`]
        : []),
      `${values.effort ? `There are about ${values.effort.questions} questions, which take about ${values.effort.minutes} minutes. ` : ''}Every answer is saved, and you can stop and come back:`,
    ],
    link: { to: values.link, says: 'Give the reference' },
    closing: [
      ...(values.as === 'request' ? [] : ['When you use this link, the earlier one stops working.']),
      'When you open it we send a code to this address, so that only you can answer. You need no account.',
      `If you cannot give a reference, ${values.mayBeLimited ? 'somebody else should, or your policy is to confirm dates and role only' : 'or somebody else should'}, the page lets you say so. Please do not forward this email: the code comes to this address alone.`,
      `If you do not expect this, please ask ${accountName} before you go on.`,
    ],
  }),
  reference_sent: ({ as, why, refereeName, candidateName, order, on, link }, accountName) => ({
    subject: numbered(sentSubjects[as](accountName), order),
    paragraphs: [
      greeting(refereeName),
      ...causeOf(why),
      as === 'fresh_link'
        ? `With this link you can read the reference on ${candidateName} that you sent for ${withFullStop(accountName)}`
        : `Thank you. On ${formatLongDate(on)} we received your ${as === 'corrected' ? 'corrected ' : ''}reference on ${candidateName} for ${withFullStop(accountName)}`,
      'With your link you can read it, keep a copy of it, and tell us if you made a mistake:',
    ],
    link: { to: link, says: 'See what you sent' },
    closing: [
      ...(as === 'fresh_link' ? ['When you use this link, the earlier one stops working.'] : []),
      'When you open it we send a code to this address, so that only you can see it.',
      `If you did not send a reference, please tell ${withFullStop(accountName)}`,
    ],
  }),
  reference_not_needed: ({ refereeName, candidateName, order }, accountName) => ({
    subject: numbered(`The reference for ${accountName} is no longer needed`, order),
    paragraphs: [
      greeting(refereeName),
      `We asked you for a reference on ${candidateName}, for ${accountName}. It is no longer needed, and you need do nothing. The link in our earlier emails takes no more answers.`,
    ],
    closing: [`If you have questions, please ask ${withFullStop(accountName)}`],
  }),
  reference_code: (values, accountName) => ({
    subject: `${values.code} is your code`,
    paragraphs: [
      greeting(values.refereeName),
      `Your code for the reference that ${accountName} asked for is ${values.code}.`,
      `It works for ${values.minutes} minutes. We will never ask you for it by telephone or email.`,
    ],
    closing: ['If you did not ask for a code, you need do nothing.'],
  }),
};
