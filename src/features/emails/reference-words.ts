// The texts of the mails to referees. Their subjects name nobody: the number of the order tells them apart.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { say, sayText } from '../../messages/say.ts';
import { spokenLanguage } from '../../messages/spoken-language.ts';
import { type ToldDays, toldDaysText } from '../../messages/told-days.ts';
import type { Sentence } from '../../messages/welsh/welsh.ts';
import { freshLinkCauses, type WhyFreshLink } from './fresh-link-words.ts';
import { formIsInWelshToo } from './invitation-words.ts';
import { dear, type Sender, type Words } from './letter.ts';

/** Of a fresh link; mails that were queued before this was said have none. */
type WhyAgain = Exclude<WhyFreshLink, 'address_changed'>;

const causeOf = (why?: WhyAgain): string[] => (why === undefined ? [] : [say(freshLinkCauses[why])]);

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
    /** Through which they worked there; mails that were queued before this was said apart have none. */
    readonly agency?: string;
    /** The name at that time, where it was another one. */
    readonly formerName?: string;
    /** `from March 2008 until June 2010`, where the referee is told the dates. */
    readonly dates?: string;
    /** What `dates` says; mails that were queued before this was kept have none. */
    readonly days?: ToldDays;
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

const greeting = (name: string) => (name === '' ? say('Hello,') : dear(name));

const referenceSubjects = {
  request: '{account} asks you for a reference',
  reminder: 'Reminder: {account} asks you for a reference',
  fresh_link: 'A fresh link to the reference for {account}',
} as const satisfies Readonly<Record<string, Sentence>>;

const sentSubjects = {
  sent: 'We have your reference for {account}',
  corrected: 'We have your corrected reference for {account}',
  fresh_link: referenceSubjects.fresh_link,
} as const satisfies Readonly<Record<string, Sentence>>;

const numbered = (subject: string, order = '') => (order === '' ? subject : `${subject} (${order})`);

/** The name of an account at the end of a sentence, which may end with a full stop itself. */
const ending = (sentence: string) => sentence.replace(/\.\.$/, '.');

function asked(mail: ReferenceMails['reference_request']): string {
  const { candidateName, asksFor, place, agency, formerName, days } = mail;
  const dates = days === undefined ? mail.dates : toldDaysText(days);
  const parts = [
    `${sayText(asksFor)} ${candidateName}`,
    ...(formerName ? [say('who then had the name {name}', { name: formerName })] : []),
    ...(dates ? [dates] : []),
  ];
  const about = parts.join(', ');
  if (!place) return about;
  const where = agency ? say('at {place} through {agency}', { place, agency }) : say('at {place}', { place });
  return `${about}${parts.length > 1 ? ',' : ''} ${where}`;
}

/** About how long it takes, and that it may be done in parts. */
const effortText = (effort: ReferenceMails['reference_request']['effort']) =>
  effort === undefined
    ? say('Every answer is saved, and you can stop and come back:')
    : say(
        'There are about {questions} questions, which take about {minutes} minutes. Every answer is saved, and you can stop and come back:',
        effort,
      );

type ReferenceWords = {
  readonly [T in keyof ReferenceMails]: (values: ReferenceMails[T], accountName: string, sender: Sender) => Words;
};

export const referenceWords: ReferenceWords = {
  reference_request: (values, account, { offersWelsh }) => ({
    subject: numbered(say(referenceSubjects[values.as], { account }), values.order),
    paragraphs: [
      greeting(values.refereeName),
      ...causeOf(values.why),
      ...(values.as === 'reminder' ? [say('We wrote to you a few days ago and have no answer yet.')] : []),
      ending(
        say('{account} asks you for {what}, as part of a background check. We carry out the check for {account}.', {
          ...{ account, what: asked(values) },
        }),
      ),
      ...(values.which === ''
        ? []
        : [say('It is about {which} with your organisation.', { which: sayText(values.which) })]),
      ...(values.answerBy
        ? [say('An answer by {day} helps us to finish the check in time.', { day: formatLongDate(values.answerBy) })]
        : []),
      effortText(values.effort),
    ],
    link: { to: values.link, says: say('Give the reference') },
    // Whoever reads these has chosen nothing yet.
    ...(offersWelsh && values.as !== 'fresh_link' && spokenLanguage() === 'en'
      ? { alsoInWelsh: formIsInWelshToo }
      : {}),
    closing: [
      ...(values.as === 'request' ? [] : [say('When you use this link, the earlier one stops working.')]),
      say('When you open it we send a code to this address, so that only you can answer. You need no account.'),
      say(
        values.mayBeLimited
          ? 'If you cannot give a reference, somebody else should, or your policy is to confirm dates and role only, the page lets you say so. Please do not forward this email: the code comes to this address alone.'
          : 'If you cannot give a reference, or somebody else should, the page lets you say so. Please do not forward this email: the code comes to this address alone.',
      ),
      say('If you do not expect this, please ask {account} before you go on.', { account }),
    ],
  }),
  reference_sent: ({ as, why, refereeName, candidateName: name, order, on, link }, account) => ({
    subject: numbered(say(sentSubjects[as], { account }), order),
    paragraphs: [
      greeting(refereeName),
      ...causeOf(why),
      ending(
        as === 'fresh_link'
          ? say('With this link you can read the reference on {name} that you sent for {account}.', { name, account })
          : say(
              as === 'corrected'
                ? 'Thank you. On {day} we received your corrected reference on {name} for {account}.'
                : 'Thank you. On {day} we received your reference on {name} for {account}.',
              { day: formatLongDate(on), name, account },
            ),
      ),
      say('With your link you can read it, keep a copy of it, and tell us if you made a mistake:'),
    ],
    link: { to: link, says: say('See what you sent') },
    closing: [
      ...(as === 'fresh_link' ? [say('When you use this link, the earlier one stops working.')] : []),
      say('When you open it we send a code to this address, so that only you can see it.'),
      ending(say('If you did not send a reference, please tell {account}.', { account })),
    ],
  }),
  reference_not_needed: ({ refereeName, candidateName: name, order }, account) => ({
    subject: numbered(say('The reference for {account} is no longer needed', { account }), order),
    paragraphs: [
      greeting(refereeName),
      say(
        'We asked you for a reference on {name}, for {account}. It is no longer needed, and you need do nothing. The link in our earlier emails takes no more answers.',
        { name, account },
      ),
    ],
    closing: [ending(say('If you have questions, please ask {account}.', { account }))],
  }),
  reference_code: ({ refereeName, code, minutes }, account) => ({
    subject: say('{code} is your code', { code }),
    paragraphs: [
      greeting(refereeName),
      say('Your code for the reference that {account} asked for is {code}.', { account, code }),
      say('It works for {minutes} minutes. We will never ask you for it by telephone or email.', { minutes }),
    ],
    closing: [say('If you did not ask for a code, you need do nothing.')],
  }),
};

/** Of the first and the last name: several candidates stand in one mail, whose names the pages of the links say. */
const initialsOf = (name: string): string => {
  const first = (word: string) => [...word][0]!.toLocaleUpperCase('en');
  const words = name.split(/\s+/).filter((word) => word !== '');
  return [...words.slice(0, 1), ...words.slice(1).slice(-1)].map((word) => `${first(word)}.`).join(' ');
};

/** Several requests to one address: each by its link, and the candidates by their initials. */
export function joinedRequestWords(
  requests: readonly ReferenceMails['reference_request'][],
  accountName: string,
): Words {
  const of = { account: accountName, count: requests.length };
  const reminders = requests.filter(({ as }) => as === 'reminder').length;
  const isReminder = reminders === requests.length;
  const names = new Set(requests.map(({ refereeName }) => refereeName));
  return {
    subject: isReminder
      ? say('Reminder: {account} asks you for {count} references', of)
      : say('{account} asks you for {count} references', of),
    paragraphs: [
      greeting(names.size === 1 ? [...names][0]! : ''),
      ...(isReminder ? [say('We wrote to you a few days ago and have no answers yet.')] : []),
      ending(
        say(
          '{account} asks you for {count} references, as part of background checks. We carry out the checks for {account}.',
          of,
        ),
      ),
      say(
        'Each has its own link, whose page says whom it is about. Every answer is saved, and you can stop and come back:',
      ),
    ],
    links: requests.map(({ as, asksFor, candidateName, order, which, answerBy, link }) => {
      const initials = initialsOf(candidateName);
      const what = `${sayText(asksFor)} ${initials}`;
      const said = [
        ending(`${what[0]!.toUpperCase()}${what.slice(1)}${order ? ` (${order})` : ''}.`),
        ...(which === '' ? [] : [say('It is about {which} with your organisation.', { which: sayText(which) })]),
        ...(as === 'reminder' && !isReminder ? [say('We wrote to you about it a few days ago.')] : []),
        ...(answerBy
          ? [say('An answer by {day} helps us to finish the check in time.', { day: formatLongDate(answerBy) })]
          : []),
      ];
      return { about: said.join(' '), to: link, says: say('Give the reference on {initials}', { initials }) };
    }),
    closing: [
      ...(reminders === 0
        ? []
        : [say('When you use a link of this email, an earlier one to the same reference stops working.')]),
      say(
        'When you open a link we send a code to this address, so that only you can answer. From its pages you go on to the other references without another code. You need no account.',
      ),
      say(
        'If you cannot give one of them, its page lets you say so. Please do not forward this email: the codes come to this address alone.',
      ),
      say('If you do not expect this, please ask {account} before you go on.', { account: accountName }),
    ],
  };
}
