// The texts of the mails that ask somebody of the desk to approve what another gives away, and that tell who asked what became of it.
import type { Words } from './letter.ts';

interface MoneyMail {
  readonly name: string;
  /** The client. */
  readonly account: string;
  /** With VAT. */
  readonly amount: string;
  /** The name of the other person. */
  readonly by: string;
  readonly page: string;
}

export interface MoneyApprovalMails {
  readonly money_to_approve: MoneyMail;
  readonly money_decided: MoneyMail & { readonly decision: 'approved' | 'sent_back' };
}

const decided = { approved: 'approved', sent_back: 'sent back' } as const;

const follows = {
  approved: 'It is done in your name.',
  sent_back: 'Nothing of it is done. The page shows why:',
} as const;

export const moneyApprovalMailWords: {
  readonly [T in keyof MoneyApprovalMails]: (values: MoneyApprovalMails[T]) => Words;
} = {
  money_to_approve: ({ name, account, amount, by, page }) => ({
    subject: `${amount} of ${account} waits for your approval`,
    paragraphs: [
      `Dear ${name},`,
      `${by} wants to give away ${amount} of ${account}: more than one person may in a month. Nothing is done before somebody else approves it. This page shows what it is for:`,
    ],
    link: { to: page, says: 'See what is asked' },
    closing: ['You get this because you may approve it. One of you is enough.'],
  }),
  money_decided: ({ name, account, amount, by, decision, page }) => ({
    subject: `${amount} of ${account} is ${decided[decision]}`,
    paragraphs: [
      `Dear ${name},`,
      `${by} has ${decided[decision]} the ${amount} of ${account} for which you asked a second person. ${follows[decision]}`,
    ],
    link: { to: page, says: 'Open it' },
    closing: ['You get this because you asked.'],
  }),
};
