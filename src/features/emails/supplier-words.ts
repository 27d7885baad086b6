// The texts of mails to suppliers: what they have not answered, and what is disputed on their invoice. They name no candidate.
import type { Words } from './letter.ts';

export interface SupplierMails {
  readonly supplier_chase: { readonly supplierName: string; readonly count: number };
  readonly supplier_disputes: { readonly supplierName: string; readonly count: number; readonly invoice: string };
}

const answerThis = 'Please answer this mail: your answer reaches the person at the desk who sent it.';

export const supplierMailWords = {
  supplier_chase: ({ supplierName, count }: SupplierMails['supplier_chase']): Words => ({
    subject: count === 1 ? 'A request that we still wait for' : `${count} requests that we still wait for`,
    paragraphs: [
      `To ${supplierName},`,
      `We still wait for ${count === 1 ? 'the answer to a request that we' : `the answers to ${count} requests that we`} sent you. The attached spreadsheet lists ${count === 1 ? 'it' : 'them'} by our order number and yours, with the day by which we expect each.`,
      'Fill in the columns received_on, answer and cost where you have the answer, and send the spreadsheet back as we agreed. Where you need more time, tell us until when.',
    ],
    closing: [answerThis],
  }),
  supplier_disputes: ({ supplierName, count, invoice }: SupplierMails['supplier_disputes']): Words => ({
    subject: `Your invoice ${invoice}: ${count === 1 ? 'one line' : `${count} lines`} in dispute`,
    paragraphs: [
      `To ${supplierName},`,
      `We have compared your invoice ${invoice} with what we ordered. The attached spreadsheet lists ${count === 1 ? 'the line' : `the ${count} lines`} with which we do not agree, and says why.`,
    ],
    closing: [answerThis],
  }),
};
