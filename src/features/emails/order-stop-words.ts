// The text of the mail that tells those of a client who order that new orders are stopped, or accepted again.
import type { Words } from './letter.ts';

export interface OrderStopMails {
  readonly orders_stopped: { readonly name: string; readonly isStopped: boolean; readonly page: string };
}

export const orderStopMailWords = {
  orders_stopped: ({ name, isStopped, page }: OrderStopMails['orders_stopped'], accountName: string): Words => ({
    subject: isStopped ? `New orders of ${accountName} are stopped` : `New orders of ${accountName} are accepted again`,
    paragraphs: [
      `Dear ${name},`,
      isStopped
        ? `At present, no new orders of ${accountName} are accepted. Orders that are placed go on, and their results can be read. Whoever looks after the contract or the invoices at ${accountName} can say more.`
        : `New orders of ${accountName} are accepted again. You can order as before.`,
    ],
    link: { to: page, says: 'See the orders' },
    closing: [`You get this because you order checks for ${accountName}.`],
  }),
};
