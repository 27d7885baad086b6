// What a supplier needs to answer: a spreadsheet with the facts that each report asks for, and columns for the answers.
import type { Ctx } from '../../context.ts';
import { type CsvColumns, csvLines } from '../../lib/csv.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { wordsOf } from '../../messages/sentences.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { callerFor, type Screener } from '../cases/screening-actions.ts';
import type { Order } from '../checks/check.ts';
import { type EventToStore, storeEvents } from '../events/event-actions.ts';
import { factAt } from '../facts/fact-paths.ts';
import { factRows } from '../facts/fact-rows-rules.ts';
import { recordListedRequests } from '../lists/candidate-name-actions.ts';
import { openSealedOrder } from '../lists/sealed-order-actions.ts';
import type { SentOutRow } from '../lists/sent-out-queries.ts';
import { reportTypeById, requiresOf } from '../report-types/report-type-rules.ts';
import { askedBy, factsAsked } from '../requirements/requirement-rules.ts';
import { openReferenceNumbers } from '../suppliers/listed-request-actions.ts';
import { answerColumns, REQUEST_COLUMN } from './answer-file-rules.ts';

interface Line {
  readonly row: SentOutRow;
  /** By the label of the fact. */
  readonly facts: ReadonlyMap<string, string>;
}

/** Consents are ours to keep, and papers are files. */
const notSent: ReadonlySet<string> = new Set(['consent', 'criminal_record_consent', 'evidence']);

/** The entries of a list stand in one cell, each with its period. */
function cellsOf({ facts }: Order, path: string): [label: string, text: string][] {
  const rows = factRows(facts, [path]);
  if (rows.length === 0) return [];
  if (factAt(path)?.kind !== 'list') return rows.map(({ label, lines }) => [label, lines.join(', ')]);
  const entries = rows.map(({ label, lines }) => `${label}: ${lines.join(', ')}`);
  return [[wordsOf(path).label, entries.join('; ')]];
}

/** What the report type requires of the person, and no more: who they are is always a part of it. */
function factsFor(order: Order, { report_type_id: id }: SentOutRow): ReadonlyMap<string, string> {
  const type = reportTypeById(id);
  const asked = askedBy(type === undefined ? [] : requiresOf([type], null)).filter((one) => !notSent.has(one.id));
  const paths = new Set(['first_name', 'dob', ...asked.flatMap(factsAsked)]);
  return new Map([...paths].flatMap((path) => cellsOf(order, path)));
}

async function openLines(ctx: Ctx, rows: readonly SentOutRow[]): Promise<Line[]> {
  const opened = rows.map(async (row): Promise<Line[]> => {
    const order = await openSealedOrder(ctx, {
      ...{ accountId: row.account_id, environment: row.environment, checkId: row.check_id },
      ...{ applicantId: row.applicant_id, sealedOrder: row.sealed_order, sealedKey: row.sealed_key },
    });
    return order === undefined ? [] : [{ row, facts: factsFor(order, row) }];
  });
  return (await Promise.all(opened)).flat();
}

/** Stored before the first line is sent; so many people at once are a security event too. */
async function recordReading(ctx: Ctx, screener: Screener, lines: readonly Line[]): Promise<void> {
  const rows = lines.map(({ row }) => row);
  recordListedRequests(ctx, screener, rows, { list: 'sent_out', as: 'supplier_file' });
  for (const ofTenant of Map.groupBy(rows, ({ account_id }) => account_id).values()) {
    const looks = ofTenant.map(
      ({ check_id: checkId, report_id: reportId, applicant_id: applicantId, supplier_id }): EventToStore => ({
        ...{ type: 'check.answers_read', resourceId: checkId, applicantId, checkId, reportId },
        detail: { supplier_id },
      }),
    );
    await storeEvents(ctx, callerFor(screener, ofTenant[0]!), looks);
  }
}

/** The lines of the file, after recording whose answers were read. Nobody who was erased. */
export async function supplierOrderFile(
  ctx: Ctx,
  screener: Screener,
  rows: readonly SentOutRow[],
): Promise<AsyncGenerator<string>> {
  demand(authorityOf(screener), 'send_out');
  const lines = await openLines(ctx, rows);
  const numbers = await openReferenceNumbers(ctx, screener, rows);
  await recordReading(ctx, screener, lines);
  const labels = [...new Set(lines.flatMap(({ facts }) => [...facts.keys()]))];
  const columns: CsvColumns<Line> = {
    [REQUEST_COLUMN]: ({ row }) => row.id,
    report: ({ row }) => reportTypeById(row.report_type_id)?.label ?? '',
    answer_by: ({ row }) => formatLongDate(row.expected_on),
    ...Object.fromEntries(labels.map((label) => [label, ({ facts }: Line) => facts.get(label) ?? ''])),
    ...Object.fromEntries(answerColumns.map((column) => [column, () => ''])),
    supplier_reference: ({ row }) => numbers.get(row.id) ?? '',
  };
  return csvLines(columns, [lines]);
}
