// The text of the mail that asks somebody of the client to approve orders of another.
import type { Words } from './letter.ts';

export interface ApprovalMails {
  /** To who approves orders: another user asks for it. */
  readonly orders_to_approve: { readonly name: string; readonly count: number; readonly page: string };
}

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
};
