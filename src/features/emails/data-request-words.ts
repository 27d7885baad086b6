// The texts of mails about what people ask about their data (UK GDPR Art. 12 to 21): to them, and to the desk.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { english, say, sayText } from '../../messages/say.ts';
import { dear, type Words } from './letter.ts';

export type DataRequestNews =
  | { readonly kind: 'received'; readonly dueOn: IsoDate | null }
  | { readonly kind: 'identity_asked' }
  | { readonly kind: 'clarification_asked'; readonly words: string }
  | { readonly kind: 'extended'; readonly dueOn: IsoDate; readonly because: string; readonly words: string }
  | { readonly kind: 'announced' }
  | {
      readonly kind: 'closed';
      readonly says: string;
      readonly words: string;
      readonly isRefused: boolean;
      /** How a copy reaches them. */
      readonly copy?: string;
      /** Where they take it. */
      readonly page?: string | undefined;
    };

export interface DataRequestMail {
  readonly candidateName: string;
  /** As it follows `You asked for`. */
  readonly asked: string;
  /** Of a complaint, which says `You complained on …`. */
  readonly complaint?: { readonly receivedOn: IsoDate; readonly isOfData: boolean } | undefined;
  /** The candidate, where it is written to who asks for them. */
  readonly onBehalfOf?: string | undefined;
  /** Written to a user of the client. */
  readonly isToClient?: boolean;
  readonly news: DataRequestNews;
}

/** Of the mail to the desk, which names nobody. */
export interface RequestDue {
  readonly kind: string;
  readonly accountName: string;
  readonly dueOn: IsoDate;
}

export interface RequestsDueMail {
  readonly name: string;
  readonly requests: readonly RequestDue[];
  readonly page: string;
}

export function requestsDueWords({ name, requests, page }: RequestsDueMail): Words {
  const many = requests.length > 1;
  return {
    subject: many ? `${requests.length} requests about data are due` : 'A request about data is due',
    paragraphs: [
      `Dear ${name},`,
      `${many ? 'These requests' : 'This request'} about data must be answered in time:`,
      ...requests.map(({ kind, accountName, dueOn }) => `${kind}, ${accountName}: by ${formatLongDate(dueOn)}.`),
      'The register shows what is to be done:',
    ],
    link: { to: page, says: 'Open the data requests' },
    closing: ['You get this because you may answer them: some working days before each is due, and on the day.'],
  };
}

/** What an erasure leaves, for the desk and for the person. */
export const staysErased = [
  'that the orders and their reports were made, when, and how each ended, with its result but not what it rests on',
  'the charges, with the purchase order that they are billed by',
  'the register of who did what and who looked at it, and when: it names no candidate',
  'what the client has downloaded, and backups that were made before, until they are deleted',
] as const;

const complain =
  'If you do not agree, you may complain to the Information Commissioner’s Office, ico.org.uk/make-a-complaint, or go to court.';

const showWhoYouAre =
  'Before we can answer, please show us that you are the person whose data it is about: answer this mail, and we tell you how. We have one month from the day on which you have shown it.';

/** What the desk wrote itself, in English. */
const written = (words: string) => (words === '' ? '' : english(words));
/** A sentence of ours, as it was stored with the mail. */
const stored = (sentence: string) => (sentence === '' ? '' : sayText(sentence));
const together = (...sentences: readonly string[]) => sentences.filter((one) => one !== '').join(' ');

interface Said {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

function said(news: DataRequestNews, asked: string, account: string): Said {
  const youAsked = say('You asked for {asked}, which we hold because of a background check for {account}.', {
    asked: sayText(asked),
    account,
  });
  switch (news.kind) {
    case 'received':
      return {
        subject: say('We have received your request about your data for {account}', { account }),
        paragraphs:
          news.dueOn === null
            ? [youAsked, say(showWhoYouAre)]
            : [together(youAsked, say('We answer by {day}.', { day: formatLongDate(news.dueOn) }))],
      };
    case 'identity_asked':
      return {
        subject: say('Please show us who you are: your request about your data for {account}', { account }),
        paragraphs: [youAsked, say(showWhoYouAre)],
      };
    case 'clarification_asked':
      return {
        subject: say('Please tell us what you mean: your request about your data for {account}', { account }),
        paragraphs: [
          youAsked,
          say(
            'We hold much about you. Please tell us which data or which use you mean: answer this mail. Until you do, the time in which we must answer does not count.',
          ),
          written(news.words),
        ],
      };
    case 'extended':
      return {
        subject: say('We need more time to answer your request about your data for {account}', { account }),
        paragraphs: [
          together(
            youAsked,
            say('We need up to two months more, and answer by {day}.', { day: formatLongDate(news.dueOn) }),
            stored(news.because),
          ),
          written(news.words),
          say(complain),
        ],
      };
    case 'announced':
      return {
        subject: say('We erase your data for {account}', { account }),
        paragraphs: [
          together(
            youAsked,
            say(
              'We agree, and erase everything that we hold about you within a few days. Your address is erased too, so that you get no mail afterwards.',
            ),
          ),
          say(
            'The link to your form then says that it is done. What stays, because we must be able to show what was ordered, done and paid:',
          ),
          ...staysErased.map((one) => `– ${stored(one)}`),
          say(complain),
        ],
      };
    case 'closed':
      return {
        subject: say('Our answer to your request about your data for {account}', { account }),
        paragraphs: [
          together(
            youAsked,
            say(news.isRefused ? 'We refuse this, and say why.' : 'This is our answer.'),
            stored(news.says),
          ),
          news.copy === undefined ? '' : stored(news.copy),
          written(news.words),
          say(complain),
        ],
      };
  }
}

const notContent = 'If you do not agree, write to us again, and somebody else looks into it.';

function saidOfComplaint(
  news: DataRequestNews,
  { receivedOn, isOfData }: NonNullable<DataRequestMail['complaint']>,
): Said | undefined {
  const youComplained = say('You complained to us on {day}.', { day: formatLongDate(receivedOn) });
  if (news.kind === 'received')
    return {
      subject: say('We have received your complaint'),
      paragraphs: [
        together(
          youComplained,
          news.dueOn === null
            ? say('We look into it without delay.')
            : say('We look into it without delay, and answer by {day} at the latest.', {
                day: formatLongDate(news.dueOn),
              }),
        ),
        news.dueOn === null ? say(showWhoYouAre) : '',
      ],
    };
  if (news.kind !== 'closed') return undefined;
  return {
    subject: say('Our answer to your complaint'),
    paragraphs: [
      together(youComplained, say('This is our answer.'), stored(news.says)),
      written(news.words),
      say(isOfData ? complain : notContent),
    ],
  };
}

export function dataRequestWords(mail: DataRequestMail, account: string): Words {
  const { candidateName, asked, complaint, news } = mail;
  const { subject, paragraphs } = (complaint && saidOfComplaint(news, complaint)) ?? said(news, asked, account);
  return {
    subject,
    paragraphs: [
      dear(candidateName),
      mail.onBehalfOf === undefined
        ? ''
        : say('We write to you because you ask for {name}. Below, “you” and “your” mean: {name}.', {
            name: mail.onBehalfOf,
          }),
      ...paragraphs,
    ].filter((text) => text !== ''),
    ...(news.kind === 'closed' && news.page !== undefined && { link: { to: news.page, says: say('Take your copy') } }),
    closing: mail.isToClient
      ? []
      : [say('If you did not ask for this, or have questions, please ask {account}.', { account })],
  };
}
