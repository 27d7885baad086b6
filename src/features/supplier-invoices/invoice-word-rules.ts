// What the comparison of a supplier's invoice found of a line, in the words of pages, files and mails; pure.
import { inPounds } from '../../lib/money.ts';
import type { InvoiceLine, LineStanding } from './supplier-invoice.ts';

export const standingWords: Readonly<Record<LineStanding, string>> = {
  open: 'To decide',
  disputed: 'Disputed',
  accepted: 'Accepted',
  agreed: 'As ordered',
};

interface FoundLine extends Pick<InvoiceLine, 'found' | 'claimedPence' | 'expectedPence'> {
  readonly earlierNumber: string | null;
}

/** @param number of the invoice that has the line */
export function findingText({ found, claimedPence, expectedPence, earlierNumber }: FoundLine, number: string): string {
  const expected = inPounds(expectedPence ?? 0);
  switch (found) {
    case 'agreed':
      return 'As ordered';
    case 'price': {
      const more = claimedPence - expectedPence!;
      return `${inPounds(Math.abs(more))} ${more > 0 ? 'more' : 'less'} than the ${expected} agreed`;
    }
    case 'twice':
      if (earlierNumber === null) return 'Was charged on an invoice that does not count any more';
      return earlierNumber === number ? 'Charged twice on this invoice' : `Charged twice, also on ${earlierNumber}`;
    case 'called_off':
      return `Called off, ${expectedPence === 0 ? 'no charge was agreed' : `a charge of ${expected} was agreed`}`;
    case 'credited':
      return `Credits ${inPounds(-claimedPence)}, of work that costs ${expected}: dispute it where the line that it corrects is disputed and not paid`;
    case 'unknown':
      return claimedPence < 0 ? 'Credits what is not known here' : 'Not ordered from this supplier';
  }
}
