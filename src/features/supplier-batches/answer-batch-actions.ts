// Records many answers of a supplier from its spreadsheet, which may grow from day to day.
import { type Ctx, type Environment, todayFor } from '../../context.ts';
import { refuseFile } from '../../lib/file-problems.ts';
import { Problems } from '../../lib/refusal.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { callerFor, type Screener } from '../cases/screening-actions.ts';
import { recordListedRequests } from '../lists/candidate-name-actions.ts';
import { findRequestsOf, type SentOutRow } from '../lists/sent-out-queries.ts';
import { correctSupplierAnswer } from '../suppliers/answer-correction-actions.ts';
import { openAnswers, openReferenceNumbers } from '../suppliers/listed-request-actions.ts';
import { recordSupplierAnswer } from '../suppliers/supplier-request-actions.ts';
import { readAnswer, type TypedAnswer } from '../suppliers/supplier-request-rules.ts';
import { type Difference, differencesOf } from './answer-comparison-rules.ts';
import { type AnswerLine, readAnswerLines } from './answer-file-rules.ts';
import { isDone } from './batch-actions.ts';

interface Matched {
  readonly line: AnswerLine;
  readonly row: SentOutRow;
}

interface Answered extends Matched {
  readonly typed: Omit<TypedAnswer, 'cost'> & { readonly cost?: string };
}

export interface Differing extends Matched {
  readonly differences: readonly Difference[];
}

function answerOf(ctx: Ctx, screener: Screener, { line, row }: Matched) {
  const today = todayFor(ctx, callerFor(screener, row));
  const { words, receivedOn, cost, reference } = line;
  const typed = {
    ...{ words, receivedOn: receivedOn || today },
    ...(cost !== '' && { cost }),
    ...(reference !== '' && { reference }),
  };
  const { problems } = readAnswer({ cost: '0', ...typed }, { sentOn: row.sent_on, today });
  return { answered: { line, row, typed }, problems };
}

/** Every line with its request. Refuses the whole file with `invalid_fields` (file). */
function matchedLines(ctx: Ctx, screener: Screener, lines: readonly AnswerLine[], rows: readonly SentOutRow[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const problems = new Problems();
  const [fresh, before, over]: [Answered[], Matched[], Matched[]] = [[], [], []];
  for (const line of lines) {
    const row = byId.get(line.requestId);
    const refuse = (column: string, message: string) =>
      problems.add('file', `line ${line.line}, ${column}: ${message}`);
    if (row === undefined) refuse('request', 'is no request that you may answer');
    else if (row.status === 'answered' && !row.is_restricted) before.push({ line, row });
    else if (row.status !== 'sent') over.push({ line, row });
    else if (row.is_restricted)
      refuse('request', 'is about somebody whose data are only kept: record it when that ends');
    else {
      const read = answerOf(ctx, screener, { line, row });
      for (const [input, messages] of Object.entries(read.problems.fields))
        for (const message of messages) refuse(input === 'answer_cost' ? 'cost' : input, message);
      fresh.push(read.answered);
    }
  }
  refuseFile(problems);
  return { fresh, before, over };
}

/** The lines that say something else than is recorded. Records that the answers were read. */
async function differingAmong(ctx: Ctx, screener: Screener, before: readonly Matched[]): Promise<Differing[]> {
  const rows = before.map(({ row }) => row);
  recordListedRequests(ctx, screener, rows, { list: 'sent_out', as: 'answers' });
  const answers = await openAnswers(ctx, screener, rows);
  const numbers = await openReferenceNumbers(ctx, screener, rows);
  return before.flatMap(({ line, row }) => {
    const words = answers.get(row.id);
    // Nothing is left of who was erased.
    if (words === undefined) return [];
    const differences = differencesOf(line, {
      ...{ words, reference: numbers.get(row.id) ?? '', costPence: row.cost_pence },
      receivedOn: row.corrected_on ?? row.received_on,
    });
    return differences.length === 0 ? [] : [{ line, row, differences }];
  });
}

const saysElse = ({ differences }: Differing) => differences.some(({ column }) => column === 'answer');

function correct(ctx: Ctx, screener: Screener, { line, row }: Differing): Promise<boolean> {
  const caller = callerFor(screener, row);
  const target = { checkId: row.check_id, reportId: row.report_id, requestId: row.id };
  const recordedOn = row.corrected_on ?? row.received_on;
  // The day of the first answer stays in many a sheet whose words were corrected.
  const receivedOn = line.receivedOn === '' || line.receivedOn === recordedOn ? todayFor(ctx, caller) : line.receivedOn;
  const typed = { receivedOn, words: line.words, because: 'supplier' };
  return isDone(() => correctSupplierAnswer(ctx, caller, target, typed), true);
}

export interface ManyAnswered {
  readonly recorded: readonly Matched[];
  /** Corrected answers, as new versions. */
  readonly corrected: readonly Matched[];
  /** How many lines say what is recorded. */
  readonly same: number;
  /** Lines that say something else, of which nothing was changed. */
  readonly differing: readonly Differing[];
  /** Cancelled, or ended by a colleague while the file was read. */
  readonly left: readonly Matched[];
}

/**
 * Records the answers of a spreadsheet, and keeps the cost and the number of a request where its line says none. Lines of
 * requests that are answered already are compared. Refuses the whole file with `invalid_fields` (file), naming each wrong
 * line. @param rows undefined if the file could not be read @param isCorrecting other words are recorded as corrected answers
 */
export async function recordManyAnswers(
  ctx: Ctx,
  screener: Screener,
  environment: Environment,
  rows: readonly (readonly string[])[] | undefined,
  isCorrecting = false,
): Promise<ManyAnswered> {
  demand(authorityOf(screener), 'send_out');
  const lines = readAnswerLines(rows);
  const ids = lines.map(({ requestId }) => requestId);
  const found = await findRequestsOf(ctx.db, screener, { environment, now: ctx.now(), ids });
  const { fresh, before, over } = matchedLines(ctx, screener, lines, found);
  const [recorded, corrected, left]: [Matched[], Matched[], Matched[]] = [[], [], [...over]];
  for (const one of fresh) {
    const { row, typed } = one;
    const target = { checkId: row.check_id, reportId: row.report_id, requestId: row.id };
    const isRecorded = await isDone(() => recordSupplierAnswer(ctx, callerFor(screener, row), target, typed));
    (isRecorded ? recorded : left).push(one);
  }
  const differing: Differing[] = [];
  const others = await differingAmong(ctx, screener, before);
  for (const one of others)
    if (isCorrecting && saysElse(one) && (await correct(ctx, screener, one))) corrected.push(one);
    else differing.push(one);
  return { recorded, corrected, same: before.length - others.length, differing, left };
}
