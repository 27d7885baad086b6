// The texts of the mails that tell candidates and clients of a breach of personal data (UK GDPR Art. 33(2) and 34).
import { english, say } from '../../messages/say.ts';
import { dear, type Words } from './letter.ts';

export interface BreachWords {
  readonly what: string;
  readonly consequences: string;
  readonly measures: string;
  /** Whom they may ask. */
  readonly contact: string;
}

export interface BreachMails {
  readonly breach_to_candidate: BreachWords & { readonly candidateName: string };
  /** To an administrator of a client. */
  readonly breach_to_client: BreachWords & {
    readonly name: string;
    /** How many of the client's candidates it concerns, and the newest order of each, the first few. */
    readonly people: number;
    readonly orders: readonly string[];
    readonly page: string;
  };
}

/** The desk writes in English. */
const told = ({ what, consequences, measures, contact }: BreachWords): string[] => [
  say('What happened: {text}', { text: english(what) }),
  say('What it may mean: {text}', { text: english(consequences) }),
  say('What was done: {text}', { text: english(measures) }),
  say('Whom to ask: {text}', { text: english(contact) }),
];

export const breachMailWords = {
  breach_to_candidate: (values: BreachMails['breach_to_candidate'], accountName: string): Words => ({
    subject: say('Something has happened to your personal data'),
    paragraphs: [
      dear(values.candidateName),
      say(
        'We hold data about you because of a background check for {account}. We are sorry to tell you of a breach of personal data that concerns you.',
        { account: accountName },
      ),
      ...told(values),
    ],
    closing: [say('You may also complain to the Information Commissioner’s Office, ico.org.uk.')],
  }),
  breach_to_client: (values: BreachMails['breach_to_client'], accountName: string): Words => ({
    subject: `A breach of personal data concerns candidates of ${accountName}`,
    paragraphs: [
      `Dear ${values.name},`,
      `We tell ${accountName} as the controller, as Article 33(2) of the UK GDPR demands, of a breach of personal data that concerns ${values.people === 1 ? '1 of its candidates' : `${values.people} of its candidates`}.`,
      ...told(values),
      ...(values.orders.length === 0
        ? []
        : [
            `Their orders: ${values.orders.join(', ')}${values.people > values.orders.length ? ` and ${values.people - values.orders.length} more` : ''}.`,
          ]),
    ],
    link: { to: values.page, says: 'Sign in to see the orders' },
    closing: [`You get this as an administrator of ${accountName}.`],
  }),
};
