// What a line of a supplier's spreadsheet says otherwise than is recorded of its request; pure.
import type { IsoDate } from '../../lib/dates.ts';
import { amountText } from '../../lib/money.ts';
import { Problems } from '../../lib/refusal.ts';
import { isSameAnswer } from '../suppliers/supplier-request-rules.ts';
import { readCost } from '../suppliers/supplier-rules.ts';
import type { AnswerLine } from './answer-file-rules.ts';

interface Recorded {
  readonly words: string;
  readonly reference: string;
  readonly receivedOn: IsoDate | null;
  readonly costPence: number;
}

export interface Difference {
  readonly column: 'answer' | 'supplier_reference' | 'received_on' | 'cost';
  readonly says: string;
  readonly recorded: string;
}

/** A cell that is empty says nothing. */
export function differencesOf(line: AnswerLine, recorded: Recorded): Difference[] {
  const { words, reference, receivedOn, cost } = line;
  const found: (Difference | false)[] = [
    !isSameAnswer(words, recorded.words) && { column: 'answer', says: words, recorded: recorded.words },
    reference !== '' &&
      reference !== recorded.reference && {
        column: 'supplier_reference',
        says: reference,
        recorded: recorded.reference,
      },
    receivedOn !== '' &&
      receivedOn !== recorded.receivedOn && {
        ...{ column: 'received_on', says: receivedOn, recorded: recorded.receivedOn ?? '' },
      },
    cost !== '' &&
      readCost(cost, 'cost', new Problems()) !== recorded.costPence && {
        ...{ column: 'cost', says: cost, recorded: amountText(recorded.costPence) },
      },
  ];
  return found.filter((one) => one !== false);
}
