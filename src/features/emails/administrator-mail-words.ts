// The texts of mails that tell the administrators of a client, and others of its users, what needs them.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { ukFormat } from '../../lib/uk-times.ts';
import type { Words } from './letter.ts';
import { type StartMails, startMailWords } from './start-mail-words.ts';

export interface AdministratorMails extends StartMails {
  readonly endpoint_failing: {
    readonly name: string;
    readonly environment: 'live' | 'test';
    readonly interface: 'v1' | 'v2';
    readonly webhookId: string;
    readonly url: string;
    readonly failures: number;
    /** ISO; null if there were only deliveries given up. */
    readonly failingSince: string | null;
    readonly lost: number;
    /** ISO; null if no delivery has waited for long. */
    readonly waitingSince: string | null;
    readonly docs: string;
    /** The webhook's page in the portal. */
    readonly page: string;
  };
  /** People whose reports are due within so many days, counted up to `atMost`. */
  readonly renewals_due: {
    readonly name: string;
    readonly count: number;
    readonly atMost: number;
    readonly days: number;
    readonly page: string;
  };
  /** To who made a link for candidates: somebody gave their name, and waits. */
  readonly candidate_named: { readonly name: string; readonly page: string };
  /** Users whose access ends within so many days. */
  readonly access_ending: {
    readonly name: string;
    readonly count: number;
    readonly days: number;
    readonly page: string;
  };
  /** To administrators of a client and of the desk: a review of who has access is to begin, or is open. */
  readonly access_review_due: {
    readonly name: string;
    readonly dueOn?: IsoDate | undefined;
    readonly isOfDesk: boolean;
    /** Set of one that is open. */
    readonly startedOn?: IsoDate | undefined;
    readonly page: string;
  };
  /** The secret of the account's single sign-on ends on that day. */
  readonly sign_in_secret_ending: { readonly name: string; readonly on: IsoDate; readonly page: string };
  /** To whoever has the orders: the screeners wrote the same comment on each of them. */
  readonly comments_added: {
    readonly name: string;
    readonly orders: readonly string[];
    /** The list of orders in the portal. */
    readonly page: string;
  };
  /** The account is closed because the client leaves; the days are UK days. */
  readonly account_closing: {
    readonly step: 'planned' | 'reopened' | 'ending' | 'signed_out' | 'erased';
    readonly name: string;
    readonly ordersEndOn: IsoDate;
    readonly openOrders: 'run' | 'withdraw';
    readonly signInUntil: IsoDate;
    readonly eraseOn: IsoDate;
    readonly page: string;
  };
  /** To the billing contact, who may be a mailbox without a name. */
  readonly invoice_issued: {
    readonly kind: 'invoice' | 'credit_note';
    readonly number: string;
    /** `October 2026` */
    readonly month: string;
    readonly total: string;
    /** Of an invoice: the last day to pay it. */
    readonly dueOn: IsoDate | null;
    /** It is attached. */
    readonly invoiceId: string;
    readonly page: string;
  };
  /** Goes to the user who asked about a charge; the page has the answer itself. */
  readonly charge_answered: {
    readonly name: string;
    /** `VF1042`; null of a charge for no order. */
    readonly orderNumber: string | null;
    readonly isCredited: boolean;
    readonly page: string;
  };
  /** To the billing contact, too. */
  readonly account_statement: {
    readonly statementFrom: IsoDate;
    /** It is attached. */
    readonly statementTo: IsoDate;
    /** What is owed at the end. */
    readonly balance: string;
    readonly page: string;
  };
  /** To the billing contact, too: all that is overdue. */
  readonly payment_reminder: {
    readonly invoices: readonly { readonly number: string; readonly dueOn: IsoDate; readonly left: string }[];
    readonly total: string;
    /** Of the operator. */
    readonly words: readonly string[];
    /** How to pay, a line each; empty where the operator has not set it. */
    readonly payment: readonly string[];
    /** The statement of account in the portal. */
    readonly page: string;
  };
}

type Closing = AdministratorMails['account_closing'];

/** What each mail of a closing says, after whom it greets. */
const closingSteps: Readonly<Record<Closing['step'], (days: Closing, accountName: string) => [string, string[]]>> = {
  planned: ({ ordersEndOn, openOrders, signInUntil, eraseOn }, accountName) => [
    `The account of ${accountName} is being closed`,
    [
      `From ${formatLongDate(ordersEndOn)} on, no new orders are taken, and monitoring and renewals end. ${openOrders === 'run' ? 'Orders that are open then run to their end.' : 'Orders that are open then are withdrawn.'}`,
      `You can sign in and download results until ${formatLongDate(signInUntil)}${openOrders === 'run' ? ', and longer while an order runs' : ''}. After that, users, API keys and webhooks end.`,
      `The data of your candidates are erased on ${formatLongDate(eraseOn)}. Invoices stay.`,
    ],
  ],
  reopened: (_, accountName) => [
    `The account of ${accountName} stays open`,
    [
      'It was to be closed, and that is taken back: orders can be placed again. Users, API keys, webhooks and monitoring that have ended are set up anew.',
    ],
  ],
  ending: ({ openOrders, signInUntil, eraseOn }, accountName) => [
    `You can sign in for ${accountName} until ${formatLongDate(signInUntil)}`,
    [
      `The account is being closed. Download what you need until ${formatLongDate(signInUntil)}: after that, users, API keys and webhooks end${openOrders === 'run' ? ', later only while an order runs' : ''}, and the data are erased on ${formatLongDate(eraseOn)}.`,
    ],
  ],
  signed_out: ({ eraseOn }, accountName) => [
    `Sign-in for ${accountName} has ended`,
    [
      `The account is closed: users, API keys and webhooks have ended. The data of your candidates are erased on ${formatLongDate(eraseOn)}; we write again when that is done.`,
    ],
  ],
  erased: (_, accountName) => [
    `The data of ${accountName} are erased`,
    [
      'The account is closed, and the data of its candidates are erased, except of those whom a hold, a restriction or an open request keeps. Ask the person with whom you deal for the certificate of deletion. Invoices stay.',
    ],
  ],
};

const ukTime = ukFormat({ dateStyle: 'long', timeStyle: 'short' });

/** Removes the query, whose parameters may hold a secret. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

const longestPath = 60;

/** Includes the path, to distinguish several webhooks on one host. */
function namedEndpoint(url: string): string {
  const { hostname, pathname } = new URL(url);
  const path = pathname === '/' ? '' : pathname;
  return hostname + (path.length > longestPath ? `${path.slice(0, longestPath)}…` : path);
}

export const administratorMailWords: {
  readonly [T in keyof AdministratorMails]: (values: AdministratorMails[T], accountName: string) => Words;
} = {
  ...startMailWords,
  endpoint_failing: (values, accountName) => ({
    subject: `Notifications to ${namedEndpoint(values.url)} are ${values.failingSince === null && values.lost === 0 ? 'late' : 'not acknowledged'}`,
    paragraphs: [
      `Dear ${values.name},`,
      `${accountName} asked us to send ${values.environment} notifications to ${withoutQuery(values.url)} (webhook ${values.webhookId}).`,
      ...(values.failingSince === null
        ? []
        : [
            `The last ${values.failures} attempts failed; the first of them on ${ukTime(new Date(values.failingSince))} (UK time).`,
          ]),
      ...(values.waitingSince === null
        ? []
        : [
            `One has been due since ${ukTime(new Date(values.waitingSince))} (UK time), and others may wait behind it: there are more notifications than the webhook’s rate limit or its endpoint allows.`,
          ]),
      ...(values.lost === 0
        ? ['Failed notifications are retried automatically, up to four times within 12 hours.']
        : [
            `${values.lost === 1 ? 'One notification was' : `${values.lost} notifications were`} given up, after five attempts or 12 hours. Nothing is lost: ${values.lost === 1 ? 'it' : 'they'} can be sent again.`,
          ]),
      ...(values.interface === 'v1'
        ? // Interface v1 has no operations for it.
          []
        : [
            `POST /webhooks/${values.webhookId}/doctor says what is wrong and what to do. Afterwards POST /webhooks/${values.webhookId}/resend with failed=true resends at once what failed. The guide: ${values.docs}`,
          ]),
      values.lost === 0
        ? 'The webhook’s page in the portal shows every attempt, and can check the endpoint:'
        : 'On the webhook’s page in the portal you can check the endpoint, and resend what was given up:',
    ],
    link: { to: values.page, says: 'Open the webhook' },
    closing: [
      'We never disable a webhook because it fails.',
      `You get this as an administrator of ${accountName}, at most once an hour for each endpoint.`,
    ],
  }),
  comments_added: ({ name, orders, page }) => ({
    subject: `A comment on ${orders.length} of your orders`,
    paragraphs: [
      `Dear ${name},`,
      `The screeners have written the same comment on ${orders.length} of your orders: ${orders.join(', ')}.`,
      'Read it on the page of any of them; if an answer is about one order, write it there. Your orders:',
    ],
    link: { to: page, says: 'Open the list of orders' },
    closing: [],
  }),
  account_closing: (values, accountName) => {
    const [subject, paragraphs] = closingSteps[values.step](values, accountName);
    const canSignIn = values.step !== 'signed_out' && values.step !== 'erased';
    return {
      subject,
      paragraphs: [`Dear ${values.name},`, ...paragraphs],
      ...(canSignIn && { link: { to: values.page, says: 'Sign in' } }),
      closing: [`You get this as an administrator of ${accountName}.`],
    };
  },
  invoice_issued: ({ kind, number, month, total, dueOn, page }, accountName) => {
    const called = kind === 'invoice' ? 'Invoice' : 'Credit note';
    return {
      subject: `${called} ${number} for ${accountName}`,
      paragraphs: [
        'Hello,',
        kind === 'invoice'
          ? `Invoice ${number} for the background checks of ${accountName} in ${month} is issued. The total is ${total}${dueOn === null ? '' : `, due on ${formatLongDate(dueOn)}`}.`
          : `Credit note ${number} for ${accountName} is issued. The total is ${total}.`,
        'It is attached as a PDF. Users with the role Billing also find it under Charges:',
      ],
      link: { to: page, says: 'Sign in to Charges' },
      closing: [
        `You get this because ${accountName} named this address for its invoices. Your account manager can change that.`,
      ],
    };
  },
  charge_answered: ({ name, orderNumber, isCredited, page }) => {
    const charge = orderNumber === null ? 'a charge' : `a charge of order ${orderNumber}`;
    return {
      subject: `Your query about ${charge} is answered`,
      paragraphs: [
        `Dear ${name},`,
        `You asked us about ${charge}. We have answered${isCredited ? ', and credited it in whole or in part' : ''}:`,
      ],
      link: { to: page, says: 'Read the answer' },
      closing: [],
    };
  },
  account_statement: ({ statementFrom, statementTo, balance, page }, accountName) => ({
    subject: `Statement of account of ${accountName} until ${formatLongDate(statementTo)}`,
    paragraphs: [
      'Hello,',
      `The statement of ${accountName} from ${formatLongDate(statementFrom)} to ${formatLongDate(statementTo)} is attached as a PDF: what was invoiced, credited and received. The balance at its end is ${balance}.`,
      'Users with the role Billing also find it under Charges:',
    ],
    link: { to: page, says: 'Sign in to see the statement' },
    closing: [
      `You get this because ${accountName} named this address for its invoices. Your account manager can change that.`,
    ],
  }),
  payment_reminder: ({ invoices, total, words, payment, page }, accountName) => ({
    subject: `${invoices.length === 1 ? `Invoice ${invoices[0]!.number} for ${accountName} is` : `${invoices.length} invoices for ${accountName} are`} overdue: ${total}`,
    paragraphs: [
      'Hello,',
      `${invoices.length === 1 ? 'This invoice' : 'These invoices'} for the background checks of ${accountName} ${invoices.length === 1 ? 'is' : 'are'} overdue. ${total} is left to pay:`,
      ...invoices.map(({ number, dueOn, left }) => `${number}: ${left}, due on ${formatLongDate(dueOn)}`),
      ...words,
      ...(payment.length === 0 ? [] : [`How to pay: ${payment.join(', ')}. Name the number of the invoice.`]),
      'If it was paid in the last days, nothing else is needed. Users with the role Billing find the invoices, and the statement of account with what was received, under Charges:',
    ],
    link: { to: page, says: 'Sign in to see the statement' },
    closing: [
      `You get this because ${accountName} named this address for its invoices. Your account manager can change that.`,
    ],
  }),
  candidate_named: ({ name, page }, accountName) => ({
    subject: 'A candidate gave their name by your link',
    paragraphs: [
      `Dear ${name},`,
      `A candidate of ${accountName} has opened a link and given their name. Nothing is ordered until you do it. Whoever comes after them stands on the same page, without another mail:`,
    ],
    link: { to: page, says: 'See who waits' },
    closing: [`You get this because you made the link, or as an administrator of ${accountName}.`],
  }),
  access_ending: ({ name, count, days, page }, accountName) => ({
    subject: `The access of ${count === 1 ? 'a user' : `${count} users`} of ${accountName} ends soon`,
    paragraphs: [
      `Dear ${name},`,
      `The access of ${count === 1 ? 'one user' : `${count} users`} of ${accountName} ends within ${days} days, as an administrator set it. If somebody still needs it, extend it on their page:`,
    ],
    link: { to: page, says: 'See the users' },
    closing: [`You get this as an administrator of ${accountName}.`],
  }),
  access_review_due: ({ name, isOfDesk, dueOn, startedOn, page }, accountName) => {
    const what = isOfDesk ? 'the desk' : accountName;
    return {
      subject: `The review of who has access to ${what} ${startedOn === undefined ? 'is due' : 'is not complete'}`,
      paragraphs: [
        `Dear ${name},`,
        startedOn === undefined
          ? `The review of who has access to ${what} is due${dueOn === undefined ? '' : ` since ${formatLongDate(dueOn)}`}. Decide for everybody whether their access stays, changes or ends:`
          : `A review of who has access to ${what} was started on ${formatLongDate(startedOn)}, and is not complete. What was decided is kept. Decide about the others:`,
      ],
      link: { to: page, says: 'Open the review' },
      closing: [`You get this on Mondays because you manage who has access to ${what}, until the review is complete.`],
    };
  },
  sign_in_secret_ending: ({ name, on, page }, accountName) => ({
    subject: `The secret of the single sign-on of ${accountName} ends on ${formatLongDate(on)}`,
    paragraphs: [
      `Dear ${name},`,
      `After ${formatLongDate(on)} the provider at which the users of ${accountName} sign in takes the secret no more that was given to us. Let your IT make another there, and enter it with its last day:`,
    ],
    link: { to: page, says: 'Open the single sign-on' },
    closing: [`You get this as an administrator of ${accountName}.`],
  }),
  renewals_due: ({ name, count, atMost, days, page }, accountName) => {
    const people = count === 1 ? 'One person' : `${count}${count === atMost ? ' or more' : ''} people`;
    return {
      subject: `${people} to screen again`,
      paragraphs: [
        `Dear ${name},`,
        `${people} of ${accountName} ${count === 1 ? 'has' : 'have'} reports that are due for renewal within ${days} days, or overdue. This page lists them, and orders them again:`,
      ],
      link: { to: page, says: 'See who is due' },
      closing: [
        'If somebody has left, say so on their page: nothing of them is renewed then.',
        `You get this on Mondays as an administrator of ${accountName}. Your account manager can end it.`,
      ],
    };
  },
};
