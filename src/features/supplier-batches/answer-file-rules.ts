// The answers of a supplier as the lines of a spreadsheet: the file that we sent, filled in; pure.
import { csvCellText } from '../../lib/csv.ts';
import { isoDayOf } from '../../lib/dates.ts';
import { refuseFile } from '../../lib/file-problems.ts';
import { Problems } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import { withDecimalPoint } from '../report-types/agreement-text-rules.ts';

/** What the supplier fills in, beside the number by which we know the request. */
export const answerColumns = ['supplier_reference', 'received_on', 'answer', 'cost'] as const;
export const REQUEST_COLUMN = 'request';

/** In one file. */
const mostAnswers = 1000;
/** Of the file, with those that have no answer. */
export const mostLines = 10_000;

export interface AnswerLine {
  /** Of the file, from 1. */
  readonly line: number;
  readonly requestId: string;
  readonly words: string;
  /** Empty where the line says nothing. */
  readonly reference: string;
  readonly receivedOn: string;
  readonly cost: string;
}

/**
 * The lines that have an answer; a line without one waits on. Refuses the whole file with `invalid_fields` (file), naming
 * each wrong line. @param rows the first one names the columns; undefined if the file could not be read
 */
export function readAnswerLines(rows: readonly (readonly string[])[] | undefined): AnswerLine[] {
  const problems = new Problems();
  if (rows === undefined) problems.add('file', 'cannot be read: save the sheet as CSV or .xlsx');
  const [first = [], ...below] = rows ?? [];
  const heads = first.map((head) => head.trim().toLowerCase());
  const lacking = [REQUEST_COLUMN, 'answer'].filter((column) => !heads.includes(column));
  if (rows !== undefined && lacking.length > 0) problems.add('file', `has no column ${lacking.join(', ')}`);
  problems.refuse('invalid_fields');
  const lines = below.flatMap((cells, index): AnswerLine[] => {
    const cell = (column: string) => csvCellText(cells[heads.indexOf(column)]);
    const cost = withDecimalPoint(cell('cost'));
    const answer = { words: cell('answer'), reference: cell('supplier_reference'), cost };
    const receivedOn = isoDayOf(cell('received_on'));
    const line = index + 2;
    if (answer.words === '') {
      if (receivedOn !== '' || cost !== '') problems.add('file', `line ${line}, answer: Say what came`);
      return [];
    }
    return [{ line, requestId: cell(REQUEST_COLUMN).toLowerCase(), ...answer, receivedOn }];
  });
  if (lines.length > mostAnswers) problems.add('file', `has more than ${mostAnswers} answers: send it in parts`);
  const seen = new Set<string>();
  for (const { line, requestId } of lines) {
    if (!isUuid(requestId)) problems.add('file', `line ${line}, ${REQUEST_COLUMN}: is no number of a request`);
    else if (seen.has(requestId)) problems.add('file', `line ${line}, ${REQUEST_COLUMN}: an earlier line has it too`);
    seen.add(requestId);
  }
  if (!problems.any && lines.length === 0) problems.add('file', 'has no answer: fill in the column “answer”');
  refuseFile(problems);
  return lines;
}
