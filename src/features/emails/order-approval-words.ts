// The texts of the mails that ask somebody of the client to approve orders of another, and that tell who asked what became of it.
import type { Words } from './letter.ts';

export interface ApprovalMails {
  /** To who approves orders: another user asks for it. */
  readonly orders_to_approve: { readonly name: string; readonly count: number; readonly page: string };
  /** To who asked. */
  readonly order_request_decided: {
    readonly name: string;
    readonly count: number;
    readonly decision: 'approved' | 'sent_back' | 'refused';
    /** The name of who decided. */
    readonly by: string;
    /** Empty where none was given. */
    readonly reason: string;
    readonly page: string;
  };
}

const decided = { approved: 'approved', sent_back: 'sent back', refused: 'refused' } as const;

/** What comes of it. */
const follows = {
  approved: (one: boolean) =>
    `${one ? 'It is' : 'They are'} placed now, and the ${one ? 'candidate gets' : 'candidates get'} the link to the form.`,
  sent_back: (one: boolean) => `Nothing is ordered. Correct ${one ? 'it' : 'them'} if you need to, and ask again.`,
  refused: () => 'Nothing is ordered, and it is over.',
} as const;

export const approvalMailWords: {
  readonly [T in keyof ApprovalMails]: (values: ApprovalMails[T], accountName: string) => Words;
} = {
  orders_to_approve: ({ name, count, page }, accountName) => ({
    subject: count === 1 ? 'An order waits for your approval' : `${count} orders wait for your approval`,
    paragraphs: [
      `Dear ${name},`,
      `A colleague asks you to approve ${count === 1 ? 'an order' : `${count} orders`} of ${accountName}. Nothing is placed before somebody approves it. This page shows the candidates and what they cost:`,
    ],
    link: { to: page, says: 'See what is asked' },
    closing: [`You get this because you approve orders of ${accountName}. One of you is enough.`],
  }),
  order_request_decided: ({ name, count, decision, by, reason, page }, accountName) => ({
    subject: `${count === 1 ? 'Your order is' : `Your ${count} orders are`} ${decided[decision]}`,
    paragraphs: [
      `Dear ${name},`,
      `${by} has ${decided[decision]} ${count === 1 ? 'the order' : `the ${count} orders`} of ${accountName} for which you asked for approval. ${follows[decision](count === 1)}`,
      ...(reason === '' ? [] : [`${by} says: ${reason}`]),
    ],
    link: { to: page, says: count === 1 ? 'Open the order' : 'Open the orders' },
    closing: ['You get this because you asked. Under Mails in the portal you choose of which orders you get mails.'],
  }),
};
