// Sends many reports out to one supplier at once, and records many of its answers from a file.
import { type Ctx, type Environment, inTransaction, todayFor } from '../../context.ts';
import { refuseFile } from '../../lib/file-problems.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { demandReasonFor, noteSentAnyway } from '../cases/application-actions.ts';
import { callerFor, findOwn, type Screener } from '../cases/screening-actions.ts';
import { findRequestsOf, type SentOutRow } from '../lists/sent-out-queries.ts';
import { readSupplierVersions } from '../suppliers/supplier-actions.ts';
import { recordSupplierAnswer, sendOut } from '../suppliers/supplier-request-actions.ts';
import { readAnswer, type TypedAnswer, type TypedSending } from '../suppliers/supplier-request-rules.ts';
import { type AnswerLine, readAnswerLines } from './answer-file-rules.ts';

/** As many as somebody chooses from one page. */
export const mostAtOnce = 200;

export interface ManySent {
  readonly batchId: string;
  /** How many were sent out; the others were sent out, closed or paused meanwhile. */
  readonly sent: number;
}

/** Somebody sent the report out, closed or paused it, or ended the request; what was typed is right. */
const changedMeanwhile = (error: unknown): boolean =>
  error instanceof Refusal &&
  (['not_found', 'state_does_not_allow'].includes(error.reason) || Object.hasOwn(error.fields, 'supplier'));

/** Whether `work` was done; not if somebody changed meanwhile what it is about, or, if that `mayBeWrong`, what was typed is wrong for it. */
export async function isDone(work: () => Promise<unknown>, mayBeWrong = false): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    const isWrong = error instanceof Refusal && error.reason === 'invalid_fields';
    if (changedMeanwhile(error) || (mayBeWrong && isWrong)) return false;
    throw error;
  }
}

/** What speaks against sending a report out, in sentences by its id, and why it is sent all the same. */
export interface SentAnyway {
  readonly lacksOf: ReadonlyMap<string, readonly string[]>;
  readonly anyway: string;
}

/**
 * @param typed of each of the reports, by the clock of its data. Refuses with `invalid_fields` by the names of the inputs, and with
 * `not_found` another supplier.
 */
export async function sendManyOut(
  ctx: Ctx,
  screener: Screener,
  { supplierId, reportIds }: { readonly supplierId: string; readonly reportIds: readonly string[] },
  typed: Omit<TypedSending, 'reference'>,
  { lacksOf, anyway }: SentAnyway,
): Promise<ManySent> {
  demand(authorityOf(screener), 'send_out');
  const [supplier] = await readSupplierVersions(ctx, authorityOf(screener), supplierId);
  const sending = { ...typed, reference: '' };
  const problems = new Problems();
  if (reportIds.length === 0) problems.add('reports', 'Select the reports to send out');
  if (reportIds.length > mostAtOnce) problems.add('reports', `Select ${mostAtOnce} reports or fewer`);
  if (!supplier.isListed) problems.add('supplier', 'It is not in the register any more: choose another supplier');
  problems.refuse('invalid_fields');
  demandReasonFor([...lacksOf.values()].flat(), anyway);
  const batchId = ctx.newId();
  let sent = 0;
  for (const reportId of new Set(reportIds)) {
    const send = async () => {
      const queued = await findOwn(ctx, screener, reportId);
      const target = { checkId: queued.check_id, reportId: queued.report_id };
      const lacks = lacksOf.get(reportId) ?? [];
      await inTransaction(ctx, async (tx) => {
        await sendOut(tx, callerFor(screener, queued), target, { ...sending, supplierId, seen: 0, batchId });
        await noteSentAnyway(tx, screener, reportId, { lacks, anyway, isOfSeveral: lacksOf.size > 1 });
      });
    };
    // The days are judged by the clock of each account's data: what another one takes stays sent.
    if (await isDone(send, sent > 0)) sent += 1;
  }
  return { batchId, sent };
}

interface Answered {
  readonly line: AnswerLine;
  readonly row: SentOutRow;
  readonly typed: Omit<TypedAnswer, 'cost'> & { readonly cost?: string };
}

function answerOf(ctx: Ctx, screener: Screener, line: AnswerLine, row: SentOutRow) {
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

/** Every line against what is known of its request. Refuses the whole file with `invalid_fields` (file). */
function checkedAnswers(
  ctx: Ctx,
  screener: Screener,
  lines: readonly AnswerLine[],
  rows: readonly SentOutRow[],
): Answered[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const problems = new Problems();
  const answers = lines.flatMap((line) => {
    const row = byId.get(line.requestId);
    const refuse = (column: string, message: string) =>
      problems.add('file', `line ${line.line}, ${column}: ${message}`);
    if (row === undefined) refuse('request', 'is no request that you may answer');
    else if (row.status !== 'sent')
      refuse('request', row.status === 'answered' ? 'is answered already' : 'was cancelled');
    else if (row.is_restricted)
      refuse('request', 'is about somebody whose data are only kept: record it when that ends');
    if (row?.status !== 'sent' || row.is_restricted) return [];
    const read = answerOf(ctx, screener, line, row);
    for (const [input, messages] of Object.entries(read.problems.fields))
      for (const message of messages) refuse(input === 'answer_cost' ? 'cost' : input, message);
    return [read.answered];
  });
  refuseFile(problems);
  return answers;
}

export interface ManyAnswered {
  readonly recorded: readonly SentOutRow[];
  /** What a colleague answered or cancelled while the file was read. */
  readonly left: readonly SentOutRow[];
}

/**
 * Records the answers of a spreadsheet, and keeps the cost and the number of a request where its line says none. Refuses the
 * whole file with `invalid_fields` (file), naming each wrong line. @param rows undefined if the file could not be read
 */
export async function recordManyAnswers(
  ctx: Ctx,
  screener: Screener,
  environment: Environment,
  rows: readonly (readonly string[])[] | undefined,
): Promise<ManyAnswered> {
  demand(authorityOf(screener), 'send_out');
  const lines = readAnswerLines(rows);
  const ids = lines.map(({ requestId }) => requestId);
  const found = await findRequestsOf(ctx.db, screener, { environment, now: ctx.now(), ids });
  const answers = checkedAnswers(ctx, screener, lines, found);
  const [recorded, left]: [SentOutRow[], SentOutRow[]] = [[], []];
  for (const { row, typed } of answers) {
    const target = { checkId: row.check_id, reportId: row.report_id, requestId: row.id };
    const isRecorded = await isDone(() => recordSupplierAnswer(ctx, callerFor(screener, row), target, typed));
    (isRecorded ? recorded : left).push(row);
  }
  return { recorded, left };
}
