// The columns of a spreadsheet of cases that are open in another system, and its rows, each judged as an order and as a case.
import { earlierColumns } from '../../../features/earlier-cases/earlier-case-rules.ts';
import { judgeArrivals } from '../../../features/orders/open-case-actions.ts';
import type { TypedArrival } from '../../../features/orders/open-case-rules.ts';
import type { OrderingCaller } from '../../../features/orders/order-actions.ts';
import type { Column, RowsOf, SheetRow } from '../../../lib/sheet-rows.ts';
import { dayIn } from '../../../lib/typed-days.ts';
import { typedText } from '../orders/order-form.ts';
import type { AskedOrder } from '../orders/order-submission.ts';
import { candidateInputs, columnsOf, sharedAddresses } from './bulk-rows.ts';
import { type JudgedRow, judgeRows } from './judged-rows.ts';

/** As a spreadsheet of complete cases names the same. */
function asEarlier(input: 'number' | 'ordered_on'): Column {
  return earlierColumns.find((column) => column.input === input)!;
}

const arrivalColumns: readonly Column[] = [
  { ...asEarlier('number'), input: 'earlier_number' },
  asEarlier('ordered_on'),
  {
    ...{ input: 'due_on', title: 'Due on', example: '' },
    called: ['due', 'due date', 'date due', 'deadline', 'target date'],
  },
  {
    ...{ input: 'billed_elsewhere', title: 'Billed elsewhere', isRequired: true, example: 'yes' },
    called: ['billed', 'already billed', 'invoiced', 'invoiced elsewhere', 'already invoiced'],
  },
];

/** Whether each row may be for another subsidiary: those of an order, but that it must say its reports, and none is urgent. */
export const openCaseColumns = (ofSubsidiaries: boolean): readonly Column[] => [
  ...arrivalColumns,
  ...columnsOf(ofSubsidiaries)
    .filter(({ input }) => input !== 'staff')
    .map((column) => (column.input === 'what' ? { ...column, isRequired: true as const } : column)),
];

export const openCases: RowsOf = {
  ...{ person: 'case', people: 'cases' },
  inputs: (column, text) =>
    ['ordered_on', 'due_on'].includes(column.input) && text !== ''
      ? [[column.input, [dayIn(text)?.day ?? text]]]
      : candidateInputs(column, text),
};

const typedOf = ({ typed }: SheetRow): TypedArrival => ({
  ...{ earlier_number: typedText(typed, 'earlier_number'), ordered_on: typedText(typed, 'ordered_on') },
  ...{ due_on: typedText(typed, 'due_on'), billed_elsewhere: typedText(typed, 'billed_elsewhere') },
});

const titleOf = (input: string) => arrivalColumns.find((column) => column.input === input)!.title;

/** The forms of all are awaited. @param mailsCandidate whether the candidates are mailed at once */
export async function judgeOpenRows(
  one: AskedOrder,
  rows: readonly SheetRow[],
  mailsCandidate: boolean,
): Promise<JudgedRow[]> {
  const caller: OrderingCaller = { ...one.orderer.caller, userId: one.orderer.userId };
  const cases = rows.map((row) => ({ rowNumber: row.rowNumber, typed: typedOf(row) }));
  const arrivals = await judgeArrivals(one.ctx, caller, cases, mailsCandidate);
  // Somebody may have several cases, each with its number.
  const judged = await judgeRows(one, rows, sharedAddresses(rows));
  return judged.map((row, at) => {
    const { arrival, problems } = arrivals[at]!;
    const ofArrival = problems.map(({ input, text }) => ({ column: titleOf(input), text }));
    return { ...row, items: row.items ?? [], entry: 'candidate', arrival, problems: [...ofArrival, ...row.problems] };
  });
}
